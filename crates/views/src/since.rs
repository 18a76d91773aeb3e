//! Since which document a string or a production is there, as JSON.

use urispec::Edition;
use urispec_compare::since::Span;

use crate::record::Record;

/// What the program says of its JSON.
pub const HELP: &str = "\
With --since, the keys are `schema`, `rule` (with --rule), `input` (a string), `since` [{`from` {`edition`, \
`document`, `year`, `section`, `production`}, `until` {`edition`, `document`, `year`}}].";

/// The spans of a string, or of a production that is asked about without one.
#[must_use]
pub fn of(rule: Option<&str>, input: Option<&str>, spans: &[Span]) -> Record {
    Record::line().with("rule", rule).with("input", input).with_all("since", spans.iter().map(one))
}

/// One span.
#[must_use]
pub fn one(span: &Span) -> Record {
    let from = document(span.from)
        .with("section", span.production.section())
        .with("production", span.production.name());
    Record::new().with_record("from", Some(from)).with_record("until", span.until.map(document))
}

fn document(edition: Edition) -> Record {
    Record::new()
        .with("edition", edition.id())
        .with("document", edition.name())
        .with("year", edition.year())
}
