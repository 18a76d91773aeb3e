//! `regex`: a production as a regular expression, decided equal before it is given.

use serde::Deserialize;
use urispec_audit::{PatternForm, PatternNames};
use urispec_views::Record;

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    rule: String,
    dialect: String,
}

pub(crate) fn answer(request: &Request) -> Answer {
    let edition = named::edition(&request.edition)?;
    let dialect = named::dialect(&request.dialect)?;
    let (grammar, production) = named::grammar(edition, &request.rule)?;
    let (form, names) = (PatternForm::Structure, PatternNames::None);
    let pattern = grammar.export_pattern(production.rule(), dialect, form, names);
    let record =
        Record::of(edition).with("rule", production.rule()).with("dialect", dialect.name());
    Ok(match pattern {
        Ok(pattern) => record.with("regex", pattern.trim_end_matches('\n')),
        Err(why) => record.with("why", why.to_string()),
    })
}
