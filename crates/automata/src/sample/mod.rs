//! Random members of a language, and strings that almost are some, the same ones for the same seed on every platform.
//! Strings are bytes, and lengths are in letters: characters, or bytes where the language has a member that is not
//! UTF-8.
//!
//! Members are spread over the automaton, not over the strings: each is led through the transition that was taken
//! least often. A walk that chose among what may follow would hardly ever leave the first segment: to come to the last
//! group of an IPv6 address it would have to take the one right turn out of twenty, dozens of times. Of a finite
//! language the same member comes again and again.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::{Acceptor, Letter, LetterDfa};

mod walk;
#[cfg(feature = "proptest")]
mod strategy;

#[cfg(feature = "proptest")]
pub use strategy::{Members, NearMisses, Shrinking};

/// The greatest length of a string in letters, unless another is asked for or no member is so short.
const LENGTH: usize = 64;

/// Makes members of a language, and near misses: strings that are one edit away from a member.
///
/// ```
/// use grammar_automata::{Acceptor, sample::ByteSampler};
///
/// // One digit or more: state 0 is dead, 1 the start, 2 the end; class 0 has the digits, 1 all else.
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
    /// For each state, the number of letters in the shortest word from the start to the state.
    from_start: Vec<usize>,
    /// For each state, the number of letters in the shortest word from the state to an end.
    to_end: Vec<Option<usize>>,
    /// The number of times that each transition was taken, or used for a near miss, by the numbers
    /// of [`ByteSampler::transition`].
    taken: Vec<u64>,
}

/// The reason why a language has no sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotSampled {
    /// The language has no string.
    #[error("the language is empty: it has no string")]
    Empty,
    /// The automaton has too many letters and states.
    #[error(
        "the automaton is too large to be walked at random: it has too many states and letters"
    )]
    TooLarge,
    /// No member is so short.
    #[error("the shortest member has {shortest} letters, more than the {max_len} that it may have")]
    TooLong {
        /// The greatest length that was asked for, in letters.
        max_len: usize,
        /// The length of the shortest member, in letters.
        shortest: usize,
    },
}

impl ByteSampler {
    /// A sampler for a language, with the seed 0 and members of at most 64 letters.
    ///
    /// # Errors
    /// Where the language is empty, or its automaton too large.
    pub fn new(acceptor: Acceptor) -> Result<Self, NotSampled> {
        if acceptor.is_empty() {
            return Err(NotSampled::Empty);
        }
        let dfa = LetterDfa::new(&acceptor, false).ok_or(NotSampled::TooLarge)?;
        let to_end = dfa.distances(|state| dfa.accepts(state));
        let taken = vec![0; dfa.states() * dfa.letters.len()];
        let max_len = LENGTH.max(to_end[0].unwrap_or(0));
        Ok(Self {
            acceptor,
            from_start: dfa.all().map(|state| dfa.access(state).len()).collect(),
            dfa,
            random: Random::seeded(0),
            max_len,
            to_end,
            taken,
        })
    }

    /// Starts again with another seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.random = Random::seeded(seed);
        self.taken.fill(0);
        self
    }

    /// Limits the length of members, in letters.
    ///
    /// # Errors
    /// [`NotSampled::TooLong`] where the language has no member of that length.
    pub fn max_len(mut self, max_len: usize) -> Result<Self, NotSampled> {
        let shortest = self.to_end[0].unwrap_or(0);
        if shortest > max_len {
            return Err(NotSampled::TooLong { max_len, shortest });
        }
        self.max_len = max_len;
        Ok(self)
    }

    /// The language.
    pub const fn acceptor(&self) -> &Acceptor {
        &self.acceptor
    }

    /// Makes a member of the language.
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

    /// A random number below `end`. Some numbers are more likely by one in four thousand million,
    /// which does not matter here.
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

#[cfg(test)]
mod tests;
