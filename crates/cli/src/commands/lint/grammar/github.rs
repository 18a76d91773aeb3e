//! Findings as commands to GitHub's runner, which shows each beside its line.

use std::io::{self, Write};

use urispec_audit::lint::{Finding, Severity};

use super::LintedFile;
use crate::output::Output;

pub(super) fn print(files: &[LintedFile], out: &mut Output) -> io::Result<()> {
    for LintedFile { file, text, linted, .. } in files {
        for finding in &linted.findings {
            let Finding { lint, line, column, message, .. } = finding;
            let level = match finding.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
                _ => "notice",
            };
            let inner = &text[finding.span.clone()];
            let last = line + inner.matches('\n').count();
            let end = if last == *line {
                format!(",endColumn={}", column + inner.chars().count())
            } else {
                String::new()
            };
            writeln!(
                out,
                "::{level} file={},line={line},endLine={last},col={column}{end},title={}::{}",
                property(file),
                property(lint.id()),
                data(message)
            )?;
        }
    }
    Ok(())
}

/// A message as the runner reads it: of `%`, and of line ends, the codes.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A value before the message, in which `:` and `,` have codes too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
