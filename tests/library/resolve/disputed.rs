//! The resolutions on which libraries disagree, each worked out from the text of section 5.2.

use urispec::trace::Warning;
use urispec::{Edition, ResolveError, Resolver, Uri, UriBuf, UriRef, split};

#[track_caller]
fn target(base: &str, reference: &str) -> String {
    let found = Resolver::new().resolve(&split(base), &split(reference)).unwrap();
    assert!(found.warnings().is_empty(), "{base} + {reference}");
    let text = found.to_string();
    // What the types make of it is the same.
    let typed = Uri::parse(base).unwrap();
    assert_eq!(UriRef::parse(reference).unwrap().resolve_against(&typed).unwrap(), *text);
    text
}

/// The letter gives a target that reads back as another URI; the policy one that does not.
#[track_caller]
fn misread(base: &str, reference: &str, letter: &str, guarded: &str) {
    let resolver = Resolver::new();
    let (b, r) = (split(base), split(reference));
    let by_letter = resolver.resolve(&b, &r).unwrap();
    assert_eq!(by_letter.to_string(), letter);
    assert_eq!(by_letter.warnings(), [Warning::Misread]);
    assert_ne!(split(letter), by_letter.components().unwrap());

    let by_policy = resolver.guard_path(true).resolve(&b, &r).unwrap();
    assert_eq!(by_policy.to_string(), guarded);
    assert!(by_policy.warnings().is_empty());
    assert_eq!(split(guarded), by_policy.components().unwrap());

    let typed = UriRef::parse(reference).unwrap().resolve_against(&Uri::parse(base).unwrap());
    assert_eq!(typed, Err(ResolveError::Misread(letter.to_owned())));
}

/// Bases whose path does not begin with "/".
#[test]
fn rootless_bases() {
    // merge: "b/" + "../d". 2E: out "b", in "/../d". 2C: in "/d", out "" (its last segment has no
    // "/" before it, and goes all the same). 2E: out "/d".
    assert_eq!(target("a:b/c", "../d"), "a:/d");
    // merge: all of "b" goes, it has no "/": "../c". 2A: in "c". 2E: out "c".
    assert_eq!(target("a:b", "../c"), "a:c");
    assert_eq!(target("a:b", "c"), "a:c");
    // "./c": 2A.
    assert_eq!(target("a:b", "./c"), "a:c");
    // merge: "b/d".
    assert_eq!(target("a:b/c", "d"), "a:b/d");
    // merge: "b/../../d". 2E out "b"; 2C out "", in "/../d"; 2C in "/d"; 2E out "/d".
    assert_eq!(target("a:b/c", "../../d"), "a:/d");
    // merge: "b/c/../d". 2E "b", 2E "b/c", 2C "b" in "/d", 2E "b/d".
    assert_eq!(target("a:b/c/", "../d"), "a:b/d");
    // merge: "." : 2D, nothing is left. Likewise "..".
    assert_eq!(target("a:b", "."), "a:");
    assert_eq!(target("a:b", ".."), "a:");
    // merge: "b/..". 2E out "b", in "/..": 2C in "/", out "". 2E out "/".
    assert_eq!(target("a:b/c", ".."), "a:/");
    // merge: "" + "c", since no authority is defined.
    assert_eq!(target("a:", "c"), "a:c");
    assert_eq!(target("a:", "?q"), "a:?q");
    assert_eq!(target("a:", ""), "a:");
    // A colon in a first segment is no scheme once there is one.
    assert_eq!(target("a:b", "./c:d"), "a:c:d");
}

/// Dot segments that are the base's own.
#[test]
fn dot_segments_of_the_base() {
    // merge cuts after the last "/", so the base's ".." goes before it could mean anything: "/a/b".
    assert_eq!(target("http://h/a/..", "b"), "http://h/a/b");
    // Not so here: "/a/../b". 2E "/a", 2C "" in "/b", 2E "/b".
    assert_eq!(target("http://h/a/../", "b"), "http://h/b");
    // Only T.path = Base.path: nothing removes them.
    assert_eq!(target("http://h/a/../b", ""), "http://h/a/../b");
    assert_eq!(target("http://h/a/../b", "?q"), "http://h/a/../b?q");
    assert_eq!(target("http://h/a/../b", "#f"), "http://h/a/../b#f");
}

