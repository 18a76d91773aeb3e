//! `explain`: a production with everything that is known of it, in each grammar that has it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use serde::Deserialize;
use urispec::Edition;
use urispec_audit::{self as audit, Audit};
use urispec_views::Record;
use urispec_views::explain::record;
use urispec_views::section;

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    rule: String,
}

thread_local! {
    /// The audits that were asked for. One takes a second or less, and is the same each time.
    static AUDITS: RefCell<HashMap<&'static str, Rc<Vec<Audit>>>> = RefCell::default();
}

pub(crate) fn answer(request: &Request) -> Answer {
    let edition = named::edition(&request.edition)?;
    let audits = audits(edition)?;
    let explained = audits.iter().filter_map(|audit| Some((audit, audit.explain(&request.rule)?)));
    let explained = explained.map(|(audit, explained)| {
        let published = explained.section.and_then(|number| section::address(edition, number));
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
    let made = Rc::new(audit::audit_edition(edition).map_err(|error| error.to_string())?);
    AUDITS.with_borrow_mut(|audits| audits.insert(edition.id(), Rc::clone(&made)));
    Ok(made)
}
