//! Parsing and reading the components, also to a value that owns its string; and only validating.

use crate::inputs::Inputs;
use crate::measure::{Contender, Plan};
use crate::peers::{self, FluentUri, Iref, IriString, Own, Oxiri, Peer, Seven, Uriparse, Urispec};
use crate::row::{Able, Row, Task, agreed, row};

pub(super) const PARSE: Task = Task {
    name: "parse",
    title: "parse, and read the five components",
    unit: "ns for each string",
    note: "oxiri parses IRIs, whose rules are looser. uriparse splits segments as it parses. iri-string and iref \
           find the components when asked.",
    run: parse,
};

pub(super) const PARSE_OWNED: Task = Task {
    name: "parse-owned",
    title: "parse a string that the result owns",
    unit: "ns for each string",
    note: "Each string is copied before, and given back after: that takes all the same time.",
    run: parse_owned,
};

pub(super) const SEVEN: Task = Task {
    name: "seven",
    title: "parse, and read scheme, userinfo, host, port, path, query and fragment",
    unit: "ns for each string",
    note: "oxiri does not divide an authority; uriparse and iref are left out.",
    run: seven,
};

pub(super) const VALIDATE: Task = Task {
    name: "validate",
    title: "validate only",
    unit: "ns for each string",
    note: "urispec uses its recognizer, iri-string its validator; the others parse.",
    run: validate,
};

fn able<'t>() -> [Able<&'t str>; 6] {
    peers::ALL.map(|judge| (judge.name, judge.accepts))
}

fn reading<'t, P: Peer>(texts: &[&'t str]) -> Contender<'t> {
    let work = |text: &&str| P::read(text).map_or(0, |reference| P::lengths(&reference));
    Contender::each(P::NAME, texts.to_vec(), work)
}

fn validating<'t, P: Peer>(texts: &[&'t str]) -> Contender<'t> {
    Contender::each(P::NAME, texts.to_vec(), |text| usize::from(P::accepts(text)))
}

fn parse(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    fn strings(set: &[String]) -> Vec<&str> {
        set.iter().map(String::as_str).collect()
    }
    let sets = [
        ("web", strings(&inputs.web)),
        ("file", strings(&inputs.file)),
        ("hrefs", inputs.links()),
        ("synthetic", strings(&inputs.synthetic)),
    ];
    let rows = sets.into_iter().map(|(input, texts)| {
        row((PARSE.name, input, plan), agreed(texts, &able()), str::len, |texts| {
            vec![
                reading::<Urispec>(texts),
                reading::<FluentUri>(texts),
                reading::<Oxiri>(texts),
                reading::<Uriparse>(texts),
                reading::<IriString>(texts),
                reading::<Iref>(texts),
            ]
        })
    });
    rows.flatten().collect()
}

fn owning<'t, P: Own>(texts: &[&'t str]) -> Contender<'t> {
    let work = |text: &&str| P::own((*text).to_owned()).unwrap_or(0);
    Contender::each(P::NAME, texts.to_vec(), work)
}

fn parse_owned(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let texts = inputs.web.iter().map(String::as_str);
    row((PARSE_OWNED.name, "web", plan), agreed(texts, &able()), str::len, |texts| {
        vec![
            owning::<Urispec>(texts),
            owning::<FluentUri>(texts),
            owning::<Oxiri>(texts),
            owning::<IriString>(texts),
        ]
    })
    .into_iter()
    .collect()
}

fn reading_seven<'t, P: Seven>(texts: &[&'t str]) -> Contender<'t> {
    let work = |text: &&str| P::read(text).map_or(0, |reference| P::seven(&reference));
    Contender::each(P::NAME, texts.to_vec(), work)
}

fn seven(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let texts = inputs.web.iter().map(String::as_str);
    row((SEVEN.name, "web", plan), agreed(texts, &able()), str::len, |texts| {
        vec![
            reading_seven::<Urispec>(texts),
            reading_seven::<FluentUri>(texts),
            reading_seven::<IriString>(texts),
        ]
    })
    .into_iter()
    .collect()
}

fn validate(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let texts = inputs.web.iter().map(String::as_str);
    row((VALIDATE.name, "web", plan), agreed(texts, &able()), str::len, |texts| {
        vec![
            validating::<Urispec>(texts),
            validating::<FluentUri>(texts),
            validating::<Oxiri>(texts),
            validating::<Uriparse>(texts),
            validating::<IriString>(texts),
            validating::<Iref>(texts),
        ]
    })
    .into_iter()
    .collect()
}