/// "%2e" is no ".": 5.2.4 compares characters, and nothing before it decodes.
#[test]
fn encoded_dots_are_no_dot_segments() {
    assert_eq!(target("http://h/a/b", "%2e%2e"), "http://h/a/%2e%2e");
    assert_eq!(target("http://h/a/b", "%2E%2E/c"), "http://h/a/%2E%2E/c");
    assert_eq!(target("http://h/a/b", ".%2e/c"), "http://h/a/.%2e/c");
    // A dot segment takes the segment before it, whatever that is.
    assert_eq!(target("http://h/a/b", "%2e%2e/../c"), "http://h/a/c");
}

/// A reference without a path keeps the base's, and the base's query unless it has one.
#[test]
fn empty_paths() {
    assert_eq!(target("http://h/a/b?q", ""), "http://h/a/b?q");
    assert_eq!(target("http://h/a/b?q", "?"), "http://h/a/b?");
    assert_eq!(target("http://h/a/b?q", "?x"), "http://h/a/b?x");
    assert_eq!(target("http://h/a/b?q", "#"), "http://h/a/b?q#");
    assert_eq!(target("http://h?q", ""), "http://h?q");
    assert_eq!(target("http://h", "?x"), "http://h?x");
    // A path of one dot is not an empty path.
    assert_eq!(target("http://h/a/b?q", "."), "http://h/a/");
    // An authority is defined though empty; its path and query are the reference's.
    assert_eq!(target("http://h/a?q", "//"), "http://");
    assert_eq!(target("http://h/a?q", "//x"), "http://x");
    assert_eq!(target("http://h/a?q", "//x?"), "http://x?");
}

/// 5.2.3: with an authority and an empty path, "/" comes first.
#[test]
fn empty_path_of_the_base() {
    assert_eq!(target("http://h", "g"), "http://h/g");
    assert_eq!(target("http://h", "."), "http://h/");
    assert_eq!(target("http://h", ".."), "http://h/");
    assert_eq!(target("http://h", "../g"), "http://h/g");
    assert_eq!(target("http://h?q", "g"), "http://h/g");
    // The authority may be empty and is defined.
    assert_eq!(target("file://", "g"), "file:///g");
}

/// Empty segments are segments: each ".." takes one.
#[test]
fn empty_segments() {
    // merge "/a//../g": 2E "/a", 2E "/a/", 2C in "/g" out "/a", 2E "/a/g".
    assert_eq!(target("http://h/a//b", "../g"), "http://h/a/g");
    assert_eq!(target("http://h/a//b", "../../g"), "http://h/g");
    assert_eq!(target("http://h/a/b", "c//../d"), "http://h/a/c/d");
    assert_eq!(target("http://h//a", "b"), "http://h//b");
    // 2B on "/.//c" leaves "//c"; with an authority nothing misreads it.
    assert_eq!(target("http://h/b", ".//c"), "http://h//c");
    assert_eq!(target("http://h/b", "/.//c"), "http://h//c");
    assert_eq!(target("http://h/b", "////c"), "http:////c");
}

/// The scheme of a reference decides, whatever follows it, and its dot segments are removed too.
#[test]
fn references_with_a_scheme() {
    assert_eq!(target("http://h/a", "http:"), "http:");
    assert_eq!(target("http://h/a", "http:b/../c"), "http:/c");
    assert_eq!(target("http://h/a", "http:../c"), "http:c");
    assert_eq!(target("http://h/a", "http://x/a/./b/../c"), "http://x/a/c");
    assert_eq!(target("http://h/a?q", "x:?y#z"), "x:?y#z");
    assert_eq!(target("http://h/a", "//x/../y"), "http://x/y");
}

/// 5.2.2: "A non-strict parser may ignore a scheme in the reference if it is identical to the base
/// URI's scheme."
#[test]
fn non_strict() {
    let non_strict = |base: &str, reference: &str| {
        let resolver = Resolver::new().non_strict(true);
        resolver.resolve(&split(base), &split(reference)).unwrap().to_string()
    };
    assert_eq!(non_strict("http://h/a/b?q", "http:c"), "http://h/a/c");
    assert_eq!(non_strict("http://h/a/b?q", "http:"), "http://h/a/b?q");
    assert_eq!(non_strict("http://h/a/b?q", "http:?x"), "http://h/a/b?x");
    assert_eq!(non_strict("http://h/a/b?q", "http:/c"), "http://h/c");
    assert_eq!(non_strict("http://h/a/b?q", "http://x/c"), "http://x/c");
    // Schemes are the same without regard to case (3.1), and it is the base's that stays.
    assert_eq!(non_strict("http://h/a/b", "HTTP:c"), "http://h/a/c");
    assert_eq!(non_strict("http://h/a/b", "https:c"), "https:c");
}

