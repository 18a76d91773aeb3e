//! The tests of the library, in one binary. Most cases are rows of `tests/vectors`, which `vectors` holds to their laws.

mod changes;
mod compare;
mod diff;
mod direct;
mod edits;
mod citations;
mod laws;
mod limits;
mod lint;
mod programs;
mod properties;
mod repository;
mod requirements;
mod resolution;
mod security;
mod snapshot;
mod support;
mod syntax;
mod template;
mod types;
mod vectors;
