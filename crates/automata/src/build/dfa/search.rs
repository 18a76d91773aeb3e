//! Searches of an automaton and of the product of two: shortest members, shortest witnesses.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::Dfa;
use crate::build::deadline::{Deadline, Held};

/// The difference of two languages: for each, a shortest string that only this language has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The shortest string that only the left language has.
    pub only_left: Option<Vec<u8>>,
    /// The shortest string that only the right language has.
    pub only_right: Option<Vec<u8>>,
}

impl Difference {
    /// Whether the two languages are equal.
    pub fn is_equal(&self) -> bool {
        self.only_left.is_none() && self.only_right.is_none()
    }
}

/// Compares the languages of a start of one automaton and a start of another.
pub fn difference(left: (&Dfa, usize), right: (&Dfa, usize)) -> Difference {
    let find = |wanted| once(left, right, wanted);
    Difference {
        only_left: find(|left, right| left && !right),
        only_right: find(|left, right| right && !left),
    }
}

pub(super) fn common(left: (&Dfa, usize), right: (&Dfa, usize)) -> Option<Vec<u8>> {
    once(left, right, |left, right| left && right)
}

fn once(left: (&Dfa, usize), right: (&Dfa, usize), wanted: Wanted) -> Option<Vec<u8>> {
    let start = (left.0.start(left.1), right.0.start(right.1));
    ProductSearch::new(left.0, right.0, wanted).find(start, usize::MAX).unwrap_or_default()
}

/// Whether a string is wanted, by whether the left automaton accepts it and whether the right one does.
pub type Wanted = fn(bool, bool) -> bool;

type States = (u32, u32);

/// The number of pairs that a search visits between two looks at the clock.
const BETWEEN: usize = 10_000;

/// The reason why a search of a product was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// The search has visited this number of pairs of states.
    Pairs(usize),
    /// The search has reached a state about which nothing is known.
    Unknown,
    /// The time was spent.
    Time,
}

/// Searches of the product of two automata, from many starts: each for a shortest string that is
/// wanted, breadth first. What one search has found out about a pair of states the next one uses, so
/// that the starts of a grammar, which lead into each other, cost no more than their product.
pub struct ProductSearch<'d> {
    left: &'d Dfa,
    right: &'d Dfa,
    wanted: Wanted,
    /// A byte of each class that either automaton tells apart, with its class in each.
    letters: Vec<(u8, usize, usize)>,
    /// The dead state of each automaton, if it has one.
    dead: [Option<u32>; 2],
    /// The state of each automaton that stands for states never visited.
    unknown: [Option<u32>; 2],
    /// The pairs from which no wanted string goes on. A search that found nothing has met them all.
    barren: HashSet<States>,
    /// For a pair, the first byte of its shortest wanted string, and the pair after that byte.
    known: HashMap<States, (u8, States)>,
    /// The number of steps that were taken. A step is one byte from one pair.
    pub steps: usize,
    deadline: Deadline,
    held: Held,
}

/// The memory that a pair takes, in bytes, in the maps of a search.
const PAIR: usize = 64;

impl<'d> ProductSearch<'d> {
    /// A search that has met no pair yet.
    pub fn new(left: &'d Dfa, right: &'d Dfa, wanted: Wanted) -> Self {
        Self {
            left,
            right,
            wanted,
            letters: left.letters(right),
            dead: [left.dead(None), right.dead(None)],
            unknown: [None; 2],
            barren: HashSet::default(),
            known: HashMap::default(),
            steps: 0,
            deadline: Deadline::NONE,
            held: Held::default(),
        }
    }

    /// Gives every search up after a deadline.
    pub fn until(self, deadline: &Deadline) -> Self {
        Self { deadline: deadline.clone(), held: deadline.hold(), ..self }
    }

    /// Names the state of each automaton that stands for states never visited.
    pub fn knowing(mut self, unknown: [Option<u32>; 2]) -> Self {
        self.unknown = unknown;
        self.dead = [self.left.dead(unknown[0]), self.right.dead(unknown[1])];
        self
    }

