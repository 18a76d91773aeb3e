//! `urispec conform`: tests a parser with a conformance suite, and reports its mistakes.

mod report;
mod plan;
mod group;

use std::ffi::OsString;
use std::io;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ValueEnum, ValueHint};
use group::{Detail, GrammarPlace, MistakeGroup, WrongAnswer};
use plan::{Plans, SHOWN, Test, chosen};
use report::{Baseline, MistakeKind, Reasons, Report, ReportSection};
use urispec_views::record::Record;

use crate::findings::{Annotation, BaselineArgs, Level, Log, LogRule, Reporting};
use crate::options::DocumentArgs;
use crate::output::columns::{Cell, lines};
use crate::output::{Escaped, Outcome, Output, Stop, Usage, counted, grouped};
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
    /// Test with the strings of FILE, in the JSON Lines that `urispec testgen` writes
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["resolve", "normalize", "all"])]
    suite: Option<PathBuf>,
    /// Run the resolution suite (RFC 3986, 5.2)
    #[arg(long = "resolution", alias = "resolve", conflicts_with_all = ["rule", "against"])]
    resolve: bool,
    /// Run the normalization suite (RFC 3986, 6.2.2)
    #[arg(long = "normalization", alias = "normalize", conflicts_with_all = ["rule", "against"])]
    normalize: bool,
    /// Run all suites, including those of the standard that the parser implements
    #[arg(long, conflicts_with_all = ["rule", "resolve", "normalize", "against"])]
    all: bool,
    /// Test only strings that have a reason, and list all mistakes by reason
    #[arg(long, conflicts_with_all = ["resolve", "normalize", "all", "against"])]
    reasons: bool,
    /// Expect the answers of another standard
    #[arg(long, value_name = "STANDARD")]
    against: Option<Against>,
    #[command(flatten)]
    asking: PeerArgs,
    /// Print one JSON object per line
    #[arg(short, long, long_help = JSON_HELP)]
    json: bool,
    #[command(flatten)]
    baseline: BaselineArgs,
    #[command(flatten)]
    reporting: Reporting,
    /// Test these parsers from the list of peers; `all` tests all of them
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    with: Vec<String>,
    /// The program to test, and its arguments
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
        // A baseline does not contain the command, since its path may differ on another machine.
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
        // The outcome is recorded before anything is printed, since printing fails if the reader of stdout closes it.
        out.worst = out.worst.max(outcome);
        match args.reporting.log() {
            Some(log) => annotate(&report, log, out)?,
            None if args.reporting.is_json(args.json) => records(&report, out)?,
            None => print(&report, out)?,
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
    args.reporting.end(rules(), out)?;
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
        return Err(Usage::new("--with names no peer; --list-peers lists the peers").into());
    }
    let candidate = |listed: ListedPeer| Candidate {
        name: listed.name.clone(),
        command: Vec::new(),
        listed: Some(listed),
    };
    Ok(listed.map(|all| all.into_iter().map(candidate).collect()))
}

const HELP: &str = "\
Test a parser with the conformance suite of a production, and report its mistakes. First come a few strings \
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

A string that the parser wrongly accepts is counted at the production in which the error of the string is, with the unexpected character. A string that it wrongly rejects or splits is counted at one of the productions that \
derive it: first at the one with the highest share of wrong strings, then at the next with the remaining ones. \
So `IPvFuture 425 of 425` means that every string with an IPvFuture is wrong. A part that is only spelled \
differently, such as a host in lower case, or `/` for an empty path, is listed separately and is not a mistake (RFC 3986, 6.2).

With --against whatwg, the expected answer is that of the parser of the URL Standard, with its exact components. \
With --with, programs from the list of peers are asked, which --list-peers shows; a peer that is not installed \
is named and skipped. --peers names a folder with another list, the file peers.tsv.

In a baseline, a mistake is a whole string with the behaviour of the parser (it accepts, rejects, differs in a \
part, crashes), and not a place in the grammar, which depends on all other mistakes. So a line stays the same \
until the parser or the suite changes. A mistake takes about 80 bytes. An entry has neither the value that the parser finds for the part, nor how the parser crashes. With --format sarif or github, a finding is a group of mistakes, about \
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

// Prints a report as text, as JSON, or as findings for another program.

const STRINGS: usize = 3;

