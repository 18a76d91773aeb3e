//! A report as a chapter in Markdown.
//!
//! In: the reports of all peers. Out: a table of them, then what each gets wrong by reason, and then by place. What a
//! parser wrote stands between backticks that it cannot close, and in a cell of a table it has no bar of its own.

use std::io::{self, Write};

mod by_place;
mod by_reason;

use super::group::Wrong;
use super::kind::MistakeKind;
use super::report::{Report, Section};
use super::shown::{or_none, quoted};
use crate::output::counted::grouped;
use crate::output::terminal::Escaped;

pub(super) fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "# What parsers get wrong\n")?;
    overview(reports, out)?;
    let answered = || reports.iter().filter(|one| !one.sections.is_empty());
    writeln!(out, "\n## Mistakes by reason")?;
    answered().try_for_each(|one| by_reason::report(one, out))?;
    writeln!(out, "\n## Mistakes by place")?;
    answered().try_for_each(|one| by_place::report(one, out))
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
