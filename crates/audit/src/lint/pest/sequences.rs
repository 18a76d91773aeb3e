//! Terms of a sequence that leave nothing to those behind them, and lookaheads that decide nothing.
//!
//! A repetition takes as often as it can and gives nothing back: `"a"* ~ "a"` reads nothing, and `"a"? ~ ("ab" | "c")` does
//! not read `ab`. What is lost shows where the repetition begins: had it given back all but some of its rounds, the same
//! string, from where those end, would be lost at the first of the others.

use pest_meta::ast::Expr;

use super::{Draft, Lint, Mend, PARTS, PestSource, RuleQuestions};
use crate::peg::{Answer, Formula, Step};

/// The greatest bound of a repetition that is asked about, since pest writes it out.
const TIMES: u32 = 20;

/// Puts the questions about a sequence.
pub(super) fn ask(asked: &mut RuleQuestions<'_, '_>, parts: &[usize]) {
    if parts.len() > PARTS {
        asked.is_partial = true;
        return;
    }
    let source = asked.source;
    let exprs: Option<Vec<Expr>> = parts.iter().map(|&part| source.spanned.expr(part)).collect();
    let Some(exprs) = exprs.filter(|all| all.iter().all(|one| asked.questions.knows(one))) else {
        asked.is_partial = true;
        return;
    };
    // For each term, whether it succeeds with all that follow, and whether it does alone.
    let mut succeeds = Vec::new();
    for at in 0..parts.len() {
        let rest = sequence(exprs[at..].to_vec());
        let [rest, alone] = [rest, Some(exprs[at].clone())].map(|expr| asked.asked(expr));
        let (Some(rest), Some(alone)) = (rest, alone) else { return };
        let term = Term {
            node: parts[at],
            with_rest: asked.ask(Formula::Succeeds(rest)),
            alone: asked.ask(Formula::Succeeds(alone)),
            reads: asked.ask(Formula::Reads(alone)),
        };
        if let Some(after) = sequence(exprs[at + 1..].to_vec()) {
            greedy(asked, parts, at, &after, rest);
            idle(asked, parts, at, &exprs[at], after);
        }
        succeeds.push(term);
    }
    asked.conclude(move |answers| never(source, &succeeds, answers));
}

/// A term of a sequence, and questions about it.
struct Term {
    node: usize,
    with_rest: usize,
    alone: usize,
    reads: usize,
}

/// The last term that never succeeds with what follows, where both do alone.
fn never(source: &PestSource<'_>, terms: &[Term], answers: &[Answer]) -> Option<Draft> {
    let is_never = |term: &Term| answers[term.with_rest] == Answer::Never;
    let at = terms.iter().rposition(is_never)?;
    let (term, rest) = (&terms[at], terms.get(at + 1)?);
    answers[term.alone].text()?;
    let next = answers[rest.with_rest].text()?;
    let end = source.outer(terms.last()?.node).1;
    let span = source.span(term.node);
    let shown = source.shown(source.span(term.node));
    let follows = source.shown((source.outer(rest.node).0, end));
    let (lint, message, witness) = match &source.spanned.nodes[term.node].step {
        Step::Not(_) | Step::And(_) => (
            Lint::Contradiction,
            format!(
                "`{shown}` is true of nothing that `{follows}` reads, as {next:?}: the two never succeed together"
            ),
            next.to_owned(),
        ),
        Step::Repeat(..) => (
            Lint::Greedy,
            format!(
                "`{shown}` takes what `{follows}` needs, as {next:?}, and gives nothing back: the two never succeed together"
            ),
            next.to_owned(),
        ),
        _ => {
            let witness = [answers[term.reads].text().unwrap_or_default(), next].concat();
            let message = format!(
                "`{shown}` and `{follows}` never succeed one after the other: the first leaves nothing of {witness:?} to the second"
            );
            (Lint::NeverMatches, message, witness)
        }
    };
    Some(
        Draft::new(lint, span, message)
            .within((source.outer(term.node).0, end))
            .shown_by(Some(witness)),
    )
}

/// Asks whether a repetition takes what it could leave to the rest.
fn greedy(
    asked: &mut RuleQuestions<'_, '_>,
    parts: &[usize],
    at: usize,
    after: &Expr,
    with_rest: usize,
) {
    let source = asked.source;
    let Step::Repeat(inner, min, max) = source.spanned.nodes[parts[at]].step else { return };
    if max == Some(min) || min > TIMES {
        return;
    }
    let Some(inner) = source.spanned.expr(inner) else { return };
    let least = (min > 0).then(|| Expr::RepExact(Box::new(inner), min));
    let least = sequence(least.into_iter().chain([after.clone()]).collect());
    let Some(least) = asked.asked(least) else { return };
    let lost = asked.ask(Formula::Reads(least).and(Formula::Succeeds(with_rest).not()));
    let can = asked.ask(Formula::Succeeds(with_rest));
    let (span, end) = (source.span(parts[at]), source.outer(parts[parts.len() - 1]).1);
    let after = (source.outer(parts[at + 1]).0, end);
    asked.conclude(move |answers| {
        let lost = answers[lost].text().filter(|_| answers[can].text().is_some())?;
        let [shown, follows] = [span, after].map(|span| source.shown(span));
        let message = format!(
            "{lost:?} is lost: `{shown}` takes what `{follows}` needs of it, and gives nothing back"
        );
        let draft = Draft::new(Lint::PartlyGreedy, span, message).within((span.0, end));
        Some(draft.shown_by(Some(lost.to_owned())))
    });
}

/// Asks whether what follows a lookahead implies it.
fn idle(asked: &mut RuleQuestions<'_, '_>, parts: &[usize], at: usize, expr: &Expr, after: Expr) {
    let (inner, is_not) = match expr {
        Expr::NegPred(inner) => (inner, true),
        Expr::PosPred(inner) => (inner, false),
        _ => return,
    };
    // The lookahead looks at the blanks before what follows.
    let after = sequence(vec![Expr::Str(String::new()), after]);
    let [inner, after] = [Some((**inner).clone()), after].map(|expr| asked.asked(expr));
    let (Some(inner), Some(after)) = (inner, after) else { return };
    let stops = Formula::Succeeds(inner);
    let stops = if is_not { stops } else { stops.not() };
    let decides = asked.ask(stops.and(Formula::Succeeds(after)));
    let can = asked.ask(Formula::Succeeds(after));
    let source = asked.source;
    let (span, next) = (source.outer(parts[at]), source.outer(parts[at + 1]));
    let end = source.outer(parts[parts.len() - 1]).1;
    let has_blanks = source.peg.blank(asked.instance).is_some();
    asked.conclude(move |answers| {
        if answers[decides] != Answer::Never {
            return None;
        }
        answers[can].text()?;
        let [shown, follows] = [span, (next.0, end)].map(|span| source.shown(span));
        let message = format!("`{shown}` decides nothing: where `{follows}` succeeds, it does too");
        let draft = Draft::new(Lint::IdlePredicate, span, message).within((span.0, end));
        // Without the lookahead there are no blanks before what follows.
        let mend = (!has_blanks).then(|| Mend { span: span.0..next.0, text: String::new() });
        Some(Draft { mend, ..draft })
    });
}

/// Expressions one after the other.
fn sequence(parts: Vec<Expr>) -> Option<Expr> {
    parts.into_iter().rev().reduce(|rest, one| Expr::Seq(Box::new(one), Box::new(rest)))
}
