//! SPIFFE ID.

use std::path::Path;

use urispec::scheme::SpiffeId;
use urispec::{Edition, Normalizer, Reference, Rung, check, compare_with, split};
use urispec_compare::changes::{ChangeKind, Changes};

use crate::support::{self, scaled};

const EDITION: Edition = Edition::Spiffe;

fn is_id(text: &str) -> bool {
    check(EDITION, "SPIFFE-ID", text).is_ok()
}

/// 2: the scheme, the trust domain name, and a path or none.
#[test]
fn components() {
    for (text, trust_domain, path, segments) in [
        ("spiffe://trust-domain-name/path", "trust-domain-name", "/path", &["path"][..]),
        ("spiffe://a", "a", "", &[]),
        ("SPIFFE://a-b_c.d/A/b.c/...", "a-b_c.d", "/A/b.c/...", &["A", "b.c", "..."]),
    ] {
        let id = SpiffeId::parse(text).unwrap();
        assert_eq!((id.trust_domain, id.path), (trust_domain, path), "{text}");
        assert!(id.segments().eq(segments.iter().copied()), "{text}");
        let reference = support::reference(EDITION, text);
        assert_eq!(reference.components(), split(text), "{text}");
        let host = reference.host().unwrap();
        assert_eq!((host.as_str(), host.kind().name()), (trust_domain, "reg-name"), "{text}");
    }
    for text in [
        "",
        "a",
        "//a/b",
        "spiffe:",
        "spiffe:a",
        "spiffe:/a",
        "spiffe//a",
        "spiffes://a",
        "http://a/b",
        // "MUST NOT include a query or fragment component".
        "spiffe://a?",
        "spiffe://a/b?c",
        "spiffe://a#",
        "spiffe://a/b#c",
    ] {
        assert!(!is_id(text), "{text}");
    }
}

/// 2.1: a host that is not empty, in lower case, without a userinfo and a port.
#[test]
fn trust_domain_names() {
    for name in [
        "a",
        "0",
        "-",
        "_",
        ".",
        "..",
        "a.b",
        "192.0.2.16",
        "256.256.256.256",
        "1",
        "xn--a",
        "a_b.c",
    ] {
        assert!(is_id(&format!("spiffe://{name}")), "{name}");
        let text = format!("spiffe://{name}/a");
        let reference = support::reference(EDITION, &text);
        // An address is no other name.
        assert_eq!(reference.host().map(|host| host.kind().name()), Some("reg-name"), "{name}");
    }
    for name in ["", "A", "aB", "[::1]", "a:", "a:80", "@a", "u@a", ":", "@", "a,b", "é", "a b"] {
        assert!(!is_id(&format!("spiffe://{name}")), "{name}");
        assert!(!is_id(&format!("spiffe://{name}/a")), "{name}");
    }
}

/// 2.1 and 2.2: letters, numbers, dots, dashes and underscores, and nothing encoded.
#[test]
fn characters() {
    for octet in 0..=0x7F_u8 {
        let character = char::from(octet);
        let is_of_names = character.is_ascii_lowercase()
            || character.is_ascii_digit()
            || ".-_".contains(character);
        let is_of_paths = is_of_names || character.is_ascii_uppercase();
        let text = character.to_string();
        assert_eq!(check(EDITION, "host-char", &text).is_ok(), is_of_names, "{character:?}");
        assert_eq!(check(EDITION, "segment-char", &text).is_ok(), is_of_paths, "{character:?}");
        assert_eq!(check(EDITION, "host", &text).is_ok(), is_of_names, "{character:?}");
        assert_eq!(
            check(EDITION, "segment", &format!("a{text}")).is_ok(),
            is_of_paths,
            "{character:?}"
        );
        // As a pattern, `[a-z0-9.-_]` has a range from "." to "_".
        let is_of_pattern = character.is_ascii_lowercase()
            || character.is_ascii_digit()
            || ('.'..='_').contains(&character);
        let differs = ":;<=>?@[\\]^/-".contains(character) || character.is_ascii_uppercase();
        assert_eq!(is_of_pattern != is_of_names, differs, "{character:?}");
    }
    for text in ["spiffe://%61/a", "spiffe://a/%61", "spiffe://a/%2e", "spiffe://a/b%2Fc"] {
        assert!(!is_id(text), "{text}");
    }
}

