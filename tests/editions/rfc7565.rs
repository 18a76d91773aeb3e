//! RFC 7565.

use urispec::percent::{Keep, encode};
use urispec::scheme::Acct;
use urispec::{Edition, Equivalence, Normalizer, Reference, Rung, check, compare_with};

use crate::support;

const EDITION: Edition = Edition::Rfc7565;

fn acct(text: &str) -> Acct<'_> {
    Acct::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn is_acct(text: &str) -> bool {
    check(EDITION, "acctURI", text).is_ok()
}

/// 4 and 6: the name of the account, decoded, and the host.
#[test]
fn accounts() {
    for (text, account, host) in [
        ("acct:foobar@status.example.net", "foobar", "status.example.net"),
        (
            "acct:juliet%40capulet.example@shoppingsite.example",
            "juliet@capulet.example",
            "shoppingsite.example",
        ),
        ("ACCT:caf%C3%A9@Example.com", "café", "Example.com"),
        ("acct:!$&'()*+,;=@h", "!$&'()*+,;=", "h"),
        ("acct:a@[::1]", "a", "[::1]"),
        // RFC 3986, 3.2.2: reg-name = *( unreserved / pct-encoded / sub-delims )
        ("acct:a@", "a", ""),
    ] {
        let acct = acct(text);
        assert_eq!((&*acct.account(), acct.host), (account.as_bytes(), host), "{text}");
    }
    for wrong in [
        "",
        "acct:",
        "acct:a",
        "acct:@h",
        "acct:%40a@h",
        "acct:a@b@h",
        "acct:a:b@h",
        "acct:a@h:80",
        "acct:a@h/",
        "acct:a/b@h",
        "acct:a@h?q",
        "acct:a@h#f",
        "acct://a@h",
        "acct:a b@h",
        "acct:é@h",
        "acct:a%4@h",
        "a@h",
        "mailto:a@h",
        "acct:a@[::",
        "acct:[@h",
    ] {
        assert!(!is_acct(wrong), "{wrong}");
    }
}

/// 7: as printed, an account that begins with a letter has no second character; the reading gives it more.
#[test]
fn characters() {
    for octet in 0..=0x7F_u8 {
        let character = char::from(octet);
        let is_unreserved = character.is_ascii_alphanumeric() || "-._~".contains(character);
        let is_user = is_unreserved || "!$&'()*+,;=".contains(character);
        for text in [character.to_string(), format!("a{character}"), format!("!{character}")] {
            assert_eq!(check(EDITION, "userpart", &text).is_ok(), is_user, "{text:?}");
        }
        // A triplet does not stand first.
        let triplet = format!("%{octet:02X}");
        assert!(check(EDITION, "userpart", &triplet).is_err());
        assert!(check(EDITION, "userpart", &format!("a{triplet}b")).is_ok());
    }
}

/// Where the two meet, by what the document licenses.
#[track_caller]
fn compared(a: &str, b: &str) -> Equivalence {
    let [a, b] = [a, b].map(|text| {
        Reference::parse(EDITION, text).unwrap_or_else(|error| panic!("{text}: {error}"))
    });
    compare_with(&Normalizer::from_edition(EDITION).to(Rung::Scheme), a, b)
}

