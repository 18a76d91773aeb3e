//! A report as JSON: an object for each group of mistakes, and one that sums up.

use std::io;

use urispec_views::record::Record;

use super::group::{Group, Wrong};
use super::place::Detail;
use super::report::{Report, Section};
use crate::output::Output;

pub(super) const HELP: &str = "\
Print one JSON object per line: one for each group of mistakes, and after those of each suite one \
with `summary`.

A group has `peer`, `test` (language, resolution, normalization), `edition`, `rule`, `against` \
(letter or whatwg), `kind` (accepts, rejects, differs, target, normalized, crashes), `component` \
for differs, `spelling` if the texts mean the same, `production` and `section`; `characters` if \
only strings with one of these there are meant, `empty` if only those are where the production \
derives nothing, `at_error` if the production was being read where the string leaves the language, \
and then `found`, a list of the characters there. `wrong` says how many strings, `of` how many \
strings have the production. `examples` are the shortest, each with `input`, `base` where there \
is one, and `expected` and `found` (null: undefined); `crash` says how the program ended.

A summary has `peer`, `reader` (what the peer calls itself), `standard` and `from` of the list, \
the same keys for the suite, and the numbers `asked`, `valid`, `wrong`, `spelled`, `untold` \
(nothing told), `known` (mistakes of the baseline), `fixed` (no longer made), and `milliseconds`. \
A peer without answers has one object with `peer` and `failure`, or `absent`.";

pub(super) fn report(report: &Report, out: &mut Output) -> io::Result<()> {
    for section in &report.sections {
        for group in &section.groups {
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

fn suite(record: Record, section: &Section) -> Record {
    record
        .with("test", section.test.name())
        .with("edition", section.edition.id())
        .with("rule", &section.rule)
        .with("against", section.judge.name())
}

fn group(report: &Report, section: &Section, group: &Group) -> Record {
    let component = match group.kind {
        super::kind::MistakeKind::Differs(component) => Some(component.name()),
        _ => None,
    };
    let record = suite(Record::line().with("peer", &report.subject.name), section)
        .with("kind", group.kind.name())
        .with("component", component)
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
        .with("of", group.of)
        .with_all("examples", group.examples.iter().map(|wrong| example(wrong, group)))
}

fn example(wrong: &Wrong, group: &Group) -> Record {
    let record = Record::new().with("input", &wrong.input).with("base", &wrong.base);
    let mistake = &wrong.mistake;
    match group.kind {
        super::kind::MistakeKind::Crashes => record.with("crash", &mistake.found),
        kind if kind.part().is_some() => record
            .with_null("expected", mistake.expected.as_ref())
            .with_null("found", mistake.found.as_ref()),
        _ => record,
    }
}

fn summary(report: &Report, section: &Section) -> Record {
    let listed = report.subject.listed.as_ref();
    let record = Record::line()
        .with("peer", &report.subject.name)
        .with("reader", &report.reader)
        .with("standard", listed.map(|(standard, _)| standard))
        .with("from", listed.map(|(_, from)| from));
    let fixed: usize = section.fixed.iter().map(|fixed| fixed.strings.len()).sum();
    suite(record, section)
        .with("summary", true)
        .with("asked", section.asked)
        .with("valid", section.valid)
        .with("wrong", section.wrong)
        .with("spelled", section.spelled)
        .with("untold", section.untold)
        .with("known", section.known)
        .with("fixed", fixed)
        .with("milliseconds", section.took.as_millis() as u64)
}
