//! The library's tests: one binary, one module for each way of asking.

mod examples;
mod generate;
mod productions;
mod properties;
mod resolve;
