//! Lints strings: arguments, and the lines of files.
//!
//! Prints the findings of each string, its error if it is invalid, and the counts.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use urispec::{Edition, Reference};
use urispec_lint::{Citation, Finding, Linter, Pack, registry, security};
use urispec_views::fault::{Fault, utf8};
use urispec_views::record::Record;
use urispec_views::strings::{citations, record};

use super::levels::ShownFinding;
use super::{Args, COMMAND, levels};
use crate::findings::{Annotation, BaselineDiff, BaselineEntry, Level, Log, LogRule, placed};
use crate::input::rows::ArgumentKind;
use crate::input::{Input, Item};
use crate::output::columns::{Tally, grouped};
use crate::output::password::without;
use crate::output::{
    Excerpt, Message, Outcome, Output, Palette, Passwords, Quoted, Reported, Stop, Stream, Style,
};

#[derive(Clone)]
pub(super) struct StringLinter {
    pub(super) args: &'static Args,
    pub(super) log: Option<Log>,
    known: Arc<BTreeSet<BaselineEntry>>,
    passwords: Passwords,
}

#[derive(Default)]
pub(super) struct Seen {
    clean: u64,
    found: u64,
    /// The number of invalid strings that were not linted.
    unseen: u64,
    /// The number of invalid strings linted all the same, by the security pack or under the URL Standard.
    invalid: u64,
    pub(super) made: BaselineDiff,
}

impl Seen {
    pub(super) fn count(&mut self, linted: &LintedString) {
        match linted.found.as_deref() {
            None => self.unseen += 1,
            Some([]) => self.clean += 1,
            Some(_) => self.found += 1,
        }
        self.invalid += u64::from(linted.found.is_some() && linted.fault.is_some());
    }
}

impl Tally for Seen {
    fn add(&mut self, Self { clean, found, unseen, invalid, made }: Self) {
        self.clean += clean;
        self.found += found;
        self.unseen += unseen;
        self.invalid += invalid;
        self.made.add(made);
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.clean + self.found + self.unseen;
        let [all, clean, found, unseen] = [all, self.clean, self.found, self.unseen].map(grouped);
        write!(f, "{all} linted: {clean} without findings, {found} with findings")?;
        match (self.invalid, self.unseen) {
            (0, _) => write!(f, ", {unseen} invalid"),
            (invalid, 0) => write!(f, "; {} of them invalid", grouped(invalid)),
            (invalid, _) => {
                let invalid = grouped(invalid);
                write!(f, ", {unseen} invalid and not linted; {invalid} invalid but linted")
            }
        }
    }
}

pub(super) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let input = Input::in_common(&args.strings, &args.common)?;
    let input = input.read_by("lint", ArgumentKind::Judged(args.common.edition()))?;
    let linter = StringLinter::of(args, out)?;
    if args.fix {
        levels::check(&args.common.files)?;
        if !levels::files(&args.common.files, out, |_, text| linter.mended_lines(text))? {
            return Ok(Outcome::Trouble);
        }
    }
    args.reporting.begin(out)?;
    let this = linter.clone();
    let done = input.tallied(out, move |out, seen: &mut Seen, item| {
        let file = || item.origin.file().map(|(name, _)| name);
        let linted = this.lint(item.bytes(), file, |_| false, &mut seen.made);
        seen.count(&linted);
        this.print(item, &linted, out)
    })?;
    let (counts, is_noted) = (done.tally.to_string(), done.opened > 0);
    let outcome = linter.end(&done.tally, Some(&*counts).filter(|_| is_noted), out)?;
    let outcome = outcome.max(done.end(&args.common.less, out, &counts)?);
    Ok(args.kept.outcome(outcome))
}

pub(super) struct LintedString {
    /// The reason why the string is invalid, if it is.
    pub(super) fault: Option<Fault>,
    /// Whether the baseline contains the invalid string.
    is_fault_known: bool,
    /// The findings; `None` if the string was not linted.
    pub(super) found: Option<Vec<(Finding, ShownFinding)>>,
}

impl LintedString {
    pub(super) fn found(&self) -> &[(Finding, ShownFinding)] {
        self.found.as_deref().unwrap_or_default()
    }

    /// Returns the reason why the string is invalid, unless the baseline contains this fault.
    pub(super) fn new_fault(&self) -> Option<&Fault> {
        self.fault.as_ref().filter(|_| !self.is_fault_known)
    }

    /// Returns `Outcome::No` if the error or a finding makes the exit code 1.
    pub(super) fn outcome(&self) -> Outcome {
        let is_denied = self.found().iter().any(|(_, shown)| shown.is_denied);
        Outcome::from_bool(self.new_fault().is_none() && !is_denied)
    }
}

