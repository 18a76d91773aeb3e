//! A proof that two languages are equal, in a form that another program can check.
//!
//! In: a printed grammar with its readings, and its transcription in pest, or patterns. Out: for a production and a
//! rule or pattern that are decided equal a [`Certificate`], and for a certificate whether it holds. Finding a
//! certificate takes a search; checking one does not. The checker shares with the search only the readers of grammars
//! and patterns and the derivative of one side by one byte, so the checker finds a fault in how automata are built,
//! minimized or compared. (For a look-behind of a pattern, both use an automaton.) The crate `grammar-verify` checks
//! the same files and shares nothing.
//!
//! The chapter `docs/certificate.md`, which is also the module `guide::certificate` of `urispec`, describes the format,
//! why a certificate is a proof, and how to write a checker. [`Verifier`] checks *pair by pair*, and is complete: what
//! [`Writer`] writes, [`Verifier`] accepts.
//!
//! ```
//! use grammar_audit::certificate::{Against, Grammars, Verifier, Writer};
//! use grammar_audit::{GrammarPair, GrammarText, Notation};
//!
//! let printed = GrammarText { file: "port.abnf", text: "port = *DIGIT\n" };
//! let pest = GrammarText { file: "port.pest", text: "port = { ASCII_DIGIT* }" };
//! let pair = GrammarPair::read(Notation::Abnf, printed, None, pest)?;
//! let grammars = Grammars::new(&pair);
//! let rule = Against::Rule("port".to_owned());
//! let mut certificate = Writer::new(&grammars).certificate("port", &rule)?;
//! assert!(Verifier::new(&grammars, &[]).check(&certificate).is_ok());
//! // That `/` is a port too is not true.
//! certificate.rows[1].accepts = true;
//! let fault = Verifier::new(&grammars, &[]).check(&certificate).unwrap_err();
//! assert_eq!(
//!     fault.to_string(),
//!     "port, pair 1: the production may not end here, and the pair says `yes`"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts
//!
//! | in | by | out |
//! |---|---|---|
//! | both grammars, or a grammar and patterns | [`Grammars`] | what each production is compared with |
//! | the same, with recursion | [`solved`] | automata that stand for productions |
//! | a production and a rule or pattern | [`Writer`] | their certificate |
//! | the text of a file | [`CertificateReader`] | patterns, automata and certificates |
//! | a certificate | [`Verifier`] | whether the certificate holds |
//! | a file and grammars | [`verify()`] | whether all in the file holds, and all is there |
//! | what is wrong | [`Refusal`], [`Flaw`] | its place and a sentence |
//!
//! `sides` derives productions itself, asks `peg`, `regex` or the lines of an automaton for the derivatives of the
//! other side, and takes both together.

mod sides;
mod verify;
mod grammars;
mod lines;
mod solution;
mod write;

pub use grammars::Grammars;
pub use lines::{
    Against, Automaton, Certificate, CertificateReader, Entry, Malformed, PatternName, Reached,
    Row, Side, State, grammar, head, opening,
};
pub use solution::solved;
pub use verify::{Flaw, FlawKind, Named, Refusal, Verified, Verifier, verify};
pub use write::{NoCertificate, Writer};

/// The version of the format.
pub const SCHEMA: u32 = 2;

/// The number of entries that the rows of one certificate may have together. Each successor of a
/// pair is an entry; the pair itself costs [`PAIR`] entries.
const ENTRIES: usize = 4_000_000;
/// The cost of a pair beside its successors, in entries.
const PAIR: usize = 16;
