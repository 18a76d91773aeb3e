//! `testgen --mutants`: a few strings that distinguish a production from grammars with a single mistake.

use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;
use urispec::Edition;
use urispec_audit::mutants::{Mutant, MutantCase, MutantState, MutantSuite};
use urispec_audit::{mutant_suite, mutant_suite_by_use};
use urispec_compare::suite::{Operation, OperationAnswer, OperationCase, OperationSuite};
use urispec_views::record::Record;

use super::{Args, Expected, Function, SuiteRow, identifier, to_file};
use crate::grammar::{Decided, record};
use crate::input::rows;
use crate::output::{Name, Outcome, Output, Stop, Usage, counted};

/// The maximum number of strings shown in the message about a suite that disagrees with the grammar.
const SHOWN: usize = 5;

struct TitledSuite {
    suite: MutantSuite,
    /// The first fields of each record: the edition or the grammar, and the production.
    head: Record,
    rule: String,
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
    // Mutants that are undecided for a reason other than the budget do not change the exit code.
    if undecided == 0 || !deadline.has_passed() {
        return Ok(outcome);
    }
    let mutants = counted(undecided as u64, "mutant");
    out.note(format_args!("{mutants} not decided: {deadline}\n"))?;
    Ok(Outcome::Trouble)
}

/// Writes to the output that the arguments name; `write` returns the number of omitted strings.
fn written(
    args: &Args,
    summary: &str,
    out: &mut Output,
    write: impl Fn(&mut dyn Write) -> io::Result<usize>,
) -> Result<Outcome, Stop> {
    let left_out = match args.file() {
        None => write(out)?,
        Some(path) => {
            let Some(left_out) = to_file(path, out, |file| write(file))? else {
                return Ok(Outcome::Trouble);
            };
            out.note(format_args!("{}: {summary}\n", Name(path, out.passwords)))?;
            left_out
        }
    };
    say_left_out(left_out, out)?;
    Ok(Outcome::Yes)
}

fn made(args: &Args, out: &mut Output) -> Result<Option<TitledSuite>, Stop> {
    let like: Vec<&str> = args.like.iter().map(String::as_str).collect();
    if args.subject.is_given() {
        let (grammar, rule) = args.subject.grammar(out)?;
        if grammar.recurses(&rule) {
            let message = format!(
                "`{rule}` nests in itself, and its mutants cannot be decided; the suite without --mutants takes it"
            );
            return Err(Usage::new(message).into());
        }
        let builder = MutantSuite::builder(&grammar, &rule).like(like);
        let builder = if args.each_use { builder.each_use() } else { builder };
        let suite = out.or_refuse(builder.build())?;
        let head = record(grammar.file(), &rule);
        return Ok(suite.map(|suite| TitledSuite { suite, head, rule, document: None }));
    }
    match args.subject.decided(out)? {
        Decided::Edition(production) => {
            let suite = match args.each_use {
                true => mutant_suite_by_use(production, &like),
                false => mutant_suite(production, &like),
            };
            let suite = out.or_refuse(suite)?;
            let head = Record::of(production.edition()).with("rule", production.rule());
            let rule = production.rule().to_owned();
            let document = Some(without_date(production.edition()));
            Ok(suite.map(|suite| TitledSuite { suite, head, rule, document }))
        }
        _ => Ok(None),
    }
}

fn without_date(edition: Edition) -> &'static str {
    let document = edition.document();
    document.split_once(',').map_or(document, |(name, _)| name)
}

/// Reports the number of strings that the format omits, if any.
fn say_left_out(count: usize, out: &mut Output) -> io::Result<()> {
    if count == 0 {
        return Ok(());
    }
    let are = if count == 1 { "is" } else { "are" };
    let strings = counted(count as u64, "string");
    out.note(format_args!("{strings} {are} omitted because of bytes that are not UTF-8; use --as jsonl for all strings\n"))
}

