//! The audit: what it reads of printed grammars and of pest's, what it refuses, what it decides, and
//! that this is true.

mod any;
mod certificates;
mod certified_patterns;
mod certified_recursion;
mod documents;
mod exported;
mod hostile;
mod imports;
mod laws;
mod limits;
mod mend;
mod patterns;
mod peg;
mod printed;
mod report;
mod support;
mod tampered;
#[allow(dead_code, reason = "each test uses some of it")]
#[path = "../support/vectors.rs"]
mod vectors;

/// How much a test does: so much, or with `URISPEC_LONG` the other.
fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}
