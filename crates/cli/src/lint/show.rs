//! A finding for people.

use std::fmt;
use std::io::{self, Write};

use urispec::Edition;
use urispec::lint::{Finding, Severity};

use crate::counted::grouped;
use crate::input::Item;
use crate::output::Output;
use crate::style::{Excerpt, Palette, Quoted, Stream};
use crate::terminal::Style;

/// A finding on one line; unless it is to be short, the string follows with carets below it.
pub(crate) fn show(
    edition: Edition,
    is_short: bool,
    item: &Item<'_>,
    finding: &Finding,
    out: &mut Output,
) -> io::Result<()> {
    let (lint, palette) = (finding.lint(), out.palette);
    let style = style(palette, lint.severity());
    let document = Document { own: edition, cited: finding.edition() };
    let (message, section, id) = (finding.message(), finding.section(), lint.id());
    let line = format!("{}: {message} ({document}{section}) [{id}]", item.origin.in_result());
    writeln!(out, "{style}{}:{style:#} {line}", lint.severity())?;
    if is_short {
        return Ok(());
    }
    let [first, more @ ..] = finding.spans() else { return Ok(()) };
    let Excerpt { line, column, marked } = Excerpt::of(item.bytes(), first.clone());
    let carets = "^".repeat(marked.min(line.chars().count().saturating_sub(column)).max(1));
    writeln!(out, "  {line}\n  {:column$}{style}{carets}{style:#}", "")?;
    let label = palette.label;
    if !more.is_empty() {
        writeln!(out, "  {label}and {} more{label:#}", grouped(more.len() as u64))?;
    }
    if let Some(mended) = finding.mended() {
        writeln!(out, "  {label}mended:{label:#} {}", Quoted(mended.as_bytes(), Stream::Results))?;
    }
    Ok(())
}

const fn style(palette: &Palette, severity: Severity) -> Style {
    match severity {
        Severity::Note => palette.label,
        _ => palette.warning,
    }
}

/// The document of a section, if it is not the document that was asked for.
struct Document {
    own: Edition,
    cited: Edition,
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.own == self.cited { Ok(()) } else { write!(f, "{}, ", self.cited) }
    }
}
