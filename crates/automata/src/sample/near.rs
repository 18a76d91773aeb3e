//! Near misses: strings that are no members, one edit away from one.
//!
//! A member is led through a state, and there a character is put in, left out, or replaced. States
//! and letters take turns, as transitions do in members. What is put in need not be wrong where it
//! stands: of `1.2.3.4` without a number each byte is right, and the string ends too early.

use super::ByteSampler;

/// A string one edit away from a member, in its parts: the member is `before`, `removed`, `after`, and the
/// string is `before`, `put`, `after`. A member itself has neither of the two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NearMiss {
    pub(super) before: Vec<u8>,
    pub(super) removed: Vec<u8>,
    pub(super) put: Vec<u8>,
    pub(super) after: Vec<u8>,
}

impl NearMiss {
    /// The letters of a member, of which so many at a place are replaced.
    fn of(text: &[Vec<u8>], at: usize, removed: usize, put: Vec<u8>) -> Self {
        let (before, rest) = text.split_at(at);
        let (removed, after) = rest.split_at(removed);
        Self { before: before.concat(), removed: removed.concat(), put, after: after.concat() }
    }

    /// The whole string.
    pub(super) fn text(&self) -> Vec<u8> {
        [&self.before[..], &self.put, &self.after].concat()
    }

    /// Whether nothing is edited.
    #[cfg(feature = "proptest")]
    pub(super) fn is_member(&self) -> bool {
        self.removed == self.put
    }
}

/// The number of edits that are tried where none is known to be wrong.
const TRIES: usize = 1_000;

impl ByteSampler {
    /// Makes a near miss: a string that is not a member, and becomes one by one edit. The edit adds,
    /// removes or replaces a letter, so a near miss may be a letter longer than the longest member. There
    /// is none if every string is a member, as far as a thousand edits show.
    pub fn near_miss(&mut self) -> Option<Vec<u8>> {
        self.near_miss_apart().map(|found| found.text())
    }

    /// A near miss, in its parts.
    pub(super) fn near_miss_apart(&mut self) -> Option<NearMiss> {
        let is_dead = |(state, letter)| {
            let next = self.dfa.step(state, letter);
            let is_dead = self.to_end[next as usize].is_none();
            self.to_end[state as usize].filter(|_| is_dead)
        };
        let rarest = self.rarest(is_dead);
        let Some(&(state, wrong)) = self.random.choose(&rarest) else { return self.edited() };
        let transition = self.transition(state, wrong);
        self.taken[transition] += 1;
        let (word, at) = self.walk_through(state, None);
        let text: Vec<Vec<u8>> = word.iter().map(|&letter| self.letter(letter)).collect();
        let other = self.random.below(self.dfa.letters.len()) as u16;
        let [wrong, other] = [wrong, other].map(|letter| self.letter(letter));
        let edited = self.edit(&text, at, wrong.clone(), other);
        let is_member = self.acceptor.accepts(&edited.text());
        Some(if is_member { NearMiss::of(&text, at, 0, wrong) } else { edited })
    }

    /// Puts a letter in, leaves one out, or replaces one.
    fn edit(&mut self, text: &[Vec<u8>], at: usize, wrong: Vec<u8>, other: Vec<u8>) -> NearMiss {
        let is_last = at == text.len();
        let (removed, put) = match self.random.below(5) {
            0 => (0, other),
            1 if !is_last => (1, other),
            2 if !is_last => (1, Vec::new()),
            3 if !is_last => (1, wrong),
            _ => (0, wrong),
        };
        NearMiss::of(text, at, removed, put)
    }

    /// A near miss where no letter is wrong wherever it stands, as among the strings of even length.
    fn edited(&mut self) -> Option<NearMiss> {
        for _ in 0..TRIES {
            let word = self.walk_anywhere();
            let text: Vec<Vec<u8>> = word.iter().map(|&letter| self.letter(letter)).collect();
            let at = self.random.below(text.len() + 1);
            let [wrong, other] = [(); 2].map(|()| {
                let letter = self.random.below(self.dfa.letters.len()) as u16;
                self.letter(letter)
            });
            let edited = self.edit(&text, at, wrong, other);
            if !self.acceptor.accepts(&edited.text()) {
                return Some(edited);
            }
        }
        None
    }
}
