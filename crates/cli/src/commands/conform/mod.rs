//! `urispec conform`: what a parser gets wrong.
//!
//! In: a program that answers for a parser ([`crate::peer`]), and what it is to be asked ([`trial`]). Out:
//! its mistakes ([`judge`]), first those of strings that were made for a reason ([`reason`]), then all of
//! them, put together by what the parser does and where in the grammar ([`group`]), as text or JSON.
//! The surprising case: a parser that spells a part in another way, such as a host in small letters, is not
//! wrong: RFC 3986 calls both equivalent. The report says so apart.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};

mod about;
mod annotated;
mod baseline;
mod file;
mod group;
mod help;
mod judge;
mod kind;
mod place;
mod plan;
mod reason;
mod record;
mod report;
mod shown;
mod spelling;
mod trial;

use std::ffi::OsString;
use std::time::Duration;

use baseline::Baseline;
use plan::Plans;
use report::{Failure, Report, Subject};

use crate::findings::Reporting;
use crate::findings::baseline::Kept;
use crate::options::Document;
use crate::output::Output;
use crate::output::outcome::{Outcome, Stop};
use crate::output::terminal::Escaped;
use crate::output::usage::Usage;
use crate::peer::asking::Asking;
use crate::peer::list::{self, Listed};
use crate::peer::listing;
use crate::peer::{Peer, PeerError};

/// What the files of baselines are called.
const COMMAND: &str = "urispec conform";

/// Ask a parser the suite of a production, and say what it gets wrong
#[derive(clap::Args)]
#[command(long_about = help::HELP, after_help = help::EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    document: Document,
    /// The production to ask about [default: the edition's first production for whole strings, such as
    /// URI-reference]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// Ask the strings of FILE, JSON lines as testgen writes them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["resolve", "normalize", "all"])]
    suite: Option<PathBuf>,
    /// Ask the suite of resolution (RFC 3986, 5.2)
    #[arg(long = "resolution", alias = "resolve", conflicts_with_all = ["rule", "against"])]
    resolve: bool,
    /// Ask the suite of normalization (RFC 3986, 6.2.2)
    #[arg(long = "normalization", alias = "normalize", conflicts_with_all = ["rule", "against"])]
    normalize: bool,
    /// Ask all suites, and those of the standard that the parser says it implements
    #[arg(long, conflicts_with_all = ["rule", "resolve", "normalize", "against"])]
    all: bool,
    /// Ask only the strings that were made for a reason, and show all mistakes by reason
    #[arg(long, conflicts_with_all = ["resolve", "normalize", "all", "against"])]
    reasons: bool,
    /// Expect what another standard says of the strings
    #[arg(long, value_name = "STANDARD")]
    against: Option<Against>,
    #[command(flatten)]
    asking: Asking,
    /// Print one JSON object per line
    #[arg(short, long, long_help = record::HELP)]
    json: bool,
    #[command(flatten)]
    kept: Kept,
    #[command(flatten)]
    reporting: Reporting,
    /// Ask these parsers of the list of peers; `all` is all of them
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    with: Vec<String>,
    /// The program to ask, and its arguments
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "with")]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Against {
    /// The parser of the URL Standard of the WHATWG
    Whatwg,
}

/// A program to ask.
enum Candidate {
    Command(Vec<OsString>),
    Listed(Listed),
}

impl Candidate {
    fn start(&self, timeout: Duration) -> Result<Peer, PeerError> {
        match self {
            Self::Command(words) => {
                let name = words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
                Peer::start(&name, words, timeout)
            }
            Self::Listed(listed) => listed.start(timeout),
        }
    }

    fn subject(&self) -> Subject {
        match self {
            Self::Command(words) => {
                let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
                Subject { name: words.join(" "), listed: None }
            }
            Self::Listed(Listed { name, standard, from, .. }) => {
                Subject { name: name.clone(), listed: Some((standard.name(), from.clone())) }
            }
        }
    }

