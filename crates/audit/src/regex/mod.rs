//! Regular expressions of the dialects that people use, and the languages that they match.
//!
//! In: the text of a pattern and its [`Dialect`]. Out: a [`Pattern`]; of it, whether searched for or
//! matched as a whole, the automaton of the strings that match. What is forgotten is what a match
//! captures and where it lies: a string matches or it does not.

mod pattern;
mod language;
mod matcher;
mod read;
mod time;
mod tree;
mod units;
mod write;

use grammar_automata::build::CharacterSet;
pub use language::LanguageError;
pub(super) use language::{PatternResidual, PatternResiduals, Prepared, language};
pub use pattern::{Dialect, Matching, Pattern, PatternError};
#[cfg(feature = "sources")]
pub(super) use read::literal_parts;
pub use time::MatchTime;
pub(super) use tree::{Direction, Mode, Tree};
pub(super) use write::write;
pub use write::{PatternNames, Unwritable};
