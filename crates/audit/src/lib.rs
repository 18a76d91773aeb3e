//! Decides whether two grammars, or a grammar and a pattern, accept exactly the same strings.
//!
//! The input is grammars as documents print them (ABNF, BNF, EBNF), `.pest` files, and regular expressions. The result
//! for each production is that both languages are equal, or for each side the shortest string that the other one
//! rejects. A test cannot decide this: two languages may agree on every string that a test samples and still differ.
//!
//! [`audit`] compares a printed grammar with its transcription:
//!
//! ```
//! use grammar_audit::{GrammarPair, GrammarText, Notation, audit};
//!
//! let printed = GrammarText {
//!     file: "time.abnf",
//!     text: "time = hour \":\" 2DIGIT\nhour = DIGIT / %x31 DIGIT\n",
//! };
//! let pest = GrammarText {
//!     file: "time.pest",
//!     text: r#"
//!         time = { hour ~ ":" ~ ASCII_DIGIT{2} }
//!         hour = { ASCII_DIGIT | "1" ~ ASCII_DIGIT }
//!     "#,
//! };
//! let report = audit(&GrammarPair::read(Notation::Abnf, printed, None, pest)?, &["time"])?;
//! // The first alternative of `hour` wins, so no rule reads the second digit.
//! let verdict = &report.production("time").unwrap().verdict;
//! assert_eq!(verdict.to_string(), r#"differs: only in print "10:00""#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The method, for a reader who knows regular expressions
//!
//! A regular expression can be turned into a *deterministic automaton*: a table that gives the next state for each
//! state and each next byte, and for each state whether the string may end there. Two automata can be walked side by
//! side. If one accepts and the other does not, the bytes read so far are a *witness* that the languages differ. There
//! are finitely many pairs of states, so the walk ends; if it found no witness, the languages are equal. A
//! breadth-first walk finds a shortest witness.
//!
//! A grammar is more expressive than a regular expression only through recursion: a production that contains itself with
//! something on both sides, such as nested brackets. The grammars of URIs have no such production. A production that ends
//! in itself, `xalphas = xalpha [ xalphas ]`, is a loop. A production with nested recursion is unrolled to a depth on
//! both sides, and can be [equal to that depth](Verdict::EqualToDepth). A string that only one side accepts proves that
//! the two differ, whatever the depth.
//!
//! # The parts
//!
//! | from | by | result |
//! |---|---|---|
//! | the texts of a printed grammar and of its transcription | [`GrammarPair`] | both grammars, parsed |
//! | the text of a printed grammar, read strictly by its notation | [`Printed`] | its productions, some of them replaced by readings |
//! | the text of a printed grammar, with the usual deviations | [`PrintedReader`] | its productions and the imported ones, and a [`Note`](notation::Note) for each departure from the notation; [`Characters`](notation::Characters) define the meaning of its numbers |
//! | the text of a document | [`Extracted`](documents::Extracted) | the productions that the document prints, with sections and lines; the text that only looks like a production ([`LeftOut`](documents::LeftOut)) |
//! | productions | [`Languages`] | one automaton, with a start state for each production, or the reason why there is none |
//! | the text of a `.pest` file | [`Peg`] | one automaton, with a start for each rule |
//! | an automaton | [`Dfa`](automata::Dfa) | the minimal automaton, and strings that it accepts; its alphabet is [`Classes`](automata::Classes) of bytes |
//! | two automata | [`difference`](automata::difference) | the shortest witnesses that their languages differ |
//! | a verdict `equal` | [`certificate`] | its proof, which another program can check |
//! | the alternatives of a production | [`overlaps`](alternatives::overlaps) | the strings that two of them share |
//! | the alternatives of a production | [`Alternatives::members`](alternatives::Alternatives::members) | for each, the shortest string that no other alternative matches |
//! | both automata | [`Report`] | the verdict on each production |
//! | a rule in a file with `WHITESPACE` | [`Peg::atomicities`] | whether a parser runs the rule as atomic, as non-atomic, or both |
//! | the productions that differ | [`Report::causes`] | the productions to fix, each with the productions that differ because of it |
//! | a production that differs | [`Divergence`] | the offset at which production and rule diverge, and the expressions at fault |
//! | a grammar in any notation | [`AnyGrammar`] | its productions, and an automaton for each |
//! | a string, and a grammar in any notation | [`TreeFinder`] | its parse tree, or the offset at which the string leaves the language |
//! | two grammars, or a grammar and a pattern, in a unit test | [`assert_equivalent!`], [`assert_covers!`] | nothing, or a panic that shows the difference |
//! | the source code of a program | [`SourcePatterns`](sources::SourcePatterns) | the regular expressions in it, with the position of each part |
//! | a JSON Schema or OpenAPI file | [`SchemaDocument`](schemas::SchemaDocument) | its nodes, with their positions |
//! | a grammar, or a pattern | [`lint`] | places whose meaning is probably not the intended one, each with a shortest string |
//! | a pattern | [`Pattern::match_time`] | how the steps of a backtracking engine grow, and strings that show the growth |
//! | a production | [`mutants`] | a small set of strings that kills its mutants: grammars with one mistake |
//! | patterns, productions, anything with an automaton | [`Language`] | their [`relation`], union, intersection and difference, with shortest strings |
//! | two grammars in any notations | [`compare_grammars`] | their productions in pairs, and the relation of each pair |
//!
//! The root has what most programs use, and each module the rest of one topic.

#![cfg_attr(docsrs, feature(doc_cfg))]

// Each module imports only modules above it.
mod names;
mod pair;
mod verdicts;
pub mod certificate;
mod any;
mod language;
pub mod export;
pub mod mutants;
mod same;
pub mod lint;

