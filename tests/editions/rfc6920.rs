//! RFC 6920.

use urispec::scheme::{Digest, DigestFault, Ni, Nih};
use urispec::trace::Warning;
use urispec::{Edition, Normalizer, Reference, Resolver, Rung, check, compare_with, split};

use crate::support;

const EDITION: Edition = Edition::Rfc6920;

/// 8.2, figure 9: the hash of the key.
const KEY: [u8; 32] = [
    0x53, 0x26, 0x90, 0x57, 0xe1, 0x2f, 0xe2, 0xb7, 0x4b, 0xa0, 0x7c, 0x89, 0x25, 0x60, 0xa2, 0xd7,
    0x53, 0x87, 0x7e, 0xb6, 0x2f, 0xf4, 0x4d, 0x5a, 0x19, 0x00, 0x25, 0x30, 0xed, 0x97, 0xff, 0xe4,
];

fn ni(text: &str) -> Ni<'_> {
    Ni::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn nih(text: &str) -> Nih<'_> {
    Nih::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn rung(a: &str, b: &str) -> Option<Rung> {
    let [a, b] = [a, b].map(|text| {
        Reference::parse(EDITION, text).unwrap_or_else(|error| panic!("{text}: {error}"))
    });
    compare_with(&Normalizer::from_edition(EDITION), a, b).rung()
}

/// 3: the components, and what RFC 3986 divides.
#[test]
fn components() {
    for (text, authority, alg, val, query) in [
        ("ni:///sha-256;AA", "", "sha-256", "AA", None),
        ("NI://u@h:1/a;b?", "u@h:1", "a", "b", Some("")),
        ("ni://[::1]/a.b_c~d;-?a=b/c?d", "[::1]", "a.b_c~d", "-", Some("a=b/c?d")),
    ] {
        let ni = ni(text);
        assert_eq!(
            (ni.authority, ni.alg, ni.val, ni.query),
            (authority, alg, val, query),
            "{text}"
        );
        let reference = support::reference(EDITION, text);
        assert_eq!(reference.components(), split(text), "{text}");
        assert_eq!(reference.path(), format!("/{alg};{val}"), "{text}");
    }
    for text in [
        "",
        "ni:",
        "ni:a;b",
        "ni:/a;b",
        "ni://a;b",
        "ni://h",
        "ni:///",
        "ni:///a",
        "ni:///;b",
        "ni:///a;",
        "ni:///a;b;c",
        "ni:///a/b;c",
        "ni:///a;b/c",
        "ni:///a;%61",
        "ni:///a;b=",
        "ni:///a;é",
        // A fragment is no part of it.
        "ni:///a;b#c",
        "nih:///a;b",
    ] {
        assert!(check(EDITION, "NI-URI", text).is_err(), "{text}");
    }
}

/// 3: "base64url [RFC4648] encoding, with no "=" padding characters".
#[test]
fn values() {
    for (val, octets) in [
        ("AA", &[0][..]),
        ("_w", &[0xFF]),
        ("-_8", &[0xFB, 0xFF]),
        ("UyaQVw", &KEY[..4]),
        ("UyaQV-Ev4rdLoHyJJWCi11OHfrYv9E1aGQAlMO2X_-Q", &KEY),
    ] {
        assert_eq!(ni(&format!("ni:///a;{val}")).digest().unwrap().octets, octets, "{val}");
    }
    for (val, fault, offset) in [
        ("A", DigestFault::Length, 1),
        ("AAAAA", DigestFault::Length, 5),
        // The last four bits of "B" are of no octet, and are 0001.
        ("AB", DigestFault::Bits, 1),
        ("A.~", DigestFault::Symbol, 1),
    ] {
        let error = ni(&format!("ni:///a;{val}")).digest().unwrap_err();
        assert_eq!((error.fault, error.offset), (fault, offset), "{val}");
    }
    let error = ni("ni:///a;~~").digest().unwrap_err().to_string();
    assert_eq!(error, "at byte 0 of the value a character is no symbol of base64url (3)");
}

