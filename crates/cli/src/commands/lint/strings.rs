//! Strings, linted: arguments, and the lines of files.
//!
//! In: strings. Out: the findings of each, with its fault if it is not valid; and how many there were.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use urispec::{Edition, Reference};
use urispec_lint::{Finding, Linter, Pack, registry, security};
use urispec_views::fault::{Fault, utf8};
use urispec_views::record::Record;
use urispec_views::strings::record;

use super::levels::ShownFinding;
use super::{Args, COMMAND, LintCounts, fix, show};
use crate::findings::baseline::{BaselineDiff, BaselineEntry};
use crate::findings::{Annotation, Log, LogRule, column, placed};
use crate::input::rows::Taken;
use crate::input::{Input, Item};
use crate::output::Output;
use crate::output::counted::Tally;
use crate::output::fault::{Message, Reported};
use crate::output::password::{Passwords, without};
use crate::output::usage::{Outcome, Stop};
use crate::output::whole_file::StringOrigin;

/// What strings are linted by, and what is said of them.
#[derive(Clone)]
pub(super) struct StringLinter {
    pub(super) args: &'static Args,
    pub(super) log: Option<Log>,
    known: Arc<BTreeSet<BaselineEntry>>,
    passwords: Passwords,
}

/// What is counted of the strings.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) counts: LintCounts,
    pub(super) made: BaselineDiff,
}

impl Seen {
    /// Counts a string.
    pub(super) fn count(&mut self, told: &ToldString) {
        self.counts.count(told.found.as_ref().map(Vec::len), told.fault.is_some());
    }
}

impl Tally for Seen {
    fn add(&mut self, Self { counts, made }: Self) {
        self.counts.add(counts);
        self.made.add(made);
    }
}

/// Lints the strings that the arguments name.
pub(super) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let input = Input::in_common(&args.strings, &args.common)?;
    let input = input.read_by("lint", Taken::Judged(args.common.edition()));
    let Some(linter) = StringLinter::of(args, out)? else { return Ok(Outcome::Trouble) };
    if args.fix {
        fix::check(&args.common.files)?;
        if !fix::files(&args.common.files, out, |_, text| linter.mended_lines(text))? {
            return Ok(Outcome::Trouble);
        }
    }
    args.reporting.begin(out)?;
    let this = linter.clone();
    let done = input.tallied(out, move |out, seen: &mut Seen, item| {
        let file = || item.origin.file().map(|(name, _)| name);
        let told = this.told(item.bytes(), file, |_| false, &mut seen.made);
        seen.count(&told);
        this.say(item, &told, out)
    })?;
    let (less, counts) = (&args.common.less, done.tally.counts);
    let is_noted = done.opened > 0;
    let outcome = linter.end(&done.tally, is_noted.then(|| counts.to_string()), out)?;
    let outcome = outcome.max(done.end(less, out, &counts.to_string())?);
    Ok(args.kept.outcome(outcome))
}

/// What there is to say of a string.
pub(super) struct ToldString {
    /// Why the string is not valid, if it is not.
    pub(super) fault: Option<Fault>,
    /// Whether the baseline has that the string is not valid.
    is_fault_known: bool,
    /// What was found, unless nothing looked.
    pub(super) found: Option<Vec<(Finding, ShownFinding)>>,
}

impl ToldString {
    pub(super) fn found(&self) -> &[(Finding, ShownFinding)] {
        self.found.as_deref().unwrap_or_default()
    }

    /// Why the string is not valid, if that is to be said.
    pub(super) fn new_fault(&self) -> Option<&Fault> {
        self.fault.as_ref().filter(|_| !self.is_fault_known)
    }

    /// Whether there is something that makes the exit code 1.
    pub(super) fn outcome(&self) -> Outcome {
        let is_denied = self.found().iter().any(|(_, told)| told.is_denied);
        Outcome::of(self.new_fault().is_none() && !is_denied)
    }
}

