//! The members in the order of their lengths.

use super::ByteSampler;
use crate::Word;

/// The members of a language, found one at a time. A beginning is only kept if it can be completed
/// at the present length, so no work is in vain.
struct Shortest<'s> {
    sampler: &'s ByteSampler,
    /// For each number of bytes, whether a string of that length leads from each state to an end.
    ends: Vec<Vec<bool>>,
    /// The beginnings of words of the present length, each with its state.
    waiting: Vec<(u32, Word)>,
}

impl ByteSampler {
    /// The members of the language, those of the fewest letters first, and within the length limit. One
    /// letter stands for each class.
    pub fn shortest(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let dfa = &self.dfa;
        let ends = dfa.all().map(|state| dfa.accepts(state)).collect();
        Shortest { sampler: self, ends: vec![ends], waiting: vec![(0, Word::new())] }
    }
}

impl Iterator for Shortest<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let dfa = &self.sampler.dfa;
        loop {
            let length = self.ends.len() - 1;
            let Some((state, word)) = self.waiting.pop() else {
                let last = self.ends.last()?;
                if length == self.sampler.max_len || !last.contains(&true) {
                    return None;
                }
                let leads =
                    |state| dfa.alphabet().any(|letter| last[dfa.step(state, letter) as usize]);
                self.ends.push(dfa.all().map(leads).collect());
                self.waiting.push((0, Word::new()));
                continue;
            };
            if !self.ends[length - word.len()][state as usize] {
                continue;
            }
            if word.len() == length {
                return Some(dfa.bytes(&word));
            }
            let longer = |letter| (dfa.step(state, letter), [&word[..], &[letter]].concat());
            self.waiting.extend(dfa.alphabet().rev().map(longer));
        }
    }
}
