//! A change, as JSON.

use urispec::changes::{Changes, Entry, Evidence};

use crate::record::Record;

pub(crate) const HELP: &str = "\
Print one JSON object per line for each change.

Its keys: `schema`, `since`, `edition` (editions), `kind` (`productions`, `resolution`, \
`comparison`, `terms`), `manner` (`new`, `gone`, `renamed`, `wider`, `narrower`, `overlapping`, \
`other`, `changed`), `subject`, `since_section`, `section`, `sentence`, `evidence` [..]. The keys \
of evidence: `edition`, `input` (only that edition derives the string); `base`, `reference`, \
`non_strict`, `since`, `target` (the two targets); `edition`, `a`, `b` (only that edition finds \
them equivalent); `input`, `since`, `normalized` (the two normal forms). A key that is absent is \
undefined.";

pub(crate) fn of(changes: &Changes, entry: &Entry) -> Record {
    Record::line()
        .with("since", changes.since.id())
        .with("edition", changes.edition.id())
        .with("kind", entry.kind.name())
        .with("manner", entry.manner.name())
        .with("subject", &entry.subject)
        .with("since_section", entry.since_section)
        .with("section", entry.section)
        .with("sentence", &entry.sentence)
        .with_all("evidence", entry.evidence.iter().map(evidence))
}

fn evidence(evidence: &Evidence) -> Record {
    let record = Record::new();
    match evidence {
        Evidence::Derived { by, text } => record.with("edition", by.id()).with("input", text),
        Evidence::Target { base, reference, non_strict, since, target } => record
            .with("base", base)
            .with("reference", reference)
            .with("non_strict", non_strict.then_some(true))
            .with("since", since)
            .with("target", target),
        Evidence::Equivalent { by, pair: [a, b] } => {
            record.with("edition", by.id()).with("a", a).with("b", b)
        }
        Evidence::NormalForm { text, since, normal } => {
            record.with("input", text).with("since", since).with("normalized", normal)
        }
        // The library may add to what shows a change, and then the program does.
        _ => record,
    }
}
