//! The URI specifications, executable.

#[cfg(feature = "audit")]
pub mod audit;
pub mod edition;
mod error;
pub mod grammar;
mod tree;

pub use edition::Edition;
pub use error::{ParseError, SyntaxError, UnknownProduction};
pub use tree::Node;
