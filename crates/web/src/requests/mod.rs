//! What can be asked, one file for each request: its keys, and how the answer is made.
//!
//! An answer is the record that the program prints with `--json`, made by the same functions, and may have
//! more keys, for what the program prints in other ways.

pub(crate) mod audit;
pub(crate) mod automaton;
pub(crate) mod compare;
pub(crate) mod diagram;
pub(crate) mod diff;
pub(crate) mod documents;
pub(crate) mod editions;
pub(crate) mod explain;
pub(crate) mod grammar;
pub(crate) mod history;
pub(crate) mod lint;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod picture;
pub(crate) mod regex;
pub(crate) mod resolve;
pub(crate) mod split;

mod named;

use urispec_views::Record;

/// An answer, or why there is none, as a sentence.
pub(crate) type Answer = Result<Record, String>;
