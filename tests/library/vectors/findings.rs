//! URIs in text, lints, attacks, the documents since which a string is valid, and the differences between parsers.

use urispec::registry::Registry;
use urispec::{Edition, Reference, UriRef};
use urispec_compare::parsers::{
    AspectValue, Component, Difference, GroupAnswer, ParserAnswer, differences as differing,
};
use urispec_compare::since::{Since, since};
use urispec_lint::extract::{Extract, Found};
use urispec_lint::{Lint, Linter, Pack, lint, registry, security};

use crate::tables::Row;

pub(super) fn extraction(row: &Row) {
    for edition in row.editions(1) {
        let find = |octets: &[u8]| -> Vec<Found> {
            let found = Extract::from_edition(edition, octets).map(Result::unwrap);
            let found: Vec<Found> = match row.text(0) {
                "invalid" => {
                    let all = Extract::from_edition(edition, octets).invalid().map(Result::unwrap);
                    let (valid, invalid): (Vec<_>, _) = all.partition(Found::is_uri);
                    assert_eq!(valid, found.collect::<Vec<_>>());
                    invalid
                }
                _ => found.collect(),
            };
            for one in &found {
                let span = &octets[one.span().start as usize..one.span().end as usize];
                let bare = String::from_utf8_lossy(span).split_whitespace().collect::<String>();
                assert_eq!(bare, one.uri().split_whitespace().collect::<String>());
            }
            found
        };
        if row.text(0) == "none-found" {
            row.texts(2)
                .for_each(|text| assert_eq!(find(text.as_bytes()), [], "{edition}: {text:?}"));
            continue;
        }
        let found = find(row.octets(2).unwrap());
        let shown: Vec<String> = found
            .iter()
            .flat_map(|one| match row.text(0) {
                "finds" | "invalid" => vec![one.uri().to_owned()],
                "hyphens" => {
                    let hyphens: Vec<_> = one.hyphens().iter().map(ToString::to_string).collect();
                    vec![one.uri().to_owned(), hyphens.join(" ")]
                }
                "starts" => vec![one.uri().to_owned(), one.span().start.to_string()],
                _ => vec![one.uri().to_owned(), format!("{:?} {}", one.delimiter(), one.line())],
            })
            .collect();
        assert_eq!(shown.len(), row.texts(3).count(), "{edition}: {shown:?}");
        for (shown, wanted) in shown.iter().zip(row.texts(3)) {
            assert!(wanted == "?" || wanted == shown, "{edition}: {shown:?}, not {wanted:?}");
        }
    }
}

pub(crate) fn finding(edition: Edition, text: &str, id: &str) -> Option<urispec_lint::Finding> {
    let reference = Reference::parse(edition, text).unwrap();
    let found = Linter::from_edition(edition).lint_across(reference);
    found.into_iter().find(|finding| finding.lint().id() == id)
}

pub(crate) fn spans(finding: &urispec_lint::Finding) -> String {
    finding.spans().iter().map(|span| format!("{span:?}")).collect::<Vec<_>>().join(" ")
}

pub(super) fn lints(row: &Row) {
    match row.text(0) {
        "lint" => {
            let (edition, id) = (row.text(1).parse().unwrap(), row.text(3));
            let finding = finding(edition, row.text(4), id).expect("a finding");
            assert_eq!((&*spans(&finding), finding.mended()), (row.text(5), row.field(6)));
            assert_eq!(finding.section(), Lint::named(id).unwrap().section(edition));
            assert!(
                row.field(2).is_none() || row.field(2) == finding.section(),
                "{:?}",
                finding.section()
            );
        }
        verb @ ("no-lint" | "some-lint") => {
            let reference = Reference::parse(row.text(1).parse().unwrap(), row.text(3)).unwrap();
            let found = Linter::from_edition(row.text(1).parse().unwrap()).lint(reference);
            let is_found = found.iter().any(|one| one.lint().id().starts_with(row.text(2)));
            assert_eq!(is_found, verb == "some-lint", "{found:?}");
        }
        "wise" => {
            for text in row.texts(2) {
                let found = lint(UriRef::parse(text).unwrap());
                let ids: Vec<_> = found.iter().map(|finding| finding.lint().id()).collect();
                assert_eq!(ids, row.field(1).into_iter().collect::<Vec<_>>(), "{text}");
            }
        }
        "mended" => {
            let finding =
                finding(row.text(1).parse().unwrap(), row.text(3), row.text(2)).expect("a finding");
            assert_eq!(finding.mended(), row.field(4));
        }
        "not-mended" => {
            for text in row.texts(2) {
                let found = lint(UriRef::parse(text).unwrap());
                let is_found = |id| found.iter().any(|finding| finding.lint().id() == id);
                assert!(row.field(1).is_none_or(is_found), "{text}: {found:?}");
                assert!(
                    found.iter().all(|finding| finding.mended().is_none()),
                    "{text}: {found:?}"
                );
            }
        }
        "neighbours" => {
            let edition = row.text(1).parse().unwrap();
            let reference = Reference::parse(edition, row.text(2)).unwrap();
            let mut found = Linter::from_edition(edition).lint_across(reference);
            found.retain(|one| one.lint().id().starts_with("invalid"));
            assert_eq!(found.len(), row.texts(3).count(), "{found:?}");
            for (one, wanted) in found.iter().zip(row.texts(3)) {
                let shown =
                    format!("{} {} {}", one.lint().id(), one.edition().unwrap(), spans(one));
                assert!(
                    shown == wanted || shown.starts_with(wanted.strip_suffix('?').unwrap_or("-")),
                    "{shown}"
                );
            }
            let plain = Linter::from_edition(edition).lint(reference);
            assert!(plain.iter().all(|one| !one.lint().id().starts_with("invalid")), "{plain:?}");
        }
        "registered" => {
            let kind = match row.text(1) {
                "schemes" => Registry::Schemes,
                "namespaces" => Registry::Namespaces,
                _ => Registry::WellKnown,
            };
            let found = kind.find(row.text(2)).map(|one| one.reference);
            assert_eq!(found.is_some(), row.field(3).is_some());
            assert!(found.is_none_or(|found| found.contains(row.text(3))), "{found:?}");
        }
        _ => {
            let found = registry::look(row.text(1));
            let found = found
                .iter()
                .flat_map(|one| [one.lint().id(), &row.text(1)[one.spans()[0].clone()]]);
            assert_eq!(found.collect::<Vec<_>>(), row.rest(2));
        }
    }
}

