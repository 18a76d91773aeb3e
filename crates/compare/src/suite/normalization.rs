//! The suite of normalization: URIs, each with the form that syntax alone makes normal (RFC 3986, 6.2.2), and the
//! section that decides it. What a scheme or a protocol says is no part of it (6.2.3, 6.2.4).
//!
//! First come the pairs that the document compares, then products for letter case, triplets, path segments, and all three
//! at once. A URI that is normal stands in the suite too. There are no relative references, since a reference "must be
//! transformed to its target URI before it can be normalized" (5.2.1).

use std::collections::HashSet;

use urispec::{Edition, Normalizer, Reference, Rung, split};

use super::resolution::paths;
use super::{Permitted, resolution};

/// A URI, and its normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NormalizationCase {
    /// The URI.
    pub input: String,
    /// The normal form by syntax alone.
    pub normalized: String,
    /// What the document permits beside that form. Most often there is nothing.
    pub either: Vec<Permitted>,
    /// The section that decides the form: that of the highest rung that changes the URI, or, if none
    /// does, of the rung that the URI is to test; of an example, the section that prints it.
    pub section: &'static str,
    /// Whether the document prints the example.
    pub is_printed: bool,
}

impl NormalizationCase {
    /// Whether a form is the expected one, or one that the document permits.
    #[must_use]
    pub fn allows(&self, form: &str) -> bool {
        let is_it = |permitted: &Permitted| permitted.answer.as_deref() == Some(form);
        self.normalized == form || self.either.iter().any(is_it)
    }
}

/// The suite of an edition's normalization: each URI once, in a fixed order, the document's own examples
/// first.
///
/// A rung that the edition does not license makes no URI to test it, and no URI is made that the edition
/// does not have; so the suites of older editions are smaller.
///
/// A URI is made when it is asked for. What is kept is the URIs so far, less than a megabyte at the end.
///
/// ```
/// use urispec::Edition;
/// use urispec_compare::suite;
/// let case = |input: &str| suite::normalization(Edition::Rfc3986).find(|case| case.input == input);
/// let example = case("eXAMPLE://a/./b/../b/%63/%7bfoo%7d").unwrap();
/// assert_eq!((&*example.normalized, example.section), ("example://a/b/c/%7Bfoo%7D", "6.2.2"));
/// let guarded = case("a:/.//b").unwrap();
/// assert!(guarded.allows("a:/.//b") && guarded.allows("a://b") && !guarded.allows("a:/b"));
/// ```
pub fn normalization(edition: Edition) -> impl Iterator<Item = NormalizationCase> {
    let printed = resolution::pairs(edition).flat_map(move |pair| {
        let of_it = move |input: &str| {
            let mut case = case(edition, Rung::PathSegments, input.to_owned())?;
            (case.section, case.is_printed) = (pair.section, true);
            Some(case)
        };
        pair.both.into_iter().filter_map(of_it)
    });
    let licensed = move |(rung, _): &(Rung, _)| {
        edition.rungs().any(|(known, _)| known == *rung && *rung != Rung::String)
    };
    let made = products().filter(licensed);
    let made = made.filter_map(move |(rung, input)| case(edition, rung, input));
    let mut seen = HashSet::new();
    printed.chain(made).filter(move |case| seen.insert(case.input.clone()))
}

/// The case of a URI that is to test a rung, if the edition has the URI.
fn case(edition: Edition, tested: Rung, input: String) -> Option<NormalizationCase> {
    let reference = Reference::parse(edition, &input).ok()?;
    reference.scheme()?;
    let rung_section =
        |rung| edition.rungs().find_map(|(one, section)| section.filter(|_| one == rung));
    let normalizer = Normalizer::from_edition(edition);
    let mut decided = None;
    let normalized = normalizer.explain(reference, |change| {
        if decided.is_none_or(|(rung, _)| rung <= change.rung) {
            decided = Some((change.rung, change.section));
        }
    });
    let normalized = normalized.as_str().to_owned();
    let section = decided.map(|(_, section)| section).or_else(|| rung_section(tested));
    let section = section.unwrap_or_default();
    let letter = normalizer.clone().letter(true).normalize(reference);
    let by_scheme = normalizer.to(Rung::Scheme).normalize(reference);
    let mut either: Vec<Permitted> = Vec::new();
    let is_rfc3986 = edition.amends().unwrap_or(edition) == Edition::Rfc3986;
    let without_port = is_rfc3986.then(|| without_empty_port(&normalized));
    let without_port = without_port.flatten();
    let others = [
        (letter.as_str(), rung_section(Rung::PathSegments)),
        (by_scheme.as_str(), rung_section(Rung::Scheme)),
        (without_port.as_deref().unwrap_or(&normalized), Some("3.2.3")),
    ];
    for (answer, section) in others {
        let is_new = answer != normalized
            && either.iter().all(|known| known.answer.as_deref() != Some(answer));
        if is_new {
            either.push(Permitted {
                answer: Some(answer.to_owned()),
                section: section.unwrap_or_default(),
            });
        }
    }
    Some(NormalizationCase { input, normalized, either, section, is_printed: false })
}

/// The URI without the `:` before an empty port, which a normalizer should omit (3.2.3).
fn without_empty_port(normalized: &str) -> Option<String> {
    let parts = split(normalized);
    let authority = parts.authority?.strip_suffix(':')?;
    let start = parts.scheme.map_or(0, |scheme| scheme.len() + ":".len()) + "//".len();
    let (before, after) = normalized.split_at(start + authority.len());
    Some(before.to_owned() + &after[":".len()..])
}

