//! Tests of the audit: reading printed grammars and pest grammars, refusals, and decisions.

mod any;
mod documents;
mod exported;
mod hostile;
mod imports;
mod laws;
mod limits;
mod lints;
mod mend;
mod patterns;
mod peg;
mod printed;
mod report;
mod support;
#[path = "../support/vectors.rs"]
mod vectors;

/// Returns the amount of work of a test: `short`, or `long` if `URISPEC_LONG` is set.
fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}
