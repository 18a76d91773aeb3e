//! The URI specifications, executable.

#[cfg(feature = "audit")]
pub mod audit;
// The errors of the parser are to take their offsets from it.
#[allow(dead_code)]
mod automaton;
pub mod edition;
mod error;
pub mod grammar;
mod tree;

pub use edition::Edition;
pub use error::{ParseError, SyntaxError, UnknownProduction};
pub use tree::Node;
