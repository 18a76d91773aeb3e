//! Random texts of grammars: what the audit decides of them, against evaluators that share nothing
//! with the audit.
//!
//! The texts are random down to their blanks, comments and line ends, so that the readers of grammars
//! are tested and not only the automata; and random grammars that two notations can write, whose verdicts
//! are held of all short strings. Each test compares a million strings or some thousand verdicts, or a
//! hundred times as many with `URISPEC_LONG=1 cargo test --test audit_random`. A failure names the number of its
//! grammar, from which the grammar and its strings follow, and prints the grammar, and one that is as
//! short as leaving characters out can make it.
//!
//! These tests are a process of their own: they limit how many calls pest may make for one string,
//! and pest's limit holds for all that a process parses.

mod claims;
mod document_grammars;
mod document_texts;
mod documents;
mod evaluator;
mod expressions;
mod grammars;
mod judged_pattern;
mod machine;
mod pattern_texts;
mod patterns;
mod peg;
mod peg_texts;
mod planted;
mod printed;
mod printed_terminals;
mod printed_texts;
mod random;
mod read_back;
mod refused;
mod subject;
mod verdicts;