pub use any::compare::{typical_members, typical_near_misses};
pub use any::trees::DerivationTree;
pub use any::{
    AnyGrammar, AnyProduction, ComparedGrammars, ComparedLanguages, ComparedProductions,
    DecidedGrammar, GrammarKind, JudgePatternError, NoTree, PatternVerdict, ProductionNode,
    TreeFinder, TypicalStrings, UndecidedProduction, UnrolledProduction, compare_grammars,
    judge_pattern,
};
pub use grammar_automata::Relation;
pub use grammar_automata::build::{Deadline, TooLarge};
#[doc(inline)]
pub use grammar_notation::{GrammarText, Languages, Notation, Printed, PrintedReader};
#[doc(inline)]
pub use grammar_peg::Peg;
#[doc(inline)]
pub use grammar_regex::{Dialect, Matching, Pattern, PatternError};
pub use language::{Language, TooLargeToCompare, relation};
pub use pair::{GrammarPair, MapError, PairError};
pub use same::{
    PatternClaim, expect_equivalent, expect_equivalent_pair, expect_pattern, expect_pattern_of,
};
pub use verdicts::divergences::{Divergence, Only};
pub use verdicts::report::{
    ProductionVerdict, Report, RootCause, UnknownProduction, audit, audit_reached,
};
pub use verdicts::verdict::{Reading, Verdict};

/// The strings that alternatives of a production share, and those that each adds to the others.
pub mod alternatives {
    pub use crate::verdicts::alternative_members::{
        AlternativeMember, AlternativeMembers, Contribution,
    };
    pub use crate::verdicts::ambiguity::{Alternatives, Overlap, Sample, Unknown, overlaps};
}

/// Automata, and their differences.
pub mod automata {
    pub use grammar_automata::build::{
        ByteSet, Classes, Dfa, Difference, Members, PumpWitness, difference,
    };
    pub use grammar_automata::{Acceptor, LetterRange, Rejection};
}

/// Printed grammars in detail: productions, terms, notes, errors.
pub mod notation {
    #[doc(inline)]
    pub use grammar_notation::{
        Alternative, AssumeError, Characters, ImportError, Library, Note, NoteKind, Origin,
        PrintedDocument, PrintedError, PrintedProduction, PrintedStep, ReadError, Term,
        Undecidable, UndecidableReason, Unreadable,
    };
}

/// Documents that print a grammar.
#[cfg(feature = "documents")]
pub mod documents {
    #[doc(inline)]
    pub use grammar_notation::{
        DocumentKind, ExtractError, Extracted, ExtractedProduction, LeftOut, LeftOutReason,
        PrintedAgain, PrintedExample, PrintedPlace, Sameness, Section, Selection,
    };
}

/// Rules of pest in detail.
pub mod peg {
    #[doc(inline)]
    pub use grammar_peg::{
        Atomicity, Decided, Does, PegError, PegFault, PestStep, UnreachableAlternative,
        UnreachableAlternatives,
    };
}

/// Regular expressions and globs in detail.
pub mod patterns {
    #[doc(inline)]
    pub use grammar_regex::{
        GlobError, GlobSyntax, LanguageError, MatchTime, PatternNames, PatternUsage, Unwritable,
    };
}

/// The regular expressions in the source code of programs.
#[cfg(feature = "sources")]
pub mod sources {
    #[doc(inline)]
    pub use grammar_regex::{
        PatternKeys, SourceLanguage, SourcePattern, SourcePatterns, UnreadPattern,
    };
}

/// JSON Schema and OpenAPI files, with positions.
#[cfg(feature = "schemas")]
pub mod schemas {
    #[doc(inline)]
    pub use grammar_regex::{
        SchemaDocument, SchemaEntry, SchemaError, SchemaMapping, SchemaNode, SchemaValue,
    };
}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Random strings for tests of a parser: members of a grammar's language, and near misses, which are one edit away from
/// a member. With the feature `proptest`, strategies also generate these strings, and shrink them.
///
/// ```
/// # #[cfg(feature = "proptest")] {
/// use grammar_audit::sample::ByteSampler;
/// use grammar_audit::{AnyGrammar, GrammarText, Notation, PrintedReader};
/// use proptest::prelude::*;
///
/// // The parser to be tested.
/// fn is_number(text: &[u8]) -> bool {
///     text == b"0" || !text.is_empty() && text[0] != b'0' && text.iter().all(u8::is_ascii_digit)
/// }
/// fn is_version(text: &[u8]) -> bool {
///     let parts: Vec<&[u8]> = text.split(|byte| *byte == b'.').collect();
///     parts.len() == 2 && parts.iter().all(|part| is_number(part))
/// }
///
/// let text = "version = number \".\" number\nnumber = \"0\" / %x31-39 *DIGIT\n";
/// let printed = PrintedReader::new(Notation::Abnf).read(GrammarText { file: "a.abnf", text }).unwrap();
/// let grammar = AnyGrammar::printed(printed).decide(&["version"]);
/// let versions = ByteSampler::new(grammar.acceptor("version").unwrap()).unwrap();
/// proptest!(|(text in versions.clone().members())| prop_assert!(is_version(&text)));
/// proptest!(|(text in versions.near_misses())| prop_assert!(!is_version(&text)));
/// # }
/// ```
#[cfg(feature = "sample")]
pub mod sample {
    pub use grammar_automata::sample::*;
}

/// Returns the size of a test: `short`, or `long` if the environment variable `URISPEC_LONG` is set.
#[cfg(test)]
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}
