//! `urispec audit`: decides whether a grammar is equal to the grammar that its document prints.
//!
//! On request, it writes a certificate for each `equal` ([`certificate`]).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use certificate::CertificateFile;
use clap::ValueHint;
use urispec::Edition;
use urispec_audit as audit;
use urispec_audit::alternatives::{Overlap, Unknown};
use urispec_audit::notation::Origin;
use urispec_audit::peg::UnreachableAlternative;
use urispec_audit::{
    AlternativeChoice, Divergence, ProductionVerdict, Reading, RequirementState, Verdict,
};
use urispec_views::audit::{self as record, View, word};

use crate::findings::{Annotation, Level, Log, LogRule, Reporting};
use crate::grammar::user_grammar::{Notes, UserGrammarArgs, UserPair};
use crate::options::names;
use crate::output::Position;
use crate::output::columns::{Cell, counted, lines, wrapped};
use crate::output::{Literal, Name, Outcome, Output, Stop, Style, Usage, working};

mod certificate;
mod regex;

const HELP: &str = "\
Decide whether a grammar is equal to the grammar that its document prints: for each production, whether the \
printed production and the pest rule that transcribes it accept exactly the same strings. Nothing is sampled. \
Where the two differ, the audit shows a shortest string that only the printed production accepts, and a shortest \
string that only the pest rule accepts.

Some productions cannot be used as printed: they have a misprint, use an undefined name, or are narrowed by \
prose. A reading says how such a production is understood, and which section says so. `equal` means that the \
pest rule equals the production as printed. `equal as read` means that the pest rule equals the printed \
production after the documented readings, and that the production, or one that it uses, needs a reading. `equal, \
as printed` means that the reading of the production changes nothing.

Below the productions, the audit lists what to fix: the productions that differ by themselves, and under each \
one those that differ only through it. Each way in which a rule diverges from print has a shortest string, the \
expression that reads or rejects it with its line and column, and what print has instead.

Then the audit lists what else it found in a grammar: productions and rules that cannot be reached from a whole \
string; alternatives that never match; alternatives that share strings, and which of them the parse trees have; \
the changes by the readings; and the examples of the document that contradict its grammar.

--bnf and --pest name grammars of your own. --bnf also accepts the document that prints the grammar, as `urispec \
abnf` reads it; sections and lines are then those of the document. A production is transcribed by the pest rule \
of the same name, with `_` for `-` and `_plus_` for `+`, or by the rule that --map or --map-file names. If there \
is no such rule, but exactly one rule is left whose name differs only in case, `-` and `_`, the audit uses that \
rule, and reports it. The core rules of ABNF need no definition; a core rule that the printed grammar uses is \
compared if the pest grammar has a rule of that name. --import adds productions of other documents. Notation \
beyond the ABNF of RFC 5234 is read in its usual sense (`|`, `::=`, `#rule`, <name>, 'x'), and listed under \
`read as`; with --verbose, this list also has the names from other documents. A FILE may be `-`, standard input.

WHITESPACE and COMMENT, which pest runs implicitly between terms, run where pest runs them: not in an atomic \
rule, nor in a rule that an atomic rule calls. A rule that is called both from atomic and from other rules is \
audited in both contexts, with a line for each, if it matches different strings in them.

A production or rule that calls itself and continues after the call, as nested brackets do, has no finite \
automaton. Such calls are followed N deep, up to --depth, and the verdict is `equal to depth N`: pest reads \
every string that the production derives with N nested calls, and the production derives every string whose tree \
in pest has N nested calls. This is not a proof of `equal`, and passes only with --accept-depth. A difference \
that is found is a difference at any depth. If the production could be written without such calls, and so could \
its rule, the verdict is `equal`.

Each production has its own budget for its automaton and for the search for a difference. If an automaton is too \
large, some short strings of the production and their neighbours are tried on both sides; a string that is found \
in this way may not be a shortest one, and is marked under `not determined`. If no string tells the two sides apart, \
the production is `undecided`, with the reason; the other productions are not affected. Whatever is not decided \
within --budget is undecided too; each edition has its own budget.

