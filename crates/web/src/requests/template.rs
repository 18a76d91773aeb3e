//! `template`: a template, whether a string is an expansion of it, and what is decided about all expansions.

use serde::Deserialize;
use urispec_template::{ExpansionLanguage, UriTemplate, VariableTypes};
use urispec_views::template::{ambiguity, collision, every, no_template, of, variables, ways};

use super::Answer;

#[derive(Deserialize)]
pub(crate) struct Request {
    template: String,
    /// The string that may be an expansion.
    text: String,
    /// Another template, which may expand to the same; empty for none.
    other: String,
}

/// So many ways are told.
const MOST: usize = 8;

/// A longer string is not matched: each of its bytes has as many states as the template.
const LONGEST: usize = 16_384;

pub(crate) fn answer(request: &Request) -> Answer {
    let template = match UriTemplate::parse(&request.template) {
        Ok(template) => template,
        Err(error) => return Ok(no_template(&request.template, &error)),
    };
    let types = VariableTypes::new();
    let record = of(&template).with("valid", true).with("level", template.level());
    let record = record.with_all("variables", variables(&template, &types));
    let expansions = match template.expansions(&types) {
        Ok(expansions) => expansions,
        Err(error) => return Ok(record.with("undecided", error.to_string())),
    };
    let record = match request.text.len() {
        ..=LONGEST => {
            let found = expansions.matches(&request.text, MOST);
            record.with_record("matching", Some(ways(&template, &request.text, &found)))
        }
        _ => record.with("too_long", true),
    };
    let record = record.with_record("unique", Some(ambiguity(&expansions.ambiguity())));
    let language = match ExpansionLanguage::new(expansions) {
        Ok(language) => language,
        Err(error) => return Ok(record.with("undecided", error.to_string())),
    };
    let record = record
        .with_record("uri", Some(every(&language.every_uri())))
        .with_record("reference", Some(every(&language.every_reference())));
    if request.other.is_empty() {
        return Ok(record);
    }
    let other = match UriTemplate::parse(&request.other) {
        Ok(other) => other,
        Err(error) => {
            return Ok(record.with_record("other", Some(no_template(&request.other, &error))));
        }
    };
    let other_language = match ExpansionLanguage::of(&other) {
        Ok(language) => language,
        Err(error) => return Ok(record.with("undecided", error.to_string())),
    };
    let verdict = language.collision(&other_language);
    Ok(record.with_record("other", Some(collision([&template, &other], &verdict))))
}
