//! `urispec conform`: tests a parser with a conformance suite, and reports its mistakes.

mod report;
mod plan;
mod group;
mod shown;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ValueEnum, ValueHint};
use plan::Plans;
use report::{Baseline, Report};

use crate::findings::Reporting;
use crate::findings::baseline::BaselineArgs;
use crate::options::DocumentArgs;
use crate::output::{Escaped, Outcome, Output, Stop, Usage};
use crate::peer::list::ListedPeer;
use crate::peer::{Peer, PeerArgs, PeerError, list};

/// The name of this command in baselines.
const COMMAND: &str = "urispec conform";

/// Test a parser against the conformance suite of a production
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    document: DocumentArgs,
    /// The production to test [default: the edition's first production for whole strings, such as URI-reference]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// Ask the strings of FILE, JSON Lines as `urispec testgen` writes them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["resolve", "normalize", "all"])]
    suite: Option<PathBuf>,
    /// Ask the suite of resolution (RFC 3986, 5.2)
    #[arg(long = "resolution", alias = "resolve", conflicts_with_all = ["rule", "against"])]
    resolve: bool,
    /// Ask the suite of normalization (RFC 3986, 6.2.2)
    #[arg(long = "normalization", alias = "normalize", conflicts_with_all = ["rule", "against"])]
    normalize: bool,
    /// Ask all suites, including the suites of the standard that the parser says it implements
    #[arg(long, conflicts_with_all = ["rule", "resolve", "normalize", "against"])]
    all: bool,
    /// Ask only the strings with a reason, and show all mistakes by reason
    #[arg(long, conflicts_with_all = ["resolve", "normalize", "all", "against"])]
    reasons: bool,
    /// Expect the answers of another standard
    #[arg(long, value_name = "STANDARD")]
    against: Option<Against>,
    #[command(flatten)]
    asking: PeerArgs,
    /// Print one JSON object per line
    #[arg(short, long, long_help = shown::HELP)]
    json: bool,
    #[command(flatten)]
    baseline: BaselineArgs,
    #[command(flatten)]
    reporting: Reporting,
    /// Ask these parsers from the list of peers; `all` asks all of them
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

struct Candidate {
    name: String,
    command: Vec<OsString>,
    listed: Option<ListedPeer>,
}

impl Candidate {
    fn start(&self, timeout: Duration) -> Result<Peer, PeerError> {
        match &self.listed {
            Some(listed) => listed.start(timeout),
            None => {
                let name = self.command.first().map(|word| word.to_string_lossy());
                Peer::start(&name.unwrap_or_default(), &self.command, None, timeout)
            }
        }
    }

    fn ask<'p>(
        &'p self,
        timeout: Duration,
        plans: &'p mut Plans,
        baseline: &mut Baseline,
    ) -> Report<'p> {
        let (name, listed) = (&*self.name, self.listed.as_ref());
        let mut report = Report { name, listed, reader: None, sections: Vec::new(), failure: None };
        let mut peer = match self.start(timeout) {
            Ok(peer) => peer,
            Err(error) => {
                report.failure = Some(error);
                return report;
            }
        };
        // A baseline does not name a command, whose path may differ on another machine.
        let in_baseline = if listed.is_some() { name } else { "" };
        for plan in plans.for_peer(listed.map(|listed| listed.standard)) {
            let bar = plan::bar(plan, name);
            let advance = |count| bar.inc(count as u64);
            let section = plan.ask(&mut peer, in_baseline, baseline, advance);
            bar.finish_and_clear();
            report.reader = peer.reader().map(str::to_owned);
            match section {
                Ok(section) => report.sections.push(section),
                Err(error) => {
                    report.failure = Some(error);
                    break;
                }
            }
        }
        report
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.asking.list_peers {
        return list::show(&args.asking, args.json, out);
    }
    let Some(candidates) = candidates(args, out)? else { return Ok(Outcome::Trouble) };
    let Some(mut plans) = Plans::new(args, out)? else { return Ok(Outcome::Trouble) };
    let Some(known) = args.baseline.known(COMMAND, out)? else { return Ok(Outcome::Trouble) };
    let mut baseline = Baseline::from_known(known);
    let (mut outcome, mut is_answered) = (Outcome::Yes, false);
    args.reporting.begin(out)?;
    for candidate in &candidates {
        let report = candidate.ask(args.asking.timeout(), &mut plans, &mut baseline);
        let is_wrong = report.sections.iter().any(|section| section.wrong > 0);
        outcome = outcome.max(Outcome::from_bool(!is_wrong || args.baseline.is_written()));
        let is_unanswered = |section: &report::ReportSection<'_>| section.answered() == 0;
        if !args.all && !report.sections.is_empty() && report.sections.iter().all(is_unanswered) {
            outcome = outcome.max(Outcome::No);
        }
        // The reader of stdout may close it, so the outcome is known before anything is printed.
        out.worst = out.worst.max(outcome);
        match args.reporting.log() {
            Some(log) => shown::annotate(&report, log, out)?,
            None if args.reporting.is_json(args.json) => shown::records(&report, out)?,
            None => shown::report(&report, out)?,
        }
        if let Some(failure) = &report.failure {
            match (failure.absence(), report.listed) {
                (Some(why), Some(listed)) => {
                    let name = Escaped(report.name.as_bytes());
                    out.note(format_args!("{name} is absent: {}\n", listed.absence(&why)))?;
                }
                (why, _) => {
                    let why = why.unwrap_or_else(|| failure.to_string());
                    outcome = out.refuse(&why)?;
                }
            }
        }
        is_answered |= !report.sections.is_empty();
    }
    args.reporting.end(shown::rules(), out)?;
    if !is_answered {
        outcome = Outcome::Trouble;
    }
    if outcome != Outcome::Trouble {
        outcome = outcome.max(args.baseline.write(COMMAND, &baseline.made, "mistake", out)?);
    }
    Ok(args.reporting.outcome(outcome))
}

