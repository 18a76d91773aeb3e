//! The verdicts of an audit, for people and for other programs.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::{Display, Write as _};
use std::io;
use std::io::Write;
use std::ops::Range;

use urispec_audit::{
    Divergence, Judged, NeverTaken, Overlap, Reading, RequirementState, Taken, Unknown, Verdict,
};
use urispec_views::audit::{View, word};

use crate::findings::{Annotation, Level, Log, LogRule, Position, Region};
use crate::grammar::own;
use crate::grammar::own::Notes;
use crate::output::Output;
use crate::output::columns::{Cell, lines, wrapped};
use crate::output::counted::counted;
use crate::output::terminal::{Literal, Style};

// An audit for people: a table of the productions, and below it all else that the audit found.

/// The title above what pest says.
const BY_PEST: &str =
    "pest refuses the file as it is; the verdicts are true of it without the rules at fault";

pub(crate) fn show(view: &View<'_>, notes: &Notes, out: &mut Output) -> io::Result<()> {
    out.begin_block();
    match view.edition {
        Some(edition) => writeln!(out, "{}: {}", edition.document(), view.grammar)?,
        None => writeln!(out, "{} and {}", view.grammar, view.pair.peg.file())?,
    }
    table(view, out)?;
    let report = view.report;
    if view.audit.is_none() {
        part(out, "read as", notes.of(view.pair.notes(), &view.pair.printed.file))?;
        part(out, "taken by name", own::guesses(view.pair))?;
        part(out, "assumed", own::assumed(view.pair))?;
        part(out, "not compared", names(&view.pair.not_compared()))?;
    }
    part(out, "what to mend", mend_lines(view))?;
    part(out, "undecided", report.productions.iter().filter_map(undecided))?;
    part(out, "not reached from a whole string", names(&report.unreachable))?;
    let undefined = report.undefined.iter().map(|(name, user)| format!("{name}, used by {user}"));
    part(out, "undefined", undefined)?;
    part(out, "without any string", names(&report.empty))?;
    part(out, "rules that transcribe no production", names(&report.unprinted))?;
    part(out, "rules that are not reached from a whole string", names(&report.unused))?;
    part(out, BY_PEST, &report.refused_by_pest)?;
    part(out, "rules that cannot be decided", &report.refused)?;
    let never = report.never_taken.iter().map(never_taken);
    part(out, "alternatives that are never taken", never)?;
    let overlaps = report.overlaps.iter().enumerate();
    let taken = |at: usize| view.taken.get(at).and_then(Option::as_ref);
    let ambiguous = overlaps.map(|(at, overlap)| ambiguity(view, overlap, taken(at)));
    part(out, "ambiguous", ambiguous)?;
    let unknown = report.unknown.iter().map(|Unknown { name, why, .. }| format!("{name}: {why}"));
    part(out, "not told", unknown)?;
    part(out, "readings", readings(view))?;
    part(out, "findings", view.findings().map(ToString::to_string))?;
    summary(view, out)
}

/// Some lines below a title; nothing if there are none.
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
    // Somebody's own grammar has no sections.
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
    let label = out.palette.label;
    let lines = lines(&rows);
    writeln!(out, "\n  {label}{}{label:#}", lines[0])?;
    lines[1..].iter().try_for_each(|line| writeln!(out, "  {line}"))
}

pub(super) fn is_passed(view: &View<'_>, judged: &Judged) -> bool {
    match judged.verdict {
        Verdict::Equal => true,
        Verdict::EqualToDepth(known) => view.accepted_depth.is_some_and(|depth| known >= depth),
        _ => false,
    }
}

/// The strings that prove that a production and its rule differ.
pub(super) fn witnesses(judged: &Judged) -> String {
    match &judged.verdict {
        Verdict::Differs { only_printed, only_pest } => {
            let sides = [("printed", only_printed), ("pest", only_pest)];
            let found = sides.into_iter().filter_map(|(side, witness)| {
                Some(format!("only {side} {}", Literal(witness.as_ref()?)))
            });
            found.collect::<Vec<_>>().join(", ")
        }
        Verdict::Missing => "no rule of its name".to_owned(),
        Verdict::Equal | Verdict::EqualToDepth(_) if judged.reading == Some(Reading::Idle) => {
            "a reading that changes nothing".to_owned()
        }
        Verdict::Equal | Verdict::EqualToDepth(_) | Verdict::Undecided(_) => String::new(),
    }
}

