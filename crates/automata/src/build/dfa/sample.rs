//! Strings that are typical of a language, and strings that almost belong to it. Where shortest members all look
//! alike, as `0.0.0.0` and `0.0.0.1` do, a cover has all that an address can be made of.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::{Dfa, Distances, TooLarge};
use crate::product::way;

/// The number of states that are visited in search of near misses.
const STATES: usize = 5_000;
/// The number of near misses of one length that are looked at for each state.
const ALIKE: usize = 3;

/// The states of near misses, each with strings of one length that lead to it.
type Layer = Vec<((u32, Vec<u32>), Vec<Vec<u8>>)>;

impl Dfa {
    /// The product of a start with a start of another automaton: it runs both, and accepts where `accepts` says so of
    /// what they do. Its states are the pairs that can be reached.
    ///
    /// # Errors
    /// [`TooLarge`] when it takes more than `limit` states.
    pub fn product(
        (left, left_start): (&Self, usize),
        (right, right_start): (&Self, usize),
        limit: usize,
        accepts: impl Fn(bool, bool) -> bool,
    ) -> Result<Self, TooLarge> {
        let classes = left.classes.common(&right.classes);
        let starts = vec![(left.starts[left_start], right.starts[right_start])];
        let accepts = |pair: &(u32, u32)| accepts(left.accepts(pair.0), right.accepts(pair.1));
        let step =
            |pair: &(u32, u32), byte| (left.walk(pair.0, &[byte]), right.walk(pair.1, &[byte]));
        Self::explore(classes, starts, limit, accepts, step)
    }

    /// The intersection of a start's language with the language of a start of another automaton.
    ///
    /// # Errors
    /// [`TooLarge`] when it takes more than `limit` states.
    pub fn intersection(
        left: (&Self, usize),
        right: (&Self, usize),
        limit: usize,
    ) -> Result<Self, TooLarge> {
        Ok(Self::product(left, right, limit, |left, right| left && right)?.minimize())
    }

    /// For each transition from which a start's language can be completed, a shortest string that
    /// takes the transition. The shortest strings come first. If there are more than `most`, those
    /// returned are spread evenly over all of them.
    pub fn cover(&self, start: usize, most: usize) -> Vec<Vec<u8>> {
        let (before, after) = (self.prefixes(self.starts[start]), Distances::of(self));
        let mut words: BTreeSet<(usize, Vec<u8>)> = BTreeSet::new();
        for (state, prefix) in before.iter().enumerate() {
            let Some(prefix) = prefix else { continue };
            if self.accept[state] {
                words.insert((prefix.len(), prefix.clone()));
            }
            for (&next, &byte) in self.row(state as u32).iter().zip(self.classes.representatives())
            {
                if after.get(next).is_some() {
                    let letters = self.classes.representatives().iter().copied();
                    let suffix = after.completion(self, next, letters);
                    let word = [&prefix[..], &[byte], &suffix].concat();
                    words.insert((word.len(), word));
                }
            }
        }
        let every = words.len().div_ceil(most.max(1)).max(1);
        words.into_iter().step_by(every).map(|(_, word)| word).collect()
    }

    fn prefixes(&self, start: u32) -> Vec<Option<Vec<u8>>> {
        let mut words = vec![None; self.states()];
        words[start as usize] = Some(Vec::new());
        let mut waiting = VecDeque::from([(start, Vec::new())]);
        while let Some((state, word)) = waiting.pop_front() {
            for (&next, &byte) in self.row(state).iter().zip(self.classes.representatives()) {
                if words[next as usize].is_none() {
                    let word = [&word[..], &[byte]].concat();
                    words[next as usize] = Some(word.clone());
                    waiting.push_back((next, word));
                }
            }
        }
        words
    }

    /// Near misses of a start's language: strings that are not members, and become members when a
    /// byte is added, removed or replaced. The shortest come first, and all are made of `letters`.
    ///
    /// A state knows where the string as it is has come to, and every state to which an edit may have brought a
    /// member (the automaton of Levenshtein distance 1). There may be very many, so they are visited length by length
    /// until there are enough strings; of those that come to one state in one length, a few stand for all.
    pub fn near_misses(&self, start: usize, letters: &[u8], count: usize) -> Vec<Vec<u8>> {
        let distances = Distances::of(self);
        let mut found = Vec::new();
        let mut visited = 0;
        let mut layer: Layer = vec![((self.starts[start], Vec::new()), vec![Vec::new()])];
        while !layer.is_empty() && found.len() < count && visited < STATES {
            let mut longer = Layer::new();
            let mut places = HashMap::default();
            for ((plain, edited), words) in &layer {
                let mut around = self.row(*plain).to_vec();
                around.retain(|&state| distances.get(state).is_some());
                around.sort_unstable();
                around.dedup();
                let is_near = edited.iter().chain(&around).any(|&state| self.accepts(state));
                if is_near && !self.accepts(*plain) {
                    found.extend(words.iter().cloned());
                }
                for &byte in letters {
                    let class = self.classes.of(byte);
                    // A byte of the member is missing before this one, or stands in its place; or
                    // this one is too many.
                    let after = edited.iter().chain(&around).map(|&state| self.next(state, class));
                    let mut edited: Vec<u32> = after.collect();
                    edited.extend(&around);
                    edited.push(*plain);
                    edited.retain(|&state| distances.get(state).is_some());
                    edited.sort_unstable();
                    edited.dedup();
                    if edited.is_empty() {
                        continue;
                    }
                    let state = (self.next(*plain, class), edited);
                    let place = *places.entry(state.clone()).or_insert_with(|| {
                        longer.push((state, Vec::new()));
                        longer.len() - 1
                    });
                    let kept: &mut Vec<Vec<u8>> = &mut longer[place].1;
                    let more = words.iter().take(ALIKE - kept.len());
                    kept.extend(more.map(|word| [&word[..], &[byte]].concat()));
                }
            }
            visited += layer.len();
            layer = longer;
        }
        found.sort_by_key(Vec::len);
        found
    }

