//! RFC 8089.

use urispec::scheme::FileUri;
use urispec::{Edition, Normalizer, Reference, Resolver, Rung, check, split};
use urispec_compare::diff::{Comparison, Language, Relation};

use crate::support;

const EDITION: Edition = Edition::Rfc8089;

#[test]
fn components() {
    for (text, host, path) in [
        ("file:/a/b", None, "/a/b"),
        ("file:///", Some(""), "/"),
        ("FILE://localhost/a", Some("localhost"), "/a"),
        ("file://localhost.example/a", Some("localhost.example"), "/a"),
        ("file://[::1]/a%20b", Some("[::1]"), "/a%20b"),
    ] {
        let file = FileUri::parse(text).unwrap();
        assert_eq!((file.host, file.path), (host, path), "{text}");
        let reference = support::reference(EDITION, text);
        assert_eq!(
            (reference.host().map(|host| host.as_str()), reference.path()),
            (host, path),
            "{text}"
        );
    }
    let file = FileUri::parse("file:///a/b%2Fc/").unwrap();
    let segments: Vec<_> = file.segments().map(|one| one.into_owned()).collect();
    assert_eq!(segments, [&b"a"[..], b"b/c", b""]);
}

/// 2: without a host, with an empty one, and with `localhost`.
#[test]
fn local_files() {
    let normal = |text: &str| {
        let reference = Reference::parse(EDITION, text).unwrap();
        Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference).to_string()
    };
    for text in ["file:/x", "file:///x", "file://localhost/x", "File://LocalHost/x"] {
        assert!(FileUri::parse(text).unwrap().is_local(), "{text}");
        assert_eq!(normal(text), "file:///x", "{text}");
    }
    // A path begins with one slash.
    assert_eq!(normal("file:/.//x"), "file:///.//x");
    assert!(!FileUri::parse("file://h/x").unwrap().is_local());
    assert_eq!(normal("file://h/x"), "file://h/x");
}

/// What the appendices speak of is no part of the syntax; nor are a user, a port, a query.
#[test]
fn other_forms() {
    for text in [
        "file:////host/share",
        "file:c:/x",
        "file:x",
        "file:",
        "file://",
        "file://h",
        "file://u@h/x",
        "file://h:1/x",
        "file:/x?q",
        "file:/x#f",
        "file:///c|/x",
        "file:///c:\\x",
    ] {
        assert!(check(EDITION, "file-URI", text).is_err(), "{text}");
    }
    assert!(check(EDITION, "file-URI", "file:///c:/x").is_ok());
}

/// 2: `host` is imported from RFC 3986 "as updated by" RFC 6874, whose section 2 has zone identifiers.
#[test]
fn zones() {
    let text = "file://[fe80::1%25en0]/a";
    let reference = support::reference(EDITION, text);
    assert_eq!(reference.host().unwrap().zone(), Some("en0"));
    assert_eq!(FileUri::parse(text).unwrap().host, Some("[fe80::1%25en0]"));
    assert!(check(Edition::Rfc3986, "absolute-URI", text).is_err());
    for bare in ["file://[fe80::1%en0]/a", "file://[fe80::1%25]/a"] {
        assert!(check(EDITION, "file-URI", bare).is_err(), "{bare}");
    }
}

fn language(edition: Edition, rule: &str) -> Language {
    Language::new(edition.production(rule).unwrap())
}

/// 2: "for each of which only a subset is used".
#[test]
fn every_one_is_a_uri() {
    let uris = language(Edition::Rfc6874, "absolute-URI");
    let comparison = Comparison::new(language(EDITION, "file-URI"), uris);
    assert_eq!(comparison.relation, Relation::Within);
}

/// 2: "Any transport-related handling of the file URI scheme MUST retain the case as given."
#[test]
fn case_is_retained() {
    let reference = Reference::parse(EDITION, "file://host/A/b%C3%89/C").unwrap();
    let normal =
        Normalizer::from_edition(EDITION).to(Rung::Scheme).normalize(reference).to_string();
    assert_eq!(normal, "file://host/A/b%C3%89/C");
}

/// A: a file URL of RFC 1738 "always started with the token "file://"".
#[test]
fn differences_from_rfc_1738() {
    let is_old = |text| check(Edition::Rfc1738, "fileurl", text).is_ok();
    let is_new = |text| check(EDITION, "file-URI", text).is_ok();
    assert!(!is_old("file:/a") && is_new("file:/a"));
    assert!(is_old("file:///a") && is_new("file:///a"));
}

/// E.2.1: a reference with a drive letter "would be interpreted by a generic URI parser as a URI with the
/// drive letter as its scheme"; it "ought to be constructed with a leading slash".
#[test]
fn references_with_a_drive_letter() {
    let base = split("file:///c:/path/to/file.txt");
    let resolved = |text| {
        let found = Resolver::from_edition(EDITION).resolve(base, split(text));
        found.unwrap().to_string()
    };
    assert_eq!(resolved("c:/foo.txt"), "c:/foo.txt");
    assert_eq!(resolved("/c:/foo.txt"), "file:///c:/foo.txt");
}
