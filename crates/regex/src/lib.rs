//! Regular expressions of the dialects that people use, and the languages that they match.
//!
//! In: the text of a pattern and its [`Dialect`]. Out: a [`Pattern`]; of it, whether searched for or
//! matched as a whole, the automaton of the strings that match. What is forgotten is what a match
//! captures and where it lies: a string matches or it does not.
//!
//! ```
//! use grammar_automata::build::difference;
//! use grammar_regex::{Dialect, Matching, Pattern};
//!
//! // An anchor belongs to its alternative: `^` to the first, `$` to the last.
//! let loose = Pattern::read(Dialect::EcmaScript, "^GET|POST$")?.language(Matching::Search)?;
//! let whole = Pattern::read(Dialect::EcmaScript, "^(GET|POST)$")?.language(Matching::Search)?;
//! let difference = difference((&loose, 0), (&whole, 0));
//! assert_eq!(difference.only_left.as_deref(), Some(&b"GET!"[..]));
//! assert_eq!(difference.only_right, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Pattern::match_time`] tells how the steps of a backtracking engine grow with the string, and gives strings that show
//! the growth. With the feature `sources`, `SourcePatterns` finds the patterns in the source code of programs.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod pattern;
mod language;
mod matcher;
mod read;
#[cfg(feature = "sources")]
mod source;
mod time;
mod tree;
mod units;
mod write;

use grammar_automata::engine::CharacterSet;
use language::language;
#[cfg(feature = "sources")]
use read::literal_parts;
use tree::{Direction, Mode, Tree};

pub use language::LanguageError;
pub use pattern::{Dialect, Matching, Pattern, PatternError};
#[cfg(feature = "sources")]
pub use source::{SourceLanguage, SourcePattern, SourcePatterns, UnreadPattern};
pub use time::MatchTime;
pub use write::{PatternNames, Unwritable};

/// The trees of patterns and their derivatives, from which `grammar-audit` makes lints, mutants, exports and
/// certificates. It is no part of the public API, and changes as they do.
#[doc(hidden)]
pub mod engine {
    pub use crate::language::{PatternResidual, PatternResiduals, Prepared, language};
    pub use crate::tree::{Direction, Mode, Tree};
    pub use crate::write::write;
}

/// How much a test does: so much, or with `URISPEC_LONG` the other.
#[cfg(test)]
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}
