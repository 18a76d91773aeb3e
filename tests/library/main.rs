//! The tests of the library, in one binary. Most cases are rows of `tests/vectors`; the module `vectors`
//! asserts their laws.

mod changes;
mod citations;
#[path = "../support/common.rs"]
mod common;
mod compare;
mod diff;
mod direct;
mod edits;
mod laws;
mod limits;
mod lint;
mod percent;
mod programs;
mod properties;
mod repository;
mod requirements;
mod resolution;
mod routes;
mod security;
mod snapshot;
mod support;
mod syntax;
#[path = "../support/vectors.rs"]
mod tables;
mod template;
mod types;
mod vectors;