    /// The shortest wanted string of a pair of states, found in at most `limit` steps. There is
    /// none if no string is wanted.
    pub fn find(&mut self, start: States, limit: usize) -> Result<Option<Vec<u8>>, GaveUp> {
        let last = self.steps.saturating_add(limit);
        let mut came = HashMap::from_iter([(start, None)]);
        let mut queue = VecDeque::from([start]);
        let mut visited = 0_usize;
        while let Some(pair) = queue.pop_front() {
            visited += 1;
            if visited.is_multiple_of(BETWEEN) {
                self.held.set(PAIR * (came.len() + self.barren.len() + self.known.len()));
                if self.deadline.has_passed() {
                    return Err(GaveUp::Time);
                }
            }
            if self.is_hopeless(pair) {
                continue;
            }
            // Of a state that was not visited nothing is said, not even that it rejects.
            if self.unknown[0] == Some(pair.0) || self.unknown[1] == Some(pair.1) {
                return Err(GaveUp::Unknown);
            }
            if (self.wanted)(self.left.accepts(pair.0), self.right.accepts(pair.1)) {
                return Ok(Some(self.word(pair, &came)));
            }
            let mut visit = |byte, next| {
                came.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    Some((pair, byte))
                });
            };
            // Of the strings through this pair the best is known.
            if let Some(&(byte, next)) = self.known.get(&pair) {
                self.steps += 1;
                visit(byte, next);
                continue;
            }
            self.steps += self.letters.len();
            if self.steps > last {
                return Err(GaveUp::Pairs(came.len()));
            }
            for &(byte, left, right) in &self.letters {
                let next = (self.left.next(pair.0, left), self.right.next(pair.1, right));
                if !self.barren.contains(&next) {
                    visit(byte, next);
                }
            }
        }
        self.barren.extend(came.into_keys());
        self.held.set(PAIR * (self.barren.len() + self.known.len()));
        Ok(None)
    }

    /// Whether no wanted string goes on from a pair, since one state is dead and the other alone cannot have one.
    fn is_hopeless(&self, (left, right): States) -> bool {
        let [dead_left, dead_right] = [self.dead[0] == Some(left), self.dead[1] == Some(right)];
        let wanted = |left, right| (self.wanted)(left, right);
        (dead_left && !wanted(false, true) || dead_right && !wanted(true, false))
            && !wanted(false, false)
    }

    /// The wanted string by the way to a pair. The way is the best from each pair that it passes.
    fn word(&mut self, found: States, came: &HashMap<States, Option<(States, u8)>>) -> Vec<u8> {
        let (mut word, mut at) = (Vec::new(), found);
        while let Some(&Some((before, byte))) = came.get(&at) {
            self.known.insert(before, (byte, at));
            word.push(byte);
            at = before;
        }
        word.reverse();
        word
    }
}

impl Dfa {
    /// A byte of each class that either automaton tells apart, with its class in each.
    ///
    /// The bytes are in their own order, those that can be seen before the others: of the shortest
    /// strings that is the first in a dictionary.
    pub fn letters(&self, other: &Self) -> Vec<(u8, usize, usize)> {
        let classes = self.classes.common(&other.classes);
        let least = |class| {
            let members = classes.members(class);
            members.iter().find(u8::is_ascii_graphic).or(members.first())
        };
        let mut letters: Vec<u8> = (0..classes.count()).filter_map(least).collect();
        letters.sort_unstable_by_key(|byte| (!byte.is_ascii_graphic(), *byte));
        let classed = |byte| (byte, self.classes.of(byte), other.classes.of(byte));
        letters.into_iter().map(classed).collect()
    }

    /// The dead state: the first that rejects and leads only to itself, and is not the unknown one.
    pub fn dead(&self, unknown: Option<u32>) -> Option<u32> {
        let is_dead = |&state: &u32| {
            let leads_on = self.row(state).iter().any(|&next| next != state);
            !self.accepts(state) && !leads_on && Some(state) != unknown
        };
        (0..self.states() as u32).find(is_dead)
    }

    /// The shortest string of a start's language.
    pub fn shortest(&self, start: usize) -> Option<Vec<u8>> {
        common((self, start), (self, start))
    }

    /// The strings of a start's language, made of representatives of the classes. Shorter strings
    /// come first, and among strings of one length the more readable.
    pub fn members(&self, start: usize) -> Members<'_> {
        let reach = vec![self.accept.clone()];
        let start = self.starts[start];
        Members { dfa: self, start, reach, path: None, barren: 0, work: u64::MAX }
    }
}

/// The strings of a language, in the order that [`Dfa::members`] says.
#[derive(Clone, Debug)]
pub struct Members<'d> {
    dfa: &'d Dfa,
    start: u32,
    /// For each number of bytes, the states from which a string of exactly that length is accepted.
    reach: Vec<Vec<bool>>,
    /// The classes of the last member, if the length has not changed since.
    path: Option<Vec<usize>>,
    /// The number of lengths in a row without a member. When it reaches the number of states, no member follows.
    barren: usize,
    /// How many transitions may still be looked at.
    work: u64,
}

