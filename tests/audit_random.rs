//! Random texts of grammars: what the audit decides of them, against evaluators that share nothing
//! with the audit.
//!
//! The texts are random down to their blanks, comments and line ends, so that the readers of grammars
//! are tested and not only the automata. Each test compares a million strings, or a hundred times as
//! many with `URISPEC_LONG=1 cargo test --test audit_random`. A failure names the number of its
//! grammar, from which the grammar and its strings follow, and prints the grammar, and one that is as
//! short as leaving characters out can make it.
#![cfg(feature = "audit")]

#[path = "audit_random/evaluator.rs"]
mod evaluator;
#[path = "audit_random/peg.rs"]
mod peg;
#[path = "audit_random/peg_texts.rs"]
mod peg_texts;
#[path = "audit_random/printed.rs"]
mod printed;
#[path = "audit_random/printed_texts.rs"]
mod printed_texts;
#[path = "audit_random/random.rs"]
mod random;
