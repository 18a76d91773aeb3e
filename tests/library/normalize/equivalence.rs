//! What RFC 3986 says of equivalence beyond its examples of syntax: scheme-based normalization
//! (section 6.2.3), relative references (5.2.1, 6.1), fragments (6.1), and the letter.

use urispec::trace::{Caveat, NormalizationStep};
use urispec::{
    Edition, Normalizer, Redirects, Reference, Rung, Uri, UriRef, compare, compare_with,
};
use urispec_lint::Linter;

#[track_caller]
fn meet(a: &str, b: &str) -> Option<Rung> {
    compare(&UriRef::parse(a).unwrap(), &UriRef::parse(b).unwrap()).rung()
}

#[track_caller]
fn normal(normalizer: &Normalizer<'_>, text: &str) -> (String, Vec<Caveat>) {
    let normalized = normalizer.normalize(UriRef::parse(text).unwrap());
    (normalized.to_string(), normalized.caveats().collect())
}

#[track_caller]
fn at_scheme(text: &str, expected: &str) {
    let normalizer = Normalizer::new().to(Rung::Scheme);
    assert_eq!(normal(&normalizer, text).0, expected);
    assert_eq!(normal(&normalizer, expected).0, expected);
}

/// 6.2.3: "'mailto:Joe@Example.COM' is equivalent to 'mailto:Joe@example.com', even though the
/// generic syntax considers the path component to be case-sensitive".
#[test]
fn the_domain_of_an_address_ignores_case() {
    assert_eq!(meet("mailto:Joe@Example.COM", "mailto:Joe@example.com"), Some(Rung::Scheme));
    assert_eq!(meet("mailto:Joe@example.com", "mailto:joe@example.com"), None);
    let mut changes = Vec::new();
    let uri = Uri::parse("MAILTO:A@B,c@D?to=E@F").unwrap();
    let explained =
        Normalizer::new().to(Rung::Scheme).explain(&uri, |change: NormalizationStep<'_>| {
            let NormalizationStep { rung, section, before, after, .. } = change;
            changes.push(format!("{rung} {section} {before} {after}"));
        });
    assert_eq!(explained.as_str(), "mailto:A@b,c@d?to=E@F");
    assert_eq!(changes, ["case 6.2.2.1 MAILTO mailto", "scheme 6.2.3 B b", "scheme 6.2.3 D d"]);
}

/// RFC 6068, 2: `to = addr-spec *("," addr-spec )`, `addr-spec = local-part "@" domain`, `domain =
/// dot-atom-text / "[" *dtext-no-obs "]"`; a local part may be a quoted string.
#[test]
fn what_is_no_domain_keeps_its_case() {
    for (text, expected) in [
        ("mailto:%22not%40Me%22@Example.org", "mailto:%22not%40Me%22@example.org"),
        ("mailto:%22A@B%22@C", "mailto:%22A@B%22@c"),
        ("mailto:%22A,B%22@C", "mailto:%22A,B%22@c"),
        ("mailto:U@%E7%B4%8D.Example", "mailto:U@%E7%B4%8D.example"),
        ("mailto:U@%5BIPv6:2001:DB8::A%5D", "mailto:U@%5BIPv6:2001:DB8::A%5D"),
        ("mailto:U%40Example.ORG", "mailto:U%40Example.ORG"),
        ("mailto:@Example.ORG", "mailto:@Example.ORG"),
        ("mailto:U", "mailto:U"),
        ("mailto:", "mailto:"),
        ("mailto:,,A@,@B,C@D", "mailto:,,A@,@B,C@d"),
        ("mailto:?Subject=A@B", "mailto:?Subject=A@B"),
        ("mailto:A@B#C@D", "mailto:A@b#C@D"),
        ("mailto://A/B@C", "mailto://a/B@C"),
        ("mailto2:A@B", "mailto2:A@B"),
    ] {
        at_scheme(text, expected);
    }
    // A comma in a quoted string cuts it, and what is left is no local part.
    at_scheme("mailto:%22A@B,C%22@D", "mailto:%22A@B,C%22@d");
}

