//! Random members of a language (its strings) and near misses (strings that are one edit away from a member),
//! reproducible from a seed on every platform. Strings are bytes, and lengths count letters: characters, or
//! bytes if the language has a member that is not UTF-8.
//!
//! Each member takes the transition that earlier members used least, so members cover the automaton evenly. A random
//! walk would hardly ever reach the last group of an IPv6 address: it would have to choose the one right letter out of
//! twenty, dozens of times in a row. In a finite language, members repeat.

#[cfg(feature = "proptest")]
mod strategy;
#[cfg(test)]
mod tests;

#[cfg(feature = "proptest")]
pub use strategy::{Members, NearMisses, Shrinking};

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::{Acceptor, Letter, LetterDfa, Word};

/// The default maximum number of letters of a member. If the shortest member is longer, its length is the maximum.
const LENGTH: usize = 64;

/// A generator of members of a language, and of near misses: strings that are one edit away from a member.
///
/// ```
/// use grammar_automata::{Acceptor, sample::ByteSampler};
///
/// // One digit or more: state 0 is dead, 1 the start, 2 the end; class 1 has all but the digits.
/// let classes = std::array::from_fn(|byte| u8::from(!(0x30..=0x39).contains(&byte)));
/// let next = vec![0, 0, 2, 0, 2, 0];
/// let port = Acceptor::new(classes, vec![b'0', b'/'], next, vec![false, false, true], 1);
/// let mut sampler = ByteSampler::new(port)?.seed(1);
/// assert_eq!(sampler.shortest().next().unwrap(), b"0");
/// assert!(sampler.member().iter().all(u8::is_ascii_digit));
/// # Ok::<(), grammar_automata::sample::NotSampled>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByteSampler {
    acceptor: Acceptor,
    dfa: LetterDfa,
    random: Random,
    max_len: usize,
    /// For each state, the length in letters of the shortest word that leads to it from the start.
    from_start: Vec<usize>,
    /// For each state, the length in letters of the shortest word that is accepted from it, if there is one.
    to_end: Vec<Option<usize>>,
    /// The number of uses of each transition, at the index from [`ByteSampler::transition`].
    uses: Vec<u64>,
}

/// The reason why a language has no sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotSampled {
    /// The language is empty.
    #[error("the language is empty: it has no string")]
    Empty,
    /// The automaton has too many letters and states.
    #[error(
        "the automaton is too large to be walked at random: it has too many states and letters"
    )]
    TooLarge,
    /// No member is as short as requested.
    #[error("the shortest member has {shortest} letters, more than the maximum of {max_len}")]
    TooLong {
        /// The requested maximum length, in letters.
        max_len: usize,
        /// The length of the shortest member, in letters.
        shortest: usize,
    },
}

impl ByteSampler {
    /// Creates a sampler for a language, with the seed 0 and members of at most 64 letters.
    ///
    /// # Errors
    /// Returns an error if the language is empty or its automaton is too large.
    pub fn new(acceptor: Acceptor) -> Result<Self, NotSampled> {
        if acceptor.is_empty() {
            return Err(NotSampled::Empty);
        }
        let dfa = LetterDfa::new(&acceptor, false).ok_or(NotSampled::TooLarge)?;
        let to_end = dfa.distances(|state| dfa.accepts(state));
        let uses = vec![0; dfa.states() * dfa.letters.len()];
        let max_len = LENGTH.max(to_end[0].unwrap_or(0));
        Ok(Self {
            acceptor,
            from_start: dfa.all().map(|state| dfa.access(state).len()).collect(),
            dfa,
            random: Random::seeded(0),
            max_len,
            to_end,
            uses,
        })
    }