/// 3 and 3.1: "tag=value", with "&" between; "ct"; what is escaped.
#[test]
fn parameters() {
    let found = |text| {
        let all = ni(text).parameters();
        all.map(|(tag, value)| (tag.into_owned(), value.map(|value| value.into_owned())))
            .collect::<Vec<_>>()
    };
    let octets = |text: &str| text.as_bytes().to_vec();
    let pair = |tag: &str, value: &str| (octets(tag), Some(octets(value)));
    assert_eq!(found("ni:///a;AA"), []);
    assert_eq!(found("ni:///a;AA?foo=bar&baz=bat"), [pair("foo", "bar"), pair("baz", "bat")]);
    assert_eq!(
        found("ni:///a;AA?a=b%26c&%64=/%2f%2F=&e&f="),
        [pair("a", "b&c"), pair("d", "///="), (octets("e"), None), pair("f", "")]
    );
    for (text, wanted) in [
        ("ni:///sha-256-32;f4OxZQ?ct=text/plain", Some("text/plain")),
        ("ni:///sha-256-32;f4OxZQ?a=b&ct=text%2Fplain&ct=a", Some("text/plain")),
        ("ni:///sha-256-32;f4OxZQ?CT=text/plain", None),
        ("ni:///sha-256-32;f4OxZQ?ct=", Some("")),
        ("ni:///sha-256-32;f4OxZQ?ct&ct=text/plain", None),
        ("ni:///sha-256-32;f4OxZQ", None),
    ] {
        let found = ni(text).content_type();
        assert_eq!(found.as_deref(), wanted.map(str::as_bytes), "{text}");
    }
}

/// 4: the URL of a name, and back.
#[test]
fn well_known() {
    let value = "f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk";
    let name = format!("ni://example.com/sha-256;{value}");
    let url = format!("http://example.com/.well-known/ni/sha-256/{value}");
    assert_eq!(ni(&name).well_known(false, None).as_deref(), Some(&*url));
    assert_eq!(ni(&name).well_known(false, Some("other")).as_deref(), Some(&*url));
    assert_eq!(Ni::of_well_known(&url, true).as_deref(), Some(&*name));
    for (name, is_secured, context, url) in [
        ("ni:///a;b", true, None, None),
        ("ni:///a;b", true, Some(""), None),
        ("ni:///a;b", true, Some("h"), Some("https://h/.well-known/ni/a/b")),
        (
            "ni://n-authority/alg;val?query-string",
            false,
            Some("h"),
            Some("http://n-authority/.well-known/ni/alg/val?query-string"),
        ),
        ("ni://[::1]:8/a;b?", true, None, Some("https://[::1]:8/.well-known/ni/a/b?")),
    ] {
        assert_eq!(ni(name).well_known(is_secured, context).as_deref(), url, "{name}");
    }
    // 8.2 prints another algorithm for the URL than for the name.
    let key = ni("ni:///sha-256;UyaQV-Ev4rdLoHyJJWCi11OHfrYv9E1aGQAlMO2X_-Q");
    let printed =
        "http://example.com/.well-known/ni/sha256/UyaQV-Ev4rdLoHyJJWCi11OHfrYv9E1aGQAlMO2X_-Q";
    let mapped = key.well_known(false, Some("example.com")).unwrap();
    assert_eq!(mapped.replace("sha-256", "sha256"), printed);
    assert_ne!(mapped, printed);

    let back = |url, with_authority| Ni::of_well_known(url, with_authority);
    assert_eq!(back("HTTPS://h/.well-known/ni/a/b?c", false).as_deref(), Some("ni:///a;b?c"));
    assert_eq!(back("https://h/.well-known/ni/a/b?c", true).as_deref(), Some("ni://h/a;b?c"));
    for url in [
        "ftp://h/.well-known/ni/a/b",
        "http://h/.well-known/ni/a",
        "http://h/.well-known/ni/a;b",
        "http://h/.well-known/ni/a/b/c",
        "http://h/.well-known/nih/a/b",
        "http://h/x/.well-known/ni/a/b",
        // 5: the same value elsewhere.
        "http://h/a;b",
        "/.well-known/ni/a/b",
        // An NI-URI has no fragment (3).
        "http://h/.well-known/ni/a/b#c",
    ] {
        assert_eq!(back(url, true), None, "{url}");
    }
}

