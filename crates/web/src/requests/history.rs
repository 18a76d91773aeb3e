//! `history`: how a production came to be over the documents.

use serde::Deserialize;
use urispec_compare::diff;
use urispec_views::{Record, history};

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    rule: String,
}

pub(crate) fn answer(request: &Request) -> Answer {
    let edition = named::edition(&request.edition)?;
    let production = named::production(edition, Some(&request.rule))?;
    let versions = diff::history(production);
    Ok(Record::of(edition)
        .with("rule", production.rule())
        .with_all("history", versions.iter().map(history::version)))
}
