//! The library's tests: one binary, whose folders are the rooms of `src`.

mod between;
mod conversions;
mod editions;
mod extract;
mod generate;
mod inputs;
mod laws;
mod lint;
mod normalize;
mod parse;
mod resolve;
mod snapshot;
mod template;
mod themes;
mod types;
mod whole;

/// How much a test does: so much, or with `URISPEC_LONG` the other.
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}