const CHARACTERS: usize = 8;

const LONG: usize = 60;

fn print(report: &Report<'_>, out: &mut Output) -> io::Result<()> {
    report.sections.iter().try_for_each(|one| section(report, one, out))
}

fn section(report: &Report<'_>, section: &ReportSection<'_>, out: &mut Output) -> io::Result<()> {
    out.begin_block();
    let label = out.palette.label;
    let name = Escaped(report.reader_name().as_bytes()).to_string();
    writeln!(out, "{name}: {}, in {}", asked(section), took(section))?;
    by_reason(section, out)?;
    let (wrong, spelled) = section.by_place();
    if !(wrong.is_empty() || section.by_reason.is_empty()) {
        writeln!(out, "{label}by place{label:#}")?;
    }
    table(&wrong, out)?;
    if !spelled.is_empty() {
        writeln!(out, "{label}spelled differently{label:#}")?;
        table(&spelled, out)?;
    }
    for fixed in &section.fixed {
        let count = counted(fixed.strings.len() as u64, "string");
        let first = fixed.strings.first().map(|text| quoted(text)).unwrap_or_default();
        writeln!(out, "no longer {}: {count}, such as {first}", fixed.kind)?;
    }
    writeln!(out, "{}", verdict(section))?;
    out.end_record()
}

/// Returns the time that the peer took to answer, as text.
fn took(section: &ReportSection<'_>) -> String {
    match section.took.as_secs_f64() {
        short if short < 0.1 => "less than 0.1 s".to_owned(),
        long => format!("{long:.1} s"),
    }
}

fn asked(section: &ReportSection<'_>) -> String {
    let (strings, valid) = (counted(section.asked, "string"), grouped(section.valid));
    // The other suites have only valid strings.
    let valid = match section.plan.key.test {
        Test::Language => format!(", {valid} of them valid"),
        _ => String::new(),
    };
    format!("{strings} of {} by {}{valid}", section.plan.title, section.against())
}

fn verdict(section: &ReportSection<'_>) -> String {
    let newly = if section.known > 0 { " that is not in the baseline" } else { "" };
    let mut parts = Vec::new();
    match (section.wrong, section.unanswered == section.asked && section.asked > 0) {
        (0, true) => parts.push("no answer to any of these".to_owned()),
        (0, false) => parts.push(format!("nothing wrong{newly}")),
        (wrong, _) => parts.push(format!("{} wrong{newly}", counted(wrong, "string"))),
    }
    if section.spelled > 0 {
        parts.push(format!("{} only spelled differently", grouped(section.spelled)));
    }
    if section.unanswered > 0 && section.unanswered < section.asked {
        parts.push(format!("{} without an answer", grouped(section.unanswered)));
    }
    if section.known > 0 {
        parts.push(format!("{} in the baseline", counted(section.known, "mistake")));
    }
    if section.plan.left_out > 0 {
        let left_out = counted(section.plan.left_out, "string");
        parts.push(format!("{left_out} not tested because of bytes that are not UTF-8"));
    }
    parts.join("; ")
}

/// Prints mistakes on strings with a reason: with `--reasons` all of them, otherwise a few, of different productions.
fn by_reason(section: &ReportSection<'_>, out: &mut Output) -> io::Result<()> {
    let (label, warning) = (out.palette.label, out.palette.warning);
    if let Reasons::Missing(why) = &section.plan.reasons {
        writeln!(out, "{label}no reasons{label:#}: {}", Escaped(why.as_bytes()))?;
    }
    let all = &section.by_reason;
    if all.is_empty() {
        return Ok(());
    }
    let most = if section.plan.reasons == Reasons::Alone { all.len() } else { SHOWN };
    let mut shown = chosen(all, most);
    shown.sort_by_key(|one| one.mistake.kind);
    let few = match shown.len() {
        few if few < all.len() => {
            format!(", {few} of {} mistakes; --reasons shows all", grouped(all.len() as u64))
        }
        _ => String::new(),
    };
    writeln!(out, "{label}by reason{label:#}{few}")?;
    let mut last = None;
    let mut rows = Vec::new();
    for one in shown {
        let kind = one.mistake.kind;
        let is_new = last.replace(kind) != Some(kind);
        let kind_name = if is_new { kind.to_string() } else { String::new() };
        let reason = one.case.reason.as_ref().map(ToString::to_string).unwrap_or_default();
        let cells = [Cell::new(kind_name).styled(warning), Cell::new(string(one, kind))];
        rows.push(cells.into_iter().chain([Cell::new(reason)]).collect());
    }
    lines(&rows).iter().try_for_each(|line| writeln!(out, "  {line}"))
}

