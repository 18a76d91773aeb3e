//! The example tables that the documents print, each under its own algorithm.

use super::trace::Log;
use super::{AboveRoot, ResolveError, Resolved, rfc1630, rfc2396, rfc2396bis01, url_syntax_05};
use crate::split::split;

type Resolve = fn(&str, &str) -> String;

fn text(resolved: Result<Resolved<'_>, ResolveError>) -> String {
    resolved.map_or_else(|error| error.to_string(), |resolved| resolved.to_string())
}

fn by_url_syntax_05(base: &str, reference: &str) -> String {
    text(url_syntax_05::resolve(&split(base), &split(reference), &mut Log::off()))
}

fn by_rfc2396(base: &str, reference: &str) -> String {
    let (base, reference) = (split(base), split(reference));
    text(rfc2396::resolve(&base, &reference, false, AboveRoot::Keep, &mut Log::off()))
}

fn by_rfc2396bis01(base: &str, reference: &str) -> String {
    let (base, reference) = (split(base), split(reference));
    text(rfc2396bis01::resolve(&base, &reference, true, AboveRoot::Keep, &mut Log::off()))
}

fn by_rfc1630(base: &str, reference: &str) -> String {
    text(rfc1630::resolve(&split(base), &split(reference), &mut Log::off()))
}

#[track_caller]
fn check(resolve: Resolve, base: &str, table: &[(&str, &str)]) {
    for (reference, target) in table {
        assert_eq!(resolve(base, reference), *target, "{reference}");
    }
}

/// What the three documents print alike, in C.1 and C.2.
const COMMON: &[(&str, &str)] = &[
    ("g:h", "g:h"),
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("g?y", "http://a/b/c/g?y"),
    ("#s", "(current document)#s"),
    ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
    ("", "(current document)"),
    ("../../../g", "http://a/../g"),
    ("../../../../g", "http://a/../../g"),
    ("/./g", "http://a/./g"),
    ("/../g", "http://a/../g"),
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
    ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
    ("http:g", "http:g"),
];

const BASE: &str = "http://a/b/c/d;p?q";

#[test]
fn url_syntax_05_appendix_c() {
    check(by_url_syntax_05, BASE, COMMON);
    check(
        by_url_syntax_05,
        BASE,
        &[
            ("?y", "http://a/b/c/?y"),
            ("g?y/./x", "http://a/b/c/g?y/x"),
            ("g?y/../x", "http://a/b/c/x"),
            ("http:", "http:"),
            ("http://a/../b/c", "http://a/../b/c"),
        ],
    );
}

