//! `relation`: how two languages of any kinds are related; and the strings and the findings of one alone.

use serde::Deserialize;
use urispec_audit::lint::{Linted, lint_document, lint_pattern, lint_pest_text, lint_printed};
use urispec_audit::{
    AnyGrammar, Deadline, DocumentKind, Extracted, GrammarKind, GrammarText, Language, Matching,
    Notation, Pattern, Printed, PrintedReader, Relation, TreeFinder, relation,
};
use urispec_views::Record;
use urispec_views::audit::tree;
use urispec_views::language::{HINT, PatternOptions, related};

use super::Answer;

#[derive(Deserialize)]
pub(crate) struct RelationRequest {
    /// `KIND:TEXT`, as in the program; or `abnf:`, `bnf:` and so on, `grammar:` or `pest:` before a grammar.
    left: String,
    /// The other language. Without it, the strings and the findings of the first are returned.
    right: Option<String>,
    /// The productions of grammars. The default is the first of each.
    left_rule: Option<String>,
    right_rule: Option<String>,
    /// Strings to look up in each language, one in each line.
    #[serde(default)]
    tests: String,
}

/// The number of strings to return of a language alone.
const STRINGS: usize = 5;

pub(crate) fn answer_relation(request: &RelationRequest) -> Answer {
    let RelationRequest { left, right, left_rule, right_rule, tests } = request;
    let record = Record::line().with("left", left).with("right", right);
    let other = right.as_ref().map(|right| language(right, right_rule.as_deref()));
    let (one, other) = match (language(left, left_rule.as_deref()), other.transpose()) {
        (Ok(one), Ok(other)) => (one, other),
        (one, other) => {
            let errors = [("left", one.err()), ("right", other.err())];
            let errors = errors.into_iter().filter_map(|(side, error)| Some((side, error?)));
            let errors =
                errors.map(|(side, error)| Record::new().with("side", side).with("error", error));
            return Ok(record.with_all("errors", errors));
        }
    };
    let tests = tests.lines().map(|text| {
        let record = one.tested(Record::new().with("text", text), "left", text);
        other.iter().fold(record, |record, other| other.tested(record, "right", text))
    });
    let record = match &other {
        Some(other) => {
            let found = relation(&one.language, &other.language).map_err(|why| why.to_string())?;
            let names = [("left", Some(left)), ("right", right.as_ref())];
            let unanchored = names.into_iter().filter(|(_, name)| {
                name.is_some_and(|name| found.relation != Relation::Equal && is_unanchored(name))
            });
            let unanchored: Vec<_> = unanchored.map(|(side, _)| side).collect();
            related(record, &found).with("unanchored", unanchored)
        }
        None => {
            let strings: Vec<_> = one.language.dfa().members(0).take(STRINGS).collect();
            let record = record.with("empty", one.language.is_empty());
            let record = record.witnesses("strings", &strings);
            linted(record, &lint(left))
        }
    };
    Ok(record.with_all("tests", tests))
}

/// A language, and the finder of its trees if it is of a grammar.
struct Side {
    language: Language,
    trees: Option<TreeFinder>,
}

/// The maximum length of a string whose tree is returned.
const LONGEST_OF_TREE: usize = 400;

impl Side {
    /// Adds whether the language has a string, where the string leaves it, and the tree.
    fn tested(&self, record: Record, side: &str, text: &str) -> Record {
        let rejected = self.language.acceptor().rejects(text.as_bytes());
        let trees = self.trees.as_ref().filter(|_| text.len() <= LONGEST_OF_TREE);
        let found = trees.and_then(|trees| trees.find(text.as_bytes()).ok());
        record
            .with(side, rejected.is_none())
            .with(&format!("{side}_offset"), rejected.map(|rejected| rejected.offset))
            .with_record(&format!("{side}_tree"), found.and_then(|nodes| tree(&nodes)))
    }
}

/// Returns the language of a name, or of a production of a grammar.
fn language(name: &str, rule: Option<&str>) -> Result<Side, String> {
    let Some((kind, text)) = grammar_of(name) else {
        let found = PatternOptions::default().language(name)?;
        let language = found.ok_or_else(|| format!("this names no language; {HINT}"))?;
        return Ok(Side { language, trees: None });
    };
    let text = GrammarText { file: kind, text };
    let grammar = if kind == "pest" {
        AnyGrammar::read_pest(text).map_err(|error| error.to_string())?
    } else {
        AnyGrammar::printed(printed(text, notation(kind))?)
    };
    let first = || grammar.names().next();
    let rule = rule.or_else(first).ok_or("the grammar has no production")?;
    if grammar.production(rule).is_none() {
        return Err(format!("the grammar has no production `{rule}`"));
    }
    let language = Language::from_production(&grammar, rule).map_err(|error| error.to_string())?;
    Ok(Side { language, trees: grammar.trees(rule).ok() })
}

