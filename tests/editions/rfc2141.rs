//! RFC 2141.

use urispec::scheme::Urn;
use urispec::{Edition, Normalizer, Reference, ResolveError, Resolver, Rung, check, split};
use urispec_lint::Linter;

use crate::support;

const EDITION: Edition = Edition::Rfc2141;

fn urn(text: &str) -> Urn<'_> {
    Urn::parse_rfc2141(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// 2: NID and NSS.
#[test]
fn components() {
    for (text, nid, nss) in [
        ("urn:isbn:0-395-36341-1", "isbn", "0-395-36341-1"),
        ("URN:a:b:c", "a", "b:c"),
        ("uRn:A-:%25?#/", "A-", "%25?#/"),
    ] {
        assert_eq!((urn(text).nid, urn(text).nss), (nid, nss), "{text}");
        assert_eq!((urn(text).r_component, urn(text).f_component), (None, None), "{text}");
    }
    let longest = "a".repeat(32);
    assert!(check(EDITION, "NID", &longest).is_ok());
    for nid in ["", "-a", "a.b", &"a".repeat(33)] {
        assert!(check(EDITION, "NID", nid).is_err(), "{nid}");
    }
}

/// 2.3: in the grammar, and to be encoded all the same; 2.3.1: what must not be encoded.
#[test]
fn reserved_characters() {
    assert_eq!(
        support::lints(EDITION, "urn:foo:a/b?%41#%2F"),
        [
            ("needless-escape", 12..15),
            ("urn-reserved", 9..10),
            ("urn-reserved", 11..12),
            ("urn-reserved", 15..16)
        ]
    );
    assert!(support::lints(EDITION, "urn:foo:a%2Fb%25").is_empty());
    assert_eq!(support::lints(EDITION, "urn:urn:a"), [("urn-namespace", 4..7)]);
    // 2.1: the identifier is reserved here; formal namespaces are of later documents.
    let findings =
        Linter::from_edition(EDITION).lint(Reference::parse(EDITION, "urn:urn:a").unwrap());
    let says = "the identifier \"urn\" is reserved, and must not be used";
    assert_eq!(findings[0].message(), says);
    assert_eq!(support::lints(EDITION, "urn:foo:%00"), [("escaped-nul", 8..11)]);
}

/// 2.4: a URN ends before them.
#[test]
fn excluded_characters() {
    for octet in 0..=0x7F_u8 {
        let character = char::from(octet).to_string();
        let is_excluded = check(EDITION, "excluded", &character).is_ok();
        let is_in_name = check(EDITION, "NSS", &character).is_ok();
        // "%" begins a triplet. Octet 0 "should NEVER be used", and is in neither list.
        assert_eq!(is_excluded || is_in_name, octet != 0 && octet != b'%', "{character:?}");
        assert!(!(is_excluded && is_in_name), "{character:?}");
    }
    // "octets 127-255 (7F-FF hex)"
    for character in ["\u{80}", "\u{E9}", "\u{4E2D}", "\u{10FFFF}"] {
        assert!(check(EDITION, "excluded", character).is_ok(), "{character:?}");
    }
    let error = check(EDITION, "URN", "urn:foo:a<b").unwrap_err().to_string();
    assert!(error.starts_with("at byte 9"), "{error}");
}

/// 5 and 6.
#[test]
fn names_are_compared() {
    let all = [
        "URN:foo:a123,456",
        "urn:foo:a123,456",
        "urn:FOO:a123,456",
        "urn:foo:A123,456",
        "urn:foo:a123%2C456",
        "URN:FOO:a123%2c456",
    ];
    let groups = [1, 1, 1, 2, 3, 3];
    let normal = |text| {
        let reference = Reference::parse(EDITION, text).unwrap();
        Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference).to_string()
    };
    for (a, group) in all.iter().zip(groups) {
        for (b, other) in all.iter().zip(groups) {
            assert_eq!(urn(a) == urn(b), group == other, "{a} {b}");
            assert_eq!(normal(a) == normal(b), group == other, "{a} {b}");
        }
        assert_eq!(normal(a), urn(a).assigned_name());
    }
}

/// Appendix A: to who reads URLs, the text after the scheme is opaque.
#[test]
fn opaque() {
    let reference = support::reference(EDITION, "urn:foo:a/b?c#d");
    assert_eq!(reference.opaque_part(), Some("foo:a/b?c#d"));
    assert_eq!((reference.query(), reference.fragment()), (None, None));
}

#[test]
fn nothing_is_resolved() {
    let resolved = Resolver::from_edition(EDITION).resolve(split("urn:foo:a"), split("b"));
    assert!(matches!(resolved, Err(ResolveError::NoAlgorithm { section: "A", .. })));
    let says = "rfc2141 resolves nothing: to a resolver of URLs a URN is opaque (A)";
    assert_eq!(resolved.unwrap_err().to_string(), says);
}