    /// The bytes that occur in some member, one of each class.
    pub fn alphabet(&self, start: usize) -> Vec<u8> {
        let after = Distances::of(self);
        let reached = self.reachable([self.starts[start]]);
        let letters = self.classes.representatives().iter().enumerate();
        let is_used =
            |class| reached.iter().any(|&state| after.get(self.next(state, class)).is_some());
        letters.filter(|&(class, _)| is_used(class)).map(|(_, &byte)| byte).collect()
    }
}

// Strings at the borders of the classes of an automaton: a fault of one is most often a border that is one off, or
// missing. Of `[a-z]+` the strings are the empty one, `` ` ``, `a`, `z` and `{`, the same after an `a`, and both with
// each of [`CHARACTERS`].

/// The number of states whose borders are looked at, those nearest to the start.
const NEAREST: usize = 500;

/// The characters on both sides of each border of UTF-8: between encodings of one length and of the
/// next, and around the surrogates.
const CHARACTERS: [char; 9] = [
    '\u{7F}',
    '\u{80}',
    '\u{7FF}',
    '\u{800}',
    '\u{D7FF}',
    '\u{E000}',
    '\u{FFFF}',
    '\u{10000}',
    char::MAX,
];

/// An automaton, to be asked for the strings at its borders.
pub struct Borders<'d> {
    dfa: &'d Dfa,
    distances: Distances,
    /// Each byte that is in another class than the next byte.
    last: Vec<u8>,
    letters: Vec<u8>,
}

/// A test string in three parts: a state, which stands for its shortest access string; the bytes that are
/// appended; and a state, which stands for its shortest completion. The last state need not be the one to
/// which the bytes lead. A string that ends in the first state has none.
type Border = (u32, Vec<u8>, Option<u32>);

impl<'d> Borders<'d> {
    /// Prepares a walk through an automaton.
    pub fn of(dfa: &'d Dfa) -> Self {
        let classes = dfa.classes();
        let last = (0..u8::MAX).filter(|&byte| classes.of(byte) != classes.of(byte + 1)).collect();
        let letters = dfa.letters(dfa).into_iter().map(|(byte, ..)| byte).collect();
        Self { dfa, distances: Distances::of(dfa), last, letters }
    }

    /// At most so many strings: one for each kind of border first, and then others, spread evenly over the states.
    pub fn strings(&self, start: u32, most: usize) -> Vec<Vec<u8>> {
        let (states, came) = self.nearest(start);
        let mut kinds = HashSet::default();
        let borders = states.iter().flat_map(|&state| self.borders(state));
        let (mut chosen, others): (Vec<Border>, Vec<Border>) =
            borders.partition(|(_, bytes, rest)| kinds.insert((bytes.clone(), rest.is_some())));
        chosen.truncate(most);
        let room = most - chosen.len();
        let every = others.len().div_ceil(room.max(1)).max(1);
        chosen.extend(others.into_iter().step_by(every).take(room));
        let mut seen = HashSet::default();
        let strings = chosen.into_iter().map(|(state, bytes, rest)| {
            let letters = self.letters.iter().copied();
            let rest = rest.map(|rest| self.distances.completion(self.dfa, rest, letters));
            [Self::access(state, &came), bytes, rest.unwrap_or_default()].concat()
        });
        strings.filter(|string| seen.insert(string.clone())).collect()
    }

    /// The states that are nearest to a state, and how each is first reached.
    fn nearest(&self, start: u32) -> (Vec<u32>, HashMap<u32, (u32, u8)>) {
        let (mut states, mut came) = (vec![start], HashMap::default());
        let mut at = 0;
        while let Some(&state) = states.get(at).filter(|_| states.len() < NEAREST) {
            at += 1;
            for &byte in &self.letters {
                let next = self.dfa.walk(state, &[byte]);
                let is_live = self.distances.get(next).is_some();
                if is_live && next != start && !came.contains_key(&next) {
                    came.insert(next, (state, byte));
                    states.push(next);
                }
            }
        }
        (states, came)
    }

