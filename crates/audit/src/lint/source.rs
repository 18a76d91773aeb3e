//! Lints of the patterns in a program, at their places in the program. A pattern that is not read is a note.

use std::ops::Range;

use grammar_regex::{Pattern, SourcePattern, SourcePatterns};

use super::finding::{Finding, Lint, Linted};
use super::pattern::lint_pattern_as;

/// Lints the patterns in a program.
///
/// ```
/// use grammar_audit::lint::lint_source;
/// use grammar_audit::{SourceLanguage, SourcePatterns};
///
/// let text = "import re\nre.match('[a-z]+$', word)\n";
/// let linted = lint_source(text, &SourcePatterns::read(SourceLanguage::Python, text));
/// let found = &linted.findings[0];
/// assert_eq!((found.lint.id(), found.line, found.column), ("line-end", 2, 11));
/// ```
#[must_use]
pub fn lint_source(text: &str, patterns: &SourcePatterns) -> Linted {
    let lint = |one: &SourcePattern| lint_pattern_as(one.dialect(), one.matching(), one.text());
    lint_source_with(text, patterns, &lint)
}

/// Lints the patterns in a program by what is found in each. What has the id `unreadable` is a note here.
#[must_use]
pub fn lint_source_with(
    text: &str,
    patterns: &SourcePatterns,
    lint: &dyn Fn(&SourcePattern) -> Linted,
) -> Linted {
    let mut linted = Linted::default();
    for one in &patterns.unread {
        let message = format!("the pattern is not read: {}", one.why);
        linted.findings.push(unread(one.span.clone(), message));
    }
    for pattern in &patterns.patterns {
        if let Err(error) = Pattern::read(pattern.dialect(), pattern.text()) {
            let message =
                format!("the pattern is not read as one of {}: {}", error.dialect, error.why);
            let end = pattern.text().len();
            let span = pattern.source(error.offset.min(end)..end);
            linted.findings.push(unread(span, message));
            continue;
        }
        let one = lint(pattern);
        let all = || pattern.source(0..pattern.text().len());
        if !one.undecided.is_empty() {
            linted.undecided.push(text[all()].to_owned());
        }
        for finding in one.findings {
            // What a pattern is mended to would have to be escaped.
            let (span, within) =
                (pattern.source(finding.span.clone()), pattern.source(finding.within.clone()));
            linted.findings.push(Finding { span, within, mend: None, ..finding });
        }
    }
    let mut linted = linted.in_order();
    place(text, &mut linted.findings);
    linted
}

/// The finding of a pattern that is not read, whose line is still to be counted.
fn unread(span: Range<usize>, message: String) -> Finding {
    Finding { within: span.clone(), span, ..Finding::at("", 0..0, Lint::UnreadPattern, message) }
}

/// Counts lines and columns of findings, which are in the order of the text.
fn place(text: &str, findings: &mut [Finding]) {
    let (mut line, mut begin, mut column, mut at) = (1, 0, 1, 0);
    for finding in findings {
        let start = finding.span.start;
        let lines = memchr::memchr_iter(b'\n', &text.as_bytes()[at..start]);
        if let Some((count, last)) = lines.enumerate().last() {
            (line, begin, column) = (line + count + 1, at + last + 1, 1);
        }
        column += text[at.max(begin)..start].chars().count();
        at = start;
        (finding.line, finding.column) = (line, column);
    }
}
