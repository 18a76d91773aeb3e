//! `normalize`: a normal form, and what each rung changed.

use serde::Deserialize;
use urispec::{Edition, Normalizer, Rung};
use urispec_views::normalize::answer as normal;
use urispec_views::subject::{self, Subject};
use urispec_views::{Fault, Record};

use super::{Answer, named};

/// So many changes of each rung are told: a string may have a million.
const MOST: usize = 100;

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    text: String,
    /// The highest rung to climb to. Without one, that to which the program climbs.
    to: Option<String>,
    base: Option<String>,
}

pub(crate) fn answer(request: &Request) -> Answer {
    let edition = named::edition(&request.edition)?;
    let to = request.to.as_deref().map(str::parse::<Rung>).transpose();
    let normalizer = Normalizer::from_edition(edition);
    let normalizer = match to.map_err(|error| error.to_string())? {
        Some(rung) => normalizer.to(rung),
        None => normalizer,
    };
    let base = request.base.as_deref().map(|base| subject::base(edition, base)).transpose();
    let begun = |rule: &str, valid| {
        Record::of(edition)
            .with("rule", rule)
            .with("input", &request.text)
            .with("base", &request.base)
            .with("valid", valid)
    };
    let first = edition.whole_rules()[0];
    let refused = |part, fault: &Fault| {
        Ok(begun(first, false).with_record("error", Some(fault.record(part))))
    };
    let base = match base {
        Ok(base) => base,
        Err(fault) => return refused(Some("base"), &fault),
    };
    let mut subject = Subject::of(edition, base.as_ref(), request.text.as_bytes());
    let warnings = std::mem::take(&mut subject.warnings);
    match subject.reference(edition) {
        Ok(reference) => {
            let whole = whole(edition, reference.as_str());
            Ok(normal(begun(whole, true), &normalizer, &reference, warnings, MOST))
        }
        Err(fault) => refused(None, &fault),
    }
}

/// Of several productions for whole strings the one that derives the text.
fn whole(edition: Edition, text: &str) -> &'static str {
    edition.deriving(text).map_or(edition.whole_rules()[0], |production| production.rule())
}
