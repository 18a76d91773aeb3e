//! `urispec lint --explain ID`: what a lint is about.
//!
//! In: the id of a lint. Out: its summary, its severity, what it cites, and an example: the finding in a string or a
//! grammar, which says who reads it how, and how it is mended.

use std::io::{self, Write};

use urispec::{Edition, Reference};
use urispec_audit::{GrammarText, lint as grammar_lint};
use urispec_lint::{Finding, Lint, Pack, Severity, registry, security};
use urispec_views::lint::{citations, record};
use urispec_views::record::Record;

use super::grammar::{self, LintedFile};
use super::show::{self, Cited};
use super::strings::letter;
use crate::findings::Level;
use crate::output::Output;
use crate::output::outcome::Outcome;
use crate::output::password::Passwords;

mod examples;

/// Says what the lint of an id is about.
pub(super) fn explain(id: &str, json: bool, out: &mut Output) -> io::Result<Outcome> {
    // The password of an example is no secret.
    out.passwords = Passwords::shown_if(true);
    match Lint::named(id) {
        Some(lint) => of_strings(lint, json, out)?,
        None => {
            let lint = grammar_lint::Lint::ALL.iter().find(|lint| lint.id() == id);
            lint.map_or(Ok(()), |lint| of_grammars(*lint, json, out))?;
        }
    }
    Ok(Outcome::Yes)
}

fn of_strings(lint: &Lint, json: bool, out: &mut Output) -> io::Result<()> {
    let example = examples::of_string(lint.id());
    let (edition, text) = example.unwrap_or((Edition::default(), String::new()));
    let found = found(lint, edition, &text);
    let severity = lint.severity().name();
    if json {
        let example = found.as_ref().map(|finding| {
            let record = record(finding, severity, lint.severity() > Severity::Note);
            Record::new()
                .with("edition", edition.id())
                .with("input", &text)
                .with_all("findings", [record].into_iter())
        });
        let begun = begun(lint.id(), severity, lint.pack().name(), lint.summary());
        let sections = lint.pack() == Pack::Letter;
        let sections = Edition::every().filter(|_| sections).filter_map(|edition| {
            let section = lint.section(edition)?;
            Some(Record::new().with("edition", edition.id()).with("section", section))
        });
        return begun
            .with_all("sections", sections)
            .with_all("citations", citations(lint.citations()))
            .with_record("example", example)
            .print(out);
    }
    head(lint.id(), severity, lint.pack().name(), lint.summary(), out)?;
    let sections = Edition::every().filter_map(|edition| {
        let section = lint.section(edition)?;
        Some(format!("{} {section}", edition.id()))
    });
    let sections: Vec<_> = sections.collect();
    let cited = Cited { own: None, all: lint.citations() }.to_string();
    let cited = cited.trim().trim_start_matches('(').trim_end_matches(')');
    let label = out.palette.label;
    if !(sections.is_empty() && cited.is_empty()) {
        let said = if cited.is_empty() { sections.join("; ") } else { cited.to_owned() };
        writeln!(out, "{label}said by{label:#} {said}")?;
    }
    let Some(finding) = found else {
        return writeln!(out, "{label}example{label:#} none: the finding depends on the base");
    };
    writeln!(out, "{label}example{label:#} by {}", edition.id())?;
    let level = Level::named(severity).unwrap_or(Level::Warning);
    let place = examples::quoted(&text);
    show::show(edition, (false, level), (place, text.as_bytes()), &finding, out)?;
    not_mended(finding.mended().is_none(), out)
}

/// The finding of a lint in a string.
fn found(lint: &Lint, edition: Edition, text: &str) -> Option<Finding> {
    let all = match lint.pack() {
        Pack::Letter => {
            let reference = Reference::parse(edition, text).ok();
            letter(edition, text, reference).unwrap_or_default()
        }
        Pack::Registry => registry::look(text),
        _ => security::look(text),
    };
    all.into_iter().find(|finding| finding.lint().id() == lint.id())
}

fn of_grammars(lint: grammar_lint::Lint, json: bool, out: &mut Output) -> io::Result<()> {
    let (id, severity) = (lint.id(), lint.severity().name());
    let one = examples::of_grammar(id).map(|(notation, text)| {
        let linted = examples::linted(notation, &text);
        (notation, LintedFile::new(GrammarText { file: "example", text: &text }, linted))
    });
    let finding = |one: &LintedFile| {
        let all = &one.linted.findings;
        all.iter().find(|finding| finding.lint == lint).cloned()
    };
    if json {
        let example = one.as_ref().map(|(notation, one)| {
            let record = Record::new().with("notation", notation).with("text", &one.text);
            let message = finding(one).map(|finding| finding.message);
            record.with("message", message)
        });
        let begun = begun(id, severity, "grammar", lint.summary());
        return begun.with_record("example", example).print(out);
    }
    head(id, severity, "grammar", lint.summary(), out)?;
    let Some((notation, one)) = one else { return Ok(()) };
    let label = out.palette.label;
    writeln!(out, "{label}example{label:#} in {notation}")?;
    for line in one.text.lines() {
        writeln!(out, "  {line}")?;
    }
    let Some(finding) = finding(&one) else { return Ok(()) };
    let level = Level::named(severity).unwrap_or(Level::Warning);
    grammar::show(&one.file, &one.text, &finding, (false, level), out)?;
    not_mended(finding.mend.is_none(), out)
}

/// What is the same of all lints, as JSON.
fn begun(id: &str, severity: &str, pack: &str, summary: &str) -> Record {
    Record::line()
        .with("id", id)
        .with("severity", severity)
        .with("pack", pack)
        .with("summary", summary)
}

/// What is the same of all lints.
fn head(id: &str, severity: &str, pack: &str, summary: &str, out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    writeln!(out, "{id}: {summary}")?;
    writeln!(out, "{label}severity{label:#} {severity}, {label}pack{label:#} {pack}")
}

/// Says that a program cannot mend the example.
fn not_mended(is_so: bool, out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    if is_so {
        writeln!(out, "  {label}mended:{label:#} by its author alone, who knows what is meant")?;
    }
    Ok(())
}
