//! Why a file of certificates is refused.
//!
//! In: what the reader or the checker found. Out: its place, in the file and in the proof, and a
//! sentence. A name or a field that is repeated from the file has what no terminal shows escaped.

use super::read::Malformed;
use super::{Side, Way};

/// A file of certificates is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A line is not as the format says.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A certificate does not hold.
    #[error(transparent)]
    Flaw(#[from] Flaw),
    /// The first line is not followed by the name of a grammar.
    #[error("a certificate before any line `grammar NAME`")]
    Nameless {
        /// The line, counted from 1.
        line: usize,
    },
    /// The certificates of another grammar.
    #[error("these are the certificates of {name:?}, and to be checked are those of {}", expected.join(", "))]
    Other {
        /// The line, counted from 1.
        line: usize,
        /// The name of the grammar.
        name: String,
        /// The names of the grammars that are given.
        expected: Vec<String>,
    },
    /// A grammar comes twice.
    #[error("the certificates of {name:?} are here for the second time")]
    Twice {
        /// The line, counted from 1.
        line: usize,
        /// The name of the grammar.
        name: String,
    },
    /// A grammar that is given has no certificates.
    #[error("there are no certificates of {name}")]
    Missing {
        /// The name of the grammar.
        name: String,
    },
}

impl Refusal {
    /// The line of the file, counted from 1; none where something is missing.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Malformed(Malformed { line, .. })
            | Self::Flaw(Flaw { line, .. })
            | Self::Nameless { line }
            | Self::Other { line, .. }
            | Self::Twice { line, .. } => Some(*line),
            Self::Missing { .. } => None,
        }
    }
}

/// A certificate does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {cause}", place(production, *pair, *byte))]
pub struct Flaw {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The production.
    pub production: String,
    /// The pair, if the flaw is in one.
    pub pair: Option<usize>,
    /// The byte, if the flaw is after one.
    pub byte: Option<u8>,
    /// What does not hold.
    pub cause: FlawKind,
}

/// Why a certificate does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlawKind {
    /// The grammar has no such production, or it is none of those that were asked for.
    #[error("the grammar has no such production, or it was not asked for")]
    Unknown,
    /// The rule does not transcribe the production.
    #[error("no rule {0:?} transcribes this production")]
    NotItsRule(String),
    /// There is a certificate of the two already.
    #[error("there is a certificate of this production and its rule already")]
    Twice,
    /// The production, or the rule, cannot be decided.
    #[error("there can be no certificate: {0}")]
    Undecided(String),
    /// The derivatives are too large.
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
    /// A side tells two bytes of a class apart.
    #[error("{} tells the byte from 0x{other:02X}, and both are of one class", side.name())]
    Split {
        /// The side.
        side: Side,
        /// The other byte.
        other: u8,
    },
    /// A side may end where the pair says that it may not, or the other way round.
    #[error("{} {} end here, and the pair says `{}`", side.name(), can(!says), yes(*says))]
    Ends {
        /// The side.
        side: Side,
        /// What the pair says.
        says: bool,
    },
    /// The derivative of a side is not that side of the pair that is named.
    #[error("the derivative of {} is not that of pair {named}", side.name())]
    Successor {
        /// The side.
        side: Side,
        /// The pair that is named.
        named: u32,
    },
    /// A pair does not name one successor for each class.
    #[error("{named} successors, and there are {classes} classes")]
    Successors {
        /// How many successors are named.
        named: usize,
        /// How many classes there are.
        classes: usize,
    },
    /// A pair is named that is not there.
    #[error("there is no pair {0}")]
    NoPair(u32),
    /// A pair is named before one with a smaller number was.
    #[error("pair {named} is named before pair {next} is")]
    Ahead {
        /// The pair that is named.
        named: u32,
        /// The pair that has to be named first.
        next: usize,
    },
    /// A pair is not first reached as it says.
    #[error("the pair is first reached by {0}, and says another way")]
    Way(Way),
    /// Nothing leads to a pair.
    #[error("no pair before it leads to it")]
    Unreached,
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Self::Printed => "the production",
            Self::Pest => "the rule",
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
