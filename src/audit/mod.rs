//! Decides whether a printed grammar and a pest grammar accept exactly the same strings.
//!
//! In: a grammar as a document prints it, the readings that make it usable, and its transcription
//! in pest. Out: production by production, that the two languages are equal, or the shortest
//! string of each side that the other rejects. No test does this: a test samples strings, and two
//! languages may agree on every string anybody thought of.
//!
//! # The method, for a reader who knows regular expressions
//!
//! A regular expression can be turned into a *deterministic automaton*: a table of states, where a
//! state says for each next byte which state comes then, and whether the string may end here. Two
//! automata can be walked side by side. Where one accepts and the other does not, the bytes walked
//! so far are a *witness* that the languages differ; as there are finitely many pairs of states,
//! the walk ends, and if it met no witness the languages are equal. Walked breadth first, the
//! witness is a shortest one.
//!
//! A grammar may say more than a regular expression can, but only by recursion: a production that
//! contains itself with something on both sides, as brackets that nest. None of the grammars of
//! URIs does. A production that ends in itself, `xalphas = xalpha [ xalphas ]`, is a loop.
//!
//! # The parts
//!
//! | in | module | out |
//! |---|---|---|
//! | an edition | [`mod@edition`] | all that follows, for each of its grammars |
//! | the texts of both grammars | [`pair`] | both of them, read |
//! | the text of a printed grammar | [`bnf`] | its productions, and readings laid over them |
//! | productions | [`rules`] | who calls whom, and whose language can be decided |
//! | productions that can be decided | [`mod@derive`] | one automaton, with a start for each |
//! | the text of a `.pest` file | [`peg`] | one automaton, with a start for each rule |
//! | an automaton | [`dfa`] | the least one; and of two, the witnesses that tell them apart |
//! | a verdict `equal` | [`certificate`] | its reason, which others can check |
//! | the alternatives of a production | [`ambiguity`] | the strings that two of them share |
//! | both automata | [`report`] | the verdict on each production |
//! | a string that two alternatives share | [`trees`] | the alternative that the parser takes |
//! | the examples that a document prints | [`examples`] | what they claim |
//! | a claim | [`findings`] | whether grammar and algorithm contradict it |
//! | the other sentences of a document | [`requirements`] | where each of them is held |
//! | the name of a production | [`explain`] | its texts, the verdict, strings to know it by |
//! | an automaton | [`table`] | its source, for the plain parser to carry along |
//!
//! [`bytes`] are the letters of the automata.
//!
//! [`of`] audits an edition, and [`audit`] any pair of grammars:
//!
//! ```
//! use urispec::audit::{GrammarPair, Text, audit, bnf::Notation};
//!
//! let printed = Text { file: "time.abnf", text: "time = hour \":\" 2DIGIT\nhour = DIGIT / %x31 DIGIT\n" };
//! let pest = Text {
//!     file: "time.pest",
//!     text: r#"time = { hour ~ ":" ~ ASCII_DIGIT{2} } hour = { ASCII_DIGIT | "1" ~ ASCII_DIGIT }"#,
//! };
//! let report = audit(&GrammarPair::read(Notation::Abnf, printed, None, pest)?, &["time"]);
//! // The first alternative wins, and leaves the second digit to nobody.
//! assert_eq!(report.production("time").unwrap().verdict.to_string(), r#"differs: only in print "10:00""#);
//! # Ok::<(), urispec::audit::PairError>(())
//! ```

pub mod ambiguity;
pub mod bnf;
mod budget;
pub mod bytes;
pub mod certificate;
mod comment;
pub mod derive;
pub mod dfa;
pub mod edition;
pub mod examples;
pub mod explain;
mod expr;
pub mod findings;
mod graph;
mod judge;
mod memo;
mod nullable;
pub mod pair;
pub mod peg;
pub mod report;
pub mod requirements;
pub mod rules;
#[cfg(test)]
mod short;
pub mod table;
pub mod trees;
mod verdict;

pub use edition::{Audit, AuditError, of};
pub use pair::{GrammarPair, MapError, PairError, Text};
pub use report::{Report, audit, audit_reached};
