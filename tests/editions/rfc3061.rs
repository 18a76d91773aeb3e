//! RFC 3061.

use urispec::scheme::{Oid, OidRoot};
use urispec::{
    Edition, Equivalence, Normalizer, Reference, ResolveError, Resolver, Rung, check, compare_with,
    split,
};

use crate::support::{self, scaled};

const EDITION: Edition = Edition::Rfc3061;

fn oid(text: &str) -> Oid<'_> {
    Oid::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn is_name(text: &str) -> bool {
    check(EDITION, "oid-URN", text).is_ok()
}

/// 2: "urn", "oid", and the digits and periods.
#[test]
fn names() {
    for (text, numbers) in [
        ("urn:oid:1.3.6.1", &["1", "3", "6", "1"][..]),
        ("URN:OID:0.9.2342.19200300.100.4", &["0", "9", "2342", "19200300", "100", "4"]),
        ("urn:oid:2", &["2"]),
        ("Urn:Oid:0.0", &["0", "0"]),
    ] {
        assert!(oid(text).numbers().eq(numbers.iter().copied()), "{text}");
    }
    for wrong in [
        "",
        "urn:",
        "urn:oid",
        "urn:oid:",
        "urn:oid:1.",
        "urn:oid:.1",
        "urn:oid:1..2",
        "urn:uuid:1.2",
        "1.3.6.1",
        "urn:oid:1.3.6.1 ",
        "urn:oid:1,3",
        "urn:oid:-1",
        "urn:oid:1.3/6",
        "urn:oid:1?=2",
        "urn:oid:1#2",
        // No description, and nothing encoded.
        "urn:oid:iso.org",
        "urn:oid:1.dod",
        "urn:oid:{iso(1)}",
        "urn:oid:%31",
        "urn:oid:1%2E3",
        "%75rn:oid:1",
    ] {
        assert!(!is_name(wrong), "{wrong}");
    }
}

/// 2: "no leading zeros"; zero itself has none.
#[test]
fn zeros() {
    for number in ["0", "1", "9", "10", "100", "2342", "18446744073709551616"] {
        assert!(check(EDITION, "number", number).is_ok(), "{number}");
    }
    for number in ["", "00", "01", "007", "0.", "a", "٣"] {
        assert!(check(EDITION, "number", number).is_err(), "{number}");
    }
    assert!(is_name("urn:oid:0.0.0") && !is_name("urn:oid:1.03"));
}

/// 1 and 2: the tree, and who has its top.
#[test]
fn trees() {
    for (text, root) in [
        ("urn:oid:0.9.2342", Some(OidRoot::ItuT)),
        ("urn:oid:1.3.6.1", Some(OidRoot::Iso)),
        ("urn:oid:2", Some(OidRoot::Joint)),
        ("urn:oid:3.1", None),
        ("urn:oid:10", None),
    ] {
        assert_eq!(oid(text).root(), root, "{text}");
        let found = support::lints(EDITION, text);
        assert_eq!(found.is_empty(), root.is_some(), "{text}: {found:?}");
    }
    // "The Internet OID", and that of companies below it.
    let [internet, companies] = [oid("urn:oid:1.3.6.1"), oid("URN:OID:1.3.6.1.4.1")];
    assert!(companies.is_below(&internet) && !internet.is_below(&companies));
    assert!(!internet.is_below(&internet) && !oid("urn:oid:1.3.6.11").is_below(&internet));
}

/// 2: "exact string match"; and of what stands before, letter case does not matter (RFC 2141, 5).
#[test]
fn equal_names() {
    let normalizer = Normalizer::from_edition(EDITION).to(Rung::Scheme);
    let compared = |a: &'static str, b: &'static str| {
        let [a, b] = [a, b].map(|text| Reference::parse(EDITION, text).unwrap());
        compare_with(&normalizer, a, b)
    };
    for (a, b, met) in [
        ("urn:oid:1.3", "urn:oid:1.3", Equivalence::At(Rung::String)),
        ("URN:oid:1.3", "urn:OID:1.3", Equivalence::At(Rung::Case)),
        ("urn:oid:1.3", "urn:oid:1.3.0", Equivalence::Nowhere),
        ("urn:oid:1.30", "urn:oid:1.3", Equivalence::Nowhere),
    ] {
        assert_eq!(compared(a, b), met, "{a} and {b}");
        assert_eq!(oid(a) == oid(b), met != Equivalence::Nowhere, "{a} and {b}");
    }
}

/// The names are URNs of the documents about all of them, before and after.
#[test]
fn names_of_all_urns() {
    for text in ["urn:oid:1.3.6.1", "URN:OID:0.9.2342.19200300.100.4"] {
        assert!(check(Edition::Rfc2141, "URN", text).is_ok());
        assert!(check(Edition::Rfc8141, "namestring", text).is_ok());
        assert!(Edition::of_scheme(text).any(|edition| edition == EDITION));
        // No formal namespace has a name of two characters (RFC 8141, 5.1).
        assert_eq!(support::lints(Edition::Rfc8141, text), []);
    }
    assert!(!Edition::of_scheme("urn:isbn:0").any(|edition| edition == EDITION));
}

/// 3.
#[test]
fn examples() {
    assert_eq!(oid("urn:oid:1.3.6.1.2.1.27").oid, "1.3.6.1.2.1.27");
    assert_eq!(oid("URN:OID:0.9.2342.19200300.100.4").oid, "0.9.2342.19200300.100.4");
    let reference = support::reference(EDITION, "URN:OID:1.3");
    assert_eq!((reference.scheme(), reference.opaque_part()), (Some("URN"), Some("OID:1.3")));
}

/// 2: "no resolution mechanism is defined"; and references are not resolved against a URN (RFC 2141, A).
#[test]
fn nothing_is_resolved() {
    let resolved = Resolver::from_edition(EDITION).resolve(split("urn:oid:1.3"), split("6"));
    let says = "rfc3061 resolves nothing: to a resolver of URLs a URN is opaque (RFC 2141, A)";
    assert!(matches!(&resolved, Err(ResolveError::NoAlgorithm { .. })));
    assert_eq!(resolved.unwrap_err().to_string(), says);
}

/// Long names take no more than time in proportion.
#[test]
fn long_strings() {
    let many = scaled(10_000, 100_000);
    let deep = format!("urn:oid:1{}", ".10".repeat(3 * many));
    assert_eq!(oid(&deep).numbers().count(), 3 * many + 1);
    assert_eq!(oid(&deep).root(), Some(OidRoot::Iso));
    let large = format!("urn:oid:2.{}", "9".repeat(5 * many));
    assert_eq!(oid(&large).numbers().count(), 2);
    assert!(!is_name(&"urn:oid:1".repeat(many)));
}
