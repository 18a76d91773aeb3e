//! Walks through an automaton from the start to an end.
//!
//! Each walk is led through one transition, or one state. Of the transitions that may follow, a walk takes the
//! one that was taken least often. On the way to the goal three steps of four must lead nearer to the goal, and
//! on the way home one of two must lead nearer to an end, so that a walk arrives.

use super::ByteSampler;
use crate::Word;

/// A step: a letter, and the state that it leads to.
type Transition = (u16, u32);

impl ByteSampler {
    /// Walks through the transition that was taken least often, of those that a member may take.
    pub(super) fn walk_anywhere(&mut self) -> Word {
        let rest = |(state, letter)| {
            let next = self.dfa.step(state, letter);
            self.to_end[next as usize].map(|length| length + 1)
        };
        let rarest = self.rarest(rest);
        let Some(&(state, letter)) = self.random.choose(&rarest) else { return Word::new() };
        self.walk_through(state, Some(letter)).0
    }

    /// The transitions that were taken least often, of those from which a string can be completed
    /// within the number of letters that `rest` gives.
    pub(super) fn rarest(&self, rest: impl Fn((u32, u16)) -> Option<usize>) -> Vec<(u32, u16)> {
        let (mut least, mut found) = (u64::MAX, Vec::new());
        for state in self.dfa.all() {
            for letter in self.dfa.alphabet() {
                let taken = self.taken[self.transition(state, letter)];
                let length = || Some(self.from_start[state as usize] + rest((state, letter))?);
                if taken > least || length().is_none_or(|length| length > self.max_len) {
                    continue;
                }
                if taken < least {
                    least = taken;
                    found.clear();
                }
                found.push((state, letter));
            }
        }
        found
    }

    /// Walks through a state, and leaves it by a letter if one is given. Returns also the index of
    /// that state in the word.
    pub(super) fn walk_through(&mut self, goal: u32, letter: Option<u16>) -> (Word, usize) {
        let to_goal = self.dfa.distances(|state| state == goal);
        let after = letter.map_or(goal, |letter| self.dfa.step(goal, letter));
        let rest = usize::from(letter.is_some()) + self.to_end[after as usize].unwrap_or(0);
        let (mut state, mut word) = (0, Word::new());
        while state != goal {
            let near = to_goal[state as usize];
            let room = self.max_len - word.len() - rest;
            let mut steps = self.steps(state, |next| to_goal[next as usize], room);
            if !self.random.once_in(4) {
                steps.retain(|&(_, next)| to_goal[next as usize] < near);
            }
            state = self.take(state, &steps, &mut word);
        }
        let at = word.len();
        if let Some(letter) = letter {
            state = self.take(state, &[(letter, after)], &mut word);
        }
        self.walk_home(state, &mut word);
        (word, at)
    }

    /// Walks on to an end.
    fn walk_home(&mut self, mut state: u32, word: &mut Word) {
        loop {
            let near = self.to_end[state as usize];
            let room = self.max_len - word.len();
            let mut steps = self.steps(state, |next| self.to_end[next as usize], room);
            let is_end = self.dfa.accepts(state);
            if is_end && (steps.is_empty() || self.random.once_in(4)) {
                return;
            }
            if !is_end && self.random.once_in(2) {
                steps.retain(|&(_, next)| self.to_end[next as usize] < near);
            }
            state = self.take(state, &steps, word);
        }
    }

    /// The transitions from which `room` letters, with their own, are enough to reach the end of the
    /// distances.
    fn steps(
        &self,
        state: u32,
        distance: impl Fn(u32) -> Option<usize>,
        room: usize,
    ) -> Vec<Transition> {
        let steps = self.dfa.alphabet().map(|letter| (letter, self.dfa.step(state, letter)));
        let fits = |&(_, next): &Transition| distance(next).is_some_and(|distance| distance < room);
        steps.filter(fits).collect()
    }

    /// Takes a transition that was taken least often.
    fn take(&mut self, state: u32, steps: &[Transition], word: &mut Word) -> u32 {
        let taken = |&(letter, _): &Transition| self.taken[self.transition(state, letter)];
        let least = steps.iter().map(taken).min();
        let rare: Vec<_> = steps.iter().filter(|step| Some(taken(step)) == least).collect();
        // There is one: no state is entered from which what is left leads nowhere.
        let (letter, next) = **self.random.choose(&rare).expect("a step that leads on");
        let transition = self.transition(state, letter);
        self.taken[transition] += 1;
        word.push(letter);
        next
    }
}
