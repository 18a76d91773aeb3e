//! An audit as JSON: an object for each production, and one for the grammar.
//!
//! A key that is absent is undefined. A string that is not UTF-8 cannot stand in JSON; its key is
//! then another, with `_hex` added, and it is written in hexadecimal digits.

use std::io;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use urispec::audit::Audit;
use urispec::audit::examples::Claim;
use urispec::audit::findings::Checked;
use urispec::audit::report::{self, Judged, Verdict};
use urispec::audit::requirements::{Requirements, State};
use urispec::audit::trees::Taken;

use super::{View, show};
use crate::json;
use crate::output::Output;

pub(crate) fn print(view: &View<'_>, out: &mut Output) -> io::Result<()> {
    for judged in &view.report.productions {
        line(&production(view, judged), out)?;
    }
    line(&grammar(view), out)
}

pub(crate) fn line(record: &impl Serialize, out: &mut Output) -> io::Result<()> {
    json::write_line(record, out)?;
    out.end_record()
}

/// Keys in their order, of which those without a value are left out.
#[derive(Default)]
pub(crate) struct Record(Vec<(String, Value)>);

/// A map of `serde_json` would forget the order of its keys.
#[derive(Serialize)]
#[serde(untagged)]
enum Value {
    Plain(serde_json::Value),
    Record(Record),
    Records(Vec<Record>),
}

impl Record {
    pub(crate) fn with(mut self, key: &str, value: impl Serialize) -> Self {
        match serde_json::to_value(value) {
            Ok(serde_json::Value::Null) | Err(_) => {}
            Ok(value) => self.0.push((key.to_owned(), Value::Plain(value))),
        }
        self
    }

    pub(crate) fn with_record(mut self, key: &str, record: Option<Self>) -> Self {
        self.0.extend(record.map(|record| (key.to_owned(), Value::Record(record))));
        self
    }

    pub(crate) fn with_all(mut self, key: &str, records: impl Iterator<Item = Self>) -> Self {
        self.0.push((key.to_owned(), Value::Records(records.collect())));
        self
    }

    /// A string of some language.
    fn witness(self, key: &str, bytes: Option<&[u8]>) -> Self {
        match bytes.map(|bytes| (bytes, std::str::from_utf8(bytes))) {
            None => self,
            Some((_, Ok(text))) => self.with(key, text),
            Some((bytes, Err(_))) => self.with(&format!("{key}_hex"), hexadecimal(bytes)),
        }
    }

