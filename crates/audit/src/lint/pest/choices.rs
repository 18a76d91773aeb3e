//! Alternatives that are never matched or lose strings, and terms that leave nothing for the next term.

use grammar_peg::engine::{Formula, Queries, QueryExpr, QueryResult, Step};
use pest_meta::ast::Expr;

use super::{Finding, Lint, Mend, OfAlternative, PARTS, PestLinter, RuleQuestions};

// Alternatives that are never matched, that lose strings, or that share strings.
//
// PEG commits to the first alternative that succeeds, so that the third alternative is matched only on inputs on which
// the first two fail. If there is no such input, the third alternative is never matched. Each of its strings is then
// matched by an earlier alternative (*shadowed*), or has a prefix that an earlier one matches (*prefix-shadowed*), and
// is lost.

pub(super) fn ask_choice(
    asked: &mut RuleQuestions<'_, '_>,
    node: usize,
    parts: &[usize],
    is_lookahead: bool,
) {
    if parts.len() > PARTS {
        asked.is_partial = true;
        return;
    }
    let Some(choice) = asked.expr(node) else { return };
    let mut before: Vec<QueryExpr> = Vec::new();
    for (at, &part) in parts.iter().enumerate() {
        let Some(this) = asked.expr(part) else { return };
        if at > 0 {
            alternative(asked, (node, at), choice, &before, this, is_lookahead);
        }
        before.push(this);
    }
}

fn alternative(
    asked: &mut RuleQuestions<'_, '_>,
    (node, at): (usize, usize),
    choice: QueryExpr,
    before: &[QueryExpr],
    this: QueryExpr,
    is_lookahead: bool,
) {
    let (succeeds, reads) = (Formula::Succeeds(this), Formula::Reads(this));
    let none_before = before.iter().map(|&one| Formula::Succeeds(one).negated());
    let others = Formula::Any(before.iter().map(|&one| Formula::Reads(one)).collect());
    let can = asked.ask(succeeds.clone());
    // This alternative succeeds, and no earlier one does.
    let taken = asked.ask(Formula::All(none_before.chain([succeeds]).collect()));
    let member = asked.ask(reads.clone());
    // This alternative matches the whole input, and no earlier one does; or the choice does not; or an earlier one does
    // too.
    let unread = asked.ask(reads.clone().and(others.clone().negated()));
    let lost = asked.ask(reads.clone().and(Formula::Reads(choice).negated()));
    let shared = asked.ask(reads.and(others));
    let source = asked.source;
    asked.conclusions.push(Box::new(move |answers: &[QueryResult]| {
        let text = |question: usize| answers[question].text().map(str::to_owned);
        text(can)?;
        let span = source.span(parts(source, node)[at]);
        let draft = |lint, witness: String, is_read| {
            let (from, to) = source.span(node);
            let finding = source.finding(lint, span, String::new()).shown_by(witness);
            Some((Finding { within: from..to, ..finding }, Some((node, at, is_read))))
        };
        if answers[taken] == QueryResult::Never {
            return match &answers[unread] {
                // A lookahead consumes nothing, so that nothing is lost.
                QueryResult::Text(lost) if !is_lookahead => {
                    draft(Lint::PrefixShadowed, lost.clone(), false)
                }
                unread => {
                    let witness = text(member).or_else(|| text(can))?;
                    draft(Lint::Shadowed, witness, *unread == QueryResult::Never)
                }
            };
        }
        if is_lookahead {
            return None;
        }
        let lost = text(lost).and_then(|lost| draft(Lint::PartlyShadowed, lost, false));
        lost.or_else(|| draft(Lint::Ambiguous, text(shared)?, false))
    }));
}

/// Completes the finding about an alternative. Adds a suggested change, and a message that names the earlier
/// alternative that succeeds on the witness.
pub(super) fn completed(
    source: &PestLinter<'_>,
    instance: usize,
    draft: Finding,
    (node, at, is_read): OfAlternative,
) -> Finding {
    let Some(witness) = &draft.witness else { return draft };
    let parts = parts(source, node);
    let mut questions = Queries::new(&source.context);
    let text = questions.expr(instance, Expr::Str(witness.clone()));
    for &part in &parts[..at] {
        let Some(expr) = source.spanned.expr(part) else { return draft };
        let expr = questions.expr(instance, expr);
        // The input is exactly the witness, since other alternatives may match longer inputs.
        questions.ask(Formula::Succeeds(expr).and(Formula::Reads(text)));
    }
    let takes = questions.answers().iter().position(|answer| answer.text().is_some());
    let taker = takes
        .map_or("another".to_owned(), |one| format!("`{}`", source.shown(source.span(parts[one]))));
    let message = match draft.lint {
        Lint::Shadowed if is_read => format!(
            "never taken: each string of this alternative is read by an earlier one; {taker} reads {witness:?}"
        ),
        Lint::Shadowed => format!(
            "never taken: wherever this alternative succeeds, an earlier alternative does; for example, {taker} succeeds on {witness:?}"
        ),
        Lint::PrefixShadowed => format!(
            "never taken: for each string of this alternative, an earlier one matches a prefix; {taker} matches only a part of {witness:?}"
        ),
        Lint::PartlyShadowed => format!(
            "{witness:?} is lost: {taker}, which precedes this alternative, matches only a prefix of it"
        ),
        _ => format!(
            "{witness:?} is also matched by {taker}, which precedes this alternative and appears in the tree"
        ),
    };
    let mend = match draft.lint {
        Lint::Shadowed => removed(source, parts, at),
        Lint::PrefixShadowed => {
            takes.and_then(|before| moved(source, instance, (node, parts), at, before))
        }
        _ => None,
    };
    Finding { message, mend, ..draft }
}

