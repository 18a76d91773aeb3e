//! What is wrong with an answer, by what the parser does.
//!
//! In: what is expected of a string, and what a parser tells of it. Out: its mistakes. What is expected says
//! what is compared: a suite of resolution expects a target, and no components. What is not told is no
//! mistake. The surprising case: a parser that rejects a string is not asked for its parts, so a string that
//! is rejected has one mistake, however many parts the parser tells.

use std::fmt;

use urispec::{Edition, Normalizer, Reference, Rung};
use urispec_compare::parsers::{
    Aspect, Component, ParserAnswer, Spelling, Tell, Weight, differences,
};

/// A mistake of a parser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PeerMistake {
    pub(super) kind: MistakeKind,
    /// By what the two texts differ, if they mean the same and only their spelling differs.
    pub(super) spelling: Option<String>,
    /// The text that is expected; none if it is undefined, or where a verdict is wrong.
    pub(super) expected: Option<String>,
    /// The text that the parser tells, or how it crashed.
    pub(super) found: Option<String>,
}

impl PeerMistake {
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
) -> Option<Vec<PeerMistake>> {
    if let Some(how) = &found.crash {
        return Some(vec![PeerMistake {
            found: Some(how.to_string()),
            ..PeerMistake::verdict(MistakeKind::Crashes)
        }]);
    }
    match (expected.is_valid, found.is_valid) {
        (Some(false), Some(true)) => return Some(vec![PeerMistake::verdict(MistakeKind::Accepts)]),
        (Some(true), Some(false)) if permitted.contains(&None) => return Some(Vec::new()),
        (Some(true), Some(false)) => return Some(vec![PeerMistake::verdict(MistakeKind::Rejects)]),
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
        let spelling = between(kind, expected, found);
        wrong.push(PeerMistake { kind, spelling, expected: text(wanted), found: text(told) });
    };
    for &component in Component::ALL {
        let (wanted, told) = (expected.component(component), found.component(component));
        compare(MistakeKind::Differs(component), wanted, told);
    }
    compare(MistakeKind::Target, &expected.target, &found.target);
    compare(MistakeKind::Normalized, &expected.normalized, &found.normalized);
    // The parts of an authority say more than the whole.
    let is_part = |mistake: &PeerMistake| {
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

// What a parser does wrong, by name.

/// What a parser does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum MistakeKind {
    Accepts,
    Rejects,
    Differs(Component),
    Target,
    Normalized,
    Crashes,
}

impl MistakeKind {
    /// The name of the kind, in JSON and in a baseline.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Accepts => "accepts",
            Self::Rejects => "rejects",
            Self::Differs(_) => "differs",
            Self::Target => "target",
            Self::Normalized => "normalized",
            Self::Crashes => "crashes",
        }
    }

    /// The names of all kinds, and what each says of a parser.
    pub(super) const SUMMARIES: [(&'static str, &'static str); 6] = [
        ("accepts", "the parser takes a string that is not valid"),
        ("rejects", "the parser does not take a string that is valid"),
        ("differs", "the parser finds another component in a string"),
        ("target", "the parser resolves a reference to another target"),
        ("normalized", "the parser gives a string another normal form"),
        ("crashes", "the parser fails over a string"),
    ];

    /// What differs.
    pub(super) const fn part(self) -> Option<&'static str> {
        match self {
            Self::Differs(component) => Some(component.name()),
            Self::Target => Some("target"),
            Self::Normalized => Some("normal form"),
            _ => None,
        }
    }
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part() {
            Some(part) => write!(f, "differs in {part}"),
            None => f.write_str(self.name()),
        }
    }
}

// Whether two texts differ only by their spelling.
//
// In: what is expected of a string, and what a parser tells. Out: the spelling in which a part of both
// differs, where the library calls the difference canonical ([`differences`]). What is forgotten is that the
// letter has the part in one spelling. The surprising case: a normal form is expected in one spelling, so
// no other is only spelled otherwise; nor is a target with the dot segments that resolving removes.

/// By what the texts of a part differ, if both mean the same (RFC 3986, 6.2.2 and 6.2.3).
pub(super) fn between(
    kind: MistakeKind,
    expected: &ParserAnswer<'_>,
    found: &ParserAnswer<'_>,
) -> Option<String> {
    let aspect = match kind {
        MistakeKind::Differs(component) => Aspect::Component(component),
        MistakeKind::Target => Aspect::Target,
        _ => return None,
    };
    let all = differences(&[expected.clone(), found.clone()]);
    let mut of_part = all.iter().filter(|difference| difference.aspect == aspect);
    let first = of_part.next()?;
    if kind == MistakeKind::Differs(Component::Host)
        && let [Some(one), Some(other)] =
            [expected, found].map(|told| told.component(Component::Host).text())
    {
        let bare = one.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        if bare.is_some_and(|bare| bare.eq_ignore_ascii_case(other)) {
            return Some(Spelling::Address.name().to_owned());
        }
        if one != other
            && normal(one).is_some_and(|one| normal(other).as_ref() == Some(&one))
            && first.weight != Weight::Canonical
        {
            return Some(Spelling::Escape.name().to_owned());
        }
    }
    if first.weight != Weight::Canonical || of_part.any(|other| other.weight != Weight::Canonical) {
        return None;
    }
    // Resolving removes dot segments, and tells an empty query from none (5.2.4, 5.3).
    let is_of_resolving = |spelling: &Spelling| {
        matches!(spelling, Spelling::DotSegments | Spelling::EmptyForUndefined)
    };
    if kind == MistakeKind::Target && first.spellings.iter().any(is_of_resolving) {
        return None;
    }
    let names: Vec<_> = first.spellings.iter().map(|spelling| spelling.name()).collect();
    Some(names.join(", "))
}

/// A host as section 6.2.2 makes it, if it is one by RFC 3986.
fn normal(host: &str) -> Option<String> {
    let uri = format!("a://{host}");
    let reference = Reference::parse(Edition::Rfc3986, &uri).ok()?;
    (reference.host()?.as_str() == host)
        .then(|| Normalizer::new().to(Rung::PathSegments).normalize(reference).as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use urispec_compare::parsers::Tell;

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

    fn between(
        part: Component,
        expected: Option<&'static str>,
        found: Option<&'static str>,
    ) -> Option<String> {
        let told = |text| {
            let told = ParserAnswer::valid(true).with(Component::Scheme, Tell::new(Some("http")));
            let told = told.with(Component::Host, Tell::new(Some("h")));
            told.with(part, Tell::new(text))
        };
        super::between(MistakeKind::Differs(part), &told(expected), &told(found))
    }

    #[test]
    fn only_what_means_the_same_is_a_spelling() {
        assert_eq!(between(Component::Host, Some("H"), Some("h")).unwrap(), "letter-case");
        assert_eq!(between(Component::Host, Some("H"), Some("i")), None);
        // 6.2.2.2: an escaped letter of a name is that letter; `%2F` is no slash.
        assert_eq!(between(Component::Host, Some("%41"), Some("a")).unwrap(), "escape");
        assert_eq!(between(Component::Host, Some("a%2Fb"), Some("a/b")), None);
        assert_eq!(between(Component::Host, Some("[v1.a]"), Some("v1.a")).unwrap(), "address");
        assert_eq!(between(Component::Path, Some(""), Some("/")).unwrap(), "empty-path");
        assert_eq!(between(Component::Path, Some("/A"), Some("/a")), None);
        assert_eq!(between(Component::Port, Some("80"), None).unwrap(), "default-port");
    }
}
