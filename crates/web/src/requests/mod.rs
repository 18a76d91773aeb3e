//! What can be asked, one file for each request: its keys, and how the answer is made.
//!
//! An answer is the record that the program prints with `--json`, made by the same functions, and may have
//! more keys, for what the program prints in other ways.

#[cfg(feature = "whole")]
pub(crate) mod audit;
#[cfg(feature = "whole")]
pub(crate) mod automaton;
#[cfg(feature = "whole")]
pub(crate) mod compare;
#[cfg(feature = "whole")]
pub(crate) mod diagram;
#[cfg(feature = "whole")]
pub(crate) mod diff;
#[cfg(feature = "whole")]
pub(crate) mod documents;
#[cfg(feature = "whole")]
pub(crate) mod editions;
#[cfg(feature = "whole")]
pub(crate) mod explain;
#[cfg(feature = "whole")]
pub(crate) mod grammar;
#[cfg(feature = "whole")]
pub(crate) mod history;
#[cfg(feature = "whole")]
pub(crate) mod lint;
#[cfg(feature = "whole")]
pub(crate) mod normalize;
pub(crate) mod parse;
#[cfg(feature = "whole")]
pub(crate) mod picture;
#[cfg(feature = "whole")]
pub(crate) mod regex;
#[cfg(feature = "whole")]
pub(crate) mod resolve;
pub(crate) mod split;
#[cfg(feature = "whole")]
pub(crate) mod template;

mod named;

use urispec_views::Record;

/// An answer, or why there is none, as a sentence.
pub(crate) type Answer = Result<Record, String>;
