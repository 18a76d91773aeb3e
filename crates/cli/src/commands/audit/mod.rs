//! `urispec audit`: whether a grammar is what its document prints.
//!
//! In: an edition, or files. Out: a [`View`] of each grammar, for people ([`show`]) or as JSON
//! ([`record`]); on demand, for what is equal, the reason why ([`certificate`]).

use std::io;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use urispec::Edition;
use urispec_audit as audit;
use urispec_views::audit::{self as record, View};

use crate::findings::Reporting;
use crate::grammar::own::{Own, UserPair};
use crate::options::names;
use crate::output::Output;
use crate::output::usage::{Outcome, Stop, Usage};
use crate::output::whole_file::Name;

mod show;
mod certificate;
mod regex;

use regex::PatternTask;

const HELP: &str = "\
Decide whether a grammar is what its document prints: for each production, whether the printed \
production and the pest rule that transcribes it accept exactly the same strings. Nothing is \
sampled. Where the two differ, the audit shows a shortest string that only the printed production \
accepts, and a shortest string that only the pest rule accepts.

Some productions cannot be used as printed: one has a misprint, or uses an undefined name, or is \
narrowed by prose. A reading says how such a production is understood, and which section says so. \
`equal` means that the pest rule equals the production as printed. `equal as read` means that the \
pest rule equals the printed production after the documented readings, and that the production, \
or one that it uses, needs a reading. `equal, as printed` means that its reading changes nothing.

Below the productions, the audit says what to mend: the productions that differ of themselves, \
and under each those that differ only through it. Each way in which a rule diverges from print has \
a shortest string, the expression that reads or rejects it, with its line and its column, and what \
print has instead.

Then the audit lists what else is known of a grammar: productions and rules \
that no whole string reaches; alternatives that are never taken; alternatives that share strings, and which of \
them the trees take; what the readings change; and which examples of the document contradict its \
grammar.

--bnf and --pest name grammars of your own. --bnf also takes the document that prints the grammar, as \
`urispec abnf` reads it; sections and lines are then those of the document. A production is transcribed by the pest rule of the \
same name, with `_` for `-` and `_plus_` for `+`, or by the rule that --map or --map-file names. If \
there is no such rule, and one rule is left whose name differs only in case, `-` and `_`, that rule is \
taken, and the report says so. The core rules of ABNF need no definition; a core rule that the printed grammar uses is compared if the pest \
grammar has a rule of that name. Productions of other documents come by --import. What a grammar has \
beside ABNF as RFC 5234 defines it is read as people mean it (`|`, `::=`, `#rule`, <name>, 'x'), and \
the report says how under `read as`; with --verbose, it also says there which names come from other documents. A FILE may be `-`, standard input.

What pest runs between terms by itself, WHITESPACE and COMMENT, is run where pest runs it: not in an \
atomic rule, nor in a rule that an atomic rule calls. A rule that is reached in both ways is audited \
in each, if it reads other strings in each, and has a line for each.

A production or a rule that calls itself and goes on after the call, as brackets that nest do, has no finite \
automaton. Such calls are followed N deep, up to --depth, and the verdict is `equal to depth N`: pest reads \
every string that the production derives with N such calls within each other, and the production derives \
every string of which pest builds a tree with N of them within each other. That is no proof of `equal`, and \
passes only with --accept-depth. A difference that is found is a difference at any depth. A production that \
could be written without such calls, as its rule could, is `equal`.

Each production has its own budget for its automaton and for the search for a difference. If an \
automaton is too large, some short strings of the production and their neighbours are tried on both \
sides; a string that is found so need not be a shortest one, and `not told` says so. If none of them tells the two apart, the production is `undecided`, with the reason; the \
others are not affected. What is not decided after --budget is undecided too; each edition has its own.

--regex compares a production with a regular expression of somebody's, in one of nine dialects: \
whether the pattern matches exactly the strings of the production, or a shortest string that only one \
of them has. That `$` matches before a last line break in Python and PCRE is seen there.

--certificate writes down the reason for each verdict `equal`, on rules and on patterns. --verify \
checks what is written down, without a search.

Exit codes: 0, all is as listed, and each pattern is equal; 1, a production differs, is only equal to a \
depth (without --accept-depth), or cannot be decided, a rule is missing, or a tree or an example is not as \
listed; 2, wrong usage, or a file or a pattern that cannot be \
read. With --verify: 0, every production has a certificate that is right; 1, a certificate is \
missing or wrong; 2, as before.";
const USAGE: &str = "\
urispec audit [OPTIONS] [EDITION]...
       urispec audit [OPTIONS] --bnf <FILE> --pest <FILE>
       urispec audit [OPTIONS] --regex <PATTERN> [EDITION]...
       urispec audit [OPTIONS] --regex <RE> --bnf <FILE>
       urispec audit [OPTIONS] --verify <FILE> [EDITION]...
       urispec audit [OPTIONS] --verify <FILE> --bnf <FILE> --pest <FILE>
       urispec audit [OPTIONS] --verify <FILE> --regex <RE> [EDITION]...";

