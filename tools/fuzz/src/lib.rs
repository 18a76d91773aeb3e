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
pub mod documents;
pub mod edit;
pub mod editions;
pub mod extract;
pub mod limits;
pub mod lint;
pub mod normalize;
pub mod parse;
pub mod patterns;
pub mod peers;
pub mod pest;
pub mod regex;
pub mod relativize;
pub mod resolve;
pub mod setters;
pub mod spec_text;
pub mod template;
pub mod valid;
pub mod verdicts;

mod input;
// The laws that the test `library` asks of strings that are the same in each run.
#[path = "../../../tests/library/laws/delimited.rs"]
mod delimited;
#[path = "../../../tests/library/laws/edits.rs"]
mod edits;
#[path = "../../../tests/library/laws/valid.rs"]
mod judgement;
#[path = "../../../tests/library/laws/recomposition.rs"]
mod recomposition;
#[path = "../../../tests/library/laws/shortest.rs"]
mod shortest;
#[path = "../../../tests/conformance/parts.rs"]
mod parts;

// Random grammars, patterns and documents, and what holds what the audit reads and decides of them: those of the test
// `audit_random`.
#[path = "../../../tests/audit/patterns/engines.rs"]
mod engines;
#[path = "../../../tests/audit_random/document_grammars.rs"]
mod document_grammars;
#[path = "../../../tests/audit_random/document_texts.rs"]
mod document_texts;
#[path = "../../../tests/audit_random/evaluator.rs"]
#[expect(dead_code, reason = "the claims beside the verdicts are held by the test")]
mod evaluator;
#[path = "../../../tests/audit_random/expressions.rs"]
#[allow(dead_code, reason = "the claims beside the verdicts are held by the test")]
mod expressions;
#[path = "../../../tests/audit_random/grammars.rs"]
mod grammars;
#[path = "../../../tests/audit/hostile.rs"]
#[allow(dead_code, reason = "the shapes are counted by the test")]
mod hostile;
#[path = "../../../tests/audit_random/judged_pattern.rs"]
mod judged_pattern;
#[path = "../../../tests/audit_random/machine.rs"]
mod machine;
#[path = "../../../tests/audit_random/pattern_texts.rs"]
mod pattern_texts;
#[path = "../../../tests/audit_random/random.rs"]
#[expect(dead_code, reason = "the strings come from the fuzzer")]
mod random;
#[path = "../../../tests/audit_random/read_back.rs"]
#[expect(dead_code, reason = "the counts are for the test")]
mod read_back;
#[path = "../../../tests/audit_random/subject.rs"]
#[expect(dead_code, reason = "the counts are for the test")]
mod subject;

#[cfg(test)]
mod tests;
/// How much a test does that stands with those of the workspace.
use random::scaled;
