//! Snapshots of the results for strings under each edition, by theme: `snapshots/EDITION/STAGE/THEME.snap`, and the
//! editions side by side in `snapshots/across`.

use std::fmt::Write;

use urispec::meaning::Meaning;
use urispec::{
    AboveRoot, Edition, Node, Normalizer, ParseError, Reference, ResolveError, Resolver, Rung, Uri,
    UriRef, compare, relativize, relativize_with, split,
};
use urispec_audit::Languages;
use urispec_audit::automata::difference;

use crate::common::snapshot;
use crate::diff::languages;
use crate::tables::{Row, section};

#[track_caller]
fn of(edition: Edition, stage: &str, theme: &str, text: &str) {
    snapshot(&format!("{edition}/{stage}"), theme, text);
}

/// Returns the strings of a theme.
fn strings(theme: &str) -> Vec<String> {
    let rows = section("strings", theme);
    rows.iter().flat_map(|row| row.texts(0).map(str::to_owned)).collect()
}

/// Returns the tables of a theme: each base with its strings, which may take several rows.
fn tables(theme: &str) -> Vec<(String, Vec<String>)> {
    let mut tables: Vec<(String, Vec<String>)> = Vec::new();
    for row in section("strings", theme) {
        let strings = row.texts(1).map(str::to_owned);
        match tables.last_mut() {
            Some((base, all)) if base == row.text(0) => all.extend(strings),
            _ => tables.push((row.text(0).to_owned(), strings.collect())),
        }
    }
    tables
}