/// RFC 8141, 3.2: "because the scheme and NID are case insensitive, the following three URNs are
/// URN-equivalent to each other"; and those that are not.
#[test]
fn the_namespace_of_a_urn_ignores_case() {
    let same = ["urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456"];
    let escaped = ["urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"];
    assert_eq!(meet(same[0], same[1]), Some(Rung::Case));
    assert_eq!(meet(same[1], same[2]), Some(Rung::Scheme));
    assert_eq!(meet(escaped[0], escaped[1]), Some(Rung::Scheme));
    for other in [
        escaped[0],
        "urn:example:a123,z456/foo",
        "urn:example:a123,z456/bar",
        "urn:example:A123,z456",
        "urn:example:a123,Z456",
        "urn:example:%D0%B0123,z456",
    ] {
        assert_eq!(meet(same[0], other), None, "{other}");
    }
    at_scheme("urn:A", "urn:A");
}

/// 6.2.3: "In general, a URI that uses the generic syntax for authority with an empty path should be
/// normalized to a path of '/'". A relative reference is no URI.
#[test]
fn an_empty_path_after_an_authority_is_a_slash() {
    for (text, expected) in [
        ("foo://h", "foo://h/"),
        ("foo://h?q", "foo://h/?q"),
        ("foo://h#f", "foo://h/#f"),
        ("foo://u@h:80", "foo://u@h:80/"),
        ("ftp://h:21", "ftp://h/"),
        ("foo://", "foo:///"),
        ("file://", "file:///"),
        ("file://localhost", "file:///"),
        ("foo:", "foo:"),
        ("foo:?q", "foo:?q"),
        ("//h", "//h"),
        ("", ""),
    ] {
        at_scheme(text, expected);
    }
    assert_eq!(meet("foo://h", "foo://h/"), Some(Rung::Scheme));
    assert_eq!(meet("//h", "//h/"), None);
}

/// 6.2.3: "the URI 'http://example.com/?' cannot be assumed to be equivalent to any of the examples
/// above. Likewise, the presence or absence of delimiters within a userinfo subcomponent is usually
/// significant"; "two URIs that differ only by the suffix '#' are considered different regardless of
/// the scheme".
#[test]
fn delimiters_of_empty_components_are_significant() {
    for known in [
        "http://example.com",
        "http://example.com/",
        "http://example.com:/",
        "http://example.com:80/",
    ] {
        assert_eq!(meet("http://example.com/?", known), None);
        assert_eq!(meet("http://example.com/#", known), None);
    }
    assert_eq!(meet("http://u@h/", "http://u:@h/"), None);
    assert_eq!(meet("http://h/", "http://@h/"), None);
    for scheme in ["foo", "file", "mailto", "urn"] {
        assert_eq!(meet(&format!("{scheme}:/a"), &format!("{scheme}:/a#")), None);
    }
}

/// 6.2.3: "If, however, either the userinfo or port subcomponents are non-empty, then the host
/// should be given explicitly even if it matches the default."
#[test]
fn a_default_host_is_given_beside_a_userinfo_or_a_port() {
    at_scheme("file://localhost/a", "file:///a");
    at_scheme("file://u@localhost/a", "file://u@localhost/a");
    at_scheme("file://localhost:8/a", "file://localhost:8/a");
    at_scheme("file://localhost:/a", "file:///a");
}

/// 2.2: "URIs that differ in the replacement of a reserved character with its corresponding
/// percent-encoded octet are not equivalent." 2.3: of an unreserved one they are.
#[test]
fn reserved_characters_are_not_their_escapes() {
    for octet in 0x21..0x7F_u8 {
        let (character, escape) = (char::from(octet), format!("a:b%{octet:02X}"));
        // Where the character would end the path, the string is a URI all the same.
        let plain = format!("a:b{character}");
        let expected = if character.is_ascii_alphanumeric() || "-._~".contains(character) {
            Some(Rung::PercentEncoding)
        } else {
            None
        };
        if let Ok(plain) = UriRef::parse(&plain) {
            let escape = UriRef::parse(&escape).unwrap();
            assert_eq!(compare(&plain, &escape).rung(), expected, "{plain}");
        }
    }
}

/// 5.2.1: "A URI reference must be transformed to its target URI before it can be normalized"; 6.1:
/// "applications should not directly compare relative references".
#[test]
fn a_relative_reference_comes_with_a_caveat() {
    let relative = vec![Caveat::Relative { sections: "5.2.1, 6.1" }];
    for text in ["", "a", "../A/%7e", "/a", "//h", "?q", "#f", "./a:b"] {
        assert_eq!(normal(&Normalizer::new(), text).1, relative, "{text}");
    }
    for text in ["a:", "a:b", "http://h/%2e"] {
        assert_eq!(normal(&Normalizer::new(), text).1, [], "{text}");
    }
}

