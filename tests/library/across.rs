//! The editions side by side.

use std::fmt::Write;

use urispec::audit::{Languages, Printed, difference};
use urispec::grammar::Grammar;
use urispec::{Edition, Normalizer, Reference, Resolver, Rung, compare_with, split};

use crate::inputs;
use crate::snapshot::across;
use crate::themes::components;

/// The languages of a printed grammar as read.
fn languages(grammar: &Grammar) -> Languages {
    let read = |text| Printed::read(grammar.notation(), grammar.stem(), text).unwrap();
    let printed = read(grammar.printed());
    if grammar.readings().is_empty() {
        return Languages::of(&printed);
    }
    Languages::of(&printed.with_readings(&read(grammar.readings())))
}

/// Of every pair of whole-string rules the shortest string that the first accepts and the second
/// does not.
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
    across("whole-strings", &text);
}

/// What the printed examples of all documents resolve to under each, where there is an answer.
#[test]
fn resolutions() {
    let (base, references) = inputs::EXAMPLES[0];
    let mut text = format!("base {base}\n");
    for reference in references {
        writeln!(text, "\n{reference:?}").unwrap();
        let answers = Edition::ALL.iter().map(|&edition| {
            let resolver = Resolver::of(edition);
            let resolved = resolver
                .read(reference)
                .and_then(|(reference, _)| resolver.resolve(&split(base), &reference))
                .map_or_else(
                    |error| format!("error: {}", error.explain(reference)),
                    |resolved| resolved.to_string(),
                );
            (edition, resolved)
        });
        writeln!(text, "{}", grouped(answers)).unwrap();
    }
    across("resolutions", &text);
}

/// The normal form of one string under each edition, rung by rung.
#[test]
fn normal_forms() {
    let mut text = String::new();
    for uri in inputs::LADDER {
        writeln!(text, "{uri}").unwrap();
        for rung in Rung::ALL {
            let forms = Edition::ALL.iter().map(|&edition| {
                let form = Reference::parse(edition, edition.whole_rules()[0], uri).map_or_else(
                    |_| "not in the language".to_owned(),
                    |uri| Normalizer::of(edition).to(rung).normalize(&uri).to_string(),
                );
                (edition, form)
            });
            writeln!(text, "  {rung}\n{}", grouped(forms)).unwrap();
        }
    }
    across("normal-forms", &text);
}

/// The components of one string under each edition.
#[test]
fn components_of_one_string() {
    let mut text = String::new();
    for input in inputs::COMPONENTS {
        let lines = Edition::ALL.iter().map(|&edition| (edition, components(edition, input)));
        writeln!(text, "{input:?}\n{}\n", grouped(lines)).unwrap();
    }
    across("components", &text);
}

/// What is wrong with one string under each edition.
#[test]
fn errors_of_one_string() {
    let mut text = String::new();
    for input in inputs::ERRORS {
        let lines = Edition::ALL.iter().map(|&edition| {
            let checked = urispec::check(edition, edition.whole_rules()[0], input);
            (edition, checked.map_or_else(|error| error.explain(input), |()| "valid".to_owned()))
        });
        writeln!(text, "{input:?}\n{}\n", grouped(lines)).unwrap();
    }
    across("errors", &text);
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
    across("ladders", &text);
}

/// RFC 1630, 4.1.2: "marie-claude" and "marie%2Dclaude" are identical, a "/" and "%2F" are not, and
/// what is no encoding is illegal.
#[test]
fn examples_of_equivalence() {
    let edition = Edition::Rfc1630;
    let parse = |text| Reference::parse(edition, "uri", text);
    let plain = parse("http://info.cern.ch/albert/bertram/marie-claude").unwrap();
    let encoded = parse("http://info.cern.ch/albert/bertram/marie%2Dclaude").unwrap();
    let slash = parse("http://info.cern.ch/albert/bertram%2Fmarie-claude").unwrap();
    let normalizer = Normalizer::of(edition);
    assert_eq!(compare_with(&normalizer, &plain, &encoded), Some(Rung::PercentEncoding));
    assert_eq!(compare_with(&normalizer, &plain, &slash), None);
    assert!(parse("fxqn:/us/va/reston/cnri/ietf/24/asdf%*.fred").is_err());
    assert!(parse("news:12345667123%asdghfh@info.cern.ch").is_err());
}

/// A normal form is one of its own edition, and stable: decoding makes no scheme of a path, no site
/// of one, no host of a registered name. Of another edition it need be no reference of RFC 3986.
#[test]
fn normal_forms_are_stable() {
    for (edition, text) in [
        (Edition::UrlSyntax05, "%61:b"),
        (Edition::UrlSyntax05, "//%61/b"),
        (Edition::Rfc2396bis01, "//%41"),
        (Edition::Rfc2396bis01, "//%30ax:"),
        (Edition::Rfc2396, "//%41"),
    ] {
        for rung in Rung::ALL {
            let normalizer = Normalizer::of(edition).to(rung);
            let once = normalizer.normalize(&Reference::of(edition, text).unwrap()).to_string();
            let twice = normalizer.normalize(&Reference::of(edition, &once).unwrap()).to_string();
            assert_eq!(once, twice, "{edition}, {rung}: {text}");
        }
    }
    let reference = Reference::of(Edition::Rfc2396bis01, "a:[").unwrap();
    let normal = Normalizer::of(Edition::Rfc2396bis01).normalize(&reference);
    assert_eq!(normal.into_reference().unwrap_err().into_input(), "a:[");
}

/// Answers that are the same on one line, with the editions that give them.
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
