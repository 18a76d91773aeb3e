//! Requests about the components of one string.

use serde::Deserialize;
use urispec::split;
use urispec_views::Record;
use urispec_views::parse::{parse, record};

use super::{Answer, named};

// `parse`: the components and the tree of a string.

#[derive(Deserialize)]
pub(crate) struct ParseRequest {
    edition: String,
    rule: Option<String>,
    text: String,
    /// The maximum number of tree nodes in the answer. A long string may have a million.
    #[serde(default = "nodes")]
    nodes: usize,
}

const fn nodes() -> usize {
    2000
}

pub(crate) fn answer_parse(request: &ParseRequest) -> Answer {
    let edition = named::edition(&request.edition)?;
    let production = named::reading(edition, request.rule.as_deref(), &request.text)?;
    let parsed = parse(production, &request.text);
    let record = record(production, request.text.as_bytes(), &parsed, request.nodes);
    // Another production for whole strings may derive the string.
    let other = parsed.is_err() && production.rule() == edition.whole_rules()[0];
    let other = other.then(|| edition.deriving(&request.text).ok()).flatten();
    Ok(record.with("derived_by", other.map(|other| other.rule())))
}

// `split`: the components that Appendix B of RFC 3986 finds in any string.

#[derive(Deserialize)]
pub(crate) struct SplitRequest {
    text: String,
}

pub(crate) fn answer_split(request: &SplitRequest) -> Answer {
    let parts = split(&request.text);
    Ok(Record::line()
        .with("scheme", parts.scheme)
        .with("authority", parts.authority)
        .with("path", parts.path)
        .with("query", parts.query)
        .with("fragment", parts.fragment))
}