    fn access(state: u32, came: &HashMap<u32, (u32, u8)>) -> Vec<u8> {
        way(state, |state| came.get(state).copied())
    }

    fn borders(&self, state: u32) -> Vec<Border> {
        let is_live = |state: &u32| self.distances.get(*state).is_some();
        let after = |bytes: &[u8]| Some(self.dfa.walk(state, bytes)).filter(is_live);
        // That the string ends here, may it or not.
        let mut found = vec![(state, Vec::new(), None)];
        for &last in &self.last {
            let (one, other) = (after(&[last]), after(&[last + 1]));
            if one != other {
                for rest in [one, other].into_iter().flatten() {
                    found.extend([last, last + 1].map(|byte| (state, vec![byte], Some(rest))));
                }
            }
        }
        found.extend(CHARACTERS.map(|character| {
            let bytes = character.to_string().into_bytes();
            let rest = after(&bytes).unwrap_or(state);
            (state, bytes, Some(rest))
        }));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::bytes::{ByteSet, Classes};

    /// Returns the automaton of `a`, then any number of `b`, then `c`.
    fn abc() -> Dfa {
        let classes = Classes::refine([b'a', b'b', b'c'].map(ByteSet::single));
        let step = |&state: &u8, byte: u8| match (state, byte) {
            (1, b'a') => 2,
            (2, b'b') => 2,
            (2, b'c') => 3,
            _ => 0,
        };
        Dfa::explore(classes, vec![1], 9, |&state| state == 3, step).unwrap().minimize()
    }

    #[test]
    fn a_cover_takes_every_transition() {
        assert_eq!(abc().cover(0, 9), [&b"ac"[..], b"abc"]);
        assert_eq!(abc().cover(0, 1), [b"ac"]);
    }

    #[test]
    fn near_misses_are_one_edit_away() {
        let abc = abc();
        assert_eq!(abc.alphabet(0), b"abc");
        let near: Vec<_> = abc.near_misses(0, b"abc", 40);
        // Each of the two bytes is left out once.
        assert_eq!(near[..2], [b"a", b"c"]);
        for text in ["bc", "aa", "cc", "aca"] {
            assert!(near.iter().any(|found| found == text.as_bytes()), "{text}");
        }
        let others = abc.near_misses(0, b"0", 40);
        assert!(others.is_empty(), "{others:?}");
        assert!(abc.near_misses(0, b"a0", 40).contains(&b"a0".to_vec()));
    }

    #[test]
    fn near_misses_are_outside_and_next_to_a_member() {
        let abc = abc();
        let bytes = b"abc";
        for word in abc.near_misses(0, bytes, 200) {
            assert!(!abc.matches(0, &word));
            let inserted = (0..=word.len())
                .flat_map(|at| bytes.map(|byte| [&word[..at], &[byte], &word[at..]].concat()));
            let deleted = (0..word.len()).map(|at| [&word[..at], &word[at + 1..]].concat());
            let other = (0..word.len())
                .flat_map(|at| bytes.map(|byte| [&word[..at], &[byte], &word[at + 1..]].concat()));
            let mut all = inserted.chain(deleted).chain(other);
            assert!(all.any(|near| abc.matches(0, &near)), "{word:?}");
        }
    }

    #[test]
    fn an_intersection_has_the_common_members() {
        let step = |&length: &u8, _| 3.min(length + 1);
        let two = Dfa::explore(Classes::refine([]), vec![0], 9, |n| *n == 2, step).unwrap();
        let both = Dfa::intersection((&abc(), 0), (&two, 0), 99).unwrap();
        assert_eq!(both.members(0).collect::<Vec<_>>(), [b"ac"]);
    }

    #[test]
    fn boundary_strings_surround_each_range() {
        let letters = ByteSet::range(b'a', b'z');
        let step = |&state: &u8, byte| if state < 2 && letters.contains(byte) { 1 } else { 2 };
        let classes = Classes::refine([letters]);
        let dfa = Dfa::explore(classes, vec![0], 9, |&state| state == 1, step).unwrap();
        let strings = Borders::of(&dfa).strings(dfa.start(0), 100);
        for wanted in ["", "`", "a", "z", "{", "a`", "aa", "az", "a{", "a\u{D7FF}", "a\u{E000}"] {
            assert!(strings.contains(&wanted.as_bytes().to_vec()), "{wanted:?}");
        }
        // Single boundary characters come first.
        let few = Borders::of(&dfa).strings(dfa.start(0), 5);
        assert_eq!(few, [&b""[..], b"`", b"a", b"z", b"{"]);
    }

    #[test]
    fn a_dead_state_has_boundary_strings() {
        let dfa = Dfa::default();
        assert!(Borders::of(&dfa).strings(0, 100).contains(&b"\x7F".to_vec()));
    }
}
