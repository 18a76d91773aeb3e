//! RFC 9110, section 4.2.

use urispec::diff::{Comparison, Language, Relation};
use urispec::scheme::Http;
use urispec::{Edition, Reference, check};

use crate::support;

const EDITION: Edition = Edition::Rfc9110;

fn http(text: &str) -> Http<'_> {
    Http::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn components() {
    let found = http("http://u:p@H:8/a/b?c?d");
    assert_eq!((found.userinfo, found.host, found.port_text), (Some("u:p"), "H", Some("8")));
    assert_eq!((found.path, found.query, found.is_secured), ("/a/b", Some("c?d"), false));
    let authority = support::authority(EDITION, "http://u@[::1]:80/");
    assert_eq!(authority, (Some("u"), Some(("IPv6address", "[::1]")), Some("80")));
    // 4.2.1, 4.2.2: "A recipient that processes such a URI reference MUST reject it as invalid", one with an
    // empty host.
    let empty = ["http:///", "http://", "http://:80/", "https://u@:80", "https://?q", "http://@/"];
    for text in
        ["http:/a", "http:", "//h/", "http://h/#", "ftp://h/", "https//h"].iter().chain(&empty)
    {
        assert!(Http::parse(text).is_err(), "{text}");
    }
}

/// A string is read by the production that derives it, or gets furthest.
#[test]
fn either_production_is_the_default() {
    let rule = |text| EDITION.deriving(text).map(|production| production.rule());
    assert_eq!((rule("http://h"), rule("HTTPS://h/")), (Ok("http-URI"), Ok("https-URI")));
    for (text, rule, offset) in
        [("https://a b/", "https-URI", 9), ("http:///", "http-URI", 7), ("ftp://h/", "http-URI", 0)]
    {
        let error = EDITION.deriving(text).unwrap_err();
        assert_eq!((error.rule(), error.offset()), (rule, offset), "{text}");
        let urispec::ParseError::Syntax(by_reference) = Reference::of(EDITION, text).unwrap_err()
        else {
            panic!("{text}")
        };
        assert_eq!((by_reference.rule(), by_reference.offset()), (rule, offset), "{text}");
    }
}

/// 4.2.1, 4.2.2.
#[test]
fn origins() {
    let origin =
        |text| http(text).origin().map(|(scheme, host, port)| format!("{scheme} {host} {port}"));
    for (text, wanted) in [
        ("http://Example.com", Some("http example.com 80")),
        ("HTTPS://example.com/a", Some("https example.com 443")),
        ("http://example.com:/", Some("http example.com 80")),
        ("http://example.com:0443/", Some("http example.com 443")),
        ("https://[::A]:1", Some("https [::a] 1")),
        ("http://h:65536/", None),
    ] {
        assert_eq!(origin(text).as_deref(), wanted, "{text}");
    }
}

/// 4.2.3.
#[test]
fn targets() {
    for (text, target) in
        [("http://h", "/"), ("http://h?", "/?"), ("http://h/a?b/c", "/a?b/c"), ("http://h//", "//")]
    {
        assert_eq!(http(text).target(), target, "{text}");
    }
}

/// The productions stand over those of RFC 3986, and have no fragment.
#[test]
fn every_one_is_a_uri() {
    let language = |edition: Edition, rule| Language::of(edition.production(rule).unwrap());
    for rule in ["http-URI", "https-URI"] {
        let uris = language(Edition::Rfc3986, "absolute-URI");
        let comparison = Comparison::of(language(EDITION, rule), uris);
        assert_eq!(comparison.relation, Relation::Within, "{rule}");
    }
    assert!(check(EDITION, "http-URI", "https://h/").is_err());
}

#[test]
fn lints() {
    for (text, wanted) in [
        ("http://example.com/", &[][..]),
        ("http://u@example.com/", &[("http-userinfo", 7..9)][..]),
        ("http://example.com:80/", &[("default-port", 18..21)]),
        ("http://example.com", &[("empty-path", 18..18)]),
    ] {
        assert_eq!(support::lints(EDITION, text), wanted, "{text}");
    }
}
