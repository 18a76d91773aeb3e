//! The shortest reference, by hand and against all others.

use std::collections::HashMap;

use urispec::error::RelativizeError;
use urispec::{Edition, Reference, Resolver, Uri, UriRef, relativize, relativize_with, split};

use crate::scaled;

#[track_caller]
fn shortest(base: &str, target: &str, expected: &str) {
    let [base, target] = [base, target].map(|text| Uri::parse(text).unwrap());
    let found = relativize(&base, &target).unwrap();
    assert_eq!(found, expected, "{base} to {target}");
    assert_eq!(found.resolve_against(&base).unwrap(), target.as_str());
}

/// Where two are as short, the one that says less.
#[test]
fn each_form_can_be_the_shortest() {
    shortest("http://h/a/b?q", "http://h/a/b?q", "");
    shortest("http://h/a/b?q#f", "http://h/a/b?q", "");
    shortest("http://h/a/b?q", "http://h/a/b?q#", "#");
    shortest("http://h/a/b?q", "http://h/a/b?", "?");
    // Without a query there is no saying so but by the path.
    shortest("http://h/a/b?q", "http://h/a/b", "b");
    shortest("http://h/a/?q", "http://h/a/", ".");
    shortest("http://h?q", "http://h", "//h");
    shortest("a:?q", "a:", ".");
    shortest("http://h/a/b", "http://h/a/", ".");
    shortest("http://h/a/b/c", "http://h/a/", "..");
    shortest("http://h/a/b/c", "http://h/", "/");
    shortest("http://h/a/b/c", "http://h/a/d", "../d");
    shortest("http://h/a/b/c", "http://h/d", "/d");
    shortest("http://h/a", "http://i/a", "//i/a");
    shortest("http://h/a", "https://h/a", "https://h/a");
    // The strings are what counts: these schemes are the same and not the same string.
    shortest("http://h/a", "HTTP://h/a", "HTTP://h/a");
}

#[test]
fn a_first_segment_is_kept_from_being_misread() {
    // As a scheme.
    shortest("http://h/a/b", "http://h/a/c:d", "./c:d");
    shortest("abc:", "abc::", "./:");
    // As an authority.
    shortest("http://h/a", "http://h//b", ".//b");
    shortest("http://h/a/b/c", "http://h//x", "/.//x");
    // As the path of the base.
    shortest("http://h/a/b", "http://h/a//", ".//");
}

/// They are removed before those of the reference are.
#[test]
fn dot_segments_of_the_base_lead_nowhere() {
    shortest("http://h/a/../c", "http://h/d", "d");
    shortest("http://h/a/./c", "http://h/a/d", "d");
    shortest("http://h/a/../c", "http://h/a/../c#f", "#f");
    shortest("http://h/a/../c", "http://h/a/../c?q", "?q");
}

#[test]
fn what_resolving_removes_has_no_reference() {
    for target in ["http://h/a/../b", "http://h/.", "a:/.//b", "a:.", "a:b/.."] {
        let found = relativize(&Uri::parse("http://h/").unwrap(), &Uri::parse(target).unwrap());
        assert_eq!(found, Err(RelativizeError::DotSegments(target.to_owned())));
    }
}

/// RFC 1808, 4: an empty reference is the whole base, with its fragment (step 2a); and what is appended to an empty path of
/// the base has no slash before it (step 6), and gets one behind a net_loc where it lacks one (2.1, `net_path`).
#[test]
fn rfc1808_has_forms_of_its_own() {
    for (base, target, expected) in
        [("a:/b#c", "a:/b#c", ""), ("a://b", "a://b//", ".///"), ("a://b", "a://b/c", "c")]
    {
        let [from, to] =
            [base, target].map(|text| Reference::parse(Edition::Rfc1808, text).unwrap());
        let found = relativize_with(&Resolver::from_edition(Edition::Rfc1808), from, to);
        assert_eq!(found.as_deref(), Ok(expected), "{base} to {target}");
    }
}

/// The shortest: every reference over a small alphabet is tried.
#[test]
fn nothing_shorter_resolves_to_the_target() {
    let mut references: Vec<Vec<String>> = vec![vec![String::new()]];
    for length in 1..=5 {
        let longer = references[length - 1].iter().flat_map(|prefix| {
            ["a", "b", ":", "/", ".", "?"].map(|character| format!("{prefix}{character}"))
        });
        let longer = longer.collect();
        references.push(longer);
    }
    let references: Vec<String> =
        references.into_iter().flatten().filter(|text| UriRef::parse(text).is_ok()).collect();

    #[rustfmt::skip]
    let after_authority = [
        "", "/", "/a", "/a/", "/a/b", "/b/a", "/a/b/", "//", "//a", "/a//", "/a//b", "/a:b", "/a/a:b",
        "/a/b/a/b", "/a/../b", "/./", "/a?", "?", "?a", "/?a", "/a/b?a", "/a/a:b?a", "/a/..?a",
    ];
    #[rustfmt::skip]
    let after_scheme = [
        "", "a", "a/", "a/b", "a:b", "a/a:b", "a/b/a", "/a/b", "/", "a//b", "./a", "?", "?a", "a?a",
        "a/b?a", "/?", "a:b?a", "../a/b", "/.//a", ":", ":/a",
    ];
    let mut uris = Vec::new();
    uris.extend(after_authority.map(|path| format!("abcd://ab{path}")));
    uris.extend(after_scheme.map(|path| format!("abcd:{path}")));
    uris.extend(after_authority[..12].iter().map(|path| format!("a://{path}")));
    uris.extend(after_scheme.map(|path| format!("a:{path}")));
    uris.extend(["abcd://", "abcd:////a", "abcd://b", "b:"].map(str::to_owned));

    // Without `URISPEC_LONG` every fifth of the bases, each to all targets.
    for base in uris.iter().step_by(scaled(5, 1)) {
        let mut shortest: HashMap<String, usize> = HashMap::new();
        for reference in &references {
            let target = Resolver::new().resolve(&split(base), &split(reference)).unwrap();
            if target.warnings().is_empty() {
                shortest.entry(target.to_string()).or_insert(reference.len());
            }
        }
        let base = Uri::parse(base).unwrap();
        for target in &uris {
            let found = relativize(&base, &Uri::parse(target).unwrap());
            match (&found, shortest.get(target)) {
                (Ok(found), Some(best)) => {
                    assert_eq!(found.as_str().len(), *best, "{base} to {target}: {found}")
                }
                // Too long to have been tried, or of letters that were not.
                (Ok(found), None) => assert!(
                    found.as_str().len() > 5 || found.as_str() == target,
                    "{base} to {target}: {found}"
                ),
                (Err(_), None) => {
                    let path = split(target).path;
                    assert_ne!(urispec::remove_dot_segments(path), path, "{base} to {target}");
                }
                (Err(_), Some(_)) => panic!("{base} to {target} has a reference"),
            }
        }
    }
}