    /// Strings of some language; if one of them is not UTF-8, all of them in hexadecimal digits.
    pub(crate) fn witnesses(self, key: &str, all: &[Vec<u8>]) -> Self {
        match all.iter().map(|bytes| std::str::from_utf8(bytes)).collect::<Result<Vec<_>, _>>() {
            Ok(texts) => self.with(key, texts),
            Err(_) => {
                let all: Vec<_> = all.iter().map(|bytes| hexadecimal(bytes)).collect();
                self.with(&format!("{key}_hex"), all)
            }
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
        map.end()
    }
}

/// What every record begins with.
fn begun(view: &View<'_>) -> Record {
    let edition = view.edition.map(|edition| edition.id());
    Record::default().with("schema", 1).with("edition", edition).with("grammar", view.grammar)
}

pub(crate) fn production(view: &View<'_>, judged: &Judged) -> Record {
    let word = match &judged.verdict {
        Verdict::Equal => "equal",
        Verdict::Differs { .. } => "differs",
        Verdict::Missing => "missing",
        Verdict::Undecided(_) => "undecided",
    };
    let record = begun(view)
        .with("rule", &judged.name)
        .with("section", view.section(&judged.name))
        .with("verdict", word)
        .with("rules", &judged.rules)
        .with("states", judged.size);
    let record = match &judged.verdict {
        Verdict::Differs { only_printed, only_pest } => record
            .witness("only_printed", only_printed.as_deref())
            .witness("only_pest", only_pest.as_deref()),
        Verdict::Undecided(why) => record.with("message", why),
        Verdict::Equal | Verdict::Missing => record,
    };
    record.with_record("reading", judged.reading.as_ref().map(reading))
}

fn reading(reading: &report::Reading) -> Record {
    use report::Reading;
    let record = Record::default();
    match reading {
        Reading::Changes { adds, takes } => record
            .with("kind", "changes")
            .witness("adds", adds.as_deref())
            .witness("takes", takes.as_deref()),
        Reading::Unreadable { through, why } => {
            record.with("kind", "unreadable").with("through", through).with("message", why)
        }
        Reading::Idle => record.with("kind", "idle"),
    }
}

fn grammar(view: &View<'_>) -> Record {
    let report = view.report;
    let undefined = report.undefined.iter();
    let undefined =
        undefined.map(|(name, user)| Record::default().with("name", name).with("rule", user));
    let refused = report.refused.iter().map(|error| {
        let record = Record::default().with("rule", &error.rule).with("line", error.line);
        record.with("message", error.to_string())
    });
    let never = report.never_taken.iter().map(|never| {
        Record::default()
            .with("rule", &never.rule)
            .with("line", never.line)
            .with("alternative", never.alternative)
            .with("text", &never.text)
    });
    let read = view.pair.readings.iter().flat_map(|all| &all.productions).map(|read| {
        let why = Some(&read.comment).filter(|why| !why.is_empty());
        Record::default().with("rule", &read.name).with("text", &read.text).with("why", why)
    });
    let record = begun(view)
        .with("clean", view.is_clean())
        .with("productions", report.productions.len())
        .with("unreachable", &report.unreachable)
        .with_all("undefined", undefined)
        .with("unprinted", &report.unprinted)
        .with_all("refused", refused);
    let untold = report.untold.iter();
    let untold =
        untold.map(|one| Record::default().with("rule", &one.name).with("message", &one.why));
    let record = record.with_all("never_taken", never).with_all("untold", untold);
    let record = record.with_all("ambiguities", ambiguities(view)).with_all("readings", read);
    match view.audit {
        Some(_) => record
            .with("examples", view.examples.len())
            .with_all("findings", view.findings().map(finding))
            .with_record("requirements", view.requirements().map(counts)),
        None => record,
    }
}

/// How many sentences of a document stand how.
pub(crate) fn counts(requirements: &Requirements<'_>) -> Record {
    let count = |record: Record, state: State| record.with(state.name(), requirements.count(state));
    State::ALL.into_iter().fold(Record::default(), count)
}

fn ambiguities(view: &View<'_>) -> impl Iterator<Item = Record> {
    let overlaps = view.report.overlaps.iter().enumerate();
    overlaps.map(|(at, overlap)| {
        let record = Record::default()
            .with("rule", &overlap.production)
            .with("alternatives", &overlap.alternatives)
            .with("whole", overlap.whole)
            .witness("input", Some(&overlap.witness));
        let Some(taken) = view.taken.get(at).and_then(Option::as_ref) else { return record };
        trees(view, &overlap.production, taken, record)
    })
}

/// Alternatives by their texts: a number would be one of a choice that is not at hand.
fn trees(view: &View<'_>, production: &str, taken: &Taken, record: Record) -> Record {
    let text = |place: usize| show::alternative(view, production, place);
    let texts = |places: &[usize]| places.iter().map(|&place| text(place)).collect::<Vec<_>>();
    let stray = taken.stray.as_ref().map(|stray| {
        Record::default()
            .with("input", &stray.text)
            .with("preferred", text(stray.preferred))
            .with("taken", texts(&stray.places))
    });
    record
        .with("preferred", text(taken.preferred))
        .with("section", &taken.section)
        .with("strings", taken.strings)
        .with("taken", texts(&taken.places))
        .with_record("stray", stray)
}

fn finding(checked: &Checked<'_>) -> Record {
    let example = &checked.example;
    let record = Record::default().with("section", example.section);
    let record = match example.claim {
        Claim::Instance { rule, text } => {
            record.with("claim", "instance").with("rule", rule).with("input", text)
        }
        Claim::Illegal { rule, text } => {
            record.with("claim", "illegal").with("rule", rule).with("input", text)
        }
        Claim::Target { strict, base, reference, target } => record
            .with("claim", if strict { "resolve" } else { "resolve non-strict" })
            .with("base", base)
            .with("reference", reference)
            .with("target", target),
        Claim::Equivalent { rung, a, b } => record
            .with("claim", if rung.is_some() { "equivalent" } else { "not equivalent" })
            .with("a", a)
            .with("b", b)
            .with("rung", rung.map(urispec::Rung::name)),
        Claim::Request { url, request } => {
            record.with("claim", "sends").with("input", url).with("request", request)
        }
    };
    record
        .with("found", &checked.contradiction)
        .with("reason", example.reason)
        .with("listed", checked.is_as_listed())
}

/// The record of a production of an edition, for a command that has more to say of it.
pub(crate) fn of(edition: urispec::Edition, audit: &Audit, judged: &Judged) -> Record {
    production(&View::of(edition, audit), judged)
}
