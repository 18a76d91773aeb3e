//! Near misses: strings that are no members, one edit away from one.
//!
//! A member is led through a state, and there a character is put in, left out, or replaced. States
//! and letters take turns, as transitions do in members. What is put in need not be wrong where it
//! stands: of `1.2.3.4` without a number each byte is right, and the string ends too early.

use super::Sampler;

impl Sampler {
    /// Makes a near miss: a string that is not a member, and becomes one by one edit. The edit
    /// adds, removes or replaces a character. A near miss may be a character longer than the
    /// longest member.
    pub fn near_miss(&mut self) -> String {
        let is_dead = |(state, letter)| {
            let next = self.dfa.step(state, letter);
            let is_dead = self.to_end[usize::from(next)].is_none();
            self.to_end[usize::from(state)].filter(|_| is_dead)
        };
        // No production has the foreign letter, so there is one.
        let rarest = self.rarest(is_dead);
        let Some(&(state, wrong)) = self.random.choose(&rarest) else { return String::new() };
        let transition = self.transition(state, wrong);
        self.taken[transition] += 1;
        let (word, at) = self.walk_through(state, None);
        let mut text: Vec<char> = word.iter().map(|&letter| self.character(letter)).collect();
        let is_last = at == text.len();
        let other = self.random.below(self.dfa.letters.len()) as u8;
        let [wrong, other] = [wrong, other].map(|letter| self.character(letter));
        let mut edited = text.clone();
        match self.random.below(5) {
            0 => edited.insert(at, other),
            1 if !is_last => edited[at] = other,
            2 if !is_last => drop(edited.remove(at)),
            3 if !is_last => edited[at] = wrong,
            _ => edited.insert(at, wrong),
        }
        let edited: String = edited.into_iter().collect();
        if !self.is_member(&edited) {
            return edited;
        }
        text.insert(at, wrong);
        text.into_iter().collect()
    }
}
