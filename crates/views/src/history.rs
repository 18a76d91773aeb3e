//! How a production came to be over the documents, as JSON.

use urispec_compare::diff::{Comparison, Version};

use crate::record::Record;

/// A version of the production in one document.
#[must_use]
pub fn version(version: &Version) -> Record {
    let before = version.before.iter().map(|one: &Comparison| {
        Record::new()
            .with("edition", one.left.edition().id())
            .with("rule", one.left.name())
            .with("relation", one.relation.name())
            .with("only_before", &one.only_left)
            .with("only_after", &one.only_right)
    });
    Record::of(version.language.edition())
        .with("grammar", version.grammar().stem())
        .with("rule", version.language.rules().next())
        .with("section", version.section())
        .with("by", version.by.map(|by| by.name()))
        .with_all("before", before)
}
