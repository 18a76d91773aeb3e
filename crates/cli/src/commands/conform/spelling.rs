//! Whether two texts differ only by their spelling.
//!
//! In: what is expected of a string, and what a parser tells. Out: the spelling in which a part of both
//! differs, where the library calls the difference canonical ([`differences`]). What is forgotten is that the
//! letter has the part in one spelling. The surprising case: a normal form is expected in one spelling, so
//! no other is only spelled otherwise; nor is a target with the dot segments that resolving removes.

use urispec::{Edition, Normalizer, Reference, Rung};
use urispec_compare::parsers::{Aspect, Component, ParserAnswer, Spelling, Weight, differences};

use super::kind::MistakeKind;

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
    use super::*;
    use urispec_compare::parsers::Tell;

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
