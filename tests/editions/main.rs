//! Each edition: its grammars are those that the document prints, and derive what the document shows.

#[path = "../support/common.rs"]
mod common;
mod every;
mod generic;
mod laws;
mod schemes;
mod suites;
mod support;
mod trees;
mod url_random;
#[path = "../library/laws/valid.rs"]
mod valid;
#[path = "../support/vectors.rs"]
mod vectors;
mod views;
mod whatwg;
