//! Why a file of certificates is refused.
//!
//! In: what the reader or the checker found. Out: its place, in the file and in the proof, and a
//! sentence. A name or a field that is repeated from the file has what no terminal shows escaped.

use super::lines::{PatternName, Reached, Side};
use super::read::Malformed;

/// The reason why a file of certificates is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A line does not follow the format.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A certificate is wrong.
    #[error(transparent)]
    Flaw(#[from] Flaw),
    /// The name of a grammar is missing after the first line.
    #[error("a certificate before any line `grammar NAME`")]
    Nameless {
        /// The line, counted from 1.
        line: usize,
    },
    /// The file has certificates of a grammar that was not given.
    #[error("these are the certificates of {name:?}, and to be checked are those of {}", expected.join(", "))]
    Other {
        /// The line, counted from 1.
        line: usize,
        /// The name of the grammar.
        name: String,
        /// The names of the grammars that are given.
        expected: Vec<String>,
    },
    /// The file has the certificates of a grammar twice.
    #[error("the certificates of {name:?} are here for the second time")]
    Twice {
        /// The line, counted from 1.
        line: usize,
        /// The name of the grammar.
        name: String,
    },
    /// The patterns of the file are not those that were given.
    #[error("pattern {number} {}", to_be_checked(expected.as_ref()))]
    OtherPattern {
        /// The line, counted from 1.
        line: usize,
        /// The number of the first pattern that differs.
        number: usize,
        /// The pattern that was given, if there is one of that number.
        expected: Option<PatternName>,
    },
    /// What stands before the certificates of a grammar comes after one of them.
    #[error("patterns and automata stand before the certificates")]
    Late {
        /// The line, counted from 1.
        line: usize,
    },
    /// The file has no certificates of a given grammar.
    #[error("there are no certificates of {name}")]
    Missing {
        /// The name of the grammar.
        name: String,
    },
}

impl Refusal {
    /// The line of the file, counted from 1. There is none where something is missing.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Malformed(Malformed { line, .. })
            | Self::Flaw(Flaw { line, .. })
            | Self::Nameless { line }
            | Self::Late { line }
            | Self::OtherPattern { line, .. }
            | Self::Other { line, .. }
            | Self::Twice { line, .. } => Some(*line),
            Self::Missing { .. } => None,
        }
    }
}

/// A certificate that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {cause}", place(production, *pair, *byte))]
#[non_exhaustive]
pub struct Flaw {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The production.
    pub production: String,
    /// The number of the pair, if the flaw is in a pair.
    pub pair: Option<usize>,
    /// The byte after which the flaw is, if it is after one.
    pub byte: Option<u8>,
    /// The kind of the flaw.
    pub cause: FlawKind,
}

/// The kind of a flaw in a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FlawKind {
    /// The grammar has no such production, or it is none of those that were asked for.
    #[error("the grammar has no such production, or it was not asked for")]
    Unknown,
    /// The rule does not transcribe the production.
    #[error("no rule {0:?} transcribes this production")]
    NotItsRule(String),
    /// The grammar is not compared with a pattern of that number, or with no pattern at all.
    #[error("this production is not compared with a pattern {0}")]
    NotItsPattern(usize),
    /// No automaton of that number stands for the production.
    #[error("no automaton {0} stands for this production")]
    NotItsAutomaton(usize),
    /// The file has another certificate of the same production and rule, pattern or automaton; or
    /// another automaton of the production.
    #[error("there is a certificate or an automaton of this production already")]
    Twice,
    /// The automata could stand for productions and not have their languages.
    #[error(
        "the automata prove nothing: a production that one stands for derives itself alone, or leaves \
         out what calls the production"
    )]
    NotUnique,
    /// A certificate rests on an automaton whose own certificate has not come yet.
    #[error("the certificate of automaton {0} has to come first")]
    NotShown(usize),
    /// A state of an automaton does not exist.
    #[error("there is no state {0}")]
    NoState(u32),
    /// The pattern is one of UTF-16, and the certificate has a string with a character that is two
    /// there.
    #[error("characters above U+FFFF are two in the pattern, and the certificate has one")]
    CodeUnits,
    /// The production, or the rule, cannot be decided.
    #[error("there can be no certificate: {0}")]
    Undecided(String),
    /// The derivatives are too large to check.
    #[error("the derivatives are too large")]
    TooLarge,
    /// A class has no byte.
    #[error("class {0} has no byte")]
    NoByte(usize),
    /// A byte is in no class.
    #[error("the byte is in no class")]
    NoClass,
    /// A byte is in two classes.
    #[error("the byte is in two classes")]
    TwoClasses,
    /// A side reads different things after two bytes of one class.
    #[error("{} tells the byte from 0x{other:02X}, and both are of one class", side.name())]
    Split {
        /// The side that tells the bytes apart.
        side: Side,
        /// The other byte of the class.
        other: u8,
    },
    /// A side may end where the pair says that it may not, or may not end where the pair says that
    /// it may.
    #[error("{} {} end here, and the pair says `{}`", side.name(), can(!says), yes(*says))]
    Ends {
        /// The side that contradicts the pair.
        side: Side,
        /// Whether the pair says that its sides may end.
        says: bool,
    },
    /// After a byte, a side is not what the named pair has on that side.
    #[error("the derivative of {} is not that of pair {named}", side.name())]
    Successor {
        /// The side that differs.
        side: Side,
        /// The number of the named pair.
        named: u32,
    },
    /// A pair does not name one successor for each class.
    #[error("{named} successors, and there are {classes} classes")]
    Successors {
        /// The number of named successors.
        named: usize,
        /// The number of classes.
        classes: usize,
    },
    /// A named pair does not exist.
    #[error("there is no pair {0}")]
    NoPair(u32),
    /// A pair is named before a pair with a smaller number.
    #[error("pair {named} is named before pair {next} is")]
    Ahead {
        /// The pair that is named.
        named: u32,
        /// The pair that has to be named first.
        next: usize,
    },
    /// The pair is first reached in another way than it says.
    #[error("the pair is first reached by {0}, and names another way")]
    Reached(Reached),
    /// Nothing leads to a pair.
    #[error("no earlier pair leads to this pair")]
    Unreached,
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Self::Printed => "the production",
            Self::Rule => "the rule",
            Self::Pattern => "the pattern",
            Self::Automaton => "the automaton",
        }
    }
}

fn to_be_checked(expected: Option<&PatternName>) -> String {
    match expected {
        None => "is none of those to be checked".to_owned(),
        Some(PatternName { dialect, matching, text }) => {
            format!("is not the one to be checked: {dialect}, {matching}, {text:?}")
        }
    }
}

fn can(can: bool) -> &'static str {
    if can { "may" } else { "may not" }
}

fn yes(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn place(production: &str, pair: Option<usize>, byte: Option<u8>) -> String {
    // Names are as a file has them, who knows from where.
    let mut place = production.escape_debug().to_string();
    place.extend(pair.map(|pair| format!(", pair {pair}")));
    place.extend(byte.map(|byte| format!(", byte 0x{byte:02X}")));
    place
}
