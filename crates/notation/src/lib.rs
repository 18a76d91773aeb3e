//! Grammars as documents print them, in ABNF, BNF or EBNF, and an automaton for each production.
//!
//! In: the text of a grammar in a [`Notation`]. Out: [`Printed`], its productions with their texts and lines; of these,
//! [`Languages`], one automaton with a start for each production, or the reason why there is none. What is forgotten is
//! how a string is derived: it is in a language or it is not.
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
//! A production that contains itself with something on both sides has no automaton; one that ends in itself is a loop.
//! [`PrintedReader`] reads a grammar as people write it, with [notes](Note) where the text departs from its notation, and
//! with what it imports of other documents; [`Printed::read`] reads it by the letter. With the feature `documents`,
//! `Extracted` finds the grammar that a document prints, with sections and lines.

#![cfg_attr(docsrs, feature(doc_cfg))]

// Each imports only what stands above it here.
mod notations;
mod printed;
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

/// Productions as they call each other, derive strings and are unrolled, from which `grammar-audit` makes verdicts, lints,
/// mutants, exports and certificates. It is no part of the public API, and changes as they do.
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
    pub use crate::printed::chart::{ALL_STEPS, Chart, Ends, Place};
    pub use crate::printed::reader::{Beside, linked};
    pub use crate::printed::rules::Rules;
}
