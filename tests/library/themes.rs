//! What resolving, normalizing and lowering make of strings under each edition, by theme, inputs
//! beside results; and of RFC 3986 what comparing and relativizing make of them.

use urispec::meaning::Meaning;
use urispec::{
    AboveRoot, Edition, Node, Normalizer, ParseError, Reference, ResolveError, Resolver, Rung, Uri,
    UriRef, compare, relativize, relativize_with, split,
};

use crate::inputs::{self, Table};
use crate::snapshot::snapshot;

/// `base`, and each reference beside its target.
fn resolve(resolver: Resolver, table: Table) -> String {
    let mut text = String::new();
    for (base, references) in table {
        text += &format!("base  {base}\n");
        if let Err(error) = Reference::parse(resolver.edition(), base) {
            text += &format!("      is none: {}\n\n", error.explain(base));
            continue;
        }
        for reference in *references {
            let read = resolver.read(reference);
            let resolved = read
                .and_then(|(parts, warning)| Ok((resolver.resolve(split(base), parts)?, warning)));
            let (target, warning) = match resolved {
                Ok(resolved) => resolved,
                Err(error) => {
                    text += &format!("      {reference:<22} ! {}\n", error.explain(reference));
                    continue;
                }
            };
            text += &format!("      {reference:<22} = {target}\n");
            for warning in warning.into_iter().chain(target.warnings()) {
                text += &format!("      {:<22}   warning: {warning}\n", "");
            }
        }
        text.push('\n');
    }
    text
}

#[test]
fn resolve_by_theme() {
    for &edition in Edition::ALL {
        let letter = Resolver::from_edition(edition);
        let resolves = letter.read("g:h");
        if let Err(error @ ResolveError::NoAlgorithm { .. }) = resolves {
            // Of any base and any reference.
            snapshot(edition, "resolve", "none", &error.to_string());
            continue;
        }
        for (theme, table) in [
            ("examples", inputs::EXAMPLES),
            ("rootless-bases", inputs::ROOTLESS_BASES),
            ("dot-segments", inputs::DOT_SEGMENTS),
            ("empty-segments", inputs::EMPTY_SEGMENTS),
            ("slashes", inputs::SLASHES),
        ] {
            snapshot(edition, "resolve", theme, &resolve(letter, table));
        }
        for (theme, table, policies) in [
            (
                "misread",
                inputs::MISREAD,
                &[("by the letter", letter), ("with the path guarded", letter.guard_path(true))][..],
            ),
            (
                "non-strict",
                inputs::SAME_SCHEME,
                &[("strict", letter), ("non-strict", letter.non_strict(true))],
            ),
            (
                "above-root",
                inputs::ABOVE_ROOT,
                &[
                    ("kept", letter),
                    ("removed", letter.above_root(AboveRoot::Remove)),
                    ("refused", letter.above_root(AboveRoot::Refuse)),
                ],
            ),
        ] {
            let mut tables: Vec<(String, String)> = Vec::new();
            for (policy, resolver) in policies {
                let text = resolve(*resolver, table);
                match tables.iter_mut().find(|(_, known)| *known == text) {
                    Some((policies, _)) => *policies += &format!(", {policy}"),
                    None => tables.push(((*policy).to_owned(), text)),
                }
            }
            let tables = tables.iter().map(|(policies, text)| format!("{policies}\n\n{text}"));
            snapshot(edition, "resolve", theme, &tables.collect::<String>());
        }
    }
}

#[test]
fn traces() {
    for &edition in Edition::ALL {
        let resolver = Resolver::from_edition(edition);
        if let Err(ResolveError::NoAlgorithm { .. }) = resolver.read("g:h") {
            continue;
        }
        let mut text = String::new();
        for (base, reference) in inputs::TRACES {
            text += &format!("base {base}, reference {reference:?}\n");
            let each = |step: urispec::trace::ResolutionStep<'_>| text += &format!("{step}\n");
            let resolved = resolver.trace(split(base), split(reference), each);
            match resolved {
                Ok(resolved @ urispec::Resolved::CurrentDocument { .. }) => {
                    text += &format!("{resolved}\n");
                }
                Ok(_) => {}
                Err(error) => text += &format!("error: {error}\n"),
            }
            text.push('\n');
        }
        snapshot(edition, "resolve", "traces", &text);
    }
}

