//! The members in the order of their lengths.

use super::Sampler;
use crate::automaton::minimal::Word;

/// Finds them one at a time. A beginning is only taken up if it can be completed at the length that
/// is being looked for, so nothing is looked at in vain.
struct Shortest<'s> {
    sampler: &'s Sampler,
    /// For each number of bytes, the states from which as many lead to an end.
    ends: Vec<Vec<bool>>,
    /// The beginnings of words of the greatest of these numbers, with their states.
    waiting: Vec<(u16, Word)>,
}

impl Sampler {
    /// The members, shortest first, over one character of each class, and none longer than members
    /// are to be.
    pub fn shortest(&self) -> impl Iterator<Item = String> + '_ {
        let dfa = &self.dfa;
        let ends = dfa.all().map(|state| dfa.accepts(state)).collect();
        Shortest { sampler: self, ends: vec![ends], waiting: vec![(0, Word::new())] }
    }
}

impl Iterator for Shortest<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let dfa = &self.sampler.dfa;
        loop {
            let length = self.ends.len() - 1;
            let Some((state, word)) = self.waiting.pop() else {
                let last = self.ends.last()?;
                if length == self.sampler.max_len || !last.contains(&true) {
                    return None;
                }
                let leads =
                    |state| dfa.alphabet().any(|letter| last[usize::from(dfa.step(state, letter))]);
                self.ends.push(dfa.all().map(leads).collect());
                self.waiting.push((0, Word::new()));
                continue;
            };
            if !self.ends[length - word.len()][usize::from(state)] {
                continue;
            }
            if word.len() == length {
                return Some(dfa.text(&word));
            }
            let longer = |letter| (dfa.step(state, letter), [&word[..], &[letter]].concat());
            self.waiting.extend(dfa.alphabet().rev().map(longer));
        }
    }
}
