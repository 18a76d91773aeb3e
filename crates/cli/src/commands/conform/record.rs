//! A report as JSON: an object for each mistake with a reason, one for each group, and one that sums up.

use std::io;

use urispec_views::record::Record;

use super::group::{MistakeGroup, WrongAnswer};
use super::judge::MistakeKind;
use super::place::Detail;
use super::report::{Reasons, Report, ReportSection};
use super::shown::{called, characters, place, string, strings};
use crate::findings::{Annotation, Level, Log, LogRule};
use crate::output::Output;
use crate::output::counted::{counted, grouped};

pub(super) const HELP: &str = "\
Print one JSON object per line: one for each mistake of a string that was made for a reason, one \
for each group of mistakes, and after those of each suite one with `summary`.

A mistake with a reason has `peer`, `test`, `edition`, `rule`, `against`, `kind` and `component`, as \
a group has, and `reason` (a sentence), `production` (the one that says so) and `section`; and \
`input`, `expected` and `found`, or `crash`, as an example of a group has.

A group has `peer`, `test` (language, resolution, normalization), `edition`, `rule`, `against` \
(letter or whatwg), `kind` (accepts, rejects, differs, target, normalized, crashes), `component` \
for differs, `spelling` if the texts mean the same, `production` and `section`; `characters` if \
only strings with one of these there are meant, `empty` if only those are where the production \
derives nothing, `at_error` if the production was being read where the string leaves the language, \
and then `found`, a list of the characters there. `wrong` says how many strings, `with_reason` \
how many of these were made for a reason, `by_reason_alone` that no string of the large suite is \
among them, `of` how many strings have the production. `examples` are the shortest, each with \
`input`, `base` where there is one, and `expected` and `found` (null: undefined); `crash` says how \
the program ended.

A summary has `peer`, `reader` (what the peer calls itself), `standard` and `from` of the list, \
the same keys for the suite, and the numbers `asked`, `valid`, `wrong`, `spelled`, `untold` \
(nothing told), `known` (mistakes of the baseline), `fixed` (no longer made), `with_reason` (strings \
asked that were made for a reason), and `milliseconds`; `no_reasons` says why there are none of these. \
A peer without answers has one object with `peer` and `failure`, or `absent`.";

pub(super) fn report(report: &Report, out: &mut Output) -> io::Result<()> {
    for section in &report.sections {
        for one in &section.by_reason {
            out.line(by_reason(report, section, one))?;
        }
        let (wrong, spelled) = section.by_place();
        for group in wrong.into_iter().chain(spelled) {
            out.line(self::group(report, section, group))?;
        }
        out.line(summary(report, section))?;
    }
    if let Some(failure) = &report.failure {
        let key = if failure.is_absence { "absent" } else { "failure" };
        out.line(Record::line().with("peer", &report.subject.name).with(key, &failure.message))?;
    }
    Ok(())
}

fn suite(record: Record, section: &ReportSection) -> Record {
    record
        .with("test", section.test.name())
        .with("edition", section.edition.id())
        .with("rule", &section.rule)
        .with("against", section.judge.name())
}

fn by_reason(report: &Report, section: &ReportSection, one: &WrongAnswer) -> Record {
    let (kind, reason) = (one.mistake.kind, one.reason.as_ref());
    let record = suite(Record::line().with("peer", &report.subject.name), section)
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

fn group(report: &Report, section: &ReportSection, group: &MistakeGroup) -> Record {
    let record = suite(Record::line().with("peer", &report.subject.name), section)
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
        .with("of", group.of)
        .with_all(
            "examples",
            group.examples.iter().map(|wrong| with_example(Record::new(), wrong, group.kind)),
        )
}

/// The record with a string, and what was found in it.
fn with_example(record: Record, wrong: &WrongAnswer, kind: MistakeKind) -> Record {
    let record = record.with("input", &wrong.input).with("base", &wrong.base);
    let mistake = &wrong.mistake;
    match kind {
        MistakeKind::Crashes => record.with("crash", &mistake.found),
        kind if kind.part().is_some() => record
            .with_null("expected", mistake.expected.as_ref())
            .with_null("found", mistake.found.as_ref()),
        _ => record,
    }
}

fn summary(report: &Report, section: &ReportSection) -> Record {
    let listed = report.subject.listed.as_ref();
    let record = Record::line()
        .with("peer", &report.subject.name)
        .with("reader", &report.reader)
        .with("standard", listed.map(|(standard, _)| standard))
        .with("from", listed.map(|(_, from)| from));
    let fixed: usize = section.fixed.iter().map(|fixed| fixed.strings.len()).sum();
    let no_reasons = match &section.reasons {
        Reasons::Missing(why) => Some(why),
        _ => None,
    };
    suite(record, section)
        .with("summary", true)
        .with("asked", section.asked)
        .with("valid", section.valid)
        .with("wrong", section.wrong)
        .with("spelled", section.spelled)
        .with("untold", section.untold)
        .with("known", section.known)
        .with("fixed", fixed)
        .with("with_reason", section.small)
        .with("no_reasons", no_reasons)
        .with("milliseconds", section.took.as_millis() as u64)
}

// A report as findings for another program.
//
// In: a report. Out: a finding for each group of mistakes, as the text for people has them: what the parser does is the
// rule, the place in the grammar and a few strings are the message. A finding is about the parser, which is no file.

pub(super) fn annotate(report: &Report, log: Log, out: &mut Output) -> io::Result<()> {
    for section in &report.sections {
        let mut add = |kind: MistakeKind, level, message| {
            let message = format!("{}: {message}", section.title);
            let (rule, about) = (kind.name(), Some(report.called()));
            log.add(&Annotation { rule, level, message, place: None, about, fix: None }, out)
        };
        if section.reasons == Reasons::Alone {
            for one in &section.by_reason {
                let kind = one.mistake.kind;
                let reason = one.reason.as_ref().map(|reason| format!(": {reason}"));
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

/// What the text for people has in the columns of a table.
fn message(group: &MistakeGroup) -> String {
    let place = group.place.as_ref().map(|one| format!(" {}", place(one, group)));
    let at = Some(characters(group)).filter(|at| !at.is_empty()).map(|at| format!(" {at}"));
    let [place, at] = [place, at].map(Option::unwrap_or_default);
    let number = counted(group.wrong, "string");
    format!(
        "{}{place}{at}: {number} of {}, as {}",
        called(group),
        grouped(group.of),
        strings(group)
    )
}

/// What a parser may do, as rules.
pub(super) fn rules() -> impl Iterator<Item = LogRule<'static>> {
    let all = MistakeKind::SUMMARIES.into_iter();
    all.map(|(id, summary)| LogRule { id, level: Level::Error, summary })
}
