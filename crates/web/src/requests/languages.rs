//! `relation`: how two languages of any kinds are related; and the strings and the findings of one alone.
//! `causes`: the productions in which the difference of two grammars begins.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use urispec_audit::documents::{DocumentKind, Extracted};
use urispec_audit::lint::{Linted, lint_document, lint_pattern, lint_pest_text, lint_printed};
use urispec_audit::{
    AnyGrammar, ComparedProductions, Deadline, GrammarKind, GrammarText, Language, Matching,
    Notation, Pattern, Printed, PrintedReader, Relation, TreeFinder, compare_grammars, relation,
};
use urispec_views::Record;
use urispec_views::audit::tree;
use urispec_views::language::{HINT, PatternOptions, related};

use super::grammars::{PEST, PRINTED};
use super::{Answer, named};

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
    let Some(grammar) = grammar(name)? else {
        let found = PatternOptions::default().language(name)?;
        let language = found.ok_or_else(|| format!("this names no language; {HINT}"))?;
        return Ok(Side { language, trees: None });
    };
    let rule = chosen(&grammar, rule)?;
    let language = Language::from_production(&grammar, rule).map_err(|error| error.to_string())?;
    Ok(Side { language, trees: grammar.trees(rule).ok() })
}

/// Reads the grammar of a name. Returns `None` for a language of another kind.
pub(super) fn grammar(name: &str) -> Result<Option<AnyGrammar>, String> {
    let Some((kind, text)) = grammar_of(name) else { return Ok(None) };
    let grammar = if kind == "pest" {
        AnyGrammar::read_pest(text).map_err(|error| error.to_string())?
    } else {
        AnyGrammar::printed(printed(text, notation(kind))?)
    };
    Ok(Some(grammar))
}

/// Returns the name of a production of a grammar. The default is the first.
pub(super) fn chosen<'g>(grammar: &'g AnyGrammar, rule: Option<&str>) -> Result<&'g str, String> {
    match rule {
        None => grammar.names().next().ok_or_else(|| "the grammar has no production".to_owned()),
        Some(rule) => grammar
            .production(rule)
            .map(|production| &*production.name)
            .ok_or_else(|| format!("the grammar has no production `{rule}`")),
    }
}

/// Returns the kind and the text of a grammar, or `None` for a language of another kind.
fn grammar_of(name: &str) -> Option<(&str, GrammarText<'_>)> {
    let (kind, text) = name.split_once(':')?;
    let is_grammar = matches!(kind, "pest" | "grammar") || notation(kind).is_some();
    let file = if kind == "pest" { PEST } else { PRINTED };
    is_grammar.then_some((kind, GrammarText { file, text }))
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

// `causes`: the productions in which the difference of two grammars begins.

#[derive(Deserialize)]
pub(crate) struct CausesRequest {
    /// Two grammars, or productions of editions, as in `relation`.
    left: String,
    right: String,
    left_rule: Option<String>,
}

pub(crate) fn answer_causes(request: &CausesRequest) -> Answer {
    let CausesRequest { left, right, left_rule } = request;
    let record = Record::line().with("left", left).with("right", right);
    let (Some((one, rule)), Some((other, _))) =
        (side(left, left_rule.as_deref())?, side(right, None)?)
    else {
        return Ok(record);
    };
    let found = compare_grammars(&one, &other);
    let pairs: HashMap<&str, &ComparedProductions> =
        found.pairs.iter().map(|pair| (&*pair.left, pair)).collect();
    let is_own = [left, right].map(|name| grammar_of(name).is_some());
    let (mut reached, mut seen) = (vec![&*rule], HashSet::from([&*rule]));
    let mut causes = Vec::new();
    let mut at = 0;
    while let Some(&name) = reached.get(at) {
        at += 1;
        let Some(production) = one.production(name) else { continue };
        for name in &production.uses {
            if seen.insert(name) {
                reached.push(name);
            }
        }
        let mut used = production.uses.iter().filter_map(|name| pairs.get(&**name));
        let Some(pair) = pairs.get(name).filter(|pair| is_different(pair)) else { continue };
        if let Ok(compared) = &pair.found
            && used.all(|used| used.left == pair.left || !is_different(used))
        {
            let line = |is_own: bool, grammar: &AnyGrammar, name: &str| {
                grammar.production(name).filter(|_| is_own).map(|production| production.line)
            };
            let cause = Record::new()
                .with("left_rule", &pair.left)
                .with("right_rule", &pair.right)
                .with("left_line", line(is_own[0], &one, &pair.left))
                .with("right_line", line(is_own[1], &other, &pair.right));
            causes.push(related(cause, compared));
        }
    }
    let compared = reached.iter().filter(|name| pairs.contains_key(*name)).count();
    Ok(record.with("rule", &rule).with("compared", compared).with_all("causes", causes.into_iter()))
}

/// Returns whether a pair is known to differ, or not known to be equal.
fn is_different(pair: &ComparedProductions) -> bool {
    match &pair.found {
        Ok(found) => found.relation != Relation::Equal,
        Err(_) => !pair.is_untouched,
    }
}

/// Returns a grammar and its chosen production: the user's grammar, or a grammar of an edition. Returns `None` for a language
/// of another kind.
fn side(name: &str, rule: Option<&str>) -> Result<Option<(AnyGrammar, String)>, String> {
    if let Some(grammar) = grammar(name)? {
        let rule = chosen(&grammar, rule)?.to_owned();
        return Ok(Some((grammar, rule)));
    }
    let Some((edition, rule)) = name.split_once(':') else { return Ok(None) };
    let Ok(edition) = named::edition(&edition.to_ascii_lowercase()) else { return Ok(None) };
    let (grammar, production) = named::grammar(edition, rule)?;
    Ok(Some((grammar, production.rule().to_owned())))
}
