//! What a lint found, as JSON.

use urispec::Edition;
use urispec::lint::{Citation, Finding, Pack};

use crate::record::Record;

/// A finding, and whether the exit code is 1 because of it.
#[must_use]
pub fn record(finding: &Finding, is_denied: bool) -> Record {
    let lint = finding.lint();
    let begun = Record::new()
        .with("id", lint.id())
        .with("severity", lint.severity().name())
        .with("denied", is_denied);
    let cited = match lint.pack() {
        Pack::Letter => begun
            .with("edition", finding.edition().map(Edition::id))
            .with("section", finding.section()),
        pack => {
            begun.with("pack", pack.name()).with_all("citations", citations(finding.citations()))
        }
    };
    cited
        // Each is its `start` and `end`.
        .with("spans", finding.spans())
        .with("message", finding.message())
        .with("mended", finding.mended())
}

/// The documents that are cited, and their sections.
pub fn citations(citations: &[Citation]) -> impl Iterator<Item = Record> {
    citations
        .iter()
        .map(|one| Record::new().with("document", one.document()).with("section", one.section()))
}