/// 5.1: "a base URI … stripped of any fragment".
#[test]
fn the_fragment_of_the_base_is_stripped() {
    assert_eq!(target("http://h/a#f", ""), "http://h/a");
    assert_eq!(target("http://h/a?q#f", "?y"), "http://h/a?y");
    assert_eq!(target("http://h/a#f", "#g"), "http://h/a#g");
    assert_eq!(target("http://h/a#f/g/h", "b"), "http://h/b");
}

/// 5.2.1: only the scheme is required of a base, and it is required.
#[test]
fn a_base_without_scheme_is_none() {
    for base in ["", "//h/a", "/a", "a", "?q", "#f", ":a"] {
        for reference in ["", "g", "http://x/", "//x"] {
            let found = Resolver::new().resolve(&split(base), &split(reference));
            assert_eq!(found, Err(ResolveError::BaseWithoutScheme), "{base} + {reference}");
        }
    }
}

/// A path that begins with "//" and has no authority before it.
#[test]
fn misread_targets() {
    // merge "/.//c". 2B: in "//c". 2E: out "/", in "/c". 2E: out "//c".
    misread("a:/b", ".//c", "a://c", "a:/.//c");
    // merge "b/..//c". 2E: out "b". 2C: in "//c", out "". 2E twice.
    misread("a:b/c", "..//d", "a://d", "a:/.//d");
    // The reference's own path, absolute.
    misread("a:/b", "/.//c", "a://c", "a:/.//c");
    misread("a:b", "/..//c/d?q#f", "a://c/d?q#f", "a:/.//c/d?q#f");
    // And under a scheme of its own.
    misread("a:b", "x:/.//c", "x://c", "x:/.//c");
    misread("a:/b", ".//", "a://", "a:/.//");
}

/// "//c" alone is not such a path: it never was a path.
#[test]
fn a_network_path_is_no_misread_path() {
    assert_eq!(target("a:/b", "//c"), "a://c");
    // merge "" + ".//c": 2A takes "./" and leaves "/c".
    assert_eq!(target("a:", ".//c"), "a:/c");
    assert_eq!(target("a:b", ".//c"), "a:/c");
}

/// Nothing is checked and nothing rewritten: section 5 works on components, and Appendix B finds
/// them in any string.
#[test]
fn strings_that_are_no_references() {
    let found = |base, reference| {
        Resolver::new().resolve(&split(base), &split(reference)).unwrap().to_string()
    };
    assert_eq!(found("http://h/%zz/b", "c d"), "http://h/%zz/c d");
    assert_eq!(found("http://[/a", "é"), "http://[/é");
    assert_eq!(found("1:b", "c"), "1:c");
}

#[test]
fn owned_types_resolve_as_borrowed_ones() {
    let base = UriBuf::parse("http://h/a/b").unwrap();
    let reference = urispec::UriRefBuf::parse("../c").unwrap();
    assert_eq!(reference.resolve_against(&base.as_borrowed()).unwrap(), "http://h/c");
    let absolute = UriBuf::parse("x:/y/../z").unwrap();
    assert_eq!(absolute.resolve_against(&base.as_borrowed()).unwrap(), "x:/z");
}

#[test]
fn the_text_of_a_target_or_why_there_is_none() {
    let target = |edition, base, reference| {
        Resolver::from_edition(edition).target(&split(base), &split(reference))
    };
    let found = target(Edition::Rfc3986, "http://a/b/c/d;p?q", "../g");
    assert_eq!(found.as_deref(), Ok("http://a/b/g")); // RFC 3986, 5.4.1
    let misread = target(Edition::Rfc3986, "a:/b", ".//c");
    assert_eq!(misread, Err(ResolveError::Misread("a://c".to_owned()))); // RFC 3986, 3.3
    let current = target(Edition::Rfc2396, "http://a/b", "#c");
    assert_eq!(current, Err(ResolveError::CurrentDocument)); // RFC 2396, 4.2
    let no_base = target(Edition::Rfc3986, "//h/a", "b");
    assert_eq!(no_base, Err(ResolveError::BaseWithoutScheme)); // RFC 3986, 5.2.1
}
