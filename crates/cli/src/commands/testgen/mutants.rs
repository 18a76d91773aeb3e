//! `testgen --mutants`: few strings that tell a production from grammars that are wrong in one point.
//!
//! In: a production, and a suite of somebody else, if one is to be measured. Out: the strings in a
//! [format](super::formats), or the mutants, or what the other suite does not tell.

use std::io::{self, Write};
use std::path::Path;

use urispec::Edition;
use urispec_audit::mutant_suite;
use urispec_audit::mutants::{Mutant, MutantCase, MutantState, MutantSuite};
use urispec_views::record::Record;

use super::Args;
use super::formats::{Expected, Function, SuiteRow, SuiteRows};
use super::suites::{GivenSuite, identifier};
use crate::grammar::{Decided, record};
use crate::output::Output;
use crate::output::counted::counted;
use crate::output::usage::{Outcome, Stop};
use crate::output::whole_file::{Name, WholeFile, is_stdin};

/// The number of strings that are shown of which a suite says otherwise than the grammar.
const SHOWN: usize = 5;

/// A suite, and what it is of.
struct TitledSuite {
    suite: MutantSuite,
    /// The beginning of each record: the edition or the grammar, and the production.
    head: Record,
    rule: String,
    /// The document of the edition, such as `RFC 3986`.
    document: Option<&'static str>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let Some(made) = made(args, out)? else { return Ok(Outcome::Trouble) };
    let outcome = match &args.score {
        Some(path) => made.score(path, args, out)?,
        None => {
            written(args, &made.summary(), out, |out| made.write(args, &made.suite.cases, out))?
        }
    };
    let (undecided, deadline) = (made.undecided(), args.subject.deadline());
    // What no budget would decide is in the list.
    if undecided == 0 || !deadline.has_passed() {
        return Ok(outcome);
    }
    let mutants = counted(undecided as u64, "mutant");
    out.note(format_args!("{mutants} not decided: {deadline}\n"))?;
    Ok(Outcome::Trouble)
}

/// Writes to where the arguments say; `write` gives back how many strings the format does not have.
pub(super) fn written(
    args: &Args,
    summary: &str,
    out: &mut Output,
    write: impl Fn(&mut dyn Write) -> io::Result<usize>,
) -> Result<Outcome, Stop> {
    let Some(path) = args.output.as_deref().filter(|path| !is_stdin(path)) else {
        let left_out = write(out)?;
        say_left_out(left_out, out)?;
        return Ok(Outcome::Yes);
    };
    let name = Name(path, out.passwords);
    match WholeFile::written(path, |file| write(file)) {
        Ok(left_out) => {
            out.note(format_args!("{name}: {summary}\n"))?;
            say_left_out(left_out, out)?;
            Ok(Outcome::Yes)
        }
        Err(error) => Ok(out.refuse(&format!("cannot write {name}: {error}"))?),
    }
}

/// The suite that the arguments ask for. None if there is none; stderr says why.
fn made(args: &Args, out: &mut Output) -> Result<Option<TitledSuite>, Stop> {
    let like: Vec<&str> = args.like.iter().map(String::as_str).collect();
    if args.subject.is_given() {
        let (grammar, rule) = args.subject.grammar(out)?;
        let suite = out.or_refuse(MutantSuite::builder(&grammar, &rule).like(like).build())?;
        let head = record(grammar.file(), &rule);
        return Ok(suite.map(|suite| TitledSuite { suite, head, rule, document: None }));
    }
    match args.subject.decided(out)? {
        Decided::Edition(production) => {
            let suite = out.or_refuse(mutant_suite(production, &like))?;
            let head = Record::of(production.edition()).with("rule", production.rule());
            let rule = production.rule().to_owned();
            let document = Some(without_date(production.edition()));
            Ok(suite.map(|suite| TitledSuite { suite, head, rule, document }))
        }
        _ => Ok(None),
    }
}

/// The document of an edition, such as `RFC 3986`.
pub(super) fn without_date(edition: Edition) -> &'static str {
    let document = edition.document();
    document.split_once(',').map_or(document, |(name, _)| name)
}

/// Says how many strings the format does not have, if there are any.
fn say_left_out(count: usize, out: &mut Output) -> io::Result<()> {
    if count == 0 {
        return Ok(());
    }
    let are = if count == 1 { "is" } else { "are" };
    let strings = counted(count as u64, "string");
    out.note(format_args!("{strings} {are} not UTF-8, and left out; --as jsonl has all\n"))
}

