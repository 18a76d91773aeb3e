//! What resolving, normalizing and relativizing make of strings, by theme, inputs beside results.

use urispec::{Normalizer, Resolver, Rung, Uri, UriRef, compare, relativize, split};

use crate::snapshot::snapshot;

/// `base`, and each reference beside its target.
fn resolve(resolver: Resolver, table: &[(&str, &[&str])]) -> String {
    let mut text = String::new();
    for (base, references) in table {
        text += &format!("base  {base}\n");
        for reference in *references {
            let (base, parts) = (split(base), split(reference));
            let target = resolver.resolve(&base, &parts).unwrap();
            text += &format!("      {reference:<22} = {target}\n");
            for warning in target.warnings() {
                text += &format!("      {:<22}   warning: {warning}\n", "");
            }
        }
        text.push('\n');
    }
    text
}

#[test]
fn resolve_by_theme() {
    let letter = Resolver::new();
    let rootless: &[(&str, &[&str])] = &[
        ("a:b/c", &["", "d", "../d", "../../d", "..", ".", "/d", "./d:e", "?q", "#f"]),
        ("a:b", &["d", "../d", ".", "./d:e"]),
        ("a:", &["d", "../d", "./d:e", "?q"]),
        ("urn:x:y", &["z", "#f", "urn:z"]),
    ];
    snapshot("resolve", "rootless-bases", &resolve(letter, rootless));
    let dots: &[(&str, &[&str])] = &[
        ("http://h/a/..", &["b", ".", "..", "", "?q"]),
        ("http://h/a/../b", &["", "?q", "#f", "c", "../c"]),
        ("http://h/a/b", &["%2e%2e/c", "c/%2E", "c/.../d", "..c", ".../d", "/a/./b/../c/."]),
        ("http://h", &["g", "..", "../g", "?q", ""]),
    ];
    snapshot("resolve", "dot-segments", &resolve(letter, dots));
    let empty: &[(&str, &[&str])] =
        &[("http://h/a//b", &["c", "../c", "../../c", ".//c", "..//c", "/.//c", "//", "///c"])];
    snapshot("resolve", "empty-segments", &resolve(letter, empty));
    let misread: &[(&str, &[&str])] = &[
        ("a:/b", &[".//c", "/.//c", "/..//c", "x:/.//c", "//c"]),
        ("a:b/c", &["..//d", "./.././/d"]),
        ("a://h/b", &[".//c"]),
    ];
    let by_letter = resolve(letter, misread);
    let guarded = resolve(letter.guard_path(true), misread);
    snapshot(
        "resolve",
        "misread",
        &format!("By the letter\n\n{by_letter}With the path guarded\n\n{guarded}"),
    );
    let scheme: &[(&str, &[&str])] =
        &[("http://h/a/b?q", &["http:", "http:c", "HTTP:../c", "http:?x", "http://i", "https:c"])];
    let strict = resolve(letter, scheme);
    let non_strict = resolve(letter.non_strict(true), scheme);
    snapshot("resolve", "non-strict", &format!("Strict\n\n{strict}Non-strict\n\n{non_strict}"));
}

#[test]
fn traces() {
    let mut text = String::new();
    for (base, reference) in [
        ("http://a/b/c/d;p?q", "../g"),
        ("http://a/b/c/d;p?q", "g;x=1/../y?z#s"),
        ("http://a/b/c/d;p?q", ""),
        ("http://a/b/c/d;p?q", "//g/./"),
        ("http://a", "//?#"),
        ("http://a/b?", "http://./?"),
        ("http://a/b/c/d;p?q", "g:h"),
        ("http://a", "g"),
        ("a:b/c", "..//d"),
    ] {
        text += &format!("base {base}, reference {reference:?}\n");
        let each = |step: urispec::Step<'_>| text += &format!("{step}\n");
        Resolver::new().trace(&split(base), &split(reference), each).unwrap();
        text.push('\n');
    }
    snapshot("resolve", "traces", &text);
}

/// Each string, and its changes with their rungs and sections up to its normal form by `to`.
fn normalize(to: Rung, inputs: &[&str]) -> String {
    let mut text = String::new();
    for input in inputs {
        text += &format!("{input}\n");
        let reference = UriRef::parse(input).unwrap();
        let each = |change: urispec::Change<'_>| {
            let (rung, section) = (change.rung.name(), change.section);
            text +=
                &format!("    {rung:<16} {section:<8} {:?} -> {:?}\n", change.before, change.after);
        };
        let normal = Normalizer::new().to(to).explain(&reference, each).into_reference().unwrap();
        text += &format!("  = {normal}\n\n");
    }
    text
}

