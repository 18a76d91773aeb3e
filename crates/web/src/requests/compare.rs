//! `compare`: the rung at which two references meet, and what both are at each rung.

use serde::Deserialize;
use urispec::{Normalizer, compare_with};
use urispec_views::Record;
use urispec_views::compare::{PARTS, answer as met, warnings};
use urispec_views::subject::Subject;

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    a: String,
    b: String,
}

pub(crate) fn answer(request: &Request) -> Answer {
    let edition = named::edition(&request.edition)?;
    let sides = [&request.a, &request.b];
    let subjects = sides.map(|text| Subject::of(edition, None, text.as_bytes()));
    let [a, b] = subjects.each_ref().map(|subject| subject.reference(edition));
    let record = |valid| {
        Record::of(edition).with("a", &request.a).with("b", &request.b).with("valid", valid)
    };
    let (Ok(a), Ok(b)) = (&a, &b) else {
        let faults = [&a, &b].into_iter().zip(PARTS);
        let mut faults = faults.filter_map(|(side, part)| Some(side.as_ref().err()?.record(part)));
        let (first, second) = (faults.next(), faults.next());
        return Ok(record(false).with_record("error", first).with_record("other_error", second));
    };
    let normalizer = Normalizer::from_edition(edition);
    let rung = compare_with(&normalizer, a, b).rung();
    let rungs = edition.rungs().map(|(rung, section)| {
        let normalizer = normalizer.clone().to(rung);
        let [a, b] = [a, b].map(|side| normalizer.normalize(side).as_str().to_owned());
        let record = Record::new().with("rung", rung.name()).with("section", section);
        record.with("a", a).with("b", b)
    });
    let warnings = warnings(&normalizer, rung, &subjects, [a, b]);
    Ok(met(record(true), rung, &warnings).with_all("rungs", rungs))
}
