//! `urispec lint FILE.pest`: what a grammar says otherwise than its author meant.
//!
//! In: files that hold grammars. Out: the findings, for people, as JSON, as SARIF, or as GitHub's runner takes them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use urispec::audit::lint::{
    Finding, Lint, Linted, Severity, lint_document, lint_patterns_with, lint_pest_text,
    lint_printed,
};
use urispec::audit::{Extracted, GrammarKind, GrammarText, Matching};

use super::{Args, Level};
use crate::grammar::kind;
use crate::input::text;
use crate::output::Output;
use crate::output::counted::counted;
use crate::output::outcome::{Outcome, Stop};
use crate::output::usage::Usage;

mod github;
mod hosts;
mod programs;
mod sarif;
mod show;

pub(super) use programs::languages;

/// How findings in grammars are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON object for each file, on a line
    Json,
    /// One SARIF 2.1.0 log of all files, for code scanning
    Sarif,
    /// Workflow commands, which GitHub shows beside the lines of a change
    Github,
}

/// A file, and what was found in it.
struct LintedFile {
    file: String,
    text: String,
    linted: Linted,
    /// The number of patterns that are computed, if the file is a program.
    computed: usize,
}

/// Whether an argument names a grammar and is no string to be linted, by the ending of its name.
pub(super) fn is_grammar(argument: &str) -> bool {
    let path = Path::new(argument);
    let is_pest = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pest"));
    (is_pest || kind::is_grammar(path)) && !argument.contains("://")
}

/// Lints the files that the arguments name.
pub(super) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    hosts::check(&args.host_allow)?;
    let (mut files, mut outcome) = (Vec::new(), Outcome::Yes);
    let hosts: Vec<&str> = args.host_allow.iter().map(String::as_str).collect();
    for text in &args.regex {
        let Some(GrammarKind::Patterns(dialect)) = args.kind else {
            let message = "--regex is a pattern of a dialect: name it, such as `--as python`";
            return Err(Usage::new(message).into());
        };
        let linted = hosts::lint((dialect, Matching::Search), text, &hosts);
        files.push(LintedFile {
            file: "<pattern>".to_owned(),
            text: text.clone(),
            linted,
            computed: 0,
        });
    }
    // With nothing named, what is piped in is linted.
    let piped = [OsString::from("-")];
    let is_given = !args.strings.is_empty() || !args.regex.is_empty();
    let given = if is_given { &args.strings[..] } else { &piped[..] };
    for path in given.iter().map(Path::new) {
        let Some((file, text)) = text::of(path, out)? else {
            outcome = Outcome::Trouble;
            continue;
        };
        let name = path.to_string_lossy();
        if let Some(asked) = args.patterns {
            let language = programs::language(asked, &name, &file)?;
            let (linted, computed) = programs::lint(language, &text, &hosts);
            files.push(LintedFile { file, text, linted, computed });
            continue;
        }
        let Some(kind) = args.kind.or_else(|| GrammarKind::from_file(&name, &text)) else {
            let message =
                format!("{file}: neither its name nor its text says what it holds; give --as");
            return Err(Usage::new(message).into());
        };
        match linted((args, &hosts), kind, GrammarText { file: &file, text: &text }, out)? {
            Some((linted, text)) => files.push(LintedFile { file, text, linted, computed: 0 }),
            None => outcome = Outcome::Trouble,
        }
    }
    for one in &mut files {
        one.linted.findings.retain(|finding| args.grammar_level(finding) > Level::Allowed);
    }
    let denied = |finding: &Finding| args.grammar_level(finding) == Level::Denied;
    if files.iter().any(|one| one.linted.findings.iter().any(denied)) {
        outcome = outcome.max(Outcome::No);
    }
    let format = if args.common.json { Format::Json } else { args.format };
    match format {
        _ if args.common.less.quiet => {}
        _ if args.common.less.count => writeln!(out, "{}", summary(args, &files))?,
        Format::Text => text_of(args, &files, out)?,
        Format::Json => {
            for LintedFile { file, linted, .. } in &files {
                urispec_views::lint::grammar(file, linted, &denied).print(out)?;
            }
        }
        Format::Sarif => sarif::print(&files, out)?,
        Format::Github => github::print(&files, out)?,
    }
    Ok(outcome)
}

