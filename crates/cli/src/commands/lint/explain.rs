//! `urispec lint --explain ID`: describes a lint.
//!
//! The description has the summary, the severity and the citations of the lint, and an example: a
//! finding in a string or a grammar, how readers disagree, and the fix.

use std::io::{self, Write};

use urispec::{Edition, Reference};
use urispec_audit::documents::{DocumentKind, Extracted};
use urispec_audit::lint::{Linted, lint_document_examples, lint_pest_text, lint_printed};
use urispec_audit::patterns::PatternUsage;
use urispec_audit::sources::{PatternKeys, SourceLanguage};
use urispec_audit::{Deadline, Dialect, GrammarText, Matching, Notation, lint as grammar_lint};
use urispec_lint::{Finding, Lint, Pack, Severity, registry, security};
use urispec_views::record::Record;
use urispec_views::strings::{citations, record};

use super::allowed::Allowed;
use super::grammar;
use super::strings::{Cited, letter, show};
use crate::findings::Level;
use crate::output::{Outcome, Output, Passwords};

pub(super) fn explain(id: &str, json: bool, out: &mut Output) -> io::Result<Outcome> {
    // The password of an example is not secret.
    out.passwords = Passwords::shown_if(true);
    let of_grammar = || grammar_lint::Lint::ALL.iter().find(|lint| lint.id() == id);
    match Lint::named(id) {
        Some(lint) => of_strings(lint, json, out)?,
        None => of_grammar().map_or(Ok(()), |lint| of_grammars(*lint, json, out))?,
    }
    Ok(Outcome::Yes)
}

fn of_strings(lint: &Lint, json: bool, out: &mut Output) -> io::Result<()> {
    let example = of_string(lint.id());
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
        let source = if cited.is_empty() { sections.join("; ") } else { cited.to_owned() };
        writeln!(out, "{label}source{label:#} {source}")?;
    }
    let Some(finding) = found else {
        return writeln!(out, "{label}example{label:#} none: the finding depends on the base");
    };
    writeln!(out, "{label}example{label:#} under {}", edition.id())?;
    let level = Level::named(severity).unwrap_or(Level::Warning);
    // A string with leading or trailing spaces is quoted.
    let place = if text.trim() == text { text.clone() } else { format!("{text:?}") };
    show(edition, (false, level), (place, text.as_bytes()), &finding, out)?;
    not_mended(finding.mended().is_none(), out)
}

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
    let example = line(GRAMMARS, id).map(|(notation, text)| {
        let found = linted(notation, &text).findings.into_iter().find(|one| one.lint == lint);
        (notation, text, found)
    });
    if json {
        let example = example.map(|(notation, text, found)| {
            let record = Record::new().with("notation", notation).with("text", text);
            record.with("message", found.map(|finding| finding.message))
        });
        let begun = begun(id, severity, "grammar", lint.summary());
        return begun.with_record("example", example).print(out);
    }
    head(id, severity, "grammar", lint.summary(), out)?;
    let Some((notation, text, found)) = example else { return Ok(()) };
    let label = out.palette.label;
    writeln!(out, "{label}example{label:#} in {notation}")?;
    text.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
    let Some(finding) = found else { return Ok(()) };
    let level = Level::named(severity).unwrap_or(Level::Warning);
    grammar::show("example", &text, &finding, (false, level), out)?;
    not_mended(finding.mend.is_none(), out)
}

fn begun(id: &str, severity: &str, pack: &str, summary: &str) -> Record {
    Record::line()
        .with("id", id)
        .with("severity", severity)
        .with("pack", pack)
        .with("summary", summary)
}

fn head(id: &str, severity: &str, pack: &str, summary: &str, out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    writeln!(out, "{id}: {summary}")?;
    writeln!(out, "{label}severity{label:#} {severity}, {label}pack{label:#} {pack}")
}

/// If `is_so`, prints that the example has no automatic fix.
fn not_mended(is_so: bool, out: &mut Output) -> io::Result<()> {
    let label = out.palette.label;
    if is_so {
        writeln!(
            out,
            "  {label}mended:{label:#} not automatically, since the author's intent is unknown"
        )?;
    }
    Ok(())
}

