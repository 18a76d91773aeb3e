//! Grammars as documents print them, in ABNF, BNF or EBNF, with an automaton for each production.
//!
//! [`PrintedReader`] reads the text of a grammar in a [`Notation`] and returns [`Printed`], its productions
//! with their texts and lines. [`Languages`] builds one automaton with a start state for each production, or
//! gives the reason why a production has none. The automaton decides membership only; it keeps no derivations.
//!
//! ```
//! use grammar_notation::{GrammarText, Languages, Notation, PrintedReader};
//!
//! let text = "time = hour \":\" 2DIGIT\nhour = DIGIT / %x31 DIGIT\n";
//! let printed = PrintedReader::new(Notation::Abnf).read(GrammarText { file: "time.abnf", text })?;
//! let languages = Languages::new(&printed);
//! let time = languages.start("time").unwrap().unwrap();
//! assert!(languages.dfa().matches(time, b"17:30") && !languages.dfa().matches(time, b"27:30"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A production that contains itself between other elements has no automaton; one that ends with itself becomes a loop.
//! [`PrintedReader`] accepts common departures from a notation, reports each in a [`Note`], and resolves imports from
//! other documents; [`Printed::read`] is strict. With the feature `documents`, `Extracted` finds the grammar that a
//! document prints, with the section and the line of each production.

#![cfg_attr(docsrs, feature(doc_cfg))]

// Each module imports only from modules above it.
mod notations;
/// A printed grammar in its context: the definitions of other documents, and the calls between productions.
mod printed {
    pub(crate) mod chart;
    pub(crate) mod library;
    pub(crate) mod reader;
    pub(crate) mod rules;
}
mod languages;
#[cfg(feature = "documents")]
mod document;

#[cfg(feature = "documents")]
pub use document::{
    DocumentKind, ExtractError, Extracted, ExtractedProduction, LeftOut, LeftOutReason,
    PrintedAgain, PrintedExample, PrintedPlace, Sameness, Section, Selection,
};
pub use languages::partial::Languages;
pub use notations::{
    Alternative, Characters, GrammarText, Notation, Note, NoteKind, Origin, Printed,
    PrintedProduction, ReadError, Term, Unreadable,
};
pub use printed::library::{Library, PrintedDocument, PrintedStep};
pub use printed::reader::{AssumeError, ImportError, PrintedError, PrintedReader};
pub use printed::rules::{Undecidable, UndecidableReason};

/// The call graph, the derivations and the unrolling of productions. `grammar-audit` builds verdicts, lints, mutants,
/// exports and certificates from them. This module is not part of the public API and may change at any time.
#[doc(hidden)]
pub mod engine {
    #[cfg(feature = "documents")]
    pub use crate::document::TranscribedGrammar;
    pub use crate::languages::MembershipTest;
    pub use crate::languages::partial::{ExploredExprs, ExprState, Replaced, explore, expressions};
    pub use crate::languages::regular;
    pub use crate::languages::regular::Recursion;
    pub use crate::languages::regular::{Expr, Exprs, Linear};
    pub use crate::notations::{glued_numbers, is_defined_twice};
    pub use crate::printed::chart::{ALL_STEPS, Chart, ChartStep, Ends};
    pub use crate::printed::reader::{GrammarContext, linked};
    pub use crate::printed::rules::Rules;
}
