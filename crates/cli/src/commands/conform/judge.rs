//! What is wrong with an answer, by what the parser does.
//!
//! In: what is expected of a string, and what a parser tells of it. Out: its mistakes. What is expected says
//! what is compared: a suite of resolution expects a target, and no components. What is not told is no
//! mistake. The surprising case: a parser that rejects a string is not asked for its parts, so a string that
//! is rejected has one mistake, however many parts the parser tells.

use urispec_compare::parsers::{Component, ParserAnswer, Tell};

use super::kind::MistakeKind;
use super::spelling;

/// A mistake of a parser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    pub(super) kind: MistakeKind,
    /// By what the two texts differ, if they mean the same and only their spelling differs.
    pub(super) spelling: Option<String>,
    /// The text that is expected; none if it is undefined, or where a verdict is wrong.
    pub(super) expected: Option<String>,
    /// The text that the parser tells, or how it crashed.
    pub(super) found: Option<String>,
}

impl Mistake {
    const fn verdict(kind: MistakeKind) -> Self {
        Self { kind, spelling: None, expected: None, found: None }
    }
}

/// The mistakes of an answer; none if it tells nothing of what is expected. A target or a normal form that
/// is `permitted` is right.
pub(super) fn mistakes(
    expected: &ParserAnswer<'_>,
    permitted: &[Option<String>],
    found: &ParserAnswer<'_>,
) -> Option<Vec<Mistake>> {
    if let Some(how) = &found.crash {
        return Some(vec![Mistake {
            found: Some(how.to_string()),
            ..Mistake::verdict(MistakeKind::Crashes)
        }]);
    }
    match (expected.is_valid, found.is_valid) {
        (Some(false), Some(true)) => return Some(vec![Mistake::verdict(MistakeKind::Accepts)]),
        (Some(true), Some(false)) if permitted.contains(&None) => return Some(Vec::new()),
        (Some(true), Some(false)) => return Some(vec![Mistake::verdict(MistakeKind::Rejects)]),
        (Some(false), Some(false)) => return Some(Vec::new()),
        _ => {}
    }
    let mut has_told = expected.is_valid.is_some() && found.is_valid.is_some();
    let mut wrong = Vec::new();
    let mut compare = |kind, wanted: &Tell<'_>, told: &Tell<'_>| {
        if !(wanted.is_told() && told.is_told()) {
            return;
        }
        has_told = true;
        let text = |tell: &Tell<'_>| tell.text().map(str::to_owned);
        let is_part = matches!(kind, MistakeKind::Differs(_));
        if wanted == told || !is_part && permitted.contains(&text(told)) {
            return;
        }
        let spelling = spelling::between(kind, expected, found);
        wrong.push(Mistake { kind, spelling, expected: text(wanted), found: text(told) });
    };
    for &component in Component::ALL {
        let (wanted, told) = (expected.component(component), found.component(component));
        compare(MistakeKind::Differs(component), wanted, told);
    }
    compare(MistakeKind::Target, &expected.target, &found.target);
    compare(MistakeKind::Normalized, &expected.normalized, &found.normalized);
    // The parts of an authority say more than the whole.
    let is_part = |mistake: &Mistake| {
        matches!(
            mistake.kind,
            MistakeKind::Differs(Component::Userinfo | Component::Host | Component::Port)
        )
    };
    if wrong.iter().any(is_part) {
        wrong.retain(|mistake| mistake.kind != MistakeKind::Differs(Component::Authority));
    }
    has_told.then_some(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(parts: &[(Component, Option<&'static str>)]) -> ParserAnswer<'static> {
        parts.iter().fold(ParserAnswer::valid(true), |told, (part, text)| {
            told.with(*part, Tell::new(*text))
        })
    }

    fn kinds(expected: &ParserAnswer<'_>, found: &ParserAnswer<'_>) -> Option<Vec<String>> {
        let mistakes = mistakes(expected, &[], found)?;
        Some(mistakes.iter().map(|mistake| mistake.kind.to_string()).collect())
    }

    #[test]
    fn only_what_is_told_is_wrong() {
        let expected = told(&[(Component::Host, Some("h")), (Component::Port, None)]);
        assert_eq!(kinds(&expected, &ParserAnswer::default()), None);
        assert_eq!(kinds(&expected, &ParserAnswer::valid(true)), Some(vec![]));
        assert_eq!(kinds(&expected, &ParserAnswer::valid(false)).unwrap(), ["rejects"]);
        assert_eq!(kinds(&ParserAnswer::valid(false), &expected).unwrap(), ["accepts"]);
        assert_eq!(kinds(&expected, &ParserAnswer::crashed("x")).unwrap(), ["crashes"]);
        // An empty port is none that is undefined (3.2.3).
        let found = told(&[(Component::Port, Some("")), (Component::Path, Some("/"))]);
        assert_eq!(kinds(&expected, &found).unwrap(), ["differs in port"]);
    }

    #[test]
    fn what_is_permitted_is_right() {
        let told = |target| {
            let mut told = ParserAnswer::default();
            told.target = Tell::new(target);
            told
        };
        let expected = told(Some("a:b"));
        let permitted = [Some("a:c".to_owned()), None];
        let wrong = |found| mistakes(&expected, &permitted, &told(found)).unwrap().len();
        assert_eq!([Some("a:b"), Some("a:c"), None, Some("a:d")].map(wrong), [0, 0, 0, 1]);
    }

    #[test]
    fn a_part_of_the_authority_stands_for_it() {
        let of = |authority, host| {
            told(&[(Component::Authority, Some(authority)), (Component::Host, host)])
        };
        assert_eq!(kinds(&of("a", Some("a")), &of("b", Some("b"))).unwrap(), ["differs in host"]);
        assert_eq!(
            kinds(&of("a", Some("a")), &of("b", Some("a"))).unwrap(),
            ["differs in authority"]
        );
    }
}
