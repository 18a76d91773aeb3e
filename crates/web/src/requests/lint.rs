//! `lint`: what is to be said of a string, by the documents, by what attacks look like, and by IANA's registries.

use serde::Deserialize;
use urispec::Reference;
use urispec_lint::{Linter, Severity, registry, security};
use urispec_views::lint::record_up_to;
use urispec_views::{Fault, Record};

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    text: String,
}

/// So many places of each finding are told: a string may have a million.
const MOST: usize = 100;

pub(crate) fn answer(request: &Request) -> Answer {
    let (edition, text) = (named::edition(&request.edition)?, &*request.text);
    let reference = Reference::parse(edition, text).map_err(|error| Fault::of(error, text));
    let linter = Linter::from_edition(edition);
    let letter = reference.as_ref().ok().map(|reference| linter.lint_across(*reference));
    let standard = linter.validation_errors(text);
    let found = letter.into_iter().flatten().chain(standard).chain(security::look(text));
    let found = found.chain(registry::look(text));
    let found = found.map(|one| {
        let severity = one.lint().severity();
        record_up_to(MOST, &one, severity.name(), severity != Severity::Note)
    });
    let error = reference.as_ref().err().map(|fault| fault.record(None));
    Ok(Record::of(edition)
        .with("input", text)
        .with("valid", reference.is_ok())
        .with_all("findings", found)
        .with_record("error", error))
}
