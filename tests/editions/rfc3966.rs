//! RFC 3966.

use urispec::scheme::{PhoneContext, Tel};
use urispec::{
    Edition, Equivalence, Normalizer, Reference, ResolveError, Resolver, Rung, check, compare_with,
    split,
};

use crate::support::{self, scaled};

const EDITION: Edition = Edition::Rfc3966;

fn tel(text: &str) -> Tel<'_> {
    Tel::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn is_tel(text: &str) -> bool {
    check(EDITION, "telephone-uri", text).is_ok()
}

/// Where the two meet, by what the document licenses.
#[track_caller]
fn compared(a: &str, b: &str) -> Equivalence {
    let [a, b] = [a, b].map(|text| {
        Reference::parse(EDITION, text).unwrap_or_else(|error| panic!("{text}: {error}"))
    });
    compare_with(&Normalizer::from_edition(EDITION).to(Rung::Scheme), a, b)
}

fn normal(text: &str) -> String {
    let reference =
        Reference::parse(EDITION, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference).to_string()
}

/// 5.1: a global number begins with "+" and has digits; a local one has A to F, "*" and "#" too, and a context.
#[test]
fn numbers() {
    for (uri, digits, is_global) in [
        ("tel:+1-201-555-0123", "+12015550123", true),
        ("tel:+(1).2-", "+12", true),
        ("TEL:+0", "+0", true),
        // Of any length, and with any digits.
        ("tel:+00-1-212-555-3141", "+0012125553141", true),
        ("tel:911;phone-context=+1", "911", false),
        ("tel:-*1#aF;phone-context=a", "*1#aF", false),
    ] {
        let tel = tel(uri);
        assert_eq!((&*tel.digits(), tel.is_global()), (digits, is_global), "{uri}");
        assert_eq!(tel.context.is_some(), !is_global, "{uri}");
    }
    for wrong in [
        "",
        "tel:",
        "tel:+",
        "tel:+-",
        "tel:+1a",
        "tel:+1*",
        "tel:+1#",
        "tel:1+2;phone-context=a",
        // No local number without a context.
        "tel:911",
        "tel:911;ext=1",
        "tel:911;phone-context=",
        "tel:-;phone-context=a",
        // A space separates nothing, and letters are no digits.
        "tel:+1 201",
        "tel:+1%20201",
        "tel:1-555-IETF-RFC;phone-context=+1",
        "tel:+1/2",
        "tels:+1",
    ] {
        assert!(!is_tel(wrong), "{wrong}");
    }
}

/// 5.1.5: a domain name, or the beginning of a global number. It is no prefix of the number.
#[test]
fn contexts() {
    for (context, expected) in [
        ("example.com", PhoneContext::DomainName("example.com")),
        ("a.", PhoneContext::DomainName("a.")),
        ("1.a-1", PhoneContext::DomainName("1.a-1")),
        ("+33", PhoneContext::Digits("+33")),
        ("+49-6151-16", PhoneContext::Digits("+49-6151-16")),
    ] {
        let uri = format!("tel:7042;phone-context={context}");
        let tel = tel(&uri);
        assert_eq!((tel.context, &*tel.digits()), (Some(expected), "7042"), "{uri}");
    }
    // toplabel = ALPHA / ALPHA *( alphanum / "-" ) alphanum
    for wrong in ["1", "a.1", "a-", "-a", "a..b", ".", "33", "+", "+a", "a_b", "[::1]"] {
        assert!(!is_tel(&format!("tel:1;phone-context={wrong}")), "{wrong}");
    }
    // The grammar of a global number has no context, but parameters of any name.
    let global = tel("tel:+1;phone-context=a_b");
    assert_eq!((global.context, global.parameters().count()), (None, 1));
    // Of two, one has to be a context, and the other may be a parameter.
    assert_eq!(tel("tel:1;phone-context=_;phone-context=a").context.unwrap().as_str(), "a");
}

/// 5.2 to 5.4.
#[test]
fn parameters() {
    let full = tel("tel:+1;EXT=2-3;m-a=b%2cc;D");
    assert_eq!((full.extension, full.isub), (Some("2-3"), None));
    let read: Vec<_> = full
        .parameters()
        .map(|one| (one.pname, one.value().map(|value| value.to_vec()), one.is_mandatory()))
        .collect();
    assert_eq!(
        read,
        [
            ("EXT", Some(b"2-3".to_vec()), false),
            ("m-a", Some(b"b,c".to_vec()), true),
            ("D", None, false)
        ]
    );
    let isdn = tel("tel:+1;isub=a%00/b;c");
    assert_eq!(isdn.subaddress().as_deref(), Some(&b"a\0/b"[..]));
    assert!(tel("tel:1;phone-context=a").parameters().all(|one| one.is_mandatory()));
    // What an extension or a subaddress does not have, a parameter has, as far as it goes.
    assert_eq!(tel("tel:+1;ext=1a").extension, None);
    assert_eq!((tel("tel:+1;isub").isub, tel("tel:+1;isub").parameters().count()), (None, 1));
    // phonedigit = DIGIT / [ visual-separator ], so that one of them may be empty.
    assert_eq!(tel("tel:+1;ext=").extension, Some(""));
    // A subaddress is of the characters of a value.
    assert_eq!(tel("tel:+1;isub=[").isub, Some("["));
    for wrong in [
        "tel:+1;",
        "tel:+1;=a",
        "tel:+1;a=",
        "tel:+1;isub=",
        "tel:+1;isub=a?b",
        "tel:+1;isub=a=b",
        "tel:+1;isub=a,b",
        "tel:+1;a_",
        "tel:+1/ext=1",
    ] {
        assert!(!is_tel(wrong), "{wrong}");
    }
}

