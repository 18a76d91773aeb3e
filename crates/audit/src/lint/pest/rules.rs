//! Rules that pest refuses, that nothing uses, that take long, or that look like tokens.

use std::collections::HashSet;

use grammar_automata::engine::graph;
use grammar_peg::engine::{Formula, SpannedRules, Step, reads_character, slow_rules};
use grammar_peg::{Atomicity, PegError, PegFault};
use pest_meta::ast::Expr;

use super::{Finding, Lint, PestLinter, RuleQuestions};

// Rules that pest refuses, and rules that no other calls.

/// What pest refuses the file for.
pub(super) fn refused<'s>(source: &'s PestLinter<'_>) -> impl Iterator<Item = Finding> + 's {
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
pub(super) fn unreached<'s>(source: &'s PestLinter<'_>) -> impl Iterator<Item = Finding> + 's {
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
    let called: HashSet<usize> = uses.iter().flatten().copied().collect();
    // What only such a rule calls is said of the rule.
    let left = all.filter(move |&rule| has_begin && !reached[rule] && !called.contains(&rule));
    left.map(|rule| {
        let rule = &spanned.rules[rule];
        let span = (rule.from, rule.from + rule.name.len());
        let message = format!(
            "no rule calls `{}`, and it does not read to the end of the input as others do",
            rule.name
        );
        let finding = source.finding(Lint::Unreached, span, message);
        Finding { rule: Some(rule.name.clone()), ..finding }
    })
}

// Blanks within what looks like a token, and rules with two languages. In a file with `WHITESPACE` or `COMMENT`,
// `number = { ASCII_DIGIT+ }` reads `1 2`: pest skips blanks between the repetitions of a rule that is not atomic. What
// looks like a token is a repetition of single characters, or two of them one after the other.

/// Asks whether blanks may stand between the characters of a repetition.
pub(super) fn repeated(asked: &mut RuleQuestions<'_, '_>, node: usize, is_lookahead: bool) {
    let source = asked.source;
    let Step::Repeat(inner, _, max) = source.spanned.nodes[node].step else { return };
    if max != Some(1) && is_class(source.spanned, inner) {
        let (span, expr) = (source.span(node), source.spanned.expr(node));
        token(asked, expr, [inner, inner], span, is_lookahead);
    }
}

/// Asks whether blanks may stand between two characters, one after the other.
pub(super) fn adjacent(asked: &mut RuleQuestions<'_, '_>, parts: &[usize], is_lookahead: bool) {
    let source = asked.source;
    let are_classes = |two: &&[usize]| two.iter().all(|&one| is_class(source.spanned, one));
    let Some(&[first, next]) = parts.windows(2).find(are_classes) else { return };
    let both = source.spanned.expr(first).zip(source.spanned.expr(next));
    let both = both.map(|(first, next)| Expr::Seq(Box::new(first), Box::new(next)));
    let span = (source.outer(first).0, source.outer(next).1);
    token(asked, both, [first, next], span, is_lookahead);
}

/// Asks whether an expression reads two characters with a blank between them, and does so for the blank alone.
fn token(
    asked: &mut RuleQuestions<'_, '_>,
    expr: Option<Expr>,
    characters: [usize; 2],
    span: (usize, usize),
    is_lookahead: bool,
) {
    let source = asked.source;
    let Some((name, atomic)) = source.peg.blank(asked.instance).filter(|_| !is_lookahead) else {
        return;
    };
    let [first, next] = characters.map(|one| source.spanned.expr(one));
    let (Some(first), Some(next)) = (first, next) else { return };
    let rest = Expr::Seq(Box::new(Expr::Ident(name.to_owned())), Box::new(next));
    let spaced = Expr::Seq(Box::new(first), Box::new(rest));
    let reads = asked.asked(expr.clone());
    let (alone, spaced) = (asked.asked_in(atomic, expr), asked.asked_in(atomic, Some(spaced)));
    let (Some(reads), Some(alone), Some(spaced)) = (reads, alone, spaced) else { return };
    let all = [Formula::Reads(reads), Formula::Reads(spaced), Formula::Reads(alone).negated()];
    let found = asked.ask(Formula::All(all.into()));
    asked.conclude(move |answers| {
        let text = answers[found].text()?;
        let shown = source.shown(span);
        let message = format!(
            "`{shown}` reads {text:?}: `{name}` may stand between its characters; if it is a token, make the rule atomic, `@{{ … }}`"
        );
        Some(source.finding(Lint::BlankInToken, span, message).shown_by(text.to_owned()))
    });
}

/// Of the tokens of a rule in which blanks may stand, keeps the first.
pub(super) fn keep_first(found: &mut Vec<(Finding, usize)>) {
    let tokens = found.iter().filter(|(draft, _)| draft.lint == Lint::BlankInToken);
    let place = |one: &Finding| (one.span.start, one.span.end);
    let first = tokens.map(|(draft, _)| place(draft)).min();
    found.retain(|(draft, _)| draft.lint != Lint::BlankInToken || Some(place(draft)) == first);
}

/// Whether an expression reads one of several characters and nothing else.
fn is_class(spanned: &SpannedRules, node: usize) -> bool {
    let (mut open, mut seen) = (vec![node], HashSet::new());
    let mut is_several = false;
    while let Some(node) = open.pop() {
        match &spanned.nodes[node].step {
            Step::Range(first, last) => is_several |= first < last,
            Step::Literal(text) | Step::Insensitive(text) if text.chars().count() == 1 => {}
            Step::Choice(parts) => {
                is_several = true;
                open.extend(parts);
            }
            Step::Name(name) => match spanned.numbers.get(name) {
                Some(&rule) if seen.insert(rule) => open.push(spanned.rules[rule].body),
                Some(_) => {}
                None if reads_character(name) => is_several = true,
                None => return false,
            },
            _ => return false,
        }
    }
    is_several
}

/// Asks whether a rule reads other strings within an atomic rule.
pub(super) fn two_languages(asked: &mut RuleQuestions<'_, '_>, rule: usize) {
    let source: &PestLinter<'_> = asked.source;
    let rule = &source.spanned.rules[rule];
    let both = [Atomicity::NonAtomic, Atomicity::Atomic];
    if source.peg.atomicities(&rule.name) != both {
        return;
    }
    let body = source.spanned.expr(rule.body);
    let instances = source.peg.instances_run(&rule.name);
    // The question is put once.
    let (&[begun, twin], Some(_)) = (&instances[..], &body) else { return };
    if asked.instance != begun {
        return;
    }
    let [begun, twin] = [begun, twin].map(|instance| asked.asked_in(instance, body.clone()));
    let (Some(begun), Some(twin)) = (begun, twin) else { return };
    let [begun, twin] = [begun, twin].map(Formula::Reads);
    let only_begun = asked.ask(begun.clone().and(twin.clone().negated()));
    let only_twin = asked.ask(twin.and(begun.negated()));
    let span = source.span(rule.body);
    let name = &rule.name;
    asked.conclude(move |answers| {
        let [begun, twin] = [only_begun, only_twin].map(|one| answers[one].text());
        let (text, reads) = match (begun, twin) {
            (Some(text), _) => (text, "only where no atomic rule calls it"),
            (None, text) => (text?, "only where an atomic rule calls it"),
        };
        let message = format!("`{name}` reads {text:?} {reads}, and both do happen");
        Some(source.finding(Lint::TwoLanguages, span, message).shown_by(text.to_owned()))
    });
}

// Rules for which pest takes long.

/// The rules for which a string was found that takes long.
pub(super) fn slow(source: &PestLinter<'_>) -> Vec<Finding> {
    let found = slow_rules(source.peg, source.is_quick).into_iter().filter_map(|slow| {
        let rule = &source.spanned.rules[*source.spanned.numbers.get(&slow.rule)?];
        let span = rule.from..rule.from + rule.name.len();
        let finding = Finding::slow(source.text, span, (slow.degree, slow.attack), "pest");
        Some(Finding { rule: Some(slow.rule), ..finding })
    });
    found.collect()
}
