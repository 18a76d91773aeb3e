//! `urispec differ`: several readers side by side.
//!
//! In: strings, and who is to be asked. Out: what differs, the material first: for an argument with a
//! [`table`], for files as a [`ranking`]; or JSON ([`record`]). With hosts that are [`allow`]ed, only what
//! readers do not agree on there.
//!
//! A file is read in blocks, and each program is asked about a whole block. While programs answer, another
//! thread works on what they answered before.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueHint;
use urispec::Edition;
use urispec_compare::parsers::{Difference, ParserAnswer, differences};
use urispec_views::editions;
use urispec_views::fault::{Fault, utf8};
use urispec_views::subject;

use crate::findings::baseline::{Entry, Kept};
use crate::findings::{Annotation, Log, Reporting, placed};
use crate::input::blocks::Block;
use crate::input::taken::Taken;
use crate::input::text;
use crate::input::{Done, Input, Item};
use crate::options::SideBySide;
use crate::output::Output;
use crate::output::fault::Reported;
use crate::output::origin::Origin;
use crate::output::outcome::{Outcome, Stop};
use crate::output::style::{Quoted, Stream};
use crate::peer::asking::Asking;
use crate::peer::listing;
use crate::peer::panel::{self, Panel, Wanted};

mod allow;
mod annotated;
mod help;
mod ranking;
mod record;
mod table;
mod tally;
mod words;

use allow::{Allow, Conflict};
use annotated::Said;
use tally::Tally;
use words::Veil;

/// Ask several parsers about a string (documents and not parsers: editions)
#[derive(clap::Args)]
#[command(long_about = help::HELP, after_help = help::EXAMPLES)]
pub(crate) struct Args {
    /// Strings to ask about
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    /// Ask these readers beside urispec, appendix-b and whatwg; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    with: Vec<String>,
    /// Ask these readers alone, and those of --peer; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "with")]
    readers: Vec<String>,
    /// Ask this program too; may be repeated
    #[arg(long = "peer", value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    commands: Vec<String>,
    #[command(flatten)]
    asking: Asking,
    /// Show also what is the same in other words
    #[arg(long)]
    canonical: bool,
    /// Show only strings that one reader takes for a host of FILE and another does not
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = help::HOST_ALLOW_FILE)]
    #[arg(conflicts_with = "tally")]
    host_allow_file: Option<PathBuf>,
    /// Show so many examples of each group
    #[arg(short, long, value_name = "NUM", default_value_t = 3)]
    number: usize,
    /// Print one JSON object per line
    #[arg(short, long, long_help = record::HELP, conflicts_with = "count")]
    json: bool,
    #[command(flatten)]
    shared: SideBySide,
    #[command(flatten)]
    kept: Kept,
    #[command(flatten)]
    reporting: Reporting,
}

/// What the files of baselines are called.
const COMMAND: &str = "urispec differ";

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.asking.list_peers {
        let outcome = listing::show(&args.asking, args.json, out)?;
        out.note(format_args!("{}\n", panel::own_readers()))?;
        return Ok(outcome);
    }
    let input = Input::of(&args.strings, &args.shared.files, &args.shared.less)?
        .read_by("differ", Taken::References(Edition::default()));
    let bytes = args.shared.base.as_ref().map(|base| base.as_encoded_bytes());
    let base = match bytes.map(base).transpose() {
        Ok(base) => base,
        Err(fault) => {
            let bytes = bytes.unwrap_or_default();
            let origin = Origin::Argument(bytes, out.passwords);
            fault.report(out, origin, Some("base"), bytes)?;
            return Ok(Outcome::Trouble);
        }
    };
    let allow = match args.host_allow_file.as_deref().map(|path| allowed(path, out)).transpose()? {
        Some(None) => return Ok(Outcome::Trouble),
        Some(allow) => allow,
        None => None,
    };
    let has_default = args.readers.is_empty();
    let (argument, names) = match has_default {
        true => ("with", &args.with),
        false => ("readers", &args.readers),
    };
    let wanted = Wanted {
        argument,
        names,
        has_default,
        commands: &args.commands,
        folder: args.asking.peers.as_deref(),
        timeout: args.asking.timeout(),
        base,
    };
    let Some(panel) = Panel::of(wanted, out)? else { return Ok(Outcome::Trouble) };
    let Some(known) = args.kept.known(COMMAND, out)? else { return Ok(Outcome::Trouble) };
    let (canonical, tally) = (args.canonical, args.shared.tally);
    let (json, log) = (args.reporting.is_json(args.json), args.reporting.log());
    let verbose = args.shared.verbose || allow.is_some();
    let most = if args.shared.less.count || args.shared.less.quiet { 0 } else { args.number };
    let show = Show { canonical, json, log, verbose, tally, most };
    let is_written = args.kept.is_written();
    let differ = Arc::new(Differ { panel, allow, known, is_written, show });
    args.reporting.begin(out)?;
    let outcome = differ.run(args, &input, out)?;
    Ok(args.reporting.outcome(outcome))
}