pub(super) fn attacks(row: &Row) {
    let ids =
        |text: &str| -> Vec<_> { security::look(text).iter().map(|one| one.lint().id()).collect() };
    match row.text(0) {
        "published" => {
            let place = |id: &&str| {
                Pack::Security.lints().iter().position(|lint| lint.id() == *id).unwrap()
            };
            let mut expected: Vec<_> =
                row.field(2).into_iter().flat_map(|ids| ids.split(',')).collect();
            expected.sort_by_key(place);
            assert_eq!(ids(row.text(3)), expected);
            for finding in security::look(row.text(3)) {
                assert!(
                    !finding.spans().is_empty()
                        && finding.spans().is_sorted_by_key(|span| (span.start, span.end))
                );
                assert!(finding.spans().iter().all(|span| row.text(3).get(span.clone()).is_some()));
            }
        }
        "found" => row
            .texts(2)
            .for_each(|text| assert!(ids(text).contains(&row.text(1)), "{text}: {:?}", ids(text))),
        "harmless" => row.texts(1).for_each(|text| assert_eq!(ids(text), [""; 0], "{text}")),
        "message" => {
            let found = security::look(row.text(2));
            let finding = found.iter().find(|finding| finding.lint().id() == row.text(1));
            assert_eq!(finding.map(|finding| finding.message()), Some(row.text(3)));
        }
        "cited" => {
            let cited: Vec<_> = security::look(row.text(1))[0]
                .citations()
                .iter()
                .map(ToString::to_string)
                .collect();
            assert_eq!(cited, row.rest(2));
        }
        _ => {
            for (text, finding) in row
                .texts(2)
                .flat_map(|text| security::look(text).into_iter().map(move |one| (text, one)))
            {
                assert!(!finding.message().contains(row.text(1)), "{text}: {finding}");
            }
        }
    }
}

pub(super) fn documents(row: &Row) {
    let text = row.text(1);
    if row.text(0) == "since" {
        let spans: Vec<_> = since(text).iter().map(ToString::to_string).collect();
        return assert_eq!(spans.join("; "), row.text(2));
    }
    let spans = Since::from_production(Edition::Rfc3986.production("host").unwrap()).of(text);
    let shown =
        spans.iter().map(|span| format!("{} {}", span.from, span.until.map_or("-", Edition::id)));
    assert_eq!(shown.collect::<Vec<_>>(), row.rest(2));
}

/// Reads an answer as the head of `parsers` explains it.
fn answer(text: &str) -> ParserAnswer<'_> {
    let words = text.split(' ').filter(|word| !word.is_empty());
    words.fold(ParserAnswer::default(), |mut answer, word| {
        let (name, text) = match word.split_once('=') {
            Some((name, text)) => (name, Some(text)),
            None => (word, None),
        };
        match name {
            "yes" | "no" => answer.is_valid = Some(name == "yes"),
            "crash" => answer.crash = Some("died".into()),
            "target" => answer.target = AspectValue::new(text),
            "normalized" => answer.normalized = AspectValue::new(text),
            _ => return answer.with(Component::named(name).unwrap(), AspectValue::new(text)),
        }
        answer
    })
}

pub(super) fn differences(row: &Row) {
    let fields = row.rest(1);
    let (answers, wanted) = fields.split_at(fields.iter().position(|one| *one == "->").unwrap());
    let answers: Vec<_> = answers.iter().map(|text| answer(text)).collect();
    let line = |one: &Difference| {
        let mut line = format!("{} {}", one.aspect.name(), one.weight.name());
        for group in &one.groups {
            line += &match &group.answer {
                GroupAnswer::Valid(is_valid) => {
                    format!(" {}", if *is_valid { "yes" } else { "no" })
                }
                GroupAnswer::Nothing => " -".to_owned(),
                GroupAnswer::Text(text) => format!(" {text:?}"),
            };
            line += &format!("{:?}", group.readers);
        }
        one.spellings.iter().for_each(|one| line += &format!(" {}", one.name()));
        line + if one.has_host { " (host)" } else { "" }
    };
    assert_eq!(differing(&answers).iter().map(line).collect::<Vec<_>>(), wanted[1..]);
}