impl StringLinter {
    /// None if the baseline cannot be read, which stderr says.
    pub(super) fn of(args: &'static Args, out: &mut Output) -> Result<Option<Self>, Stop> {
        args.levels.check()?;
        let Some(known) = args.kept.known(COMMAND, out)? else { return Ok(None) };
        let (log, known, passwords) = (args.reporting.log(), Arc::new(known), out.passwords);
        Ok(Some(Self { args, log, known, passwords }))
    }

    pub(super) const fn edition(&self) -> Edition {
        self.args.common.edition()
    }

    /// Ends what is printed: with the rules of a log, and with what stderr says, unless nothing is to be said.
    pub(super) fn end(
        &self,
        seen: &Seen,
        counts: Option<String>,
        out: &mut Output,
    ) -> io::Result<Outcome> {
        let less = &self.args.common.less;
        let lints = self.args.pack.iter().flat_map(|pack| pack.lints());
        let rules = lints.filter_map(|lint| {
            let told = self.args.levels.told(lint.id(), lint.severity().name())?;
            Some(LogRule { id: lint.id(), level: told.level, summary: lint.summary() })
        });
        self.args.reporting.end(rules.chain([LogRule::INVALID]), out)?;
        if !less.count && !less.quiet {
            if let Some(counts) = counts {
                out.note(format_args!("{counts}\n"))?;
            }
            if let Some(said) = seen.made.said(&self.known) {
                out.note(format_args!("{said}\n"))?;
            }
        }
        self.args.kept.write(COMMAND, seen.made.all(), "finding", out)
    }

    /// What there is to say of a string of a file, without what is known, and without the ids that are ignored.
    pub(super) fn told(
        &self,
        bytes: &[u8],
        file: impl Fn() -> Option<String>,
        is_ignored: impl Fn(&str) -> bool,
        made: &mut BaselineDiff,
    ) -> ToldString {
        let mut told = match utf8(bytes) {
            Ok(text) => self.of_text(text),
            Err(fault) => ToldString { fault: Some(fault), is_fault_known: false, found: None },
        };
        if let Some(found) = &mut told.found {
            found.retain(|(finding, _)| !is_ignored(finding.lint().id()));
        }
        let is_written = self.args.kept.is_written();
        if is_written || !self.known.is_empty() {
            // The file of a baseline is kept with what is linted.
            let input = without(bytes, self.passwords.span(bytes));
            let input = String::from_utf8_lossy(&input);
            let mut is_known = |id: &str| {
                let (input, id) = (input.clone().into_owned(), id.to_owned());
                made.take(BaselineEntry { file: file(), input, id }, &self.known, is_written)
            };
            told.is_fault_known = told.fault.is_some() && is_known(LogRule::INVALID.id);
            if let Some(found) = &mut told.found {
                found.retain(|(finding, _)| !is_known(finding.lint().id()));
            }
        }
        told
    }

    /// What there is to say of a text.
    pub(super) fn of_text(&self, text: &str) -> ToldString {
        let reference = Reference::parse(self.edition(), text);
        let looks = |pack| self.args.pack.contains(&pack);
        let valid = reference.as_ref().ok().copied();
        let letter = looks(Pack::Letter).then(|| letter(self.edition(), text, valid));
        let security = looks(Pack::Security).then(|| security::look(text));
        let registry = looks(Pack::Registry).then(|| registry::look(text));
        let letter = letter.flatten();
        let is_looked_at = letter.is_some() || security.is_some() || registry.is_some();
        let all = letter.into_iter().chain(security).chain(registry).flatten();
        let reference = reference.map_err(|error| Fault::of(error, text));
        let told = |finding: Finding| {
            let lint = finding.lint();
            Some((self.args.levels.told(lint.id(), lint.severity().name())?, finding))
        };
        let shown = all.filter_map(told).map(|(told, finding)| (finding, told));
        let found = is_looked_at.then(|| shown.collect());
        ToldString { fault: reference.err(), is_fault_known: false, found }
    }

