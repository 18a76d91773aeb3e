//! How RFC 1630 resolves partial forms: section 4.1.3.

use urispec::{Edition, Reference, Resolver, relativize_with, split};

#[track_caller]
fn check(base: &str, table: &[(&str, &str)]) {
    for (reference, target) in table {
        let resolved =
            Resolver::from_edition(Edition::Rfc1630).resolve(split(base), split(reference));
        let found = resolved.map_or_else(|error| error.to_string(), |found| found.to_string());
        assert_eq!(found, *target, "{reference}");
    }
}

/// The examples of 4.1.3, but for `/g`, which contradicts the rule.
#[test]
fn partial_forms() {
    for base in ["magic://a/b/c//d/e/f", "magic://a/b/c//d/e/"] {
        check(
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
    check("magic://a/b/c//d/e", &[("g", "magic://a/b/c//d/g")]);
    check(
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

/// 4.1.3: "all occurrences of "xxx/../" or "/." are recursively removed". A final "/." goes with its
/// slash; a final ".." has no slash after it, and stays. None of the printed examples ends in "..".
#[test]
fn final_dots() {
    let base = "magic://a/b/c//d/e/f";
    check(
        base,
        &[
            (".", "magic://a/b/c//d/e"),
            ("./", "magic://a/b/c//d/e/"),
            ("g/.", "magic://a/b/c//d/e/g"),
            ("..", "magic://a/b/c//d/e/.."),
            ("../", "magic://a/b/c//d/"),
            ("../..", "magic://a/b/c//d/.."),
            ("g/..", "magic://a/b/c//d/e/g/.."),
            ("g/../", "magic://a/b/c//d/e/"),
            // The first occurrence is "g/../", and leaves "/.".
            ("g/../.", "magic://a/b/c//d/e"),
            ("g/./..", "magic://a/b/c//d/e/g/.."),
            ("../.", "magic://a/b/c//d"),
            ("./../.././g", "magic://a/b/c//g"),
        ],
    );
}

/// A directory above is `../`, since `..` alone stays.
#[test]
fn the_way_to_a_directory_above() {
    let of = |text| Reference::parse(Edition::Rfc1630, text).unwrap();
    let resolver = Resolver::from_edition(Edition::Rfc1630);
    let found = relativize_with(&resolver, of("magic://a/b/c/d/e/f"), of("magic://a/b/c/d/"));
    assert_eq!(found.as_deref(), Ok("../"));
}

/// 4.1.3: "/." is removed, which does not stand where a dot begins the path; and "." and
/// ".." have "a significance reserved for representing a hierarchical space": neither is an "xxx".
#[test]
fn dots_that_stay() {
    check(
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
            ("c/../", "a:"),
            ("c/..", "a:c/.."),
            ("c/../.", "a:."),
        ],
    );
}

/// 8: `path`, "void |  xpalphas  [  / path ]". There is no authority, so that the host, and the
/// void elements before it, are "complete path elements" of 4.1.3.
#[test]
fn hosts_are_elements() {
    check(
        "magic://a/b",
        &[
            ("../g", "magic://g"),
            ("../../g", "magic:/g"),
            ("../../../g", "magic:g"),
            ("../../../../g", "magic:../g"),
            ("..", "magic://a/.."),
            ("../", "magic://"),
            (".", "magic://a"),
        ],
    );
    // What stands for a host is one by its place alone, and no path is taken for one by mistake.
    check("a:/b", &[(".//c", "a://c"), ("/.//c", "a:/.//c")]);
    check("magic://a", &[("g", "magic://g")]);
}

/// 4.1.3: "The last part of the path of the context URI (anything following the rightmost
/// slash) is removed, and the given partial URI appended in its place". So it is where that is
/// empty, and a fragment follows "the URL of the whole object" (4.1.4).
#[test]
fn empty_partial_forms() {
    check(
        "magic://a/b/c",
        &[
            ("", "magic://a/b/"),
            ("#s", "magic://a/b/#s"),
            ("?q", "magic://a/b/?q"),
            ("?q#s", "magic://a/b/?q#s"),
        ],
    );
    check("magic:a", &[("", "magic:"), ("#s", "magic:#s")]);
}

/// The removals are linear: what is quadratic does not finish.
#[test]
fn long_forms() {
    let n = 1_000_000;
    let pairs = "a/".repeat(n) + &"../".repeat(n) + "g";
    let dots = "./".repeat(n) + "g";
    check("x:/b", &[(&pairs, "x:/g"), (&dots, "x:/g")]);
}

/// 4.1.3: an absolute form "must have a colon and that colon must occur before any slash
/// characters"; "if the scheme parts are different, the whole absolute URI must be given".
#[test]
fn absolute_and_partial_forms() {
    let forms = [
        ("c/d:e", "magic://a/c/d:e"),
        ("c:d/e", "c:d/e"),
        ("c:", "c:"),
        ("magic:c", "magic:c"),
        ("x:/../a", "x:/../a"),
    ];
    check("magic://a/b", &forms);
}

/// 5.5: "These rules imply that within an article, a reference to a news group or to another article
/// will be a valid URL (in the partial form)."
#[test]
fn news_within_an_article() {
    let news = [("other@host.org", "news:other@host.org"), ("comp.lang.c", "news:comp.lang.c")];
    check("news:one@host.org", &news);
}

/// 4.1.3: where relative forms are used for documents of gopher servers, "WWW software assumes,
/// normally correctly, that in fact they do have hierarchical significance".
#[test]
fn slashes_of_gopher() {
    check("gopher://h/1a/b", &[("c", "gopher://h/1a/c"), ("../c", "gopher://h/c")]);
}

/// 5.7: within WAIS "names do not of course need to be prefixed by "wais:" (by the partial form
/// rules)".
#[test]
fn wais_without_its_prefix() {
    check("wais://h/d", &[("//i/e?q", "wais://i/e?q"), ("e", "wais://h/e")]);
}
