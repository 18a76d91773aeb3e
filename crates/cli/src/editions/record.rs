//! The verdicts on a string as JSON.

use urispec::across::{Answers, Component, Disagreement, Parts, Target, Verdict};

use crate::audit::record::Record;
use crate::fault::Fault;
use crate::input::Item;
use crate::json::{Error, lossy};

pub(crate) fn of(answers: &Answers<'_>, base: Option<&str>, found: &[Disagreement]) -> Record {
    let disagreements = found.iter().map(|Disagreement { kind, from, by }| {
        Record::default().with("kind", kind.name()).with("from", from).with("by", by)
    });
    Record::default()
        .with("schema", 1)
        .with("input", answers.text())
        .with("base", base)
        .with("agree", found.is_empty())
        .with_all("verdicts", answers.verdicts().iter().map(|one| verdict(one, answers.text())))
        .with_all("disagreements", disagreements)
}

/// A line that is no string.
pub(crate) fn unreadable(item: &Item<'_>, fault: &Fault) -> Record {
    Record::default()
        .with("schema", 1)
        .with("input", lossy(item.bytes()))
        .with("error", Error::new(fault, None))
}

fn verdict(verdict: &Verdict<'_>, text: &str) -> Record {
    let record = Record::default().with("by", verdict.by()).with("valid", verdict.is_valid());
    let record = match verdict.parts() {
        Some(parts) => record
            .with("productions", Some(&parts.productions).filter(|all| !all.is_empty()))
            .with("by_scheme", parts.by_scheme)
            .with("opaque", parts.is_opaque)
            .with_record("components", Some(components(parts))),
        None => record,
    };
    let record = match verdict.target() {
        Some(Target::Uri(uri)) => record.with("target", uri).with("current_document", false),
        Some(Target::CurrentDocument(fragment)) => {
            record.with("current_document", true).with("fragment", fragment)
        }
        None => record,
    };
    match (verdict.error(), verdict.message()) {
        (Some(error), _) => record.with("error", Error::new(&Fault::of(error, text), None)),
        (None, Some(message)) => {
            let error = Record::default().with("message", message);
            record.with_record("error", Some(error))
        }
        (None, None) => record,
    }
}

fn components(parts: &Parts<'_>) -> Record {
    let mut record = Record::default();
    for component in Component::ALL {
        record = record.with(component.name(), parts.component(component));
        if component == Component::Host {
            record = record.with("host_kind", parts.host_kind.map(|kind| kind.name()));
        }
    }
    record
}