/// Each string, and its changes with their rungs and sections up to its normal form by `to`, which
/// is a string of the edition and its own normal form.
pub(crate) fn normalize(edition: Edition, to: Rung, inputs: &[&str]) -> String {
    let mut text = String::new();
    let normalizer = Normalizer::from_edition(edition).to(to);
    for input in inputs {
        text += &format!("{input}\n");
        let Ok(reference) = Reference::parse(edition, input) else {
            text += "  is none\n\n";
            continue;
        };
        let each = |change: urispec::trace::NormalizationStep<'_>| {
            let (rung, section) = (change.rung.name(), change.section);
            text +=
                &format!("    {rung:<16} {section:<8} {:?} -> {:?}\n", change.before, change.after);
        };
        let normal = normalizer.explain(&reference, each);
        text += &format!("  = {normal}\n\n");
        let again = Reference::parse(edition, normal.as_str());
        let again = again.unwrap_or_else(|error| panic!("{edition} {input}: {normal}: {error}"));
        assert!(normalizer.normalize(&again).is_unchanged(), "{edition} {input}: {normal}");
    }
    text
}

#[test]
fn normalize_by_theme() {
    for &edition in Edition::ALL {
        for (theme, to, inputs) in [
            ("case", Rung::Case, inputs::CASE),
            ("percent-encoding", Rung::PercentEncoding, inputs::PERCENT_ENCODING),
            ("path-segments", Rung::PathSegments, inputs::PATH_SEGMENTS),
            ("scheme", Rung::Scheme, inputs::SCHEME),
        ] {
            snapshot(edition, "normalize", theme, &normalize(edition, to, inputs));
        }
    }
}

/// The components by the grammar: those that are defined, with the kind of the host.
pub(crate) fn components(edition: Edition, text: &str) -> String {
    let Ok(reference) = Reference::parse(edition, text) else { return "is none".to_owned() };
    let kind = reference.host().map_or("", |host| host.kind().name());
    let path = if reference.opaque_part().is_some() { "opaque part" } else { "path" };
    let parts = [
        ("scheme", reference.scheme()),
        ("authority", reference.authority()),
        ("userinfo", reference.userinfo()),
        (kind, reference.host().map(|host| host.as_str())),
        ("port", reference.port()),
        (path, Some(reference.path())),
        ("query", reference.query()),
        ("fragment", reference.fragment()),
    ];
    let shown = parts.iter().filter_map(|(name, part)| Some(format!("{name} {:?}", (*part)?)));
    shown.collect::<Vec<_>>().join(", ")
}

#[test]
fn lowered_components() {
    for &edition in Edition::ALL {
        let lines = inputs::COMPONENTS
            .iter()
            .map(|text| format!("{text:?}\n    {}\n", components(edition, text)));
        snapshot(edition, "lowered", "components", &lines.collect::<String>());
    }
}

