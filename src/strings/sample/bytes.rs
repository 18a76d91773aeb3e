//! Members of any language, as bytes.
//!
//! In: the [`Acceptor`] of a language. Out: what a [`Sampler`] makes of a production of an edition. The
//! members of a language need not be UTF-8, so they are bytes here. Lengths are in letters: characters,
//! or bytes where the language has a member that is not UTF-8.

use super::{Random, Sampler};
use crate::editions::automaton::Acceptor;
use crate::editions::automaton::LetterDfa;

/// Makes members of any language, and near misses.
///
/// ```
/// use urispec::{Edition, sample::ByteSampler};
/// let octet = Edition::Rfc3986.production("dec-octet")?.acceptor();
/// let sampler = ByteSampler::of(octet)?;
/// assert_eq!(sampler.shortest().next().unwrap(), b"0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ByteSampler(Sampler);

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
    pub fn of(acceptor: Acceptor) -> Result<Self, NotSampled> {
        if acceptor.is_empty() {
            return Err(NotSampled::Empty);
        }
        let dfa = LetterDfa::of(&acceptor, false).ok_or(NotSampled::TooLarge)?;
        Ok(Self(Sampler::over(acceptor, dfa)))
    }

    /// Starts again with another seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.0.random = Random::seeded(seed);
        self.0.taken.fill(0);
        self
    }

    /// Limits the length of members, in letters.
    ///
    /// # Errors
    /// Where the language has no member of that length.
    pub fn max_len(self, max_len: usize) -> Result<Self, NotSampled> {
        let error = |error: super::NoneSoShort| NotSampled::TooLong {
            max_len: error.max_len,
            shortest: error.shortest,
        };
        self.0.max_len(max_len).map(Self).map_err(error)
    }

    /// The language.
    #[must_use]
    pub const fn acceptor(&self) -> &Acceptor {
        &self.0.acceptor
    }

    /// Makes a member of the language.
    pub fn member(&mut self) -> Vec<u8> {
        self.0.member_bytes()
    }

    /// Makes a near miss: a string that is not a member, and becomes one by an edit of one letter.
    /// There is none if every string is a member, as far as a thousand edits show.
    pub fn near_miss(&mut self) -> Option<Vec<u8>> {
        self.0.near_miss_bytes()
    }

    /// The members of the language, shortest first and within the length limit. One letter stands for
    /// each class.
    pub fn shortest(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        self.0.shortest_bytes()
    }
}
