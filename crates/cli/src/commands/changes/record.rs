//! A change, as JSON.

use urispec_compare::changes::{Changes, Entry, Evidence};
use urispec_views::record::Record;

pub(crate) const HELP: &str = "\
Print one JSON object per line for each change.

Its keys: `schema`, `since`, `edition` (editions), `kind` (`productions`, `resolution`, \
`normalization`, `terms`), `manner` (`new`, `gone`, `renamed`, `wider`, `narrower`, `overlapping`, \
`other`, `changed`), `subject`, `since_section`, `section`, `sentence`, `evidence` [..]. The keys \
of evidence: `edition`, `input` (only that edition derives the string); `base`, `reference`, \
`non_strict`, `since`, `target` (the two targets; null for the current document, and for a refused \
reference), `since_current_document`, `current_document` (true or false; absent if refused), \
`since_fragment`, `fragment` (of the current document); `edition`, `a`, `b` (only that edition finds \
them equivalent); `input`, `since`, `normalized` (the two normal forms). A key that is absent is \
undefined.

With a grammar of your own, `grammar` stands in place of `edition`, and `since` is a file or an edition; there \
are no sections. `manner` may also be `rewritten` (other text, same strings) and `undecided`, and `through` \
lists the productions through which one differs that is written as before. Evidence has the keys `grammar` and \
`input`, or `input_hex` where the string is not UTF-8.";

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
        Evidence::Target { base, reference, non_strict, since, target } => {
            let record = record
                .with("base", base)
                .with("reference", reference)
                .with("non_strict", non_strict.then_some(true));
            let keys = ["since", "since_current_document", "since_fragment"];
            let record = reached(record, keys, since.as_deref());
            reached(record, ["target", "current_document", "fragment"], target.as_deref())
        }
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

/// What a reference resolves to, under keys as `resolve` has them. The library prints the current
/// document in parentheses, which no URI has at its beginning.
fn reached(record: Record, [uri, document, fragment]: [&str; 3], target: Option<&str>) -> Record {
    let Some(target) = target else { return record.with_null(uri, None::<&str>) };
    match target.strip_prefix("(current document)") {
        Some(rest) => record
            .with_null(uri, None::<&str>)
            .with(document, true)
            .with(fragment, rest.strip_prefix('#')),
        None => record.with(uri, target).with(document, false),
    }
}
