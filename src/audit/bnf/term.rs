//! What stands on the right side of a production, in any of the three notations.
//!
//! In: the pieces that a notation's grammar tells apart. Out: [`Term`]s, which the automata are
//! built from. What is forgotten is the notation: how alternatives are separated, and whether a
//! literal minded case because it had to be asked to or because it always does.

use crate::audit::bytes::ByteSet;

/// The right side of a production, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// The name of a production.
    Name(String),
    /// One byte of a set.
    Bytes(ByteSet),
    /// A string of bytes.
    Literal {
        /// The bytes.
        bytes: Vec<u8>,
        /// Whether letters stand for both cases.
        ignore_case: bool,
    },
    /// Terms one after the other. Without terms it is the empty string.
    Sequence(Vec<Term>),
    /// Several terms of which one is taken, in the printed order.
    Choice(Vec<Alternative>),
    /// A term that is repeated.
    Repeat {
        /// The least number of repetitions.
        min: u32,
        /// The greatest number of repetitions, if there is one.
        max: Option<u32>,
        /// The term.
        term: Box<Term>,
    },
}

/// An alternative of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Alternative {
    /// The text of the alternative as printed, without the white space between its parts.
    pub text: String,
    /// The term of the alternative.
    pub term: Term,
}

impl Term {
    /// The empty string.
    pub(crate) const EMPTY: Self = Self::Sequence(Vec::new());

    /// A term that may be missing.
    pub(super) fn optional(self) -> Self {
        Self::Repeat { min: 0, max: Some(1), term: Box::new(self) }
    }

    /// A choice of alternatives. One alternative alone is not a choice.
    pub(super) fn choice(mut alternatives: Vec<Alternative>) -> Self {
        match alternatives.pop() {
            Some(only) if alternatives.is_empty() => only.term,
            last => {
                alternatives.extend(last);
                Self::Choice(alternatives)
            }
        }
    }

    /// A sequence of terms. One term alone is itself.
    pub(super) fn sequence(mut terms: Vec<Self>) -> Self {
        match terms.pop() {
            Some(only) if terms.is_empty() => only,
            last => {
                terms.extend(last);
                Self::Sequence(terms)
            }
        }
    }

    /// The name, if the term is one.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The terms that the term is made of.
    pub(crate) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Name(_) | Self::Bytes(_) | Self::Literal { .. } => Vec::new(),
            Self::Sequence(terms) => terms.iter().collect(),
            Self::Choice(alternatives) => alternatives.iter().map(|one| &one.term).collect(),
            Self::Repeat { term, .. } => vec![term],
        }
    }

    /// The term and every term within it, outer terms first, in the printed order.
    pub(crate) fn all(&self) -> Vec<&Self> {
        let (mut all, mut waiting) = (Vec::new(), vec![self]);
        while let Some(term) = waiting.pop() {
            all.push(term);
            waiting.extend(term.parts().into_iter().rev());
        }
        all
    }
}

impl Alternative {
    pub(super) fn new(text: &str, term: Term) -> Self {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        Self { text: words.join(" "), term }
    }
}

/// Repeats a term as `*`, `1*`, `*4`, `1*4` or `2` says, with or without angle brackets around the
/// numbers.
pub(super) fn repeat(text: &str, term: Term) -> Result<Term, String> {
    let number = |text: &str| {
        let digits = text.trim_matches(['<', '>']);
        digits
            .parse::<u32>()
            .map_err(|_| format!("`{digits}` is too large a number of repetitions"))
    };
    let (min, max) = match text.split_once('*') {
        None => (number(text)?, Some(number(text)?)),
        Some((min, max)) => (
            if min.is_empty() { 0 } else { number(min)? },
            if max.is_empty() { None } else { Some(number(max)?) },
        ),
    };
    if max.is_some_and(|max| max < min) {
        return Err(format!("`{text}` repeats at least {min} times and at most fewer"));
    }
    Ok(Term::Repeat { min, max, term: Box::new(term) })
}

/// The byte that `text` writes in the base of a letter.
pub(super) fn byte(base: &str, text: &str) -> Result<u8, String> {
    let radix = match base.to_ascii_lowercase().as_str() {
        "x" => 16,
        "d" => 10,
        _ => 2,
    };
    u8::from_str_radix(text, radix).map_err(|_| {
        match text.chars().find(|digit| !digit.is_digit(radix)) {
            Some(digit) => format!("`%{base}{text}`: `{digit}` is no digit of base {radix}"),
            None => format!("`%{base}{text}` is no byte; write the bytes of its encoding"),
        }
    })
}

/// The set of the bytes between two, both included.
pub(super) fn range(first: u8, last: u8) -> Result<Term, String> {
    if first > last {
        return Err(format!("the range from %x{first:02X} to %x{last:02X} is empty"));
    }
    Ok(Term::Bytes(ByteSet::range(first, last)))
}