pub(super) fn undecided(judged: &Judged) -> Option<String> {
    let Verdict::Undecided(why) = &judged.verdict else { return None };
    Some(format!("{}: {why}", judged.name))
}

pub(super) fn never_taken(never: &NeverTaken) -> String {
    let NeverTaken { rule, line, alternative, text, .. } = never;
    format!("{rule}, line {line}: alternative {alternative}, {text}")
}

/// All names, on as few lines as possible.
fn names(names: &[String]) -> Vec<String> {
    wrapped(&names.join(", ")).map(str::to_owned).collect()
}

fn ambiguity(view: &View<'_>, overlap: &Overlap, taken: Option<&Taken>) -> String {
    let Overlap { production, alternatives: [first, second], witness, .. } = overlap;
    let mut text = format!("{production}: {} is {first} and {second}", Literal(witness));
    let Some(taken) = taken else { return text };
    let name = |place: usize| view.alternative(production, place);
    let why = match &taken.section {
        Some(section) => format!("{} wins ({section})", name(taken.preferred)),
        None => format!("{} is printed first", name(taken.preferred)),
    };
    let _ = write!(text, "; {why}, ");
    match &taken.stray {
        None if taken.strings == 1 => text.push_str("and its tree has that one"),
        None => {
            let _ = write!(text, "and all {} trees have that one", taken.strings);
        }
        Some(stray) => {
            let found: Vec<String> = stray.places.iter().map(|&place| name(place)).collect();
            let found = if found.is_empty() { "nothing".to_owned() } else { found.join(" or ") };
            let (string, wanted) = (Literal(stray.text.as_bytes()), name(stray.preferred));
            let _ = write!(text, "but the tree of {string} has {found}, not {wanted}");
        }
    }
    text
}

/// Each production that has a reading, why, and what the reading changes; then the productions that use one of these.
fn readings(view: &View<'_>) -> Vec<String> {
    let (mut lines, mut last) = (Vec::new(), "");
    let productions = view.pair.readings.iter().flat_map(|all| &all.productions);
    let judged = view.report.productions.iter().map(|one| (&*one.name, one));
    let judged: HashMap<&str, &Judged> = judged.collect();
    for read in productions {
        let Some(judged) = judged.get(&*read.name) else { continue };
        let changes = judged.reading.as_ref().map(ToString::to_string).unwrap_or_default();
        lines.push(format!("{}: {changes}", read.name));
        lines.extend(read.text.lines().map(|line| format!("  {line}")));
        // A comment may be on several productions, one below the other.
        if read.comment != last {
            lines.extend(wrapped(&read.comment).map(|line| format!("  {line}")));
            last = &read.comment;
        }
    }
    let readings = view.pair.readings.iter();
    let replaced: HashSet<String> = readings
        .flat_map(|all| all.productions.iter().map(|one| all.notation.key(&one.name)))
        .collect();
    let is_read = |name: &str| replaced.contains(&view.pair.printed.notation.key(name));
    let reached =
        (view.report.productions.iter()).filter(|one| one.reading.is_some() && !is_read(&one.name));
    let reached: Vec<&str> = reached.map(|one| &*one.name).collect();
    if !reached.is_empty() {
        lines.extend(
            wrapped(&format!("used by these productions: {}", reached.join(", ")))
                .map(str::to_owned),
        );
    }
    lines
}