/// Returns the kind and the text of a grammar, or `None` for a language of another kind.
fn grammar_of(name: &str) -> Option<(&str, &str)> {
    let (kind, text) = name.split_once(':')?;
    (matches!(kind, "pest" | "grammar") || notation(kind).is_some()).then_some((kind, text))
}

/// Returns the notation with a name.
pub(super) fn notation(name: &str) -> Option<Notation> {
    Some(match name {
        "abnf" => Notation::Abnf,
        "bnf" => Notation::Bnf,
        "rfc1630" => Notation::Rfc1630,
        "w3c" => Notation::W3c,
        "iso" => Notation::Iso14977,
        _ => return None,
    })
}

/// A printed grammar to read, alone or in a document that prints it.
pub(super) enum PrintedText<'t> {
    Grammar(GrammarText<'t>),
    Document(Extracted),
}

/// Detects a document, such as an RFC, and the notation. A given notation applies to a text that is only a grammar.
pub(super) fn open<'t>(
    text: GrammarText<'t>,
    notation: Option<Notation>,
) -> Result<(PrintedText<'t>, PrintedReader), String> {
    let kind = if notation.is_none() { DocumentKind::from_text(text.text) } else { None };
    let Some(kind) = kind else {
        let detected = || GrammarKind::from_file("", text.text).and_then(GrammarKind::notation);
        let notation = notation.or_else(detected).unwrap_or(Notation::Abnf);
        return Ok((PrintedText::Grammar(text), urispec_audit::reader(notation)));
    };
    let document = Extracted::read(kind, text).map_err(|error| error.to_string())?;
    if document.productions.is_empty() {
        return Err(format!("no production is found in this document, read as {kind}"));
    }
    let reader = urispec_audit::reader(document.notation);
    Ok((PrintedText::Document(document), reader))
}

/// Reads a printed grammar, or that of a document.
pub(super) fn printed(
    text: GrammarText<'_>,
    notation: Option<Notation>,
) -> Result<Printed, String> {
    let (text, reader) = open(text, notation)?;
    let printed = match &text {
        PrintedText::Grammar(text) => reader.read(*text),
        PrintedText::Document(document) => document.printed(&reader),
    };
    printed.map_err(|error| error.to_string())
}

/// Returns whether a pattern has the same strings when it is searched for as when it is matched whole, or `None` if it is
/// too large.
pub(super) fn is_anchored(pattern: &Pattern) -> Option<bool> {
    let language = |matching| Language::from_pattern(pattern, matching).ok();
    let found = relation(&language(Matching::Search)?, &language(Matching::Whole)?);
    Some(found.ok()?.relation == Relation::Equal)
}

fn is_unanchored(name: &str) -> bool {
    let pattern = PatternOptions::default()
        .pattern(name)
        .and_then(|(dialect, text)| Pattern::read(dialect, text).ok());
    pattern.as_ref().and_then(is_anchored) == Some(false)
}

fn lint(name: &str) -> Linted {
    let Some((kind, text)) = grammar_of(name) else {
        let pattern = PatternOptions::default().pattern(name);
        return pattern.map(|(dialect, text)| lint_pattern(dialect, text)).unwrap_or_default();
    };
    let text = GrammarText { file: kind, text };
    if kind == "pest" {
        return lint_pest_text(text, Deadline::NONE);
    }
    match open(text, notation(kind)) {
        Ok((PrintedText::Grammar(text), reader)) => lint_printed(&reader, text, Deadline::NONE),
        Ok((PrintedText::Document(document), reader)) => {
            lint_document(&document, &reader, Deadline::NONE)
        }
        Err(_) => Linted::default(),
    }
}

fn linted(record: Record, linted: &Linted) -> Record {
    let findings = linted.findings.iter().map(|one| {
        Record::new()
            .with("id", one.lint.id())
            .with("severity", one.severity().name())
            .with("rule", &one.rule)
            .with("line", one.line)
            .with("column", one.column)
            .with("message", &one.message)
            .with("witness", &one.witness)
    });
    let open = linted.undecided.iter().map(|one| &*one.question).collect::<Vec<_>>();
    record.with_all("findings", findings).with("undecided", open)
}