/// Returns the suggested change that removes an alternative.
fn removed(source: &PestLinter<'_>, parts: &[usize], at: usize) -> Option<Mend> {
    let (from, to) = (source.outer(parts[at - 1]).1, source.outer(parts[at]).1);
    Some(Mend { span: from..to, text: String::new() })
}

/// Returns the change that moves an alternative before an earlier one, unless the rule would lose a string by it. This
/// happens if the expression after the choice needs text that the moved alternative consumes.
fn moved(
    source: &PestLinter<'_>,
    instance: usize,
    (node, parts): (usize, &[usize]),
    at: usize,
    before: usize,
) -> Option<Mend> {
    let mut order = parts.to_vec();
    order[before..=at].rotate_right(1);
    let exprs: Option<Vec<Expr>> = order.iter().map(|&part| source.spanned.expr(part)).collect();
    let join = |rest, one| Expr::Choice(Box::new(one), Box::new(rest));
    let choice = exprs?.into_iter().rev().reduce(join)?;
    let body = source.spanned.rules[source.spanned.nodes[node].rule].body;
    let rule = [None, Some((node, &choice))].map(|other| source.spanned.expr_with(body, other));
    let [Some(now), Some(then)] = rule else { return None };
    let mut questions = Queries::new(&source.context);
    let [now, then] = [now, then].map(|expr| questions.expr(instance, expr));
    questions.ask(Formula::Reads(now).and(Formula::Reads(then).negated()));
    (questions.answers() == [QueryResult::Never]).then(|| {
        let (from, to) = (source.outer(parts[before]).0, source.outer(parts[at]).1);
        let text = &source.text[from..source.outer(parts[at - 1]).1];
        let (first, last) = source.outer(parts[at]);
        Mend { span: from..to, text: format!("{} | {text}", &source.text[first..last]) }
    })
}

fn parts<'s>(source: &'s PestLinter<'_>, node: usize) -> &'s [usize] {
    match &source.spanned.nodes[node].step {
        Step::Choice(parts) => parts,
        _ => &[],
    }
}

// Terms of a sequence that leave nothing for the terms after them, and lookaheads without effect.
//
// A repetition matches as often as it can and does not backtrack: `"a"* ~ "a"` matches nothing, and `"a"? ~ ("ab" |
// "c")` does not match `ab`. It suffices to look for a lost string at the beginning of the repetition: if the string is
// matched with fewer iterations, then the text after these iterations is such a string at the beginning of the next
// iteration.

/// The maximum number of required iterations of an examined repetition. pest expands each required iteration.
const TIMES: u32 = 20;

pub(super) fn ask_sequence(asked: &mut RuleQuestions<'_, '_>, parts: &[usize]) {
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
    // For each term, whether it succeeds together with all following terms, and whether it succeeds alone.
    let mut succeeds = Vec::new();
    for at in 0..parts.len() {
        let rest = sequence(exprs[at..].to_vec());
        let [rest, alone] = [rest, Some(exprs[at].clone())].map(|expr| asked.asked(expr));
        let (Some(rest), Some(alone)) = (rest, alone) else { return };
        let term = SequenceTerm {
            node: parts[at],
            with_rest: asked.ask(Formula::Succeeds(rest)),
            alone: asked.ask(Formula::Succeeds(alone)),
            reads: asked.ask(Formula::Reads(alone)),
        };
        if let Some(after) = sequence(exprs[at + 1..].to_vec()) {
            greedy(asked, parts, at, &after, rest);
            keyword(asked, parts, at, &exprs[at], &after);
            idle(asked, parts, at, &exprs[at], after);
        }
        succeeds.push(term);
    }
    asked.conclude(move |answers| never(source, &succeeds, answers));
}

/// A term of a sequence, and the indices of the queries about it.
struct SequenceTerm {
    node: usize,
    with_rest: usize,
    alone: usize,
    reads: usize,
}

/// Returns a finding about the last term that never succeeds together with the terms after it. Returns `None` unless
/// the term and the terms after it each succeed on their own.
fn never(
    source: &PestLinter<'_>,
    terms: &[SequenceTerm],
    answers: &[QueryResult],
) -> Option<Finding> {
    let is_never = |term: &SequenceTerm| answers[term.with_rest] == QueryResult::Never;
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
                "`{shown}` fails on everything that `{follows}` matches, such as {next:?}: the two never succeed together"
            ),
            next.to_owned(),
        ),
        Step::Repeat(..) => (
            Lint::Greedy,
            format!(
                "`{shown}` consumes what `{follows}` needs, such as {next:?}, and does not backtrack: the two never succeed together"
            ),
            next.to_owned(),
        ),
        _ => {
            let witness = [answers[term.reads].text().unwrap_or_default(), next].concat();
            let message = format!(
                "`{shown}` followed by `{follows}` never succeeds: on {witness:?}, `{shown}` leaves nothing for `{follows}`"
            );
            (Lint::NeverMatches, message, witness)
        }
    };
    let within = source.outer(term.node).0..end;
    Some(Finding { within, ..source.finding(lint, span, message).shown_by(witness) })
}

