//! `urispec differ`: asks several parsers about a string, and compares their answers.
//!
//! A file is read in blocks, and each program is asked about a whole block. While programs answer, another thread
//! compares the answers to the previous block.

mod table;
mod tally;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueHint;
use table::{Allow, Veil};
use tally::DifferTally;
use urispec::Edition;
use urispec_compare::parsers::{Difference, ParserAnswer, differences};
use urispec_views::fault::{Fault, utf8};
use urispec_views::{editions, strings};

use crate::findings::{Annotation, BaselineArgs, BaselineEntry, Log, Reporting, placed};
use crate::input::{ArgumentKind, Input, Item, LineBlock, Summary, rows};
use crate::options::SideBySideArgs;
use crate::output::{Outcome, Output, Quoted, Reported, Stop, Stream, StringOrigin};
use crate::peer::subjects::{Subjects, Wanted};
use crate::peer::{PeerArgs, list, subjects};

/// Ask several parsers about a string (for documents, use editions)
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Strings to ask about
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    /// Ask these readers in addition to urispec, appendix-b and whatwg; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    with: Vec<String>,
    /// Ask only these readers, and those of --peer; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "with")]
    readers: Vec<String>,
    /// Also ask this program; may be repeated
    #[arg(long = "peer", value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    commands: Vec<String>,
    #[command(flatten)]
    asking: PeerArgs,
    /// Also show differences that are only in spelling
    #[arg(long)]
    canonical: bool,
    /// Show only strings in which one reader finds a host that FILE allows, and another reader finds a different host that FILE does not allow, or no host
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = HOST_ALLOW_FILE)]
    #[arg(conflicts_with = "tally")]
    host_allow_file: Option<PathBuf>,
    /// Show this many examples of each group
    #[arg(short, long, value_name = "NUM", default_value_t = 3)]
    number: usize,
    /// Print one JSON object per line
    #[arg(short, long, long_help = table::HELP, conflicts_with = "count")]
    json: bool,
    #[command(flatten)]
    shared: SideBySideArgs,
    #[command(flatten)]
    baseline: BaselineArgs,
    #[command(flatten)]
    reporting: Reporting,
}

const COMMAND: &str = "urispec differ";

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.asking.list_peers {
        let outcome = list::show(&args.asking, args.json, out)?;
        out.note(format_args!("{}\n", subjects::built_in_readers()))?;
        return Ok(outcome);
    }
    let less = &args.shared.less;
    let input = Input::new(&args.strings, &args.shared.files, less)?
        .read_by("differ", ArgumentKind::References(Edition::default()))?;
    let bytes = args.shared.base.as_ref().map(|base| base.as_encoded_bytes());
    let read = |bytes| -> Result<String, Fault> {
        let base = strings::base(Edition::Rfc3986, utf8(bytes)?)?;
        Ok(base.as_str().to_owned())
    };
    let base = match bytes.map(read).transpose() {
        Ok(base) => base,
        Err(fault) => {
            let bytes = bytes.unwrap_or_default();
            let origin = StringOrigin::Argument(bytes, out.passwords);
            fault.report(out, origin, Some("base"), bytes)?;
            return Ok(Outcome::Trouble);
        }
    };
    let mut allow = None;
    if let Some(path) = &args.host_allow_file {
        let Some((name, text)) = rows::read(path, out)? else { return Ok(Outcome::Trouble) };
        match Allow::read(&text) {
            Ok(read) => allow = Some(read),
            Err((line, why)) => return Ok(out.refuse(&format!("{name}:{line}: {why}"))?),
        }
    }
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
        asking: &args.asking,
        base,
    };
    let Some(subjects) = Subjects::start(wanted, out)? else { return Ok(Outcome::Trouble) };
    let Some(known) = args.baseline.known(COMMAND, out)? else { return Ok(Outcome::Trouble) };
    let differ = Arc::new(Differ {
        subjects,
        known,
        is_written: args.baseline.is_written(),
        canonical: args.canonical,
        json: args.reporting.is_json(args.json),
        log: args.reporting.log(),
        verbose: args.shared.verbose || allow.is_some(),
        tally: args.shared.tally,
        most: if less.count || less.quiet { 0 } else { args.number },
        allow,
    });
    args.reporting.begin(out)?;
    let outcome = differ.run(args, &input, out)?;
    Ok(args.reporting.outcome(outcome))
}