// The examples: for each lint, a string or a grammar in which the lint has a finding.

const STRINGS: &str = include_str!("explain/strings.tsv");
const GRAMMARS: &str = include_str!("explain/grammars.tsv");

/// Finds a lint in a table. Returns the edition or the notation of its line, and the text.
fn line(table: &'static str, id: &str) -> Option<(&'static str, String)> {
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.find_map(|line| {
        let (named, rest) = line.split_once('\t')?;
        let (by, text) = rest.split_once('\t')?;
        (named == id && !by.is_empty()).then(|| (by, unescaped(text)))
    })
}

/// Returns the edition and the example string of a lint, or `None` if the finding depends on the
/// base URI.
fn of_string(id: &str) -> Option<(Edition, String)> {
    let (by, text) = line(STRINGS, id)?;
    Some((by.parse().ok()?, text))
}

fn linted(notation: &str, text: &str) -> Linted {
    let deadline = || Deadline::NONE;
    let given = GrammarText { file: "example", text };
    let abnf = urispec_audit::reader(Notation::Abnf);
    let dialect = Dialect::ALL.iter().find(|dialect| dialect.name() == notation);
    match (notation, dialect) {
        ("pest", _) => lint_pest_text(given, deadline()),
        ("markdown", _) => match Extracted::read(DocumentKind::Markdown, given) {
            Ok(document) => lint_document_examples(&document, text, &abnf, None, deadline()).linted,
            Err(_) => Linted::default(),
        },
        ("program in python", _) => {
            let with = grammar::PatternLint::default();
            let program = (SourceLanguage::Python, &PatternKeys::default());
            grammar::lint_programs(program, text, &with).0
        }
        (_, Some(dialect)) => {
            let allowed = Allowed::host("example.com");
            let with = grammar::PatternLint::new(allowed.as_ref(), deadline());
            grammar::lint_allowed(PatternUsage::test(*dialect, Matching::Search), text, &with)
        }
        _ => lint_printed(&abnf, given, deadline()),
    }
}

fn unescaped(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        let character = after.chars().next();
        let mut end = character.map_or(0, char::len_utf8);
        plain.extend(match character {
            Some('t') => Some('\t'),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('u') => {
                end = after.find('}').map_or(after.len(), |at| at + 1);
                let digits = after[..end].trim_start_matches("u{").trim_end_matches('}');
                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
            }
            other => other,
        });
        rest = &after[end..];
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use urispec_audit::lint as grammar_lint;
    use urispec_lint::Pack;

    use super::{found, *};

    #[test]
    fn every_lint_of_strings_is_found_in_its_example() {
        let lints = Pack::ALL.iter().flat_map(|pack| pack.lints());
        let mut without = Vec::new();
        for lint in lints {
            match of_string(lint.id()) {
                Some((edition, text)) => {
                    assert!(found(lint, edition, &text).is_some(), "{}: {text:?}", lint.id());
                }
                None => without.push(lint.id()),
            }
        }
        // The URL Standard reports these only with some bases.
        let expected = ["missing-scheme-non-relative-URL", "file-invalid-Windows-drive-letter"];
        assert_eq!(without, expected);
    }

    #[test]
    fn every_lint_of_grammars_is_found_in_its_example() {
        for lint in grammar_lint::Lint::ALL {
            let (notation, text) = line(GRAMMARS, lint.id()).unwrap_or_default();
            let found = linted(notation, &text).findings;
            let ids: Vec<_> = found.iter().map(|finding| finding.lint.id()).collect();
            assert!(ids.contains(&lint.id()), "{}: {ids:?} in {notation}: {text}", lint.id());
        }
        assert_eq!(GRAMMARS.lines().count(), grammar_lint::Lint::ALL.len() + 1);
    }

    #[test]
    fn escapes_of_the_tables() {
        assert_eq!(unescaped("a\\tb\\u{e9}\\\\n\\nc"), "a\tbé\\n\nc");
    }
}
