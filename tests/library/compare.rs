//! Comparison against its definition: the lowest rung at which the normal forms are equal.

use std::collections::HashMap;

use urispec::{
    Edition, Normalizer, Redirects, Reference, Rung, Uri, UriRef, compare, compare_with,
};

use crate::support::{scaled, words};

/// Returns strings of which many pairs meet, at various rungs.
#[rustfmt::skip]
fn strings() -> Vec<String> {
    let begins = ["", "a:", "A:", "file:", "file://h", "FILE://localhost", "http://h", "HTTP://H:80", "http://%48:", "//h"];
    let paths = [
        "", "/", "/a", "/A", "/%41", "/%61", "/./a", "/b/../a", "/%2e/a", "/%c3", "/%C3", "/.//a", "/%2e//a", "/././/a",
    ];
    let both = begins.iter().flat_map(|begins| paths.map(|path| format!("{begins}{path}")));
    both.flat_map(|text| ["", "?%61", "?a", "#a"].map(|ends| format!("{text}{ends}"))).collect()
}

#[track_caller]
fn meet_as_defined(normalizer: &Normalizer<'_>) {
    let edition = normalizer.edition();
    let strings = strings();
    let references: Vec<_> =
        strings.iter().filter_map(|text| Reference::parse(edition, text).ok()).collect();
    assert!(references.len() > 20, "{edition}");
    let licensed = |rung: &Rung| edition.rungs().any(|(known, _)| known == *rung);
    let rungs: Vec<Rung> = Rung::ALL.iter().copied().filter(licensed).collect();
    let normalizers: Vec<_> = rungs.iter().map(|&rung| normalizer.clone().to(rung)).collect();
    // Equal forms have the same number.
    let mut numbers = HashMap::new();
    let mut normal = |reference: &Reference<'_>| -> Vec<usize> {
        let mut number = |normalizer: &Normalizer<'_>| {
            let next = numbers.len();
            *numbers.entry(normalizer.normalize(*reference).to_string()).or_insert(next)
        };
        normalizers.iter().map(&mut number).collect()
    };
    let normals: Vec<_> = references.iter().map(&mut normal).collect();
    let (mut at, step) = (0, scaled(101, 1));
    for (a, a_normals) in references.iter().zip(&normals) {
        for (b, b_normals) in references.iter().zip(&normals) {
            at += 1;
            let met = a_normals.iter().zip(b_normals).position(|(a, b)| a == b);
            // All pairs that meet, and some of the others.
            if met.is_none() && at % step != 0 {
                continue;
            }
            let met = met.map(|at| rungs[at]);
            assert_eq!(compare_with(normalizer, *a, *b).rung(), met, "{edition}: {a} and {b}");
        }
    }
}

#[test]
fn two_meet_at_the_lowest_rung_of_every_edition() {
    for &edition in Edition::ALL {
        meet_as_defined(&Normalizer::from_edition(edition));
    }
}

/// A normal form of a lower rung determines that of every rung above, so two strings that meet at a rung meet at every
/// rung above.
#[test]
fn rungs_stand_on_each_other_in_every_edition() {
    let pieces = ["a", "A", "/", ".", ":", "%2e", "%41", "?"];
    // All of up to three pieces, and some of those of four.
    let strings = words(pieces, 4).into_iter().enumerate();
    let strings = strings.filter(|(at, _)| *at < 585 || at % scaled(7, 1) == 0);
    let strings: Vec<_> = strings.map(|(_, text)| text).collect();
    let begun = |begins: &'static str| strings.iter().map(move |text| format!("{begins}{text}"));
    let strings: Vec<_> = ["", "http://h"].into_iter().flat_map(begun).collect();
    for &edition in Edition::ALL {
        let normalizers: Vec<_> = Rung::ALL
            .iter()
            .map(|&rung| (rung, Normalizer::from_edition(edition).to(rung)))
            .collect();
        let mut above: HashMap<(Rung, String), String> = HashMap::new();
        for reference in strings.iter().filter_map(|text| Reference::parse(edition, text).ok()) {
            let normal = |(rung, normalizer): &(Rung, Normalizer<'_>)| {
                (*rung, normalizer.normalize(reference).to_string())
            };
            let normals: Vec<_> = normalizers.iter().map(normal).collect();
            let Some((Rung::Protocol, highest)) = normals.last().cloned() else {
                panic!("{edition}")
            };
            for (rung, normal) in normals {
                let known = above.entry((rung, normal)).or_insert_with(|| highest.clone());
                assert_eq!(*known, highest, "{edition}, {rung}: {reference}");
            }
        }
    }
}