/// 4: "case normalization and percent-encoding normalization" of RFC 3986.
#[test]
fn equal_accounts() {
    for (a, b, met) in [
        ("acct:a@h", "ACCT:a@h", Equivalence::At(Rung::Case)),
        ("acct:a%c3@h", "acct:a%C3@h", Equivalence::At(Rung::Case)),
        ("acct:a%7E@h", "acct:a~@h", Equivalence::At(Rung::PercentEncoding)),
        // RFC 3986, 6.2.2.1: the host is case-insensitive, wherever it stands.
        ("acct:a@H", "acct:a@h", Equivalence::At(Rung::Case)),
        ("acct:a@H%65", "acct:a@he", Equivalence::At(Rung::PercentEncoding)),
        ("acct:a@[::A]", "acct:a@[::a]", Equivalence::At(Rung::Case)),
        ("acct:a@h%C3%BC", "acct:a@H%c3%bc", Equivalence::At(Rung::Case)),
        // The letter case of a name counts, and what is encoded and reserved.
        ("acct:A@h", "acct:a@h", Equivalence::Nowhere),
        ("acct:a%21@h", "acct:a!@h", Equivalence::Nowhere),
        ("acct:a@h", "acct:a@h.", Equivalence::Nowhere),
        ("acct:a@h", "acct:b@h", Equivalence::Nowhere),
    ] {
        assert_eq!(compared(a, b), met, "{a} and {b}");
    }
    // RFC 3986 does not say of a path that it has a host.
    let [a, b] =
        ["acct:a@H", "acct:a@h"].map(|text| Reference::parse(Edition::Rfc3986, text).unwrap());
    let generic = Normalizer::from_edition(Edition::Rfc3986).to(Rung::Scheme);
    assert_eq!(compare_with(&generic, a, b), Equivalence::Nowhere);
}

#[test]
fn normal_forms() {
    let normal = |text: &str| {
        let reference = Reference::parse(EDITION, text).unwrap();
        Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference).to_string()
    };
    for (text, wanted) in [
        ("Acct:Bob@Example.COM", "acct:Bob@example.com"),
        ("acct:b%6fb%2e%c3%BC@H%4f%C3%9c", "acct:bob.%C3%BC@ho%C3%9C"),
        ("acct:..@..", "acct:..@.."),
    ] {
        assert_eq!(normal(text), wanted, "{text}");
        assert_eq!(normal(wanted), wanted);
    }
}

#[test]
fn lints() {
    for (text, wanted) in [
        ("acct:foobar@status.example.net", &[][..]),
        ("acct:juliet%40capulet.example@shoppingsite.example", &[]),
        ("acct:caf%C3%A9@h", &[]),
        (
            "acct:a%20b%00%0A@h",
            &[("escaped-nul", 10..13), ("escaped-control", 13..16), ("acct-escaped-space", 6..9)],
        ),
        ("acct:a%E9@h", &[("not-utf8", 6..9)]),
        (
            "acct:a@h%C3%BC%41",
            &[
                ("acct-encoded-host", 8..11),
                ("acct-encoded-host", 11..14),
                ("acct-encoded-host", 14..17),
            ],
        ),
        ("acct:a@", &[("acct-no-domain", 7..7)]),
        ("acct:a@[::1]", &[("acct-no-domain", 7..12)]),
        ("acct:a@127.0.0.1", &[("acct-no-domain", 7..16)]),
        ("acct:a@127.0.0.256", &[]),
    ] {
        assert_eq!(support::lints(EDITION, text), wanted, "{text}");
    }
}

/// 4: what follows the scheme is a path to RFC 3986, with an "@" in it; no server is named.
#[test]
fn nothing_but_a_name() {
    let reference = support::reference(EDITION, "acct:bob@example.com");
    assert_eq!((reference.path(), reference.host()), ("bob@example.com", None));
    assert!(check(Edition::Rfc3986, "URI", "acct:bob@example.com").is_ok());
    // A host in brackets is none of a path.
    assert!(is_acct("acct:a@[::1]") && check(Edition::Rfc3986, "URI", "acct:a@[::1]").is_err());
}

/// 4: "GET /.well-known/webfinger?resource=acct%3Abob%40example.com HTTP/1.1".
#[test]
fn as_a_parameter() {
    assert_eq!(encode("acct:bob@example.com", Keep::Unreserved), "acct%3Abob%40example.com");
}

/// Long names take no more than time in proportion.
#[test]
fn long_strings() {
    let long = format!("acct:a{}@{}", "%20".repeat(100_000), "H.".repeat(100_000));
    assert_eq!(acct(&long).account().len(), 100_001);
    assert_eq!(support::lints(EDITION, &long).len(), 100_000);
    assert!(!is_acct(&"acct:a@".repeat(100_000)));
}
