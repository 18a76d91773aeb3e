//! From productions to automata: partial derivatives, given languages, recursion that is regular, and recursion
//! written out to a depth.

pub(crate) mod expr;
pub(crate) mod membership;
pub(crate) mod partial;
pub mod regular;