#[test]
fn two_meet_by_a_redirect() {
    let mut redirects = Redirects::default();
    redirects.insert("http://h/a", "file:/a").unwrap();
    redirects.insert("a:", "http://h/").unwrap();
    meet_as_defined(&Normalizer::new().redirects(&redirects));
}

/// 2.2: "URIs that differ in the replacement of a reserved character with its corresponding
/// percent-encoded octet are not equivalent." 2.3: of an unreserved one they are.
#[test]
fn reserved_characters_are_not_their_escapes() {
    for octet in 0x21..0x7F_u8 {
        let (character, escape) = (char::from(octet), format!("a:b%{octet:02X}"));
        // If the character ends the path, the string is still a URI.
        let plain = format!("a:b{character}");
        let expected = if character.is_ascii_alphanumeric() || "-._~".contains(character) {
            Some(Rung::PercentEncoding)
        } else {
            None
        };
        if let Ok(plain) = UriRef::parse(&plain) {
            let escape = UriRef::parse(&escape).unwrap();
            assert_eq!(compare(&plain, &escape).rung(), expected, "{plain}");
        }
    }
}

/// 6.1: "fragment components (if any) should be excluded from the comparison".
#[test]
fn fragments_can_be_left_out() {
    fn without(redirects: &Redirects) -> Normalizer<'_> {
        Normalizer::new().redirects(redirects).ignore_fragment(true)
    }
    let draft = Normalizer::from_edition(Edition::Rfc2396bis01).ignore_fragment(true);
    let [a, b] = ["http://h/a#x", "http://h/a"]
        .map(|text| Reference::parse(Edition::Rfc2396bis01, text).unwrap());
    assert_eq!(compare_with(&draft, a, b).rung(), Some(Rung::String));
    let mut redirects = Redirects::default();
    let meet = |redirects: &Redirects, a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| Uri::parse(text).unwrap());
        compare_with(&without(redirects), &a, &b).rung()
    };
    assert_eq!(meet(&redirects, "http://h/a#x", "http://h/a#y"), Some(Rung::String));
    assert_eq!(meet(&redirects, "HTTP://h/a#", "http://h/a"), Some(Rung::Case));
    assert_eq!(meet(&redirects, "http://h/a#x", "http://h/b#x"), None);
    redirects.insert("http://h/a", "http://h/b#z").unwrap();
    assert_eq!(meet(&redirects, "http://h/a#x", "http://h/b"), Some(Rung::Protocol));
    let normalizer = without(&redirects).to(Rung::Protocol);
    for (text, normal) in [("http://h/a#x", "http://h/b"), ("http://h/c#x", "http://h/c")] {
        assert_eq!(normalizer.normalize(UriRef::parse(text).unwrap()).as_str(), normal);
    }
}

/// An authority replaces the guard, and a form that reads as another reference is equivalent to nothing.
#[test]
fn literal_forms_are_not_equivalent() {
    let letter = Normalizer::new().letter(true);
    let file = letter.clone().to(Rung::Scheme).normalize(UriRef::parse("file:/.//a").unwrap());
    assert_eq!((file.as_str(), file.caveats().count()), ("file:////a", 0));
    let [a, b] = ["a:/.//b", "a://b"].map(|text| Uri::parse(text).unwrap());
    assert_eq!(compare_with(&letter, &a, &b).rung(), None);
    let rungs: Vec<_> = Edition::Rfc8089.rungs().collect();
    assert_eq!(rungs[2], (Rung::PercentEncoding, Some("RFC 3986, 6.2.2.2")));
    // A normal form of another edition may not be a reference of RFC 3986.
    let reference = Reference::parse(Edition::Rfc2396bis01, "a:[").unwrap();
    let normal = Normalizer::from_edition(Edition::Rfc2396bis01).normalize(&reference);
    assert_eq!(normal.into_reference().unwrap_err().into_input(), "a:[");
}
