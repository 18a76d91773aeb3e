//! A report as a chapter in Markdown.
//!
//! In: the reports of all peers. Out: a table of them, then a section for each. What a parser wrote stands
//! between backticks that it cannot close, and in a cell of a table it has no bar of its own.

use std::io::{self, Write};

use super::group::{Group, Wrong};
use super::kind::MistakeKind;
use super::report::{Report, Section};
use super::shown::{called, characters, or_none, place, quoted, verdict};
use crate::output::counted::{counted, grouped};
use crate::output::terminal::Escaped;

/// How many strings of a group are shown.
const STRINGS: usize = 3;

/// How many groups of a kind are shown; the page has all.
const GROUPS: usize = 4;

pub(super) fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "# What parsers get wrong\n")?;
    overview(reports, out)?;
    reports.iter().filter(|one| !one.sections.is_empty()).try_for_each(|one| report(one, out))
}

fn overview(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "| parser | standard | asked | strings | wrong | of these |")?;
    writeln!(out, "|---|---|---|---:|---:|---|")?;
    for report in reports {
        let name = cell(report.called());
        let standard = report.subject.listed.as_ref().map_or("", |(standard, _)| standard);
        for section in &report.sections {
            let title = cell(&format!("{} by {}", section.title, section.against()));
            let (asked, wrong) = (of_these(section), count(section));
            let kinds = kinds(section);
            writeln!(out, "| {name} | {standard} | {title} | {asked} | {wrong} | {kinds} |")?;
        }
        if let Some(failure) = &report.failure {
            writeln!(out, "| {name} | {standard} | {} | | | |", cell(&failure.message))?;
        }
    }
    Ok(())
}

/// How many strings were asked, and how many of these the parser told something of.
pub(super) fn of_these(section: &Section) -> String {
    match section.answered() {
        all if all == section.asked => grouped(all),
        0 => grouped(section.asked),
        some => format!("{} of {}", grouped(some), grouped(section.asked)),
    }
}

/// How many strings are wrong, unless the parser told nothing.
pub(super) fn count(section: &Section) -> String {
    if section.answered() == 0 { "not told".to_owned() } else { grouped(section.wrong) }
}

/// How many mistakes there are of each kind.
pub(super) fn kinds(section: &Section) -> String {
    let kinds = section.kinds();
    let kinds = kinds.iter().map(|(kind, count)| format!("{kind} {}", grouped(*count)));
    kinds.collect::<Vec<_>>().join(", ")
}

fn report(report: &Report, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n## {}", text(report.called()))?;
    if let Some((standard, from)) = &report.subject.listed {
        let name = text(&report.subject.name);
        writeln!(out, "\n`{name}`, from {}; its standard is {standard}.", text(from))?;
    }
    for section in &report.sections {
        writeln!(out, "\n### {}, by {}\n", text(&section.title), section.against())?;
        // Without the time that it took, so that a chapter changes only where a parser does.
        let (asked, valid) = (counted(section.asked, "string"), grouped(section.valid));
        writeln!(out, "{asked}, {valid} of them valid: {}.", verdict(section))?;
        let (wrong, spelled): (Vec<_>, Vec<_>) =
            section.groups.iter().partition(|group| group.spelling.is_none());
        table("what it does", &wrong, out)?;
        table("spelled otherwise", &spelled, out)?;
    }
    Ok(())
}

fn table(head: &str, groups: &[&Group], out: &mut impl Write) -> io::Result<()> {
    if groups.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n| {head} | where | strings | of | shortest |")?;
    writeln!(out, "|---|---|---:|---:|---|")?;
    for alike in groups.chunk_by(|a, b| called(a) == called(b)) {
        rows(alike, out)?;
    }
    Ok(())
}

/// The largest groups of a kind, and how much is in the others.
fn rows(alike: &[&Group], out: &mut impl Write) -> io::Result<()> {
    for group in alike.iter().take(GROUPS) {
        let at = group.place.as_ref().map(|at| place(at, group)).unwrap_or_default();
        let at = cell(&format!("{at} {}", characters(group)));
        let (wrong, of) = (grouped(group.wrong), grouped(group.of));
        let strings = group.examples.iter().take(STRINGS).map(|one| string(one, group.kind));
        let strings = strings.collect::<Vec<_>>().join("<br>");
        let kind = cell(&called(group));
        writeln!(out, "| {kind} | {at} | {wrong} | {of} | {strings} |")?;
    }
    if let (Some(more), Some(first)) =
        (alike.get(GROUPS..).filter(|more| !more.is_empty()), alike.first())
    {
        let wrong = grouped(more.iter().map(|group| group.wrong).sum());
        let places = counted(more.len() as u64, "more place");
        writeln!(out, "| {} | {places} | {wrong} | | |", cell(&called(first)))?;
    }
    Ok(())
}

fn string(wrong: &Wrong, kind: MistakeKind) -> String {
    let base = wrong.base.as_deref().map(|base| format!(" on {}", code(&quoted(base))));
    let input = code(&quoted(&wrong.input)) + &base.unwrap_or_default();
    let found = wrong.mistake.found.as_deref();
    match kind {
        MistakeKind::Accepts | MistakeKind::Rejects => input,
        MistakeKind::Crashes => format!("{input}: {}", cell(found.unwrap_or_default())),
        _ => {
            let expected = code(&or_none(wrong.mistake.expected.as_deref()));
            format!("{input}: {} for {expected}", code(&or_none(found)))
        }
    }
}

/// A text between as many backticks as it needs.
fn code(text: &str) -> String {
    let text = Escaped(text.as_bytes()).to_string().replace('|', "\\|");
    let mut longest = 0;
    let mut run = 0;
    for character in text.chars() {
        run = if character == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    // Where the text has backticks at an end, a space keeps them from the fence.
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// A text, with what Markdown or HTML would take for its own escaped.
fn text(text: &str) -> String {
    let mut out = String::new();
    for character in Escaped(text.as_bytes()).to_string().chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' => {
                out.extend(['\\', character]);
            }
            _ => out.push(character),
        }
    }
    out
}

/// A text in a cell, which a line end would end.
fn cell(cell: &str) -> String {
    text(cell.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_its_place() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`|``b"), "``` a`\\|``b ```");
        assert_eq!(cell("<b>|*\n"), "&lt;b>\\|\\*");
    }
}