impl TitledSuite {
    /// Writes the suite, and returns the number of omitted strings.
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
                    .with("place", &mutant.place)
                    .with("section", section)
                    .with("kills", self.names(&case.kills)),
            }
        };
        let name = format!("is_{}", identifier(&self.rule));
        let function =
            Function { of: &self.rule, name: &name, arguments: &["input"], answer: "valid" };
        let rows: Vec<_> = cases.iter().map(row).collect();
        args.format.write(function, &rows, &mut out)
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
            .with("place", &mutant.place)
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

    fn undecided(&self) -> usize {
        let mutants = self.suite.mutants.iter();
        mutants.filter(|one| matches!(one.state, MutantState::Undecided { .. })).count()
    }

    fn summary(&self) -> String {
        let suite = &self.suite;
        let differ = suite.mutants.iter().filter(|one| one.differs()).count();
        let equal = suite.equal().count();
        let undecided = match self.undecided() {
            0 => String::new(),
            count => format!(", and {count} are not decided"),
        };
        format!(
            "{} detect {}; at least {} of the candidate strings are needed; {equal} mutants are \
             proven equal to the grammar{undecided}",
            counted(suite.cases.len() as u64, "string"),
            counted(differ as u64, "mutant"),
            suite.bound,
        )
    }

    fn score(&self, path: &Path, args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
        let Some((file, text)) = rows::read(path, out)? else { return Ok(Outcome::Trouble) };
        let given = strings(&text);
        if given.is_empty() {
            return Ok(out.refuse(&format!(
                "{file}: no strings found; the file must be JSON with `data` or `input`, or have one string per line"
            ))?);
        }
        let score = self.suite.score(given.iter().map(|one| one.text.as_bytes()));
        let killed = score.killed.iter().filter(|(_, is_killed)| *is_killed).count();
        let name = Name(path, out.passwords);
        out.note(format_args!(
            "{name}: {} detect {killed} of {}; {} would detect the others\n",
            counted(given.len() as u64, "string"),
            counted(score.killed.len() as u64, "mutant"),
            counted(score.missing.len() as u64, "string"),
        ))?;
        let is_wrong = |text: &str, verdict: Option<bool>| {
            verdict.is_some_and(|verdict| verdict != self.suite.is_valid(text.as_bytes()))
        };
        let wrong: Vec<&str> = given
            .iter()
            .filter(|one| is_wrong(&one.text, one.is_valid))
            .map(|one| &*one.text)
            .collect();
        if !wrong.is_empty() {
            let shown: Vec<String> =
                wrong.iter().take(SHOWN).map(|one| format!("{one:?}")).collect();
            let more = if wrong.len() > SHOWN { ", …" } else { "" };
            out.note(format_args!(
                "{name}: the suite and `{}` disagree on {}: {}{more}\n",
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

#[derive(Debug, PartialEq, Eq)]
struct GivenString {
    text: String,
    /// The suite's verdict on the string, if the suite has verdicts.
    is_valid: Option<bool>,
}

/// Returns the strings of a file: the values of `data` or `input` in JSON or JSON Lines, as in JSON-Schema-Test-Suite,
/// the Web Platform Tests and the output of `testgen`; in any other file, each line.
fn strings(text: &str) -> Vec<GivenString> {
    let mut strings = Vec::new();
    if let Ok(value) = serde_json::from_str(text) {
        collect(&value, &mut strings);
        return strings;
    }
    let values: Result<Vec<Value>, _> =
        text.lines().filter(|line| !line.is_empty()).map(serde_json::from_str).collect();
    match values {
        Ok(values) if values.iter().all(Value::is_object) => {
            values.iter().for_each(|value| collect(value, &mut strings));
        }
        _ => strings
            .extend(text.lines().map(|line| GivenString { text: line.to_owned(), is_valid: None })),
    }
    strings
}

/// Collects the strings of a value and its descendants. `serde_json` limits the depth to 128.
fn collect(value: &Value, strings: &mut Vec<GivenString>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| collect(one, strings)),
        Value::Object(object) => {
            let text = ["data", "input"].into_iter().find_map(|key| object.get(key)?.as_str());
            match text {
                Some(text) => strings.push(GivenString {
                    text: text.to_owned(),
                    is_valid: object.get("valid").and_then(Value::as_bool),
                }),
                None => object.values().for_each(|one| collect(one, strings)),
            }
        }
        _ => {}
    }
}

// `testgen --mutants --resolution` and similar: a few rows that detect mistakes in an algorithm of RFC 3986.

/// The names of the components, in the order of the document.
const PARTS: [&str; 7] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];

/// Returns the operation that the arguments name, if any.
pub(super) const fn operation(args: &Args) -> Option<Operation> {
    match args {
        Args { resolve: true, .. } => Some(Operation::Resolution),
        Args { normalize: true, .. } => Some(Operation::Normalization),
        Args { compare: true, .. } => Some(Operation::Comparison),
        Args { split: true, .. } => Some(Operation::Splitting),
        _ => None,
    }
}

pub(super) fn run_operation(
    operation: Operation,
    args: &Args,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    if args.subject.edition() != Edition::Rfc3986 {
        return Err(Usage::new(
            "--mutants with an algorithm is available only for rfc3986: omit --edition",
        )
        .into());
    }
    if args.score.is_some() || !args.like.is_empty() {
        return Err(Usage::new("--score and --like apply only to a production").into());
    }
    let suite = operation.suite();
    let expected = suite.cases.first().map(|case| expected(&case.answer));
    if let Some(expected) = expected.filter(|expected| !args.format.has(expected)) {
        let has = match expected {
            Expected::Text(_) => "wpt, markdown",
            _ => "markdown",
        };
        let why = format!(
            "the format of --as cannot express the answers of this suite: use --as jsonl, {has}, rust, pytest, jest or junit"
        );
        return Err(Usage::new(why).into());
    }
    written(args, &operation_summary(&suite), out, |mut out| match args.list {
        true => list(&suite, &mut out).map(|()| 0),
        false => {
            let (function, rows) = rows(operation, &suite);
            args.format.write(function, &rows, &mut out)
        }
    })
}

fn operation_summary(suite: &OperationSuite) -> String {
    format!(
        "{} detect {}; at least {} of the candidate rows are needed",
        counted(suite.cases.len() as u64, "row"),
        counted(suite.mutants.len() as u64, "mistake"),
        suite.bound,
    )
}

fn list(suite: &OperationSuite, out: &mut impl Write) -> io::Result<()> {
    suite.mutants.iter().try_for_each(|one| {
        Record::of(Edition::Rfc3986)
            .with("mutant", one.to_string())
            .with("section", one.section)
            .with("reason", one.reason)
            .print(out)
    })
}

fn expected(answer: &OperationAnswer) -> Expected {
    match answer {
        OperationAnswer::Text(text) => Expected::Text(text.clone()),
        OperationAnswer::Equivalent(is_equivalent) => Expected::Verdict(*is_equivalent),
        OperationAnswer::Parts(parts) => Expected::Parts(parts.to_vec()),
        // Variants that later versions of the library may add.
        _ => Expected::Text(String::new()),
    }
}

fn rows(operation: Operation, suite: &OperationSuite) -> (Function<'static>, Vec<SuiteRow>) {
    let function = match operation {
        Operation::Resolution => Function {
            of: "resolution",
            name: "resolve",
            arguments: &["base", "input"],
            answer: "target",
        },
        Operation::Comparison => Function {
            of: "comparison",
            name: "are_equivalent",
            arguments: &["input", "other"],
            answer: "equivalent",
        },
        Operation::Splitting => {
            Function { of: "splitting", name: "split", arguments: &["input"], answer: "parts" }
        }
        _ => Function {
            of: "normalization",
            name: "normalize",
            arguments: &["input"],
            answer: "normalized",
        },
    };
    let row = |case: &OperationCase| {
        let input = case.input.clone().into_bytes();
        let other = case.other.clone().map(String::into_bytes);
        let arguments = match (operation, other) {
            (Operation::Resolution, Some(base)) => vec![base, input],
            (_, Some(other)) => vec![input, other],
            (_, None) => vec![input],
        };
        let reason = case.reason.clone();
        SuiteRow { arguments, expected: expected(&case.answer), reason, record: row(suite, case) }
    };
    (function, suite.cases.iter().map(row).collect())
}

/// Formats a case as JSON, with the same keys as in the suites of `--resolution` and `--normalization`.
fn row(suite: &OperationSuite, case: &OperationCase) -> Record {
    let record = Record::of(Edition::Rfc3986);
    let record = match (&case.answer, &case.other) {
        (OperationAnswer::Equivalent(is_equivalent), other) => record
            .with("input", &case.input)
            .with("other", other)
            .with("equivalent", *is_equivalent),
        (OperationAnswer::Text(target), Some(base)) => {
            record.with("base", base).with("input", &case.input).with("target", target)
        }
        (OperationAnswer::Text(form), None) => {
            record.with("input", &case.input).with("normalized", form)
        }
        (OperationAnswer::Parts(parts), _) => {
            let mut components = Record::new();
            for (name, part) in PARTS.iter().zip(parts) {
                components = components.with(name, part);
            }
            record.with("input", &case.input).with_record("components", Some(components))
        }
        _ => record,
    };
    let mutants = |places: &[usize]| -> Vec<String> {
        places.iter().map(|&at| suite.mutants[at].to_string()).collect()
    };
    record.with("reason", &case.reason).with("kills", mutants(&case.kills))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str) -> Vec<(String, Option<bool>)> {
        strings(text).into_iter().map(|one| (one.text, one.is_valid)).collect()
    }

    #[test]
    fn strings_are_found_in_what_others_write() {
        let one = |text: &str, is_valid| (text.to_owned(), is_valid);
        let suite = r#"[{"schema": {}, "tests": [{"data": "a:b", "valid": true}, {"data": 12, "valid": true}]}]"#;
        assert_eq!(given(suite), [one("a:b", Some(true))]);
        let platform =
            "[\"a comment\", {\"input\": \"http://h\", \"base\": null, \"failure\": true}]";
        assert_eq!(given(platform), [one("http://h", None)]);
        let lines = "{\"input\":\"x\",\"valid\":false}\n{\"input\":\"y\",\"valid\":true}\n";
        assert_eq!(given(lines), [one("x", Some(false)), one("y", Some(true))]);
        assert_eq!(given("//h\n?q\n"), [one("//h", None), one("?q", None)]);
    }
}