fn candidates(args: &Args, out: &mut Output) -> Result<Option<Vec<Candidate>>, Stop> {
    if !args.command.is_empty() {
        let words: Vec<_> = args.command.iter().map(|word| word.to_string_lossy()).collect();
        let (name, command) = (words.join(" "), args.command.clone());
        return Ok(Some(vec![Candidate { name, command, listed: None }]));
    }
    if args.with.is_empty() {
        let message = "give the program to ask, as in `urispec conform -- python3 adapter.py`, or \
                       name a peer with --with; --list-peers lists them";
        return Err(Usage::new(message).into());
    }
    let listed = list::named("with", &args.with, &[], args.asking.peers.as_deref(), out)?;
    if listed.as_ref().is_some_and(Vec::is_empty) {
        return Err(Usage::new("--with names no peer; --list-peers lists them").into());
    }
    let candidate = |listed: ListedPeer| Candidate {
        name: listed.name.clone(),
        command: Vec::new(),
        listed: Some(listed),
    };
    Ok(listed.map(|all| all.into_iter().map(candidate).collect()))
}

const HELP: &str = "\
Test a parser: ask it the conformance suite of a production, and report its mistakes. First come a few strings \
with the reason for each, then all mistakes, grouped by what the parser does and counted by place in the \
grammar, the shortest strings first. The expected answers are those of the edition: its productions, and the \
components of its own references.

The parser is asked through an adapter, a program that you write. It reads one JSON object per line on standard \
input, {\"input\":STRING} or {\"input\":STRING,\"base\":STRING}, and writes one object per line for each, in the \
same order, without delay. The lines are ASCII: other characters are written \\uXXXX, with surrogate pairs; a \
quote and a backslash have a backslash before them; there is no other escape.

An answer has `valid` (true, false, or null for unknown) and, as far as the parser can report them, `scheme`, \
`authority`, `userinfo`, `host`, `port`, `path`, `query`, `fragment`, `target` (the string resolved against the \
base) and `normalized`, each a string, or null if undefined. A key that is left out is not compared. `reader` \
may name the parser and its version, and `error` say why it rejects a string. Any other key ends the run, so \
that a misspelled key is noticed. A parser that accepts only absolute URLs answers null, not false, to a \
relative reference.

This is a complete adapter in Python. Paste it into adapter.py and run `urispec conform -- python3 adapter.py`:

import json, sys
from urllib.parse import urljoin, urlsplit

for line in sys.stdin:
    question = json.loads(line)
    answer = {\"reader\": \"Python \" + sys.version.split()[0] + \" urllib.parse\"}
    try:
        parts = urlsplit(question[\"input\"])
        answer[\"host\"] = parts.hostname
        answer[\"path\"] = parts.path
        if \"base\" in question:
            answer[\"target\"] = urljoin(question[\"base\"], question[\"input\"])
        answer[\"valid\"] = True
    except ValueError as error:
        answer[\"valid\"] = False
        answer[\"error\"] = str(error)
    print(json.dumps(answer), flush=True)

The first answer of a program may take four times as long as --timeout says. Many questions are sent ahead of \
the answers. A program that dies or does not answer in time (--timeout) is started again; the string that caused \
it is found, and counted as a crash. Any other invalid answer ends the run: the message quotes the line and names \
the string.

The strings with reasons are those of testgen --mutants, and are asked first. A reason is why the string is in \
the suite; a parser may get the string wrong for another reason. Ten of them are shown, of different productions \
and kinds. --reasons asks only these strings, which takes a second or two, and shows all of them. With --suite, \
they are the lines of FILE that have a `reason`.

A string that the parser wrongly accepts is counted at the production in which the string leaves the language, \
with the character there. A string that it wrongly rejects or splits is counted at one of the productions that \
derive it: first at the one with the highest share of wrong strings, then at the next with the remaining ones. \
So `IPvFuture 425 of 425` means that every string with an IPvFuture is wrong. A part that is only spelled \
differently, such as a host in lower case, or `/` for an empty path, is listed separately and is not a mistake \
(6.2).

With --against whatwg, the expected answer is that of the parser of the URL Standard, with its exact components. \
With --with, programs from the list of peers are asked, which --list-peers shows; a peer that is not installed \
is named and skipped. --peers names a folder with another list, the file peers.tsv.

In a baseline, a mistake is a whole string with the behaviour of the parser (it accepts, rejects, differs in a \
part, crashes), and not a place in the grammar, which depends on all other mistakes. So a line stays the same \
until the parser or the suite changes. A mistake takes about 80 bytes. The value that the parser finds for the \
part does not matter, nor how it crashes. With --format sarif or github, a finding is a group of mistakes, about \
the parser.

Exit codes: 0, no mistake, or none that is not in the baseline; 1, a mistake; 2, wrong usage, or a program \
cannot be started or gives an invalid answer, or a file cannot be read or written.";

const EXAMPLES: &str = "\
Examples:
  $ urispec conform --rule port -- sh -c 'while read q; do echo \"{\\\"valid\\\":null}\"; done' | tail -1
  no answer to any of these
  $ urispec conform --rule port --reasons -- sed -u 's/.*/{\"valid\":true}/' | tail -3
    accepts  \"/\"  `DIGIT` cannot have `/`
             \":\"  `DIGIT` cannot have `:`
  2 strings wrong
  $ urispec conform -- echo Ready. 2>&1 | cut -d' ' -f2-
  echo: `Ready.` is not an answer to `http://example.com/`: expected value";
