//! The URI specifications, executable.

pub mod edition;
mod error;
pub mod grammar;
mod tree;

pub use edition::Edition;
pub use error::{ParseError, SyntaxError, UnknownProduction};
pub use tree::Node;
