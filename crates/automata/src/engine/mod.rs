//! The shared internals of the engine: sets of characters, derivatives, graphs, budgets, and the text of
//! grammar files. This module is not part of the public API and may change at any time.

pub mod budget;
pub mod graph;
pub mod text;

pub use graph::{DerivativeTable, Differentiable, Rest};
pub use text::CharacterSet;