#[test]
fn rfc2396_appendix_c() {
    check(by_rfc2396, BASE, COMMON);
    check(
        by_rfc2396,
        BASE,
        &[
            ("?y", "http://a/b/c/?y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
        ],
    );
    let resolve = |reference, loophole, above_root| {
        let (base, reference) = (split(BASE), split(reference));
        text(rfc2396::resolve(&base, &reference, loophole, above_root, &mut Log::off()))
    };
    assert_eq!(resolve("http:g", true, AboveRoot::Keep), "http://a/b/c/g");
    assert_eq!(resolve("../../../../g", false, AboveRoot::Remove), "http://a/g");
    assert_eq!(
        resolve("../../../g", false, AboveRoot::Refuse),
        "the reference leads above the root, to `/../g` (5.2)"
    );
}

#[test]
fn rfc2396bis01_appendix_c() {
    check(by_rfc2396bis01, BASE, COMMON);
    check(
        by_rfc2396bis01,
        BASE,
        &[
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
        ],
    );
    // Step 1 of the merge: an empty base path counts as "/".
    check(by_rfc2396bis01, "http://a", &[("g", "http://a/g")]);
    check(by_rfc2396, "http://a", &[("g", "http://ag")]);
}

/// The examples of 4.1.3, but for `/g`, which contradicts the rule.
#[test]
fn rfc1630_partial_forms() {
    for base in ["magic://a/b/c//d/e/f", "magic://a/b/c//d/e/"] {
        check(
            by_rfc1630,
            base,
            &[
                ("g", "magic://a/b/c//d/e/g"),
                ("/g", "magic://a/b/c//d/g"),
                ("//g", "magic://g"),
                ("../g", "magic://a/b/c//d/g"),
                ("g:h", "g:h"),
            ],
        );
    }
    // "Trailing slashes": the same path without one is treated differently.
    check(by_rfc1630, "magic://a/b/c//d/e", &[("g", "magic://a/b/c//d/g")]);
    check(
        by_rfc1630,
        "magic:a",
        &[
            ("b", "magic:b"),
            (
                "/b",
                "the base has no run of exactly 1 slash after its longer ones (RFC 1630, 4.1.3)",
            ),
        ],
    );
}

/// The loophole of step 3 comes after step 2, and is for schemes that are always used with a path.
#[test]
fn rfc2396_loophole() {
    let resolve = |base, reference| {
        let (base, reference) = (split(base), split(reference));
        text(rfc2396::resolve(&base, &reference, true, AboveRoot::Keep, &mut Log::off()))
    };
    assert_eq!(resolve(BASE, "http:"), "http://a/b/c/");
    assert_eq!(resolve(BASE, "HTTP:g"), "http://a/b/c/g");
    assert_eq!(resolve("mailto:a", "mailto:b/../c"), "mailto:b/../c");
}

/// RFC 1630, 4.1.3: "All occurrences of xxx/.. or /. are recursively removed". A final "/." goes with
/// its slash; a final "xxx/.." leaves the slash before it.
#[test]
fn rfc1630_final_dots() {
    let base = "magic://a/b/c//d/e/f";
    check(
        by_rfc1630,
        base,
        &[
            (".", "magic://a/b/c//d/e"),
            ("./", "magic://a/b/c//d/e/"),
            ("g/.", "magic://a/b/c//d/e/g"),
            ("..", "magic://a/b/c//d/"),
            ("g/../.", "magic://a/b/c//d/e/"),
            ("./../.././g", "magic://a/b/c//g"),
        ],
    );
}

/// RFC 1630, 4.1.3: "/." is removed, which does not stand where a dot begins the path; and "." and
/// ".." have "a significance reserved for representing a hierarchical space": neither is an "xxx".
#[test]
fn rfc1630_dots_that_stay() {
    check(
        by_rfc1630,
        "a:b",
        &[
            ("./d", "a:./d"),
            (".", "a:."),
            ("././d", "a:./d"),
            ("./../d", "a:./../d"),
            ("../d", "a:../d"),
            ("../../d", "a:../../d"),
            ("..", "a:.."),
            ("c/./d", "a:c/d"),
            ("c/../d", "a:d"),
            ("c/..", "a:"),
        ],
    );
}

/// RFC 1630, 8: "path: void | xpalphas [ / path ]". There is no authority, so that the host, and the
/// void elements before it, are "complete path elements" of 4.1.3.
#[test]
fn rfc1630_hosts_are_elements() {
    check(
        by_rfc1630,
        "magic://a/b",
        &[
            ("../g", "magic://g"),
            ("../../g", "magic:/g"),
            ("../../../g", "magic:g"),
            ("../../../../g", "magic:../g"),
            ("..", "magic://"),
            (".", "magic://a"),
        ],
    );
    // What stands for a host is one by its place alone, and no path is taken for one by mistake.
    check(by_rfc1630, "a:/b", &[(".//c", "a://c"), ("/.//c", "a:/.//c")]);
    check(by_rfc1630, "magic://a", &[("g", "magic://g")]);
}

/// RFC 1630, 4.1.3: "The last part of the path of the context URI (anything following the rightmost
/// slash) is removed, and the given partial URI appended in its place". So it is where that is
/// empty, and a fragment follows "the URL of the whole object" (4.1.4).
#[test]
fn rfc1630_empty_partial_forms() {
    check(
        by_rfc1630,
        "magic://a/b/c",
        &[
            ("", "magic://a/b/"),
            ("#s", "magic://a/b/#s"),
            ("?q", "magic://a/b/?q"),
            ("?q#s", "magic://a/b/?q#s"),
        ],
    );
    check(by_rfc1630, "magic:a", &[("", "magic:"), ("#s", "magic:#s")]);
}

/// The removals of RFC 1630 are linear: what is quadratic does not finish.
#[test]
fn rfc1630_long_forms() {
    let n = 1_000_000;
    let pairs = "a/".repeat(n) + &"../".repeat(n) + "g";
    let dots = "./".repeat(n) + "g";
    check(by_rfc1630, "x:/b", &[(&pairs, "x:/g"), (&dots, "x:/g")]);
}

/// RFC 1630, 4.1.3: an absolute form "must have a colon and that colon must occur before any slash
/// characters"; "if the scheme parts are different, the whole absolute URI must be given".
#[test]
fn rfc1630_absolute_and_partial_forms() {
    let forms = [
        ("c/d:e", "magic://a/c/d:e"),
        ("c:d/e", "c:d/e"),
        ("c:", "c:"),
        ("magic:c", "magic:c"),
        ("x:/../a", "x:/../a"),
    ];
    check(by_rfc1630, "magic://a/b", &forms);
}

/// RFC 1630, 5.5: "These rules imply that, within an article, a reference to a news group or to
/// another article will be a valid URL (in the partial form)."
#[test]
fn rfc1630_news_within_an_article() {
    let news = [("other@host.org", "news:other@host.org"), ("comp.lang.c", "news:comp.lang.c")];
    check(by_rfc1630, "news:one@host.org", &news);
}

/// RFC 1630, 4.1.3: where relative forms are used for documents of gopher servers, "WWW software will
/// then assume, normally correctly, that in fact they do have hierarchical significance".
#[test]
fn rfc1630_slashes_of_gopher() {
    check(by_rfc1630, "gopher://h/1a/b", &[("c", "gopher://h/1a/c"), ("../c", "gopher://h/c")]);
}

/// RFC 1630, 5.7: within WAIS "names do not of course need to be prefixed by wais: (by the rules of
/// the partial form)".
#[test]
fn rfc1630_wais_without_its_prefix() {
    check(by_rfc1630, "wais://h/d", &[("//i/e?q", "wais://i/e?q"), ("e", "wais://h/e")]);
}

/// By the letter of step 6a a relative path may run on from an authority; that is said.
#[test]
fn a_path_that_runs_on_from_an_authority() {
    let (base, reference) = (split("http://a"), split("g"));
    let resolved =
        rfc2396::resolve(&base, &reference, false, AboveRoot::Keep, &mut Log::off()).unwrap();
    assert_eq!(resolved.to_string(), "http://ag");
    assert_eq!(resolved.warnings(), [crate::Warning::Misread]);
}