    fn say(&self, item: &Item<'_>, told: &ToldString, out: &mut Output) -> io::Result<Outcome> {
        let args = self.args;
        let outcome = told.outcome();
        if let Some(log) = self.log {
            for annotation in self.annotations(item.origin, item.bytes(), told, out) {
                log.add(&annotation, out)?;
            }
            return Ok(outcome);
        }
        if args.reporting.is_json(args.common.json) {
            let begun = Record::of(self.edition()).given("input", item.bytes());
            let column = column(item.origin, item.bytes());
            record_of(placed(begun, item.origin), told, column).print(out)?;
            return Ok(outcome);
        }
        for (finding, ShownFinding { level, .. }) in told.found() {
            let place = (item.origin.in_result(), item.bytes());
            show::show(self.edition(), (args.short, *level), place, finding, out)?;
        }
        match told.new_fault() {
            None => Ok(outcome),
            Some(fault) if args.short => {
                let message = fault.message(None, item.bytes(), out.passwords);
                let place = item.origin.with_string(item.bytes());
                Message::new(item.origin, fault.name(), format!("{place}: {message}\n"))
                    .say(out)?;
                Ok(outcome)
            }
            Some(fault) => fault.report(out, item.origin, None, item.bytes()),
        }
    }

    /// What a log has of a string.
    fn annotations<'t>(
        &self,
        origin: StringOrigin<'_>,
        bytes: &[u8],
        told: &'t ToldString,
        out: &Output,
    ) -> Vec<Annotation<'t>> {
        let of = |(finding, told): &'t (Finding, ShownFinding)| {
            let span = finding.spans().first().cloned().unwrap_or_default();
            let message = self.message(finding);
            let rule = (finding.lint().id(), told.level);
            Annotation::of_string(rule, message, (origin, bytes), &span, finding.mended())
        };
        let fault = told.new_fault().map(|fault| {
            let at = fault.mark().unwrap_or_default();
            let message = fault.message(None, bytes, out.passwords);
            Annotation::of_invalid(message, (origin, bytes), at, None)
        });
        told.found().iter().map(of).chain(fault).collect()
    }

    /// The sentence of a finding, with what it cites.
    pub(super) fn message(&self, finding: &Finding) -> String {
        let cited = show::Cited { own: Some(self.edition()), all: finding.citations() };
        format!("{}{cited}", finding.message())
    }
}

/// What the lints of the pack `letter` find in a string, which is a reference if it is valid; none if they do not look at
/// it.
pub(super) fn letter(
    edition: Edition,
    text: &str,
    reference: Option<Reference<'_>>,
) -> Option<Vec<Finding>> {
    let linter = Linter::from_edition(edition);
    let found = reference.map(|reference| linter.lint_across(reference));
    // The parser of the URL Standard reports of any string.
    let reported = (edition == Edition::Whatwg).then(|| linter.validation_errors(text));
    let is_looked_at = found.is_some() || reported.is_some();
    is_looked_at.then(|| found.into_iter().chain(reported).flatten().collect())
}

/// The rest of the JSON of a string, whose record has begun. Of a byte of the string, `column` gives the column.
pub(super) fn record_of(
    begun: Record,
    told: &ToldString,
    column: impl Fn(usize) -> Option<usize>,
) -> Record {
    let begun = begun.with("valid", told.fault.is_none());
    let record = |(finding, told): &(Finding, ShownFinding)| {
        let at = finding.spans().first().map_or(0, |span| span.start);
        record(finding, told.level.name(), told.is_denied).with("column", column(at))
    };
    let record = match &told.found {
        Some(found) => begun.with_all("findings", found.iter().map(record)),
        None => begun,
    };
    let error = told
        .fault
        .as_ref()
        .map(|fault| fault.record(None).with("column", column(fault.mark().unwrap_or_default())));
    record.with_record("error", error)
}