/// The URIs of the products, each with the rung that it is to test, before it is asked which the edition
/// has. What comes in two of them comes twice.
fn products() -> impl Iterator<Item = (Rung, String)> {
    cases()
        .map(|input| (Rung::Case, input))
        .chain(triplets().map(|input| (Rung::PercentEncoding, input)))
        .chain(dotted().map(|input| (Rung::PathSegments, input)))
        .chain(mixed().map(|input| (Rung::PathSegments, input)))
        .chain(of_schemes().map(|input| (Rung::PathSegments, input)))
}

/// Every component in small and in capital letters.
fn cases() -> impl Iterator<Item = String> {
    let hosts = ["h.example", "[::abcd]", "[v1.ab]", "1.2.3.4"];
    let others = ["aB:", "Ab:c", "HTTP://www.EXAMPLE.com/", "URN:Example:A", "a+B-c.D:x"];
    hosts
        .into_iter()
        .flat_map(|host| {
            spelled(vec!["ab", "://", "us", "@", host, "/", "path", "?", "query", "#", "frag"])
        })
        .chain(spelled(vec!["ab", ":", "path", "/", "b", "?", "query", "#", "frag"]))
        .chain(others.map(str::to_owned))
}

/// The text of some parts, with any of those that have letters in capitals.
fn spelled(parts: Vec<&'static str>) -> impl Iterator<Item = String> {
    let has_letters = |part: &&str| part.contains(char::is_alphabetic);
    let choices = parts.iter().filter(|part| has_letters(part)).count();
    (0..1_u32 << choices).map(move |mut capitals| {
        let spell = |part: &&str| {
            let is_capital = has_letters(part) && capitals & 1 == 1;
            capitals >>= u32::from(has_letters(part));
            if is_capital { part.to_uppercase() } else { (*part).to_owned() }
        };
        parts.iter().map(spell).collect()
    })
}

/// The places of a triplet, as what stands before it and after it. Letters beside it show that nothing
/// else is changed.
const PLACES: &[[&str; 2]] = &[
    ["a://", "@h/"],
    ["a://u:", "x@h/"],
    ["a://", "/"],
    ["a://B", "c/"],
    ["a://h/", ""],
    ["a://h/B", "c"],
    ["a:", ""],
    ["a:/B/", ""],
    ["a://h/?", ""],
    ["a:b?B", "c"],
    ["a://h/#", ""],
    ["a:b#B", "c"],
];

/// The triplet of every octet, in every place. Its digits are both small or both capital, or one of each
/// where both are letters.
fn triplets() -> impl Iterator<Item = String> {
    (0..=u8::MAX)
        .flat_map(|octet| {
            let [small, capital] = [format!("{octet:02x}"), format!("{octet:02X}")];
            let mixed =
                [[&small[..1], &capital[1..]].concat(), [&capital[..1], &small[1..]].concat()];
            PLACES.iter().flat_map(move |[before, after]| {
                [&capital, &small, &mixed[0], &mixed[1]]
                    .map(|digits| format!("{before}%{digits}{after}"))
            })
        })
        // A triplet that decodes to "%" would make another triplet.
        .chain(["a:%2541", "a:%25%34%31", "a:b%2541?%2541#%2541", "a://%2541/"].map(str::to_owned))
}

/// Paths with dot segments.
fn dotted() -> impl Iterator<Item = String> {
    let plain = paths(&["", ".", "..", "b"], 5);
    let behind = |before: &'static str| move |path: String| [before, &*path].concat();
    plain
        .clone()
        .map(behind("a://h/"))
        .chain(plain.map(behind("a:")))
        .chain(
            paths(&["", "..", "b", "%2e", "%2E.", ".%2e", "%2e%2E", "b%2E", "..."], 3)
                .flat_map(|path| ["a://h/", "a:", "a:/c/"].map(|before| [before, &*path].concat())),
        )
        // Only a path has segments.
        .chain(
            [
                "a://h/?b/../c",
                "a://h/#b/../c",
                "a://h/b?./c#../d",
                "a://h?..",
                "a://..",
                "a://h../b",
                "a://../..",
            ]
            .map(str::to_owned),
        )
}

/// All three rules in one URI.
fn mixed() -> impl Iterator<Item = String> {
    let schemes = ["a", "A"];
    let hosts = ["h", "H", "%68", "%48", "%c3%A9"];
    let segments = ["/b/%2E%2e/%63", "/./%7bB%7D/..", "/%7E/../../B", "/b%2Fc/../D", "/B"];
    let ends = ["", "?%3f%41", "?%2e./Q#%23%5a"];
    schemes.into_iter().flat_map(move |scheme| {
        hosts.into_iter().flat_map(move |host| {
            segments
                .into_iter()
                .flat_map(move |path| ends.map(|end| format!("{scheme}://{host}{path}{end}")))
        })
    })
}

/// URIs of which the document of a scheme says more than syntax does.
fn of_schemes() -> impl Iterator<Item = String> {
    "http://h http://h/ http://h:/ http://h:80/ http://h:080/ http://h:81/ http://h?q \
     ftp://h:21/ file:///etc file://localhost/etc a://h a://h: a://h:/ a://@h/ a://h/? \
     a://h/#"
        .split(' ')
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 3.2.3: only the ":" at the end of the authority goes, wherever else there is one.
    #[test]
    fn the_colon_before_an_empty_port() {
        for (uri, expected) in [
            ("a://h:", Some("a://h")),
            ("h://h:/", Some("h://h/")),
            ("a://:", Some("a://")),
            ("a://u:@[::1]:/b:", Some("a://u:@[::1]/b:")),
            ("a://h:8/", None),
            ("a:b:", None),
        ] {
            assert_eq!(without_empty_port(uri).as_deref(), expected, "{uri}");
        }
    }
}