/// 3: which characters stand in a value, and in a subaddress.
#[test]
fn delimiters() {
    for octet in 0..=0x7F_u8 {
        let character = char::from(octet);
        let is_mark = "-_.!~*'()".contains(character);
        let is_unreserved = character.is_ascii_alphanumeric() || is_mark;
        let in_value = is_unreserved || "[]/:&+$".contains(character);
        let accepts = |rule: &str, text: String| check(EDITION, rule, &text).is_ok();
        assert_eq!(accepts("pvalue", character.to_string()), in_value, "{character:?}");
        let subaddress = format!(";isub={character}");
        assert_eq!(accepts("isdn-subaddress", subaddress), in_value, "{character:?}");
        assert!(accepts("pvalue", format!("%{octet:02X}%{octet:02x}")));
        // What delimits is not encoded.
        assert!(!accepts("telephone-uri", format!("tel:%{octet:02X}1")));
        assert!(!accepts("telephone-uri", format!("tel:+1%{octet:02X}a=b")));
    }
}

/// 4, rule by rule.
#[test]
fn equal_numbers() {
    for (a, b, rung) in [
        ("tel:+1", "TEL:+1", Rung::Case),
        ("tel:+1;a=%2f", "tel:+1;a=%2F", Rung::Case),
        // 3: a character is equivalent to its triplet.
        ("tel:+1;a=%62%2D", "tel:+1;a=b-", Rung::PercentEncoding),
        ("tel:+1-201-555-0123", "tel:+1(201)555.0123", Rung::Scheme),
        ("tel:7042;phone-context=example.com", "tel:70-42;phone-context=EXAMPLE.com", Rung::Scheme),
        ("tel:7;phone-context=+1-914", "tel:7;phone-context=+1914", Rung::Scheme),
        ("tel:a;phone-context=b", "tel:A;phone-context=b", Rung::Scheme),
        // 5.1.1
        ("tel:+1;ext=2-3", "tel:+1;ext=23", Rung::Scheme),
        ("tel:+1;c=d;a=b", "tel:+1;A=B;c=d", Rung::Scheme),
        ("tel:+1;a;isub=b", "tel:+1;isub=B;a", Rung::Scheme),
        ("tel:1;b;phone-context=c;a", "tel:1;a;b;phone-context=c", Rung::Scheme),
    ] {
        assert_eq!(compared(a, b), Equivalence::At(rung), "{a} and {b}");
    }
}

#[test]
fn unequal_numbers() {
    for (a, b) in [
        // One local, one global.
        ("tel:+1;phone-context=a", "tel:1;phone-context=a"),
        ("tel:+12", "tel:+13"),
        ("tel:7;phone-context=+1", "tel:7;phone-context=+12"),
        ("tel:7;phone-context=a.b", "tel:7;phone-context=ab"),
        // Nothing says that a "." at the end of a name does not count.
        ("tel:7;phone-context=a.", "tel:7;phone-context=a"),
        ("tel:+1;a", "tel:+1"),
        ("tel:+1;a=b", "tel:+1;a=c"),
        ("tel:+1;ext=1", "tel:+1;isub=1"),
        // A value that is no number keeps its separators.
        ("tel:+1;a=1-2", "tel:+1;a=12"),
        ("tel:+1;ext=a-b", "tel:+1;ext=ab"),
        ("tel:+1;isub=1-2", "tel:+1;isub=12"),
        ("tel:+1;a=%2B", "tel:+1;a=+"),
    ] {
        assert_eq!(compared(a, b), Equivalence::Nowhere, "{a} and {b}");
    }
}

/// The order is that of section 3, and no parameter is lost (5.4).
#[test]
fn normal_forms() {
    for (text, wanted) in [
        ("TEL:+1-(2).3", "tel:+123"),
        ("tel:+1;b;B-;a=C;ext=1.2", "tel:+1;ext=12;a=c;b;b-"),
        (
            "tel:A-1;x=%2f%41;Phone-Context=+1-2;isub=%5b",
            "tel:a1;isub=%5B;phone-context=+12;x=%2Fa",
        ),
        // A parameter that must not stand twice stays as often as it stands, in its order.
        ("tel:+1;a=2;a=1", "tel:+1;a=2;a=1"),
        ("tel:#1;phone-context=a", "tel:#1;phone-context=a"),
        ("tel:+1;isub=a[b-C", "tel:+1;isub=a[b-c"),
    ] {
        assert_eq!(normal(text), wanted, "{text}");
        assert_eq!(normal(wanted), wanted);
    }
}

