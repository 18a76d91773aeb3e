//! Rejecting strings that are not references, and finding the place of the error.
//!
//! The strings are those of the web with one thing wrong. A row has only strings that all libraries
//! reject, since a library that overlooks the error does other work.

use std::hint::black_box;

use urispec::{ParseError, UriRef};

use crate::inputs::{Inputs, mutations};
use crate::measure::{Contender, Plan};
use crate::peers::{FluentUri, Iref, IriString, Offset, Oxiri, Peer, Uriparse, Urispec};
use crate::row::{Able, Row, Task, agreed, row};

pub(super) const REJECT: Task = Task {
    name: "reject",
    title: "reject",
    unit: "ns for each string",
    note: "Each string has one thing wrong. Strings that one of the libraries accepts are left out.",
    run: reject,
};

pub(super) const OFFSET: Task = Task {
    name: "offset",
    title: "reject, and read the offset of the error",
    unit: "ns for each string",
    note: "The two need not mean the same byte: fluent-uri's is that of the escape, address or byte that \
           it could not read.",
    run: offset,
};

pub(super) const EXPLAIN: Task = Task {
    name: "explain",
    title: "what it costs to say why a string is rejected",
    unit: "ns for each string",
    note: "`SyntaxError::explain`: the cause, the mended string, what was being read and what could have stood \
           there; over rejecting alone.",
    run: explain,
};

/// Mutations of valid strings only: in an invalid string, more than one thing may be wrong.
fn with_one_thing_wrong(inputs: &Inputs) -> Vec<String> {
    mutations(inputs.web.iter().map(String::as_str).filter(|text| Urispec::accepts(text)))
}

fn rejects<'t, P: Peer>() -> Able<&'t str> {
    (P::NAME, |text| P::read(text).is_none())
}

fn rejecting<'t, P: Peer>(texts: &[&'t str]) -> Contender<'t> {
    Contender::each(P::NAME, texts.to_vec(), |text| usize::from(P::read(text).is_none()))
}

fn locating<'t, P: Offset>(texts: &[&'t str]) -> Contender<'t> {
    Contender::each(P::NAME, texts.to_vec(), |text| P::error_offset(text).unwrap_or(usize::MAX))
}

fn reject(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let texts = with_one_thing_wrong(inputs);
    let able = [
        rejects::<Urispec>(),
        rejects::<FluentUri>(),
        rejects::<Oxiri>(),
        rejects::<Uriparse>(),
        rejects::<IriString>(),
        rejects::<Iref>(),
    ];
    let texts = agreed(texts.iter().map(String::as_str), &able);
    row((REJECT.name, "web", plan), texts, str::len, |texts| {
        vec![
            rejecting::<Urispec>(texts),
            rejecting::<FluentUri>(texts),
            rejecting::<Oxiri>(texts),
            rejecting::<Uriparse>(texts),
            rejecting::<IriString>(texts),
            rejecting::<Iref>(texts),
        ]
    })
    .into_iter()
    .collect()
}

fn offset(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let texts = with_one_thing_wrong(inputs);
    let able = [rejects::<Urispec>(), rejects::<FluentUri>()];
    let texts = agreed(texts.iter().map(String::as_str), &able);
    row((OFFSET.name, "web", plan), texts, str::len, |texts| {
        vec![locating::<Urispec>(texts), locating::<FluentUri>(texts)]
    })
    .into_iter()
    .collect()
}

fn explain(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let texts = with_one_thing_wrong(inputs);
    let able = [rejects::<Urispec>()];
    let texts = agreed(texts.iter().map(String::as_str), &able);
    let explain = |text: &&str| match UriRef::parse(text) {
        Err(ParseError::Syntax(error)) => black_box(error.explain(text).unwrap()).expected().len(),
        _ => 0,
    };
    row((EXPLAIN.name, "web", plan), texts, str::len, |texts| {
        vec![
            Contender::each("explain", texts.to_vec(), explain),
            rejecting::<Urispec>(texts).named("reject"),
        ]
    })
    .into_iter()
    .collect()
}