/// 6 and 9.4: the first octet of a binary name is the number of the suite.
#[test]
fn binary_names() {
    for (suite, algorithm, octets) in [
        (1, "sha-256", 32),
        (2, "sha-256-128", 16),
        (3, "sha-256-120", 15),
        (4, "sha-256-96", 12),
        (5, "sha-256-64", 8),
        (6, "sha-256-32", 4),
    ] {
        let name = [&[suite], &KEY[..octets]].concat();
        let digest = Digest::from_binary(&name).unwrap();
        assert_eq!((digest.algorithm, &*digest.octets), (algorithm, &KEY[..octets]));
        assert_eq!(digest.algorithm_bits(), Some(octets * 8));
        assert_eq!(digest.binary().as_ref(), Some(&name));
        // "Ignored on receipt".
        let reserved = [&[suite | 0b1100_0000], &KEY[..octets]].concat();
        assert_eq!(Digest::from_binary(&reserved), Some(digest));
        assert_eq!(Digest::from_binary(&name[..octets]), None);
    }
    for name in [&[][..], &[0], &[0, 1], &[32, 1, 2, 3, 4], &[7, 1]] {
        assert_eq!(Digest::from_binary(name), None, "{name:?}");
    }
    for text in ["ni:///sha-512;AA", "ni:///sha-256;AA"] {
        assert_eq!(ni(text).digest().unwrap().binary(), None, "{text}");
    }
}

/// 7: the fields, the digits and what may stand between.
#[test]
fn spoken_names() {
    for (text, alg, sepval, checkdigit) in [
        ("nih:sha-256-32;53269057;b", "sha-256-32", "53269057", Some("b")),
        ("NIH:3;--3a-", "3", "--3a-", None),
        ("nih:a;00;0", "a", "00", Some("0")),
    ] {
        let nih = nih(text);
        assert_eq!((nih.alg, nih.sepval, nih.checkdigit), (alg, sepval, checkdigit), "{text}");
        let reference = Reference::parse(EDITION, text).unwrap();
        assert_eq!(reference.components(), split(text), "{text}");
    }
    for text in [
        "nih:",
        "nih:a",
        "nih:a;",
        "nih:;00",
        "nih:a;00;",
        "nih:a;00;00",
        "nih:a;00;-",
        "nih:a;0g",
        "nih:a;00;0;0",
        "nih:///a;00",
        "nih:a;00?b=c",
        "nih:a;00#b",
        "ni:a;00",
    ] {
        assert!(check(EDITION, "humanname", text).is_err(), "{text}");
    }
    // "An octet with the decimal value 58 (0x3A) is encoded as '3a'".
    assert_eq!(nih("nih:3;-3-a-").digest().unwrap().octets, [58]);
    for (text, algorithm) in [
        ("nih:3;3a", "sha-256-120"),
        ("nih:1;3a", "sha-256"),
        ("nih:0;3a", "0"),
        ("nih:03;3a", "03"),
        ("nih:32;3a", "32"),
    ] {
        assert_eq!(nih(text).digest().unwrap().algorithm, algorithm, "{text}");
    }
    for (text, fault, offset) in [
        ("nih:a;-", DigestFault::Length, 1),
        ("nih:a;3-a4", DigestFault::Length, 4),
        ("nih:a;3-A", DigestFault::UpperCase, 2),
        ("nih:a;00;1", DigestFault::CheckDigit, 2),
        ("nih:sha-256-32;53269057;B", DigestFault::UpperCase, 8),
        ("nih:a;0;A", DigestFault::Length, 1),
    ] {
        let error = nih(text).digest().unwrap_err();
        assert_eq!((error.fault, error.offset), (fault, offset), "{text}");
    }
}

/// 7: Luhn's algorithm modulo 16, worked out by hand.
#[test]
fn check_digits() {
    for (text, expected) in [
        // 2 * 0 = 0.
        ("nih:a;0", '0'),
        // 2 * 1 = 2; 16 - 2 = 14.
        ("nih:a;1", 'e'),
        // 2 * 8 = 16 = 0x10: 1 + 0; 16 - 1 = 15.
        ("nih:a;8", 'f'),
        // 1 + 0 = 1; 16 - 1 = 15.
        ("nih:a;10", 'f'),
        // From the right 7 * 2 = 14, 5, 0, 9, 6 * 2 = 12, 2, 3 * 2 = 6, 5: 53 in all, and 64 - 53 = 11.
        ("nih:sha-256-32;53269057", 'b'),
        ("nih:sha-256-32;5-3269-057", 'b'),
        ("nih:6;53269057;0", 'b'),
        ("nih:3;532690-57e12f-e2b74b-a07c89-2560a2", 'f'),
    ] {
        assert_eq!(nih(text).expected_check_digit(), Some(expected), "{text}");
    }
    assert_eq!(nih("nih:a;A").expected_check_digit(), None);
    // One digit that is misheard, and two neighbours that change places, are noticed.
    for text in ["nih:sha-256-32;53269058;b", "nih:sha-256-32;53269075;b"] {
        assert_eq!(nih(text).digest().unwrap_err().fault, DigestFault::CheckDigit, "{text}");
    }
}

