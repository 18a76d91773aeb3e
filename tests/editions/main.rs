//! Each edition: that its grammars are what the document prints, and read what the document shows.

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
#[path = "../support/vectors.rs"]
mod vectors;
mod views;
mod whatwg;
