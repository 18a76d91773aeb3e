//! The WebAssembly library of the web page.
//!
//! A request is a JSON object, `{"ask": NAME, …}`. The answer is the record that the program prints with
//! `--json`, or `{"fault": "…"}` for an invalid request. The page calls only [`ask`]; [`memory`] passes
//! requests and answers between the page and WebAssembly.
//!
//! No state is kept between requests. A panic ends the instance; the page creates another.

mod ask;
pub mod memory;
mod requests;

pub use ask::ask;
