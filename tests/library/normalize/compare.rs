//! Comparison against its definition: the lowest rung at which the normal forms are the same.

use std::collections::HashMap;

use urispec::{Edition, Normalizer, Redirects, Reference, Rung, compare_with};

use crate::scaled;

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
        for path in [
            "", "/", "/a", "/A", "/%41", "/%61", "/./a", "/b/../a", "/%2e/a", "/%c3", "/%C3",
            "/.//a", "/%2e//a", "/././/a",
        ] {
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
        strings.iter().filter_map(|text| Reference::parse(edition, text).ok()).collect();
    assert!(references.len() > 20, "{edition}");
    let licensed = |rung: &Rung| edition.rungs().any(|(known, _)| known == *rung);
    let rungs: Vec<Rung> = Rung::ALL.iter().copied().filter(licensed).collect();
    let normalizers: Vec<_> = rungs.iter().map(|&rung| normalizer.clone().to(rung)).collect();
    // What is the same form has the same number.
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
            // Those that meet, and some of the others.
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

/// A normal form is that of any rung below, normalized further, so that two that meet at a rung
/// meet at every rung above: what has one normal form below has one above.
#[test]
fn rungs_stand_on_each_other_in_every_edition() {
    let pieces = ["a", "A", "/", ".", ":", "%2e", "%41", "?"];
    let (mut strings, mut longest) = (vec![String::new()], vec![String::new()]);
    for length in 1..=4 {
        let longer = |text: &String| pieces.map(|piece| format!("{text}{piece}"));
        longest = longest.iter().flat_map(longer).collect();
        // Of the longest some.
        let step = if length == 4 { scaled(7, 1) } else { 1 };
        strings.extend(longest.iter().step_by(step).cloned());
    }
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

/// A normal form is what the edition takes for a string: a document of a scheme has no `file:////x`, whose path
/// begins with two slashes (RFC 8089, 2).
#[test]
fn a_normal_form_is_of_the_edition() {
    let strings: &[(Edition, &[&str])] = &[
        (
            Edition::Rfc2397,
            &[
                "DATA:Text/Plain;Charset=US-ASCII;base64,%59Q==",
                "data:;a=%28%21;b=%22%7e%22,%2c/../%2E",
            ],
        ),
        (Edition::Rfc3966, &["TEL:+1-2;b=%2d%2f;EXT=1.;a", "tel:A-;phone-context=+1-;isub=%5b["]),
        (
            Edition::Rfc5870,
            &[
                "GEO:-90.0,7;v=%2b;u=01;crs=WGS84",
                "geo:0,0;b;crs=A;u=1;a=[",
                "geo:0,0;crs=wgs84;crs=a",
                "geo:0,-180.0;u=x",
            ],
        ),
        (
            Edition::Rfc6068,
            &["mailto:%61@B?To=c@d&to=%61", "mailto:?to=a@b,c@d&x=%2e", "mailto:?to="],
        ),
        (Edition::Rfc6694, &["ABOUT:bl%61nk", "about:%2e?%7e#%3a", "about:", "about:..#"]),
        (
            Edition::Rfc6920,
            &["NI://H:/a;AA?b", "ni://h/..;A", "NIH:3;-0-0;0", "nih:a;0A", "ni://%2e/a;AA?%7e"],
        ),
        (Edition::Rfc7565, &["ACCT:a%41%2f@H%4F%c3", "acct:a@[::A]", "acct:..@."]),
        (
            Edition::Rfc8089,
            &[
                "file:/.//x",
                "FILE:/%2e//x/../y",
                "file:/a/..//x",
                "file://H/..//x",
                "file:///a/.././/x",
                "file://localhost/.//x",
                "file:/%7Ea",
            ],
        ),
        (Edition::Rfc8141, &["URN:AB:x%2f..?+a?=b#c", "urn:AB:a/.//x"]),
        (Edition::Rfc9110, &["http://h:80", "HTTP://u@H/..//x?%7E", "https://h:/%2e"]),
        (Edition::Spiffe, &["SPIFFE://a..b/A/...", "spiffe://a"]),
        (Edition::Rfc9562, &["URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"]),
    ];
    for &(edition, strings) in strings {
        for text in strings {
            let reference = Reference::parse(edition, text).unwrap();
            for &rung in Rung::ALL {
                let normal =
                    |one| Normalizer::from_edition(edition).to(rung).normalize(one).to_string();
                let form = normal(reference);
                let again = Reference::parse(edition, &form);
                let again =
                    again.unwrap_or_else(|error| panic!("{edition} {text}, {form}: {error}"));
                assert_eq!(normal(again), form, "{edition} {rung} {text}");
            }
        }
    }
}

/// The ladder of a document of a scheme stands on that of RFC 3986 (6.2.2), whose sections it cites.
#[test]
fn ladders_of_schemes() {
    let meet = |edition, a, b| {
        let [a, b] = [a, b].map(|text| Reference::parse(edition, text).unwrap());
        compare_with(&Normalizer::from_edition(edition), a, b).rung()
    };
    for (edition, a, b, rung) in [
        (Edition::Rfc8089, "file:/%7Ea", "file:/~a", Some(Rung::PercentEncoding)),
        (Edition::Rfc8089, "file:/b/../a", "file:/a", Some(Rung::PathSegments)),
        (Edition::Rfc8089, "file:/.//x", "file://localhost/.//x", Some(Rung::Scheme)),
        (Edition::Rfc8089, "file:/.//x", "file:/x", None),
        // RFC 8141, 3.1: case normalization of the NID, and no percent-encoding normalization.
        (Edition::Rfc8141, "urn:AB:x", "urn:ab:x", Some(Rung::Case)),
        (Edition::Rfc8141, "urn:ab:%7E", "urn:ab:~", None),
        // RFC 2141, 5: "normalize the case of the NID".
        (Edition::Rfc2141, "urn:AB:x", "urn:ab:x", Some(Rung::Case)),
        (Edition::Rfc3986, "urn:AB:x", "urn:ab:x", Some(Rung::Scheme)),
        // RFC 6068, 2: "If the same <hfname> appears multiple times in a URI, behavior varies widely".
        (Edition::Rfc6068, "mailto:?to=a@b&to=c@d", "mailto:a@b,c@d", None),
        (Edition::Rfc6068, "mailto:?to=a@b,c@d", "mailto:a@b,c@d", Some(Rung::Scheme)),
        // Of a value only "?", "=" and "&" are reserved (2); an "@" of a local part stays encoded.
        (Edition::Rfc6068, "mailto:?to=A%40b", "mailto:A@B", Some(Rung::Scheme)),
        (Edition::Rfc6068, "mailto:?to=a%40b,c@d", "mailto:a@b,c@d", Some(Rung::Scheme)),
        (Edition::Rfc6068, "mailto:?to=%22a%40b%22@c", "mailto:%22a%40b%22@c", Some(Rung::Scheme)),
        (Edition::Rfc6068, "mailto:?to=%22a%40b%22@c", "mailto:%22a@b%22@c", None),
        // "<hfvalue> in general is case-sensitive" (2).
        (Edition::Rfc6068, "mailto:?cc=a@B", "mailto:?cc=a@b", None),
    ] {
        assert_eq!(meet(edition, a, b), rung, "{edition}: {a} {b}");
    }
    let rungs: Vec<_> = Edition::Rfc8089.rungs().collect();
    assert_eq!(rungs[2], (Rung::PercentEncoding, Some("RFC 3986, 6.2.2.2")));
}

#[test]
fn two_meet_by_a_redirect() {
    let mut redirects = Redirects::default();
    redirects.insert("http://h/a", "file:/a").unwrap();
    redirects.insert("a:", "http://h/").unwrap();
    meet_as_defined(&Normalizer::new().redirects(&redirects));
}
