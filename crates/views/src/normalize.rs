//! A normal form, with each change on the way there, as JSON.

use urispec::{Normalizer, Reference};

use crate::record::Record;
use crate::reference::change;
use crate::warned::Warned;

/// Adds the normal form to the record of a reference: the warnings, of which some are known before; the
/// form; and the changes.
#[must_use]
pub fn answer(
    record: Record,
    normalizer: &Normalizer<'_>,
    reference: &Reference<'_>,
    mut warnings: Vec<Warned>,
) -> Record {
    let mut changes = Vec::new();
    let normal = normalizer.explain(reference, |one| changes.push(change(one)));
    warnings.extend(normal.caveats().map(Warned::from));
    record
        .with_all("warnings", warnings.iter().map(Warned::record))
        .with("normalized", normal.as_str())
        .with_all("changes", changes.into_iter())
}
