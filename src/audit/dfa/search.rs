//! Searches of an automaton and of the product of two: shortest members, shortest witnesses.

use std::collections::{HashMap, VecDeque};

use super::Dfa;

/// What tells two languages apart: for each, a shortest string that only it has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The shortest string that only the left language has.
    pub only_left: Option<Vec<u8>>,
    /// The shortest string that only the right language has.
    pub only_right: Option<Vec<u8>>,
}

impl Difference {
    /// Whether there is none.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.only_left.is_none() && self.only_right.is_none()
    }
}

/// Compares the languages of a start of one automaton and a start of another.
#[must_use]
pub fn compare(left: (&Dfa, usize), right: (&Dfa, usize)) -> Difference {
    Difference {
        only_left: product(left, right, |left, right| left && !right),
        only_right: product(left, right, |left, right| right && !left),
    }
}

/// The shortest string of both languages.
#[must_use]
pub fn common(left: (&Dfa, usize), right: (&Dfa, usize)) -> Option<Vec<u8>> {
    product(left, right, |left, right| left && right)
}

/// Walks two automata at once, breadth first, over the classes that either tells apart.
fn product(
    (left, left_start): (&Dfa, usize),
    (right, right_start): (&Dfa, usize),
    wanted: impl Fn(bool, bool) -> bool,
) -> Option<Vec<u8>> {
    let classes = left.classes.common(&right.classes);
    // In the order of the bytes, those that can be seen before the others: of the shortest strings
    // that is the first in a dictionary.
    let least = |class| {
        let members = classes.members(class);
        members.iter().find(u8::is_ascii_graphic).or(members.first())
    };
    let mut letters: Vec<u8> = (0..classes.count()).filter_map(least).collect();
    letters.sort_unstable_by_key(|byte| (!byte.is_ascii_graphic(), *byte));
    let letters: Vec<_> = letters
        .into_iter()
        .map(|byte| (byte, left.classes.of(byte), right.classes.of(byte)))
        .collect();
    let start = (left.starts[left_start], right.starts[right_start]);
    let mut came = HashMap::from([(start, None)]);
    let mut queue = VecDeque::from([start]);
    while let Some(pair) = queue.pop_front() {
        if wanted(left.accepts(pair.0), right.accepts(pair.1)) {
            let mut word = Vec::new();
            let mut at = pair;
            while let Some(&Some((before, byte))) = came.get(&at) {
                word.push(byte);
                at = before;
            }
            word.reverse();
            return Some(word);
        }
        for &(byte, left_class, right_class) in &letters {
            let next = (left.next(pair.0, left_class), right.next(pair.1, right_class));
            came.entry(next).or_insert_with(|| {
                queue.push_back(next);
                Some((pair, byte))
            });
        }
    }
    None
}

impl Dfa {
    /// The shortest string of a start's language.
    #[must_use]
    pub fn shortest(&self, start: usize) -> Option<Vec<u8>> {
        common((self, start), (self, start))
    }

    /// The strings of a start's language, over the representatives: shorter ones first, and among
    /// those of one length the readable ones.
    #[must_use]
    pub fn members(&self, start: usize) -> Members<'_> {
        let reach = vec![self.accept.clone()];
        Members { dfa: self, start: self.starts[start], reach, path: None, barren: 0 }
    }
}

/// The strings of a language in order: see [`Dfa::members`].
#[derive(Clone, Debug)]
pub struct Members<'d> {
    dfa: &'d Dfa,
    start: u32,
    /// For each number of bytes, from which states a string of just so many bytes is accepted.
    reach: Vec<Vec<bool>>,
    /// The classes of the last member, if the length has not changed since.
    path: Option<Vec<usize>>,
    /// How many lengths in a row had no member; as many as there are states, and none comes.
    barren: usize,
}

impl Iterator for Members<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        while self.barren <= self.dfa.states() {
            if let Some(path) = self.successor() {
                let word = path.iter().map(|&class| self.dfa.classes.representative(class));
                let word = word.collect();
                (self.path, self.barren) = (Some(path), 0);
                return Some(word);
            }
            (self.path, self.barren) = (None, self.barren + 1);
            let shorter = &self.reach[self.reach.len() - 1];
            let longer = (0..self.dfa.states() as u32)
                .map(|state| self.dfa.row(state).iter().any(|&next| shorter[next as usize]));
            let longer = longer.collect();
            self.reach.push(longer);
        }
        None
    }
}

impl Members<'_> {
    /// The next path of this length in the order of the classes.
    fn successor(&self) -> Option<Vec<usize>> {
        let length = self.reach.len() - 1;
        let Some(last) = &self.path else {
            return self.reach[length][self.start as usize]
                .then(|| self.least(Vec::new(), self.start));
        };
        let mut states = vec![self.start];
        for &class in last {
            states.push(self.dfa.next(states[states.len() - 1], class));
        }
        (0..length).rev().find_map(|keep| {
            let rest = &self.reach[length - keep - 1];
            let row = self.dfa.row(states[keep]);
            let class = (last[keep] + 1..row.len()).find(|&class| rest[row[class] as usize])?;
            let mut path = last[..keep].to_vec();
            path.push(class);
            Some(self.least(path, row[class]))
        })
    }

    /// The least path of this length that begins so.
    fn least(&self, mut path: Vec<usize>, mut state: u32) -> Vec<usize> {
        while let Some(left) = (self.reach.len() - 1).checked_sub(path.len() + 1) {
            let row = self.dfa.row(state);
            let class = row.iter().position(|&next| self.reach[left][next as usize]);
            let Some(class) = class else { break };
            path.push(class);
            state = row[class];
        }
        path
    }
}