#[test]
fn normalize_by_theme() {
    let case = &[
        "HTTP://EXAMPLE.com/A?B#C",
        "//U@H%c3%A9:80",
        "a:%3a%3A",
        "//[2001:DB8::ABCD]/",
        "//[V1.A]",
        "A:B",
    ];
    snapshot("normalize", "case", &normalize(Rung::Case, case));
    let percent = &[
        "a:%41%7e%2d",
        "//%45%4d",
        "a:%2F%3f%25%41",
        "//%31.2.3.4",
        "a:%C3%a9",
        "?%61#%62",
        "//%75@h",
        "a:%2541",
    ];
    snapshot("normalize", "percent-encoding", &normalize(Rung::PercentEncoding, percent));
    let dots = &[
        "eXAMPLE://a/./b/../b/%63/%7bfoo%7d",
        "http://h/../a/.",
        "a:b/../c",
        "a:./b",
        "a:/%2E%2e/b",
        "/a/%2e/..",
        "%2e./.%2e%2e/%2e%2f",
        "../a",
        "./a:b",
        "a/../b",
        "/a/../b",
        "a:/.//b",
        "a:/b/..//c",
        "/.//b",
        "//h/.//b",
        "a:.",
    ];
    snapshot("normalize", "path-segments", &normalize(Rung::PathSegments, dots));
    let scheme = &[
        "http://example.com:80",
        "http://example.com:",
        "http://example.com:080/",
        "https://h:443",
        "http://h:8080",
        "ftp://h:21",
        "foo://h:",
        "foo://h:80",
        "//h:",
        "file://localhost/a",
        "file:/a",
        "file:a",
        "file://LOCALHOST:/a",
        "file:/.//a",
        "file://u@localhost/a",
        "http:",
        "WSS://h:443?q",
    ];
    snapshot("normalize", "scheme", &normalize(Rung::Scheme, scheme));
}

#[test]
fn compare_by_theme() {
    let mut text = String::new();
    for (a, b) in [
        ("a:b", "a:b"),
        ("http://h/a", "HTTP://H/a"),
        ("a:%3a", "a:%3A"),
        ("a:%7E", "a:~"),
        ("//%41", "//a"),
        ("http://h/a/../b", "http://h/b"),
        ("http://h/%2e/b", "http://h/b"),
        ("http://h", "http://h:80/"),
        ("http://h", "https://h"),
        ("a:b", "a:B"),
        ("a:b?", "a:b"),
        ("a:b#", "a:b"),
        ("a:%2F", "a:/"),
        ("//h:", "//h"),
        ("a:/.//b", "a://b"),
    ] {
        let [x, y] = [a, b].map(|text| UriRef::parse(text).unwrap());
        let rung = compare(&x, &y).map_or("none", Rung::name);
        text += &format!("{a:<18} {b:<18} {rung}\n");
    }
    snapshot("compare", "rungs", &text);
}

fn relative(table: &[(&str, &[&str])]) -> String {
    let mut text = String::new();
    for (base, targets) in table {
        text += &format!("base  {base}\n");
        for target in *targets {
            let [base, target] = [base, target].map(|text| Uri::parse(text).unwrap());
            text += &match relativize(&base, &target) {
                Ok(reference) => format!("      {target:<26} = {:?}\n", reference.as_str()),
                Err(_) => format!("      {target:<26} has no reference\n"),
            };
        }
        text.push('\n');
    }
    text
}

#[test]
fn relativize_by_theme() {
    let table: &[(&str, &[&str])] = &[
        (
            "http://a/b/c/d;p?q",
            &[
                "http://a/b/c/d;p?q",
                "http://a/b/c/d;p?q#s",
                "http://a/b/c/d;p?y",
                "http://a/b/c/d;p",
                "http://a/b/c/g",
                "http://a/b/c/",
                "http://a/b/",
                "http://a/",
                "http://a",
                "http://a/b/g",
                "http://a/g",
                "http://a/b/c/g:h",
                "http://a/b/c//g",
                "http://a//g",
                "http://g",
                "g:h",
            ],
        ),
        ("http://a?q", &["http://a", "http://a/", "http://a/b", "http://a?q"]),
    ];
    snapshot("relativize", "hierarchical", &relative(table));
    let table: &[(&str, &[&str])] = &[
        ("abc:b/c", &["abc:b/d", "abc:b/", "abc:d", "abc:/d", "abc:", "abc:b/d:e", "abc:b"]),
        ("abc:b", &["abc:c", "abc:", "abc::", "abc:c:d", "abc:/c", "abc://h"]),
        ("abc:", &["abc:", "abc:c", "abc:?q", "abc:#f"]),
    ];
    snapshot("relativize", "rootless", &relative(table));
    let table: &[(&str, &[&str])] = &[
        (
            "http://h/a/../c",
            &["http://h/d", "http://h/a/d", "http://h/a/../c#f", "http://h/a/../d"],
        ),
        ("http://h/", &["http://h/.", "http://h/%2e", "a:/.//b"]),
    ];
    snapshot("relativize", "dot-segments", &relative(table));
}
