//! Decides whether two grammars, or a grammar and a pattern, accept exactly the same strings.
//!
//! In: grammars as documents print them (ABNF, BNF, EBNF), `.pest` files, regular expressions. Out: production
//! by production, that two languages are equal, or the shortest string of each side that the other rejects. No
//! test does this: a test samples strings, and two languages may agree on every string anybody thought of.
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
//! URIs does. A production that ends in itself, `xalphas = xalpha [ xalphas ]`, is a loop. What nests
//! is unrolled to a depth on both sides, and is [equal to that depth](Verdict::EqualToDepth); a string
//! that only one side has is a proof that they differ all the same.
//!
//! # The parts
//!
//! | in | by | out |
//! |---|---|---|
//! | the texts of both grammars | [`GrammarPair`] | both of them, read |
//! | the text of a printed grammar | [`Printed`] | its productions, and readings laid over them |
//! | the same, of anybody's | [`PrintedReader`] | with what other documents define, and a [`Note`] where it is not read by the letter; [`Characters`] say what its numbers mean |
//! | the text of a document | [`Extracted`] | the productions that it prints, with sections and lines; what looks like one and is none ([`LeftOut`]) |
//! | productions | [`Languages`] | one automaton, with a start for each, or why there is none |
//! | the text of a `.pest` file | [`Peg`] | one automaton, with a start for each rule |
//! | an automaton | [`Dfa`] | the least one, and its strings; its letters are [`Classes`] of bytes |
//! | two automata | [`difference`] | the witnesses that tell them apart |
//! | a verdict `equal` | [`certificate`] | its reason, which others can check |
//! | the alternatives of a production | [`overlaps`] | the strings that two of them share |
//! | both automata | [`Report`] | the verdict on each production |
//! | a rule in a file with `WHITESPACE` | [`Peg::atomicities`] | how a parser comes to it |
//! | the productions that differ | [`Report::causes`] | those to be mended, and those that differ through them |
//! | a production that differs | [`Divergence`] | where the two part, and the expressions that are to blame |
//! | a grammar of any kind | [`AnyGrammar`] | its productions, and an automaton for each, to be asked about strings |
//! | a string, with a grammar of any kind | [`TreeFinder`] | its tree, or where the string leaves the language |
//! | two files, in a unit test | [`assert_same!`] | nothing, or a panic that says what differs |
//! | the text of a program | [`SourcePatterns`] | the regular expressions in it, and where each part of them is written |
//! | one grammar, or a pattern | [`lint`] | what it says otherwise than meant, each with a shortest string |
//! | a pattern | [`Pattern::match_time`] | how long an engine takes that backtracks, and the strings that show it |
//! | a production | [`mutants`] | the fewest strings that tell it from grammars that are wrong in one point |
//! | two grammars of any kind | [`compare_grammars`] | their productions in pairs, and the relation of each pair |
//!
//! Everything stands here side by side, but for [`certificate`], a format of files, of which `Row`, `Side` and `Entry` mean
//! something only beside its description; and for [`lint`], whose findings are no verdicts, and [`mutants`], which are none
//! either.
//!
//! [`audit`] compares a printed grammar with its transcription:
//!
//! ```
//! use grammar_audit::{GrammarPair, GrammarText, Notation, audit};
//!
//! let printed = GrammarText { file: "time.abnf", text: "time = hour \":\" 2DIGIT\nhour = DIGIT / %x31 DIGIT\n" };
//! let pest = GrammarText {
//!     file: "time.pest",
//!     text: r#"time = { hour ~ ":" ~ ASCII_DIGIT{2} } hour = { ASCII_DIGIT | "1" ~ ASCII_DIGIT }"#,
//! };
//! let report = audit(&GrammarPair::read(Notation::Abnf, printed, None, pest)?, &["time"])?;
//! // The first alternative wins, and leaves the second digit to nobody.
//! assert_eq!(report.production("time").unwrap().verdict.to_string(), r#"differs: only in print "10:00""#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// The rooms, in the order in which they build on each other: each imports only what stands above it here.
mod basics;
mod dfa;
mod notation;
mod printed;
mod languages;
mod regex;
mod source;
mod peg;
mod pair;
mod document;
mod verdicts;
pub mod certificate;
mod any;
mod export;
pub mod mutants;
mod same;
pub mod lint;

pub use any::derivation_tree::DerivationTree;
pub use any::strings::{typical_members, typical_near_misses};
pub use any::{
    AnyGrammar, AnyProduction, ComparedGrammars, ComparedLanguages, ComparedProductions,
    DecidedGrammar, GrammarKind, NoTree, ProductionNode, TreeFinder, TypicalStrings,
    UndecidedProduction, compare_grammars,
};
pub use basics::attack::Attack;
pub use basics::bytes::{ByteSet, Classes};
pub use basics::deadline::Deadline;
pub use basics::text::GrammarText;
pub use dfa::{Dfa, Difference, Members, TooLarge, difference};
pub use document::{
    DocumentKind, ExtractError, Extracted, ExtractedProduction, LeftOut, LeftOutReason,
    PrintedAgain, PrintedExample, PrintedPlace, Sameness, Section, Selection,
};
pub use export::{ExportError, ExportedGrammar, PatternForm, Unstructured};
pub use languages::partial::Languages;
pub use notation::Notation;
pub use notation::{
    Alternative, Characters, Note, NoteKind, Origin, Printed, PrintedProduction, ReadError, Term,
    Unreadable,
};
pub use pair::names::MapError;
pub use pair::{GrammarPair, PairError};
pub use peg::{
    Atomicity, Decided, Does, NeverTaken, NeverTakenAlternatives, Peg, PegError, PegFault, PestStep,
};
pub use printed::library::{Library, PrintedDocument};
pub use printed::reader::{AssumeError, ImportError, PrintedError, PrintedReader};
pub use printed::rules::{Undecidable, UndecidableReason};
pub use printed::written::PrintedStep;
pub use regex::{
    Dialect, LanguageError, MatchTime, Matching, Pattern, PatternError, PatternNames, Unwritable,
};
pub use same::{expect_same, expect_same_pair, expect_same_pattern, expect_same_printed};
pub use source::{SourceLanguage, SourcePattern, SourcePatterns, UnreadPattern};
pub use verdicts::ambiguity::{Alternatives, Overlap, Sample, Unknown, overlaps};
pub use verdicts::divergences::{Divergence, Only};
pub use verdicts::judge_pattern::{JudgePatternError, PatternVerdict, judge_pattern};
pub use verdicts::report::{Judged, Report, RootCause, UnknownProduction, audit, audit_reached};
pub use verdicts::verdict::{Reading, Verdict};

// What both this crate and those below it say.
pub use grammar_automata::{Acceptor, LetterRange, Rejection, Relation};

/// The tour of the README, which the tests run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Random members of a grammar's language and near misses, for tests of a parser of one's own; with the feature
/// `proptest` as strategies, which shrink.
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
