//! Comparing: each rung is an equivalence, and two references that are equivalent at a rung are so above it.
//!
//! The input is three texts, one on each line, checked in every edition. The laws of `compare`:
//!
//! - it returns the lowest rung of the edition at which the two normal forms are equal;
//! - so it is reflexive and symmetric, and a normal form is equivalent to its reference, no higher than at its rung;
//! - the first and the last of three references are equivalent no higher than where both are equivalent to the second.

use urispec::{Edition, Normalizer, Reference, Rung, compare_with};

use crate::input;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(texts) = input::lines::<3>(data) else { return };
    for edition in Edition::every() {
        let read = texts.iter().filter_map(|text| Reference::parse(edition, text).ok());
        let mut all: Vec<_> = read.collect();
        all.dedup_by_key(|reference| reference.as_str());
        check_equivalences(edition, &all);
    }
}

fn check_equivalences(edition: Edition, references: &[Reference<'_>]) {
    let normalizer = Normalizer::from_edition(edition);
    let form = |reference: Reference<'_>, rung| {
        normalizer.clone().to(rung).normalize(reference).as_str().to_owned()
    };
    let forms: Vec<Vec<String>> = references
        .iter()
        .map(|reference| Rung::ALL.iter().map(|rung| form(*reference, *rung)).collect())
        .collect();
    // Random strings are seldom equivalent, so the normal forms of the first are compared too.
    let own = forms.first().map(|forms| &forms[..]).unwrap_or_default();
    let own: Vec<_> = own.iter().filter_map(|form| Reference::parse(edition, form).ok()).collect();
    let mut all = references.to_vec();
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
