//! Near misses: strings that are no members, one edit away from one.
//!
//! A member is led through a state, and there a character is put in, left out, or replaced. States
//! and letters take turns, as transitions do in members. What is put in need not be wrong where it
//! stands: of `1.2.3.4` without a number each byte is right, and the string ends too early.

use super::ByteSampler;

/// The number of edits that are tried where none is known to be wrong.
const TRIES: usize = 1_000;

impl ByteSampler {
    /// Makes a near miss: a string that is not a member, and becomes one by one edit. The edit adds,
    /// removes or replaces a letter, so a near miss may be a letter longer than the longest member. There
    /// is none if every string is a member, as far as a thousand edits show.
    pub fn near_miss(&mut self) -> Option<Vec<u8>> {
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
        let mut text: Vec<Vec<u8>> = word.iter().map(|&letter| self.letter(letter)).collect();
        let other = self.random.below(self.dfa.letters.len()) as u16;
        let [wrong, other] = [wrong, other].map(|letter| self.letter(letter));
        let edited = self.edit(&text, at, wrong.clone(), other).concat();
        if !self.acceptor.accepts(&edited) {
            return Some(edited);
        }
        text.insert(at, wrong);
        Some(text.concat())
    }

    /// Puts a letter in, leaves one out, or replaces one.
    fn edit(
        &mut self,
        text: &[Vec<u8>],
        at: usize,
        wrong: Vec<u8>,
        other: Vec<u8>,
    ) -> Vec<Vec<u8>> {
        let is_last = at == text.len();
        let mut edited = text.to_vec();
        match self.random.below(5) {
            0 => edited.insert(at, other),
            1 if !is_last => edited[at] = other,
            2 if !is_last => drop(edited.remove(at)),
            3 if !is_last => edited[at] = wrong,
            _ => edited.insert(at, wrong),
        }
        edited
    }

    /// A near miss where no letter is wrong wherever it stands, as among the strings of even length.
    fn edited(&mut self) -> Option<Vec<u8>> {
        for _ in 0..TRIES {
            let word = self.walk_anywhere();
            let text: Vec<Vec<u8>> = word.iter().map(|&letter| self.letter(letter)).collect();
            let at = self.random.below(text.len() + 1);
            let [wrong, other] = [(); 2].map(|()| {
                let letter = self.random.below(self.dfa.letters.len()) as u16;
                self.letter(letter)
            });
            let edited = self.edit(&text, at, wrong, other).concat();
            if !self.acceptor.accepts(&edited) {
                return Some(edited);
            }
        }
        None
    }
}
