//! Tests of the built-in readers. `tests/vectors/parsers.tsv` has the differences between answers.

use super::*;

/// The answers of the built-in readers about strings that readers are known to disagree on.
#[test]
fn known_strings() {
    let found = |text| {
        let answer = by_appendix_b(text, None);
        [Component::Userinfo, Component::Host, Component::Port, Component::Path]
            .map(|component| answer.component(component).text().map(str::to_owned))
    };
    let some = |text: &str| Some(text.to_owned());
    for (text, is_valid, parts) in [
        (
            "http://evil.com\\@good.com/",
            false,
            [some("evil.com\\"), some("good.com"), None, some("/")],
        ),
        ("http://a@b@c/", false, [some("a@b"), some("c"), None, some("/")]),
        ("http://a#@b/", true, [None, some("a"), None, some("")]),
        ("http://a\tb/", false, [None, some("a\tb"), None, some("/")]),
        ("http:h/", true, [None, None, None, some("h/")]),
        ("http:///h", true, [None, some(""), None, some("/h")]),
        ("http://a%2Fb/", true, [None, some("a%2Fb"), None, some("/")]),
        ("http://0177.1/", true, [None, some("0177.1"), None, some("/")]),
        ("http://[::1", false, [None, some("[::1"), None, some("")]),
        ("http://a%00b/", true, [None, some("a%00b"), None, some("/")]),
    ] {
        assert_eq!(found(text), parts, "{text}");
        assert_eq!(by_rfc3986(text, None).is_valid, Some(is_valid), "{text}");
    }
}

/// RFC 3986, 5.4.1, and the same steps for an invalid reference.
#[test]
fn targets() {
    let base = Some("http://a/b/c/d;p?q");
    assert_eq!(by_rfc3986("../g", base).target.text(), Some("http://a/b/g"));
    assert_eq!(by_appendix_b("../g|", base).target.text(), Some("http://a/b/g|"));
    assert_eq!(by_rfc3986("../g|", base).target, AspectValue::Unknown);
    assert_eq!(by_rfc3986("g", None).target, AspectValue::Unknown);
}

#[test]
fn last_delimiters_divide() {
    for (authority, expected) in [
        ("", (None, "", None)),
        ("h", (None, "h", None)),
        ("u:p@h:80", (Some("u:p"), "h", Some("80"))),
        ("@h:", (Some(""), "h", Some(""))),
        ("a@b@c", (Some("a@b"), "c", None)),
        ("evil.com\\@good.com", (Some("evil.com\\"), "good.com", None)),
        ("[::1]", (None, "[::1]", None)),
        ("[::1]:8", (None, "[::1]", Some("8"))),
        ("[::1", (None, "[::1", None)),
        ("[::1]x:8", (None, "[::1]x", Some("8"))),
        ("::1", (None, ":", Some("1"))),
        ("h:x", (None, "h", Some("x"))),
    ] {
        assert_eq!(divide_authority(authority), expected, "{authority}");
    }
}
