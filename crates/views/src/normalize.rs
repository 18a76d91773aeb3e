//! A normal form, with each change on the way there, as JSON.

use std::collections::BTreeMap;

use urispec::{Normalizer, Reference};

use crate::record::Record;
use crate::reference::change;
use crate::warned::Warned;

/// Adds the normal form to the record of a reference: the warnings, of which some are known before; the
/// form; and so many changes of each rung, with the number of those that are left out.
#[must_use]
pub fn answer(
    record: Record,
    normalizer: &Normalizer<'_>,
    reference: &Reference<'_>,
    mut warnings: Vec<Warned>,
    most: usize,
) -> Record {
    let (mut changes, mut counts) = (Vec::new(), BTreeMap::<_, usize>::new());
    let normal = normalizer.explain(reference, |one| {
        let count = counts.entry(one.rung).or_default();
        *count += 1;
        if *count <= most {
            changes.push(change(one));
        }
    });
    let left_out = counts
        .into_iter()
        .filter(|(_, count)| *count > most)
        .map(|(rung, count)| Record::new().with("rung", rung.name()).with("count", count - most));
    let left_out: Vec<_> = left_out.collect();
    warnings.extend(normal.caveats().map(Warned::from));
    let record = record
        .with_all("warnings", warnings.iter().map(Warned::record))
        .with("normalized", normal.as_str())
        .with_all("changes", changes.into_iter());
    match left_out[..] {
        [] => record,
        _ => record.with_all("left_out", left_out.into_iter()),
    }
}
