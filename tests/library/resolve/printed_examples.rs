//! The examples that RFC 3986 prints of its algorithms: resolution (section 5), normalization and
//! comparison (section 6).

use urispec::{
    Components, Normalizer, ParseError, Resolver, Rung, Uri, UriRef, compare, remove_dot_segments,
    split,
};

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

/// 5.4: "Within a representation with a well defined base URI of".
const BASE: &str = "http://a/b/c/d;p?q";

#[track_caller]
fn resolves(examples: &[(&str, &str)], resolver: Resolver) {
    for &(reference, target) in examples {
        let parsed =
            UriRef::parse(reference).unwrap_or_else(|error| panic!("{reference}: {error}"));
        let found = resolver.resolve(&split(BASE), &split(reference)).unwrap();
        assert_eq!(found.to_string(), target, "{reference}");
        assert!(found.warnings().is_empty(), "{reference}");
        if resolver == Resolver::new() {
            assert_eq!(parsed.resolve_against(Uri::parse(BASE).unwrap()).unwrap(), target);
        }
    }
}

/// 5.4.1, Normal Examples: 23.
const NORMAL: &[(&str, &str)] = &[
    ("g:h", "g:h"),
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
];

/// 5.4.2, Abnormal Examples: all but the last, which is two.
const ABNORMAL: &[(&str, &str)] = &[
    ("../../../g", "http://a/g"),
    ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"),
    ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
];

#[test]
fn section_5_4_1() {
    assert_eq!(NORMAL.len(), 23);
    resolves(NORMAL, Resolver::new());
    // No reference of these has the base's scheme.
    resolves(NORMAL, Resolver::new().non_strict(true));
}

#[test]
fn section_5_4_2() {
    resolves(ABNORMAL, Resolver::new());
    resolves(ABNORMAL, Resolver::new().non_strict(true));
    // "http:g" is itself "for strict parsers", and that of "g" "for backward compatibility".
    resolves(&[("http:g", "http:g")], Resolver::new());
    resolves(&[("http:g", "http://a/b/c/g")], Resolver::new().non_strict(true));
}

/// Each target of 5.4 has a reference at most as long as the one printed, and it resolves back.
#[test]
fn section_5_4_backwards() {
    let base = Uri::parse(BASE).unwrap();
    for &(reference, target) in NORMAL.iter().chain(ABNORMAL) {
        let shortest = Uri::parse(target).unwrap().relativize_against(&base).unwrap();
        assert!(shortest.as_str().len() <= reference.len(), "{reference}: {shortest}");
        assert_eq!(shortest.resolve_against(&base).unwrap(), target);
    }
}

#[track_caller]
fn normal(text: &str, to: Rung) -> String {
    Normalizer::new().to(to).normalize(&UriRef::parse(text).unwrap()).to_string()
}

#[track_caller]
fn meet(a: &str, b: &str) -> Option<Rung> {
    compare(&UriRef::parse(a).unwrap(), &UriRef::parse(b).unwrap()).rung()
}

/// 6.2.2: "based on these definitions" the two are equivalent, and the first is in normal form.
#[test]
fn section_6_2_2() {
    let [a, b] = ["example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d"];
    assert_eq!(normal(b, Rung::PathSegments), a);
    assert_eq!(normal(a, Rung::PathSegments), a);
    assert_eq!(meet(a, b), Some(Rung::PathSegments));
}

/// 6.2.2.1: "the URI <HTTP://www.EXAMPLE.com/> is equivalent to <http://www.example.com/>", and
/// "%3a" to "%3A".
#[test]
fn section_6_2_2_1() {
    assert_eq!(normal("HTTP://www.EXAMPLE.com/", Rung::Case), "http://www.example.com/");
    assert_eq!(meet("HTTP://www.EXAMPLE.com/", "http://www.example.com/"), Some(Rung::Case));
    assert_eq!(meet("a:%3a", "a:%3A"), Some(Rung::Case));
}

/// 6.2.3: the four "are equivalent"; an empty path is normalized to "/", a default port omitted.
#[test]
fn section_6_2_3() {
    let four = [
        "http://example.com",
        "http://example.com/",
        "http://example.com:/",
        "http://example.com:80/",
    ];
    for a in four {
        assert_eq!(normal(a, Rung::Scheme), "http://example.com/");
        assert_eq!(normal(a, Rung::PathSegments), a);
        for b in four {
            assert_eq!(meet(a, b), Some(if a == b { Rung::String } else { Rung::Scheme }));
        }
    }
}

/// 3.2.2: in the file scheme "no authority, an empty host, and "localhost" all mean the end-user's
/// machine".
#[test]
fn section_6_2_3_file() {
    assert_eq!(meet("file://localhost/etc/hosts", "file:///etc/hosts"), Some(Rung::Scheme));
    assert_eq!(meet("file:/etc/hosts", "file:///etc/hosts"), Some(Rung::Scheme));
    assert_eq!(meet("file:///etc/hosts", "file://example.com/etc/hosts"), None);
}

/// What is dereferenced, and what it leads to, is a URI.
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

/// 6.2.4: "http://example.com/data" redirects to "http://example.com/data/".
#[test]
fn section_6_2_4() {
    let [a, b] = ["http://example.com/data", "http://example.com/data/"];
    let mut redirects = urispec::Redirects::default();
    redirects.insert(a, b).unwrap();
    let [x, y] = [a, b].map(|text| UriRef::parse(text).unwrap());
    assert_eq!(compare(&x, &y).rung(), None);
    assert_eq!(
        urispec::compare_with(&Normalizer::new().redirects(&redirects), &x, &y).rung(),
        Some(Rung::Protocol)
    );
}