/// 8.1: the hash of the text begins with 7F 83 B1 65, as the truncated name of 3.1 has it.
#[test]
fn hello_world() {
    let whole = ni("ni:///sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk").digest().unwrap();
    assert_eq!((whole.algorithm, whole.bits()), ("sha-256", 256));
    let truncated = ni("ni:///sha-256-32;f4OxZQ?ct=text/plain").digest().unwrap();
    assert_eq!(truncated.octets, [0x7F, 0x83, 0xB1, 0x65]);
    assert!(whole.octets.starts_with(&truncated.octets));
}

/// 8.2, figure 10: one key, by its hash as a whole, and truncated to 120 and to 32 bits.
#[test]
fn one_name_in_all_forms() {
    let whole = ni("ni:///sha-256;UyaQV-Ev4rdLoHyJJWCi11OHfrYv9E1aGQAlMO2X_-Q").digest().unwrap();
    assert_eq!(whole.octets, KEY);
    let name = whole.name();
    assert_eq!(name.as_deref(), Some("ni:///sha-256;UyaQV-Ev4rdLoHyJJWCi11OHfrYv9E1aGQAlMO2X_-Q"));

    let spoken = nih("nih:sha-256-120;5326-9057-e12f-e2b7-4ba0-7c89-2560-a2;f").digest().unwrap();
    assert_eq!(spoken.octets, KEY[..15]);
    let numbered = nih("nih:3;532690-57e12f-e2b74b-a07c89-2560a2;f").digest().unwrap();
    assert_eq!(spoken, numbered);
    assert_eq!(spoken.spoken(), "nih:sha-256-120;53269057e12fe2b74ba07c892560a2;f");
    assert_eq!(spoken.name().as_deref(), Some("ni:///sha-256-120;UyaQV-Ev4rdLoHyJJWCi"));
    let binary = [
        0x03, 0x53, 0x26, 0x90, 0x57, 0xe1, 0x2f, 0xe2, 0xb7, 0x4b, 0xa0, 0x7c, 0x89, 0x25, 0x60,
        0xa2,
    ];
    assert_eq!(spoken.binary().as_deref(), Some(&binary[..]));

    let short = nih("nih:sha-256-32;53269057;b").digest().unwrap();
    assert_eq!(short.octets, KEY[..4]);
    assert_eq!(short.spoken(), "nih:sha-256-32;53269057;b");
    // 2, figure 2.
    let figure = "ni:///a;JlNXkC_ht-KgS4l8YCXXog";
    let octets = ni(figure).digest().unwrap().octets;
    assert_eq!(octets[..4], [0x26, 0x53, 0x57, 0x90]);
    assert_eq!(octets.len(), 16);
}

/// 2: algorithm, length and value, and nothing else.
#[test]
fn what_is_compared() {
    let at_scheme = Some(Rung::Scheme);
    for (a, b, wanted) in [
        ("ni:///a;AA", "ni:///a;AA", Some(Rung::String)),
        ("ni:///a;AA", "NI:///a;AA", at_scheme),
        ("ni:///a;AA", "ni://h/a;AA?b=c", at_scheme),
        ("ni://g/a;AA", "ni://h/a;AA", at_scheme),
        ("ni:///a;AA", "nih:a;0-0;0", at_scheme),
        ("nih:a;00", "nih:a;-00", at_scheme),
        ("ni:///sha-256-32;UyaQVw", "nih:6;53269057;b", at_scheme),
        ("ni:///a;AA", "ni:///b;AA", None),
        ("ni:///a;AA", "ni:///A;AA", None),
        ("ni:///a;AA", "ni:///a;AQ", None),
        ("ni:///a;AA", "ni:///a;AAA", None),
        // A number is the name of an algorithm in the scheme nih only.
        ("ni:///6;UyaQVw", "nih:6;53269057;b", None),
        // And so where the document has no algorithm of the number: "qg" is the octet AA. Its check digit is 16 less
        // 1 + 4 and 10.
        ("nih:7;aa", "ni:///7;qg", None),
        ("nih:0;aa", "ni:///0;qg", None),
        ("nih:7;aa", "NIH:7;a-a;1", at_scheme),
        ("nih:7;aa", "nih:8;aa", None),
        ("nih:7a;aa", "ni:///7a;qg", at_scheme),
        // 10: a prefix is another name.
        ("ni:///sha-256;UyaQVw", "ni:///sha-256-32;UyaQVw", None),
    ] {
        assert_eq!(rung(a, b), wanted, "{a} {b}");
        assert_eq!(rung(b, a), wanted, "{b} {a}");
    }
    assert_eq!(ni("ni:///a;AA"), ni("NI://h/a;AA?b"));
    assert_ne!(ni("ni:///a;AA"), ni("ni:///b;AA"));
    assert_eq!(nih("nih:6;53269057;b"), nih("NIH:sha-256-32;5326-9057"));
    let [numbered, named] = [nih("nih:7;aa").digest().unwrap(), ni("ni:///7;qg").digest().unwrap()];
    assert_ne!(numbered, named);
    assert_eq!((numbered.algorithm, numbered.is_numbered, numbered.name()), ("7", true, None));
    assert!(!named.is_numbered && !nih("nih:6;aa").digest().unwrap().is_numbered);
    assert_eq!((&*numbered.spoken(), numbered.binary()), ("nih:7;aa;1", None));
    let names = std::collections::HashSet::from([ni("ni:///a;AA"), ni("ni://h/a;AA")]);
    assert_eq!(names.len(), 1);
}

