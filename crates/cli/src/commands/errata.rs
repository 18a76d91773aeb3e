//! `urispec errata`: lists the errata of a document, and whether urispec follows them.

use std::io::{self, Write};

use clap::builder::TypedValueParser;
use urispec::Edition;
use urispec_audit::{Errata, Erratum, ErratumStatus};
use urispec_views::record::Record;

use crate::options::names;
use crate::output::columns::wrapped_at;
use crate::output::{Outcome, Output, Stop, Style};

pub(super) const WIDTH: usize = 100;

const HELP: &str = "\
Show the errata of a document: the errors that were reported in it, by the numbers of the RFC Editor, and \
whether urispec follows each report.

The editors decide on a report: it is `verified`, `held` for an update of the document, or `rejected`; or it is \
`reported`, and not decided yet. Each row has the change that the report asks for. The line below explains \
how the report is followed, or why it is not. A report with `-` asks nothing of this software.

The lists are copies from a certain day, and are not complete. The last lines for a document name the source of \
its list. An edition that amends another one has only its own errata here; see also those of the amended \
edition.

Exit codes: 0, the errata are shown; 2, wrong usage.";

const JSON: &str = "\
Print one JSON object per line for each erratum, and one for each document.

An erratum: `schema`, `edition`, `number`, `status` (`verified`, `held`, `reported`, `rejected`), `type` \
(`technical`, `editorial`), `section` (`all`: the whole document), `about` (`grammar`, `algorithm`, `example`, \
`text`), `asks`, `followed` (absent if there is nothing to follow), `why`, `witnesses` [..] (claims that hold in \
urispec), `url`. A document: `schema`, `edition`, `errata` {`verified`, `held`, `reported`, `rejected`} (the \
number of the errata shown with each status), `taken` (the day on which the list was copied), `remark` (its \
source, and what it may lack).";

const EXAMPLES: &str = "\
Examples:
  $ urispec errata rfc1738 | grep -A1 5118
    5118  verified  5    followed      the slash after the host of `gopherurl` stands in quotes
                                         the slash is read as a literal
  $ urispec errata rfc3986 --short --status rejected | grep fragment
    3330  rejected  A      not followed  `fragment` may have `#`
  $ urispec errata rfc8141 --count
  rfc8141: no erratum is recorded here";

/// Show the errata of a document, and whether urispec follows them
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Editions whose errata to show [default: every edition]
    #[arg(value_name = "EDITION", value_parser = names::edition())]
    editions: Vec<Edition>,
    /// Show only the errata of this status; may be repeated
    #[arg(long, value_name = "STATUS", value_parser = statuses())]
    status: Vec<ErratumStatus>,
    /// Show the evidence strings and the web page below each erratum
    #[arg(long, conflicts_with_all = ["short", "json", "count"])]
    long: bool,
    /// Print each erratum on one line
    #[arg(short, long, conflicts_with_all = ["json", "count"])]
    short: bool,
    /// Print only how many errata there are
    #[arg(short, long)]
    count: bool,
    /// Print one JSON object per line for each erratum, and one for each document
    #[arg(short, long, long_help = JSON)]
    json: bool,
}

fn statuses() -> impl TypedValueParser<Value = ErratumStatus> {
    names::listed(ErratumStatus::ALL.iter().copied().map(|status| (status.name(), status)))
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    for edition in names::all_or(&args.editions) {
        let mut errata = out.or_stop(Errata::from_edition(edition))?;
        let recorded = errata.all.len();
        errata.all.retain(|one| args.status.is_empty() || args.status.contains(&one.status));
        if args.json {
            print(args, edition, &errata, out)?;
        } else {
            show(args, edition, recorded, &errata, out)?;
        }
    }
    Ok(Outcome::Yes)
}

