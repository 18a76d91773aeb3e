//! `urispec lint FILE.pest`: what a grammar says otherwise than its author meant.
//!
//! In: files that hold grammars. Out: the findings, for people, as JSON, as SARIF, or as GitHub's runner takes them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use urispec::audit::lint::{
    Finding, Lint, Linted, LintedDocument, Severity, lint_document_examples, lint_patterns_with,
    lint_pest_text, lint_printed,
};
use urispec::audit::{Extracted, GrammarKind, GrammarText, Matching};

use super::{Args, Level};
use crate::grammar::kind;
use crate::input::text;
use crate::options::names;
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
    /// What else there is to say of the file.
    said: Option<String>,
}

impl LintedFile {
    fn new(GrammarText { file, text }: GrammarText<'_>, linted: Linted) -> Self {
        Self { file: file.to_owned(), text: text.to_owned(), linted, said: None }
    }
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
            let message = "--regex is a pattern of a dialect: name it, such as `--notation python`";
            return Err(Usage::new(message).into());
        };
        let linted = hosts::lint((dialect, Matching::Search), text, &hosts);
        files.push(LintedFile::new(GrammarText { file: "<pattern>", text }, linted));
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
            let (linted, said) = programs::lint(language, &text, &hosts);
            files.push(LintedFile { file, text, linted, said });
            continue;
        }
        let Some(kind) = args.kind.or_else(|| GrammarKind::from_file(&name, &text)) else {
            let message = format!(
                "{file}: neither its name nor its text says what it holds; give --notation"
            );
            return Err(Usage::new(message).into());
        };
        match linted((args, &hosts), kind, GrammarText { file: &file, text: &text }, out)? {
            Some(linted) => files.push(linted),
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

/// What is found in a text of some kind. None if it cannot be read; stderr says why.
fn linted(
    (args, hosts): (&Args, &[&str]),
    kind: GrammarKind,
    text: GrammarText<'_>,
    out: &mut Output,
) -> Result<Option<LintedFile>, Stop> {
    let deadline = args.budget.deadline();
    if args.examples.is_some() && !matches!(kind, GrammarKind::Document(_)) {
        let message = format!(
            "--examples is about a document that prints a grammar, and {} is none; if it is one, give --notation",
            text.file
        );
        return Err(Usage::new(message).into());
    }
    let own = |linted| LintedFile::new(text, linted);
    Ok(match kind {
        GrammarKind::Pest => Some(own(lint_pest_text(text, deadline))),
        GrammarKind::Printed(notation) => args
            .beside
            .reader(notation, out)?
            .map(|reader| own(lint_printed(&reader, text, deadline))),
        GrammarKind::Document(kind) => {
            let read = Extracted::read(kind, text);
            let Some(document) = out.or_refuse(read)? else { return Ok(None) };
            let reader = args.beside.reader(document.notation, out)?;
            let names = document.productions.iter().map(|one| &*one.name);
            let of = args.examples.as_deref();
            let of = of.map(|name| names::one_of("examples", names, name)).transpose()?;
            let lint = |reader| lint_document_examples(&document, text.text, reader, of, deadline);
            reader.as_ref().map(lint).map(|LintedDocument { linted, text, examples, .. }| {
                let is_asked = of.is_some() || examples > 0;
                let checked = || format!("{} checked", counted(examples as u64, "example"));
                let file = document.file.clone();
                LintedFile { file, text, linted, said: is_asked.then(checked) }
            })
        }
        GrammarKind::Patterns(dialect) => {
            let lint = |pattern: &str| hosts::lint((dialect, Matching::Search), pattern, hosts);
            Some(own(lint_patterns_with(text, &lint)))
        }
        _ => None,
    })
}

fn text_of(args: &Args, files: &[LintedFile], out: &mut Output) -> io::Result<()> {
    for LintedFile { file, text, linted, said } in files {
        for finding in &linted.findings {
            show::show(file, text, finding, args.short, out)?;
        }
        if !linted.undecided.is_empty() {
            // A pattern may be told twice, by its language and by its time.
            let mut undecided = linted.undecided.clone();
            undecided.dedup();
            let rules = undecided.iter().map(|rule| format!("`{}`", shortened(rule)));
            let rules: Vec<String> = rules.take(NAMED).collect();
            let more = undecided.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            out.note(format_args!("{file}: not all was decided of {}{more}\n", rules.join(", ")))?;
        }
        if let Some(said) = said {
            out.note(format_args!("{file}: {said}\n"))?;
        }
    }
    match files {
        [] => Ok(()),
        files => out.note(format_args!("{}\n", summary(args, files))),
    }
}

/// A name, or the beginning of one that is long: a pattern has itself as its name.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
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
