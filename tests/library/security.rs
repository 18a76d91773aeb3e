//! The pack `security` beyond the rows of `security` and `security_messages`.

use std::collections::BTreeMap;

use proptest::prelude::*;
use urispec::UriRef;
use urispec_lint::security::{Selection, look};
use urispec_lint::{Lint, Pack, Severity};

use crate::support::{scaled, shared};
use crate::tables::table;

/// At least 95 of 100 strings with an attack have a finding, in each class. `docs/security.md` has the figures.
#[test]
fn attacks_are_found() {
    let mut classes: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    for row in table("security_attacks") {
        let (all, missed) = classes.entry(row.text(0).to_owned()).or_default();
        *all += 1;
        if look(row.text(1)).is_empty() {
            missed.push(row.text(1).to_owned());
        }
    }
    let mut absent = Vec::new();
    for (class, (all, missed)) in classes {
        println!("{class}: {} of {all}, without {missed:?}", all - missed.len());
        assert!(missed.len() * 20 <= all, "{class}: {missed:?}");
        let row = format!("| {class} | {} of {all} |", all - missed.len());
        absent.extend((!include_str!("../../docs/security.md").contains(&row)).then_some(row));
    }
    assert!(absent.is_empty(), "docs/security.md has not:\n{}", absent.join("\n"));
}

/// A string of the table for each lint of the pack.
#[test]
fn every_lint_has_a_string() {
    let rows = table("security");
    let mut seen: Vec<_> =
        rows.iter().filter_map(|row| row.field(2)).flat_map(|ids| ids.split(',')).collect();
    seen.sort_unstable();
    seen.dedup();
    let mut all: Vec<_> = Pack::Security.lints().iter().map(|lint| lint.id()).collect();
    all.sort_unstable();
    assert_eq!(seen, all);
    for lint in Pack::Security.lints() {
        assert!(std::ptr::eq(Lint::named(lint.id()).unwrap(), *lint), "{} is twice", lint.id());
        assert_eq!(lint.pack(), Pack::Security);
    }
    assert!(rows.iter().any(|row| row.text(1) == "harmless"));
}

/// A message shows no control character, even if a label has one and otherwise looks like ASCII: U+0263 looks like `y`.
#[test]
fn a_message_has_no_control() {
    let found = look("//\u{15}\u{263}");
    let message = found.iter().find(|one| one.lint().id() == "confusable-name").unwrap().message();
    assert!(message.contains("looks like \\u{15}y"), "{message}");
    for character in ('\0'..=' ').chain(['\u{7F}', '\u{85}']) {
        for finding in look(&format!("//{character}\u{263}.{character}:1")) {
            assert!(!finding.message().contains(char::is_control), "{finding:?}");
        }
    }
}

#[test]
fn a_finding_says_whose_section_it_cites() {
    let found = look("http://a.localhost/");
    assert_eq!((found[0].edition(), found[0].section()), (None, Some("6.3")));
    let said = "the name denotes the local machine, whatever the DNS returns (RFC 6761, 6.3) [localhost-name]";
    assert_eq!(
        (found[0].to_string(), found[0].lint().severity()),
        (said.to_owned(), Severity::Warning)
    );
}

/// Strings of pieces that the lints look for, in any order.
#[rustfmt::skip]
fn hostile() -> impl Strategy<Value = String> {
    let pieces = [
        "http", "javascript", "file", ":", "/", "//", "\\", "?", "#", "@", "[", "]", "%", "%2e", "%25", "%c0%af", "%E2%80", "%u00", "..", ".",
        ";", "127.0.0.1", "0x7f", "1", "::1", "xn--", "-", "a", "\t", "\n", "\0", " ", "é", "①", "。", "\u{202E}", "\u{200B}", "&#", "&#x3a;", "😀", "25", "%3B",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24).prop_map(|all| all.concat())
}

