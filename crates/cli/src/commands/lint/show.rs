//! A finding for people.

use std::io::Write;
use std::{fmt, io};

use urispec::Edition;
use urispec_lint::{Citation, Finding, Lint, Pack};
use urispec_views::record::Record;
use urispec_views::strings::citations;

use crate::findings::Level;
use crate::output::Output;
use crate::output::counted::{Tally, grouped};
use crate::output::terminal::{Excerpt, Palette, Quoted, Stream, Style};
use crate::output::usage::Outcome;

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

// The numbers of a linted list: strings with findings and without, and invalid ones.
//
// The surprising case: an invalid string may have findings of the security pack, and of the URL Standard. Such a string
// is counted by its findings, and once more as invalid. Where no lint looks at invalid strings, they are of a third
// kind.

#[derive(Clone, Copy, Default)]
pub(super) struct LintCounts {
    clean: u64,
    found: u64,
    /// Invalid strings at which no lint looked.
    unseen: u64,
    /// Invalid strings among those with findings and without.
    invalid: u64,
}

impl LintCounts {
    /// Counts a string with the number of its findings, which is none if no lint looked at it.
    pub(super) const fn count(&mut self, found: Option<usize>, is_invalid: bool) {
        match found {
            None => self.unseen += 1,
            Some(0) => self.clean += 1,
            Some(_) => self.found += 1,
        }
        if found.is_some() && is_invalid {
            self.invalid += 1;
        }
    }
}

impl Tally for LintCounts {
    fn add(&mut self, Self { clean, found, unseen, invalid }: Self) {
        self.clean += clean;
        self.found += found;
        self.unseen += unseen;
        self.invalid += invalid;
    }
}

impl fmt::Display for LintCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = grouped(self.clean + self.found + self.unseen);
        let [clean, found] = [self.clean, self.found].map(grouped);
        write!(f, "{all} linted: {clean} without findings, {found} with")?;
        match self.invalid {
            0 => write!(f, ", {} invalid", grouped(self.unseen)),
            invalid => {
                if self.unseen > 0 {
                    write!(f, ", {} invalid and not looked at", grouped(self.unseen))?;
                }
                write!(f, "; {} of these invalid", grouped(invalid))
            }
        }
    }
}

// The list of the lints of packs.

pub(crate) fn list(
    packs: &[Pack],
    edition: Edition,
    json: bool,
    out: &mut Output,
) -> io::Result<Outcome> {
    for pack in packs {
        let sections = pack.lints().iter().filter_map(|lint| lint.section(edition));
        let width = sections.map(str::len).max().unwrap_or_default();
        for lint in pack.lints() {
            line(lint, edition, json, width, out)?;
        }
    }
    Ok(Outcome::Yes)
}

/// A line of the list, in which the section has that width.
fn line(
    lint: &Lint,
    edition: Edition,
    json: bool,
    width: usize,
    out: &mut Output,
) -> io::Result<()> {
    let (id, severity, summary) = (lint.id(), lint.severity(), lint.summary());
    if json {
        let begun = Record::of(edition).with("id", id).with("severity", severity.name());
        let cited = match lint.pack() {
            Pack::Letter => begun.with("section", lint.section(edition)),
            pack => {
                let citations = citations(lint.citations());
                begun.with("pack", pack.name()).with_all("citations", citations)
            }
        };
        return cited.with("summary", summary).print(out);
    }
    match lint.pack() {
        Pack::Letter => {
            let section = lint.section(edition).unwrap_or("-");
            writeln!(out, "{id:22}  {severity:7}  {section:width$}  {summary}")
        }
        _ => writeln!(out, "{id:22}  {severity:7}  {summary}{}", Cited::of(lint.citations())),
    }
}
