//! The library's tests: one binary, one module for each way of asking.

#[cfg(feature = "audit")]
mod across;
mod algorithms;
mod allocations;
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
mod rooms;
mod sentences;
mod snapshot;
mod themes;
mod types;
mod answers;