/// A base that is one by RFC 3986.
fn base(bytes: &[u8]) -> Result<String, Fault> {
    let text = utf8(bytes)?;
    subject::base(Edition::Rfc3986, text).map(|base| base.as_str().to_owned())
}

/// The hosts of a file. None if it cannot be read, which is said on stderr.
fn allowed(path: &Path, out: &mut Output) -> io::Result<Option<Allow>> {
    let Some((name, text)) = text::of(path, out)? else { return Ok(None) };
    match Allow::read(&text) {
        Ok(allow) => Ok(Some(allow)),
        Err((line, why)) => {
            out.refuse(&format!("{name}:{line}: {why}"))?;
            Ok(None)
        }
    }
}

/// What is shown.
#[derive(Clone, Copy)]
struct Show {
    canonical: bool,
    json: bool,
    log: Option<Log>,
    verbose: bool,
    tally: bool,
    /// So many examples of each group.
    most: usize,
}

struct Differ {
    panel: Panel,
    allow: Option<Allow>,
    /// What of the differences is not told again.
    known: BTreeSet<Entry>,
    /// Whether all differences are written to a baseline.
    is_written: bool,
    show: Show,
}

/// Why programs cannot be asked any more.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unasked(String);

impl Differ {
    fn run(
        self: Arc<Self>,
        args: &Args,
        input: &Input<'_>,
        out: &mut Output,
    ) -> Result<Outcome, Stop> {
        let show = self.show;
        let done = input.each_argument(out, |out, tally: &mut Tally, item| {
            tally.most = show.most;
            match item.text() {
                Ok(text) => self.argument(item, text, &self.ask(&[text])?[0], tally, out),
                Err(fault) => {
                    tally.unreadable();
                    self.unreadable(item, &fault, out)
                }
            }
        });
        let this = Arc::clone(&self);
        let done = done.and_then(|done| {
            input.each_block(done, out, move |out, done, path, block| {
                this.answer(out, done, path, block)
            })
        });
        let done = match done {
            Ok(done) => done,
            Err(error) => {
                let Unasked(why) = error.downcast()?;
                out.end_input();
                return Ok(out.refuse(&why)?);
            }
        };
        let tally = &done.tally;
        let less = &args.shared.less;
        let (names, canonical) = (&self.panel.names, show.canonical);
        let counts = tally.counts(self.allow.is_some());
        let is_data = show.json || show.log.is_some();
        let is_ranked = done.opened > 0 && !is_data && self.allow.is_none() || show.tally;
        args.reporting.end(annotated::rules(), out)?;
        let written = args.kept.write(COMMAND, tally.made.all(), "difference", out)?;
        if less.quiet {
            return Ok(done.worst.max(written));
        }
        if show.tally && show.json {
            let records = tally.records(canonical, names);
            records.into_iter().try_for_each(|record| out.line(record))?;
        } else if is_ranked && !less.count {
            ranking::show(tally, canonical, names, out)?;
        }
        if !less.count && done.opened > 0 {
            out.note(format_args!("{counts}\n"))?;
        }
        if let Some(said) = tally.made.said(&self.known)
            && !less.count
        {
            out.note(format_args!("{said}\n"))?;
        }
        let outcome = done.end(less, out, &counts)?;
        Ok(written.max(args.kept.outcome(outcome)))
    }

