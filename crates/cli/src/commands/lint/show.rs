//! A finding for people.

use std::fmt;
use std::io::{self, Write};

use urispec::Edition;
use urispec_lint::{Citation, Finding};

use crate::findings::Level;
use crate::output::Output;
use crate::output::counted::grouped;
use crate::output::style::{Excerpt, Palette, Quoted, Stream};
use crate::output::terminal::Style;

/// A finding on one line; unless it is to be short, the string follows with carets below it.
pub(crate) fn show(
    edition: Edition,
    (is_short, level): (bool, Level),
    (place, bytes): (impl fmt::Display, &[u8]),
    finding: &Finding,
    out: &mut Output,
) -> io::Result<()> {
    let (lint, palette) = (finding.lint(), out.palette);
    let style = style(palette, level);
    let cited = Cited { own: Some(edition), all: finding.citations() };
    let (message, id) = (finding.message(), lint.id());
    let line = format!("{place}: {message}{cited} [{id}]");
    writeln!(out, "{style}{}:{style:#} {line}", level.name())?;
    if is_short {
        return Ok(());
    }
    let [first, more @ ..] = finding.spans() else { return Ok(()) };
    let Excerpt { line, column, marked } = Excerpt::of(bytes, first.clone(), out.passwords);
    let carets = "^".repeat(marked.min(line.chars().count().saturating_sub(column)).max(1));
    writeln!(out, "  {line}\n  {:column$}{style}{carets}{style:#}", "")?;
    let label = palette.label;
    if !more.is_empty() {
        writeln!(out, "  {label}and {} more{label:#}", grouped(more.len() as u64))?;
    }
    if let Some(mended) = finding.mended() {
        let mended = Quoted(mended.as_bytes(), Stream::Results, out.passwords);
        writeln!(out, "  {label}mended:{label:#} {mended}")?;
    }
    Ok(())
}

/// The colour of what matters so much.
pub(super) const fn style(palette: &Palette, level: Level) -> Style {
    match level {
        Level::Note => palette.label,
        Level::Warning => palette.warning,
        Level::Error => palette.error,
    }
}

/// What is cited, in parentheses, if anything is.
pub(super) struct Cited<'a> {
    /// The edition that was asked for, of which only the section is said.
    pub(super) own: Option<Edition>,
    pub(super) all: &'a [Citation],
}

impl<'a> Cited<'a> {
    pub(super) const fn of(all: &'a [Citation]) -> Self {
        Self { own: None, all }
    }
}

impl fmt::Display for Cited<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, citation) in self.all.iter().enumerate() {
            f.write_str(if at == 0 { " (" } else { "; " })?;
            match citation.section() {
                Some(section) if citation.edition().is_some() && citation.edition() == self.own => {
                    f.write_str(section)?;
                }
                _ => write!(f, "{citation}")?,
            }
        }
        f.write_str(if self.all.is_empty() { "" } else { ")" })
    }
}
