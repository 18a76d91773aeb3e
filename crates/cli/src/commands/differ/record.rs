//! What readers tell of a string, and what differs, as JSON, as findings for another program, and as entries of a baseline.

use std::io;

use urispec_compare::parsers::{Aspect, Component, Difference, ParserAnswer, Said, Tell, Weight};
use urispec_views::record::Record;

use super::allow::Conflict;
use super::table::{self, Danger, Veil};
use crate::findings::baseline::BaselineEntry;
use crate::findings::{Annotation, Level, Log, LogRule};
use crate::input::Item;
use crate::output::Output;
use crate::output::password::without;

pub(crate) const HELP: &str = "\
Print one JSON object per line for each string, with -f for each line on which the readers differ.

Its keys: `schema`, `input`, `base`, `same` (whether nothing differs that is asked for), `readers` \
[{`reader`, `valid`, `scheme`, `authority`, `userinfo`, `host`, `port`, `path`, `query`, `fragment`, \
`target`, `normalized`, `crash`}], where null is undefined and an absent key is not told; \
`differences` [{`danger`, `aspect` (valid, a component, target or normalized), `weight` (material, other or \
canonical), `spellings` [..], `groups` [{`readers` [..], `said` (text; null is none; of valid, true or \
false)}]}], the most dangerous ones first; with --host-allow-file `allowed` [{`reader`, `host`, `allowed`}]. Of a line \
that is not UTF-8 there are only `schema`, `input` and `error`. Passwords are not hidden.

`danger` is what a difference may do, in this order: host, another host; accepted, one reader accepts the string \
and finds a host, and another rejects it; origin, another port, scheme or user; valid, one accepts and another \
rejects, and no host is found; data, another path, query or fragment; spelling, the same in other words.

With --tally the objects are groups: `schema`, `danger`, `aspect`, `weight`, `spellings`, `groups` [{`readers`, \
`said` (null is none; of valid, true or false; absent where it is a text, which another string has otherwise)}], \
`count`, `examples` [{`place`, `input`, `said` [..]}], the shortest first, each with what the groups say of it, in \
their order.";

pub(super) fn of(
    text: &str,
    base: Option<&str>,
    names: &[String],
    told: &[ParserAnswer<'_>],
    shown: &[&Difference],
    conflict: Option<&Conflict>,
) -> Record {
    let readers = names.iter().zip(told).map(|(name, told)| reader(name, told));
    let record = Record::line()
        .with("input", text)
        .with("base", base)
        .with("same", shown.is_empty() && conflict.is_none())
        .with_all("readers", readers)
        .with_all("differences", shown.iter().map(|one| difference(one, names)));
    match conflict {
        Some(conflict) => record.with_all("allowed", conflict.records(names)),
        None => record,
    }
}

fn reader(name: &str, told: &ParserAnswer<'_>) -> Record {
    let mut record = Record::new().with("reader", name).with("valid", told.is_valid);
    for &component in Component::ALL {
        record = tell(record, component.name(), told.component(component));
    }
    record = tell(record, "target", &told.target);
    tell(record, "normalized", &told.normalized).with("crash", told.crash.as_deref())
}

fn tell(record: Record, key: &str, tell: &Tell<'_>) -> Record {
    if tell.is_told() { record.with_null(key, tell.text()) } else { record }
}

fn difference(one: &Difference, names: &[String]) -> Record {
    let groups = one.groups.iter().map(|group| {
        let readers: Vec<_> = group.readers.iter().filter_map(|at| names.get(*at)).collect();
        let record = Record::new().with("readers", readers);
        match &group.said {
            Said::Valid(is_valid) => record.with("said", is_valid),
            Said::Nothing => record.with_null("said", None::<&str>),
            Said::Text(text) => record.with("said", text),
        }
    });
    let spellings: Vec<_> = one.spellings.iter().map(|spelling| spelling.name()).collect();
    Record::new()
        .with("danger", Danger::of(one.rank()).name)
        .with("aspect", one.aspect.name())
        .with("weight", one.weight.name())
        .with("spellings", spellings)
        .with_all("groups", groups)
}

// A finding for each aspect: a warning where the difference is material.

const ALLOWED: LogRule<'static> = LogRule {
    id: "host-allow",
    level: Level::Error,
    summary: "some readers find a host that is allowed, and others do not",
};
const NO_ANSWER: LogRule<'static> =
    LogRule { id: "no-answer", level: Level::Error, summary: "a reader fails over the string" };

pub(super) fn annotate(
    item: &Item<'_>,
    names: &[String],
    told: &[ParserAnswer<'_>],
    shown: &[&Difference],
    conflict: Option<&Conflict>,
    log: Log,
    out: &mut Output,
) -> io::Result<()> {
    let bytes = item.bytes();
    let text = String::from_utf8_lossy(bytes);
    let veil = Veil::of(&text, out.passwords);
    let mut all = Vec::new();
    all.extend(conflict.map(|one| (ALLOWED.id, ALLOWED.level, one.said(names, &veil))));
    for (name, told) in names.iter().zip(told) {
        let how = told.crash.as_ref().map(|how| format!("no answer of {name}: the program {how}"));
        all.extend(how.map(|how| (NO_ANSWER.id, NO_ANSWER.level, how)));
    }
    for one in shown {
        let said = table::said(one, names, &veil);
        let level = if one.weight == Weight::Material { Level::Warning } else { Level::Note };
        all.push((one.aspect.name(), level, format!("{}: {said}", one.aspect.name())));
    }
    let whole = 0..bytes.len();
    all.into_iter().try_for_each(|(id, level, message)| {
        let string = (item.origin, bytes);
        log.add(&Annotation::of_string((id, level), message, string, &whole, None), out)
    })
}

pub(super) fn entry(item: &Item<'_>, one: &Difference) -> BaselineEntry {
    let file = item.origin.file().map(|(file, _)| file);
    let bytes = item.bytes();
    let input = without(bytes, item.origin.passwords().span(bytes));
    let input = String::from_utf8_lossy(&input).into_owned();
    BaselineEntry { file, input, id: one.aspect.name().to_owned() }
}

pub(super) fn rules() -> impl Iterator<Item = LogRule<'static>> {
    let aspects = Aspect::ALL.iter().map(|aspect| LogRule {
        id: aspect.name(),
        level: Level::Warning,
        summary: "the readers do not say the same of it",
    });
    aspects.chain([ALLOWED, NO_ANSWER, LogRule::INVALID])
}