impl Iterator for Members<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let classes = self.dfa.classes.count() as u64;
        while self.barren <= self.dfa.states() && self.work > 0 {
            if let Some(path) = self.successor() {
                self.work = self.work.saturating_sub(path.len() as u64 * classes);
                let word = path.iter().map(|&class| self.dfa.classes.representative(class));
                let word = word.collect();
                (self.path, self.barren) = (Some(path), 0);
                return Some(word);
            }
            (self.path, self.barren) = (None, self.barren + 1);
            self.work = self.work.saturating_sub(self.dfa.states() as u64 * classes);
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
    /// Ends after so many transitions, though there may be more members.
    pub fn within(self, work: u64) -> Self {
        Self { work, ..self }
    }

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

    /// The least path of the present length with a given beginning.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::bytes::{ByteSet, Classes};
    use crate::build::dfa::Explorer;

    /// Accepts `a` at least `count` times.
    fn at_least(count: u8) -> Explorer<u8> {
        counting(count, 5)
    }

    fn counting(count: u8, limit: usize) -> Explorer<u8> {
        let mut explorer = Explorer::new(Classes::refine([ByteSet::single(b'a')]));
        let row = |&state: &u8, _: &Classes| {
            let after = if state < count { state + 1 } else { state };
            // The first class has all other bytes.
            Some((state == count, vec![count + 1, after]))
        };
        let _ = explorer.add(0, limit, row);
        explorer
    }

    const ONLY: [Wanted; 2] = [|left, right| left && !right, |left, right| right && !left];

    /// Five states of the first are visited, and none accepts. Neither emptiness nor a missing string is reported;
    /// `aaa` is a difference.
    #[test]
    fn unvisited_states_are_not_a_difference() {
        let partial = at_least(9).partial(0);
        let whole = |count| counting(count, 99).finish(vec![0]);
        let find = |only: Wanted, whole: &Dfa| {
            let search = ProductSearch::new(&partial.dfa, whole, only);
            search.knowing([Some(partial.unknown), None]).find((partial.dfa.start(0), 0), 99)
        };
        let three = whole(3);
        assert_eq!(find(ONLY[0], &three), Err(GaveUp::Unknown));
        assert_eq!(find(ONLY[1], &three), Ok(Some(b"aaa".to_vec())));
        // The other agrees with the visited part, and has strings beyond it.
        let six = counting(6, 99).finish(vec![0]);
        assert_eq!(ONLY.map(|only| find(only, &six)), [const { Err(GaveUp::Unknown) }; 2]);
    }

    #[test]
    fn a_search_reuses_results_within_its_steps() {
        let [four, three] = [4, 3].map(|count| counting(count, 99).finish(vec![0]));
        let mut search = ProductSearch::new(&three, &four, ONLY[0]);
        let after = (three.walk(0, b"a"), four.walk(0, b"a"));
        assert_eq!(search.find(after, 9), Ok(Some(b"aa".to_vec())));
        let before = search.steps;
        assert_eq!(search.find((0, 0), 99), Ok(Some(b"aaa".to_vec())));
        // Two letters from the first pair, and one from each known pair.
        assert_eq!(search.steps - before, 4);
        let mut search = ProductSearch::new(&four, &three, ONLY[0]);
        assert_eq!(search.find((0, 0), 3), Err(GaveUp::Pairs(3)));
        assert_eq!(search.find((0, 0), 99), Ok(None));
    }

    /// Two cycles of coprime lengths: their product has all 41,989 pairs of states.
    #[test]
    fn a_search_ends_at_its_deadline() {
        let [left, right] = [211, 199].map(|length: u8| {
            let mut explorer = Explorer::new(Classes::refine([]));
            let row = |&state: &u8, _: &Classes| Some((state == 0, vec![(state + 1) % length]));
            let start = explorer.add(0, 999, row).unwrap();
            explorer.finish(vec![start])
        });
        let never: Wanted = |_, _| false;
        let search = || ProductSearch::new(&left, &right, never);
        assert_eq!(search().find((0, 0), usize::MAX), Ok(None));
        let passed = Deadline::after(std::time::Duration::ZERO);
        assert_eq!(search().until(&passed).find((0, 0), usize::MAX), Err(GaveUp::Time));
    }
}
