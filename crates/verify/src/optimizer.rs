//! What pest does to rules before it runs them: the optimizer of `pest_meta` 2.9, and whitespace between.
//!
//! Most steps keep what a rule does, and are needed only since the last one asks how expressions are *written*:
//! `(a ~ b)* ~ a` becomes `a ~ (b ~ a)*`, which reads more. pest's first step in an atomic rule makes one piece of
//! `(!a ~ ANY)*`, and is not done here: the step keeps what a rule does, but two such pieces may be one and the same
//! where they are written otherwise. So what would be a list but for such a piece in it is refused.

use crate::pest::{DEEPEST, Rule, RuleKind};
use crate::tree::Term;

/// How many expressions the counts of one rule may unroll to.
const MOST: usize = 100_000;

/// The expression that pest runs for a rule.
///
/// # Errors
/// Why the rule is not read.
pub fn optimized(rule: &Rule) -> Result<Term, String> {
    let (mut term, mut budget) = (rule.written.clone(), MOST);
    bottom_up(&mut term, &mut |one| unroll(one, &mut budget))?;
    if rule.kind == RuleKind::Atomic {
        bottom_up(&mut term, &mut join)?;
    }
    factor(&mut term, matches!(rule.kind, RuleKind::Atomic | RuleKind::CompoundAtomic));
    bottom_up(&mut term, &mut |one| list(one, rule.kind == RuleKind::Atomic))?;
    Ok(term)
}

/// A sequence or a choice, which leans to the right whatever parentheses its parts were in.
pub(crate) fn right(mut parts: Vec<Term>, is_seq: bool) -> Term {
    let mut flat = Vec::new();
    parts.reverse();
    while let Some(part) = parts.pop() {
        match (part, is_seq) {
            (Term::Seq(all), true) | (Term::Choice(all), false) => parts.extend(all.into_iter().rev()),
            (other, _) => flat.push(other),
        }
    }
    chain(flat, if is_seq { Term::Seq } else { Term::Choice })
}

/// Parts in twos: the first, and what is made of the others.
fn chain(parts: Vec<Term>, join: fn(Vec<Term>) -> Term) -> Term {
    let mut parts = parts.into_iter().rev();
    let last = parts.next().unwrap_or(Term::Seq(Vec::new()));
    parts.fold(last, |rest, one| join(vec![one, rest]))
}

/// A step that is done to the parts of an expression before it is done to the expression.
fn bottom_up(term: &mut Term, step: &mut dyn FnMut(&mut Term) -> Result<(), String>) -> Result<(), String> {
    for part in term.parts_mut() {
        bottom_up(part, step)?;
    }
    step(term)
}

/// The two parts of a sequence.
fn two(term: &Term) -> Option<(&Term, &Term)> {
    let Term::Seq(all) = term else { return None };
    all.first().zip(all.get(1))
}

/// A count as a sequence: `a+` is `a ~ a*`, and `a{1,3}` is `a ~ a? ~ a?`.
fn unroll(term: &mut Term, budget: &mut usize) -> Result<(), String> {
    if let Term::Repeat(least, most, of) = term
        && !matches!((*least, *most), (0, None | Some(1)))
    {
        let count = most.unwrap_or(*least) as usize;
        let cost = count.checked_mul(size(of)).filter(|cost| count <= DEEPEST && cost <= budget);
        *budget -= cost.ok_or_else(|| format!("{count} times are too many"))?;
        let mut parts = vec![(**of).clone(); *least as usize];
        parts.resize(count, Term::option((**of).clone()));
        parts.extend(most.is_none().then(|| Term::Repeat(0, None, of.clone())));
        // As pest does: the parts do not lean otherwise than before.
        *term = chain(parts, Term::Seq);
    }
    Ok(())
}

fn size(term: &Term) -> usize {
    1 + term.parts().iter().map(size).sum::<usize>()
}

/// Two strings, one after the other, as one.
fn join(term: &mut Term) -> Result<(), String> {
    if let Some((Term::Literal(one, ignores_case), Term::Literal(other, same))) = two(term)
        && ignores_case == same
    {
        *term = Term::Literal(format!("{one}{other}"), *same);
    }
    Ok(())
}

/// `a ~ b | a ~ c` as `a ~ (b | c)`; `a ~ b | a` as `a ~ b?` in an atomic rule, in which no whitespace is run before
/// `b`; `a | a ~ b` as `a`. From the outermost expression to the inner ones.
fn factor(term: &mut Term, is_atomic: bool) {
    if let Term::Choice(all) = term
        && let [one, other] = &all[..]
    {
        let found = match (two(one), two(other)) {
            (Some((a, b)), Some((again, c))) if a == again => {
                Some(Term::Seq(vec![a.clone(), Term::Choice(vec![b.clone(), c.clone()])]))
            }
            (Some((a, b)), None) if is_atomic && a == other => {
                Some(Term::Seq(vec![a.clone(), Term::option(b.clone())]))
            }
            (None, Some((again, _))) if one == again => Some(one.clone()),
            _ => None,
        };
        if let Some(found) = found {
            *term = found;
        }
    }
    term.parts_mut().iter_mut().for_each(|part| factor(part, is_atomic));
}

/// `(a ~ b)* ~ a` as `a ~ (b ~ a)*`.
fn list(term: &mut Term, is_atomic: bool) -> Result<(), String> {
    let Some((Term::Repeat(0, None, of), last)) = two(term) else { return Ok(()) };
    let Some((a, b)) = two(of) else { return Ok(()) };
    // What is in a piece matters where the repetition is not the piece, and no list by its ends.
    let is_piece = is_skip(of) && a != last && !a.any(is_skip);
    if is_atomic && (of.any(is_skip) && !is_piece || last.any(is_skip)) {
        return Err("what pest makes of `(a ~ b)* ~ c` with `!d ~ ANY` in it depends on how this is written".to_owned());
    }
    if a == last {
        let again = Term::Repeat(0, None, Box::new(Term::Seq(vec![b.clone(), last.clone()])));
        *term = Term::Seq(vec![a.clone(), again]);
    }
    Ok(())
}

/// Whether an expression is `!a ~ ANY`, of which pest may make a piece.
fn is_skip(term: &Term) -> bool {
    matches!(two(term), Some((Term::Look(false, _), Term::Name(any))) if any == "ANY")
}

/// What pest runs between two expressions, of a sequence or of a repetition, where the rule is not atomic: any number of
/// `WHITESPACE` and `COMMENT`, as far as there are such rules.
pub(crate) fn between(has_rule: impl Fn(&str) -> bool) -> Option<Term> {
    let any = |of: Term| Term::Repeat(0, None, Box::new(of));
    let [spaces, comments] = ["WHITESPACE", "COMMENT"].map(|name| has_rule(name).then(|| Term::Name(name.to_owned())));
    match (spaces.map(any), comments) {
        (Some(spaces), Some(comment)) => Some(Term::Seq(vec![spaces.clone(), any(Term::Seq(vec![comment, spaces]))])),
        (spaces, comment) => spaces.or(comment.map(any)),
    }
}
