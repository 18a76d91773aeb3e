//! Strings at the borders of the classes of an automaton.
//!
//! In: an automaton and one of its states. Out: members and near misses of the language of the state:
//! where two neighbouring bytes lead on differently, where a string may end or not, and, whatever the
//! automaton says of them, with the characters at the borders of UTF-8. A fault of an automaton is most
//! often a border that is one off, or a border that is missing.
//!
//! Of `[a-z]+` the strings are the empty one, `` ` ``, `a`, `z` and `{`, the same after an `a`, and both
//! with each of [`CHARACTERS`].

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::{Dfa, Distances};

/// The number of states whose borders are looked at, those nearest to the start.
const STATES: usize = 500;

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
    /// The bytes that stand for the classes.
    letters: Vec<u8>,
}

/// A test string in three parts: a state, which stands for its shortest access string; the bytes that are
/// appended; and a state, which stands for its shortest completion. The last state need not be the one to
/// which the bytes lead. A string that ends in the first state has none.
type Border = (u32, Vec<u8>, Option<u32>);

impl<'d> Borders<'d> {
    /// Prepares a walk through an automaton.
    #[must_use]
    pub fn of(dfa: &'d Dfa) -> Self {
        let classes = dfa.classes();
        let last = (0..u8::MAX).filter(|&byte| classes.of(byte) != classes.of(byte + 1)).collect();
        let letters = dfa.letters(dfa).into_iter().map(|(byte, ..)| byte).collect();
        Self { dfa, distances: Distances::of(dfa), last, letters }
    }

    /// At most so many strings: one for each kind of border first, and then others, spread evenly over
    /// the states.
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
            [self.way(state, &came), bytes, rest.unwrap_or_default()].concat()
        });
        strings.filter(|string| seen.insert(string.clone())).collect()
    }

    /// The states that are nearest to a state, and how each is first reached.
    fn nearest(&self, start: u32) -> (Vec<u32>, HashMap<u32, (u32, u8)>) {
        let (mut states, mut came) = (vec![start], HashMap::default());
        let mut at = 0;
        while let Some(&state) = states.get(at).filter(|_| states.len() < STATES) {
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

    fn way(&self, mut state: u32, came: &HashMap<u32, (u32, u8)>) -> Vec<u8> {
        let mut way = Vec::new();
        while let Some(&(before, byte)) = came.get(&state) {
            way.push(byte);
            state = before;
        }
        way.reverse();
        way
    }

    /// The borders at a state.
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

    #[test]
    fn the_borders_of_a_word_of_small_letters() {
        let letters = ByteSet::range(b'a', b'z');
        let step = |&state: &u8, byte| if state < 2 && letters.contains(byte) { 1 } else { 2 };
        let classes = Classes::refine([letters]);
        let dfa = Dfa::explore(classes, vec![0], 9, |&state| state == 1, step).unwrap();
        let strings = Borders::of(&dfa).strings(dfa.start(0), 100);
        for wanted in ["", "`", "a", "z", "{", "a`", "aa", "az", "a{", "a\u{D7FF}", "a\u{E000}"] {
            assert!(strings.contains(&wanted.as_bytes().to_vec()), "{wanted:?}");
        }
        // A border alone comes before the others.
        let few = Borders::of(&dfa).strings(dfa.start(0), 5);
        assert_eq!(few, [&b""[..], b"`", b"a", b"z", b"{"]);
    }

    #[test]
    fn a_dead_state_has_borders_too() {
        let dfa = Dfa::default();
        assert!(Borders::of(&dfa).strings(0, 100).contains(&b"\x7F".to_vec()));
    }
}
