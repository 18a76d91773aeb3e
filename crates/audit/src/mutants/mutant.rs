//! A mutant: a grammar that is wrong in one point.

use std::fmt;

use grammar_automata::engine::CharacterSet;

use super::variants::Variant;

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

// What a mutator asks of a notation.

/// A notation, and what its terms are.
pub(super) trait Notated {
    /// A term of a right side.
    type Term: Clone + PartialEq;

    /// Whether the order of alternatives matters.
    const IS_ORDERED: bool;

    /// What a term is.
    fn shape(&mut self, term: &Self::Term) -> TermShape<Self::Term>;

    /// The term of a shape.
    fn term(&self, shape: TermShape<Self::Term>) -> Self::Term;

    /// The text of a term, on one line.
    fn text(&mut self, term: &Self::Term) -> String;

    /// The text of a class by itself.
    fn class_text(&mut self, term: &Self::Term, _set: &CharacterSet) -> String {
        self.text(term)
    }

    /// The set of characters that a term is, if it is one.
    fn set(&mut self, term: &Self::Term) -> Option<CharacterSet>;

    /// The characters that stand for themselves in a term, beside what has more than one character.
    fn single_characters(&mut self, term: &Self::Term) -> CharacterSet;

    /// What people get wrong of such a term in this notation alone.
    fn slips(&mut self, _subject: &str, _term: &Self::Term) -> Vec<Variant<Self::Term>> {
        Vec::new()
    }
}

/// What a term is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TermShape<T> {
    /// A name, or what has no parts that could be wrong.
    Name,
    /// A character of a set.
    Set(CharacterSet),
    Literal {
        bytes: Vec<u8>,
        ignore_case: bool,
    },
    Sequence(Vec<T>),
    /// Alternatives, each with the text that it has where it is written.
    Choice(Vec<(String, T)>),
    Repeat {
        min: u32,
        max: Option<u32>,
        of: T,
    },
    /// The strings of one term that are not strings of the other.
    Difference {
        from: T,
        without: T,
    },
    /// What is asked, and not read.
    Look {
        asked: Lookahead,
    },
}

/// What is asked at a place, and not read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Lookahead {
    /// What that text stands for comes next.
    Next(String),
    /// What that text stands for does not come next.
    NotNext(String),
    /// The string begins there.
    Begin,
    /// The string ends there.
    End,
    /// Anything else.
    Other,
}

impl<T> TermShape<T> {
    /// A term that may be missing.
    pub(super) const fn optional(of: T) -> Self {
        Self::Repeat { min: 0, max: Some(1), of }
    }
}
