//! Requests about documents and their productions.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use serde::Deserialize;
use urispec::{Edition, Recognizer};
use urispec_audit::Audit;
use urispec_compare::diff::{self, Comparison, Language};
use urispec_views::productions::{of_rules, record};
use urispec_views::{Record, history};

use super::{Answer, named};

// `documents`: the editions, with their productions.

#[derive(Deserialize)]
pub(crate) struct DocumentsRequest {}

pub(crate) fn answer_documents(_: &DocumentsRequest) -> Answer {
    Ok(Record::line().with_all("editions", Edition::every().map(edition)))
}

fn edition(edition: Edition) -> Record {
    let rungs = edition
        .rungs()
        .map(|(rung, section)| Record::new().with("rung", rung.name()).with("section", section));
    let grammars = edition.grammars().iter().map(|grammar| grammar.stem());
    Record::new()
        .with("id", edition.id())
        .with("title", edition.document())
        .with("about", about(edition))
        .with("whole", edition.whole_rules())
        .with_all("rungs", rungs)
        .with("grammars", grammars.collect::<Vec<_>>())
        .with_all("productions", edition.productions().map(of))
}

/// Returns the subject of the document: all URIs, the URIs of one scheme, or other strings.
fn about(edition: Edition) -> &'static str {
    match (edition.is_of_scheme(), edition.is_of_uris()) {
        (true, _) => "scheme",
        (false, true) => "uris",
        (false, false) => "other",
    }
}

fn of(production: Recognizer) -> Record {
    Record::new()
        .with("name", production.rule())
        .with("section", production.section())
        .with("grammar", production.grammar().stem())
}

// `history`: the versions of a production in the documents.

#[derive(Deserialize)]
pub(crate) struct HistoryRequest {
    edition: String,
    rule: String,
}

pub(crate) fn answer_history(request: &HistoryRequest) -> Answer {
    let edition = named::edition(&request.edition)?;
    let production = named::production(edition, Some(&request.rule))?;
    let versions = diff::history(production);
    Ok(Record::of(edition)
        .with("rule", production.rule())
        .with_all("history", versions.iter().map(history::version)))
}

// `explain`: the description of a production, in each grammar that has it.

#[derive(Deserialize)]
pub(crate) struct ExplainRequest {
    edition: String,
    rule: String,
}

thread_local! {
    /// A cache of audits. An audit takes up to a second, and its result never changes.
    static AUDITS: RefCell<HashMap<&'static str, Rc<Vec<Audit>>>> = RefCell::default();
}

pub(crate) fn answer_explain(request: &ExplainRequest) -> Answer {
    let edition = named::edition(&request.edition)?;
    let audits = audits(edition)?;
    let explained = audits.iter().filter_map(|audit| Some((audit, audit.explain(&request.rule)?)));
    let explained = explained.map(|(audit, explained)| {
        let published = explained.section.and_then(|number| history::address(edition, number));
        record(edition, audit, &explained).with("published", published)
    });
    let explained: Vec<Record> = explained.collect();
    if explained.is_empty() {
        return Err(format!("{edition} has no production `{}`", request.rule));
    }
    Ok(Record::line().with_all("productions", explained.into_iter()))
}

fn audits(edition: Edition) -> Result<Rc<Vec<Audit>>, String> {
    let known = AUDITS.with_borrow(|audits| audits.get(edition.id()).cloned());
    if let Some(known) = known {
        return Ok(known);
    }
    let new = Rc::new(urispec_audit::audit_edition(edition).map_err(|error| error.to_string())?);
    AUDITS.with_borrow_mut(|audits| audits.insert(edition.id(), Rc::clone(&new)));
    Ok(new)
}

// `diff`: the differences of two productions, as shortest strings.

#[derive(Deserialize)]
pub(crate) struct DiffRequest {
    left: String,
    right: String,
    left_rule: String,
    /// The production of the edition `right`, if its name differs from `left_rule`.
    right_rule: Option<String>,
}

pub(crate) fn answer_diff(request: &DiffRequest) -> Answer {
    let language = |edition: &str, rule: &str| {
        Ok::<_, String>(Language::new(named::production(named::edition(edition)?, Some(rule))?))
    };
    let right_rule = request.right_rule.as_ref().unwrap_or(&request.left_rule);
    let left = language(&request.left, &request.left_rule)?;
    Ok(of_rules(&Comparison::new(left, language(&request.right, right_rule)?)))
}