    /// Restarts the sampler with another seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.random = Random::seeded(seed);
        self.uses.fill(0);
        self
    }

    /// Limits the length of members, in letters.
    ///
    /// # Errors
    /// Returns [`NotSampled::TooLong`] if the language has no member of at most this length.
    pub fn max_len(mut self, max_len: usize) -> Result<Self, NotSampled> {
        let shortest = self.to_end[0].unwrap_or(0);
        if shortest > max_len {
            return Err(NotSampled::TooLong { max_len, shortest });
        }
        self.max_len = max_len;
        Ok(self)
    }

    /// Returns the acceptor of the language.
    pub const fn acceptor(&self) -> &Acceptor {
        &self.acceptor
    }

    /// Generates a member of the language.
    pub fn member(&mut self) -> Vec<u8> {
        let word = self.walk_anywhere();
        word.iter().flat_map(|&letter| self.letter(letter)).collect()
    }

    fn transition(&self, state: u32, letter: u16) -> usize {
        state as usize * self.dfa.letters.len() + usize::from(letter)
    }

    fn letter(&mut self, letter: u16) -> Vec<u8> {
        let Letter { bytes, alike } = &self.dfa.letters[usize::from(letter)];
        let count = alike.iter().map(|(first, last)| last - first + 1).sum::<u32>() as usize;
        let mut number = self.random.below(count) as u32;
        for &(first, last) in alike {
            let Some(more) = number.checked_sub(last - first + 1) else {
                let chosen = first + number;
                return match char::from_u32(chosen).filter(|_| self.acceptor.is_of_characters()) {
                    Some(character) => character.to_string().into_bytes(),
                    None => u8::try_from(chosen).map_or_else(|_| bytes.clone(), |byte| vec![byte]),
                };
            };
            number = more;
        }
        bytes.clone()
    }
}

#[derive(Clone, Debug)]
struct Random(Pcg32);

impl Random {
    fn seeded(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// Returns a random number below `end`. The bias, about one in four billion, does not matter here.
    fn below(&mut self, end: usize) -> usize {
        ((u64::from(self.0.next_u32()) * end as u64) >> 32) as usize
    }

    fn choose<'t, T>(&mut self, among: &'t [T]) -> Option<&'t T> {
        among.get(self.below(among.len()))
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

// Walks through an automaton from the start to acceptance, each through a chosen transition or state. Among the
// possible transitions, a walk takes the one used least often. On the way to the goal three steps of four must
// lead nearer to it, and afterwards one of two must lead nearer to acceptance, so that a walk arrives.

type Transition = (u16, u32);

impl ByteSampler {
    /// Generates a member that takes one of the least used transitions.
    fn walk_anywhere(&mut self) -> Word {
        let rest = |(state, letter)| {
            let next = self.dfa.step(state, letter);
            self.to_end[next as usize].map(|length| length + 1)
        };
        let rarest = self.rarest(rest);
        let Some(&(state, letter)) = self.random.choose(&rarest) else { return Word::new() };
        self.walk_through(state, Some(letter)).0
    }

    /// Returns the least used of the transitions that a string of at most `max_len` letters can take. `rest` returns
    /// the number of letters that follow the source of a transition, or `None` to exclude the transition.
    fn rarest(&self, rest: impl Fn((u32, u16)) -> Option<usize>) -> Vec<(u32, u16)> {
        let (mut least, mut found) = (u64::MAX, Vec::new());
        for state in self.dfa.all() {
            for letter in self.dfa.alphabet() {
                let uses = self.uses[self.transition(state, letter)];
                let length = || Some(self.from_start[state as usize] + rest((state, letter))?);
                if uses > least || length().is_none_or(|length| length > self.max_len) {
                    continue;
                }
                if uses < least {
                    least = uses;
                    found.clear();
                }
                found.push((state, letter));
            }
        }
        found
    }

