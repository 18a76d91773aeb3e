//! Comparing: each rung is an equivalence, and two that meet at a rung meet above it.
//!
//! In: three texts, a line each, asked in every edition. The laws, of `compare` by the edition:
//!
//! - it is the lowest rung at which two normal forms are one, of those that the edition licenses;
//! - so it is reflexive and symmetric, and a form is equivalent to what it is of, no higher than its rung;
//! - of three, the first and the last meet no higher than where either meets the one between.

use urispec::{Edition, Normalizer, Reference, Rung, compare_with};

use crate::input;

/// The laws of this module.
pub fn holds(data: &[u8]) {
    let Some(texts) = input::lines::<3>(data) else { return };
    for edition in Edition::every() {
        let read = texts.iter().filter_map(|text| Reference::parse(edition, text).ok());
        let mut all: Vec<_> = read.collect();
        all.dedup_by_key(|reference| reference.as_str());
        are_equivalences(edition, &all);
    }
}

fn are_equivalences(edition: Edition, given: &[Reference<'_>]) {
    let normalizer = Normalizer::from_edition(edition);
    let form = |reference: Reference<'_>, rung| {
        normalizer.clone().to(rung).normalize(reference).as_str().to_owned()
    };
    let forms: Vec<Vec<String>> = given
        .iter()
        .map(|reference| Rung::ALL.iter().map(|rung| form(*reference, *rung)).collect())
        .collect();
    // Random strings meet seldom, so that the forms of the first are asked too.
    let own = forms.first().map(|forms| &forms[..]).unwrap_or_default();
    let own: Vec<_> = own.iter().filter_map(|form| Reference::parse(edition, form).ok()).collect();
    let mut all = given.to_vec();
    all.extend(&own);
    all.sort_by_key(|reference| reference.as_str());
    all.dedup_by_key(|reference| reference.as_str());

    let forms: Vec<Vec<String>> = all
        .iter()
        .map(|reference| Rung::ALL.iter().map(|rung| form(*reference, *rung)).collect())
        .collect();
    let licensed: Vec<Rung> = edition.rungs().map(|(rung, _)| rung).collect();
    let met: Vec<Vec<Option<Rung>>> = all
        .iter()
        .map(|a| all.iter().map(|b| compare_with(&normalizer, *a, *b).rung()).collect())
        .collect();
    for (a, of_a) in all.iter().zip(&forms).enumerate() {
        for (b, of_b) in all.iter().zip(&forms).enumerate() {
            let context = || format!("{edition}: {} and {}", of_a.0, of_b.0);
            let ((a, (_, of_a)), (b, (_, of_b))) = ((a, of_a), (b, of_b));
            let same = Rung::ALL.iter().copied().zip(of_a.iter().zip(of_b));
            let mut same = same.filter(|(rung, (a, b))| licensed.contains(rung) && a == b);
            assert_eq!(met[a][b], same.next().map(|(rung, _)| rung), "{}", context());
            assert_eq!(met[a][b], met[b][a], "{}: the other way round", context());
            assert_eq!(met[a][b] == Some(Rung::String), a == b, "{}", context());
            for c in 0..all.len() {
                if let (Some(one), Some(two)) = (met[a][b], met[b][c]) {
                    let most = one.max(two);
                    let is_met = met[a][c].is_some_and(|met| met <= most);
                    assert!(is_met, "{} and {}: {:?}", context(), all[c], met[a][c]);
                }
            }
        }
    }
}