const EXAMPLES: &str = "\
Examples:
  $ urispec audit rfc3986 | tail -n 1 | cut -d ';' -f 1
  rfc3986: 39 productions, 31 equal, 8 equal as read
  $ urispec audit --json rfc3986 | grep -c '\"verdict\":\"equal\"'
  39
  $ P=`mktemp`;echo 'a={\"b\"}'>$P;echo a=%x62|urispec audit --bnf - --notation abnf --pest $P|tail -1
  <stdin>: 1 production, 1 equal
  $ urispec audit rfc3986 --rule port --regex '^[0-9]*$' | tail -n 1
  port: 1 pattern, 1 equal
  $ urispec audit rfc3986 --rule port --dialect python --regex '^[0-9]*$' | grep only
    differs  ^[0-9]*$  only pattern \"\\n\"
  $ urispec audit --certificate - rfc3986 2> /dev/null | grep -A 4 'production port '
  production port rule port classes 2 pairs 2
  class 0 30-39
  class 1 00-2F 3A-FF
  pair 0 start yes 0 1
  pair 1 0/1 no 1 1
  $ urispec audit --certificate - rfc3986 2> /dev/null | urispec audit --verify - rfc3986
  rfc3986: 39 productions verified by 44 certificates, 2,746 pairs
  $ urispec audit --certificate - --rule port --match whole --regex '[0-9]*' 2>&1 | grep pattern
  pattern 0 ecmascript whole [0-9]*
  production port pattern 0 classes 2 pairs 2";

/// Decide whether a grammar is what its document prints
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES, override_usage = USAGE)]
pub(crate) struct Args {
    /// Editions to audit [default: every edition]
    #[arg(value_name = "EDITION", value_parser = names::edition(), conflicts_with = "bnf")]
    editions: Vec<Edition>,
    #[command(flatten)]
    own: Own,
    #[command(flatten)]
    patterns: regex::Patterns,
    /// Write to FILE the reason for each verdict `equal`, as certificates
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(long_help = certificate::HELP)]
    certificate: Option<PathBuf>,
    /// Check the certificates in FILE instead, without a search
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "certificate", long_help = certificate::VERIFY_HELP)]
    verify: Option<PathBuf>,
    /// Print one JSON object per line for each production, and one for each grammar
    #[arg(short, long, long_help = format!("{}\n\n{}", record::HELP, regex::JSON))]
    json: bool,
    #[command(flatten)]
    reporting: Reporting,
}

impl Args {
    /// The editions to audit.
    fn editions(&self) -> Vec<Edition> {
        names::all_or(&self.editions)
    }

    /// Whether a file is one of those that are read.
    fn is_input(&self, path: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        let is_patterns = |file| real(file).is_some() && real(file) == real(path);
        self.own.is_input(path) || self.patterns.file().is_some_and(is_patterns)
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    args.reporting.begin(out)?;
    let outcome = answer(args, out)?;
    args.reporting.end(show::rules(), out)?;
    Ok(args.reporting.outcome(outcome))
}

fn answer(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let json = args.reporting.is_json(args.json);
    let verify = args.verify.as_deref();
    if let (Some(path), false) = (verify, args.patterns.are_given()) {
        return certificate::verify(path, &args.editions(), &args.own, json, out);
    }
    if let Some(path) = args.certificate.as_deref().filter(|path| args.is_input(path)) {
        let message =
            format!("--certificate would replace {}, which is read", Name(path, out.passwords));
        return Err(Usage::new(message).into());
    }
    let file =
        args.certificate.as_deref().map(|path| certificate::CertificateFile::create(path, out));
    let mut file = file.transpose()?;
    let outcome = match args.own.files() {
        _ if args.patterns.are_given() => {
            let (editions, own, log) = (&*args.editions, &args.own, args.reporting.log());
            regex::run(
                &args.patterns,
                PatternTask { editions, own, verify, json, log },
                &mut file,
                out,
            )?
        }
        Some((bnf, pest)) => own(args, bnf, pest, &mut file, out)?,
        None => editions(args, &mut file, out)?,
    };
    match file {
        Some(file) if outcome < Outcome::Trouble => Ok(outcome.max(file.finish(out)?)),
        _ => Ok(outcome),
    }
}

fn editions(
    args: &Args,
    file: &mut Option<certificate::CertificateFile>,
    out: &mut Output,
) -> io::Result<Outcome> {
    let mut outcome = Outcome::Yes;
    for edition in args.editions() {
        // Of two dozen documents the last is not to wait for the others.
        let deadline = args.own.budget.anew();
        match audit::audit_edition_within(edition, deadline) {
            Ok(audits) => {
                for audit in &audits {
                    outcome = outcome.max(view(args, &View::of(edition, audit), file, out)?);
                }
            }
            Err(error) => outcome = out.refuse(&error.to_string())?,
        }
    }
    Ok(outcome)
}

fn own(
    args: &Args,
    bnf: &Path,
    pest: &Path,
    file: &mut Option<certificate::CertificateFile>,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let Some(UserPair { pair, rules, first }) = args.own.pair(bnf, pest, out)? else {
        return Ok(Outcome::Trouble);
    };
    let report = if rules.is_empty() {
        audit::audit(&pair, &[&*first])
    } else {
        let whole: Vec<&str> = rules.iter().map(String::as_str).collect();
        audit::audit_reached(&pair, &whole)
    };
    let report = match report {
        Ok(report) => report,
        Err(error) => return Ok(out.refuse(&error.to_string())?),
    };
    Ok(view(args, &View::of_own(&pair, &report, args.own.accepted_depth()), file, out)?)
}

fn view(
    args: &Args,
    view: &View<'_>,
    file: &mut Option<certificate::CertificateFile>,
    out: &mut Output,
) -> io::Result<Outcome> {
    let outcome = out.decide(Outcome::of(view.is_clean()));
    if let Some(file) = file {
        file.add(view, out)?;
    }
    if file.as_ref().is_some_and(certificate::CertificateFile::is_stdout) {
        // The certificates stand where the verdicts would.
    } else if let Some(log) = args.reporting.log() {
        show::add(view, log, out)?;
    } else if args.reporting.is_json(args.json) {
        for judged in &view.report.productions {
            out.line(record::production(view, judged))?;
        }
        out.line(record::grammar(view))?;
    } else {
        show::show(view, &args.own.notes, out)?;
    }
    Ok(outcome)
}
