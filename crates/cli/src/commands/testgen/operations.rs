//! `testgen --mutants --resolution` and its like: few rows that tell an algorithm of RFC 3986 from one with a mistake.
//!
//! In: an [`Operation`]. Out: its rows in a [format](super::formats), or its mistakes. What is compared or resolved is
//! written as two arguments.

use std::io::{self, Write};

use urispec::Edition;
use urispec_compare::suite::{Operation, OperationAnswer, OperationCase, OperationSuite};
use urispec_views::record::Record;

use super::Args;
use super::formats::{Expected, Function, SuiteRow, SuiteRows};
use super::mutants::written;
use crate::output::Output;
use crate::output::counted::counted;
use crate::output::usage::{Outcome, Stop, Usage};

/// The names of the components, in the order of the document.
const PARTS: [&str; 7] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];

/// The operation that the arguments name, if they name one.
pub(super) const fn asked(args: &Args) -> Option<Operation> {
    match args {
        Args { resolve: true, .. } => Some(Operation::Resolution),
        Args { normalize: true, .. } => Some(Operation::Normalization),
        Args { compare: true, .. } => Some(Operation::Comparison),
        Args { split: true, .. } => Some(Operation::Splitting),
        _ => None,
    }
}

pub(super) fn run(operation: Operation, args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.subject.edition() != Edition::Rfc3986 {
        return Err(Usage::new(
            "the mistakes of algorithms are those of rfc3986 alone: leave out --edition",
        )
        .into());
    }
    if args.score.is_some() || !args.like.is_empty() {
        return Err(Usage::new("--score and --like are about a production").into());
    }
    let suite = operation.suite();
    let expected = suite.cases.first().map(|case| expected(&case.answer));
    if let Some(expected) = expected.filter(|expected| !args.format.has(expected)) {
        let has = match expected {
            Expected::Text(_) => "wpt, markdown",
            _ => "markdown",
        };
        let why = format!(
            "the format of --as has no answers of this kind: give --as jsonl, {has}, rust, pytest, jest or junit"
        );
        return Err(Usage::new(why).into());
    }
    written(args, &summary(&suite), out, |mut out| match args.list {
        true => list(&suite, &mut out).map(|()| 0),
        false => args.format.write(&rows(operation, &suite), &mut out),
    })
}

/// What there is to say of the suite in a line.
fn summary(suite: &OperationSuite) -> String {
    format!(
        "{} tell {}; of the rows looked at, at least {} are needed",
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
        // What later versions of the library may have.
        _ => Expected::Text(String::new()),
    }
}

fn rows(operation: Operation, suite: &OperationSuite) -> SuiteRows<'static> {
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
        SuiteRow {
            arguments,
            expected: expected(&case.answer),
            reason,
            record: record(suite, case),
        }
    };
    SuiteRows { function, rows: suite.cases.iter().map(row).collect() }
}

/// The row as a line of JSON, with the keys that the suites of `--resolution` and `--normalization` have.
fn record(suite: &OperationSuite, case: &OperationCase) -> Record {
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
