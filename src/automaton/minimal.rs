//! The minimal DFA of one production: the part of its grammar's automaton that it reaches.
//!
//! In: an automaton that has a start for each production, and one of them. Out: its states alone,
//! numbered in the order in which a walk breadth first meets them, so the start is 0. What is
//! forgotten: the other productions, and which bytes a class has, but for one that stands for it.
//!
//! The letters are characters, so whatever is made of them is a string. The surprising case: one
//! letter more than there are classes. No production has a byte above 127; so those share a class
//! with the space, but an implementation that takes `é` for a letter is a likelier one than any
//! other that is wrong about that class. It stands beside the class's own letter.

#[cfg(feature = "sample")]
use std::collections::VecDeque;

use super::Automaton;

/// A character that is in no production. Its first byte is already wrong.
const FOREIGN: char = 'é';

/// A string, as indices of letters.
pub(crate) type Word = Vec<u8>;

/// The minimal and complete automaton of one production. At most one of its states is dead.
pub(crate) struct MinimalDfa {
    /// The letters: at least one for each class of bytes, and a foreign one.
    pub(crate) letters: Vec<char>,
    /// The state after a state and a letter, at `state * letters + letter`.
    next: Vec<u16>,
    /// For each state, whether a string may end in it.
    accept: Vec<bool>,
    /// For each state except the start: the state and the letter by which the state was first
    /// reached.
    came: Vec<Option<(u16, u8)>>,
}

impl MinimalDfa {
    /// Builds the automaton of what is reachable from a start. With `all_ascii` every character of
    /// ASCII is a letter; the characters that stand for a class come first.
    pub(crate) fn of(automaton: &Automaton, start: u16, all_ascii: bool) -> Self {
        let is_other = |byte: &u8| all_ascii && !automaton.representatives.contains(byte);
        let others = (0..=127).filter(is_other);
        let bytes = automaton.representatives.iter().copied().chain(others);
        let letters: Vec<char> = bytes.map(char::from).chain([FOREIGN]).collect();
        let mut number: Vec<Option<u16>> = vec![None; automaton.accept.len()];
        let (mut met, mut came, mut next) = (vec![start], vec![None], Vec::new());
        number[usize::from(start)] = Some(0);
        let mut at = 0;
        while let Some(&state) = met.get(at) {
            for (letter, character) in letters.iter().enumerate() {
                let after = automaton.step(state, character.encode_utf8(&mut [0; 2]).as_bytes()[0]);
                let known = &mut number[usize::from(after)];
                next.push(*known.get_or_insert_with(|| {
                    met.push(after);
                    came.push(Some((at as u16, letter as u8)));
                    (met.len() - 1) as u16
                }));
            }
            at += 1;
        }
        let accept = met.iter().map(|&state| automaton.accepts(state)).collect();
        Self { letters, next, accept, came }
    }

    /// The number of states.
    pub(crate) const fn states(&self) -> usize {
        self.accept.len()
    }

    /// All states.
    pub(crate) fn all(&self) -> impl Iterator<Item = u16> + use<> {
        0..self.states() as u16
    }

    /// The indices of the letters.
    pub(crate) fn alphabet(&self) -> impl DoubleEndedIterator<Item = u8> + use<> {
        0..self.letters.len() as u8
    }

    /// The state after a letter.
    pub(crate) fn step(&self, state: u16, letter: u8) -> u16 {
        self.next[usize::from(state) * self.letters.len() + usize::from(letter)]
    }

    /// The state after a word.
    pub(crate) fn after(&self, state: u16, word: &[u8]) -> u16 {
        word.iter().fold(state, |state, &letter| self.step(state, letter))
    }

    /// Whether a string may end in that state.
    pub(crate) fn accepts(&self, state: u16) -> bool {
        self.accept[usize::from(state)]
    }

    /// Whether the word by which the next state was first reached goes through this state and this
    /// letter.
    pub(crate) fn is_first_way(&self, state: u16, letter: u8) -> bool {
        self.came[usize::from(self.step(state, letter))] == Some((state, letter))
    }

    /// A shortest word that leads from the start to a state. Each beginning of the word is the
    /// shortest word to its own state.
    pub(crate) fn access(&self, mut state: u16) -> Word {
        let mut word = Word::new();
        while let Some((before, letter)) = self.came[usize::from(state)] {
            word.push(letter);
            state = before;
        }
        word.reverse();
        word
    }

    /// For each state, the number of letters in the shortest word that leads to one of the goal
    /// states. There is none where no word does.
    #[cfg(feature = "sample")]
    pub(crate) fn distances(&self, goals: impl Fn(u16) -> bool) -> Vec<Option<usize>> {
        let mut before: Vec<Vec<u16>> = vec![Vec::new(); self.states()];
        for state in self.all() {
            for letter in self.alphabet() {
                before[usize::from(self.step(state, letter))].push(state);
            }
        }
        let mut distances: Vec<Option<usize>> =
            self.all().map(|state| goals(state).then_some(0)).collect();
        let mut waiting: VecDeque<u16> = self.all().filter(|&state| goals(state)).collect();
        while let Some(state) = waiting.pop_front() {
            let farther = distances[usize::from(state)].map(|distance| distance + 1);
            for &state in &before[usize::from(state)] {
                if distances[usize::from(state)].is_none() {
                    distances[usize::from(state)] = farther;
                    waiting.push_back(state);
                }
            }
        }
        distances
    }

    /// The string that a word stands for.
    pub(crate) fn text(&self, word: &[u8]) -> String {
        word.iter().map(|&letter| self.letters[usize::from(letter)]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::Edition;

    fn dfa(rule: &str) -> MinimalDfa {
        let found = Edition::Rfc3986.production(rule).unwrap();
        MinimalDfa::of(found.grammar.automaton, found.start, false)
    }

    /// No production of any grammar goes on after a byte above 127, or after the foreign letter.
    #[test]
    fn what_is_foreign_is_foreign_everywhere() {
        for grammar in Edition::ALL.iter().flat_map(|edition| edition.grammars()) {
            for state in 0..grammar.automaton.accept.len() as u16 {
                for byte in 0x80..=u8::MAX {
                    assert_eq!(grammar.automaton.step(state, byte), Automaton::DEAD);
                }
            }
        }
    }

    #[test]
    fn every_state_is_where_its_word_leads() {
        for rule in ["URI-reference", "IPv6address", "dec-octet", "path-empty"] {
            let dfa = dfa(rule);
            for state in dfa.all() {
                assert_eq!(dfa.after(0, &dfa.access(state)), state, "{rule}");
            }
        }
    }

    /// The states, worked out by hand: the start, the dead state, and the states after "%", "%0"
    /// and "%00".
    #[test]
    fn pct_encoded_has_five_states() {
        let dfa = dfa("pct-encoded");
        assert_eq!(dfa.states(), 5);
        assert!(dfa.all().filter(|&state| dfa.accepts(state)).eq([4]));
        let words: Vec<_> = dfa.all().map(|state| dfa.text(&dfa.access(state))).collect();
        assert_eq!(words, ["", "0", "%", "%0", "%00"]);
    }

    #[cfg(feature = "sample")]
    #[test]
    fn distances_are_those_of_the_shortest_words() {
        let dfa = dfa("pct-encoded");
        let ends = dfa.distances(|state| dfa.accepts(state));
        assert_eq!(ends, [Some(3), None, Some(2), Some(1), Some(0)]);
        assert_eq!(dfa.distances(|state| state == 0), [Some(0), None, None, None, None]);
    }
}
