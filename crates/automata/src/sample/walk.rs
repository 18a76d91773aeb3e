//! Walks through an automaton from the start to an end, each led through one transition, or one state. Of the
//! transitions that may follow, a walk takes the one that was taken least often. On the way to the goal three steps of
//! four must lead nearer to it, and on the way home one of two must lead nearer to an end, so that a walk arrives.

use super::ByteSampler;
use crate::Word;

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

    /// The transitions from which `room` letters, with their own, are enough to reach the end of the distances.
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

// The members in the order of their lengths.

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

// Near misses: a member is led through a state, and there a character is put in, left out, or replaced. What is put in
// need not be wrong where it stands: of `1.2.3.4` without a number each byte is right, and the string ends too early.

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

    pub(super) fn text(&self) -> Vec<u8> {
        [&self.before[..], &self.put, &self.after].concat()
    }

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