/// 2: the form of a name says less than a name that has an authority or a query.
#[test]
fn what_is_left_out_is_told() {
    let told = |text: &str, to| -> Vec<&str> {
        let reference = Reference::parse(EDITION, text).unwrap();
        let normal = Normalizer::from_edition(EDITION).to(to).normalize(reference);
        normal.caveats().map(|caveat| caveat.code()).collect()
    };
    for text in ["ni://h/a;AA", "ni:///a;AA?ct=text/plain", "ni:///a;AA?"] {
        assert_eq!(told(text, Rung::Scheme), ["parts-left-out"], "{text}");
        assert_eq!(told(text, Rung::PathSegments), [""; 0], "{text}");
    }
    // The second is malformed and stays. What nih has beside the hash follows from it, or is a hyphen.
    for text in ["NI:///a;AA", "ni://h/a;A?b", "nih:a;0-0;0", "nih:7;a-a"] {
        assert_eq!(told(text, Rung::Scheme), [""; 0], "{text}");
    }
}

/// 10: "An ni URI that is malformed in such ways MUST NOT be treated as matching any other ni URI."
#[test]
fn malformed_names() {
    for (a, b) in [
        ("ni:///a;A", "NI:///a;A"),
        ("ni:///a;A", "ni://h/a;A"),
        ("ni:///a;A.", "ni:///a;A.?b=c"),
        ("ni:///a;A?", "ni:///a;A"),
        // The decoded octets would be the same.
        ("ni:///a;AA", "ni:///a;AB"),
        ("nih:a;0", "nih:a;-0"),
        ("nih:a;0", "NIH:a;0"),
        ("nih:a;0a", "nih:a;0A"),
        ("nih:a;00;1", "nih:a;00"),
    ] {
        assert_eq!((rung(a, b), rung(a, a)), (None, Some(Rung::String)), "{a} {b}");
        let is_same = |a, b| match (Ni::parse(a), Ni::parse(b)) {
            (Ok(a), Ok(b)) => a == b,
            _ => nih(a) == nih(b),
        };
        assert!(!is_same(a, b) && is_same(a, a), "{a} {b}");
    }
    assert_eq!(ni("ni:///a;A"), ni("ni:///a;A"));
    assert_ne!(ni("ni:///a;A"), ni("ni://h/a;A"));
    assert_ne!(nih("nih:a;0"), nih("nih:a;-0"));
}

/// 2 and 9.4.
#[test]
fn lengths() {
    for (text, bits, of_algorithm) in [
        ("ni:///sha-256;UyaQV-Ev4rdLoHyJJWCi11OHfrYv9E1aGQAlMO2X_-Q", 256, Some(256)),
        ("ni:///sha-256;UyaQVw", 32, Some(256)),
        ("ni:///sha-512;UyaQVw", 32, None),
    ] {
        let digest = ni(text).digest().unwrap();
        assert_eq!((digest.bits(), digest.algorithm_bits()), (bits, of_algorithm), "{text}");
        let is_found = support::lints(EDITION, text).iter().any(|(id, _)| *id == "ni-length");
        assert_eq!(is_found, of_algorithm.is_some_and(|wanted| wanted != bits), "{text}");
    }
}

