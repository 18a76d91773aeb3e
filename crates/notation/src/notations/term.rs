//! Terms: the right sides of productions, in any of the notations.

use grammar_automata::build::ByteSet;

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
    /// The strings of one term that are none of another.
    Difference {
        /// The term whose strings are taken.
        from: Box<Term>,
        /// The term whose strings are left out.
        without: Box<Term>,
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
    pub const EMPTY: Self = Self::Sequence(Vec::new());

    /// A term that may be missing.
    #[must_use]
    pub fn optional(self) -> Self {
        Self::Repeat { min: 0, max: Some(1), term: Box::new(self) }
    }

    pub(super) fn without(self, without: Self) -> Self {
        Self::Difference { from: Box::new(self), without: Box::new(without) }
    }

    /// A choice of alternatives. One alternative alone is not a choice.
    pub fn choice(mut alternatives: Vec<Alternative>) -> Self {
        match alternatives.pop() {
            Some(only) if alternatives.is_empty() => only.term,
            last => {
                alternatives.extend(last);
                Self::Choice(alternatives)
            }
        }
    }

    /// A sequence of terms. One term alone is itself.
    pub fn sequence(mut terms: Vec<Self>) -> Self {
        match terms.pop() {
            Some(only) if terms.is_empty() => only,
            last => {
                terms.extend(last);
                Self::Sequence(terms)
            }
        }
    }

    /// The name, if the term is one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }

    pub(crate) fn rename(&mut self, to: &mut dyn FnMut(&str) -> Option<String>) {
        self.replace(&mut |name| to(name).map(Self::Name));
    }

    /// Puts terms in the places of names. The recursion goes no deeper than brackets nest.
    #[doc(hidden)]
    pub fn replace(&mut self, by: &mut dyn FnMut(&str) -> Option<Self>) {
        self.replace_calls(true, &mut |name, _| by(name));
    }

    /// The same, with whether nothing can come after the name; `last` says so of the term.
    pub(crate) fn replace_calls(
        &mut self,
        last: bool,
        by: &mut dyn FnMut(&str, bool) -> Option<Self>,
    ) {
        match self {
            Self::Name(name) => {
                if let Some(new) = by(name, last) {
                    *self = new;
                }
            }
            Self::Bytes(_) | Self::Literal { .. } => {}
            Self::Sequence(terms) => {
                let count = terms.len();
                for (at, term) in terms.iter_mut().enumerate() {
                    term.replace_calls(last && at + 1 == count, by);
                }
            }
            Self::Choice(all) => all.iter_mut().for_each(|one| one.term.replace_calls(last, by)),
            Self::Repeat { max, term, .. } => term.replace_calls(last && *max == Some(1), by),
            // What is left out is compared with the whole, so that nothing of it comes last.
            Self::Difference { from, without } => {
                from.replace_calls(false, by);
                without.replace_calls(false, by);
            }
        }
    }

    /// The terms that the term is made of.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Name(_) | Self::Bytes(_) | Self::Literal { .. } => Vec::new(),
            Self::Sequence(terms) => terms.iter().collect(),
            Self::Choice(alternatives) => alternatives.iter().map(|one| &one.term).collect(),
            Self::Repeat { term, .. } => vec![term],
            Self::Difference { from, without } => vec![from, without],
        }
    }

    /// The term and every term within it, outer terms first, in the printed order.
    pub fn all(&self) -> Vec<&Self> {
        let (mut all, mut waiting) = (Vec::new(), vec![self]);
        while let Some(term) = waiting.pop() {
            all.push(term);
            waiting.extend(term.parts().into_iter().rev());
        }
        all
    }
}

impl Alternative {
    /// An alternative of a text, whose white space is made single blanks.
    #[doc(hidden)]
    pub fn new(text: &str, term: Term) -> Self {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        Self { text: words.join(" "), term }
    }
}

/// The least and the greatest number of elements that `*`, `1*`, `*4`, `1*4` or `2` says, with or
/// without angle brackets around the numbers, and with `*` or another `sign` between them.
pub(super) fn counts(text: &str, sign: char) -> Result<(u32, Option<u32>), String> {
    let number = |text: &str| {
        let digits = text.trim_matches(['<', '>']);
        digits
            .parse::<u32>()
            .map_err(|_| format!("`{digits}` is too large a number of repetitions"))
    };
    let (min, max) = match text.split_once(sign) {
        None => (number(text)?, Some(number(text)?)),
        Some((min, max)) => (
            if min.is_empty() { 0 } else { number(min)? },
            if max.is_empty() { None } else { Some(number(max)?) },
        ),
    };
    if max.is_some_and(|max| max < min) {
        return Err(format!("`{text}` repeats at least {min} times and at most fewer"));
    }
    Ok((min, max))
}

pub(super) fn repeat(text: &str, term: Term) -> Result<Term, String> {
    let (min, max) = counts(text, '*')?;
    Ok(Term::Repeat { min, max, term: Box::new(term) })
}