/// What is found in a text of some kind, and the text that the places are of. None if it cannot be read; stderr says why.
fn linted(
    (args, hosts): (&Args, &[&str]),
    kind: GrammarKind,
    text: GrammarText<'_>,
    out: &mut Output,
) -> Result<Option<(Linted, String)>, Stop> {
    let (own, deadline) = (text.text.to_owned(), args.budget.deadline());
    Ok(match kind {
        GrammarKind::Pest => Some((lint_pest_text(text, deadline), own)),
        GrammarKind::Printed(notation) => args
            .beside
            .reader(notation, out)?
            .map(|reader| (lint_printed(&reader, text, deadline), own)),
        GrammarKind::Document(kind) => {
            let read = Extracted::read(kind, text);
            let Some(document) = out.or_refuse(read)? else { return Ok(None) };
            let reader = args.beside.reader(document.notation, out)?;
            reader.map(|reader| (lint_document(&document, &reader, deadline), document.source()))
        }
        GrammarKind::Patterns(dialect) => {
            let lint = |pattern: &str| hosts::lint((dialect, Matching::Search), pattern, hosts);
            Some((lint_patterns_with(text, &lint), own))
        }
        _ => None,
    })
}

fn text_of(args: &Args, files: &[LintedFile], out: &mut Output) -> io::Result<()> {
    for LintedFile { file, text, linted, computed } in files {
        for finding in &linted.findings {
            show::show(file, text, finding, args.short, out)?;
        }
        if !linted.undecided.is_empty() {
            let rules = linted.undecided.iter().map(|rule| format!("`{rule}`"));
            let rules: Vec<String> = rules.take(NAMED).collect();
            let more = linted.undecided.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            out.note(format_args!("{file}: not all was decided of {}{more}\n", rules.join(", ")))?;
        }
        if *computed > 0 {
            out.note(format_args!("{file}: {}\n", programs::unread(*computed)))?;
        }
    }
    match files {
        [] => Ok(()),
        files => out.note(format_args!("{}\n", summary(args, files))),
    }
}

/// How many undecided rules are named.
const NAMED: usize = 6;

fn summary(args: &Args, files: &[LintedFile]) -> String {
    let count = |severity| {
        let all = files.iter().flat_map(|one| &one.linted.findings);
        all.filter(|finding| finding.severity() == severity).count() as u64
    };
    let [errors, warnings, notes] = [Severity::Error, Severity::Warning, Severity::Note].map(count);
    let of = |number, noun| counted(number, noun);
    let files = of(files.len() as u64, if args.patterns.is_some() { "file" } else { "grammar" });
    format!("{files}: {}, {}, {}", of(errors, "error"), of(warnings, "warning"), of(notes, "note"))
}

/// Prints the lints of grammars, each on a line.
pub(super) fn list(json: bool, out: &mut Output) -> io::Result<Outcome> {
    for lint in Lint::ALL {
        let (id, severity, summary) = (lint.id(), lint.severity(), lint.summary());
        if json {
            let record =
                urispec_views::Record::line().with("id", id).with("severity", severity.name());
            record.with("pack", "grammar").with("summary", summary).print(out)?;
        } else {
            writeln!(out, "{id:22}  {:7}  {summary}", severity.name())?;
        }
    }
    Ok(Outcome::Yes)
}

/// The lints that findings are of, each once.
fn lints(files: &[LintedFile]) -> BTreeSet<Lint> {
    files.iter().flat_map(|one| &one.linted.findings).map(|finding| finding.lint).collect()
}
