//! A report for people, as text.
//!
//! In: a report. Out: a line on what was asked, a few mistakes by reason, a table of what is wrong by place, the
//! most frequent first within each kind, and one of what is only spelled otherwise. Long strings have no middle,
//! since a suite may have any.

use std::io::{self, Write};

use super::group::{MistakeGroup, WrongAnswer};
use super::judge::MistakeKind;
use super::place::{Detail, GrammarPlace};
use super::report::{Reasons, Report, ReportSection};
use super::trial::{SHOWN, Test, chosen};
use crate::output::Output;
use crate::output::columns::{Cell, lines};
use crate::output::counted::{counted, grouped};
use crate::output::terminal::Escaped;

/// How many strings of a group are shown.
const STRINGS: usize = 3;

/// How many characters of the place of an error are shown.
const CHARACTERS: usize = 8;

/// The greatest length of a string that is shown whole.
const LONG: usize = 60;

pub(super) fn report(report: &Report, out: &mut Output) -> io::Result<()> {
    report.sections.iter().try_for_each(|of| section(report, of, out))
}

fn section(report: &Report, section: &ReportSection, out: &mut Output) -> io::Result<()> {
    out.begin_block();
    let label = out.palette.label;
    let name = Escaped(report.called().as_bytes()).to_string();
    writeln!(out, "{name}: {}, in {}", asked(section), took(section))?;
    by_reason(section, out)?;
    let (wrong, spelled) = section.by_place();
    if !(wrong.is_empty() || section.by_reason.is_empty()) {
        writeln!(out, "{label}by place{label:#}")?;
    }
    table(&wrong, out)?;
    if !spelled.is_empty() {
        writeln!(out, "{label}spelled otherwise{label:#}")?;
        table(&spelled, out)?;
    }
    for fixed in &section.fixed {
        let count = counted(fixed.strings.len() as u64, "string");
        let first = fixed.strings.first().map(|text| quoted(text)).unwrap_or_default();
        writeln!(out, "no longer {}: {count}, such as {first}", fixed.kind)?;
    }
    writeln!(out, "{}", verdict(section))?;
    out.end_record()
}

/// The time that the questions took. No report in a file has it: a report changes only where a parser does.
fn took(section: &ReportSection) -> String {
    match section.took.as_secs_f64() {
        short if short < 0.1 => "less than 0.1 s".to_owned(),
        long => format!("{long:.1} s"),
    }
}

/// The number of questions.
pub(super) fn asked(section: &ReportSection) -> String {
    let ReportSection { asked, valid, title, .. } = section;
    let (strings, valid) = (counted(*asked, "string"), grouped(*valid));
    // The other suites have only valid strings.
    let valid = match section.test {
        Test::Language => format!(", {valid} of them valid"),
        _ => String::new(),
    };
    format!("{strings} of {title} by {}{valid}", section.against())
}

/// What came of it, in one line.
pub(super) fn verdict(section: &ReportSection) -> String {
    let newly = if section.known > 0 { " that the baseline does not have" } else { "" };
    let mut parts = Vec::new();
    match (section.wrong, section.untold == section.asked && section.asked > 0) {
        (0, true) => parts.push("nothing is told of these".to_owned()),
        (0, false) => parts.push(format!("nothing wrong{newly}")),
        (wrong, _) => parts.push(format!("{} wrong{newly}", counted(wrong, "string"))),
    }
    if section.spelled > 0 {
        parts.push(format!("{} only spelled otherwise", grouped(section.spelled)));
    }
    if section.untold > 0 && section.untold < section.asked {
        parts.push(format!("nothing told of {}", grouped(section.untold)));
    }
    if section.known > 0 {
        parts.push(format!("{} that it has", counted(section.known, "mistake")));
    }
    if section.left_out > 0 {
        let left_out = counted(section.left_out, "string");
        parts.push(format!("{left_out} left out that are not UTF-8"));
    }
    parts.join("; ")
}

/// The mistakes of strings that were made for a reason: all, or a few of different productions.
fn by_reason(section: &ReportSection, out: &mut Output) -> io::Result<()> {
    let (label, warning) = (out.palette.label, out.palette.warning);
    if let Reasons::Missing(why) = &section.reasons {
        writeln!(out, "{label}no reasons{label:#}: {}", Escaped(why.as_bytes()))?;
    }
    let all = &section.by_reason;
    if all.is_empty() {
        return Ok(());
    }
    let most = if section.reasons == Reasons::Alone { all.len() } else { SHOWN };
    let places = chosen(all.iter(), most);
    let mut shown: Vec<&WrongAnswer> = places.into_iter().filter_map(|at| all.get(at)).collect();
    shown.sort_by_key(|one| one.mistake.kind);
    let few = match shown.len() {
        few if few < all.len() => {
            format!(", {few} of {} mistakes; --reasons shows all", grouped(all.len() as u64))
        }
        _ => String::new(),
    };
    writeln!(out, "{label}by reason{label:#}{few}")?;
    let mut last = None;
    let mut rows = Vec::new();
    for one in shown {
        let kind = one.mistake.kind;
        let is_new = last.replace(kind) != Some(kind);
        let called = if is_new { kind.to_string() } else { String::new() };
        let reason = one.reason.as_ref().map(ToString::to_string).unwrap_or_default();
        let cells = [Cell::new(called).styled(warning), Cell::new(string(one, kind))];
        rows.push(cells.into_iter().chain([Cell::new(reason)]).collect());
    }
    lines(&rows).iter().try_for_each(|line| writeln!(out, "  {line}"))
}

