//! Deciding whether two parsed URIs are equivalent.

use crate::inputs::Inputs;
use crate::measure::{Contender, Plan};
use crate::peers::{Equivalent, FluentUri, IriString, Normalize, Urispec};
use crate::row::{Able, Row, Task, agreed, row};

pub(super) const COMPARE: Task = Task {
    name: "compare",
    title: "compare",
    unit: "ns for each pair, parsed before",
    note: "urispec by `compare`, up to the rung `scheme`; the others have no such verb: they normalize \
           both and compare the strings.",
    run: compare,
};

type Texts<'t> = (&'t str, &'t str);

fn equivalent<P: Equivalent>((a, b): Texts<'_>) -> Option<bool> {
    let (a, b) = P::uri(a).zip(P::uri(b))?;
    Some(P::equivalent(&a, &b))
}

fn answers<'t, P: Equivalent, const ANSWER: bool>() -> Able<Texts<'t>> {
    (P::NAME, |pair| equivalent::<P>(pair) == Some(ANSWER))
}

fn comparing<'t, P: Equivalent>(pairs: &[Texts<'t>]) -> Contender<'t> {
    let uris = pairs.iter().filter_map(|(a, b)| P::uri(a).zip(P::uri(b))).collect();
    Contender::each(P::NAME, uris, |(a, b)| usize::from(P::equivalent(a, b)))
}

fn contenders<'t>(pairs: &[Texts<'t>]) -> Vec<Contender<'t>> {
    vec![comparing::<Urispec>(pairs), comparing::<FluentUri>(pairs), comparing::<IriString>(pairs)]
}

fn length((a, b): Texts<'_>) -> usize {
    a.len() + b.len()
}

fn compare(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let normal =
        |text: &String| Urispec::uri(text).map(|uri| Urispec::normalize(&uri).into_string());
    let normal: Vec<_> =
        inputs.needing_work.iter().map(|text| normal(text).unwrap_or_default()).collect();
    let equivalents =
        inputs.needing_work.iter().zip(&normal).map(|(a, b)| (a.as_str(), b.as_str()));
    let yes =
        [answers::<Urispec, true>(), answers::<FluentUri, true>(), answers::<IriString, true>()];
    let different = inputs.web.windows(2).map(|two| (two[0].as_str(), two[1].as_str()));
    let no =
        [answers::<Urispec, false>(), answers::<FluentUri, false>(), answers::<IriString, false>()];
    let rows = [
        row((COMPARE.name, "equivalents", plan), agreed(equivalents, &yes), length, contenders),
        row((COMPARE.name, "different", plan), agreed(different, &no), length, contenders),
    ];
    rows.into_iter().flatten().collect()
}
