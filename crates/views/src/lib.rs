//! What urispec says, as JSON and as pictures: for the program, which prints both, and for the page,
//! which shows them. Since both ask here, they cannot say different things.
//!
//! In: what the library answers. Out: [`record::Record`]s, one JSON object each, and [`picture`]s. What
//! is forgotten: what is for a person at a terminal, such as colours, excerpts and hidden passwords.
//! JSON is data and has the whole string, with its password.

pub mod record;

pub mod fault;
pub mod reference;
pub mod subject;
pub mod warned;

pub mod compare;
pub mod editions;
pub mod lint;
pub mod normalize;
pub mod parse;
pub mod resolve;
pub mod whatwg;

pub mod audit;
pub mod diff;
pub mod explain;
pub mod history;

pub mod picture;
pub mod since;
pub mod site;

pub use fault::Fault;
pub use record::Record;