    /// What differs about a string, and is not known.
    fn differences(
        &self,
        item: &Item<'_>,
        told: &[ParserAnswer<'_>],
        tally: &mut Tally,
    ) -> Vec<Difference> {
        let mut all = differences(told);
        if self.is_written || !self.known.is_empty() {
            all.retain(|one| {
                let is_shown = words::is_shown(one, self.show.canonical);
                is_shown
                    && !tally.made.take(annotated::entry(item, one), &self.known, self.is_written)
            });
        }
        tally.count(item, told, &all, &self.panel.names, item.origin.passwords());
        all
    }

    fn unreadable(&self, item: &Item<'_>, fault: &Fault, out: &mut Output) -> io::Result<Outcome> {
        if self.show.json && !self.show.tally {
            out.line(placed(editions::unreadable(item.bytes(), fault), item.origin))?;
            return Ok(Outcome::No);
        }
        if let Some(log) = self.show.log {
            let message = fault.message(None, item.bytes(), out.passwords);
            let (string, at) = ((item.origin, item.bytes()), fault.mark().unwrap_or_default());
            log.add(&Annotation::of_invalid(message, string, at, None), out)?;
            return Ok(Outcome::No);
        }
        fault.report(out, item.origin, None, item.bytes())
    }

    /// What differs about one string, and what readers do not agree on that hosts are allowed.
    fn found<'d>(
        &self,
        found: &'d [Difference],
        told: &[ParserAnswer<'_>],
        tally: &mut Tally,
    ) -> (Vec<&'d Difference>, Option<Conflict>, bool) {
        let mut shown: Vec<_> =
            found.iter().filter(|one| words::is_shown(one, self.show.canonical)).collect();
        // Who gives no answer may have contacted anybody.
        let has_failed = told.iter().any(|told| told.crash.is_some());
        let Some(allow) = &self.allow else {
            let is_any = has_failed || !shown.is_empty();
            return (shown, None, is_any);
        };
        let conflict = allow.conflict(told);
        if conflict.is_some() {
            tally.conflicts += 1;
        } else {
            shown.clear();
        }
        let is_any = has_failed || conflict.is_some();
        (shown, conflict, is_any)
    }

    fn argument(
        &self,
        item: &Item<'_>,
        text: &str,
        told: &[ParserAnswer<'_>],
        tally: &mut Tally,
        out: &mut Output,
    ) -> io::Result<Outcome> {
        let (names, base) = (&self.panel.names, self.panel.base.as_deref());
        let all = self.differences(item, told, tally);
        let (shown, conflict, is_any) = self.found(&all, told, tally);
        if let Some(log) = self.show.log {
            let said = Said { told, shown: &shown, conflict: conflict.as_ref() };
            annotated::add(item, names, &said, log, out)?;
        } else if self.show.json && !self.show.tally {
            out.line(record::of(text, base, names, told, &shown, conflict.as_ref()))?;
        } else if !self.show.tally && (is_any || self.allow.is_none()) {
            out.begin_block();
            let headline = conflict.map(|one| one.said(names, &Veil::of(text, out.passwords)));
            table::show(text, names, told, &shown, headline.as_deref(), out)?;
        }
        Ok(Outcome::of(!is_any))
    }

    /// What the readers tell about strings. All programs are asked at the same time.
    fn ask<'t>(&self, texts: &[&'t str]) -> io::Result<Vec<Vec<ParserAnswer<'t>>>> {
        self.panel.ask(texts).map_err(|why| io::Error::other(Unasked(why)))
    }

    /// What differs on the lines of a block.
    fn answer(
        &self,
        out: &mut Output,
        done: &mut Done<Tally>,
        path: &Path,
        block: &Block,
    ) -> io::Result<()> {
        let items: Vec<_> =
            Item::lines(path, block, out.passwords).map(|item| (item.text(), item)).collect();
        let texts: Vec<_> =
            items.iter().filter_map(|(text, _)| text.as_ref().ok().copied()).collect();
        let mut all = self.ask(&texts)?.into_iter();
        done.tally.most = self.show.most;
        for (text, item) in &items {
            let outcome = match text {
                Ok(text) => {
                    self.line(item, text, &all.next().unwrap_or_default(), &mut done.tally, out)?
                }
                Err(fault) => {
                    done.tally.unreadable();
                    self.unreadable(item, fault, out)?
                }
            };
            done.count(outcome);
            out.end_record()?;
        }
        Ok(())
    }

    /// What differs on a line of a file.
    fn line(
        &self,
        item: &Item<'_>,
        text: &str,
        told: &[ParserAnswer<'_>],
        tally: &mut Tally,
        out: &mut Output,
    ) -> io::Result<Outcome> {
        let (names, base) = (&self.panel.names, self.panel.base.as_deref());
        let found = self.differences(item, told, tally);
        let (shown, conflict, is_any) = self.found(&found, told, tally);
        let outcome = Outcome::of(!is_any);
        if !is_any || self.show.tally {
            return Ok(outcome);
        }
        if let Some(log) = self.show.log {
            let said = Said { told, shown: &shown, conflict: conflict.as_ref() };
            annotated::add(item, names, &said, log, out)?;
            return Ok(outcome);
        }
        if self.show.json {
            let record = record::of(text, base, names, told, &shown, conflict.as_ref());
            placed(record, item.origin).print(out)?;
            return Ok(outcome);
        }
        if !self.show.verbose {
            return Ok(outcome);
        }
        let veil = Veil::of(text, out.passwords);
        let quoted = Quoted(text.as_bytes(), Stream::Results, out.passwords);
        writeln!(out, "{}: {quoted}", item.origin.in_result())?;
        if let Some(conflict) = conflict {
            writeln!(out, "  {}", conflict.said(names, &veil))?;
        }
        for (name, told) in names.iter().zip(told) {
            if let Some(how) = &told.crash {
                writeln!(out, "  {name} gave no answer: the program {how}")?;
            }
        }
        for one in shown {
            let said = words::said(one, names, &veil) + &words::spelled(one);
            writeln!(out, "  {}: {said}", one.aspect.name())?;
        }
        Ok(outcome)
    }
}
