//! What is lost where a printed grammar is read by a parser that takes the first alternative that matches.
//!
//! A grammar as printed has all strings of all alternatives, in no order. A PEG, and most parsers that are written by
//! hand, take the first that matches and repeat as often as they can. The productions are written as rules of pest, one for
//! one, and linted as those.

use std::collections::HashSet;

use super::{Finding, Lint, Linted, PrintedText};
use crate::export::pest::as_printed;
use crate::lint::pest::PestLinter;
use crate::peg::Peg;

/// How many strings are told of a production.
const EACH: usize = 3;

pub(super) fn lint(text: &PrintedText<'_>, linted: &mut Linted) {
    let (rules, names) = as_printed(text.printed);
    let Ok(peg) = Peg::read("printed.pest", &rules) else { return };
    let peg = peg.with_deadline(text.printed.deadline);
    // These are notes: who reads them waits.
    let linter = PestLinter::new(&peg).quick();
    let found: Vec<Finding> = peg.rules().flat_map(|rule| linter.rule(rule).findings).collect();
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
