//! Lints of the patterns in a program, with positions in the program. A note reports a pattern that cannot be read.

use std::ops::Range;

use grammar_regex::{Pattern, SourcePattern, SourcePatterns};

use super::pattern::lint_pattern_as;
use super::{Finding, Lint, Linted, OpenQuestion};

/// Lints the patterns in a program.
///
/// ```
/// use grammar_audit::lint::lint_source;
/// use grammar_audit::sources::{SourceLanguage, SourcePatterns};
///
/// let text = "import re\nre.match('[a-z]+$', word)\n";
/// let linted = lint_source(text, &SourcePatterns::read(SourceLanguage::Python, text));
/// let found = &linted.findings[0];
/// assert_eq!((found.lint.id(), found.line, found.column), ("line-end", 2, 11));
/// ```
#[must_use]
pub fn lint_source(text: &str, patterns: &SourcePatterns) -> Linted {
    let lint = |one: &SourcePattern| lint_pattern_as(one.usage(), one.text());
    lint_source_with(text, patterns, &lint)
}

/// Lints the patterns in a program, each with the function `lint`. A pattern that cannot be read becomes a note.
#[must_use]
pub fn lint_source_with(
    text: &str,
    patterns: &SourcePatterns,
    lint: &dyn Fn(&SourcePattern) -> Linted,
) -> Linted {
    let mut linted = Linted::default();
    for one in &patterns.unread {
        let message = format!("the pattern cannot be read: {}", one.why);
        linted.findings.push(unread(one.span.clone(), message));
    }
    for pattern in &patterns.patterns {
        let read = Pattern::read(pattern.dialect(), pattern.text());
        let without =
            read.as_ref().ok().and_then(|read| read.notes().iter().find(|note| is_without_u(note)));
        if let Some(note) = without.filter(|_| patterns.is_schema) {
            let message =
                format!("{note}; validators of schemas set the flag (JSON Schema, Core, 6.4)");
            linted.findings.push(unread(pattern.source(0..pattern.text().len()), message));
        }
        if let Err(error) = read {
            let message = format!(
                "the pattern cannot be read as a pattern of {}: {}",
                error.dialect, error.why
            );
            let end = pattern.text().len();
            let span = pattern.source(error.offset.min(end)..end);
            linted.findings.push(unread(span, message));
        }
        // The time of a pattern with back references may be known.
        let mut one = lint(pattern);
        one.findings.retain(|finding| finding.lint != Lint::Unreadable);
        let all = || pattern.source(0..pattern.text().len());
        let open = one.undecided.into_iter();
        linted
            .undecided
            .extend(open.map(|open| OpenQuestion { rule: text[all()].to_owned(), ..open }));
        for finding in one.findings {
            // The replacement would have to be escaped, so there is no mend.
            let (span, within) =
                (pattern.source(finding.span.clone()), pattern.source(finding.within.clone()));
            linted.findings.push(Finding { span, within, mend: None, ..finding });
        }
    }
    let mut linted = linted.in_order();
    place(text, &mut linted.findings);
    linted
}

/// Returns whether a note reports that a pattern is invalid with the flag `u`.
fn is_without_u(note: &str) -> bool {
    note.starts_with("read without the flag `u`")
}

/// Returns a finding that reports an unreadable pattern. Its line and column are not yet set.
fn unread(span: Range<usize>, message: String) -> Finding {
    Finding { within: span.clone(), span, ..Finding::at("", 0..0, Lint::UnreadPattern, message) }
}

/// Sets the line and the column of each finding. The findings must be in the order of the text.
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

#[cfg(test)]
mod tests {
    use super::*;
    use grammar_regex::SourceLanguage;

    #[track_caller]
    fn found(language: SourceLanguage, text: &str) -> Vec<String> {
        let linted = lint_source(text, &SourcePatterns::read(language, text));
        let line = |one: &Finding| {
            let Finding { lint, line, column, span, .. } = one;
            format!("{line}:{column} {} {:?}", lint.id(), &text[span.clone()])
        };
        linted.findings.iter().map(line).collect()
    }

    #[test]
    fn places_are_those_of_the_program() {
        // The range is preceded by an `é` and an escaped backslash, which count as written.
        let text =
            "é = 1\nx = re.compile(\n    'é\\\\d[A-z]'); re.search(r'a', re.search('^b$', y))\n";
        assert_eq!(
            found(SourceLanguage::Python, text),
            ["3:11 odd-range \"A-z\"", "3:46 line-end \"^b$\""]
        );
    }

    #[test]
    fn how_a_pattern_is_matched_matters() {
        let text = "re.fullmatch('[a-z]+', x)\nre.fullmatch('a|ab', x)\nre.match('a$', x)\nre.match('a|ab', x)\n";
        assert_eq!(
            found(SourceLanguage::Python, text),
            ["3:11 line-end \"a$\"", "4:13 idle-alternative \"ab\""]
        );
    }

    #[test]
    fn what_is_not_read_is_a_note() {
        let text = "re.match('a(b', x)\nre.match('(a)\\\\1', x)\nre.match(b'a', x)";
        let linted = lint_source(text, &SourcePatterns::read(SourceLanguage::Python, text));
        assert!(linted.findings.iter().all(|one| one.lint == Lint::UnreadPattern));
        assert_eq!(
            found(SourceLanguage::Python, text),
            [
                "1:12 unread-pattern \"(b\"",
                "2:14 unread-pattern \"\\\\\\\\1\"",
                "3:10 unread-pattern \"b'a'\"",
            ]
        );
    }

    #[test]
    fn literals_of_ecmascript() {
        let text = "x = /^a|b$/i; new RegExp('[A-z]/')";
        assert_eq!(
            found(SourceLanguage::EcmaScript, text),
            ["1:5 escaped-anchor \"/^a|b$/i\"", "1:28 odd-range \"A-z\""]
        );
    }
}