fn table(groups: &[&MistakeGroup<'_>], out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    let mut last = None;
    let mut rows = Vec::new();
    for group in groups {
        let kind = (group.kind, &group.spelling);
        let is_new = last.replace(kind) != Some(kind);
        let kind = if is_new { kind_name(group) } else { String::new() };
        let style = if is_new { out.palette.warning } else { label };
        rows.push(vec![
            Cell::new(kind).styled(style),
            Cell::new(
                group.place.as_ref().map(|place| self::place(place, group)).unwrap_or_default(),
            ),
            Cell::new(grouped(group.wrong)).right_aligned(),
            Cell::new(format!("of {}", grouped(group.total))),
            Cell::new(characters(group)),
            Cell::new(strings(group)),
        ]);
    }
    lines(&rows).iter().try_for_each(|line| writeln!(out, "  {line}"))
}

fn kind_name(group: &MistakeGroup<'_>) -> String {
    match &group.spelling {
        Some(spelling) => format!("{} ({spelling})", group.kind),
        None => group.kind.to_string(),
    }
}

fn place(place: &GrammarPlace, group: &MistakeGroup<'_>) -> String {
    let name = match place.detail {
        Detail::All => place.name.clone(),
        Detail::Empty => format!("empty {}", place.name),
        Detail::Character(_) => {
            let shown = group.derived.iter().take(CHARACTERS);
            let shown: Vec<_> = shown.map(|one| quoted(&one.to_string())).collect();
            let more = group.derived.len() - shown.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{}{more} in {}", shown.join(" "), place.name)
        }
    };
    let name = if group.is_error { format!("in {name}") } else { name };
    if place.section.is_empty() { name } else { format!("{name} ({})", place.section) }
}

fn characters(group: &MistakeGroup<'_>) -> String {
    if !group.is_error {
        return String::new();
    }
    let shown = |found: &Option<char>| match found {
        Some(character) => Escaped(character.to_string().as_bytes()).to_string(),
        None => "the end".to_owned(),
    };
    // The end of the string is listed last.
    let (ends, found): (Vec<_>, Vec<_>) = group.characters.iter().partition(|one| one.is_none());
    // Visible characters are listed first.
    let is_graphic = |one: &&Option<char>| one.is_some_and(|found| found.is_ascii_graphic());
    let (seen, hidden): (Vec<_>, Vec<_>) = found.into_iter().partition(is_graphic);
    let shown = seen.into_iter().chain(hidden).chain(ends).map(shown);
    let mut shown: Vec<_> =
        shown.map(|text| if text == " " { "space".to_owned() } else { text }).collect();
    let more = shown.len().saturating_sub(CHARACTERS);
    shown.truncate(CHARACTERS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("at {}{more}", shown.join(" "))
}

fn strings(group: &MistakeGroup<'_>) -> String {
    let shown = group.examples.iter().take(STRINGS).map(|one| string(one, group.kind));
    let separator = if group.kind.part().is_some() { ", " } else { " " };
    shown.collect::<Vec<_>>().join(separator)
}

fn string(wrong: &WrongAnswer<'_>, kind: MistakeKind) -> String {
    let input = match &wrong.case.base {
        Some(base) => format!("{} on {}", quoted(&wrong.case.input), quoted(base)),
        None => quoted(&wrong.case.input),
    };
    let found = wrong.mistake.found.as_deref();
    match kind {
        MistakeKind::Accepts | MistakeKind::Rejects => input,
        MistakeKind::Crashes => format!("{input}: {}", found.unwrap_or_default()),
        _ => {
            let expected = or_none(wrong.mistake.expected.as_deref());
            format!("{input}: {} for {expected}", or_none(found))
        }
    }
}

fn or_none(text: Option<&str>) -> String {
    text.map_or_else(|| "none".to_owned(), quoted)
}

/// Quotes a text and escapes its quotes and backslashes. In a long text, `…` replaces the middle.
fn quoted(text: &str) -> String {
    let text = &text.replace('\\', r"\\").replace('"', "\\\"");
    let length = text.chars().count();
    if length <= LONG {
        return format!("\"{}\"", Escaped(text.as_bytes()));
    }
    let head: String = text.chars().take(LONG / 2).collect();
    let tail: String = text.chars().skip(length - LONG / 4).collect();
    format!("\"{}…{}\"", Escaped(head.as_bytes()), Escaped(tail.as_bytes()))
}

// A report as JSON: an object for each mistake with a reason, one for each group, and a summary.

const JSON_HELP: &str = "\
Print one JSON object per line: one for each mistake on a string with a reason, one for each group of mistakes, \
and after those of each suite one with `summary`.

A mistake with a reason has `peer`, `test`, `edition`, `rule`, `against`, `kind` and `component` like a group, \
and `reason` (a sentence), `production` (the one that says so) and `section`; and `input`, `expected` and \
`found`, or `crash`, like an example of a group.

A group has `peer`, `test` (language, resolution, normalization), `edition`, `rule`, `against` (letter or \
whatwg), `kind` (accepts, rejects, differs, target, normalized, crashes), `component` for differs, `spelling` if \
the texts mean the same, `production` and `section`. It may have `characters` if it is only about strings with \
one of these there, `empty` if it is only about strings in which the production derives nothing, and `at_error` \
if the string leaves the language in the production, with `found`, the list of the characters there. `wrong` is \
the number of strings, `with_reason` the number of these with a reason, `of` the number of strings that have the \
production; `by_reason_alone` means that none of the wrong strings is in the large suite. `examples` are the \
shortest strings, each with `input`, `base` if there is one, `expected` and `found` (null: undefined); `crash` \
says how the program ended.

A summary has `peer`, `reader` (the name that the peer gives itself), `standard` and `from` of the list, the \
same keys for the suite, and the numbers `asked`, `valid`, `wrong`, `spelled`, `untold` (strings without an \
answer), `known` (mistakes in the baseline), `fixed` (no longer made), `with_reason` (strings with a reason that \
were asked), and `milliseconds`; `no_reasons` says why there are no strings with a reason. A peer without \
answers has one object with `peer` and `failure`, or `absent`.";

fn records(report: &Report<'_>, out: &mut Output) -> io::Result<()> {
    for section in &report.sections {
        for one in &section.by_reason {
            out.line(mistake(report, section, one))?;
        }
        let (wrong, spelled) = section.by_place();
        for group in wrong.into_iter().chain(spelled) {
            out.line(self::group(report, section, group))?;
        }
        out.line(summary(report, section))?;
    }
    if let Some(failure) = &report.failure {
        let (key, why) = match failure.absence() {
            Some(why) => ("absent", why),
            None => ("failure", failure.to_string()),
        };
        out.line(Record::line().with("peer", report.name).with(key, why))?;
    }
    Ok(())
}

fn suite(record: Record, section: &ReportSection<'_>) -> Record {
    record
        .with("test", section.plan.key.test)
        .with("edition", section.plan.key.edition.id())
        .with("rule", &section.plan.rule)
        .with("against", section.plan.key.judge)
}

fn mistake(report: &Report<'_>, section: &ReportSection<'_>, one: &WrongAnswer<'_>) -> Record {
    let (kind, reason) = (one.mistake.kind, one.case.reason.as_ref());
    let record = suite(Record::line().with("peer", report.name), section)
        .with("kind", kind.name())
        .with("component", component(kind))
        .with("reason", reason.map(|reason| &reason.text))
        .with("production", reason.map(|reason| &reason.production))
        .with("section", reason.and_then(|reason| reason.section.as_ref()));
    with_example(record, one, kind)
}

fn component(kind: MistakeKind) -> Option<&'static str> {
    match kind {
        MistakeKind::Differs(component) => Some(component.name()),
        _ => None,
    }
}

fn group(report: &Report<'_>, section: &ReportSection<'_>, group: &MistakeGroup<'_>) -> Record {
    let record = suite(Record::line().with("peer", report.name), section)
        .with("kind", group.kind.name())
        .with("component", component(group.kind))
        .with("spelling", &group.spelling);
    let place = group.place.as_ref();
    let detail = place.map(|place| place.detail);
    let found: Vec<_> =
        group.characters.iter().map(|found| found.map(String::from).unwrap_or_default()).collect();
    record
        .with("production", place.map(|place| &place.name))
        .with("section", place.map(|place| place.section).filter(|section| !section.is_empty()))
        .with("characters", Some(&group.derived).filter(|derived| !derived.is_empty()))
        .with("empty", Some(true).filter(|_| detail == Some(Detail::Empty)))
        .with("at_error", Some(true).filter(|_| group.is_error))
        .with("found", Some(found).filter(|_| group.is_error))
        .with("wrong", group.wrong)
        .with("with_reason", Some(group.with_reason).filter(|count| *count > 0))
        .with("by_reason_alone", Some(true).filter(|_| group.is_small_alone))
        .with("of", group.total)
        .with_all(
            "examples",
            group.examples.iter().map(|wrong| with_example(Record::new(), wrong, group.kind)),
        )
}

fn with_example(record: Record, wrong: &WrongAnswer<'_>, kind: MistakeKind) -> Record {
    let record = record.with("input", &wrong.case.input).with("base", &wrong.case.base);
    let mistake = &wrong.mistake;
    match kind {
        MistakeKind::Crashes => record.with("crash", &mistake.found),
        kind if kind.part().is_some() => record
            .with_null("expected", mistake.expected.as_ref())
            .with_null("found", mistake.found.as_ref()),
        _ => record,
    }
}

fn summary(report: &Report<'_>, section: &ReportSection<'_>) -> Record {
    let record = Record::line()
        .with("peer", report.name)
        .with("reader", &report.reader)
        .with("standard", report.listed.map(|listed| listed.standard.name()))
        .with("from", report.listed.map(|listed| &listed.from));
    let fixed: usize = section.fixed.iter().map(|fixed| fixed.strings.len()).sum();
    let no_reasons = match &section.plan.reasons {
        Reasons::Missing(why) => Some(why),
        _ => None,
    };
    suite(record, section)
        .with("summary", true)
        .with("asked", section.asked)
        .with("valid", section.valid)
        .with("wrong", section.wrong)
        .with("spelled", section.spelled)
        .with("untold", section.unanswered)
        .with("known", section.known)
        .with("fixed", fixed)
        .with("with_reason", section.small)
        .with("no_reasons", no_reasons)
        .with("milliseconds", section.took.as_millis() as u64)
}

fn annotate(report: &Report<'_>, log: Log, out: &mut Output) -> io::Result<()> {
    for section in &report.sections {
        let mut add = |kind: MistakeKind, level, message| {
            let message = format!("{}: {message}", section.plan.title);
            let (rule, about) = (kind.name(), Some(report.reader_name()));
            log.add(&Annotation { rule, level, message, place: None, about, fix: None }, out)
        };
        if section.plan.reasons == Reasons::Alone {
            for one in &section.by_reason {
                let kind = one.mistake.kind;
                let reason = one.case.reason.as_ref().map(|reason| format!(": {reason}"));
                let message = format!("{kind} {}{}", string(one, kind), reason.unwrap_or_default());
                add(kind, Level::Error, message)?;
            }
            continue;
        }
        let (wrong, spelled) = section.by_place();
        let wrong = wrong.into_iter().map(|group| (group, Level::Error));
        let spelled = spelled.into_iter().map(|group| (group, Level::Note));
        for (group, level) in wrong.chain(spelled) {
            add(group.kind, level, message(group))?;
        }
    }
    Ok(())
}

/// Describes a group in a sentence, with the same data as a row of the text table.
fn message(group: &MistakeGroup<'_>) -> String {
    let place = group.place.as_ref().map(|one| format!(" {}", place(one, group)));
    let at = Some(characters(group)).filter(|at| !at.is_empty()).map(|at| format!(" {at}"));
    let [place, at] = [place, at].map(Option::unwrap_or_default);
    let number = counted(group.wrong, "string");
    format!(
        "{}{place}{at}: {number} of {}, as {}",
        kind_name(group),
        grouped(group.total),
        strings(group)
    )
}

fn rules() -> impl Iterator<Item = LogRule<'static>> {
    let all = MistakeKind::SUMMARIES.into_iter();
    all.map(|(id, summary)| LogRule { id, level: Level::Error, summary })
}
