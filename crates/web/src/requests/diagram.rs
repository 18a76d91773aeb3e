//! `diagram`: a production as a railroad diagram, with the way that a string takes.

use serde::Deserialize;
use urispec_views::Record;
use urispec_views::picture::railroad::{self, Expand};

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    rule: String,
    /// The string whose way is marked.
    text: Option<String>,
    /// How many levels of names are drawn in place.
    #[serde(default)]
    expand: usize,
}

pub(crate) fn answer(request: &Request) -> Answer {
    let edition = named::edition(&request.edition)?;
    let (grammar, production) = named::grammar(edition, &request.rule)?;
    let printed = grammar.as_printed();
    let term = |name: &str| printed?.production(name)?.term.as_ref().ok();
    let rule = production.rule();
    let own = term(rule).ok_or_else(|| format!("`{rule}` cannot be drawn"))?;
    let expand = Expand { levels: request.expand, term: &term };
    let text = request.text.as_deref();
    let way = text.and_then(|text| railroad::way(&grammar, production, text, request.expand));
    Ok(Record::line()
        .with("rule", rule)
        .with("svg", railroad::svg(rule, own, &expand, way.as_ref()))
        .with("derived", text.map(|_| way.is_some())))
}