/// `base`, and each reference beside its target.
fn resolved_tables(resolver: Resolver, tables: &[(String, Vec<String>)]) -> String {
    let mut text = String::new();
    for (base, references) in tables {
        text += &format!("base  {base}\n");
        if let Err(error) = Reference::parse(resolver.edition(), base) {
            text += &format!("      is none: {}\n\n", error.explain(base));
            continue;
        }
        for reference in references {
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

/// The editions that resolve at all.
fn resolving() -> impl Iterator<Item = (Edition, Resolver)> {
    let all = Edition::ALL.iter().map(|&edition| (edition, Resolver::from_edition(edition)));
    all.filter(|(_, resolver)| {
        !matches!(resolver.read("g:h"), Err(ResolveError::NoAlgorithm { .. }))
    })
}

#[test]
fn resolve_by_theme() {
    for &edition in Edition::ALL {
        // The error does not depend on base and reference.
        if let Err(error @ ResolveError::NoAlgorithm { .. }) =
            Resolver::from_edition(edition).read("g:h")
        {
            of(edition, "resolve", "none", &error.to_string());
        }
    }
    for (edition, letter) in resolving() {
        for theme in ["examples", "rootless-bases", "dot-segments", "empty-segments", "slashes"] {
            of(edition, "resolve", theme, &resolved_tables(letter, &tables(theme)));
        }
        let [guarded, loose] = [letter.guard_path(true), letter.non_strict(true)];
        let [removing, refusing] =
            [AboveRoot::Remove, AboveRoot::Refuse].map(|above| letter.above_root(above));
        for (theme, strings, policies) in [
            (
                "misread",
                "misread",
                &[("by the letter", letter), ("with the path guarded", guarded)][..],
            ),
            ("non-strict", "same-scheme", &[("strict", letter), ("non-strict", loose)]),
            (
                "above-root",
                "above-root",
                &[("kept", letter), ("removed", removing), ("refused", refusing)],
            ),
        ] {
            let mut found: Vec<(String, String)> = Vec::new();
            for (policy, resolver) in policies {
                let text = resolved_tables(*resolver, &tables(strings));
                match found.iter_mut().find(|(_, known)| *known == text) {
                    Some((policies, _)) => *policies += &format!(", {policy}"),
                    None => found.push(((*policy).to_owned(), text)),
                }
            }
            let found = found.iter().map(|(policies, text)| format!("{policies}\n\n{text}"));
            of(edition, "resolve", theme, &found.collect::<String>());
        }
    }
}

#[test]
fn traces() {
    for (edition, resolver) in resolving() {
        let mut text = String::new();
        for row in section("strings", "traces") {
            let (base, reference) = (row.text(0), row.text(1));
            text += &format!("base {base}, reference {reference:?}\n");
            let each = |step: urispec::trace::ResolutionStep<'_>| text += &format!("{step}\n");
            match resolver.trace(split(base), split(reference), each) {
                Ok(resolved @ urispec::Resolved::CurrentDocument { .. }) => {
                    text += &format!("{resolved}\n")
                }
                Ok(_) => {}
                Err(error) => text += &format!("error: {error}\n"),
            }
            text.push('\n');
        }
        of(edition, "resolve", "traces", &text);
    }
}

/// Each string, and its changes with their rungs and sections up to its normal form by `to`, which
/// is a string of the edition and its own normal form.
fn normalize(edition: Edition, to: Rung, inputs: &[String]) -> String {
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
        for (theme, to) in [
            ("case", Rung::Case),
            ("percent-encoding", Rung::PercentEncoding),
            ("path-segments", Rung::PathSegments),
            ("scheme", Rung::Scheme),
        ] {
            of(edition, "normalize", theme, &normalize(edition, to, &strings(theme)));
        }
    }
}

/// The components by the grammar: those that are defined, with the kind of the host.
fn components(edition: Edition, text: &str) -> String {
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

/// Returns what is wrong with a string by a production, and the rules that were being read.
fn wrong(edition: Edition, rule: &str, text: &str) -> String {
    match Node::parse(edition, rule, text) {
        Ok(_) => "valid".to_owned(),
        Err(ParseError::Syntax(error)) => {
            let why = error.explain(text).unwrap();
            let by_grammar = match why.cause() {
                Some(_) => format!("\n    {}", why.without_cause()),
                None => String::new(),
            };
            format!("{why}{by_grammar}\n    in {}", why.rule_path().join(" > "))
        }
        Err(other) => panic!("{other}"),
    }
}

/// Returns each string with its result.
fn each(strings: &[String], say: impl Fn(&str) -> String) -> String {
    strings.iter().map(|text| format!("{text:?}\n    {}\n", say(text))).collect()
}

#[test]
fn components_and_errors() {
    for &edition in Edition::ALL {
        let lowered = each(&strings("components"), |text| components(edition, text));
        of(edition, "lowered", "components", &lowered);
        let whole = edition.whole_rules()[0];
        of(
            edition,
            "errors",
            "strings",
            &each(&strings("errors"), |text| wrong(edition, whole, text)),
        );
    }
}

/// The results of each document of a single scheme: errors by the production that gets furthest, components, and normal
/// forms with each change.
#[test]
fn single_schemes() {
    let rows = section("strings", "single-schemes");
    let is_of = |edition: Edition| move |row: &&Row| row.text(0) == edition.id();
    for &edition in Edition::SCHEMES {
        let own =
            rows.iter().filter(is_of(edition)).flat_map(|row| row.texts(1).map(str::to_owned));
        let own: Vec<_> = own.collect();
        assert!(!own.is_empty(), "{edition}");
        let error = |text: &str| wrong(edition, edition.reading(text).rule(), text);
        of(edition, "errors", "strings", &each(&own, error));
        of(edition, "lowered", "components", &each(&own, |text| components(edition, text)));
        of(edition, "normalize", "scheme", &normalize(edition, Rung::Scheme, &own));
    }
    assert!(rows.iter().all(|row| Edition::SCHEMES.iter().any(|edition| is_of(*edition)(&row))));
}

/// The production that derives a URL, and why that of its scheme does not, where an edition says
/// something of schemes.
#[test]
fn unmatched() {
    for &edition in Edition::ALL {
        let (mut text, mut says_something) = (String::new(), false);
        for url in &strings("urls") {
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
            of(edition, "errors", "unmatched", &text);
        }
    }
}

/// A relative reference resolves back, under every edition that resolves. There is none only if not even the target
/// resolves to itself: RFC 3986 removes dot segments from a reference with a scheme.
#[test]
fn relative_references_lead_back() {
    let themes = ["examples", "rootless-bases", "slashes", "dot-segments"];
    let bases = themes.into_iter().flat_map(tables).map(|(base, _)| base);
    let strings: Vec<_> = strings("components").into_iter().chain(bases).collect();
    for &edition in Edition::ALL {
        let resolver = Resolver::from_edition(edition);
        let resolves = !matches!(resolver.read("g:h"), Err(ResolveError::NoAlgorithm { .. }));
        let uris = strings.iter().filter_map(|text| {
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
fn compare_and_relativize_by_theme() {
    let mut text = String::new();
    for row in section("strings", "rungs") {
        let [x, y] = [0, 1].map(|at| UriRef::parse(row.text(at)).unwrap());
        let rung = compare(&x, &y).rung().map_or("none", Rung::name);
        text += &format!("{:<18} {:<18} {rung}\n", row.text(0), row.text(1));
    }
    of(Edition::Rfc3986, "compare", "rungs", &text);
    for (theme, strings) in [
        ("hierarchical", "hierarchical"),
        ("rootless", "rootless"),
        ("dot-segments", "relativized-dot-segments"),
    ] {
        let mut text = String::new();
        for (base, targets) in tables(strings) {
            text += &format!("base  {base}\n");
            for target in &targets {
                let [base, target] = [&base, target].map(|text| Uri::parse(text).unwrap());
                text += &match relativize(&base, &target) {
                    Ok(reference) => format!("      {target:<26} = {:?}\n", reference.as_str()),
                    Err(_) => format!("      {target:<26} has no reference\n"),
                };
            }
            text.push('\n');
        }
        of(Edition::Rfc3986, "relativize", theme, &text);
    }
}

/// For every pair of whole-string rules, the shortest string that the first accepts and the second does not.
#[test]
fn shortest_differences() {
    let mut rules = Vec::new();
    for edition in Edition::ALL {
        for rule in edition.whole_rules() {
            let grammar = edition.production(rule).unwrap().grammar();
            rules.push((format!("{edition} {rule}"), *rule, languages(grammar)));
        }
    }
    let mut text = String::new();
    for (left_name, left_rule, left) in &rules {
        writeln!(text, "{left_name}").unwrap();
        for (right_name, right_rule, right) in &rules {
            let start = |languages: &Languages, rule| languages.start(rule).unwrap().unwrap();
            let sides = (left.dfa(), start(left, left_rule));
            let difference = difference(sides, (right.dfa(), start(right, right_rule)));
            match difference.only_left {
                _ if left_name == right_name => {}
                Some(witness) => {
                    writeln!(text, "  but not {right_name:<28} {}", witness.escape_ascii())
                        .unwrap();
                }
                None => writeln!(text, "  within  {right_name}").unwrap(),
            }
        }
    }
    // "+" begins no scheme of RFC 3986 (3.1), and RFC 1738 asks only for one or more (2.1, 5).
    let rfc1738 = text.split("\nrfc1738 url\n").nth(1).unwrap();
    let against = rfc1738.lines().find(|line| line.contains("rfc3986 URI-reference")).unwrap();
    assert!(against.ends_with(" +:"), "{against}");
    snapshot("across", "whole-strings", &text);
}

/// Returns equal answers on one line, with the editions that give them.
fn grouped(answers: impl Iterator<Item = (Edition, String)>) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (edition, answer) in answers {
        match groups.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, editions)) => editions.push(edition.id()),
            None => groups.push((answer, vec![edition.id()])),
        }
    }
    let line = |(answer, editions): (String, Vec<&str>)| {
        let editions =
            if editions.len() == Edition::ALL.len() { "all".into() } else { editions.join(" ") };
        format!("    {answer:<40}  {editions}")
    };
    groups.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the strings with the answer of each edition.
fn said_by_all(strings: &[String], say: impl Fn(Edition, &str) -> String) -> String {
    let each = strings.iter().map(|text| {
        let answers = Edition::ALL.iter().map(|&edition| (edition, say(edition, text)));
        format!("{text:?}\n{}\n\n", grouped(answers))
    });
    each.collect()
}

/// The targets of the printed examples of all documents under each edition; the components and the errors of some
/// strings under each.
#[test]
fn editions_side_by_side() {
    let (base, references) = tables("examples").remove(0);
    let resolved = said_by_all(&references, |edition, reference| {
        let resolver = Resolver::from_edition(edition);
        let resolved =
            resolver.read(reference).and_then(|(parts, _)| resolver.resolve(&split(&base), &parts));
        resolved.map_or_else(
            |error| format!("error: {}", error.explain(reference)),
            |resolved| resolved.to_string(),
        )
    });
    // A blank line precedes each.
    let resolved = format!("base {base}\n\n{}\n", resolved.trim_end_matches('\n'));
    snapshot("across", "resolutions", &resolved);
    snapshot("across", "components", &said_by_all(&strings("components"), components));
    let errors = said_by_all(&strings("errors"), |edition, text| {
        let checked = urispec::check(edition, edition.whole_rules()[0], text);
        checked.map_or_else(|error| error.explain(text), |()| "valid".to_owned())
    });
    snapshot("across", "errors", &errors);
}

/// The normal form of one string under each edition, rung by rung.
#[test]
fn normal_forms() {
    let mut text = String::new();
    for uri in &strings("ladder") {
        writeln!(text, "{uri}").unwrap();
        for &rung in Rung::ALL {
            let forms = Edition::ALL.iter().map(|&edition| {
                let form = Reference::parse_as(edition, edition.whole_rules()[0], uri).map_or_else(
                    |_| "not in the language".to_owned(),
                    |uri| Normalizer::from_edition(edition).to(rung).normalize(&uri).to_string(),
                );
                (edition, form)
            });
            writeln!(text, "  {rung}\n{}", grouped(forms)).unwrap();
        }
    }
    snapshot("across", "normal-forms", &text);
}

/// The rungs that each edition licenses, with the sections that do.
#[test]
fn ladders() {
    let mut text = String::new();
    for edition in Edition::ALL {
        let rungs = edition.rungs().map(|(rung, section)| match section {
            Some(section) => format!("{rung} ({section})"),
            None => rung.to_string(),
        });
        writeln!(text, "{:<14} {}", edition.id(), rungs.collect::<Vec<_>>().join(", ")).unwrap();
    }
    snapshot("across", "ladders", &text);
}
