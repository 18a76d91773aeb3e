//! The requests. Each has its keys, and a function that answers it.
//!
//! An answer is the record that the program prints with `--json`, built by the same functions. It may have
//! more keys, for output that the program prints in other ways.

mod components;
#[cfg(feature = "whole")]
mod documents;
#[cfg(feature = "whole")]
mod grammars;
#[cfg(feature = "whole")]
mod languages;
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
pub(crate) use languages::{CausesRequest, RelationRequest, answer_causes, answer_relation};
#[cfg(feature = "whole")]
pub(crate) use strings::*;

/// An answer, or a message about why there is none.
pub(crate) type Answer = Result<Record, String>;
