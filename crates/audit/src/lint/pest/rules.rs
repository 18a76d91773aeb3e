//! Rules that pest refuses, and rules that no other calls.

use super::{Finding, Lint, PestSource};
use crate::basics::graph;
use crate::peg::{PegError, PegFault};

/// What pest refuses the file for.
pub(super) fn refused<'s>(source: &'s PestSource<'_>) -> impl Iterator<Item = Finding> + 's {
    // pest panics at these.
    let panics = source.spanned.rules.iter().filter_map(|rule| source.peg.own_fault(&rule.name));
    let panics =
        panics.filter(|error| matches!(error.fault, PegFault::Escape(_) | PegFault::Bound(_)));
    let refused = source.peg.refused_by_pest();
    let panics = panics.filter(|error| refused.iter().all(|one| one.rule != error.rule));
    refused.iter().cloned().chain(panics).map(|error| {
        let PegError { line, column, rule, fault, .. } = &error;
        let begin = source.text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
        let line_text = source.text[begin..].lines().next().unwrap_or_default();
        let column = column.unwrap_or(1);
        let before = line_text.chars().take(column - 1).map(char::len_utf8).sum::<usize>();
        let span = begin + before..begin + line_text.len();
        let finding = Finding::at(source.text, span, Lint::Refused, fault.to_string());
        Finding { rule: rule.clone(), line: *line, column, ..finding }
    })
}

/// The rules that nothing reaches from those that read all of the input, if there are any.
pub(super) fn unreached<'s>(source: &'s PestSource<'_>) -> impl Iterator<Item = Finding> + 's {
    let spanned = &source.spanned;
    let uses: Vec<Vec<usize>> = (spanned.rules.iter())
        .map(|rule| {
            source
                .peg
                .uses(&rule.name)
                .filter_map(|name| spanned.numbers.get(name).copied())
                .collect()
        })
        .collect();
    let reads_all =
        |rule: &usize| source.peg.uses(&spanned.rules[*rule].name).any(|name| name == "EOI");
    let is_run = |rule: &usize| ["WHITESPACE", "COMMENT"].contains(&&*spanned.rules[*rule].name);
    let all = 0..spanned.rules.len();
    let has_begin = all.clone().any(|rule| reads_all(&rule));
    let begins = all.clone().filter(|rule| reads_all(rule) || is_run(rule));
    let reached = graph::reached(&uses, begins);
    let called: Vec<bool> = {
        let mut called = vec![false; spanned.rules.len()];
        uses.iter().flatten().for_each(|&rule| called[rule] = true);
        called
    };
    // What only such a rule calls is said of the rule.
    let left = all.filter(move |&rule| has_begin && !reached[rule] && !called[rule]);
    left.map(|rule| {
        let rule = &spanned.rules[rule];
        let span = (rule.from, rule.from + rule.name.len());
        let message = format!(
            "no rule calls `{}`, and it does not read to the end of the input as others do",
            rule.name
        );
        source.placed(Some(&rule.name), super::Draft::new(Lint::Unreached, span, message))
    })
}
