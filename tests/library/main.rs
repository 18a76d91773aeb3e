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

use laws::random::scaled;
