//! What can be asked: for each request its keys, and the function that makes the answer.
//!
//! An answer is the record that the program prints with `--json`, made by the same functions, and may have
//! more keys, for what the program prints in other ways.

mod components;
#[cfg(feature = "whole")]
mod documents;
#[cfg(feature = "whole")]
mod grammars;
mod named;
#[cfg(feature = "whole")]
mod strings;

use urispec_views::Record;

pub(crate) use components::*;
#[cfg(feature = "whole")]
pub(crate) use documents::*;
#[cfg(feature = "whole")]
pub(crate) use grammars::*;
#[cfg(feature = "whole")]
pub(crate) use strings::*;

/// An answer, or why there is none, as a sentence.
pub(crate) type Answer = Result<Record, String>;
