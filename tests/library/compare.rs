//! Comparison against its definition: the lowest rung at which the normal forms are the same.

use std::collections::HashMap;

use urispec::{Edition, Normalizer, Redirects, Reference, Rung, compare_with};

/// Strings of which many meet, each at its own rung.
fn strings() -> Vec<String> {
    let mut strings = Vec::new();
    for begins in [
        "",
        "a:",
        "A:",
        "file:",
        "file://h",
        "FILE://localhost",
        "http://h",
        "HTTP://H:80",
        "http://%48:",
        "//h",
    ] {
        for path in
            ["", "/", "/a", "/A", "/%41", "/%61", "/./a", "/b/../a", "/%2e/a", "/%c3", "/%C3"]
        {
            for ends in ["", "?%61", "?a", "#a"] {
                strings.push(format!("{begins}{path}{ends}"));
            }
        }
    }
    strings
}

#[track_caller]
fn meet_as_defined(normalizer: &Normalizer<'_>) {
    let edition = normalizer.edition();
    let strings = strings();
    let references: Vec<_> =
        strings.iter().filter_map(|text| Reference::of(edition, text).ok()).collect();
    assert!(references.len() > 20, "{edition}");
    let normal = |reference: &Reference<'_>| {
        Rung::ALL.map(|rung| normalizer.clone().to(rung).normalize(*reference).to_string())
    };
    let normals: Vec<_> = references.iter().map(normal).collect();
    for (a, a_normals) in references.iter().zip(&normals) {
        for (b, b_normals) in references.iter().zip(&normals) {
            let forms = Rung::ALL.into_iter().zip(a_normals.iter().zip(b_normals));
            let licensed = |rung| edition.rungs().any(|(known, _)| known == rung);
            let met = forms.filter(|(rung, _)| licensed(*rung)).find(|(_, (a, b))| a == b);
            let met = met.map(|(rung, _)| rung);
            assert_eq!(compare_with(normalizer, *a, *b), met, "{edition}: {a} and {b}");
        }
    }
}

#[test]
fn two_meet_at_the_lowest_rung_of_every_edition() {
    for &edition in Edition::ALL {
        meet_as_defined(&Normalizer::of(edition));
    }
}

/// A normal form is that of any rung below, normalized further, so that two that meet at a rung
/// meet at every rung above: what has one normal form below has one above.
#[test]
fn rungs_stand_on_each_other_in_every_edition() {
    let pieces = ["a", "A", "/", ".", ":", "%2e", "%41", "?"];
    let (mut strings, mut longest) = (vec![String::new()], vec![String::new()]);
    for _ in 0..4 {
        let longer = |text: &String| pieces.map(|piece| format!("{text}{piece}"));
        longest = longest.iter().flat_map(longer).collect();
        strings.extend_from_slice(&longest);
    }
    let begun = |begins: &'static str| strings.iter().map(move |text| format!("{begins}{text}"));
    let strings: Vec<_> = ["", "http://h"].into_iter().flat_map(begun).collect();
    for &edition in Edition::ALL {
        let mut above: HashMap<(Rung, String), String> = HashMap::new();
        for reference in strings.iter().filter_map(|text| Reference::of(edition, text).ok()) {
            let normal = |rung| Normalizer::of(edition).to(rung).normalize(reference).to_string();
            let highest = normal(Rung::Protocol);
            for rung in Rung::ALL {
                let known = above.entry((rung, normal(rung))).or_insert_with(|| highest.clone());
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
