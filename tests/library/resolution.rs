//! Resolution and relativization beyond the rows of `tests/vectors`: the tables of section 5.2.4, traces, and the
//! search for shorter references.

use std::collections::HashMap;

use urispec::Edition::{Rfc2396, Rfc2396bis01, UrlSyntax05};
use urispec::{
    Components, Normalizer, ParseError, Resolver, Rung, Uri, UriRef, check, relativize,
    remove_dot_segments, split,
};

use crate::support::{scaled, words};

#[track_caller]
fn table(path: &str, printed: &str) {
    let (base, mut rows) = (split("a:"), Vec::new());
    // The scheme of the reference takes its path straight to remove_dot_segments.
    let reference = Components { scheme: Some("a"), path, ..Components::default() };
    let each = |step: urispec::trace::ResolutionStep<'_>| {
        if let urispec::trace::ResolutionStep::Buffers { .. } = step {
            rows.push(step.to_string());
        }
    };
    let target = Resolver::new().trace(&base, &reference, each).unwrap();
    assert_eq!(rows.join("\n"), printed.trim_matches('\n'));
    assert_eq!(target.components().unwrap().path, remove_dot_segments(path));
}

/// 5.2.4: "The following illustrates how the above steps are applied for two examples of merged
/// paths, showing the state of the two buffers after each step."
#[test]
fn section_5_2_4() {
    table(
        "/a/b/c/./../../g",
        "
      STEP   OUTPUT BUFFER         INPUT BUFFER

       1 :                         /a/b/c/./../../g
       2E:   /a                    /b/c/./../../g
       2E:   /a/b                  /c/./../../g
       2E:   /a/b/c                /./../../g
       2B:   /a/b/c                /../../g
       2C:   /a/b                  /../g
       2C:   /a                    /g
       2E:   /a/g
",
    );
    table(
        "mid/content=5/../6",
        "
      STEP   OUTPUT BUFFER         INPUT BUFFER

       1 :                         mid/content=5/../6
       2E:   mid                   /content=5/../6
       2E:   mid/content=5         /../6
       2C:   mid                   /6
       2E:   mid/6
",
    );
}

/// A redirect leads from a URI to a URI.
#[test]
fn a_redirect_is_from_a_uri_to_a_uri() {
    let mut redirects = urispec::Redirects::default();
    assert_eq!(redirects.insert("http://h/a", "b"), Err(ParseError::Relative));
    assert_eq!(redirects.insert("//h/a", "http://h/b"), Err(ParseError::Relative));
    assert!(matches!(redirects.insert("http://h/a", "%"), Err(ParseError::Syntax(_))));
    let uri = UriRef::parse("http://h/a").unwrap();
    let normalizer = Normalizer::new().to(Rung::Protocol).redirects(&redirects);
    assert!(normalizer.normalize(&uri).is_unchanged());
}

/// url-syntax-05, 4.2 and 5: no base is unsuitable, since every `opaque-URL` is a `generic-URL`.
#[test]
fn every_opaque_url_is_generic() {
    let letters = ["a", "1", ":", "/", "?", "@", ";", "=", "%41", "."];
    for rest in words(letters, 3) {
        let text = format!("x:{rest}");
        let [opaque, generic] =
            ["opaque-URL", "generic-URL"].map(|rule| check(UrlSyntax05, rule, &text).is_ok());
        assert!(generic || !opaque, "{text}");
    }
}

/// The traces have the steps of the documents in their order, and none after the algorithm is done.
#[test]
fn traces_are_the_steps_that_are_taken() {
    let trace = |edition, base, reference| {
        let mut lines = Vec::new();
        let each = |step: urispec::trace::ResolutionStep<'_>| {
            let line = step.to_string();
            lines.push(line.split_whitespace().collect::<Vec<_>>().join(" "));
        };
        Resolver::from_edition(edition).trace(split(base), split(reference), each).unwrap();
        lines
    };
    let assigned = |lines: Vec<String>| {
        let names = lines.iter().filter_map(|line| line.strip_prefix("5.2 T."));
        names.map(|line| line.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for (reference, names) in [
        ("x:y", ["scheme", "authority", "path", "query"]),
        ("//h/p", ["authority", "path", "query", "scheme"]),
        ("?y", ["path", "query", "authority", "scheme"]),
        ("/p", ["path", "query", "authority", "scheme"]),
        ("p", ["path", "query", "authority", "scheme"]),
    ] {
        assert_eq!(assigned(trace(Rfc2396bis01, "http://a/b", reference)), names, "{reference}");
    }
    let steps = trace(UrlSyntax05, "http://a/b", "g?y");
    let query = "5.2 6h) the query, after the first \"?\" y";
    let path = "5.2 6i) the path, up to it /g";
    let at = steps.iter().position(|line| line == query).unwrap();
    assert_eq!(steps[at + 1], path);
    // "the reference is interpreted as an absolute URI and we are done"
    for edition in [UrlSyntax05, Rfc2396] {
        let steps = trace(edition, "http://a/b", "x:y");
        assert_eq!(steps.last().unwrap(), "5.2 3) the scheme is defined: absolute x", "{edition}");
    }
}

/// The shortest: every reference over a small alphabet is tried.
#[test]
fn nothing_shorter_resolves_to_the_target() {
    let mut references = words("ab:/.?".chars(), 5);
    references.retain(|text| UriRef::parse(text).is_ok());

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
