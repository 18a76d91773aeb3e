//! The library's tests: one binary, one module for each way of asking.

#[cfg(feature = "audit")]
mod across;
mod algorithms;
mod bad_input;
mod causes;
mod compare;
mod diff;
mod direct;
mod equivalence;
mod examples;
mod extract;
mod generate;
mod hosts;
mod inputs;
mod lint;
mod mending;
mod predecessors;
mod productions;
mod properties;
mod relative_uris;
mod relativize;
#[cfg(feature = "audit")]
mod requirements;
mod resolve;
mod sentences;
mod snapshot;
mod tables;
mod trees;
mod types;
mod verdicts;
