//! Random grammars: the decisions of the audit, compared with evaluators that share no code with it.
//!
//! The texts are random down to their blanks, comments and line ends, so that the readers of grammars are tested as
//! well as the automata. Other random grammars are written in two notations, and their verdicts are checked on all
//! short strings. Each test compares thousands of strings or some hundred verdicts; `URISPEC_LONG=1 cargo test --test
//! audit_random` compares many more. A failure names the number of its grammar, from which the grammar and its strings
//! follow, and prints the grammar and a minimized one.
//!
//! These tests have their own process: they limit the number of calls that pest may make for one string, and pest's
//! limit applies to the whole process.

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
