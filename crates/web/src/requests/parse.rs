//! `parse`: the components and the tree of a string.

use serde::Deserialize;
use urispec_views::parse::{parse, record};

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    rule: Option<String>,
    text: String,
    /// How many nodes of the tree are given at most. A tree of a megabyte has a million.
    #[serde(default = "nodes")]
    nodes: usize,
}

const fn nodes() -> usize {
    2000
}

pub(crate) fn answer(request: &Request) -> Answer {
    let edition = named::edition(&request.edition)?;
    let production = named::reading(edition, request.rule.as_deref(), &request.text)?;
    let parsed = parse(production, &request.text);
    let record = record(production, request.text.as_bytes(), &parsed, request.nodes);
    // Another production for whole strings may derive what this one does not.
    let other = parsed.is_err() && production.rule() == edition.whole_rules()[0];
    let other = other.then(|| edition.deriving(&request.text).ok()).flatten();
    Ok(record.with("derived_by", other.map(|other| other.rule())))
}
