//! What a lint found, of a string or of a grammar, as JSON.

use urispec::Edition;
use urispec_audit::lint::{self as grammar_lint, Linted};
use urispec_lint::{Citation, Finding, Pack};

use crate::record::Record;

/// A finding, the name of its severity, and whether the exit code is 1 because of it.
#[must_use]
pub fn record(finding: &Finding, severity: &str, is_denied: bool) -> Record {
    record_up_to(usize::MAX, finding, severity, is_denied)
}

/// A finding as [`record`] makes it, with at most `most` spans. A string may have a million; `left_out` counts the others.
#[must_use]
pub fn record_up_to(most: usize, finding: &Finding, severity: &str, is_denied: bool) -> Record {
    let lint = finding.lint();
    let begun =
        Record::new().with("id", lint.id()).with("severity", severity).with("denied", is_denied);
    let cited = match lint.pack() {
        Pack::Letter => begun
            .with("edition", finding.edition().map(Edition::id))
            .with("section", finding.section()),
        pack => {
            begun.with("pack", pack.name()).with_all("citations", citations(finding.citations()))
        }
    };
    let spans = finding.spans();
    let told = spans.len().min(most);
    cited
        // Each is its `start` and `end`.
        .with("spans", &spans[..told])
        .with("left_out", Some(spans.len() - told).filter(|left| *left > 0))
        .with("message", finding.message())
        .with("mended", finding.mended())
}

/// The documents that are cited, and their sections.
pub fn citations(citations: &[Citation]) -> impl Iterator<Item = Record> {
    citations
        .iter()
        .map(|one| Record::new().with("document", one.document()).with("section", one.section()))
}

/// What was found in a grammar; of each finding, the name of its severity, and whether the exit code is 1 because of it.
#[must_use]
pub fn grammar(
    file: &str,
    linted: &Linted,
    told: &dyn Fn(&grammar_lint::Finding) -> (&'static str, bool),
) -> Record {
    let findings = linted.findings.iter().map(|finding| {
        let mend = finding.mend.as_ref().map(|mend| {
            Record::new()
                .with("start", mend.span.start)
                .with("end", mend.span.end)
                .with("text", &mend.text)
        });
        let (severity, is_denied) = told(finding);
        Record::new()
            .with("id", finding.lint.id())
            .with("severity", severity)
            .with("denied", is_denied)
            .with("rule", finding.rule.as_ref())
            .with("line", finding.line)
            .with("column", finding.column)
            .with("start", finding.span.start)
            .with("end", finding.span.end)
            .with("message", &finding.message)
            .with("witness", finding.witness.as_ref())
            .with_record("mend", mend)
    });
    Record::line()
        .with("file", file)
        .with_all("findings", findings)
        .with("undecided", &linted.undecided)
}
