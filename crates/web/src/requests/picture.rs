//! `picture`: a string as an image, with its components and its tree, or with the byte that is to blame.
//!
//! A password is drawn: whoever asks has typed it, and sees it above the image.

use serde::Deserialize;
use urispec_views::Record;
use urispec_views::parse::parse;
use urispec_views::picture::uri;

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    rule: Option<String>,
    text: String,
}

pub(crate) fn answer(request: &Request) -> Answer {
    let edition = named::edition(&request.edition)?;
    let production = named::reading(edition, request.rule.as_deref(), &request.text)?;
    let parsed = parse(production, &request.text);
    Ok(Record::line().with("svg", uri::svg(production, &request.text, &parsed, None)))
}
