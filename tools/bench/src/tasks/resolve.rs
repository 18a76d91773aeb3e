//! Resolving a parsed reference against a parsed base: to an owned target, or into a buffer that
//! is used again.

use std::hint::black_box;

use crate::inputs::{Inputs, section_5_4};
use crate::measure::{Contender, Plan};
use crate::peers::{FluentUri, Iref, IriString, Oxiri, Resolve, ResolveInto, Urispec};
use crate::row::{Able, Row, Task, agreed, row};

pub(super) const RESOLVE: Task = Task {
    name: "resolve",
    title: "resolve to an owned target",
    unit: "ns for each reference, parsed before",
    note: "iref resolves by erratum 4547, so some of its targets differ. uriparse's targets borrow \
           from both sides, and it is left out.",
    run: resolve,
};

pub(super) const RESOLVE_INTO: Task = Task {
    name: "resolve-into",
    title: "resolve into a buffer that is used again",
    unit: "ns for each reference, parsed before",
    note: "",
    run: resolve_into,
};

pub(super) const PARSE_RESOLVE: Task = Task {
    name: "parse-resolve",
    title: "parse a reference, and resolve it to an owned target",
    unit: "ns for each reference, whose base is parsed before",
    note: "",
    run: parse_resolve,
};

/// A base and a reference.
type Texts<'t> = (&'t str, &'t str);

const BASE: &str = "http://example.com/one/two/three/four/five/six/seven/eight/nine/ten?q";

/// The input sets that both tasks have.
fn sets<'t>(
    inputs: &'t Inputs,
    [climb, dots]: &'t [String; 2],
) -> [(&'static str, Vec<Texts<'t>>); 8] {
    let pairs = inputs.hrefs.iter().map(|pair| (pair.base.as_str(), pair.reference.as_str()));
    [
        ("5.4", section_5_4()),
        ("hrefs", pairs.collect()),
        ("absolute path", vec![(BASE, "/over/there")]),
        ("?q", vec![(BASE, "?q")]),
        ("#f", vec![(BASE, "#f")]),
        ("whole URI", vec![(BASE, "https://example.org/over/there?name=ferret")]),
        ("../ x8", vec![(BASE, climb)]),
        ("64 dots", vec![(BASE, dots)]),
    ]
}

fn relative() -> [String; 2] {
    ["../".repeat(8) + "g", "../x/./".repeat(32) + "g"]
}

fn resolves<'t, P: Resolve>() -> Able<Texts<'t>> {
    (P::NAME, |(base, reference)| {
        let read = P::base(base).zip(P::read(reference));
        read.is_some_and(|(base, reference)| P::resolve(&base, &reference).is_some())
    })
}

fn read<'t, P: Resolve>(pairs: &[Texts<'t>]) -> Vec<(P::Base<'t>, P::Reference<'t>)> {
    pairs.iter().filter_map(|(base, reference)| P::base(base).zip(P::read(reference))).collect()
}

fn resolving<'t, P: Resolve>(pairs: &[Texts<'t>]) -> Contender<'t> {
    Contender::each(P::NAME, read::<P>(pairs), |(base, reference)| {
        P::resolve(base, reference).map_or(0, |target| black_box(&target).as_ref().len())
    })
}

fn resolving_into<'t, P: ResolveInto>(pairs: &[Texts<'t>]) -> Contender<'t> {
    let mut buffer = String::new();
    Contender::each(P::NAME, read::<P>(pairs), move |(base, reference)| {
        P::resolve_into(base, reference, &mut buffer);
        black_box(&buffer).len()
    })
}

fn length((base, reference): Texts<'_>) -> usize {
    base.len() + reference.len()
}

fn able<'t>() -> [Able<Texts<'t>>; 5] {
    [
        resolves::<Urispec>(),
        resolves::<FluentUri>(),
        resolves::<Oxiri>(),
        resolves::<IriString>(),
        resolves::<Iref>(),
    ]
}

fn resolve(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let relative = relative();
    let rows = sets(inputs, &relative).into_iter().map(|(input, pairs)| {
        row((RESOLVE.name, input, plan), agreed(pairs, &able()), length, |pairs| {
            vec![
                resolving::<Urispec>(pairs),
                resolving::<FluentUri>(pairs),
                resolving::<Oxiri>(pairs),
                resolving::<IriString>(pairs),
                resolving::<Iref>(pairs),
            ]
        })
    });
    rows.flatten().collect()
}

fn resolve_into(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let able = [resolves::<Urispec>(), resolves::<Oxiri>()];
    let relative = relative();
    let rows = sets(inputs, &relative).into_iter().map(|(input, pairs)| {
        row((RESOLVE_INTO.name, input, plan), agreed(pairs, &able), length, |pairs| {
            vec![resolving_into::<Urispec>(pairs), resolving_into::<Oxiri>(pairs)]
        })
    });
    rows.flatten().collect()
}

fn parsing_and_resolving<'t, P: Resolve>(pairs: &[Texts<'t>]) -> Contender<'t> {
    let read = |(base, reference): &Texts<'t>| Some((P::base(base)?, *reference));
    let pairs: Vec<_> = pairs.iter().filter_map(read).collect();
    Contender::each(P::NAME, pairs, |(base, reference)| {
        let target = P::read(reference).and_then(|reference| P::resolve(base, &reference));
        target.map_or(0, |target| black_box(&target).as_ref().len())
    })
}

fn parse_resolve(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let relative = relative();
    let [section, hrefs, ..] = sets(inputs, &relative);
    let rows = [section, hrefs].into_iter().map(|(input, pairs)| {
        row((PARSE_RESOLVE.name, input, plan), agreed(pairs, &able()), length, |pairs| {
            vec![
                parsing_and_resolving::<Urispec>(pairs),
                parsing_and_resolving::<FluentUri>(pairs),
                parsing_and_resolving::<Oxiri>(pairs),
                parsing_and_resolving::<IriString>(pairs),
                parsing_and_resolving::<Iref>(pairs),
            ]
        })
    });
    rows.flatten().collect()
}