    /// Generates a member that passes through the state `goal`, and leaves it by `letter` if one is given. Also
    /// returns the number of letters before that state.
    fn walk_through(&mut self, goal: u32, letter: Option<u16>) -> (Word, usize) {
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

    /// Returns the transitions of a state that begin a path of at most `room` letters to the goal. `distance`
    /// returns the number of letters from a state to the goal.
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
        let uses = |&(letter, _): &Transition| self.uses[self.transition(state, letter)];
        let least = steps.iter().map(uses).min();
        let rare: Vec<_> = steps.iter().filter(|step| Some(uses(step)) == least).collect();
        // There is a step, because the walk never enters a state from which the goal is out of reach.
        let (letter, next) = **self.random.choose(&rare).expect("a step that leads on");
        let transition = self.transition(state, letter);
        self.uses[transition] += 1;
        word.push(letter);
        next
    }
}

// The members in the order of their lengths.

/// An iterator over the members of a language, shortest first. A prefix is extended only if a member of the
/// current length begins with it, so no work is wasted.
struct Shortest<'s> {
    sampler: &'s ByteSampler,
    /// For each number of letters and each state, whether a word of exactly that length is accepted from the state.
    ends: Vec<Vec<bool>>,
    /// The prefixes of words of the current length, each with its state.
    waiting: Vec<(u32, Word)>,
}

impl ByteSampler {
    /// Returns the members of the language within the length limit, shortest first. Each class of characters or
    /// bytes is represented by one letter.
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

// Near misses: a member is led through a state, and a letter is inserted, removed or replaced there. The result
// need not contain a wrong letter: `1.2.3.` is a near miss of `1.2.3.4`, and is only too short.

/// A member or a near miss, in parts. The member is the concatenation of `before`, `removed` and `after`; the near miss
/// is the concatenation of `before`, `put` and `after`. For a member, `removed` and `put` are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct NearMiss {
    before: Vec<u8>,
    removed: Vec<u8>,
    put: Vec<u8>,
    after: Vec<u8>,
}

impl NearMiss {
    /// Replaces `removed` letters of the member `text`, beginning at the index `at`, with `put`.
    fn new(text: &[Vec<u8>], at: usize, removed: usize, put: Vec<u8>) -> Self {
        let (before, rest) = text.split_at(at);
        let (removed, after) = rest.split_at(removed);
        Self { before: before.concat(), removed: removed.concat(), put, after: after.concat() }
    }

    fn text(&self) -> Vec<u8> {
        [&self.before[..], &self.put, &self.after].concat()
    }

    #[cfg(feature = "proptest")]
    fn is_member(&self) -> bool {
        self.removed == self.put
    }
}

/// The maximum number of edits to try if no transition leads to the dead state.
const TRIES: usize = 1_000;

impl ByteSampler {
    /// Generates a near miss: a string that is not a member, and becomes one by adding, removing or replacing
    /// one letter. It may have one letter more than [`ByteSampler::max_len`] allows for members. Returns `None`
    /// if a thousand edits produce only members, as in the language of all strings.
    pub fn near_miss(&mut self) -> Option<Vec<u8>> {
        self.near_miss_apart().map(|found| found.text())
    }

    fn near_miss_apart(&mut self) -> Option<NearMiss> {
        let is_dead = |(state, letter)| {
            let next = self.dfa.step(state, letter);
            let is_dead = self.to_end[next as usize].is_none();
            self.to_end[state as usize].filter(|_| is_dead)
        };
        let rarest = self.rarest(is_dead);
        let Some(&(state, wrong)) = self.random.choose(&rarest) else { return self.edited() };
        let transition = self.transition(state, wrong);
        self.uses[transition] += 1;
        let (word, at) = self.walk_through(state, None);
        let text: Vec<Vec<u8>> = word.iter().map(|&letter| self.letter(letter)).collect();
        let other = self.random.below(self.dfa.letters.len()) as u16;
        let [wrong, other] = [wrong, other].map(|letter| self.letter(letter));
        let edited = self.edit(&text, at, wrong.clone(), other);
        let is_member = self.acceptor.accepts(&edited.text());
        Some(if is_member { NearMiss::new(&text, at, 0, wrong) } else { edited })
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
        NearMiss::new(text, at, removed, put)
    }

    /// Generates a near miss if no transition leads to the dead state, as for the strings of even length.
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
