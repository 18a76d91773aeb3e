//! The shared internals of the engine: sets of characters, derivatives, graphs, budgets, texts of files. This
//! module is not part of the public API and may change at any time.

pub mod budget;
mod derivatives;
pub mod graph;
pub mod text;

pub use derivatives::{DerivativeTable, Differentiable, Rest};
pub use text::CharacterSet;
