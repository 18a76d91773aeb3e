//! The audit: what it reads of printed grammars and of pest's, what it refuses, what it decides, and
//! that this is true.

mod alternatives;
mod any;
mod budget;
mod characters;
mod documents;
mod exported;
mod exports_of_editions;
mod field_patterns;
mod hostile;
mod implicit;
mod imports;
mod limits;
mod mend;
mod names;
mod nesting;
mod never;
mod notations;
mod patterns;
mod planted;
mod printed;
mod refusals;
mod report;
mod rfc3986;
mod stack;
mod tables;
mod terminals;
mod ways;

/// How much a test does: so much, or with `URISPEC_LONG` the other.
fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}
