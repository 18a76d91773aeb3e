//! The laws of urispec. Each module is a subject, and its function `holds` is a fuzz target that takes any bytes, as a
//! fuzzer makes them or as a line of `seeds` has them, and panics if a law fails. Bytes that are not an input of a law,
//! such as a string that is not UTF-8 or not a reference, pass.
//!
//! A law is what a document, or the documentation of the library, says about every string. No law compares with
//! recorded output. A peer may be right to differ where a document allows it: each such place is a row of the table in
//! [`resolve`], with the section that decides.

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
pub mod url;
pub mod valid;
pub mod verdicts;

mod input;
// The laws that the test `library` checks with fixed strings.
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
#[path = "../../../tests/library/laws/url_parsers.rs"]
mod url_parsers;
#[path = "../../../tests/conformance/parts.rs"]
mod parts;

// Random grammars, patterns and documents, and the checks of what the audit reads and decides about them, from the test
// `audit_random`.
#[path = "../../../tests/audit/patterns/engines.rs"]
mod engines;
#[path = "../../../tests/audit_random/document_grammars.rs"]
mod document_grammars;
#[path = "../../../tests/audit_random/document_texts.rs"]
mod document_texts;
#[path = "../../../tests/audit_random/evaluator.rs"]
#[expect(dead_code, reason = "the test checks the other claims")]
mod evaluator;
#[path = "../../../tests/audit_random/expressions.rs"]
#[allow(dead_code, reason = "the test checks the other claims")]
mod expressions;
#[path = "../../../tests/audit_random/grammars.rs"]
mod grammars;
#[path = "../../../tests/audit/hostile.rs"]
#[allow(dead_code, reason = "the test counts the shapes")]
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
/// The amount of work of a test that the workspace has too.
use random::scaled;