#[test]
fn lints() {
    for (text, wanted) in [
        ("tel:+1-201-555-0123", &[][..]),
        ("tel:+1;ext=2;phone-context=a;b;c=d", &[]),
        ("tel:+1;phone-context=+1-2", &[]),
        ("tel:7042;phone-context=a", &[("tel-local-number", 4..8)]),
        (
            "tel:1#2#;phone-context=a",
            &[("tel-local-number", 4..8), ("tel-number-sign", 5..6), ("tel-number-sign", 7..8)],
        ),
        (
            "tel:+1;a=+b+",
            &[("tel-unencoded-delimiter", 9..10), ("tel-unencoded-delimiter", 11..12)],
        ),
        (
            "tel:+1;isub=++",
            &[("tel-unencoded-delimiter", 12..13), ("tel-unencoded-delimiter", 13..14)],
        ),
        (
            "tel:+1;a;b;A",
            &[
                ("tel-repeated-parameter", 11..12),
                ("tel-parameter-order", 11..12),
                ("tel-upper-case", 11..12),
            ],
        ),
        ("tel:+1;c;a;b;d", &[("tel-parameter-order", 9..10), ("tel-parameter-order", 11..12)]),
        ("tel:+1;a;ext=1", &[("tel-parameter-order", 9..12)]),
        ("tel:+1;phone-context=a;isub=1", &[("tel-parameter-order", 23..27)]),
        ("tel:+1;a=%2F%C3;b=C", &[("tel-upper-case", 16..19)]),
        (
            "tel:+1;ext=;isub=1",
            &[("tel-two-subaddresses", 11..11), ("tel-two-subaddresses", 17..18)],
        ),
        // Neither of the two should stand before the other, and one of them before all others.
        (
            "tel:+1;isub=1;ext=2",
            &[("tel-two-subaddresses", 18..19), ("tel-two-subaddresses", 12..13)],
        ),
        ("tel:+1;m-a", &[("tel-mandatory-parameter", 7..10)]),
    ] {
        assert_eq!(support::lints(EDITION, text), wanted, "{text}");
    }
}

/// 6, 8, 9 and 11.
#[test]
fn examples() {
    assert_eq!(tel("tel:+1-201-555-0123").digits(), "+12015550123");
    let local = tel("tel:7042;phone-context=example.com");
    assert_eq!(local.context, Some(PhoneContext::DomainName("example.com")));
    let prefixed = tel("tel:863-1234;phone-context=+1-914-555");
    assert_eq!(prefixed.context, Some(PhoneContext::Digits("+1-914-555")));
    assert_eq!(tel("tel:1234;phone-context=munich.example.com").number, "1234");
    // The link whose text has another number.
    assert_eq!(compared("tel:+1-900-555-0191", "tel:+1-800-555-0191"), Equivalence::Nowhere);
}

/// What the document derives and RFC 3986 does not, or reads otherwise: a bracket, and a "#".
#[test]
fn against_rfc3986() {
    let is_uri = |text: &str| check(Edition::Rfc3986, "URI", text).is_ok();
    for text in ["tel:+1;a=[", "tel:+1;a=]", "tel:##;phone-context=a"] {
        assert!(is_tel(text) && !is_uri(text), "{text}");
    }
    assert_eq!(split("tel:1#2;phone-context=a").fragment, Some("2;phone-context=a"));
    let own = support::reference(EDITION, "tel:1#2;phone-context=a");
    assert_eq!((own.opaque_part(), own.fragment()), (Some("1#2;phone-context=a"), None));
}

/// 1: "The "tel" URI is a globally unique identifier ("name") only".
#[test]
fn nothing_is_resolved() {
    let resolved = Resolver::from_edition(EDITION).resolve(split("tel:+1"), split("2"));
    assert!(matches!(resolved, Err(ResolveError::NoAlgorithm { section: "1", .. })));
}

/// 5.1: numbers have no greatest length. Long ones take no more than time in proportion.
#[test]
fn long_strings() {
    let many = scaled(5_000, 50_000);
    let number = format!("tel:+{}", "1-".repeat(5 * many));
    assert_eq!(tel(&number).digits().len(), 5 * many + 1);
    assert_eq!(normal(&number).len(), 5 * many + 5);
    let parameters = format!("tel:+1{}", ";b;a".repeat(many));
    assert_eq!(tel(&parameters).parameters().count(), 2 * many);
    assert_eq!(normal(&parameters).len(), parameters.len());
    assert!(support::lints(EDITION, &parameters).len() > 2 * many);
    let subaddress = format!("tel:+1;isub={}", "+".repeat(2 * many));
    assert_eq!(support::lints(EDITION, &subaddress).len(), 2 * many);
    assert!(!is_tel(&"tel:1".repeat(2 * many)));
}
