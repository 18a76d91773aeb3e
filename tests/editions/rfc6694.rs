//! RFC 6694.

use urispec::scheme::About;
use urispec::{Edition, Normalizer, Reference, Rung, check, split};

use crate::support;

const EDITION: Edition = Edition::Rfc6694;

fn about(text: &str) -> About<'_> {
    About::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// 2.1: a token, a query and a fragment.
#[test]
fn components() {
    for (text, token, query, fragment) in [
        ("about:blank", "blank", None, None),
        ("about:", "", None, None),
        ("ABOUT:a:b@c;d=%20", "a:b@c;d=%20", None, None),
        ("about:config?filter=a/b?c#d?/e", "config", Some("filter=a/b?c"), Some("d?/e")),
        ("about:?#", "", Some(""), Some("")),
    ] {
        let about = about(text);
        assert_eq!((about.token, about.query, about.fragment), (token, query, fragment), "{text}");
        let reference = support::reference(EDITION, text);
        assert_eq!(reference.components(), split(text), "{text}");
        assert_eq!(reference.path(), token, "{text}");
    }
}

/// 2.1 and 2.2: `*pchar`, and so no slash.
#[test]
fn tokens() {
    for octet in 0..=0x7F_u8 {
        let character = char::from(octet);
        let is_pchar = character.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@".contains(character);
        let is_accepted = check(EDITION, "about-token", &character.to_string()).is_ok();
        assert_eq!(is_accepted, is_pchar, "{character:?}");
        assert!(check(EDITION, "about-token", &format!("%{octet:02X}%{octet:02x}")).is_ok());
    }
    for text in ["", "blank", "about", "about:a/b", "about:/", "about://h", "about:[", "about:é"] {
        assert!(check(EDITION, "about-uri", text).is_err(), "{text}");
    }
}

/// 2.2.1, 3 and 5.2: "blank", and no other.
#[test]
fn well_known() {
    for (text, is_blank) in [
        ("about:blank", true),
        ("ABOUT:blank?a#b", true),
        // RFC 3986, 2.3: a triplet of a letter is the letter.
        ("about:bl%61nk", true),
        ("about:Blank", false),
        ("about:blank/", false),
        ("about:", false),
        ("about:srcdoc", false),
    ] {
        let is_found = About::parse(text).is_ok_and(|about| about.is_blank());
        assert_eq!(is_found, is_blank, "{text}");
    }
    assert!(check(EDITION, "about-token", "blank").is_ok());
}

/// 2.1: each is a URI of RFC 3986.
#[test]
fn every_one_is_a_uri() {
    for text in ["about:", "about:blank", "about:a:b?c/d#e?f", "about:%20@!$&'()*+,;="] {
        assert!(check(EDITION, "about-uri", text).is_ok(), "{text}");
        assert!(check(Edition::Rfc3986, "URI", text).is_ok(), "{text}");
    }
}

/// 2.3 with RFC 3986, 6.2.2.
#[test]
fn normal_forms() {
    let normal = |text: &str| {
        let reference = Reference::parse(EDITION, text).unwrap();
        Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference).to_string()
    };
    for (text, wanted) in [
        ("about:blank", "about:blank"),
        ("ABOUT:bl%61nk", "about:blank"),
        ("about:Blank", "about:Blank"),
        ("about:%3a?%7e#%2f", "about:%3A?~#%2F"),
        // 2.2: the token is no hierarchical element.
        ("about:..", "about:.."),
        ("about:%2E", "about:."),
    ] {
        assert_eq!(normal(text), wanted, "{text}");
    }
}

#[test]
fn lints() {
    for (text, wanted) in [
        ("about:blank", &[][..]),
        ("about:bl%61nk?a", &[]),
        ("about:config", &[("about-token", 6..12)]),
        ("about:", &[("about-token", 6..6)]),
    ] {
        assert_eq!(support::lints(EDITION, text), wanted, "{text}");
    }
}
