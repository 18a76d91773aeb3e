//! The `urispec` program.

fn main() {}
