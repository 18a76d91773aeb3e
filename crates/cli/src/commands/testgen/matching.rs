//! `testgen --matching`: URIs, with the values that a matcher of a URI template must find.

use std::io::{self, Write};

use urispec_template::{MatchCase, SUITE_TEMPLATES, UriTemplate};
use urispec_views::record::Record;
use urispec_views::template as view;

use super::{Args, Expected, Function, SuiteFormat, SuiteRow, to_file};
use crate::output::{Name, Outcome, Output, Stop, Usage, grouped};

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if !matches!(args.format, SuiteFormat::Jsonl | SuiteFormat::Markdown) {
        return Err(Usage::new("--matching is written --as jsonl or markdown").into());
    }
    let texts: Vec<&str> = match args.templates.is_empty() {
        true => SUITE_TEMPLATES.to_vec(),
        false => args.templates.iter().map(String::as_str).collect(),
    };
    let mut rows = Vec::new();
    let mut ambiguous = 0;
    for text in texts {
        let template =
            UriTemplate::parse(text).map_err(|error| format!("invalid template `{text}`: {error}"));
        let template = out.or_stop(template)?;
        let suite = template.match_suite().map_err(|why| format!("`{template}`: {why}"));
        for case in out.or_stop(suite)? {
            ambiguous += u64::from(case.is_ambiguous());
            rows.push(row(&template, &case));
        }
    }
    let function = Function {
        of: "matching",
        name: "match",
        arguments: &["template", "input"],
        answer: "values",
    };
    let write = |file: &mut dyn Write| -> io::Result<usize> {
        args.format.write(function, &rows, &mut { file })
    };
    let Some(path) = args.file() else {
        write(out)?;
        return Ok(Outcome::Yes);
    };
    if to_file(path, out, |file| write(file))?.is_none() {
        return Ok(Outcome::Trouble);
    }
    let [all, ambiguous] = [rows.len() as u64, ambiguous].map(grouped);
    let name = Name(path, out.passwords);
    out.note(format_args!("{name}: {all} URIs, of which {ambiguous} are ambiguous\n"))?;
    Ok(Outcome::Yes)
}

fn row(template: &UriTemplate, case: &MatchCase) -> SuiteRow {
    let values = case.matches.first();
    let mut either: Vec<_> = case.matches.iter().skip(1).collect();
    either.extend(&case.either);
    let record = Record::line()
        .with("template", template)
        .with("input", &case.input)
        .with_null("values", values)
        .with("either", (!either.is_empty()).then_some(&either))
        .with("ambiguous", case.is_ambiguous().then_some(true))
        .with("section", case.section)
        .with("reason", case.reason);
    let expected = match values {
        None => Expected::Verdict(false),
        Some(values) => Expected::Text(view::values(values)),
    };
    let mark = if case.is_ambiguous() { ", ambiguous" } else { "" };
    SuiteRow {
        arguments: vec![template.as_str().into(), case.input.clone().into_bytes()],
        expected,
        reason: format!("{} ({}){mark}", case.reason, case.section),
        record,
    }
}