impl TitledSuite {
    /// Gives back how many strings the format does not have.
    fn write(
        &self,
        args: &Args,
        cases: &[MutantCase],
        mut out: &mut dyn Write,
    ) -> io::Result<usize> {
        if args.list {
            self.suite.mutants.iter().try_for_each(|one| self.mutant(one).print(&mut out))?;
            return Ok(0);
        }
        let row = |case: &MutantCase| {
            let mutant = &self.suite.mutants[case.shows[0]];
            let section = mutant.section.as_ref();
            SuiteRow {
                arguments: vec![case.input.clone()],
                expected: Expected::Verdict(case.is_valid),
                reason: match (section, self.document) {
                    (Some(section), Some(document)) => {
                        format!("{} ({document}, {section})", case.reason)
                    }
                    (Some(section), None) => format!("{} ({section})", case.reason),
                    (None, _) => case.reason.clone(),
                },
                record: self
                    .head
                    .clone()
                    .witness("input", Some(&case.input))
                    .with("valid", case.is_valid)
                    .with("reason", &case.reason)
                    .with("production", &mutant.production)
                    .with("section", section)
                    .with("kills", self.names(&case.kills)),
            }
        };
        let name = format!("is_{}", identifier(&self.rule));
        let function =
            Function { of: &self.rule, name: &name, arguments: &["input"], answer: "valid" };
        let rows = SuiteRows { function, rows: cases.iter().map(row).collect() };
        args.format.write(&rows, &mut out)
    }

    fn names(&self, mutants: &[usize]) -> Vec<String> {
        mutants.iter().map(|&at| self.suite.mutants[at].to_string()).collect()
    }

    fn mutant(&self, mutant: &Mutant) -> Record {
        let record = self
            .head
            .clone()
            .with("mutant", mutant.to_string())
            .with("kind", mutant.kind.id())
            .with("production", &mutant.production)
            .with("section", &mutant.section)
            .with("reason", &mutant.reason)
            .with("source", &mutant.source);
        match &mutant.state {
            MutantState::Equal => record.with("equal", true),
            MutantState::Differs { witness } => {
                record.with("equal", false).witness("witness", Some(witness))
            }
            MutantState::Undecided { why } => record.with("undecided", why),
            _ => record,
        }
    }

    /// How many mutants neither a string tells nor a proof.
    fn undecided(&self) -> usize {
        let mutants = self.suite.mutants.iter();
        mutants.filter(|one| matches!(one.state, MutantState::Undecided { .. })).count()
    }

    /// What there is to say of the suite in a line.
    fn summary(&self) -> String {
        let suite = &self.suite;
        let differ = suite.mutants.iter().filter(|one| one.differs()).count();
        let equal = suite.equal().count();
        let undecided = match self.undecided() {
            0 => String::new(),
            count => format!(", and {count} are not decided"),
        };
        format!(
            "{} tell {} from the grammar; of the strings looked at, at least {} are needed; {equal} mutants are \
             proven equal to the grammar{undecided}",
            counted(suite.cases.len() as u64, "string"),
            counted(differ as u64, "mutant"),
            suite.bound,
        )
    }

    /// Measures a suite of somebody else.
    fn score(&self, path: &Path, args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
        let Some(given) = GivenSuite::read(path, out)? else { return Ok(Outcome::Trouble) };
        let score = self.suite.score(given.strings.iter().map(|one| one.text.as_bytes()));
        let killed = score.killed.iter().filter(|(_, is_killed)| *is_killed).count();
        let name = Name(path, out.passwords);
        out.note(format_args!(
            "{name}: {} tell {killed} of {}; {} would tell the others\n",
            counted(given.strings.len() as u64, "string"),
            counted(score.killed.len() as u64, "mutant"),
            counted(score.missing.len() as u64, "string"),
        ))?;
        let is_wrong = |text: &str, verdict: Option<bool>| {
            verdict.is_some_and(|verdict| verdict != self.suite.is_valid(text.as_bytes()))
        };
        let wrong: Vec<&str> = given
            .strings
            .iter()
            .filter(|one| is_wrong(&one.text, one.is_valid))
            .map(|one| &*one.text)
            .collect();
        if !wrong.is_empty() {
            let shown: Vec<String> =
                wrong.iter().take(SHOWN).map(|one| format!("{one:?}")).collect();
            let more = if wrong.len() > SHOWN { ", …" } else { "" };
            out.note(format_args!(
                "{name}: the suite and `{}` do not agree on {}: {}{more}\n",
                self.rule,
                counted(wrong.len() as u64, "string"),
                shown.join(", "),
            ))?;
        }
        let left_out = self.write(args, &score.missing, out)?;
        say_left_out(left_out, out)?;
        Ok(Outcome::Yes)
    }
}