    /// The name in a baseline: a command may have another path on another machine.
    fn in_baseline(&self) -> &str {
        match self {
            Self::Command(_) => "",
            Self::Listed(listed) => &listed.name,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.asking.list_peers {
        return listing::show(&args.asking, args.json, out);
    }
    let Some(candidates) = candidates(args, out)? else { return Ok(Outcome::Trouble) };
    let Some(mut plans) = Plans::of(args, out)? else { return Ok(Outcome::Trouble) };
    let Some(known) = args.kept.known(COMMAND, out)? else { return Ok(Outcome::Trouble) };
    let mut baseline = Baseline::of_known(known);
    let timeout = args.asking.timeout();
    let mut outcome = Outcome::Yes;
    let mut is_answered = false;
    let log = args.reporting.log();
    args.reporting.begin(out)?;
    for candidate in &candidates {
        let report = ask(candidate, timeout, &mut plans, &mut baseline);
        let is_wrong = report.sections.iter().any(|section| section.wrong > 0);
        outcome = outcome.max(Outcome::of(!is_wrong || args.kept.is_written()));
        let is_mute = |section: &report::Section| section.answered() == 0;
        if !args.all && !report.sections.is_empty() && report.sections.iter().all(is_mute) {
            outcome = outcome.max(Outcome::No);
        }
        // Nobody may read on.
        out.worst = out.worst.max(outcome);
        match log {
            Some(log) => annotated::report(&report, log, out)?,
            None if args.reporting.is_json(args.json) => record::report(&report, out)?,
            None => shown::report(&report, out)?,
        }
        if let Some(failure) = &report.failure {
            if let (true, Candidate::Listed(listed)) = (failure.is_absence, candidate) {
                let name = Escaped(report.subject.name.as_bytes());
                let why = listed.absence(&failure.message);
                out.note(format_args!("{name} is absent: {why}\n"))?;
            } else {
                out.complain(format_args!("{}\n", failure.message))?;
                outcome = Outcome::Trouble;
            }
        }
        is_answered |= !report.sections.is_empty();
    }
    args.reporting.end(annotated::rules(), out)?;
    if !is_answered {
        outcome = Outcome::Trouble;
    }
    if outcome != Outcome::Trouble {
        outcome = outcome.max(args.kept.write(COMMAND, baseline.made(), "mistake", out)?);
    }
    Ok(args.reporting.outcome(outcome))
}

/// The programs to ask.
fn candidates(args: &Args, out: &mut Output) -> Result<Option<Vec<Candidate>>, Stop> {
    if !args.command.is_empty() {
        return Ok(Some(vec![Candidate::Command(args.command.clone())]));
    }
    if args.with.is_empty() {
        let message = "give the program to ask, as in `urispec conform -- python3 adapter.py`, or \
                       name a peer by --with: --list-peers shows them";
        return Err(Usage::new(message).into());
    }
    let names = list::Names { argument: "with", given: &args.with, beside: &[] };
    let listed = list::named(names, args.asking.peers.as_deref(), out)?;
    if listed.as_ref().is_some_and(Vec::is_empty) {
        return Err(Usage::new("--with names no peer").into());
    }
    Ok(listed.map(|all| all.into_iter().map(Candidate::Listed).collect()))
}

/// Asks a peer all that is planned for it.
fn ask(
    candidate: &Candidate,
    timeout: Duration,
    plans: &mut Plans,
    baseline: &mut Baseline,
) -> Report {
    let subject = candidate.subject();
    let mut report = Report { subject, reader: None, sections: Vec::new(), failure: None };
    let mut peer = match candidate.start(timeout) {
        Ok(peer) => peer,
        Err(error) => {
            report.failure = Some(Failure::from(error));
            return report;
        }
    };
    let standard = match candidate {
        Candidate::Command(_) => None,
        Candidate::Listed(listed) => Some(listed.standard),
    };
    for plan in plans.of_peer(standard) {
        let bar = plan::bar(plan, &report.subject.name);
        let section =
            plan.ask(&mut peer, candidate.in_baseline(), baseline, |count| bar.inc(count as u64));
        bar.finish_and_clear();
        report.reader = peer.reader().map(str::to_owned);
        match section {
            Ok(section) => report.sections.push(section),
            Err(error) => {
                report.failure = Some(Failure::from(error));
                break;
            }
        }
    }
    report
}
