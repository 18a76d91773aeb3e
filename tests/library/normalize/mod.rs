//! Normalization and comparison.

mod compare;
mod equivalence;
