//! Resolution, and back.

pub(crate) mod direct;
mod disputed;
mod predecessors;
mod printed_examples;
mod relativize;
