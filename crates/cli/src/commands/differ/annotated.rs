//! What differs about a string as findings for another program, and as entries of a baseline.
//!
//! In: what differs, and what readers do not agree on that hosts are allowed. Out: a finding for each aspect, a warning
//! where the difference is material. What is forgotten: what the readers say the same of.

use std::io;

use urispec_compare::parsers::{Aspect, Difference, ParserAnswer, Weight};

use super::allow::Conflict;
use super::table;
use super::table::Veil;
use crate::findings::baseline::BaselineEntry;
use crate::findings::{Annotation, Level, Log, LogRule};
use crate::input::Item;
use crate::output::Output;
use crate::output::password::without;

const ALLOWED: LogRule<'static> = LogRule {
    id: "host-allow",
    level: Level::Error,
    summary: "some readers find a host that is allowed, and others do not",
};
const NO_ANSWER: LogRule<'static> =
    LogRule { id: "no-answer", level: Level::Error, summary: "a reader fails over the string" };

/// What there is to say of a string.
pub(super) struct StringFindings<'d> {
    pub(super) told: &'d [ParserAnswer<'d>],
    pub(super) shown: &'d [&'d Difference],
    pub(super) conflict: Option<&'d Conflict>,
}

/// Adds the findings about a string to a log.
pub(super) fn add(
    item: &Item<'_>,
    names: &[String],
    StringFindings { told, shown, conflict }: &StringFindings<'_>,
    log: Log,
    out: &mut Output,
) -> io::Result<()> {
    let bytes = item.bytes();
    let text = String::from_utf8_lossy(bytes);
    let veil = Veil::of(&text, out.passwords);
    let mut all = Vec::new();
    all.extend(conflict.map(|one| (ALLOWED.id, ALLOWED.level, one.said(names, &veil))));
    for (name, told) in names.iter().zip(*told) {
        let how = told.crash.as_ref().map(|how| format!("no answer of {name}: the program {how}"));
        all.extend(how.map(|how| (NO_ANSWER.id, NO_ANSWER.level, how)));
    }
    for one in *shown {
        let said = table::said(one, names, &veil) + &table::spelled(one);
        all.push((one.aspect.name(), level(one.weight), format!("{}: {said}", one.aspect.name())));
    }
    let whole = 0..bytes.len();
    all.into_iter().try_for_each(|(id, level, message)| {
        let string = (item.origin, bytes);
        log.add(&Annotation::of_string((id, level), message, string, &whole, None), out)
    })
}

/// What a baseline has of a difference.
pub(super) fn entry(item: &Item<'_>, one: &Difference) -> BaselineEntry {
    let file = item.origin.file().map(|(file, _)| file);
    let bytes = item.bytes();
    let input = without(bytes, item.origin.passwords().span(bytes));
    let input = String::from_utf8_lossy(&input).into_owned();
    BaselineEntry { file, input, id: one.aspect.name().to_owned() }
}

const fn level(weight: Weight) -> Level {
    match weight {
        Weight::Material => Level::Warning,
        _ => Level::Note,
    }
}

/// What may be found, as rules.
pub(super) fn rules() -> impl Iterator<Item = LogRule<'static>> {
    let aspects = Aspect::ALL.iter().map(|aspect| LogRule {
        id: aspect.name(),
        level: Level::Warning,
        summary: "the readers do not say the same of it",
    });
    aspects.chain([ALLOWED, NO_ANSWER, LogRule::INVALID])
}