/// Asks whether a repetition consumes text that it could leave for the expressions after it.
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
    let lost = asked.ask(Formula::Reads(least).and(Formula::Succeeds(with_rest).negated()));
    let can = asked.ask(Formula::Succeeds(with_rest));
    let (span, end) = (source.span(parts[at]), source.outer(parts[parts.len() - 1]).1);
    let after = (source.outer(parts[at + 1]).0, end);
    asked.conclude(move |answers| {
        let lost = answers[lost].text().filter(|_| answers[can].text().is_some())?;
        let [shown, follows] = [span, after].map(|span| source.shown(span));
        let message = format!(
            "{lost:?} is lost: `{shown}` consumes the part that `{follows}` needs, and does not backtrack"
        );
        let finding = source.finding(Lint::PartlyGreedy, span, message).shown_by(lost.to_owned());
        Some(Finding { within: span.0..end, ..finding })
    });
}

/// Asks whether a negative lookahead for keywords refuses a name that is longer than a keyword, as in `!"in" ~ name`.
fn keyword(
    asked: &mut RuleQuestions<'_, '_>,
    parts: &[usize],
    at: usize,
    expr: &Expr,
    after: &Expr,
) {
    let Expr::NegPred(inner) = expr else { return };
    let [keyword, after] = [(**inner).clone(), after.clone()].map(|expr| asked.asked(Some(expr)));
    let (Some(keyword), Some(after)) = (keyword, after) else { return };
    let longer = Formula::Reads(after).and(Formula::Succeeds(keyword));
    let longer = asked.ask(longer.and(Formula::Reads(keyword).negated()));
    let word = asked.ask(Formula::Reads(keyword));
    let source = asked.source;
    let (span, end) = (source.outer(parts[at]), source.outer(parts[parts.len() - 1]).1);
    asked.conclude(move |answers| {
        let (longer, word) = (answers[longer].text()?, answers[word].text()?);
        let is_word = |text: &str| text.len() > 1 && text.bytes().all(|one| one.is_ascii_alphabetic());
        let is_name = longer.bytes().all(|one| one.is_ascii_alphanumeric() || b"_-".contains(&one));
        if !is_word(word) || !is_name {
            return None;
        }
        let shown = source.shown(span);
        let message = format!(
            "`{shown}` also refuses {longer:?}, a name that merely begins with a keyword; require that the name ends after the keyword, as in `!(keyword ~ !(ASCII_ALPHANUMERIC | \"_\"))`"
        );
        let finding = source.finding(Lint::KeywordPrefix, span, message).shown_by(longer.to_owned());
        Some(Finding { within: span.0..end, ..finding })
    });
}

/// Asks whether the expression after a lookahead implies the lookahead.
fn idle(asked: &mut RuleQuestions<'_, '_>, parts: &[usize], at: usize, expr: &Expr, after: Expr) {
    let (inner, is_not) = match expr {
        Expr::NegPred(inner) => (inner, true),
        Expr::PosPred(inner) => (inner, false),
        _ => return,
    };
    // The lookahead examines the blanks before the next expression.
    let after = sequence(vec![Expr::Str(String::new()), after]);
    let [inner, after] = [Some((**inner).clone()), after].map(|expr| asked.asked(expr));
    let (Some(inner), Some(after)) = (inner, after) else { return };
    let stops = Formula::Succeeds(inner);
    let stops = if is_not { stops } else { stops.negated() };
    let decides = asked.ask(stops.and(Formula::Succeeds(after)));
    let can = asked.ask(Formula::Succeeds(after));
    let source = asked.source;
    let (span, next) = (source.outer(parts[at]), source.outer(parts[at + 1]));
    let end = source.outer(parts[parts.len() - 1]).1;
    let has_blanks = source.peg.blank(asked.instance).is_some();
    asked.conclude(move |answers| {
        if answers[decides] != QueryResult::Never {
            return None;
        }
        answers[can].text()?;
        let [shown, follows] = [span, (next.0, end)].map(|span| source.shown(span));
        let message = format!("`{shown}` has no effect: it succeeds wherever `{follows}` does");
        let finding = source.finding(Lint::IdlePredicate, span, message);
        // Without the lookahead there are no blanks before the next expression.
        let mend = (!has_blanks).then(|| Mend { span: span.0..next.0, text: String::new() });
        Some(Finding { mend, within: span.0..end, ..finding })
    });
}

fn sequence(parts: Vec<Expr>) -> Option<Expr> {
    parts.into_iter().rev().reduce(|rest, one| Expr::Seq(Box::new(one), Box::new(rest)))
}
