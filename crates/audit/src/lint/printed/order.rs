//! What is lost where a printed grammar is read by a parser that takes the first alternative that matches.
//!
//! A grammar as printed has all strings of all alternatives, in no order. A PEG, and most parsers that are written by
//! hand, take the first that matches and repeat as often as they can. The productions are written as rules of pest, one for
//! one, and linted as those.

use std::collections::HashSet;

use super::{Finding, Lint, Linted, PrintedText};
use crate::export::pest::as_printed;
use crate::languages::partial::Languages;
use crate::lint::pest::PestLinter;
use crate::peg::Peg;

/// How many strings are told of a production.
const EACH: usize = 3;

pub(super) fn lint(text: &PrintedText<'_>, languages: &Languages, linted: &mut Linted) {
    let (rules, names) = as_printed(text.printed);
    let Ok(peg) = Peg::read("printed.pest", &rules) else { return };
    let peg = peg.with_deadline(text.printed.deadline.clone());
    // These are notes: who reads them waits.
    let linter = PestLinter::new(&peg).quick();
    let mut found: Vec<Finding> = Vec::new();
    for linted_rule in linter.rules() {
        found.extend(linted_rule.findings);
        let names = linted_rule.undecided.iter().filter_map(|rule| names.get(rule));
        for name in names.filter(|name| text.own().any(|one| one.name == **name)) {
            // Why a production has no strings that are known is said already.
            let is_known = languages.start(name).is_some_and(|start| start.is_ok());
            let is_told =
                |one: &Finding| one.lint == Lint::NeverMatches && one.rule.as_ref() == Some(name);
            if is_known && !linted.findings.iter().any(is_told) && !linted.undecided.contains(name)
            {
                linted.undecided.push(name.clone());
            }
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
                let name = &production.name;
                let message = format!(
                    "within `{name}`, {witness:?} is lost to a parser that takes the first alternative that matches and \
                     repeats as often as it can, as PEGs do"
                );
                let finding =
                    text.finding(production, text.line(production), Lint::OrderedChoice, message);
                linted.findings.push(Finding { witness: Some(witness.to_owned()), ..finding });
            }
        }
    }
}