/// 6.1: "fragment components (if any) should be excluded from the comparison".
#[test]
fn fragments_can_be_left_out() {
    fn without(redirects: &Redirects) -> Normalizer<'_> {
        Normalizer::new().redirects(redirects).ignore_fragment(true)
    }
    let draft = Normalizer::from_edition(Edition::Rfc2396bis01).ignore_fragment(true);
    let [a, b] = ["http://h/a#x", "http://h/a"]
        .map(|text| Reference::parse(Edition::Rfc2396bis01, text).unwrap());
    assert_eq!(compare_with(&draft, a, b).rung(), Some(Rung::String));
    let mut redirects = Redirects::default();
    let meet = |redirects: &Redirects, a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| Uri::parse(text).unwrap());
        compare_with(&without(redirects), &a, &b).rung()
    };
    assert_eq!(meet(&redirects, "http://h/a#x", "http://h/a#y"), Some(Rung::String));
    assert_eq!(meet(&redirects, "HTTP://h/a#", "http://h/a"), Some(Rung::Case));
    assert_eq!(meet(&redirects, "http://h/a#x", "http://h/b#x"), None);
    redirects.insert("http://h/a", "http://h/b#z").unwrap();
    assert_eq!(meet(&redirects, "http://h/a#x", "http://h/b"), Some(Rung::Protocol));
    let normalizer = without(&redirects).to(Rung::Protocol);
    assert_eq!(normal(&normalizer, "http://h/a#x").0, "http://h/b");
    assert_eq!(normal(&normalizer, "http://h/c#x").0, "http://h/c");
}

/// 6.2.2.3: "URI normalizers should remove dot-segments by applying the remove_dot_segments
/// algorithm to the path"; 2.3: the escape of a dot "should be decoded". By the letter both are
/// done, and said where the result is another reference than the guarded one.
#[test]
fn the_letter_without_guards() {
    let letter = Normalizer::new().letter(true);
    for (text, guarded, unguarded) in [
        ("a:/.//b", "a:/.//b", "a://b"),
        ("a:/b/..//c", "a:/.//c", "a://c"),
        ("a:/.///b", "a:/.///b", "a:///b"),
        ("a:/.//B", "a:/.//B", "a://B"),
        ("%2E/..", "%2E/..", "./.."),
        ("a/%2e%2E", "a/%2E%2E", "a/.."),
        ("/x/%2e/../a", "/x/a", "/a"),
    ] {
        assert_eq!(normal(&Normalizer::new(), text).0, guarded);
        let (normal, caveats) = normal(&letter, text);
        assert_eq!((&*normal, caveats.last()), (unguarded, Some(&Caveat::Misread)), "{text}");
    }
    for text in ["a:/./b", "a:%2e/b", "a://B", "http://h/.//b", "../%7e", "/./b", "", "//h/./%41"] {
        let (guarded, caveats) = normal(&Normalizer::new(), text);
        assert_eq!(normal(&letter, text), (guarded, caveats), "{text}");
    }
    // An authority takes the place of the guard.
    let file = normal(&letter.clone().to(Rung::Scheme), "file:/.//a");
    assert_eq!(file, ("file:////a".to_owned(), vec![]));
    // What is read as another reference is equivalent to none.
    let [a, b] = ["a:/.//b", "a://b"].map(|text| Uri::parse(text).unwrap());
    assert_eq!(compare_with(&letter, &a, &b).rung(), None);
}

/// The draft of lenient Package-URLs derives a `%` that begins no triplet, and that stays as it is.
#[test]
fn a_percent_sign_without_digits_stays() {
    for (text, expected) in [
        ("pkg:a/b%7", "pkg:a/b%7"),
        ("pkg:a/b%5é", "pkg:a/b%5é"),
        ("pkg:a/%c3%a9%", "pkg:a/%C3%A9%"),
    ] {
        let reference = Reference::parse(Edition::Pkg, text).unwrap();
        let normal = Normalizer::from_edition(Edition::Pkg).to(Rung::Case).normalize(reference);
        assert_eq!(normal.as_str(), expected);
        assert!(!Linter::from_edition(Edition::Pkg).lint_across(reference).iter().any(|finding| {
            finding.spans().iter().any(|span| text.get(span.clone()).is_none())
        }));
    }
}