fn print(args: &Args, edition: Edition, errata: &Errata<'_>, out: &mut Output) -> io::Result<()> {
    for one in errata.all.iter().filter(|_| !args.count) {
        let witnesses: Vec<String> = witnesses(one).collect();
        let record = Record::of(edition)
            .with("number", one.number)
            .with("status", one.status.name())
            .with("type", kind(one))
            .with("section", one.section)
            .with("about", one.subject.name())
            .with("asks", one.asks)
            .with("followed", one.followed)
            .with("why", one.why)
            .with("witnesses", Some(&witnesses).filter(|all| !all.is_empty()))
            .with("url", one.url());
        out.line(record)?;
    }
    let counts = ErratumStatus::ALL
        .iter()
        .fold(Record::new(), |record, status| record.with(status.name(), errata.count(*status)));
    let record = Record::of(edition).with_record("errata", Some(counts));
    out.line(record.with("taken", errata.taken).with("remark", errata.remark))
}

const fn kind(one: &Erratum<'_>) -> &'static str {
    if one.is_technical { "technical" } else { "editorial" }
}

fn witnesses(one: &Erratum<'_>) -> impl Iterator<Item = String> {
    one.witnesses.iter().map(|example| example.claim.to_string())
}

fn show(
    args: &Args,
    edition: Edition,
    recorded: usize,
    errata: &Errata<'_>,
    out: &mut Output,
) -> io::Result<()> {
    if !args.count {
        out.begin_block();
        writeln!(out, "{}\n", edition.document())?;
        table(args, errata, out)?;
        if !errata.all.is_empty() {
            writeln!(out)?;
        }
    }
    writeln!(out, "{edition}: {}", summary(recorded, errata))?;
    if !args.count {
        let label = out.palette.label;
        let mut remark = format!("Recorded on {}. {}", errata.taken, errata.remark);
        if let Some(amended) = edition.amends() {
            remark += &format!(" The errata of {} are under {amended}.", amended.name());
        }
        if edition.id().starts_with("rfc") {
            remark += &format!(" The whole list: https://www.rfc-editor.org/errata/{edition}");
        }
        for line in wrapped_at(WIDTH, &remark) {
            writeln!(out, "{label}{line}{label:#}")?;
        }
    }
    out.end_record()
}

fn summary(recorded: usize, errata: &Errata<'_>) -> String {
    if recorded == 0 {
        return "no erratum is recorded here".to_owned();
    }
    let all = match errata.all.len() {
        1 => "1 erratum".to_owned(),
        many => format!("{many} errata"),
    };
    let [followed, not, rest] = [Some(true), Some(false), None]
        .map(|followed| errata.all.iter().filter(|one| one.followed == followed).count());
    format!("{all}, {followed} followed, {not} not followed, {rest} with nothing to follow")
}

fn table(args: &Args, errata: &Errata<'_>, out: &mut Output) -> io::Result<()> {
    let width = errata.all.iter().map(|one| one.section.len()).max().unwrap_or_default();
    let before = width + "  1234  reported    not followed  ".len();
    let most = if args.short { usize::MAX } else { WIDTH - before };
    for one in &errata.all {
        let (number, status, section) = (one.number, one.status.name(), one.section);
        let (followed, style) = match one.followed {
            Some(true) => ("followed", Style::PLAIN),
            Some(false) => ("not followed", out.palette.warning),
            None => ("-", Style::PLAIN),
        };
        let head = format!(
            "  {number:<4}  {status:<8}  {section:<width$}  {style}{followed:<12}{style:#}  "
        );
        entry(&head, (before, most), one.asks, out)?;
        if args.short {
            continue;
        }
        let mut texts = Vec::new();
        if args.long || one.followed.is_some() {
            texts.push(one.why.to_owned());
        }
        if args.long {
            texts.extend(witnesses(one));
            texts.push(format!("{}: {}", kind(one), one.url()));
        }
        below(before + 2, &texts, out)?;
    }
    Ok(())
}

/// Prints a head and a text, wrapped to `most` characters per line. Later lines are indented by `before` blanks.
pub(super) fn entry(
    head: &str,
    (before, most): (usize, usize),
    text: &str,
    out: &mut Output,
) -> io::Result<()> {
    let mut lines = wrapped_at(most, text);
    writeln!(out, "{head}{}", lines.next().unwrap_or_default())?;
    lines.try_for_each(|line| writeln!(out, "{:before$}{line}", ""))
}

pub(super) fn below(before: usize, texts: &[String], out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    let mut lines = texts.iter().flat_map(|text| wrapped_at(WIDTH - before, text));
    lines.try_for_each(|line| writeln!(out, "{:before$}{label}{line}{label:#}", ""))
}