impl StringLinter {
    pub(super) fn of(args: &'static Args, out: &mut Output) -> Result<Self, Stop> {
        args.levels.check()?;
        let known = Arc::new(args.kept.known(COMMAND, out)?.ok_or(Stop::Refused)?);
        Ok(Self { args, log: args.reporting.log(), known, passwords: out.passwords })
    }

    pub(super) const fn edition(&self) -> Edition {
        self.args.common.edition()
    }

    /// Ends the output: prints the rules of a log, prints the summary on stderr, and writes the baseline.
    pub(super) fn end(
        &self,
        seen: &Seen,
        counts: Option<&str>,
        out: &mut Output,
    ) -> io::Result<Outcome> {
        let less = &self.args.common.less;
        let lints = self.args.pack.iter().flat_map(|pack| pack.lints());
        let rules = lints.filter_map(|lint| {
            let shown = self.args.levels.shown(lint.id(), lint.severity().name())?;
            Some(LogRule { id: lint.id(), level: shown.level, summary: lint.summary() })
        });
        self.args.reporting.end(rules.chain([LogRule::INVALID]), out)?;
        if !less.count && !less.quiet {
            let baseline = seen.made.summary(&self.known);
            for summary in counts.into_iter().chain(baseline.as_deref()) {
                out.note(format_args!("{summary}\n"))?;
            }
        }
        self.args.kept.write(COMMAND, seen.made.all(), "finding", out)
    }

    /// Lints a string of a file. Drops findings that the baseline contains, and findings with ignored ids.
    pub(super) fn lint(
        &self,
        bytes: &[u8],
        file: impl Fn() -> Option<String>,
        is_ignored: impl Fn(&str) -> bool,
        made: &mut BaselineDiff,
    ) -> LintedString {
        let mut linted = match utf8(bytes) {
            Ok(text) => self.lint_text(text),
            Err(fault) => LintedString { fault: Some(fault), is_fault_known: false, found: None },
        };
        if let Some(found) = &mut linted.found {
            found.retain(|(finding, _)| !is_ignored(finding.lint().id()));
        }
        let is_written = self.args.kept.is_written();
        if is_written || !self.known.is_empty() {
            // Baseline files are kept with the sources, so passwords are removed.
            let input = without(bytes, self.passwords.span(bytes));
            let input = String::from_utf8_lossy(&input);
            let mut is_known = |id: &str| {
                let (input, id) = (input.clone().into_owned(), id.to_owned());
                made.take(BaselineEntry { file: file(), input, id }, &self.known, is_written)
            };
            linted.is_fault_known = linted.fault.is_some() && is_known(LogRule::INVALID.id);
            if let Some(found) = &mut linted.found {
                found.retain(|(finding, _)| !is_known(finding.lint().id()));
            }
        }
        linted
    }

    pub(super) fn lint_text(&self, text: &str) -> LintedString {
        let reference = Reference::parse(self.edition(), text);
        let looks = |pack| self.args.pack.contains(&pack);
        let valid = reference.as_ref().ok().copied();
        let letter = looks(Pack::Letter).then(|| letter(self.edition(), text, valid));
        let security = looks(Pack::Security).then(|| security::look(text));
        let registry = looks(Pack::Registry).then(|| registry::look(text));
        let all = [letter.flatten(), security, registry];
        let is_looked_at = all.iter().any(Option::is_some);
        let with_level = |finding: Finding| {
            let lint = finding.lint();
            let shown = self.args.levels.shown(lint.id(), lint.severity().name())?;
            Some((finding, shown))
        };
        let found = is_looked_at
            .then(|| all.into_iter().flatten().flatten().filter_map(with_level).collect());
        let fault = reference.err().map(|error| Fault::of(error, text));
        LintedString { fault, is_fault_known: false, found }
    }

