//! The editions side by side.

use std::fmt::Write;

use urispec::{Edition, Normalizer, Reference, Resolver, Rung, compare_with, split};
use urispec_audit::{Languages, difference};
use urispec_compare::since::{Since, Span, since};

use super::languages;
use crate::inputs;
use crate::snapshot::across;
use crate::themes::components;

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
            let resolver = Resolver::from_edition(edition);
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
    let parse = |text| Reference::parse_as(edition, "uri", text);
    let plain = parse("http://info.cern.ch/albert/bertram/marie-claude").unwrap();
    let encoded = parse("http://info.cern.ch/albert/bertram/marie%2Dclaude").unwrap();
    let slash = parse("http://info.cern.ch/albert/bertram%2Fmarie-claude").unwrap();
    let normalizer = Normalizer::from_edition(edition);
    assert_eq!(compare_with(&normalizer, &plain, &encoded).rung(), Some(Rung::PercentEncoding));
    assert_eq!(compare_with(&normalizer, &plain, &slash).rung(), None);
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
        for &rung in Rung::ALL {
            let normalizer = Normalizer::from_edition(edition).to(rung);
            let once = normalizer.normalize(&Reference::parse(edition, text).unwrap()).to_string();
            let twice =
                normalizer.normalize(&Reference::parse(edition, &once).unwrap()).to_string();
            assert_eq!(once, twice, "{edition}, {rung}: {text}");
        }
    }
    let reference = Reference::parse(Edition::Rfc2396bis01, "a:[").unwrap();
    let normal = Normalizer::from_edition(Edition::Rfc2396bis01).normalize(&reference);
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

/// Worked out by hand from what the documents print.
#[test]
fn since_which_document() {
    const DRAFT: &str = "draft-fielding-uri-rfc2396bis-01 (2003)";
    let said = |text| since(text).iter().map(Span::to_string).collect::<Vec<_>>().join("; ");
    for (text, expected) in [
        ("//[::1]", "since RFC 2732 (1999), section 3".to_owned()),
        (
            "http://u@[::1]:80/a",
            "since RFC 2732 (1999), section 3, until URL Standard (2026)".into(),
        ),
        ("//[v1.a]", "since RFC 3986 (2005), section 3.2.2, until URL Standard (2026)".into()),
        ("//[fe80::1%25en0]", "since RFC 6874 (2013), section 2, until URL Standard (2026)".into()),
        // No URI has the letter, so RFC 6874, which amends URIs, does not end it.
        ("/\u{e9}", "since RFC 3987 (2005), section 2.2".into()),
        // `rel_path` of RFC 1808 has only optional parts; that of RFC 2396 (5) begins with a segment.
        (
            "?y",
            format!(
                "since RFC 1808 (1995), section 2.2, until RFC 2396 (1998); since {DRAFT}, section 5"
            ),
        ),
        ("", "since RFC 1808 (1995), section 2.2".into()),
        // The draft of RFC 2396 made `~` a mark (2.3); before, it was national.
        ("/~a", "since draft-fielding-url-syntax-05 (1997), section 2.3".into()),
        // RFC 2732 put the brackets into `reserved`, and RFC 2396 has that in `uric`. The `pchar` of the
        // draft has it no more.
        ("#[a]", format!("since RFC 2732 (1999), section 3, until {DRAFT}")),
        // `@` and `:` are in the `pchar` of a `net_loc`. The URL Standard's valid strings have no userinfo.
        ("//u@h", "since RFC 1808 (1995), section 2.2, until URL Standard (2026)".into()),
        ("//h:80", "since RFC 1808 (1995), section 2.2".into()),
        // What follows the scheme must not be empty in RFC 2396 (3), and may be in the draft (3).
        (
            "A:#",
            format!(
                "since RFC 1808 (1995), section 2.2, until RFC 2396 (1998); since {DRAFT}, section 3"
            ),
        ),
        ("http://h/", "since RFC 1630 (1994), section 4.1".into()),
        ("a b", String::new()),
    ] {
        assert_eq!(said(text), expected, "{text}");
    }
}

/// A span begins where a document has the string, and ends where one lacks it that speaks of it.
#[test]
fn spans_are_of_the_documents_that_have_the_string() {
    for text in inputs::EXAMPLES[0].1.iter().copied().chain(["//[::1]", "/\u{e9}", "a:", "+:", "%"])
    {
        let spans = since(text);
        let is_valid = |edition: Edition| edition.deriving(text).is_ok();
        for span in &spans {
            assert!(
                is_valid(span.from) && span.until.is_none_or(|until| !is_valid(until)),
                "{text}"
            );
        }
        let in_none = Edition::ALL.iter().all(|edition| !is_valid(*edition));
        assert_eq!(spans.is_empty(), in_none, "{text}");
    }
}

/// Which hosts there are: RFC 2396, 3.2.2, has names of labels; RFC 3986, 3.2.2, any `reg-name`, also
/// the empty one. RFC 1630 (9) has `xalphas` in a name, RFC 1738 (3.1) no more.
#[test]
fn since_which_document_a_form_of_host() {
    let host = Since::from_production(Edition::Rfc3986.production("host").unwrap());
    let froms = |text| {
        let spans = host.of(text);
        spans.iter().map(|span| (span.from, span.until)).collect::<Vec<_>>()
    };
    assert_eq!(froms("[::1]"), [(Edition::Rfc2732, None)]);
    assert_eq!(froms("[v1.a]"), [(Edition::Rfc3986, Some(Edition::Whatwg))]);
    assert_eq!(froms("[fe80::1%25en0]"), [(Edition::Rfc6874, Some(Edition::Whatwg))]);
    assert_eq!(froms("\u{e9}.example"), [(Edition::Rfc3987, None)]);
    let escaped = [(Edition::Rfc1630, Some(Edition::Rfc1738)), (Edition::Rfc3986, None)];
    assert_eq!(froms("h%41"), escaped);
    assert_eq!(froms(""), [(Edition::Rfc3986, None)]);
    assert_eq!(host.of("a!b").last().unwrap().place(), ("RFC 3986", "3.2.2"));
}
