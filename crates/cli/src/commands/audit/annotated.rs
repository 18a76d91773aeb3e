//! An audit as findings for another program.
//!
//! In: what the audit found of a grammar. Out: a finding for each production that is not equal to its rule, at the line of
//! the rule, and for each alternative that is never taken; a finding about an edition, whose files are within the
//! program, is about the production. What is forgotten: which other productions differ only through one that is told.

use std::io;
use std::ops::Range;

use urispec_audit::{Judged, NeverTaken};
use urispec_views::audit::{View, word};

use super::show::{is_passed, never_taken, undecided, witnesses};
use crate::findings::{Annotation, Level, Log, Position, Region, Rule};
use crate::output::Output;

const RULES: [Rule<'static>; 4] = [
    Rule {
        id: "differs",
        level: Level::Error,
        summary: "a production and what transcribes it do not have the same strings",
    },
    Rule { id: "undecided", level: Level::Error, summary: "a production that was not decided" },
    Rule {
        id: "refused",
        level: Level::Error,
        summary: "a rule that pest refuses, or that has no automaton",
    },
    Rule {
        id: "never-taken",
        level: Level::Warning,
        summary: "an alternative that no input takes",
    },
];

/// What may be found, as rules.
pub(super) fn rules() -> impl Iterator<Item = Rule<'static>> {
    RULES.into_iter()
}

/// Adds the findings of an audit to a log.
pub(super) fn add(view: &View<'_>, log: Log, out: &mut Output) -> io::Result<()> {
    let report = view.report;
    let file = |line: usize| {
        let is_own = view.edition.is_none();
        is_own.then(|| (view.pair.peg.file().into(), beginning(line)))
    };
    let mut add = |(rule, level), message: String, line: Option<usize>, about: &str| {
        let place = line.and_then(file);
        let about = Some(about).filter(|_| place.is_none());
        let message = match about {
            Some(_) => format!("{}: {message}", view.grammar),
            None => message,
        };
        log.add(&Annotation { rule, level, message, place, about, fix: None }, out)
    };
    for judged in report.productions.iter().filter(|one| !is_passed(view, one)) {
        let line = judged.rules.iter().find_map(|rule| view.pair.peg.line(rule)).or(Some(1));
        let (rule, message) = match undecided(judged) {
            Some(why) => ("undecided", why),
            None => ("differs", differs(judged)),
        };
        add((rule, Level::Error), message, line, &judged.name)?;
    }
    for error in report.refused_by_pest.iter().chain(&report.refused) {
        add(("refused", Level::Error), error.to_string(), Some(1), view.grammar)?;
    }
    // Those of an edition are known, and say nothing about a change.
    for never in report.never_taken.iter().filter(|_| view.edition.is_none()) {
        let NeverTaken { rule, line, .. } = never;
        add(("never-taken", Level::Warning), never_taken(never), Some(*line), rule)?;
    }
    Ok(())
}

fn differs(judged: &Judged) -> String {
    let through = match &judged.through[..] {
        [] => String::new(),
        names => format!("; only through {}", names.join(", ")),
    };
    format!("{}: {}, {}{through}", judged.name, word(judged), witnesses(judged))
}

/// The beginning of a line.
fn beginning(line: usize) -> Region {
    let nothing: Range<usize> = 0..0;
    Position::first(line as u64).region(b"", &nothing)
}

/// Adds the finding that a pattern is not equal to a production.
pub(super) fn add_pattern(
    production: &str,
    (pattern, message): (&str, String),
    log: Log,
    out: &mut Output,
) -> io::Result<()> {
    let message = format!("{production}: {message}");
    let (rule, level) = ("differs", Level::Error);
    let about = Some(pattern);
    log.add(&Annotation { rule, level, message, place: None, about, fix: None }, out)
}
