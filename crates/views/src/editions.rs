//! The answers on a string as JSON.

use urispec_compare::across::{Answer, Answers, Disagreement, Parts, ResolvedTo};
use urispec_compare::parsers::Component;

use crate::fault::Fault;
use crate::record::Record;

/// What the program says of its JSON.
pub const HELP: &str = "\
Print one JSON object per line for each input, with -f for each on which they do not agree.

Its keys: `schema`, `input`, `base`, `agree`, `verdicts` [{`by` (an edition, or whatwg), `valid`, \
`productions` [..], `by_scheme` (whether the production of its scheme derives it), `opaque`, \
`components` {..}, `target`, `current_document`, `fragment`, `error` {..}}], `of_scheme` [..] (verdicts of \
the documents of its scheme), `disagreements` [{`kind`, \
`from` (rfc3986, or the newest that has a say), `by` [..]}]; of a line that is not UTF-8 only `schema`, `input` and \
`error`. With --tally the objects are of kinds: `schema`, \
`kind`, `from`, `by`, `count`, `place`, `input`.";

/// What each says of a string, and where they do not agree.
pub fn of(answers: &Answers<'_>, base: Option<&str>, found: &[Disagreement]) -> Record {
    let disagreements = found.iter().map(|Disagreement { kind, from, by, .. }| {
        Record::new().with("kind", kind.name()).with("from", from).with("by", by)
    });
    Record::line()
        .with("input", answers.text())
        .with("base", base)
        .with("agree", found.is_empty())
        .with_all("verdicts", answers.each().iter().map(|one| answer(one, answers.text())))
        .with_all("of_scheme", answers.of_scheme().iter().map(|one| answer(one, answers.text())))
        .with_all("disagreements", disagreements)
}

/// The record of a line that is not UTF-8.
pub fn unreadable(input: &[u8], fault: &Fault) -> Record {
    Record::line().given("input", input).with_record("error", Some(fault.record(None)))
}

fn answer(answer: &Answer<'_>, text: &str) -> Record {
    let record = Record::new().with("by", answer.by()).with("valid", answer.is_valid());
    let record = match answer.parts() {
        Some(parts) => record
            .with("productions", Some(answer.productions()).filter(|all| !all.is_empty()))
            .with("by_scheme", parts.by_scheme)
            .with("opaque", parts.is_opaque)
            .with_record("components", Some(components(parts))),
        None => record,
    };
    let record = match answer.target() {
        Some(ResolvedTo::Uri(uri)) => record.with("target", uri).with("current_document", false),
        Some(ResolvedTo::CurrentDocument(fragment)) => {
            record.with("current_document", true).with("fragment", fragment)
        }
        None => record,
    };
    match (answer.error(), answer.message()) {
        (Some(error), _) => record.with_record("error", Some(Fault::of(error, text).record(None))),
        (None, Some(message)) => {
            let error = Record::new().with("message", message);
            record.with_record("error", Some(error))
        }
        (None, None) => record,
    }
}

fn components(parts: &Parts<'_>) -> Record {
    let mut record = Record::new();
    for &component in Component::ALL {
        record = record.with(component.name(), parts.component(component));
        if component == Component::Host {
            record = record.with("host_kind", parts.host_kind.map(|kind| kind.name()));
        }
    }
    record
}
