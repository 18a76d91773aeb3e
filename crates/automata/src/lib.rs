//! Minimal automata over bytes: static tables, tables in memory, and automata over letters.
//!
//! A table decides whether a string belongs to a language and, if not, returns the offset of the first byte
//! after which no continuation is in the language. That offset is exact, whereas the furthest point that a
//! parser reached is a guess. In `http://a/%4` a backtracking parser knows only that something went wrong from
//! the `%` on; in fact no byte is wrong, but one is missing at the end.
//!
//! A [`Table`] is complete and minimal, and has one dead state. [`Automaton`] is a static table with a start
//! for each production of a grammar, and needs no allocator. [`Acceptor`] owns the table of one language, and
//! can read its bytes as characters. [`LetterDfa`] is an automaton over *letters*, each of which represents a
//! class of bytes or characters; suites and samples are built from it. With the feature `build`, the module
//! `build` explores, minimizes and compares automata, independently of any grammar notation.
//!
//! ```
//! use grammar_automata::Table;
//!
//! // An `a` and any number of `b`. State 0 is dead, 1 is the start, and 2 accepts.
//! let mut classes = [0; 256];
//! (classes[usize::from(b'a')], classes[usize::from(b'b')]) = (1, 2);
//! let next = [0, 0, 0, 0, 6, 0, 0, 0, 6];
//! let accept = [false, false, true];
//! let table = Table { classes: &classes, class_count: 3, next: &next, accept: &accept };
//! assert!(table.walk(1, b"abb").is_ok_and(|state| table.accepts(state)));
//! // No string of the language begins with `aba`, but some begin with `ab`.
//! assert_eq!(table.walk(1, b"aba"), Err((2, 2)));
//! ```

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "std")]
mod acceptor;
#[cfg(all(test, feature = "std"))]
mod model_tests;
#[cfg(feature = "std")]
mod letters;
#[cfg(all(test, feature = "sample"))]
mod of_editions;
#[cfg(feature = "build")]
pub mod build;
#[cfg(feature = "build")]
#[doc(hidden)]
pub mod engine;
#[cfg(feature = "std")]
mod product;
#[cfg(feature = "sample")]
pub mod sample;
#[cfg(feature = "suite")]
pub mod suite;
mod table;

#[cfg(feature = "std")]
pub use acceptor::{Acceptor, Alike, LetterRange, Rejection};
#[cfg(feature = "std")]
pub use letters::{Letter, LetterDfa, Word};
#[cfg(feature = "std")]
pub use product::{Product, Starts, StatePair};
pub use table::{Automaton, Table};

/// Returns the size of a test: `short`, or `long` if the environment variable `URISPEC_LONG` is set.
#[cfg(test)]
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}

/// A string in quotes, as `Debug` writes it. Unlike `Debug`, it is also written by a library that is built without the
/// texts of `Debug`.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'t>(pub &'t str);

impl core::fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("\"")?;
        for character in self.0.chars() {
            match character {
                '\'' => f.write_str("'")?,
                _ => core::fmt::Display::fmt(&character.escape_debug(), f)?,
            }
        }
        f.write_str("\"")
    }
}

// The relation between two languages, as reported by every comparison.

/// The relation of one language to another, which `Display` prints as its [name](Self::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Both languages have the same strings.
    Equal,
    /// The left language is a proper subset of the right one.
    Narrower,
    /// The left language is a proper superset of the right one.
    Wider,
    /// Each language has strings that the other one lacks, and the two have strings in common.
    Overlapping,
    /// Both languages have strings, but none in common.
    Disjoint,
}

impl core::fmt::Display for Relation {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

impl Relation {
    /// Returns the relation of two languages, given whether each has strings that the other one lacks, and
    /// whether the two have strings in common.
    pub const fn new(only_left: bool, only_right: bool, common: bool) -> Self {
        match (only_left, only_right) {
            (false, false) => Self::Equal,
            (false, true) => Self::Narrower,
            (true, false) => Self::Wider,
            (true, true) if common => Self::Overlapping,
            (true, true) => Self::Disjoint,
        }
    }

    /// Returns the verb of a sentence whose subject is the left language and whose object is the right one.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Equal => "equals",
            Self::Narrower => "is narrower than",
            Self::Wider => "is wider than",
            Self::Overlapping => "overlaps",
            Self::Disjoint => "is disjoint from",
        }
    }

    /// Returns the name of the relation: `equal`, `narrower`, `wider`, `overlapping` or `disjoint`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Narrower => "narrower",
            Self::Wider => "wider",
            Self::Overlapping => "overlapping",
            Self::Disjoint => "disjoint",
        }
    }
}
