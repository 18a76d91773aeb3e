//! Test suites: strings that distinguish a correct parser of a production from wrong ones; and references and URIs
//! that test resolution and normalization.
//!
//! A parser that gives the right verdict on every string accepts exactly the language, within the limits that
//! [`ByteSuite`] states. The language ignores parts: every `IPv4address` is also a `reg-name`, so the suite of a whole
//! production may have no string whose host is an `IPv4address`. The suite of the part has them.
//!
//! # Size
//!
//! Number of strings without the other characters, with them, and with every ASCII character as a letter:
//!
//! | production of RFC 3986 | states | of letters | suite | [every ASCII](Suite::every_ascii) |
//! |---|---|---|---|---|
//! | `URI-reference` | 183 | 41,849 | 116,280 | 262,474 |
//! | `authority` | 170 | 39,313 | 109,216 | 246,582 |
//! | `IPv6address` | 152 | 27,455 | 85,210 | 169,769 |
//! | `pchar` | 5 | 309 | 1,691 | 2,138 |
//! | `dec-octet` | 7 | 358 | 1,544 | 2,173 |
//!
//! [Extra](Suite::extra) states multiply the strings of letters, and do not change the number of the others.
//!
//! ```
//! use urispec::Edition;
//! use urispec_compare::suite::Suite;
//! let suite = Suite::new(Edition::Rfc3986.production("dec-octet")?);
//! assert_eq!(suite.states(), 7);
//! let case = |text: &str| suite.cases().find(|case| case.input == text).unwrap();
//! assert!(case("255").is_valid());
//! assert_eq!(case("256").offset, Some(2));
//! assert_eq!(case("").offset, Some(0));
//! # Ok::<(), urispec::error::UnknownProduction>(())
//! ```

use urispec::Recognizer;
use urispec::internal::is_beyond_grammar;

use crate::text;

mod resolution;
mod operations;

pub use grammar_automata::suite::{ByteCase, ByteSuite, TooManyWords};
pub use operations::{Operation, OperationAnswer, OperationCase, OperationMutant, OperationSuite};
pub use resolution::{NormalizationCase, Permitted, ResolutionCase, normalization, resolution};

/// The test suite of a production: strings that distinguish a correct parser of the production from
/// wrong ones. [`ByteSuite`] states what the suite guarantees.
#[derive(Clone, Debug)]
pub struct Suite {
    production: Recognizer,
    bytes: ByteSuite,
    /// The letters, all of which are characters.
    letters: Vec<char>,
}

/// A string of a suite, and whether it is in the language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The string.
    pub input: String,
    /// The offset of the first byte after which no string of the language continues, if the input is
    /// not in the language. If the input only ends too early, the offset is its length.
    pub offset: Option<usize>,
}

impl Case {
    /// Returns whether the string is in the language.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        self.offset.is_none()
    }
}

impl Suite {
    /// Builds the suite of a production, without extra states.
    #[must_use]
    pub fn new(production: Recognizer) -> Self {
        Self::with(production, ByteSuite::new(production.acceptor()))
    }

    fn with(production: Recognizer, bytes: Result<ByteSuite, TooManyWords>) -> Self {
        let bytes = bytes.expect("the automata of the editions are small");
        let letters = bytes.letters().map(|letter| text(letter.to_vec())).collect::<String>();
        Self { production, bytes, letters: letters.chars().collect() }
    }

    /// Uses every ASCII character as a letter: see [`ByteSuite::every_ascii`].
    #[must_use]
    pub fn every_ascii(self) -> Self {
        Self::with(self.production, self.bytes.every_ascii())
    }

    /// Extends the suite to implementations that may have up to `states` more states than the
    /// automaton: see [`ByteSuite::extra`].
    #[must_use]
    pub fn extra(self, states: usize) -> Self {
        Self { bytes: self.bytes.extra(states), ..self }
    }

    /// Returns the number of states of the production's minimal automaton, with the dead state.
    #[must_use]
    pub const fn states(&self) -> usize {
        self.bytes.states()
    }

    /// Returns the letters. Each string consists of letters, except for at most one other character. Each class of
    /// characters has one letter or more. In a production of ASCII, one letter of two bytes represents all characters
    /// beyond ASCII; its first byte is wrong in every position.
    #[must_use]
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// Returns the characterization set of the automaton: words that distinguish every two states. None of them can be
    /// replaced by a shorter word.
    pub fn characterization(&self) -> impl Iterator<Item = String> + '_ {
        self.bytes.characterization().map(text)
    }

    /// Returns the case of any string: whether it is in the language, and the offset if not.
    #[must_use]
    pub fn case(&self, input: String) -> Case {
        let offset = self.bytes.acceptor().offset(input.as_bytes());
        self.judged(input, offset)
    }

    /// Returns the case of a string, given the offset at which it leaves the language.
    fn judged(&self, input: String, offset: Option<usize>) -> Case {
        let is_judged = offset.is_some() || !is_beyond_grammar(&self.production);
        let beyond = || self.production.check(&input).err().map(|error| error.offset());
        let offset = if is_judged { offset } else { beyond() };
        Case { input, offset }
    }

    /// Returns the strings of the suite, each once, in a fixed order: first those of letters alone, then those with one
    /// other character; both by states, from the start on. They are generated lazily.
    pub fn cases(&self) -> impl Iterator<Item = Case> + '_ {
        self.bytes.cases().map(|ByteCase { input, offset, .. }| self.judged(text(input), offset))
    }
}

#[cfg(test)]
mod tests;