#[test]
fn lints() {
    for (text, wanted) in [
        ("ni:///sha-256;UyaQV-Ev4rdLoHyJJWCi11OHfrYv9E1aGQAlMO2X_-Q", &[][..]),
        ("ni://h/sha-256-120;UyaQV-Ev4rdLoHyJJWCi?ct=text/plain&a=", &[]),
        ("ni:///a;A.", &[("ni-not-base64url", 8..10)]),
        ("ni:///a;AA?%E9=b", &[("not-utf8", 11..14), ("ni-short", 8..10)]),
        (
            "ni:///a;AA?b&c=d&e",
            &[("ni-short", 8..10), ("ni-parameters", 11..12), ("ni-parameters", 17..18)],
        ),
        ("ni:///sha-256;AA", &[("ni-length", 14..16), ("ni-short", 14..16)]),
        ("nih:sha-256-32;53269057;b", &[("ni-short", 15..23)]),
        ("nih:3;532690-57e12f-e2b74b-a07c89-2560a2;f", &[]),
        (
            "nih:3;532690-57E12F-e2b74b-a07c89-2560a2;f",
            &[("nih-upper-case", 15..16), ("nih-upper-case", 18..19)],
        ),
        ("nih:3;532690-57e12f-e2b74b-a07c89-2560a2;e", &[("nih-check-digit", 41..42)]),
        // The check digit is "b", in upper case; that of "00" is "0".
        ("nih:sha-256-32;53269057;B", &[("nih-upper-case", 24..25), ("ni-short", 15..23)]),
        ("nih:a;00;B", &[("nih-upper-case", 9..10), ("nih-check-digit", 9..10)]),
        ("nih:a;53-2", &[("nih-half-octet", 10..10)]),
    ] {
        assert_eq!(support::lints(EDITION, text), wanted, "{text}");
    }
}

/// 3: "Relative ni URIs can occur"; 7: "There is no such thing as a relative nih URI."
#[test]
fn references() {
    let resolve = |base, reference| {
        let resolved = Resolver::from_edition(EDITION).resolve(split(base), split(reference));
        resolved.unwrap().to_string()
    };
    for (base, reference, target) in [
        ("ni://example.com", "sha-256;f4OxZX", "ni://example.com/sha-256;f4OxZX"),
        ("ni://example.com/sha-256;AA?b=c", "sha-256-32;AQ", "ni://example.com/sha-256-32;AQ"),
        ("ni://example.com/sha-256;AA", "//h/a;AA", "ni://h/a;AA"),
    ] {
        assert_eq!(resolve(base, reference), target);
        assert!(check(EDITION, "NI-URI", target).is_ok(), "{target}");
    }
    // Figure 5: a base without a digest. No URI of nih is one.
    let resolver = Resolver::from_edition(EDITION);
    for (base, warning) in [
        ("ni://example.com", Some(Warning::BaseOutsideScheme)),
        ("NI://example.com/", Some(Warning::BaseOutsideScheme)),
        ("ni:///a;AA#b", Some(Warning::BaseOutsideScheme)),
        ("ni://example.com/sha-256;AA", None),
    ] {
        let (_, found) = resolver.read_base(base).unwrap_or_else(|error| panic!("{base}: {error}"));
        assert_eq!(found, warning, "{base}");
    }
    for base in ["nih:sha-256", "http://example.com", "ni://[", "//example.com"] {
        assert!(resolver.read_base(base).is_err(), "{base}");
    }
    // The algorithm has an answer all the same; no production has such a reference.
    let target = resolve("nih:sha-256;00", "sha-256-32;01");
    assert_eq!(target, "nih:sha-256-32;01");
    assert!(check(EDITION, "humanname", "sha-256-32;01").is_err());
}

#[test]
fn long_names() {
    let long = format!("ni:///a;{}", "AAAA".repeat(250_000));
    assert_eq!(ni(&long).digest().unwrap().octets.len(), 750_000);
    let long = format!("nih:a;{}", "-0".repeat(250_000));
    assert_eq!(nih(&long).digest().unwrap().octets.len(), 125_000);
    let long = format!("ni:///a;AA?{}", "a=b&".repeat(100_000));
    assert_eq!(ni(&long).parameters().count(), 100_001);
    assert!(Ni::parse(&"ni://".repeat(100_000)).is_err());
}