--regex compares a production with a regular expression in one of nine dialects: whether the pattern matches \
exactly the strings of the production, or a shortest string that only one of them accepts. The audit takes into \
account that `$` matches before a final line break in Python and PCRE.

--certificate writes the reason for each verdict `equal`, on rules and on patterns. --verify checks these \
certificates, without a search.

Exit codes: 0, everything is as listed, and each pattern is equal; 1, a production differs, is only equal to a \
depth (without --accept-depth), or cannot be decided, a rule is missing, or a tree or an example is not as \
listed; 2, wrong usage, or a file or a pattern that cannot be read. With --verify: 0, every production has a \
correct certificate; 1, a certificate is missing or wrong; 2, as before, and if the checker does not read a \
grammar or a pattern.";
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

/// Decide whether a grammar is equal to the one that its document prints
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES, override_usage = USAGE)]
pub(crate) struct Args {
    /// Editions to audit [default: every edition]
    #[arg(value_name = "EDITION", value_parser = names::edition(), conflicts_with = "bnf")]
    editions: Vec<Edition>,
    #[command(flatten)]
    user_grammar: UserGrammarArgs,
    #[command(flatten)]
    patterns: regex::Patterns,
    /// Write a certificate for each verdict `equal` to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(long_help = certificate::HELP)]
    certificate: Option<PathBuf>,
    /// Check the certificates in FILE, without repeating the audit
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "certificate", long_help = certificate::VERIFY_HELP)]
    verify: Option<PathBuf>,
    /// Print one JSON object per production, one per line, and one for each grammar
    #[arg(short, long, long_help = format!("{}\n\n{}", record::HELP, regex::JSON))]
    json: bool,
    #[command(flatten)]
    reporting: Reporting,
}

impl Args {
    fn is_json(&self) -> bool {
        self.reporting.is_json(self.json)
    }

