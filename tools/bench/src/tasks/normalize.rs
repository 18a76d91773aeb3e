//! Normalizing a parsed URI by its syntax (section 6.2.2).

use std::hint::black_box;

use crate::inputs::Inputs;
use crate::measure::{Contender, Plan};
use crate::peers::{FluentUri, IriString, Normalize, Uriparse, Urispec};
use crate::row::{Able, Row, Task, agreed, row};

pub(super) const NORMALIZE: Task = Task {
    name: "normalize",
    title: "normalize by section 6.2.2",
    unit: "ns for each URI, parsed before",
    note: "fluent-uri also drops default ports and rewrites IPv6 addresses. uriparse works in place: a \
           copy of its structure, and printing it, are in its time.",
    run: normalize,
};

fn reads<'t, P: Normalize>() -> Able<&'t str> {
    (P::NAME, |text| P::uri(text).is_some())
}

fn normalizing<'t, P: Normalize>(texts: &[&'t str]) -> Contender<'t> {
    let uris = texts.iter().filter_map(|text| P::uri(text)).collect();
    Contender::each(P::NAME, uris, |uri| black_box(&P::normalize(uri)).as_ref().len())
}

fn normalize(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let sets = [
        ("web", &inputs.web),
        ("file", &inputs.file),
        ("synthetic", &inputs.synthetic),
        ("needing work", &inputs.needing_work),
    ];
    let able =
        [reads::<Urispec>(), reads::<FluentUri>(), reads::<Uriparse>(), reads::<IriString>()];
    let rows = sets.into_iter().map(|(input, set)| {
        let texts = agreed(set.iter().map(String::as_str), &able);
        row((NORMALIZE.name, input, plan), texts, str::len, |texts| {
            vec![
                normalizing::<Urispec>(texts),
                normalizing::<FluentUri>(texts),
                normalizing::<Uriparse>(texts),
                normalizing::<IriString>(texts),
            ]
        })
    });
    rows.flatten().collect()
}