proptest! {
    #[test]
    fn no_string_panics(text in prop_oneof![any::<String>(), hostile()]) {
        for finding in look(&text) {
            prop_assert!(finding.spans().iter().all(|span| text.get(span.clone()).is_some()));
            prop_assert!(finding.message().chars().all(|c| !c.is_control()));
            prop_assert!(finding.message().len() < 1000);
        }
    }
}

/// Long runs of each piece: 8 KiB, with `URISPEC_LONG` a quarter of a mebibyte, which a quadratic search would not
/// finish in a day.
#[test]
fn long_strings_end() {
    for piece in [
        "a", "%25", "%", "@", "[", ":", "\\", "\t", ".", "..;/", "xn--", "é", "①.", "&#1;", "%u",
        "\0", "%09", ".%09", "a.b:1@", "\u{200B}", "ｊ",
    ] {
        for start in ["", "http://", "http:", "javascript", "foo://", "a://"] {
            let length = scaled(1 << 13, 1 << 18);
            let text = format!("{start}{}", piece.repeat(length / piece.len()));
            assert!(look(&text).len() < Pack::Security.lints().len(), "{start}{piece:?}");
        }
    }
}

/// The table of the chapter is the list of the lints.
#[test]
fn the_chapter_has_every_lint() {
    let chapter = include_str!("../../docs/security.md");
    let rows = chapter.lines().filter(|line| line.starts_with("| `"));
    let lints = Pack::Security.lints().iter().map(|lint| {
        let cited: Vec<_> = lint.citations().iter().map(ToString::to_string).collect();
        let cited = if cited.is_empty() { "-".to_owned() } else { cited.join("; ") };
        format!("| `{}` | {} | {} | {cited} |", lint.id(), lint.severity(), lint.summary())
    });
    assert_eq!(rows.collect::<Vec<_>>(), lints.collect::<Vec<_>>());
}

/// Few real URLs have findings: less than one of a thousand.
#[test]
fn few_real_urls_have_findings() {
    let Some(corpus) = shared("corpus/web.txt") else { return };
    let valid: Vec<_> = corpus.lines().filter(|line| UriRef::parse(line).is_ok()).collect();
    let found = valid.iter().filter(|line| !look(line).is_empty()).count();
    assert!(found > 0 && found * 1000 < valid.len(), "{found} of {}", valid.len());
}

/// Asserts that a selection of lints finds what all lints find, without the others.
#[track_caller]
fn selections_agree(text: &str, selections: &[(&'static Lint, Selection)]) {
    let all = look(text);
    for (lint, selection) in selections {
        let expected: Vec<_> = all.iter().filter(|found| found.lint() == *lint).cloned().collect();
        assert_eq!(selection.look(text), expected, "{} in {text:?}", lint.id());
    }
}

#[test]
fn a_selection_agrees_with_all_lints() {
    let select = |lint: &&'static Lint| (*lint, Selection::of([*lint]));
    let selections: Vec<_> = Pack::Security.lints().iter().map(select).collect();
    let (tables, attacks) = (table("security"), table("security_attacks"));
    let strings = tables.iter().map(|row| row.text(3)).chain(attacks.iter().map(|row| row.text(1)));
    let private = selections.iter().filter(|(lint, _)| lint.id().ends_with("address"));
    let private: Vec<_> = private.copied().collect();
    let (mut at_all, step) = (0, scaled(31, 1));
    for text in strings {
        selections_agree(text, &selections);
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
            at_all += 1;
            if at_all % step != 0 {
                continue;
            }
            let (head, tail) = text.split_at(at);
            for changed in [head.to_owned(), tail.to_owned(), format!("{head}1{tail}")] {
                selections_agree(&changed, &private);
            }
        }
    }
    let Some(corpus) = shared("corpus/web.txt") else { return };
    corpus.lines().step_by(scaled(97, 7)).for_each(|text| selections_agree(text, &selections));
}
