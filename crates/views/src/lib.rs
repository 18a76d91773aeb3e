//! What urispec says, as JSON and as pictures: for the program, which prints both, and for the page,
//! which shows them. Since both ask here, they cannot say different things.
//!
//! In: what the library answers. Out: [`record::Record`]s, one JSON object each, and [`picture`]s. What
//! is forgotten: what is for a person at a terminal, such as colours, excerpts and hidden passwords.
//! JSON is data and has the whole string, with its password.

pub mod record;

pub mod fault;
pub mod reference;
#[cfg(feature = "whole")]
pub mod subject;
#[cfg(feature = "whole")]
pub mod warned;

#[cfg(feature = "whole")]
pub mod compare;
#[cfg(feature = "whole")]
pub mod editions;
#[cfg(feature = "whole")]
pub mod lint;
#[cfg(feature = "whole")]
pub mod normalize;
pub mod parse;
#[cfg(feature = "whole")]
pub mod resolve;
#[cfg(feature = "whole")]
pub mod whatwg;

#[cfg(feature = "whole")]
pub mod audit;
#[cfg(feature = "whole")]
pub mod diff;
#[cfg(feature = "whole")]
pub mod explain;
#[cfg(feature = "whole")]
pub mod history;

#[cfg(feature = "whole")]
pub mod picture;
#[cfg(feature = "whole")]
pub mod section;
#[cfg(feature = "whole")]
pub mod since;
#[cfg(feature = "whole")]
pub mod template;

pub use fault::Fault;
pub use record::Record;
