//! The laws of urispec, each a function that any bytes may be given.
//!
//! In: bytes, as a fuzzer makes them or as a line of `seeds` has them. Out: nothing, or a panic that says
//! which law fails. A module is a subject; its function `holds` is a target of the fuzzer. Bytes that are
//! no input of a law, as no UTF-8 or a string that is no reference, hold.
//!
//! A law is what a document or the documentation of the library says of every string. None compares with a
//! text that the program printed once.
//!
//! The surprising case: a peer may be right to differ, where a document lets it. Each such place is a row of
//! [`resolve`]'s table, with the section that decides.

#![forbid(unsafe_code)]

pub mod abnf;
pub mod audit;
pub mod compare;
pub mod editions;
pub mod extract;
pub mod lint;
pub mod normalize;
pub mod parse;
pub mod peers;
pub mod pest;
pub mod regex;
pub mod resolve;
pub mod setters;
pub mod spec_text;

mod input;
#[path = "../../../tests/conformance/parts.rs"]
mod parts;
#[path = "../../../tests/audit_random/random.rs"]
#[expect(dead_code, reason = "the strings come from the fuzzer")]
mod random;

#[cfg(test)]
mod tests;
