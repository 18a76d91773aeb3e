//! `urispec lint`: what is valid and yet unwise.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use clap::error::ErrorKind;
use serde::Serialize;
use urispec::lint::{Finding, Lint as Known, Linter, Severity};
use urispec::{Edition, Reference};

pub(crate) mod args;

use args::Lint;

use crate::args as common;
use crate::fault::Fault;
use crate::input::{self, Item};
use crate::json::{Error, lossy, write_line};
use crate::output::Output;
use crate::progress::{Progress, grouped};
use crate::style::{Excerpt, Palette, Quoted};
use crate::terminal::Style;
use crate::{Stop, Verdict};

pub(crate) fn run(args: &Lint, out: &mut Output) -> Result<Verdict, Stop> {
    if args.list {
        return Ok(list(args, out)?);
    }
    common::some_input("lint", &args.strings, &args.common.files)?;
    if let Some(name) = args.deny.iter().find(|name| args.allow.contains(name)) {
        let message = format!("`{name}` cannot be allowed and denied: leave one away");
        return Err(common::usage("lint", ErrorKind::ArgumentConflict, &message).into());
    }
    let linter = Linter::of(args.common.edition);
    out.progress = Progress::through(&args.common.files);
    let mut counts = Counts::default();
    let verdict = input::each(&args.strings, &args.common.files, out, |out, item| {
        if let Some(progress) = &mut out.progress {
            progress.advance(1, item.bytes().len() as u64 + 1);
        }
        let found = find(&linter, args, item);
        counts.count(found.as_deref());
        say(args, item, &found, out)
    })?;
    out.progress = None;
    if !args.common.files.is_empty() {
        out.note(format_args!("{counts}\n"))?;
    }
    Ok(verdict)
}

fn find(linter: &Linter, args: &Lint, item: &Item<'_>) -> Result<Vec<Finding>, Fault> {
    let text = item.text()?;
    let reference =
        Reference::of(args.common.edition, text).map_err(|error| Fault::of(error, text))?;
    let mut found = linter.lint_across(reference);
    found.retain(|finding| args.level(finding.lint()) > Level::Allowed);
    Ok(found)
}

/// What becomes of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Allowed,
    Shown,
    Denied,
}

impl Lint {
    fn level(&self, lint: &Known) -> Level {
        let named = |name: &str| {
            let is = |names: &[String]| names.iter().any(|known| known == name);
            let allowed = is(&self.allow).then_some(Level::Allowed);
            allowed.or(is(&self.deny).then_some(Level::Denied))
        };
        let default = match lint.severity() {
            Severity::Note => Level::Shown,
            _ => Level::Denied,
        };
        named(lint.id()).or_else(|| named(lint.severity().name())).unwrap_or(default)
    }
}

fn say(
    args: &Lint,
    item: &Item<'_>,
    found: &Result<Vec<Finding>, Fault>,
    out: &mut Output,
) -> io::Result<Verdict> {
    let is_denied = |finding: &Finding| args.level(finding.lint()) == Level::Denied;
    let verdict = match found {
        Ok(found) if !found.iter().any(is_denied) => Verdict::Yes,
        _ => Verdict::No,
    };
    if args.common.json {
        let found_of = |finding| Found::new(finding, is_denied(finding));
        let record = Record {
            schema: 1,
            edition: args.common.edition.id(),
            input: lossy(item.bytes()),
            valid: found.is_ok(),
            findings: found.as_ref().ok().map(|all| all.iter().map(found_of).collect()),
            error: found.as_ref().err().map(|fault| Error::new(fault, None)),
        };
        write_line(&record, out)?;
        return Ok(verdict);
    }
    match found {
        Ok(found) => {
            for finding in found {
                show(args, item, finding, out)?;
            }
            Ok(verdict)
        }
        Err(fault) if args.short => {
            let error = out.palette.error;
            let message = fault.message(None, item.bytes());
            writeln!(out, "{error}error:{error:#} {}: {message}", item.origin)?;
            Ok(verdict)
        }
        Err(fault) => fault.report(out, item.origin, None, item.bytes()),
    }
}

/// One line, and unless they are to be short, the string with carets below it.
fn show(args: &Lint, item: &Item<'_>, finding: &Finding, out: &mut Output) -> io::Result<()> {
    let (lint, palette) = (finding.lint(), out.palette);
    let style = style(palette, lint.severity());
    let document = Document { own: args.common.edition, cited: finding.edition() };
    let (message, section, id) = (finding.message(), finding.section(), lint.id());
    let line = format!("{}: {message} ({document}{section}) [{id}]", item.origin);
    writeln!(out, "{style}{}:{style:#} {line}", lint.severity())?;
    if args.short {
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
        writeln!(out, "  {label}mended:{label:#} {}", Quoted(mended.as_bytes()))?;
    }
    Ok(())
}

const fn style(palette: &Palette, severity: Severity) -> Style {
    match severity {
        Severity::Note => palette.label,
        _ => palette.warning,
    }
}

/// The document of a section, where it is not the one that was asked for.
struct Document {
    own: Edition,
    cited: Edition,
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.own == self.cited { Ok(()) } else { write!(f, "{}, ", self.cited) }
    }
}

fn list(args: &Lint, out: &mut Output) -> io::Result<Verdict> {
    let edition = args.common.edition;
    for lint in Known::all() {
        let (id, severity, summary) = (lint.id(), lint.severity(), lint.summary());
        let section = lint.section(edition);
        if args.common.json {
            let (schema, severity) = (1, severity.name());
            let listed = Listed { schema, edition: edition.id(), id, severity, section, summary };
            write_line(&listed, out)?;
        } else {
            writeln!(out, "{id:22}  {severity:7}  {:7}  {summary}", section.unwrap_or("-"))?;
        }
    }
    Ok(Verdict::Yes)
}

/// A lint as `--list --json` prints it.
#[derive(Serialize)]
struct Listed {
    schema: u32,
    edition: &'static str,
    id: &'static str,
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'static str>,
    summary: &'static str,
}

/// An input and its findings.
#[derive(Serialize)]
struct Record<'a> {
    schema: u32,
    edition: &'static str,
    input: Cow<'a, str>,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Vec<Found<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Error<'a>>,
}

#[derive(Serialize)]
struct Found<'a> {
    id: &'static str,
    severity: &'static str,
    /// Whether the exit code is 1 because of it.
    denied: bool,
    edition: &'static str,
    section: &'static str,
    /// Each serializes as its `start` and `end`.
    spans: &'a [std::ops::Range<usize>],
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mended: Option<&'a str>,
}

impl<'a> Found<'a> {
    fn new(finding: &'a Finding, denied: bool) -> Self {
        Self {
            id: finding.lint().id(),
            severity: finding.lint().severity().name(),
            denied,
            edition: finding.edition().id(),
            section: finding.section(),
            spans: finding.spans(),
            message: finding.message(),
            mended: finding.mended(),
        }
    }
}

/// How many inputs had findings, and how many had none.
#[derive(Default)]
struct Counts {
    clean: u64,
    found: u64,
    invalid: u64,
}

impl Counts {
    const fn count(&mut self, found: Result<&[Finding], &Fault>) {
        match found {
            Ok([]) => self.clean += 1,
            Ok(_) => self.found += 1,
            Err(_) => self.invalid += 1,
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.clean + self.found + self.invalid;
        let [all, clean, found, invalid] = [all, self.clean, self.found, self.invalid].map(grouped);
        write!(f, "{all} linted: {clean} without findings, {found} with, {invalid} invalid")
    }
}