fn summary(view: &View<'_>, out: &mut Output) -> io::Result<()> {
    // A production that has a row for each atomicity counts once, as the row that is not equal.
    let rows = view.report.productions.chunk_by(|one, other| one.name == other.name);
    let is_to_depth = |one: &&Judged| matches!(one.verdict, Verdict::EqualToDepth(_));
    // The worst last.
    let rank = |one: &&Judged| match one.verdict {
        Verdict::Equal => 0,
        Verdict::EqualToDepth(_) => 1,
        _ => 2,
    };
    let word = |rows: &[Judged]| match rows.iter().max_by_key(rank) {
        Some(Judged { verdict: Verdict::EqualToDepth(_), .. }) => "equal to a depth".into(),
        Some(one) => word(one),
        None => Cow::Borrowed(""),
    };
    let words: Vec<Cow<'_, str>> = rows.map(word).collect();
    write!(out, "\n{}: {}", view.grammar, counted(words.len() as u64, "production"))?;
    let mut to_depth = view.report.productions.iter().filter(is_to_depth);
    let is_accepted = to_depth.all(|one| is_passed(view, one));
    for (wanted, style) in [
        ("equal", Style::PLAIN),
        ("equal as read", Style::PLAIN),
        ("equal to a depth", if is_accepted { Style::PLAIN } else { out.palette.error }),
        ("equal, as printed", out.palette.error),
        ("differs", out.palette.error),
        ("missing", out.palette.error),
        ("undecided", out.palette.error),
    ] {
        let count = words.iter().filter(|word| *word == wanted).count();
        let plural = if wanted == "differs" && count != 1 { "differ" } else { wanted };
        if count > 0 {
            write!(out, ", {style}{count} {plural}{style:#}")?;
        }
    }
    if !view.examples.is_empty() {
        let contradicted = view.examples.iter().filter(|one| one.contradiction.is_some()).count();
        write!(out, "; {}, ", counted(view.examples.len() as u64, "example"))?;
        match contradicted {
            0 => write!(out, "none contradicted")?,
            _ => write!(out, "{contradicted} contradicted")?,
        }
    }
    if let Some(requirements) = view.requirements() {
        let all = counted(requirements.all.len() as u64, "requirement");
        write!(out, "; {all}, {} open", requirements.count(RequirementState::Open))?;
    }
    writeln!(out)
}

// What to mend: each production that differs of itself, where its rule goes wrong, what print has
// there instead, and which productions differ only through it.

/// The lines of the part, without its title.
pub(super) fn mend_lines(view: &View<'_>) -> Vec<String> {
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

/// A production that differs through a cause, and what else it differs through.
fn through(judged: &Judged, cause: &Judged) -> String {
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

// An audit as findings for another program.

const RULES: [LogRule<'static>; 4] = [
    LogRule {
        id: "differs",
        level: Level::Error,
        summary: "a production and what transcribes it do not have the same strings",
    },
    LogRule { id: "undecided", level: Level::Error, summary: "a production that was not decided" },
    LogRule {
        id: "refused",
        level: Level::Error,
        summary: "a rule that pest refuses, or that has no automaton",
    },
    LogRule {
        id: "never-taken",
        level: Level::Warning,
        summary: "an alternative that no input takes",
    },
];

/// What may be found, as rules.
pub(super) fn rules() -> impl Iterator<Item = LogRule<'static>> {
    RULES.into_iter()
}

/// Adds the findings of an audit to a log.
pub(super) fn add(view: &View<'_>, log: Log, out: &mut Output) -> io::Result<()> {
    let report = view.report;
    let file = |line: usize| {
        let is_own = view.edition.is_none();
        is_own.then(|| (view.pair.peg.file().into(), beginning(line)))
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
    // Those of an edition are known, and say nothing about a change.
    for never in report.never_taken.iter().filter(|_| view.edition.is_none()) {
        let NeverTaken { rule, line, .. } = never;
        add(("never-taken", Level::Warning), never_taken(never), Some(*line), rule)?;
    }
    Ok(())
}

fn differs(judged: &Judged) -> String {
    let through = match &judged.through[..] {
        [] => String::new(),
        names => format!("; only through {}", names.join(", ")),
    };
    format!("{}: {}, {}{through}", judged.name, word(judged), witnesses(judged))
}

/// The beginning of a line.
fn beginning(line: usize) -> Region {
    let nothing: Range<usize> = 0..0;
    Position::first(line as u64).region(b"", &nothing)
}

/// Adds the finding that a pattern is not equal to a production.
pub(super) fn add_pattern(
    production: &str,
    (pattern, message): (&str, String),
    log: Log,
    out: &mut Output,
) -> io::Result<()> {
    let message = format!("{production}: {message}");
    let (rule, level) = ("differs", Level::Error);
    let about = Some(pattern);
    log.add(&Annotation { rule, level, message, place: None, about, fix: None }, out)
}
