//! Regular expressions of nine dialects, and the languages that they match.
//!
//! [`Pattern::read`] reads the text of a pattern in a [`Dialect`]; [`Pattern::language`] returns the automaton
//! of the strings that match. [`Matching`] determines whether the pattern is searched for or must match the
//! whole string. Captures and positions are not part of the language.
//!
//! ```
//! use grammar_automata::build::difference;
//! use grammar_regex::{Dialect, Matching, Pattern};
//!
//! // Each anchor applies to one alternative only: `^` to `GET`, and `$` to `POST`.
//! let loose = Pattern::read(Dialect::EcmaScript, "^GET|POST$")?.language(Matching::Search)?;
//! let whole = Pattern::read(Dialect::EcmaScript, "^(GET|POST)$")?.language(Matching::Search)?;
//! let difference = difference((&loose, 0), (&whole, 0));
//! assert_eq!(difference.only_left.as_deref(), Some(&b"GET!"[..]));
//! assert_eq!(difference.only_right, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Pattern::match_time`] reports how the number of steps of a backtracking engine grows with the string, and
//! returns strings that show the growth. With the feature `sources`, `SourcePatterns` finds the patterns in
//! source code, and with the feature `schemas`, `SchemaDocument` is a JSON Schema or OpenAPI file with positions.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod pattern;
mod language;
mod glob;
mod matcher;
mod read;
#[cfg(feature = "sources")]
mod source;
mod time;
mod tree;
mod write;

use grammar_automata::engine::CharacterSet;
use language::{Limits, language, language_within};
#[cfg(feature = "sources")]
use read::literal_parts;
use tree::{Direction, Mode, Tree};

pub use glob::{GlobError, GlobSyntax};
pub use language::LanguageError;
pub use pattern::{Dialect, Matching, Pattern, PatternError, PatternUsage};
#[cfg(feature = "sources")]
pub use source::{PatternKeys, SourceLanguage, SourcePattern, SourcePatterns, UnreadPattern};
#[cfg(feature = "schemas")]
pub use source::{
    SchemaDocument, SchemaEntry, SchemaError, SchemaMapping, SchemaNode, SchemaValue,
};
pub use time::MatchTime;
pub use write::{PatternNames, Unwritable};

/// The trees of patterns and their derivatives, from which `grammar-audit` builds lints, mutants, exports and
/// certificates. This module is not part of the public API and may change at any time.
#[doc(hidden)]
pub mod engine {
    pub use crate::language::{PatternResidual, PatternResiduals, Prepared, language};
    pub use crate::matcher::{Captures, captures};
    pub use crate::read::is_end_or_before_last;
    pub use crate::tree::{Direction, Mode, Tree};
    pub use crate::write::{write, write_simple};
    pub use grammar_automata::engine::CharacterSet;
}

/// Returns the size of a test: `long` if the environment variable `URISPEC_LONG` is set, otherwise `short`.
#[cfg(test)]
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}
