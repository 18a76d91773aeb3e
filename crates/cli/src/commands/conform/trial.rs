//! A trial: a question to a parser, and the answer that is expected.
//!
//! In: a production, or lines of a file. Out: [`Trial`]s. What is expected by the letter are the components
//! of the edition's own reference, and an opaque part is a path. A production that stands for no whole
//! reference has a verdict alone.

use urispec::{Edition, ParseError, Recognizer, Reference, ResolveError};
use urispec_compare::parsers::{Component, ParserAnswer, Tell};
use urispec_compare::suite::{self, Suite};
use urispec_views::whatwg;

use super::about;
use super::reason::Reason;
use crate::peer::Question;

/// A string to ask.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) input: String,
    pub(super) base: Option<String>,
    pub(super) expected: ParserAnswer<'static>,
    /// What a document permits beside the target, or the normal form, that is expected.
    pub(super) permitted: Vec<Option<String>>,
    /// What a suite says that the string is about, beside its productions.
    pub(super) about: Vec<String>,
    /// Why the small suite has the string.
    pub(super) reason: Option<Reason>,
}

/// By what answers are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judge {
    Letter,
    /// The parser of the URL Standard.
    Whatwg,
}

impl Judge {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Letter => "letter",
            Self::Whatwg => "whatwg",
        }
    }
}

/// What of a parser is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// Verdicts and components.
    Language,
    Resolution,
    Normalization,
}

impl Test {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Language => "language",
            Self::Resolution => "resolution",
            Self::Normalization => "normalization",
        }
    }
}

impl Trial {
    /// What the letter expects of a string.
    pub(super) fn by_letter(production: Recognizer, input: String) -> Self {
        let expected = match production.reference(&input) {
            Ok(reference) => parts(&reference),
            Err(ParseError::NotWhole(_)) => ParserAnswer::valid(true),
            Err(_) => ParserAnswer::valid(production.accepts(input.as_bytes())),
        };
        Self::new(input, expected)
    }

    pub(super) const fn new(input: String, expected: ParserAnswer<'static>) -> Self {
        Self { input, base: None, expected, permitted: Vec::new(), about: Vec::new(), reason: None }
    }

    pub(super) fn question(&self) -> Question<'_> {
        Question { input: &self.input, base: self.base.as_deref() }
    }

    /// The same string, and what the URL Standard expects of it.
    pub(super) fn by_whatwg(self) -> Self {
        // The standard has no authority, but its parts.
        let expected = whatwg::told(&self.input, None).with(Component::Authority, Tell::NotTold);
        Self { expected, ..self }
    }

    /// A string that the URL Standard has an answer to: the same, or the same behind `http:`.
    pub(super) fn absolute(self) -> Self {
        match whatwg::is_relative(&self.input) {
            true => Self { input: format!("http:{}", self.input), ..self },
            false => self,
        }
    }
}

/// The suite of a production.
pub(super) fn language(production: Recognizer, suite: &Suite) -> impl Iterator<Item = Trial> + '_ {
    suite.cases().map(move |case| match case.is_valid() {
        true => Trial::by_letter(production, case.input),
        false => Trial::new(case.input, ParserAnswer::valid(false)),
    })
}

/// The suite of an edition's resolution. There is none where the edition resolves nothing.
pub(super) fn resolution(edition: Edition) -> Result<impl Iterator<Item = Trial>, ResolveError> {
    Ok(suite::resolution(edition)?.map(|case| {
        let mut expected = ParserAnswer::valid(true);
        expected.target = Tell::new(case.target);
        Trial {
            about: about::resolution(&case.base, &case.reference, case.section),
            base: Some(case.base),
            permitted: case.either.into_iter().map(|permitted| permitted.answer).collect(),
            ..Trial::new(case.reference, expected)
        }
    }))
}

/// The suite of an edition's normalization.
pub(super) fn normalization(edition: Edition) -> impl Iterator<Item = Trial> {
    suite::normalization(edition).map(|case| {
        let about = about::normalization(&case.input, &case.normalized, case.section);
        let mut expected = ParserAnswer::valid(true);
        expected.normalized = Tell::new(Some(case.normalized));
        Trial {
            permitted: case.either.into_iter().map(|permitted| permitted.answer).collect(),
            about,
            ..Trial::new(case.input, expected)
        }
    })
}

/// All components of a reference.
pub(super) fn parts(reference: &Reference<'_>) -> ParserAnswer<'static> {
    let has_parts = reference.authority().is_none() || reference.host().is_some();
    let mut told = ParserAnswer::valid(true);
    for &component in Component::ALL {
        // An authority that is no server has no parts that are known (RFC 2396, 3.2.1).
        let is_part = matches!(component, Component::Userinfo | Component::Host | Component::Port);
        if has_parts || !is_part {
            told = told.with(component, Tell::new(component.of(reference).map(str::to_owned)));
        }
    }
    told
}
