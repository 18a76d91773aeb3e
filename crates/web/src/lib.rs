//! urispec for a page.
//!
//! In: a request, one object of JSON, `{"ask": NAME, …}`. Out: an answer, the record that the program prints
//! with `--json`, or `{"fault": "…"}` for a request that cannot be understood. [`ask`] is all that the page
//! calls, and [`memory`] is how a request and an answer pass between the page and WebAssembly.
//!
//! Nothing is kept between two requests. A panic ends the instance; the page makes another.

mod ask;
pub mod memory;
mod requests;

pub use ask::ask;
