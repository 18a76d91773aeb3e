//! RFC 8089.

use urispec::scheme::File;
use urispec::{Edition, Normalizer, Reference, Rung, check};

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
        let file = File::parse(text).unwrap();
        assert_eq!((file.host, file.path), (host, path), "{text}");
        let reference = support::reference(EDITION, text);
        assert_eq!(
            (reference.host().map(|host| host.text()), reference.path()),
            (host, path),
            "{text}"
        );
    }
    let file = File::parse("file:///a/b%2Fc/").unwrap();
    let segments: Vec<_> = file.segments().map(|one| one.into_owned()).collect();
    assert_eq!(segments, [&b"a"[..], b"b/c", b""]);
}

/// 2: without a host, with an empty one, and with `localhost`.
#[test]
fn local_files() {
    let normal = |text: &str| {
        let reference = Reference::of(EDITION, text).unwrap();
        Normalizer::of(EDITION).to(Rung::Scheme).normalize(reference).to_string()
    };
    for text in ["file:/x", "file:///x", "file://localhost/x", "File://LocalHost/x"] {
        assert!(File::parse(text).unwrap().is_local(), "{text}");
        assert_eq!(normal(text), "file:///x", "{text}");
    }
    // A path begins with one slash.
    assert_eq!(normal("file:/.//x"), "file:///.//x");
    assert!(!File::parse("file://h/x").unwrap().is_local());
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
    ] {
        assert!(check(EDITION, "file-URI", text).is_err(), "{text}");
    }
    assert!(check(EDITION, "file-URI", "file:///c:/x").is_ok());
}