    fn print(
        &self,
        item: &Item<'_>,
        linted: &LintedString,
        out: &mut Output,
    ) -> io::Result<Outcome> {
        let args = self.args;
        let outcome = linted.outcome();
        if let Some(log) = self.log {
            let string = (item.origin, item.bytes());
            for (finding, shown) in linted.found() {
                let span = finding.spans().first().cloned().unwrap_or_default();
                let (rule, message) = ((finding.lint().id(), shown.level), self.message(finding));
                let mended = finding.mended();
                log.add(&Annotation::of_string(rule, message, string, &span, mended), out)?;
            }
            if let Some(fault) = linted.new_fault() {
                let at = fault.mark().unwrap_or_default();
                let message = fault.message_at(false, None, item.bytes(), out.passwords);
                log.add(&Annotation::of_invalid(message, string, at, None), out)?;
            }
            return Ok(outcome);
        }
        if args.reporting.is_json(args.common.json) {
            let begun = Record::of(self.edition()).given("input", item.bytes());
            let column = |at| item.origin.column(item.bytes(), at);
            record_of(placed(begun, item.origin), linted, column).print(out)?;
            return Ok(outcome);
        }
        for (finding, ShownFinding { level, .. }) in linted.found() {
            let place = (item.origin.in_result(), item.bytes());
            show(self.edition(), (args.short, *level), place, finding, out)?;
        }
        match linted.new_fault() {
            None => Ok(outcome),
            Some(fault) if args.short => {
                let (origin, bytes) = (item.origin, item.bytes());
                let column = fault.mark().and_then(|mark| origin.column(bytes, mark));
                let message = fault.message_at(column.is_none(), None, bytes, out.passwords);
                let place = origin.with_string_at(column, bytes);
                Message::new(item.origin, fault.name(), format!("{place}: {message}\n"))
                    .say(out)?;
                Ok(outcome)
            }
            Some(fault) => fault.report(out, item.origin, None, item.bytes()),
        }
    }

    pub(super) fn message(&self, finding: &Finding) -> String {
        let cited = Cited { own: Some(self.edition()), all: finding.citations() };
        format!("{}{cited}", finding.message())
    }
}

/// Returns the findings of the pack `letter` in a string, or `None` if the string is invalid and not linted.
pub(super) fn letter(
    edition: Edition,
    text: &str,
    reference: Option<Reference<'_>>,
) -> Option<Vec<Finding>> {
    let linter = Linter::from_edition(edition);
    let found = reference.map(|reference| linter.lint_across(reference));
    // The parser of the URL Standard reports errors in any string.
    let reported = (edition == Edition::Whatwg).then(|| linter.validation_errors(text));
    let is_looked_at = found.is_some() || reported.is_some();
    is_looked_at.then(|| found.into_iter().chain(reported).flatten().collect())
}

/// Adds the results to the JSON record of a string. `column` maps byte offsets to columns.
pub(super) fn record_of(
    begun: Record,
    linted: &LintedString,
    column: impl Fn(usize) -> Option<usize>,
) -> Record {
    let begun = begun.with("valid", linted.fault.is_none());
    let record = |(finding, shown): &(Finding, ShownFinding)| {
        let at = finding.spans().first().map_or(0, |span| span.start);
        record(finding, shown.level.name(), shown.is_denied).with("column", column(at))
    };
    let record = match &linted.found {
        Some(found) => begun.with_all("findings", found.iter().map(record)),
        None => begun,
    };
    let error =
        |fault: &Fault| fault.record(None).with("column", column(fault.mark().unwrap_or_default()));
    record.with_record("error", linted.fault.as_ref().map(error))
}

// Findings, as text.

/// Prints a finding on one line and, unless `is_short`, the string with carets below it.
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
    let Excerpt { line, column, marked } =
        Excerpt::around_span(bytes, first.clone(), out.passwords);
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

pub(super) const fn style(palette: &Palette, level: Level) -> Style {
    match level {
        Level::Note => palette.label,
        Level::Warning => palette.warning,
        Level::Error => palette.error,
    }
}

/// The citations of a finding or a lint, in parentheses.
pub(super) struct Cited<'a> {
    /// The requested edition. Its sections are cited without the name of the edition.
    pub(super) own: Option<Edition>,
    pub(super) all: &'a [Citation],
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

/// Lists the lints of packs, with their sections in a column.
pub(super) fn list(args: &Args, out: &mut Output) -> io::Result<Outcome> {
    let (edition, json) = (args.common.edition(), args.common.json);
    for pack in args.pack {
        let sections = pack.lints().iter().filter_map(|lint| lint.section(edition));
        let width = sections.map(str::len).max().unwrap_or_default();
        for lint in pack.lints() {
            let (id, severity, summary) = (lint.id(), lint.severity(), lint.summary());
            let (section, is_letter) = (lint.section(edition), *pack == Pack::Letter);
            if json {
                let begun = Record::of(edition).with("id", id).with("severity", severity.name());
                let cited = match is_letter {
                    true => begun.with("section", section),
                    false => begun
                        .with("pack", pack.name())
                        .with_all("citations", citations(lint.citations())),
                };
                cited.with("summary", summary).print(out)?;
            } else if is_letter {
                let section = section.unwrap_or("-");
                writeln!(out, "{id:22}  {severity:7}  {section:width$}  {summary}")?;
            } else {
                let cited = Cited { own: None, all: lint.citations() };
                writeln!(out, "{id:22}  {severity:7}  {summary}{cited}")?;
            }
        }
    }
    Ok(Outcome::Yes)
}
