//! The suite of any language, as bytes.
//!
//! In: the [`Acceptor`] of a language. Out: what a [`Suite`] is of a production of an edition. The
//! strings of a language need not be UTF-8, so they are bytes here. The letters are characters, or bytes
//! where the language has a member that is not UTF-8; the other characters are then all other bytes.

use super::Suite;
use crate::editions::automaton::Acceptor;

/// The test suite of any language: see [`Suite`].
///
/// ```
/// use urispec::{Edition, suite::ByteSuite};
/// let suite = ByteSuite::of(Edition::Rfc3986.production("dec-octet")?.acceptor())?;
/// assert_eq!(suite.cases().find(|case| case.input == b"256").unwrap().offset, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ByteSuite(Suite);

/// A string of a suite, and whether it is in the language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ByteCase {
    /// The string.
    pub input: Vec<u8>,
    /// The offset of the first letter after which no string of the language goes on, if the input is
    /// not in the language: see [`Rejection::offset`](crate::Rejection::offset).
    pub offset: Option<usize>,
}

/// The error that an automaton is too large for a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the automaton is too large for a suite: it has too many states and letters; take a smaller production"
)]
#[non_exhaustive]
pub struct TooManyWords;

impl ByteSuite {
    /// Makes the suite of a language, without extra states.
    ///
    /// # Errors
    /// Where the automaton is too large.
    pub fn of(acceptor: Acceptor) -> Result<Self, TooManyWords> {
        Suite::over(acceptor, false).map(Self).ok_or(TooManyWords)
    }

    /// Uses every ASCII character as a letter: see [`Suite::every_ascii`].
    ///
    /// # Errors
    /// Where the automaton is too large.
    pub fn every_ascii(self) -> Result<Self, TooManyWords> {
        let extra = self.0.extra;
        let suite = Suite::over(self.0.acceptor, true).ok_or(TooManyWords)?;
        Ok(Self(suite.extra(extra)))
    }

    /// Makes the suite for implementations that may have up to `states` states more than the
    /// automaton: see [`Suite::extra`].
    #[must_use]
    pub fn extra(self, states: usize) -> Self {
        Self(self.0.extra(states))
    }

    /// The language.
    #[must_use]
    pub const fn acceptor(&self) -> &Acceptor {
        &self.0.acceptor
    }

    /// The number of states of the minimal automaton, over these letters. The dead state is counted.
    #[must_use]
    pub const fn states(&self) -> usize {
        self.0.states()
    }

    /// The letters of the strings, each in its bytes.
    pub fn letters(&self) -> impl Iterator<Item = &[u8]> {
        self.0.dfa.letters.iter().map(|letter| &*letter.bytes)
    }

    /// The strings of the suite, each once, in a fixed order. They are made one at a time.
    pub fn cases(&self) -> impl Iterator<Item = ByteCase> + '_ {
        self.0.inputs().map(|input| {
            let offset = self.0.acceptor.offset(&input);
            ByteCase { input, offset }
        })
    }
}
