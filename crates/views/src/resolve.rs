//! A reference and its target, as JSON.

use urispec::trace::Warning;
use urispec::{Components, Resolved};

use crate::record::Record;
use crate::warned::Warned;

/// Adds the target to the record of a base and a reference, and the warnings.
pub fn answer(
    record: Record,
    base: &Components<'_>,
    resolved: &Resolved<'_>,
    warnings: impl Iterator<Item = Warning>,
) -> Record {
    // "identical to the base URI", "aside from its fragment component" (RFC 3986, 4.4); older
    // editions make it an answer of its own, without a target.
    let (target, current_document, fragment) = match resolved {
        Resolved::Target(target) => {
            let [document, current] =
                [target.components(), *base].map(|uri| Components { fragment: None, ..uri });
            (Some(target.to_string()), document == current, target.components().fragment)
        }
        Resolved::CurrentDocument { fragment } => (None, true, *fragment),
    };
    record
        .with_null("target", target)
        .with("current_document", current_document)
        .with("fragment", fragment)
        .with_all("warnings", warnings.map(|warning| Warned::from(warning).record()))
}
