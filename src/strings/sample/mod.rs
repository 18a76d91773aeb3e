//! Random members of a production's language, and strings that almost are some.
//!
//! In: a production, a seed, how long a string may be. Out: strings, the same ones for the same
//! seed on every platform. A [member](Sampler::member) is a walk through the production's minimal
//! automaton, a [near miss](Sampler::near_miss) is no member and one edit away from one: a
//! character more, a character less, or another. [`Sampler::shortest`] begins with the shortest
//! members, and nothing of it is random.
//!
//! Members are spread over the automaton, not over the strings: each is led through the transition
//! that was taken least often, so after *n* times as many members as there are transitions each was
//! taken *n* times at least. A walk that chose among what may follow would hardly ever leave the
//! first segment: to come to the last group of an IPv6 address it would have to take the one right
//! turn out of twenty, dozens of times.
//!
//! What is forgotten: how often any of this occurs in the world. The surprising case: of a finite
//! language the same member comes again and again.
//!
//! ```
//! use urispec::{Edition, Node, sample::Sampler};
//! let mut sampler = Sampler::of(Edition::Rfc3986.production("IPv6address")?).seed(1);
//! let member = sampler.member();
//! assert!(Node::parse(Edition::Rfc3986, "IPv6address", &member).is_ok());
//! let near_miss = sampler.near_miss();
//! assert!(Node::parse(Edition::Rfc3986, "IPv6address", &near_miss).is_err());
//! assert_eq!(sampler.shortest().next().unwrap(), "::");
//! # Ok::<(), urispec::UnknownProduction>(())
//! ```

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::editions::automaton::Acceptor;
use crate::editions::automaton::{Letter, LetterDfa};
use crate::parse::Recognizer;
use crate::parts::count::Count;

mod bytes;
mod near;
mod shortest;
mod walk;

pub use bytes::{ByteSampler, NotSampled};

/// The greatest length of a string in bytes, unless another is asked for or no member is so short.
const LENGTH: usize = 64;

/// Makes members of a production's language, and near misses: strings that are one edit away from a
/// member.
pub struct Sampler {
    acceptor: Acceptor,
    dfa: LetterDfa,
    random: Random,
    /// The greatest length of a member, in letters. Those of a production are bytes.
    max_len: usize,
    /// For each state, the number of letters in the shortest word from the start to the state.
    from_start: Vec<usize>,
    /// For each state, the number of letters in the shortest word from the state to an end.
    to_end: Vec<Option<usize>>,
    /// The number of times that each transition was taken, or used for a near miss, by the numbers
    /// of [`Sampler::transition`].
    taken: Vec<u64>,
}

/// A length below which the language has no member.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the shortest member has {shortest}, more than the {max_len} that it may have", shortest = Count(*.shortest, "byte", "bytes"))]
#[non_exhaustive]
pub struct NoneSoShort {
    /// The greatest length that was asked for, in bytes.
    pub max_len: usize,
    /// The length of the shortest member, in bytes.
    pub shortest: usize,
}

impl Sampler {
    /// A sampler for a production, with the seed 0 and members of at most 64 bytes.
    #[must_use]
    pub fn of(production: Recognizer) -> Self {
        let acceptor = production.acceptor();
        let dfa = LetterDfa::of_edition(&acceptor, false);
        Self::over(acceptor, dfa)
    }

    fn over(acceptor: Acceptor, dfa: LetterDfa) -> Self {
        let to_end = dfa.distances(|state| dfa.accepts(state));
        let taken = vec![0; dfa.states() * dfa.letters.len()];
        let max_len = LENGTH.max(to_end[0].unwrap_or(0));
        Self {
            acceptor,
            from_start: dfa.all().map(|state| dfa.access(state).len()).collect(),
            dfa,
            random: Random::seeded(0),
            max_len,
            to_end,
            taken,
        }
    }

    /// Starts again with another seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.random = Random::seeded(seed);
        self.taken.fill(0);
        self
    }

    /// Limits the length of members, in bytes.
    ///
    /// # Errors
    ///
    /// [`NoneSoShort`] where the language has no member of that length.
    ///
    /// ```
    /// use urispec::{Edition, sample::Sampler};
    /// let error = Sampler::of(Edition::Rfc3986.production("IPv4address")?).max_len(6).err().unwrap();
    /// assert_eq!(error.shortest, 7);
    /// # Ok::<(), urispec::UnknownProduction>(())
    /// ```
    pub fn max_len(mut self, max_len: usize) -> Result<Self, NoneSoShort> {
        let shortest = self.to_end[0].unwrap_or(0);
        if shortest > max_len {
            return Err(NoneSoShort { max_len, shortest });
        }
        self.max_len = max_len;
        Ok(self)
    }

    /// Makes a member of the language.
    pub fn member(&mut self) -> String {
        text(&self.member_bytes())
    }

    fn member_bytes(&mut self) -> Vec<u8> {
        let word = self.walk_anywhere();
        word.iter().flat_map(|&letter| self.letter(letter)).collect()
    }

    /// The number of a transition.
    fn transition(&self, state: u32, letter: u16) -> usize {
        state as usize * self.dfa.letters.len() + usize::from(letter)
    }

    /// The bytes of a letter of a class, chosen at random.
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

/// The text of a string of a production, all of whose letters are characters.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Random numbers that are the same on every platform.
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

    /// A random element of these, if there are any.
    fn choose<'t, T>(&mut self, among: &'t [T]) -> Option<&'t T> {
        among.get(self.below(among.len()))
    }

    /// Whether a random event happens that has a chance of one in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

#[cfg(test)]
mod tests;