/// What is wrong with a string by a production, and what was being read.
pub(crate) fn wrong(edition: Edition, rule: &str, text: &str) -> String {
    match Node::parse(edition, rule, text) {
        Ok(_) => "valid".to_owned(),
        Err(ParseError::Syntax(error)) => {
            let why = error.explain(text).unwrap();
            format!("{why}\n    in {}", why.rule_path().join(" > "))
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn errors() {
    for &edition in Edition::ALL {
        let lines = inputs::ERRORS.iter().map(|text| {
            format!("{text:?}\n    {}\n", wrong(edition, edition.whole_rules()[0], text))
        });
        snapshot(edition, "errors", "strings", &lines.collect::<String>());
    }
}

/// The production that derives a URL, and why that of its scheme does not, where an edition says
/// something of schemes.
#[test]
fn unmatched() {
    for &edition in Edition::ALL {
        let (mut text, mut says_something) = (String::new(), false);
        for url in inputs::URLS {
            let tree =
                edition.whole_rules().iter().find_map(|rule| Node::parse(edition, rule, url).ok());
            let meaning = tree.as_ref().map(|tree| Meaning::from_tree(edition, tree).unwrap());
            says_something |= matches!(meaning, Some(Some(_)));
            let said = match meaning {
                None => "is none".to_owned(),
                Some(None) => continue,
                Some(Some((derivation, _))) => match derivation.unmatched {
                    None => derivation.production.to_owned(),
                    Some(why) => format!("{}; {why}", derivation.production),
                },
            };
            text += &format!("{url}\n    {said}\n");
        }
        if says_something {
            snapshot(edition, "errors", "unmatched", &text);
        }
    }
}

/// What relativizing gives resolves back, under every edition that resolves. There is none only
/// where not even the target resolves to itself: RFC 3986 removes dot segments from what has a scheme.
#[test]
fn relative_references_lead_back() {
    let tables = [inputs::EXAMPLES, inputs::ROOTLESS_BASES, inputs::SLASHES, inputs::DOT_SEGMENTS];
    let strings: Vec<_> = tables.iter().copied().flatten().map(|(base, _)| *base).collect();
    for &edition in Edition::ALL {
        let resolver = Resolver::from_edition(edition);
        let resolves = !matches!(resolver.read("g:h"), Err(ResolveError::NoAlgorithm { .. }));
        let uris = inputs::COMPONENTS.iter().chain(&strings).filter_map(|text| {
            Reference::parse(edition, text).ok().filter(|uri| uri.scheme().is_some())
        });
        let uris: Vec<_> = uris.collect();
        for (base, target) in uris.iter().flat_map(|base| uris.iter().map(move |to| (base, to))) {
            let at = || format!("{edition}: from {base} to {target}");
            match relativize_with(&resolver, base, target) {
                Ok(reference) => {
                    let (parts, warning) = resolver.read(&reference).unwrap();
                    let resolved = resolver.resolve(split(base.as_str()), parts).unwrap();
                    assert_eq!(warning, None, "{}", at());
                    assert!(reference.len() <= target.as_str().len(), "{}", at());
                    match resolved.components() {
                        Some(found) => assert_eq!(found.to_string(), target.as_str(), "{}", at()),
                        None => {
                            let document = base.as_str().split('#').next().unwrap_or_default();
                            assert_eq!(
                                format!("{document}{reference}"),
                                target.as_str(),
                                "{}",
                                at()
                            );
                        }
                    }
                }
                Err(_) if !resolves => {}
                Err(error) => {
                    let found = resolver.resolve(split(base.as_str()), split(target.as_str()));
                    assert_ne!(found.unwrap().to_string(), target.as_str(), "{}: {error}", at());
                    // The URL Standard writes targets its own way: `http://h` is `http://h/`.
                    let is_written_anew = edition == Edition::Whatwg;
                    assert!(
                        target.as_str().contains("/..") || is_written_anew,
                        "{}: {error}",
                        at()
                    );
                }
            }
        }
    }
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
        let rung = compare(&x, &y).rung().map_or("none", Rung::name);
        text += &format!("{a:<18} {b:<18} {rung}\n");
    }
    snapshot(Edition::Rfc3986, "compare", "rungs", &text);
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
    snapshot(Edition::Rfc3986, "relativize", "hierarchical", &relative(table));
    let table: &[(&str, &[&str])] = &[
        ("abc:b/c", &["abc:b/d", "abc:b/", "abc:d", "abc:/d", "abc:", "abc:b/d:e", "abc:b"]),
        ("abc:b", &["abc:c", "abc:", "abc::", "abc:c:d", "abc:/c", "abc://h"]),
        ("abc:", &["abc:", "abc:c", "abc:?q", "abc:#f"]),
    ];
    snapshot(Edition::Rfc3986, "relativize", "rootless", &relative(table));
    let table: &[(&str, &[&str])] = &[
        (
            "http://h/a/../c",
            &["http://h/d", "http://h/a/d", "http://h/a/../c#f", "http://h/a/../d"],
        ),
        ("http://h/", &["http://h/.", "http://h/%2e", "a:/.//b"]),
    ];
    snapshot(Edition::Rfc3986, "relativize", "dot-segments", &relative(table));
}