    /// Returns whether a file is an input of the command.
    fn is_input(&self, path: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        let is_patterns = |file| real(file).is_some() && real(file) == real(path);
        self.user_grammar.is_input(path) || self.patterns.file().is_some_and(is_patterns)
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    args.reporting.begin(out)?;
    let outcome = match answer(args, out) {
        Err(Stop::Refused) => Outcome::Trouble,
        answered => answered?,
    };
    args.reporting.end(RULES, out)?;
    Ok(args.reporting.outcome(outcome))
}

fn answer(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let verify = args.verify.as_deref();
    if let (Some(path), false) = (verify, args.patterns.are_given()) {
        return certificate::verify(args, path, out);
    }
    if let Some(path) = args.certificate.as_deref().filter(|path| args.is_input(path)) {
        let message = format!(
            "--certificate would overwrite {}, which is also read: name another file",
            Name(path, out.passwords)
        );
        return Err(Usage::new(message).into());
    }
    let file = args.certificate.as_deref().map(|path| CertificateFile::create(path, out));
    let mut file = file.transpose()?;
    let outcome = match args.user_grammar.files() {
        _ if args.patterns.are_given() => regex::run(args, &mut file, out)?,
        Some((bnf, pest)) => files(args, bnf, pest, &mut file, out)?,
        None => editions(args, &mut file, out)?,
    };
    match file {
        Some(file) if outcome < Outcome::Trouble => Ok(outcome.max(file.finish(out)?)),
        _ => Ok(outcome),
    }
}

fn editions(
    args: &Args,
    file: &mut Option<CertificateFile>,
    out: &mut Output,
) -> io::Result<Outcome> {
    let mut outcome = Outcome::Yes;
    for edition in names::all_or(&args.editions) {
        // Each document has its own time budget, whatever the documents before it used.
        let deadline = args.user_grammar.budget.anew();
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

fn files(
    args: &Args,
    bnf: &Path,
    pest: &Path,
    file: &mut Option<CertificateFile>,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let UserPair { pair, rules, first, .. } = args.user_grammar.pair(bnf, pest, out)?;
    let report = if rules.is_empty() {
        working(&pair.printed.file, || audit::audit(&pair, &[&*first]))
    } else {
        let whole: Vec<&str> = rules.iter().map(String::as_str).collect();
        working(&pair.printed.file, || audit::audit_reached(&pair, &whole))
    };
    let report = out.or_stop(report)?;
    Ok(view(args, &View::of_own(&pair, &report, args.user_grammar.accepted_depth()), file, out)?)
}

fn view(
    args: &Args,
    view: &View<'_>,
    file: &mut Option<CertificateFile>,
    out: &mut Output,
) -> io::Result<Outcome> {
    let outcome = out.decide(Outcome::from_bool(view.is_clean()));
    if let Some(file) = file {
        file.add(view, out)?;
    }
    if file.as_ref().is_some_and(CertificateFile::is_stdout) {
        // The certificates replace the verdicts.
    } else if let Some(log) = args.reporting.log() {
        add_all(view, log, out)?;
    } else if args.is_json() {
        for judged in &view.report.productions {
            out.line(record::production(view, judged))?;
        }
        out.line(record::grammar(view))?;
    } else {
        show(view, &args.user_grammar.notes, out)?;
    }
    Ok(outcome)
}

// An audit as text: a table of the productions, and below it the other findings.

const BY_PEST: &str =
    "pest rejects the file as it is; the verdicts hold for the file without these rules";

fn show(view: &View<'_>, notes: &Notes, out: &mut Output) -> io::Result<()> {
    out.begin_block();
    match view.edition {
        Some(edition) => writeln!(out, "{}: {}", edition.document(), view.grammar)?,
        None => writeln!(out, "{} and {}", view.grammar, view.pair.peg.file())?,
    }
    table(view, out)?;
    let report = view.report;
    if view.audit.is_none() {
        part(out, "read as", notes.of(&view.pair.notes(), &view.pair.printed.file))?;
        let guessed = view.pair.guessed();
        let guess = |(name, rule): &_| format!("{name} = {rule}; use --map to correct this");
        part(out, "paired by name", guessed.iter().map(guess))?;
        let assumed = view.pair.as_read().productions.into_iter();
        let assumed = assumed.filter(|one| one.origin == Origin::Assumed);
        part(out, "assumed", assumed.map(|one| one.text))?;
        part(out, "not compared", names(&view.pair.not_compared()))?;
    }
    part(out, "what to fix", mend_lines(view))?;
    part(out, "undecided", report.productions.iter().filter_map(undecided))?;
    part(out, "unreachable from the productions for whole strings", names(&report.unreachable))?;
    let undefined = report.undefined.iter().map(|(name, user)| format!("{name}, used by {user}"));
    part(out, "undefined", undefined)?;
    part(out, "without any string", names(&report.empty))?;
    part(out, "rules that transcribe no production", names(&report.unprinted))?;
    part(
        out,
        "rules that are unreachable from the productions for whole strings",
        names(&report.unused),
    )?;
    part(out, BY_PEST, &report.refused_by_pest)?;
    part(out, "rules that cannot be decided", &report.refused)?;
    let never = report.never_taken.iter().map(never_taken);
    part(out, "alternatives that never match", never)?;
    let overlaps = report.overlaps.iter().enumerate();
    let choice = |at: usize| view.taken.get(at).and_then(Option::as_ref);
    let ambiguous = overlaps.map(|(at, overlap)| ambiguity(view, overlap, choice(at)));
    part(out, "ambiguous", ambiguous)?;
    let unknown = report.unknown.iter().map(|Unknown { name, why, .. }| format!("{name}: {why}"));
    part(out, "not determined", unknown)?;
    part(out, "readings", readings(view))?;
    part(out, "findings", view.findings().map(ToString::to_string))?;
    summary(view, out)
}

/// Prints a title and the lines below it, or nothing if there are no lines.
fn part(
    out: &mut Output,
    title: &str,
    lines: impl IntoIterator<Item = impl Display>,
) -> io::Result<()> {
    let mut lines = lines.into_iter().peekable();
    if lines.peek().is_none() {
        return Ok(());
    }
    let label = out.palette.label;
    writeln!(out, "\n{label}{title}{label:#}")?;
    lines.try_for_each(|line| writeln!(out, "  {line}"))
}

fn table(view: &View<'_>, out: &mut Output) -> io::Result<()> {
    // A grammar of the user may have no sections.
    let sections = view.report.productions.iter().map(|one| view.section(&one.name));
    let section = if sections.flatten().next().is_some() { "section" } else { "" };
    let titles = ["production", section, "verdict"].map(Cell::new).into_iter();
    let mut rows = vec![titles.chain([Cell::new("states").right_aligned()]).collect::<Vec<_>>()];
    for one in &view.report.productions {
        let is_good = is_passed(view, one) && one.reading != Some(Reading::Idle);
        let name = match one.atomicity {
            Some(atomicity) => format!("{} ({atomicity})", one.name),
            None => one.name.clone(),
        };
        let style = if is_good { Style::PLAIN } else { out.palette.error };
        rows.push(vec![
            Cell::new(name),
            Cell::new(view.section(&one.name).unwrap_or_default()),
            Cell::new(word(one)).styled(style),
            Cell::new(one.size.map(|size| size.to_string()).unwrap_or_default()).right_aligned(),
            Cell::new(if is_good { String::new() } else { witnesses(one) }),
        ]);
    }
    print_table(&rows, out)
}

/// Prints a table below a blank line. The first row has the titles.
fn print_table(rows: &[Vec<Cell>], out: &mut Output) -> io::Result<()> {
    let (lines, label) = (lines(rows), out.palette.label);
    writeln!(out, "\n  {label}{}{label:#}", lines[0])?;
    lines[1..].iter().try_for_each(|line| writeln!(out, "  {line}"))
}

fn is_passed(view: &View<'_>, judged: &ProductionVerdict) -> bool {
    match judged.verdict {
        Verdict::Equal => true,
        Verdict::EqualToDepth(known) => view.accepted_depth.is_some_and(|depth| known >= depth),
        _ => false,
    }
}

/// Returns the strings on which a production and its rule differ. For some other verdicts, returns an explanation.
fn witnesses(judged: &ProductionVerdict) -> String {
    match &judged.verdict {
        Verdict::Differs { only_printed, only_pest } => {
            sides([("printed", only_printed), ("pest", only_pest)], |text| {
                Literal(text).to_string()
            })
        }
        Verdict::Missing => "no rule of this name".to_owned(),
        Verdict::Equal | Verdict::EqualToDepth(_) if judged.reading == Some(Reading::Idle) => {
            "a reading that changes nothing".to_owned()
        }
        Verdict::Equal | Verdict::EqualToDepth(_) | Verdict::Undecided(_) => String::new(),
    }
}

/// Returns the witnesses as text: for each side, the string that only this side accepts, if there is one.
fn sides(all: [(&str, &Option<Vec<u8>>); 2], shown: impl Fn(&[u8]) -> String) -> String {
    let found = all
        .into_iter()
        .filter_map(|(side, witness)| Some(format!("only {side} {}", shown(witness.as_deref()?))));
    found.collect::<Vec<_>>().join(", ")
}

fn undecided(judged: &ProductionVerdict) -> Option<String> {
    let Verdict::Undecided(why) = &judged.verdict else { return None };
    Some(format!("{}: {why}", judged.name))
}

fn never_taken(never: &UnreachableAlternative) -> String {
    let UnreachableAlternative { rule, line, alternative, text, .. } = never;
    format!("{rule}, line {line}: alternative {alternative}, {text}")
}

fn names(names: &[String]) -> Vec<String> {
    wrapped(&names.join(", ")).map(str::to_owned).collect()
}

fn ambiguity(view: &View<'_>, overlap: &Overlap, choice: Option<&AlternativeChoice>) -> String {
    let Overlap { production, alternatives: [first, second], witness, .. } = overlap;
    let mut text = format!("{production}: {} is {first} and {second}", Literal(witness));
    let Some(choice) = choice else { return text };
    let name = |place: usize| view.alternative(production, place);
    let why = match &choice.section {
        Some(section) => format!("{} wins ({section})", name(choice.preferred)),
        None => format!("{} is printed first", name(choice.preferred)),
    };
    let _ = write!(text, "; {why}, ");
    match &choice.stray {
        None if choice.strings == 1 => text.push_str("and its tree uses it"),
        None => {
            let _ = write!(
                text,
                "and the trees of all {} strings use this alternative",
                choice.strings
            );
        }
        Some(other) => {
            let found: Vec<String> = other.places.iter().map(|&place| name(place)).collect();
            let found = if found.is_empty() { "nothing".to_owned() } else { found.join(" or ") };
            let (string, expected) = (Literal(other.text.as_bytes()), name(other.preferred));
            let _ = write!(text, "but the tree of {string} has {found}, not {expected}");
        }
    }
    text
}

/// Lists the productions that readings replace, each with its effect, its text and its comment. The last line names the
/// other productions that use them.
fn readings(view: &View<'_>) -> Vec<String> {
    let (mut lines, mut last) = (Vec::new(), "");
    let judged = view.report.productions.iter().map(|one| (&*one.name, one));
    let judged: HashMap<&str, &ProductionVerdict> = judged.collect();
    for read in view.pair.readings.iter().flat_map(|all| &all.productions) {
        let Some(judged) = judged.get(&*read.name) else { continue };
        let changes = judged.reading.as_ref().map(ToString::to_string).unwrap_or_default();
        lines.push(format!("{}: {changes}", read.name));
        lines.extend(read.text.lines().map(|line| format!("  {line}")));
        // Consecutive productions may share a comment.
        if read.comment != last {
            lines.extend(wrapped(&read.comment).map(|line| format!("  {line}")));
            last = &read.comment;
        }
    }
    let replaced = view
        .pair
        .readings
        .iter()
        .flat_map(|all| all.productions.iter().map(|one| all.notation.key(&one.name)));
    let replaced: HashSet<String> = replaced.collect();
    let is_read = |name: &str| replaced.contains(&view.pair.printed.notation.key(name));
    let reached = view.report.productions.iter().filter(|one| one.reading.is_some());
    let reached = reached.map(|one| &*one.name).filter(|name| !is_read(name));
    let reached: Vec<&str> = reached.collect();
    if !reached.is_empty() {
        let reached = format!("used by these productions: {}", reached.join(", "));
        lines.extend(wrapped(&reached).map(str::to_owned));
    }
    lines
}

fn summary(view: &View<'_>, out: &mut Output) -> io::Result<()> {
    // A production with a row for each atomicity counts once, with its worst verdict.
    let rows = view.report.productions.chunk_by(|one, other| one.name == other.name);
    let is_to_depth = |one: &&ProductionVerdict| matches!(one.verdict, Verdict::EqualToDepth(_));
    // From best to worst.
    let rank = |one: &&ProductionVerdict| match one.verdict {
        Verdict::Equal => 0,
        Verdict::EqualToDepth(_) => 1,
        _ => 2,
    };
    let word = |rows: &[ProductionVerdict]| match rows.iter().max_by_key(rank) {
        Some(ProductionVerdict { verdict: Verdict::EqualToDepth(_), .. }) => {
            "equal to a depth".into()
        }
        Some(one) => word(one),
        None => Cow::Borrowed(""),
    };
    let words: Vec<Cow<'_, str>> = rows.map(word).collect();
    write!(out, "\n{}: {}", view.grammar, counted(words.len() as u64, "production"))?;
    let mut to_depth = view.report.productions.iter().filter(is_to_depth);
    let is_accepted = to_depth.all(|one| is_passed(view, one));
    for (verdict, style) in [
        ("equal", Style::PLAIN),
        ("equal as read", Style::PLAIN),
        ("equal to a depth", if is_accepted { Style::PLAIN } else { out.palette.error }),
        ("equal, as printed", out.palette.error),
        ("differs", out.palette.error),
        ("missing", out.palette.error),
        ("undecided", out.palette.error),
    ] {
        let count = words.iter().filter(|word| *word == verdict).count();
        let plural = if verdict == "differs" && count != 1 { "differ" } else { verdict };
        if count > 0 {
            write!(out, ", {style}{count} {plural}{style:#}")?;
        }
    }
    if !view.examples.is_empty() {
        let all = counted(view.examples.len() as u64, "example");
        match view.examples.iter().filter(|one| one.contradiction.is_some()).count() {
            0 => write!(out, "; {all}, none contradicted")?,
            count => write!(out, "; {all}, {count} contradicted")?,
        }
    }
    if let Some(requirements) = view.requirements() {
        let all = counted(requirements.all.len() as u64, "requirement");
        write!(out, "; {all}, {} open", requirements.count(RequirementState::Open))?;
    }
    writeln!(out)
}

// What to fix: each production that differs by itself, the place where its rule diverges, the printed text at this
// place, and the productions that differ only because they use this production.

fn mend_lines(view: &View<'_>) -> Vec<String> {
    let mut mend_lines = Vec::new();
    for cause in view.report.causes() {
        mend_lines.push(cause.production.name.clone());
        let divergences = cause.production.divergences.iter();
        mend_lines.extend(divergences.map(|one| format!("  {}", divergence(one))));
        if !cause.through.is_empty() {
            let names: Vec<String> =
                cause.through.iter().map(|one| through(one, cause.production)).collect();
            let names = format!("through it: {}", names.join(", "));
            mend_lines.extend(wrapped(&names).map(|line| format!("  {line}")));
        }
    }
    mend_lines
}

/// Returns the name of a production that differs because of `cause`, with the other causes in parentheses.
fn through(judged: &ProductionVerdict, cause: &ProductionVerdict) -> String {
    let others = judged.through.iter().filter(|name| **name != cause.name);
    let others: Vec<&str> = others.map(String::as_str).collect();
    match (others.is_empty(), judged.through.contains(&cause.name)) {
        (false, true) => format!("{} (with {})", judged.name, others.join(", ")),
        _ => judged.name.clone(),
    }
}

fn divergence(divergence: &Divergence) -> String {
    let place = divergence.place();
    let colon = if place.is_empty() { "" } else { ": " };
    format!("only {} {}{colon}{place}", divergence.only, Literal(&divergence.witness))
}

// An audit as findings for another program. The grammar files of an edition are embedded in the program, so a finding
// about an edition names the production instead of a file.

const fn log_rule(id: &'static str, level: Level, summary: &'static str) -> LogRule<'static> {
    LogRule { id, level, summary }
}

const RULES: [LogRule<'static>; 4] = [
    log_rule(
        "differs",
        Level::Error,
        "a production and its transcription do not have the same strings",
    ),
    log_rule("undecided", Level::Error, "a production that could not be decided"),
    log_rule("refused", Level::Error, "a rule that pest rejects, or that has no automaton"),
    log_rule("never-taken", Level::Warning, "an alternative that never matches"),
];

fn add_all(view: &View<'_>, log: Log, out: &mut Output) -> io::Result<()> {
    let report = view.report;
    let file = |line: usize| {
        let is_own = view.edition.is_none();
        let region = || Position::first(line as u64).region(b"", &(0..0));
        is_own.then(|| (view.pair.peg.file().into(), region()))
    };
    let mut add = |(rule, level), message: String, line: Option<usize>, about: &str| {
        let place = line.and_then(file);
        let about = Some(about).filter(|_| place.is_none());
        let message = match about {
            Some(_) => format!("{}: {message}", view.grammar),
            None => message,
        };
        log.add(&Annotation { rule, level, message, place, about, fix: None }, out)
    };
    for judged in report.productions.iter().filter(|one| !is_passed(view, one)) {
        let line = judged.rules.iter().find_map(|rule| view.pair.peg.line(rule)).or(Some(1));
        let (rule, message) = match undecided(judged) {
            Some(why) => ("undecided", why),
            None => ("differs", differs(judged)),
        };
        add((rule, Level::Error), message, line, &judged.name)?;
    }
    for error in report.refused_by_pest.iter().chain(&report.refused) {
        add(("refused", Level::Error), error.to_string(), Some(1), view.grammar)?;
    }
    // The unreachable alternatives of an edition are known and do not indicate a change, so they are not findings.
    for never in report.never_taken.iter().filter(|_| view.edition.is_none()) {
        let UnreachableAlternative { rule, line, .. } = never;
        add(("never-taken", Level::Warning), never_taken(never), Some(*line), rule)?;
    }
    Ok(())
}

fn differs(judged: &ProductionVerdict) -> String {
    let through = match &judged.through[..] {
        [] => String::new(),
        names => format!("; only through {}", names.join(", ")),
    };
    format!("{}: {}, {}{through}", judged.name, word(judged), witnesses(judged))
}
