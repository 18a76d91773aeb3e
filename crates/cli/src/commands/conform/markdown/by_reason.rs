//! The first part of a chapter: what each parser gets wrong, by reason.
//!
//! In: the report of a peer. Out: how many strings of each suite are wrong, and a table for each suite that has strings
//! made for a reason, of at most a page. Reasons that differ in a character alone share a row, and rows of one production
//! stand side by side.

use std::io::{self, Write};

use super::super::group::Wrong;
use super::super::kind::MistakeKind;
use super::super::reason::{Reason, chosen};
use super::super::report::{Reasons, Report, Section};
use super::super::shown::verdict;
use super::{cell, code, string, text};
use crate::output::counted::{counted, grouped};

/// How many rows a table has.
const ROWS: usize = 25;

/// How many strings of a reason are shown.
const STRINGS: usize = 3;

pub(super) fn report(report: &Report, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n### {}", text(report.called()))?;
    if let Some((standard, from)) = &report.subject.listed {
        let name = text(&report.subject.name);
        writeln!(out, "\n`{name}`, from {}; its standard is {standard}.", text(from))?;
    }
    writeln!(out)?;
    for section in &report.sections {
        let (title, against) = (text(&section.title), section.against());
        writeln!(out, "- {title}, by {against}: {}.", verdict(section))?;
    }
    report.sections.iter().try_for_each(|section| table(section, out))
}

fn table(section: &Section, out: &mut impl Write) -> io::Result<()> {
    if let Reasons::Missing(why) = &section.reasons {
        let title = text(&section.title);
        return writeln!(out, "\nNo strings of {title} are made for a reason: {}.", text(why));
    }
    let rows = rows(&section.by_reason);
    if rows.is_empty() {
        return Ok(());
    }
    let (title, against) = (text(&section.title), section.against());
    let wrong = counted(section.by_reason.len() as u64, "mistake");
    let strings = counted(section.small, "string");
    writeln!(
        out,
        "\n{wrong} in the {strings} of {title} that were made for a reason, by {against}:"
    )?;
    writeln!(out, "\n| production | what it does | why it is wrong | strings |")?;
    writeln!(out, "|---|---|---|---|")?;
    let places = chosen(rows.iter().filter_map(|row| row.first().copied()), ROWS);
    let mut last = None;
    let mut shown = 0;
    for row in places.into_iter().filter_map(|at| rows.get(at)) {
        let Some((first, reason)) = row.first().and_then(|one| Some((one, one.reason.as_ref()?)))
        else {
            continue;
        };
        let is_new = last.replace(&reason.production) != Some(&reason.production);
        let production = if is_new { code(&reason.production) } else { String::new() };
        let kind = first.mistake.kind;
        let strings = row.iter().take(STRINGS).map(|one| string(one, kind));
        let mut strings = strings.collect::<Vec<_>>().join("<br>");
        if row.len() > STRINGS {
            strings.push_str(&format!("<br>and {} more", row.len() - STRINGS));
        }
        let kind = cell(&kind.to_string());
        // The sentence is Markdown already: its names stand between backticks.
        let reason = Reason { text: sentence(row), ..reason.clone() };
        let why = reason.to_string().replace('|', "\\|");
        writeln!(out, "| {production} | {kind} | {why} | {strings} |")?;
        shown += row.len();
    }
    match section.by_reason.len().saturating_sub(shown) {
        0 => Ok(()),
        more => writeln!(out, "| | {} more | | |", grouped(more as u64)),
    }
}

/// A sentence up to its verb, and the character that it names, if it is one of those that differ in that alone.
fn divided(sentence: &str) -> (&str, Option<&str>) {
    let verbs = [" cannot have ", " may have "];
    let ends = verbs.iter().filter_map(|verb| Some(sentence.find(verb)? + verb.len()));
    match ends.min().and_then(|end| sentence.split_at_checked(end)) {
        Some((head, tail)) => (head, Some(tail)),
        None => (sentence, None),
    }
}

/// What the rows tell apart: what the parser does, the production, and the sentence up to its verb.
fn key(one: &Wrong) -> (MistakeKind, Option<(&str, &str)>) {
    let reason = one.reason.as_ref().map(|reason| (&*reason.production, divided(&reason.text).0));
    (one.mistake.kind, reason)
}

/// The sentence of a row: ``  `query` cannot have `#`, `[` or `é` ``.
fn sentence(row: &[&Wrong]) -> String {
    let texts = row.iter().filter_map(|one| one.reason.as_ref()).map(|reason| &*reason.text);
    let mut head = "";
    let mut tails: Vec<&str> = Vec::new();
    for (of_text, tail) in texts.map(divided) {
        head = of_text;
        tails.extend(tail.filter(|tail| !tails.contains(tail)));
    }
    match tails.split_last() {
        Some((last, [])) => format!("{head}{last}"),
        Some((last, others)) => format!("{head}{} or {last}", others.join(", ")),
        None => head.to_owned(),
    }
}

