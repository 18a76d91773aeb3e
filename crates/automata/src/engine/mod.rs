//! What the crates of the engine share, and nobody else needs: sets of characters, derivatives, graphs, budgets of work,
//! texts of files. It is no part of the public API, and changes as they do.

pub mod budget;
mod derivatives;
pub mod graph;
pub mod text;

pub use derivatives::{DerivativeTable, Differentiable, Rest};
pub use text::CharacterSet;
