//! What the crates of the engine share, and nobody else needs: graphs, budgets of work, texts of files. It is no part of
//! the public API, and changes as they do.

pub mod budget;
pub mod graph;
pub mod text;
