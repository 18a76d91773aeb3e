//! The library's tests: one binary, one module for each way of asking.

#[cfg(feature = "audit")]
mod across;
mod algorithms;
mod bad_input;
mod diff;
mod examples;
mod generate;
mod hosts;
mod inputs;
mod productions;
mod properties;
mod relativize;
mod resolve;
mod snapshot;
mod tables;
mod trees;
mod types;
mod verdicts;
