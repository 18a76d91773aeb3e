//! A mutant: a grammar that is wrong in one point.

use std::fmt;

/// A grammar, or a pattern, that is wrong in one point.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mutant {
    /// The kind of the fault.
    pub kind: MutantKind,
    /// The production in which the fault is.
    pub production: String,
    /// The section of the production, where the grammar is that of a document whose sections are known.
    pub section: Option<String>,
    /// The line of the file on which the production begins.
    pub line: usize,
    /// The fault: what stands in the production instead, or is missing.
    pub fault: String,
    /// What the grammar says and the mutant does not heed, without a full stop.
    pub reason: String,
    /// For a listed mistake, who makes it.
    pub source: Option<String>,
    /// What was found out about the mutant.
    pub state: MutantState,
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MutantKind {
    /// An alternative is missing.
    AlternativeDropped,
    /// A class lacks a character.
    ClassNarrowed,
    /// A class has one character too many.
    ClassWidened,
    /// An optional or repeated part is required, or may be repeated less often.
    TooStrict,
    /// A required part may be missing, or may be repeated too often.
    TooLoose,
    /// The case of letters is minded where it does not matter, or not minded where it does.
    Case,
    /// A lookahead or an exception is missing.
    PredicateDropped,
    /// Two alternatives of a choice are tried in the other order.
    Order,
    /// A mistake that somebody listed.
    Mistake,
}

/// The verdict on a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MutantState {
    /// The mutant accepts the same strings: no test can tell it.
    Equal,
    /// The mutant accepts other strings, and this one tells it: of those that do, a nearest one to what strings
    /// should look like.
    Differs {
        /// The string.
        witness: Vec<u8>,
    },
    /// Whether the mutant accepts the same strings was not decided.
    Undecided {
        /// The reason.
        why: String,
    },
}

impl Mutant {
    /// Whether a string is known that kills the mutant.
    #[must_use]
    pub const fn differs(&self) -> bool {
        matches!(self.state, MutantState::Differs { .. })
    }
}

impl MutantKind {
    /// The name of the kind, such as `class-widened`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::AlternativeDropped => "alternative-dropped",
            Self::ClassNarrowed => "class-narrowed",
            Self::ClassWidened => "class-widened",
            Self::TooStrict => "too-strict",
            Self::TooLoose => "too-loose",
            Self::Case => "case",
            Self::PredicateDropped => "predicate-dropped",
            Self::Order => "order",
            Self::Mistake => "mistake",
        }
    }
}

/// Names the mutant in a line: ``port: `*DIGIT` at least once``.
impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.production, self.fault)
    }
}
