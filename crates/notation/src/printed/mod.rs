//! A printed grammar with all that it uses: what other documents define, and which productions call which.

pub(crate) mod chart;
pub(crate) mod library;
pub(crate) mod reader;
pub(crate) mod rules;
