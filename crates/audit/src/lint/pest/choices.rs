//! Alternatives that are never taken, that lose strings, or that share some.
//!
//! The first alternative that succeeds is taken, come what may. So the third of a choice is taken on an input on which the
//! first two fail. Where no input is such, it is never taken. Each of its strings is then lost, or read by
//! another: as a whole (*shadowed*), or but for a rest that nobody reads (*prefix-shadowed*).

use pest_meta::ast::Expr;

use super::{Draft, Lint, Mend, PARTS, PestSource, RuleQuestions};
use crate::peg::{Answer, Asked, Formula, Questions, Step};

/// The number of a question.
type Question = usize;

/// Puts the questions about a choice.
pub(super) fn ask(
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
    let mut before: Vec<Asked> = Vec::new();
    for (at, &part) in parts.iter().enumerate() {
        let Some(this) = asked.expr(part) else { return };
        if at > 0 {
            alternative(asked, (node, at), choice, &before, this, is_lookahead);
        }
        before.push(this);
    }
}

/// Puts the questions about an alternative.
fn alternative(
    asked: &mut RuleQuestions<'_, '_>,
    (node, at): (usize, usize),
    choice: Asked,
    before: &[Asked],
    this: Asked,
    is_lookahead: bool,
) {
    let (succeeds, reads) = (Formula::Succeeds(this), Formula::Reads(this));
    let none_before = before.iter().map(|&one| Formula::Succeeds(one).not());
    let others = Formula::Any(before.iter().map(|&one| Formula::Reads(one)).collect());
    let can = asked.ask(succeeds.clone());
    let taken = asked.ask(Formula::All(none_before.chain([succeeds]).collect()));
    let member = asked.ask(reads.clone());
    let unread = asked.ask(reads.clone().and(others.clone().not()));
    let lost = asked.ask(reads.clone().and(Formula::Reads(choice).not()));
    let shared = asked.ask(reads.and(others));
    let questions = Alternative { can, taken, member, unread, lost, shared };
    let source = asked.source;
    asked.conclude(move |answers| questions.conclude(source, node, at, is_lookahead, answers));
}

/// The questions about an alternative.
struct Alternative {
    /// It succeeds.
    can: Question,
    /// It succeeds, and none before it.
    taken: Question,
    /// It reads all of the input.
    member: Question,
    /// It reads all of the input, and none before it does.
    unread: Question,
    /// It reads all of the input, and the choice does not.
    lost: Question,
    /// It reads all of the input, and one before it does too.
    shared: Question,
}

impl Alternative {
    fn conclude(
        &self,
        source: &PestSource<'_>,
        node: usize,
        at: usize,
        is_lookahead: bool,
        answers: &[Answer],
    ) -> Option<Draft> {
        let text = |question: Question| answers[question].text().map(str::to_owned);
        text(self.can)?;
        let span = source.span(parts(source, node)[at]);
        let draft = |lint, witness: Option<String>| {
            let draft =
                Draft::new(lint, span, String::new()).within(source.span(node)).shown_by(witness);
            Some(Draft { alternative: Some((node, at)), ..draft })
        };
        if answers[self.taken] == Answer::Never {
            let member = || text(self.member).or_else(|| text(self.can));
            return match &answers[self.unread] {
                // What a lookahead reads is nobody's.
                Answer::Text(lost) if !is_lookahead => {
                    draft(Lint::PrefixShadowed, Some(lost.clone()))
                }
                unread => {
                    let is_read = *unread == Answer::Never;
                    draft(Lint::Shadowed, Some(member()?)).map(|one| Draft { is_read, ..one })
                }
            };
        }
        if is_lookahead {
            return None;
        }
        let lost = text(self.lost).and_then(|lost| draft(Lint::PartlyShadowed, Some(lost)));
        lost.or_else(|| draft(Lint::Ambiguous, Some(text(self.shared)?)))
    }
}

/// A draft about an alternative with its sentence, which names the alternative that takes the witness, and with what to
/// write instead.
pub(super) fn completed(source: &PestSource<'_>, instance: usize, draft: Draft) -> Draft {
    let (Some((node, at)), Some(witness)) = (draft.alternative, &draft.witness) else {
        return draft;
    };
    let parts = parts(source, node);
    let mut questions = Questions::new(&source.context);
    let text = questions.expr(instance, Expr::Str(witness.clone()));
    for &part in &parts[..at] {
        let Some(expr) = source.spanned.expr(part) else { return draft };
        let expr = questions.expr(instance, expr);
        // Longer inputs may be taken by others.
        questions.ask(Formula::Succeeds(expr).and(Formula::Reads(text)));
    }
    let takes = questions.answers().iter().position(|answer| answer.text().is_some());
    let taker = takes
        .map_or("another".to_owned(), |one| format!("`{}`", source.shown(source.span(parts[one]))));
    let message = match draft.lint {
        Lint::Shadowed if draft.is_read => format!(
            "never taken: an earlier alternative reads each of its strings; {taker} reads {witness:?}"
        ),
        Lint::Shadowed => format!(
            "never taken: an earlier alternative succeeds wherever this one does; {taker} does on {witness:?}"
        ),
        Lint::PrefixShadowed => format!(
            "never taken: an earlier alternative reads a beginning of each of its strings; {taker} leaves a rest of \
             {witness:?}"
        ),
        Lint::PartlyShadowed => format!(
            "{witness:?} is lost: {taker} stands before this alternative, reads a beginning and leaves the rest"
        ),
        _ => format!(
            "{witness:?} is read by {taker} too, which stands before this alternative and is the one in the tree"
        ),
    };
    let mend = match draft.lint {
        Lint::Shadowed => removed(source, parts, at),
        Lint::PrefixShadowed => {
            takes.and_then(|before| moved(source, instance, (node, parts), at, before))
        }
        _ => None,
    };
    Draft { message, mend, ..draft }
}

/// Removes an alternative.
fn removed(source: &PestSource<'_>, parts: &[usize], at: usize) -> Option<Mend> {
    let (from, to) = (source.outer(parts[at - 1]).1, source.outer(parts[at]).1);
    Some(Mend { span: from..to, text: String::new() })
}

/// Moves an alternative before another, if all strings that the rule reads now are still read: what follows the choice
/// may need what the longer alternative takes then.
fn moved(
    source: &PestSource<'_>,
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
    let mut questions = Questions::new(&source.context);
    let [now, then] = [now, then].map(|expr| questions.expr(instance, expr));
    questions.ask(Formula::Reads(now).and(Formula::Reads(then).not()));
    (questions.answers() == [Answer::Never]).then(|| {
        let (from, to) = (source.outer(parts[before]).0, source.outer(parts[at]).1);
        let text = &source.text[from..source.outer(parts[at - 1]).1];
        let (first, last) = source.outer(parts[at]);
        Mend { span: from..to, text: format!("{} | {text}", &source.text[first..last]) }
    })
}

fn parts<'s>(source: &'s PestSource<'_>, node: usize) -> &'s [usize] {
    match &source.spanned.nodes[node].step {
        Step::Choice(parts) => parts,
        _ => &[],
    }
}
