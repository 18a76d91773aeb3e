//! Prints a report as text, as JSON, or as findings for another program.

use std::io::{self, Write};

use urispec_views::record::Record;

use super::group::{Detail, GrammarPlace, MistakeGroup, WrongAnswer};
use super::plan::{SHOWN, Test, chosen};
use super::report::{MistakeKind, Reasons, Report, ReportSection};
use crate::findings::{Annotation, Level, Log, LogRule};
use crate::output::columns::{Cell, lines};
use crate::output::{Escaped, Output, counted, grouped};

const STRINGS: usize = 3;

const CHARACTERS: usize = 8;

const LONG: usize = 60;

pub(super) fn report(report: &Report<'_>, out: &mut Output) -> io::Result<()> {
    report.sections.iter().try_for_each(|one| section(report, one, out))
}

fn section(report: &Report<'_>, section: &ReportSection<'_>, out: &mut Output) -> io::Result<()> {
    out.begin_block();
    let label = out.palette.label;
    let name = Escaped(report.reader_name().as_bytes()).to_string();
    writeln!(out, "{name}: {}, in {}", asked(section), took(section))?;
    by_reason(section, out)?;
    let (wrong, spelled) = section.by_place();
    if !(wrong.is_empty() || section.by_reason.is_empty()) {
        writeln!(out, "{label}by place{label:#}")?;
    }
    table(&wrong, out)?;
    if !spelled.is_empty() {
        writeln!(out, "{label}spelled differently{label:#}")?;
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

/// Returns the time that the questions took. It is only in the text, so that a report in a file changes only if a parser
/// does.
fn took(section: &ReportSection<'_>) -> String {
    match section.took.as_secs_f64() {
        short if short < 0.1 => "less than 0.1 s".to_owned(),
        long => format!("{long:.1} s"),
    }
}

fn asked(section: &ReportSection<'_>) -> String {
    let (strings, valid) = (counted(section.asked, "string"), grouped(section.valid));
    // The other suites have only valid strings.
    let valid = match section.plan.key.test {
        Test::Language => format!(", {valid} of them valid"),
        _ => String::new(),
    };
    format!("{strings} of {} by {}{valid}", section.plan.title, section.against())
}

fn verdict(section: &ReportSection<'_>) -> String {
    let newly = if section.known > 0 { " that is not in the baseline" } else { "" };
    let mut parts = Vec::new();
    match (section.wrong, section.unanswered == section.asked && section.asked > 0) {
        (0, true) => parts.push("no answer to any of these".to_owned()),
        (0, false) => parts.push(format!("nothing wrong{newly}")),
        (wrong, _) => parts.push(format!("{} wrong{newly}", counted(wrong, "string"))),
    }
    if section.spelled > 0 {
        parts.push(format!("{} only spelled differently", grouped(section.spelled)));
    }
    if section.unanswered > 0 && section.unanswered < section.asked {
        parts.push(format!("{} without an answer", grouped(section.unanswered)));
    }
    if section.known > 0 {
        parts.push(format!("{} in the baseline", counted(section.known, "mistake")));
    }
    if section.plan.left_out > 0 {
        let left_out = counted(section.plan.left_out, "string");
        parts.push(format!("{left_out} not asked, since they are not UTF-8"));
    }
    parts.join("; ")
}

/// Prints the mistakes on strings with a reason: all, or a few of different productions.
fn by_reason(section: &ReportSection<'_>, out: &mut Output) -> io::Result<()> {
    let (label, warning) = (out.palette.label, out.palette.warning);
    if let Reasons::Missing(why) = &section.plan.reasons {
        writeln!(out, "{label}no reasons{label:#}: {}", Escaped(why.as_bytes()))?;
    }
    let all = &section.by_reason;
    if all.is_empty() {
        return Ok(());
    }
    let most = if section.plan.reasons == Reasons::Alone { all.len() } else { SHOWN };
    let mut shown = chosen(all, most);
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
        let kind_name = if is_new { kind.to_string() } else { String::new() };
        let reason = one.case.reason.as_ref().map(ToString::to_string).unwrap_or_default();
        let cells = [Cell::new(kind_name).styled(warning), Cell::new(string(one, kind))];
        rows.push(cells.into_iter().chain([Cell::new(reason)]).collect());
    }
    lines(&rows).iter().try_for_each(|line| writeln!(out, "  {line}"))
}

fn table(groups: &[&MistakeGroup<'_>], out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    let mut last = None;
    let mut rows = Vec::new();
    for group in groups {
        let kind = (group.kind, &group.spelling);
        let is_new = last.replace(kind) != Some(kind);
        let kind = if is_new { kind_name(group) } else { String::new() };
        let style = if is_new { out.palette.warning } else { label };
        rows.push(vec![
            Cell::new(kind).styled(style),
            Cell::new(
                group.place.as_ref().map(|place| self::place(place, group)).unwrap_or_default(),
            ),
            Cell::new(grouped(group.wrong)).right_aligned(),
            Cell::new(format!("of {}", grouped(group.total))),
            Cell::new(characters(group)),
            Cell::new(strings(group)),
        ]);
    }
    lines(&rows).iter().try_for_each(|line| writeln!(out, "  {line}"))
}

fn kind_name(group: &MistakeGroup<'_>) -> String {
    match &group.spelling {
        Some(spelling) => format!("{} ({spelling})", group.kind),
        None => group.kind.to_string(),
    }
}

fn place(place: &GrammarPlace, group: &MistakeGroup<'_>) -> String {
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

fn characters(group: &MistakeGroup<'_>) -> String {
    if !group.is_error {
        return String::new();
    }
    let shown = |found: &Option<char>| match found {
        Some(character) => Escaped(character.to_string().as_bytes()).to_string(),
        None => "the end".to_owned(),
    };
    // The end of the string is listed last.
    let (ends, found): (Vec<_>, Vec<_>) = group.characters.iter().partition(|one| one.is_none());
    // Visible characters are listed first.
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

fn strings(group: &MistakeGroup<'_>) -> String {
    let shown = group.examples.iter().take(STRINGS).map(|one| string(one, group.kind));
    let separator = if group.kind.part().is_some() { ", " } else { " " };
    shown.collect::<Vec<_>>().join(separator)
}

fn string(wrong: &WrongAnswer<'_>, kind: MistakeKind) -> String {
    let input = match &wrong.case.base {
        Some(base) => format!("{} on {}", quoted(&wrong.case.input), quoted(base)),
        None => quoted(&wrong.case.input),
    };
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

fn or_none(text: Option<&str>) -> String {
    text.map_or_else(|| "none".to_owned(), quoted)
}

/// Quotes a text, without its middle if it is long. A quote and a backslash have a backslash before them.
fn quoted(text: &str) -> String {
    let text = &text.replace('\\', r"\\").replace('"', "\\\"");
    let length = text.chars().count();
    if length <= LONG {
        return format!("\"{}\"", Escaped(text.as_bytes()));
    }
    let head: String = text.chars().take(LONG / 2).collect();
    let tail: String = text.chars().skip(length - LONG / 4).collect();
    format!("\"{}…{}\"", Escaped(head.as_bytes()), Escaped(tail.as_bytes()))
}

// A report as JSON: an object for each mistake with a reason, one for each group, and a summary.

pub(super) const HELP: &str = "\
Print one JSON object per line: one for each mistake on a string with a reason, one for each group of mistakes, \
and after those of each suite one with `summary`.

A mistake with a reason has `peer`, `test`, `edition`, `rule`, `against`, `kind` and `component` like a group, \
and `reason` (a sentence), `production` (the one that says so) and `section`; and `input`, `expected` and \
`found`, or `crash`, like an example of a group.

A group has `peer`, `test` (language, resolution, normalization), `edition`, `rule`, `against` (letter or \
whatwg), `kind` (accepts, rejects, differs, target, normalized, crashes), `component` for differs, `spelling` if \
the texts mean the same, `production` and `section`. It may have `characters` if it is only about strings with \
one of these there, `empty` if it is only about strings in which the production derives nothing, and `at_error` \
if the string leaves the language in the production, with `found`, the list of the characters there. `wrong` is \
the number of strings, `with_reason` the number of these with a reason, `of` the number of strings that have the \
production; `by_reason_alone` means that none of the wrong strings is in the large suite. `examples` are the \
shortest strings, each with `input`, `base` if there is one, `expected` and `found` (null: undefined); `crash` \
says how the program ended.

A summary has `peer`, `reader` (the name that the peer gives itself), `standard` and `from` of the list, the \
same keys for the suite, and the numbers `asked`, `valid`, `wrong`, `spelled`, `untold` (strings without an \
answer), `known` (mistakes in the baseline), `fixed` (no longer made), `with_reason` (strings with a reason that \
were asked), and `milliseconds`; `no_reasons` says why there are no strings with a reason. A peer without \
answers has one object with `peer` and `failure`, or `absent`.";

pub(super) fn records(report: &Report<'_>, out: &mut Output) -> io::Result<()> {
    for section in &report.sections {
        for one in &section.by_reason {
            out.line(mistake(report, section, one))?;
        }
        let (wrong, spelled) = section.by_place();
        for group in wrong.into_iter().chain(spelled) {
            out.line(self::group(report, section, group))?;
        }
        out.line(summary(report, section))?;
    }
    if let Some(failure) = &report.failure {
        let (key, why) = match failure.absence() {
            Some(why) => ("absent", why),
            None => ("failure", failure.to_string()),
        };
        out.line(Record::line().with("peer", report.name).with(key, why))?;
    }
    Ok(())
}

fn suite(record: Record, section: &ReportSection<'_>) -> Record {
    record
        .with("test", section.plan.key.test)
        .with("edition", section.plan.key.edition.id())
        .with("rule", &section.plan.rule)
        .with("against", section.plan.key.judge)
}

fn mistake(report: &Report<'_>, section: &ReportSection<'_>, one: &WrongAnswer<'_>) -> Record {
    let (kind, reason) = (one.mistake.kind, one.case.reason.as_ref());
    let record = suite(Record::line().with("peer", report.name), section)
        .with("kind", kind.name())
        .with("component", component(kind))
        .with("reason", reason.map(|reason| &reason.text))
        .with("production", reason.map(|reason| &reason.production))
        .with("section", reason.and_then(|reason| reason.section.as_ref()));
    with_example(record, one, kind)
}

fn component(kind: MistakeKind) -> Option<&'static str> {
    match kind {
        MistakeKind::Differs(component) => Some(component.name()),
        _ => None,
    }
}

fn group(report: &Report<'_>, section: &ReportSection<'_>, group: &MistakeGroup<'_>) -> Record {
    let record = suite(Record::line().with("peer", report.name), section)
        .with("kind", group.kind.name())
        .with("component", component(group.kind))
        .with("spelling", &group.spelling);
    let place = group.place.as_ref();
    let detail = place.map(|place| place.detail);
    let found: Vec<_> =
        group.characters.iter().map(|found| found.map(String::from).unwrap_or_default()).collect();
    record
        .with("production", place.map(|place| &place.name))
        .with("section", place.map(|place| place.section).filter(|section| !section.is_empty()))
        .with("characters", Some(&group.derived).filter(|derived| !derived.is_empty()))
        .with("empty", Some(true).filter(|_| detail == Some(Detail::Empty)))
        .with("at_error", Some(true).filter(|_| group.is_error))
        .with("found", Some(found).filter(|_| group.is_error))
        .with("wrong", group.wrong)
        .with("with_reason", Some(group.with_reason).filter(|count| *count > 0))
        .with("by_reason_alone", Some(true).filter(|_| group.is_small_alone))
        .with("of", group.total)
        .with_all(
            "examples",
            group.examples.iter().map(|wrong| with_example(Record::new(), wrong, group.kind)),
        )
}

fn with_example(record: Record, wrong: &WrongAnswer<'_>, kind: MistakeKind) -> Record {
    let record = record.with("input", &wrong.case.input).with("base", &wrong.case.base);
    let mistake = &wrong.mistake;
    match kind {
        MistakeKind::Crashes => record.with("crash", &mistake.found),
        kind if kind.part().is_some() => record
            .with_null("expected", mistake.expected.as_ref())
            .with_null("found", mistake.found.as_ref()),
        _ => record,
    }
}

fn summary(report: &Report<'_>, section: &ReportSection<'_>) -> Record {
    let record = Record::line()
        .with("peer", report.name)
        .with("reader", &report.reader)
        .with("standard", report.listed.map(|listed| listed.standard.name()))
        .with("from", report.listed.map(|listed| &listed.from));
    let fixed: usize = section.fixed.iter().map(|fixed| fixed.strings.len()).sum();
    let no_reasons = match &section.plan.reasons {
        Reasons::Missing(why) => Some(why),
        _ => None,
    };
    suite(record, section)
        .with("summary", true)
        .with("asked", section.asked)
        .with("valid", section.valid)
        .with("wrong", section.wrong)
        .with("spelled", section.spelled)
        .with("untold", section.unanswered)
        .with("known", section.known)
        .with("fixed", fixed)
        .with("with_reason", section.small)
        .with("no_reasons", no_reasons)
        .with("milliseconds", section.took.as_millis() as u64)
}

pub(super) fn annotate(report: &Report<'_>, log: Log, out: &mut Output) -> io::Result<()> {
    for section in &report.sections {
        let mut add = |kind: MistakeKind, level, message| {
            let message = format!("{}: {message}", section.plan.title);
            let (rule, about) = (kind.name(), Some(report.reader_name()));
            log.add(&Annotation { rule, level, message, place: None, about, fix: None }, out)
        };
        if section.plan.reasons == Reasons::Alone {
            for one in &section.by_reason {
                let kind = one.mistake.kind;
                let reason = one.case.reason.as_ref().map(|reason| format!(": {reason}"));
                let message = format!("{kind} {}{}", string(one, kind), reason.unwrap_or_default());
                add(kind, Level::Error, message)?;
            }
            continue;
        }
        let (wrong, spelled) = section.by_place();
        let wrong = wrong.into_iter().map(|group| (group, Level::Error));
        let spelled = spelled.into_iter().map(|group| (group, Level::Note));
        for (group, level) in wrong.chain(spelled) {
            add(group.kind, level, message(group))?;
        }
    }
    Ok(())
}

/// Returns the columns of the text table as a sentence.
fn message(group: &MistakeGroup<'_>) -> String {
    let place = group.place.as_ref().map(|one| format!(" {}", place(one, group)));
    let at = Some(characters(group)).filter(|at| !at.is_empty()).map(|at| format!(" {at}"));
    let [place, at] = [place, at].map(Option::unwrap_or_default);
    let number = counted(group.wrong, "string");
    format!(
        "{}{place}{at}: {number} of {}, as {}",
        kind_name(group),
        grouped(group.total),
        strings(group)
    )
}

pub(super) fn rules() -> impl Iterator<Item = LogRule<'static>> {
    let all = MistakeKind::SUMMARIES.into_iter();
    all.map(|(id, summary)| LogRule { id, level: Level::Error, summary })
}
