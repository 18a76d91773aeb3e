//! What a mutator asks of a notation.
//!
//! In: terms of a notation, which only the notation knows. Out: their [`Shape`]s, which are the same for printed grammars,
//! rules of pest and patterns; and of a shape a term again. What is forgotten of a term is what no mistake of one point is
//! about: tags, groups that capture, which number of repetitions is tried first.

use super::variants::Variant;
use crate::regex::CharacterSet;

/// A notation, and what its terms are.
pub(super) trait Notated {
    /// A term of a right side.
    type Term: Clone + PartialEq;

    /// Whether the order of alternatives matters.
    const IS_ORDERED: bool;

    /// What a term is.
    fn shape(&mut self, term: &Self::Term) -> Shape<Self::Term>;

    /// The term of a shape.
    fn term(&self, shape: Shape<Self::Term>) -> Self::Term;

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
#[derive(Clone, Debug)]
pub(super) enum Shape<T> {
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
        asked: Asked,
    },
}

/// What is asked at a place, and not read.
#[derive(Clone, Debug)]
pub(super) enum Asked {
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

impl<T> Shape<T> {
    /// A term that may be missing.
    pub(super) const fn optional(of: T) -> Self {
        Self::Repeat { min: 0, max: Some(1), of }
    }
}