/// 2.2: no segment is empty, "." or "..", and no "/" stands at the end.
#[test]
fn segments() {
    for path in ["", "/a", "/a/b", "/...", "/....", "/.a", "/..a", "/a.", "/a..", "/-", "/A/b_C/9"]
    {
        assert!(is_id(&format!("spiffe://a{path}")), "{path}");
    }
    for path in ["/", "//", "//a", "/a/", "/a//b", "/.", "/..", "/./a", "/a/..", "/a/../b", "/a/./"]
    {
        assert!(!is_id(&format!("spiffe://a{path}")), "{path}");
    }
}

/// 2.3: 255 bytes of a name, and no limit of an ID.
#[test]
fn lengths() {
    let name = "a".repeat(255);
    assert!(is_id(&format!("spiffe://{name}/b")) && !is_id(&format!("spiffe://{name}a/b")));
    let long = format!("spiffe://a/{}", "b".repeat(2037));
    assert_eq!(long.len(), 2048);
    assert!(is_id(&long) && is_id(&format!("{long}c")));
    let many = scaled(20_000, 100_000);
    let longer = format!("spiffe://a{}", "/b".repeat(5 * many));
    assert_eq!(SpiffeId::parse(&longer).unwrap().segments().count(), 5 * many);
    assert!(!is_id(&"spiffe://a/../".repeat(many)));
}

/// 2: an "RFC 3986 compliant URI".
#[test]
fn every_one_is_a_uri() {
    for text in ["spiffe://a", "spiffe://1.2.3.4/A/...", "SPIFFE://-._/_.-"] {
        assert!(is_id(text) && check(Edition::Rfc3986, "URI", text).is_ok(), "{text}");
    }
}

/// 2.4: the scheme ignores case, and the path does not.
#[test]
fn letter_case() {
    let rung = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| Reference::parse(EDITION, text).unwrap());
        compare_with(&Normalizer::from_edition(EDITION), a, b).rung()
    };
    assert_eq!(rung("spiffe://a/b", "SPIFFE://a/b"), Some(Rung::Case));
    assert_eq!(rung("spiffe://a/b", "spiffe://a/B"), None);
    assert_eq!(rung("spiffe://a/...", "spiffe://a/...."), None);
    // 2.1 has a name in lower case; that it ignores case is what the document says all the same.
    let changes = Changes::between(Edition::Rfc3986, EDITION);
    let subjects: Vec<_> =
        changes.of(ChangeKind::Normalization).map(|entry| &*entry.subject).collect();
    assert!(!subjects.contains(&"the letter case of the host"), "{subjects:?}");
    assert!(subjects.contains(&"removing dot segments from a path"), "{subjects:?}");
}

#[test]
fn lints() {
    let long = format!("spiffe://a.b/{}", "c".repeat(2035));
    let longer = format!("{long}d");
    for (text, wanted) in [
        ("spiffe://trust_domain_name.example.com/a", &[][..]),
        ("spiffe://f81d4fae-7dec-41d0-a765-00a0c91e6bf6/a", &[]),
        ("spiffe://192.0.2.16", &[]),
        ("spiffe://staging/a", &[("spiffe-name", 9..16)]),
        ("spiffe://.a.", &[("spiffe-name", 9..12)]),
        ("Spiffe://a.b", &[("upper-case-scheme", 0..6)]),
        (&long, &[]),
        (&longer, &[("spiffe-long", 2048..2049)]),
    ] {
        assert_eq!(support::lints(EDITION, text), wanted, "{text}");
    }
}

/// The strings of go-spiffe's test of `FromString`.
#[test]
fn suite() {
    let shared = std::env::var("URISPEC_SHARED").unwrap_or_else(|_| "../shared".to_owned());
    let path = Path::new(&shared).join("suites/spiffe/go-spiffe-id.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no {}", path.display());
        return;
    };
    let cases: serde_json::Value = serde_json::from_str(&text).unwrap();
    let cases = cases.as_array().unwrap();
    for case in cases {
        let text = case["string"].as_str().unwrap();
        let found = SpiffeId::parse(text);
        assert_eq!(found.is_ok(), case["valid"].as_bool().unwrap(), "{text:?}");
        if let (Ok(id), Some(path)) = (found, case["path"].as_str()) {
            assert_eq!(id.path, path, "{text:?}");
        }
    }
    assert_eq!(cases.len(), 535);
}
