//! A trial: a question to a parser, and the answer that is expected.
//!
//! In: a production, or lines of a file. Out: [`Trial`]s. What is expected by the letter are the components
//! of the edition's own reference, and an opaque part is a path. A production that stands for no whole
//! reference has a verdict alone.

use std::collections::HashMap;
use std::fmt;

use urispec::{Edition, ParseError, Recognizer, Reference, ResolveError};
use urispec_audit::mutant_suite;
use urispec_compare::parsers::{Component, ParserAnswer, Tell};
use urispec_compare::suite;
use urispec_compare::suite::Suite;
use urispec_views::editions as whatwg;

use super::group::WrongAnswer;
use super::place;
use crate::output::terminal::Escaped;
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
    pub(super) reason: Option<SuiteReason>,
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
            about: place::resolution(&case.base, &case.reference, case.section),
            base: Some(case.base),
            permitted: case.either.into_iter().map(|permitted| permitted.answer).collect(),
            ..Trial::new(case.reference, expected)
        }
    }))
}

/// The suite of an edition's normalization.
pub(super) fn normalization(edition: Edition) -> impl Iterator<Item = Trial> {
    suite::normalization(edition).map(|case| {
        let about = place::normalization(&case.input, &case.normalized, case.section);
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

// The small suite: the strings that were made for a reason each, and what a parser gets wrong of them.
//
// In: a production. Out: few strings that tell it from grammars that are wrong in one point
// ([`mutant_suite`]), as trials. They are asked first, so that an author reads a few sentences before the
// table of places. The surprising case: the reason is what the string was made for, and a parser may be
// wrong of the string for another one.

/// How many mistakes are shown, unless all are wanted.
pub(super) const SHOWN: usize = 10;

/// Why a suite has a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SuiteReason {
    /// What the grammar says, in a sentence without a full stop.
    pub(super) text: String,
    /// The production that says it.
    pub(super) production: String,
    /// The section of the production.
    pub(super) section: Option<String>,
    /// Whether the large suite has the string too.
    pub(super) is_of_both: bool,
}

/// The small suite of a production.
pub(super) struct SmallSuite {
    pub(super) trials: Vec<Trial>,
    /// How many strings are not UTF-8.
    pub(super) left_out: u64,
}

impl SmallSuite {
    /// Makes the suite; the error says why there is none.
    pub(super) fn of(production: Recognizer) -> Result<Self, String> {
        let suite = mutant_suite(production, &[]).map_err(|error| error.to_string())?;
        let mut small = Self { trials: Vec::new(), left_out: 0 };
        for case in suite.cases {
            let Ok(input) = String::from_utf8(case.input) else {
                small.left_out += 1;
                continue;
            };
            let shown = case.shows.first().and_then(|&at| suite.mutants.get(at));
            let reason = SuiteReason {
                text: case.reason,
                production: shown.map(|one| one.production.clone()).unwrap_or_default(),
                section: shown.and_then(|one| one.section.clone()),
                is_of_both: false,
            };
            let trial = Trial::by_letter(production, input);
            small.trials.push(Trial { reason: Some(reason), ..trial });
        }
        Ok(small)
    }

    /// The strings, and after them those of the large suite that are not among them.
    pub(super) fn before(mut self, large: impl Iterator<Item = Trial>) -> Vec<Trial> {
        let small = self.trials.iter().enumerate();
        let places: HashMap<String, usize> =
            small.map(|(at, trial)| (trial.input.clone(), at)).collect();
        for trial in large {
            let known = places.get(&trial.input).and_then(|&at| self.trials.get_mut(at));
            match known.and_then(|known| known.reason.as_mut()) {
                Some(reason) => reason.is_of_both = true,
                None => self.trials.push(trial),
            }
        }
        self.trials
    }
}

/// Writes the sentence with its section: `` `port` may be empty (3.2.3)``.
impl fmt::Display for SuiteReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Escaped(self.text.as_bytes()))?;
        match &self.section {
            Some(section) => write!(f, " ({})", Escaped(section.as_bytes())),
            None => Ok(()),
        }
    }
}

/// Up to so many mistakes of different productions and kinds, by their places among all, in order: first one of
/// each production, then one of each kind in it, then the others.
pub(super) fn chosen<'w>(
    mistakes: impl Iterator<Item = &'w WrongAnswer>,
    most: usize,
) -> Vec<usize> {
    let mut times = HashMap::new();
    let mut nth = |key| {
        let count: &mut usize = times.entry(key).or_default();
        *count += 1;
        *count
    };
    let mut ranked = Vec::new();
    for (at, wrong) in mistakes.enumerate() {
        let production = wrong.reason.as_ref().map(|reason| &reason.production);
        let kind = wrong.mistake.kind;
        let of_production = nth((production, None, 0));
        let of_both = nth((production, Some(kind), 0));
        let round = if of_production == 1 { 0 } else { of_both };
        // Within a round, the kinds take turns.
        let turn = nth((None, Some(kind), round + 1));
        ranked.push((round, turn, at));
    }
    ranked.sort_unstable();
    ranked.truncate(most);
    let mut places: Vec<usize> = ranked.into_iter().map(|(_, _, at)| at).collect();
    places.sort_unstable();
    places
}

#[cfg(test)]
mod tests {
    use urispec::Edition;

    use super::super::judge::{MistakeKind, PeerMistake};
    use super::super::place::Where;
    use super::*;

    fn wrong(input: &str, production: &str, kind: MistakeKind) -> WrongAnswer {
        WrongAnswer {
            input: input.to_owned(),
            base: None,
            reason: Some(SuiteReason {
                text: String::new(),
                production: production.to_owned(),
                section: None,
                is_of_both: false,
            }),
            place: Where::Unknown,
            mistake: PeerMistake { kind, spelling: None, expected: None, found: None },
        }
    }

    #[test]
    fn each_production_and_kind_comes_before_a_second_string() {
        use MistakeKind::{Accepts, Rejects};
        let all = [
            wrong("s1", "scheme", Accepts),
            wrong("s2", "scheme", Accepts),
            wrong("s3", "scheme", Rejects),
            wrong("p1", "port", Accepts),
            wrong("h1", "host", Rejects),
            wrong("s4", "scheme", Accepts),
        ];
        let inputs = |most| {
            let chosen = chosen(all.iter(), most);
            chosen.into_iter().map(|at| &*all[at].input).collect::<Vec<_>>()
        };
        // The kinds take turns: `h1` is the first that is rejected.
        assert_eq!(inputs(2), ["s1", "h1"]);
        assert_eq!(inputs(3), ["s1", "p1", "h1"]);
        assert_eq!(inputs(4), ["s1", "s3", "p1", "h1"]);
        assert_eq!(inputs(10).len(), 6);
    }

    /// RFC 3986, 3.2.3: `port = *DIGIT`.
    #[test]
    fn a_string_has_the_section_of_its_production() {
        let suite = SmallSuite::of(Edition::Rfc3986.production("port").unwrap()).unwrap();
        let empty = suite.trials.iter().find(|trial| trial.input.is_empty()).unwrap();
        assert_eq!(empty.expected.is_valid, Some(true));
        let reason = empty.reason.as_ref().unwrap();
        assert_eq!((&*reason.production, reason.section.as_deref()), ("port", Some("3.2.3")));
    }
}
