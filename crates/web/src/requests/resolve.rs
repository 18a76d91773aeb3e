//! `resolve`: the target of a reference, with the steps of the document's algorithm.

use std::borrow::Cow;

use serde::Deserialize;
use urispec::Resolver;
use urispec::trace::ResolutionStep;
use urispec_views::resolve::answer as target;
use urispec_views::{Fault, Record};

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    base: String,
    text: String,
    #[serde(default)]
    non_strict: bool,
    #[serde(default)]
    guard_path: bool,
}

/// How many steps are given at most: a path of a megabyte takes half a million.
const STEPS: usize = 400;

pub(crate) fn answer(request: &Request) -> Answer {
    let edition = named::edition(&request.edition)?;
    let resolver = Resolver::from_edition(edition).non_strict(request.non_strict);
    let resolver = resolver.guard_path(request.guard_path);
    let (given, text) = (&request.base, &request.text);
    let record = |valid| {
        Record::of(edition).with("base", given).with("reference", text).with("valid", valid)
    };
    let base = resolver.read_base(given).map_err(|error| Fault::of_resolving(error, given));
    let reference = resolver.read(text).map_err(|error| Fault::of_resolving(error, text));
    let refused =
        |part, fault: &Fault| record(false).with_record("error", Some(fault.record(part)));
    let ((base, of_base), (reference, warning)) = match (base, reference) {
        (Ok(base), Ok(reference)) => (base, reference),
        (Err(fault), Ok(_)) => return Ok(refused(Some("base"), &fault)),
        (Ok(_), Err(fault)) => return Ok(refused(Some("reference"), &fault)),
        (Err(fault), Err(other)) => {
            let other = other.record(Some("reference"));
            return Ok(refused(Some("base"), &fault).with_record("other_error", Some(other)));
        }
    };
    let (mut steps, mut count) = (Vec::new(), 0_usize);
    let resolved = resolver.trace(base, reference, |step| {
        count += 1;
        if steps.len() < STEPS {
            steps.push(record_of(step));
        }
    });
    match resolved {
        Ok(resolved) => {
            let warnings = of_base.into_iter().chain(warning).chain(resolved.warnings());
            let record = target(record(true), &base, &resolved, warnings);
            let left_out = Some(count - steps.len()).filter(|left| *left > 0);
            Ok(record.with_all("steps", steps.into_iter()).with("left_out", left_out))
        }
        Err(error) => Ok(refused(None, &Fault::Resolve(error))),
    }
}

/// A step in the document's own words, and what it leaves. A value that is null is undefined.
fn record_of(step: ResolutionStep<'_>) -> Record {
    let record = Record::new();
    match step {
        ResolutionStep::Assigned { section, line, value } => {
            record.with("section", section).with("line", line).with_null("value", value.map(cut))
        }
        ResolutionStep::Buffers { label, input, output } => {
            record.with("label", label).with("output", cut(output)).with("input", cut(input))
        }
        ResolutionStep::Labelled { label, line, value } => {
            record.with("label", label).with("line", line).with("value", cut(value))
        }
        ResolutionStep::Line { section, line } => {
            record.with("section", section).with("line", line)
        }
        step => record.with("line", step.to_string()),
    }
}

/// A long value without its middle: each step has the whole path, and there may be a megabyte of it.
fn cut(value: &str) -> Cow<'_, str> {
    const HEAD: usize = 200;
    const TAIL: usize = 100;
    if value.len() <= HEAD + TAIL {
        return Cow::Borrowed(value);
    }
    let (head, tail) =
        (value.floor_char_boundary(HEAD), value.ceil_char_boundary(value.len() - TAIL));
    Cow::Owned(format!("{} [{} bytes] {}", &value[..head], tail - head, &value[tail..]))
}