struct Differ {
    subjects: Subjects,
    allow: Option<Allow>,
    /// The differences of the baseline, which are not reported again.
    known: BTreeSet<BaselineEntry>,
    /// Whether all differences are written to a baseline.
    is_written: bool,
    canonical: bool,
    json: bool,
    log: Option<Log>,
    verbose: bool,
    tally: bool,
    most: usize,
}

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
        let done = input.each_argument(out, |out, tally: &mut DifferTally, item| {
            tally.most = self.most;
            match item.text() {
                Ok(text) => self.string(item, text, &self.ask(&[text])?[0], tally, out),
                Err(fault) => self.unreadable(item, &fault, tally, out),
            }
        });
        let this = Arc::clone(&self);
        let done = done.and_then(|done| {
            input.each_block(done, out, move |out, done, path, block| {
                this.block(out, done, path, block)
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
        let (tally, less) = (&done.tally, &args.shared.less);
        let (names, canonical) = (&self.subjects.names, self.canonical);
        let counts = tally.counts(self.allow.is_some());
        let is_data = self.json || self.log.is_some();
        let is_ranked = done.opened > 0 && !is_data && self.allow.is_none() || self.tally;
        args.reporting.end(table::rules(), out)?;
        let written = args.baseline.write(COMMAND, tally.made.all(), "difference", out)?;
        if less.quiet {
            return Ok(done.worst.max(written));
        }
        if self.tally && self.json {
            let records = tally.records(canonical, names);
            records.into_iter().try_for_each(|record| out.line(record))?;
        } else if is_ranked && !less.count {
            table::show_ranking(tally, canonical, names, out)?;
        }
        if !less.count {
            if done.opened > 0 {
                out.note(format_args!("{counts}\n"))?;
            }
            if let Some(said) = tally.made.summary(&self.known) {
                out.note(format_args!("{said}\n"))?;
            }
        }
        let outcome = done.end(less, out, &counts)?;
        Ok(written.max(args.baseline.outcome(outcome)))
    }

    /// Returns, for each string, the answers of all readers. All programs are asked at the same time.
    fn ask<'t>(&self, texts: &[&'t str]) -> io::Result<Vec<Vec<ParserAnswer<'t>>>> {
        self.subjects.ask(texts).map_err(|why| io::Error::other(Unasked(why)))
    }

    /// Compares the answers about the lines of a block. Each program is asked about all lines at once.
    fn block(
        &self,
        out: &mut Output,
        done: &mut Summary<DifferTally>,
        path: &Path,
        block: &LineBlock,
    ) -> io::Result<()> {
        let items: Vec<_> =
            Item::lines(path, block, out.passwords).map(|item| (item.text(), item)).collect();
        let texts: Vec<_> =
            items.iter().filter_map(|(text, _)| text.as_ref().ok().copied()).collect();
        let mut all = self.ask(&texts)?.into_iter();
        done.tally.most = self.most;
        for (text, item) in &items {
            let outcome = match text {
                Ok(text) => {
                    let answers = all.next().unwrap_or_default();
                    self.string(item, text, &answers, &mut done.tally, out)?
                }
                Err(fault) => self.unreadable(item, fault, &mut done.tally, out)?,
            };
            done.count(outcome);
            out.end_record()?;
        }
        Ok(())
    }

    fn unreadable(
        &self,
        item: &Item<'_>,
        fault: &Fault,
        tally: &mut DifferTally,
        out: &mut Output,
    ) -> io::Result<Outcome> {
        tally.unreadable();
        if self.json && !self.tally {
            out.line(placed(editions::unreadable(item.bytes(), fault), item.origin))?;
        } else if let Some(log) = self.log {
            let message = fault.message(None, item.bytes(), out.passwords);
            let (string, at) = ((item.origin, item.bytes()), fault.mark().unwrap_or_default());
            log.add(&Annotation::of_invalid(message, string, at, None), out)?;
        } else {
            return fault.report(out, item.origin, None, item.bytes());
        }
        Ok(Outcome::No)
    }

    fn differences(
        &self,
        item: &Item<'_>,
        answers: &[ParserAnswer<'_>],
        tally: &mut DifferTally,
    ) -> Vec<Difference> {
        let mut all = differences(answers);
        if self.is_written || !self.known.is_empty() {
            all.retain(|one| {
                let is_shown = table::is_shown(one, self.canonical);
                is_shown && !tally.made.take(table::entry(item, one), &self.known, self.is_written)
            });
        }
        tally.count(item, answers, &all, &self.subjects.names, item.origin.passwords());
        all
    }

    /// Reports the answers about a string: for an argument, all of them; for a line of a file, only the differences.
    fn string(
        &self,
        item: &Item<'_>,
        text: &str,
        answers: &[ParserAnswer<'_>],
        tally: &mut DifferTally,
        out: &mut Output,
    ) -> io::Result<Outcome> {
        let (names, base) = (&self.subjects.names, self.subjects.base.as_deref());
        let all = self.differences(item, answers, tally);
        let mut shown: Vec<_> =
            all.iter().filter(|one| table::is_shown(one, self.canonical)).collect();
        let conflict = self.allow.as_ref().and_then(|allow| allow.conflict(answers));
        tally.conflicts += u64::from(conflict.is_some());
        if self.allow.is_some() && conflict.is_none() {
            shown.clear();
        }
        // A reader without an answer might have contacted any host.
        let has_failed = answers.iter().any(|answer| answer.crash.is_some());
        let is_any = has_failed || !shown.is_empty() || conflict.is_some();
        let outcome = Outcome::from_bool(!is_any);
        let is_line = item.origin.line().is_some();
        if is_line && !is_any || self.tally && (is_line || self.log.is_none()) {
            return Ok(outcome);
        }
        if let Some(log) = self.log {
            table::annotate(item, names, answers, &shown, conflict.as_ref(), log, out)?;
        } else if self.json {
            let record =
                table::string_record(text, base, names, answers, &shown, conflict.as_ref());
            placed(record, item.origin).print(out)?;
        } else if is_line && self.verbose {
            let quoted = Quoted(text.as_bytes(), Stream::Results, out.passwords);
            writeln!(out, "{}: {quoted}", item.origin.in_result())?;
            let veil = Veil::new(text, out.passwords);
            if let Some(conflict) = conflict {
                writeln!(out, "  {}", conflict.summary(names, &veil))?;
            }
            for (name, answer) in names.iter().zip(answers) {
                if let Some(how) = &answer.crash {
                    writeln!(out, "  {name} gave no answer: the program {how}")?;
                }
            }
            for one in shown {
                let summary = table::summary(one, names, &veil);
                writeln!(out, "  {}: {summary}", one.aspect.name())?;
            }
        } else if !is_line && (is_any || self.allow.is_none()) {
            out.begin_block();
            let headline = conflict.map(|one| one.summary(names, &Veil::new(text, out.passwords)));
            table::show(text, names, answers, &shown, headline.as_deref(), out)?;
        }
        Ok(outcome)
    }
}

const HELP: &str = "\
Ask several parsers about a string, and show the answers in which they differ, the most dangerous first. \
`editions` asks documents instead of parsers; `conform` tests one parser against a whole production.

The readers of this program are urispec (RFC 3986 exactly), appendix-b (Appendix B, which splits every string, \
valid or not), whatwg (the parser of the URL Standard), and the editions by their ids. Other readers are peers: \
parsers in use, such as curl and node-url. --list-peers lists them, which of them are installed, and how to \
install the others.

By default, urispec, appendix-b and whatwg are asked. --with adds readers, and --readers names all readers to \
ask. `all` means all peers, and `peer:NAME` a peer with the name of a reader of this program. --peer COMMAND \
asks a program of your own: it reads one JSON object per line, {\"input\":…}, and answers each, in order, with \
{\"valid\":…,\"host\":…} and so on.

A difference is material if it changes which host is contacted, which scheme or port is used, who is logged in, \
or whether the string is valid. Other differences are in paths, queries and fragments. Differences in spelling \
are shown only with --canonical: `/` for the empty path, letter case of scheme and host, a default port, \
escapes, dot segments, an empty component for an undefined one, an IPv6 address. Hosts that look alike are \
material, and marked: [host-escape], [ipv4-form], [trailing-dot], [a-label]. A reader that rejects a string is not compared on this string, and a reader that does not report a part is not compared on this part.

For an argument, the differences are above a table with a row for each reader; `-` means that the part is undefined, and a blank cell means that the reader does not report the part. Differences in files are ranked: groups of the same difference between the same readers, \
with counts and the shortest examples, the most dangerous first: another host; a string that one reader accepts \
with a host and another rejects; another port, scheme or user; a string that one reader accepts without a host \
and another rejects; another path, query or fragment; another spelling. Stderr has the number of strings.

Exit codes: 0, no difference of the requested kinds; 1, some difference, or a line is not UTF-8; 2, wrong usage, or \
a file cannot be read, or a program cannot be asked.";

const HOST_ALLOW_FILE: &str = "\
Print only the strings for which one reader finds an allowed host, and another finds a host that is not allowed, \
or none; exit with 1 if there are any.

FILE has a host on each line: `good.com`, `[::1]`, or `*.good.com` for all hosts below good.com, but not \
good.com itself. Letter case is ignored, but a dot at the end is not. Empty lines and lines that begin with `#` \
are skipped. With --base, the host is that of the target.";

const EXAMPLES: &str = "\
Examples:
  $ urispec differ 'http://evil.com\\@good.com/' || true
  http://evil.com\\@good.com/

    host        good.com (appendix-b) · evil.com (whatwg)
    valid       no (urispec) · yes (whatwg)
    userinfo    evil.com\\ (appendix-b) · none (whatwg)
    path        / (appendix-b) · /@good.com/ (whatwg)

    scheme      http

    reader      valid  userinfo   host      path
    urispec     no
    appendix-b         evil.com\\  good.com  /
    whatwg      yes    -          evil.com  /@good.com/
  $ printf 'http://h\\nhttp://h/#a#b\\n' | urispec differ -f - -n 1 2>&1; echo $?
  accepted with a host by some, rejected by others
          1  valid  urispec (no) ≠ whatwg (yes)
             <stdin>:2: http://h/#a#b
               no (urispec) · yes (whatwg)

  another spelling
          1  path [empty-path]
  2 strings: 1 read differently, 1 only spelled differently, 0 the same
  1
  $ urispec differ --json http://0x7f.1/ | grep -o '\"spellings\":[^]]*]' | head -1
  \"spellings\":[\"ipv4-form\"]";