fn table(groups: &[&MistakeGroup], out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    let mut last = None;
    let mut rows = Vec::new();
    for group in groups {
        let kind = (group.kind, &group.spelling);
        let is_new = last.replace(kind) != Some(kind);
        let kind = if is_new { called(group) } else { String::new() };
        let style = if is_new { out.palette.warning } else { label };
        rows.push(vec![
            Cell::new(kind).styled(style),
            Cell::new(
                group.place.as_ref().map(|place| self::place(place, group)).unwrap_or_default(),
            ),
            Cell::new(grouped(group.wrong)).right_aligned(),
            Cell::new(format!("of {}", grouped(group.of))),
            Cell::new(characters(group)),
            Cell::new(strings(group)),
        ]);
    }
    lines(&rows).iter().try_for_each(|line| writeln!(out, "  {line}"))
}

/// What the parser does.
pub(super) fn called(group: &MistakeGroup) -> String {
    match &group.spelling {
        Some(spelling) => format!("{} ({spelling})", group.kind),
        None => group.kind.to_string(),
    }
}

/// The place, with the section that introduces it.
pub(super) fn place(place: &GrammarPlace, group: &MistakeGroup) -> String {
    let name = match place.detail {
        Detail::All => place.name.clone(),
        Detail::Empty => format!("empty {}", place.name),
        Detail::Character(_) => {
            let shown = group.derived.iter().take(CHARACTERS);
            let shown: Vec<_> = shown.map(|one| quoted(&one.to_string())).collect();
            let more = group.derived.len() - shown.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{}{more} in {}", shown.join(" "), place.name)
        }
    };
    let name = if group.is_error { format!("in {name}") } else { name };
    if place.section.is_empty() { name } else { format!("{name} ({})", place.section) }
}

/// The characters at the place of an error.
pub(super) fn characters(group: &MistakeGroup) -> String {
    if !group.is_error {
        return String::new();
    }
    let shown = |found: &Option<char>| match found {
        Some(character) => Escaped(character.to_string().as_bytes()).to_string(),
        None => "the end".to_owned(),
    };
    // What the end of a string is comes last.
    let (ends, found): (Vec<_>, Vec<_>) = group.characters.iter().partition(|one| one.is_none());
    // Those that people can see come first.
    let is_graphic = |one: &&Option<char>| one.is_some_and(|found| found.is_ascii_graphic());
    let (seen, hidden): (Vec<_>, Vec<_>) = found.into_iter().partition(is_graphic);
    let shown = seen.into_iter().chain(hidden).chain(ends).map(shown);
    let mut shown: Vec<_> =
        shown.map(|text| if text == " " { "space".to_owned() } else { text }).collect();
    let more = shown.len().saturating_sub(CHARACTERS);
    shown.truncate(CHARACTERS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("at {}{more}", shown.join(" "))
}

/// The shortest strings of a group.
pub(super) fn strings(group: &MistakeGroup) -> String {
    let shown = group.examples.iter().take(STRINGS).map(|one| string(one, group.kind));
    let separator = if group.kind.part().is_some() { ", " } else { " " };
    shown.collect::<Vec<_>>().join(separator)
}

/// A string, and what was found in it.
pub(super) fn string(wrong: &WrongAnswer, kind: MistakeKind) -> String {
    let input = asked_string(wrong);
    let found = wrong.mistake.found.as_deref();
    match kind {
        MistakeKind::Accepts | MistakeKind::Rejects => input,
        MistakeKind::Crashes => format!("{input}: {}", found.unwrap_or_default()),
        _ => {
            let expected = or_none(wrong.mistake.expected.as_deref());
            format!("{input}: {} for {expected}", or_none(found))
        }
    }
}

/// A string that was asked, with the base.
pub(super) fn asked_string(wrong: &WrongAnswer) -> String {
    match &wrong.base {
        Some(base) => format!("{} on {}", quoted(&wrong.input), quoted(base)),
        None => quoted(&wrong.input),
    }
}

/// A text in quotes, or `none`.
pub(super) fn or_none(text: Option<&str>) -> String {
    text.map_or_else(|| "none".to_owned(), quoted)
}

/// A text in quotes, without its middle if it is long. A quote and a backslash have a backslash before them.
pub(super) fn quoted(text: &str) -> String {
    let text = &text.replace('\\', r"\\").replace('"', "\\\"");
    let length = text.chars().count();
    if length <= LONG {
        return format!("\"{}\"", Escaped(text.as_bytes()));
    }
    let head: String = text.chars().take(LONG / 2).collect();
    let tail: String = text.chars().skip(length - LONG / 4).collect();
    format!("\"{}…{}\"", Escaped(head.as_bytes()), Escaped(tail.as_bytes()))
}
