//! What is lost where a printed grammar is read by a parser that takes the first alternative that matches.
//!
//! A grammar as printed has all strings of all alternatives, in no order. A PEG, and most parsers that are written by
//! hand, take the first that matches and repeat as often as they can. The productions are written as rules of pest, one for
//! one, and linted as those. What is lost between the parts of a sequence shows in no part: in `("yy" / "y") "yy"` the first
//! alternative leaves too little of `yyy` to the rest. So each rule is also compared with its production.

use std::collections::{HashMap, HashSet};

use grammar_automata::build::difference;

use super::{Finding, Lint, Linted, PrintedText};
use crate::export::pest::as_printed;
use crate::languages::partial::Languages;
use crate::lint::finding::only_in;
use crate::lint::pest::PestLinter;
use crate::notation::{PrintedProduction, Term};
use crate::peg::Peg;

/// How many strings are told of a production.
const EACH: usize = 3;

pub(super) fn lint(text: &PrintedText<'_>, languages: &Languages, linted: &mut Linted) {
    let (rules, names) = as_printed(text.printed);
    // A production whose strings are no texts has no rule.
    let written: HashSet<&String> = names.values().collect();
    for production in text.own().filter(|one| !written.contains(&one.name) && may_lose(one)) {
        add_undecided(&production.name, languages, linted);
    }
    let Ok(peg) = Peg::read("printed.pest", &rules) else {
        text.own().for_each(|one| add_undecided(&one.name, languages, linted));
        return;
    };
    let peg = peg.with_deadline(text.printed.deadline.clone());
    // These are notes: who reads them waits.
    let linter = PestLinter::new(&peg).quick();
    let mut found: Vec<Finding> = Vec::new();
    for linted_rule in linter.rules() {
        found.extend(linted_rule.findings);
        let names = linted_rule.undecided.iter().filter_map(|rule| names.get(rule));
        for name in names.filter(|name| text.own().any(|one| one.name == **name)) {
            add_undecided(name, languages, linted);
        }
    }
    for production in text.own() {
        let mut told: HashSet<&str> = HashSet::new();
        for one in &found {
            let is_its =
                one.rule.as_ref().and_then(|rule| names.get(rule)) == Some(&production.name);
            let loses = matches!(
                one.lint,
                Lint::PrefixShadowed
                    | Lint::PartlyShadowed
                    | Lint::Greedy
                    | Lint::PartlyGreedy
                    | Lint::NeverMatches
            );
            let Some(witness) = one.witness.as_deref().filter(|_| is_its && loses) else {
                continue;
            };
            if told.len() < EACH && told.insert(witness) {
                linted.findings.push(lost(text, production, witness));
            }
        }
    }
    compare(text, languages, (&peg, &names), linted);
}

/// Compares productions with their rules, unless what a production calls has a finding already, which its callers would
/// only repeat.
fn compare(
    text: &PrintedText<'_>,
    languages: &Languages,
    (peg, names): (&Peg, &HashMap<String, String>),
    linted: &mut Linted,
) {
    let decided = peg.decide();
    let rules: Vec<&str> = peg.rules().collect();
    let production = |rule: &str| {
        let name = names.get(rule)?;
        text.own().find(|one| one.name == *name)
    };
    let mut all: Vec<(Vec<bool>, &str, &PrintedProduction)> = (rules.iter())
        .filter_map(|&rule| Some((peg.reached([rule].into_iter()), rule, production(rule)?)))
        .collect();
    // What a rule calls comes before it.
    all.sort_by_key(|(reached, ..)| reached.iter().filter(|is| **is).count());
    for (reached, rule, production) in all {
        let reached = rules.iter().zip(reached).filter(|(_, is)| *is);
        let called: HashSet<&String> = reached.filter_map(|(rule, _)| names.get(*rule)).collect();
        let is_told = |one: &Finding| {
            let rule = one.rule.as_ref().filter(|_| one.lint == Lint::OrderedChoice);
            rule.is_some_and(|rule| called.contains(rule))
        };
        let Some(Ok(printed)) = languages.start(&production.name) else { continue };
        let is_undecided = linted.undecided.iter().any(|one| called.contains(one));
        if is_undecided || linted.findings.iter().any(is_told) {
            continue;
        }
        let Some(start) = decided.start(rule) else {
            add_undecided(&production.name, languages, linted);
            continue;
        };
        let (printed, start) = ((languages.dfa(), printed), (&decided.dfa, start));
        match (difference(printed, start).only_left, only_in(printed, start)) {
            (None, _) => {}
            (_, Some(witness)) => linted.findings.push(lost(text, production, &witness)),
            // What is lost is no text.
            (Some(_), None) => add_undecided(&production.name, languages, linted),
        }
    }
}

/// A production of which a parser loses a string.
fn lost(text: &PrintedText<'_>, production: &PrintedProduction, witness: &str) -> Finding {
    let name = &production.name;
    let message = format!(
        "within `{name}`, {witness:?} is lost to a parser that takes the first alternative that matches and repeats as \
         often as it can, as PEGs do"
    );
    let finding = text.finding(production, text.line(production), Lint::OrderedChoice, message);
    Finding { witness: Some(witness.to_owned()), ..finding }
}

/// Adds that it is not decided what a parser loses of a production, unless more is said of it already: why it has no strings
/// that are known, or that it has none.
fn add_undecided(name: &str, languages: &Languages, linted: &mut Linted) {
    let is_known = languages.start(name).is_some_and(|start| start.is_ok());
    let is_empty =
        |one: &Finding| one.lint == Lint::NeverMatches && one.rule.as_deref() == Some(name);
    let is_told = linted.undecided.iter().any(|one| one == name);
    if is_known && !is_told && !linted.findings.iter().any(is_empty) {
        linted.undecided.push(name.to_owned());
    }
}

/// Whether a production has something of which a parser takes the first that matches, or repeats what it can.
fn may_lose(production: &PrintedProduction) -> bool {
    let mut terms = production.term.iter().flat_map(Term::all);
    terms.any(|term| matches!(term, Term::Choice(_) | Term::Repeat { .. } | Term::Name(_)))
}