/// The mistakes that one sentence tells, in the order of their productions.
fn rows(mistakes: &[Wrong]) -> Vec<Vec<&Wrong>> {
    let of = |one: &Wrong| one.reason.as_ref().map(|reason| reason.production.clone());
    let mut order = Vec::new();
    for one in mistakes {
        if !order.contains(&of(one)) {
            order.push(of(one));
        }
    }
    let mut sorted: Vec<&Wrong> = mistakes.iter().collect();
    sorted.sort_by_key(|one| (order.iter().position(|known| *known == of(one)), one.mistake.kind));
    let mut rows: Vec<Vec<&Wrong>> = Vec::new();
    for one in sorted {
        let alike =
            rows.iter_mut().find(|row| row.first().map(|first| key(first)) == Some(key(one)));
        match alike {
            Some(row) => row.push(one),
            None => rows.push(vec![one]),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::super::judge::Mistake;
    use super::super::super::place::Where;
    use super::super::super::trial::{Judge, Test};
    use super::*;
    use urispec::Edition;

    fn section(by_reason: Vec<Wrong>, reasons: Reasons) -> Section {
        Section {
            test: Test::Language,
            judge: Judge::Letter,
            edition: Edition::Rfc3986,
            rule: "URI".to_owned(),
            title: "URI".to_owned(),
            asked: 100,
            valid: 0,
            untold: 0,
            wrong: 0,
            spelled: 0,
            known: 0,
            fixed: Vec::new(),
            small: 40,
            by_reason,
            groups: Vec::new(),
            took: Duration::ZERO,
            left_out: 0,
            reasons,
        }
    }

    fn wrong(input: &str, production: &str, text: &str) -> Wrong {
        let (text, production) = (text.to_owned(), production.to_owned());
        Wrong {
            input: input.to_owned(),
            base: None,
            reason: Some(Reason {
                text,
                production,
                section: Some("3".to_owned()),
                is_of_both: false,
            }),
            place: Where::Unknown,
            mistake: Mistake {
                kind: MistakeKind::Accepts,
                spelling: None,
                expected: None,
                found: None,
            },
        }
    }

    fn table(section: &Section) -> Vec<String> {
        let mut out = Vec::new();
        super::table(section, &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_reason_has_one_row_beside_its_production() {
        let all = [wrong("a", "x", "one|"), wrong("b", "y", "two"), wrong("c", "x", "one|")];
        let lines = table(&section(all.to_vec(), Reasons::Few));
        assert_eq!(
            lines[1..],
            [
                "3 mistakes in the 40 strings of URI that were made for a reason, by RFC 3986:",
                "",
                "| production | what it does | why it is wrong | strings |",
                "|---|---|---|---|",
                "| `x` | accepts | one\\| (3) | `\"a\"`<br>`\"c\"` |",
                "| `y` | accepts | two (3) | `\"b\"` |",
            ]
        );
    }

    #[test]
    fn reasons_that_differ_in_a_character_share_a_sentence() {
        let all = [
            wrong("a", "x", "`x` cannot have a space"),
            wrong("b", "x", "`x` cannot have `#`"),
            wrong("c", "x", "`x` may have `é`"),
            wrong("d", "x", "`x` cannot have `[`"),
            wrong("e", "x", "`x` cannot have `]`"),
        ];
        let lines = table(&section(all.to_vec(), Reasons::Few));
        assert_eq!(
            lines[5..],
            [
                "| `x` | accepts | `x` cannot have a space, `#`, `[` or `]` (3) | `\"a\"`<br>`\"b\"`<br>`\"d\"`<br>and 1 more |",
                "|  | accepts | `x` may have `é` (3) | `\"c\"` |",
            ]
        );
    }

    #[test]
    fn a_table_has_a_page_and_counts_the_others() {
        let all = (0..30).map(|at| wrong("a", "x", &format!("r{at}"))).collect();
        let lines = table(&section(all, Reasons::Few));
        assert_eq!((lines.len(), &*lines[30]), (31, "| | 5 more | | |"));
    }

    #[test]
    fn a_production_without_a_small_suite_says_so() {
        let lines = table(&section(Vec::new(), Reasons::Missing("it is endless".to_owned())));
        assert_eq!(lines[1..], ["No strings of URI are made for a reason: it is endless."]);
        assert!(table(&section(Vec::new(), Reasons::Few)).is_empty());
    }
}
