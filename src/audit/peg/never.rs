//! Alternatives that are never taken.
//!
//! In: a [`Peg`]. Out: each alternative of a choice before which one of the others always
//! succeeds. An ordered choice takes its third alternative on an input where the first two fail
//! and the third succeeds; where no input does that, the alternative is in nobody's tree. This is
//! asked of the choice by itself, whatever its rule is called for. An alternative may be dead and
//! the grammar right: RFC 3986's `path` prints `path-absolute`, all of whose strings
//! `path-abempty` has.
//!
//! What is asked here is the choice as it is written, since a reader must find it in the file.

use pest_meta::ast::Expr;

use super::lower::{self, Node};
use super::predicate::{self, Start};
use super::{Peg, PegError, STATES};

/// An alternative that no input makes its rule take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeverTaken {
    /// The rule.
    pub rule: String,
    /// The line on which the rule begins.
    pub line: usize,
    /// Which alternative of its choice it is, counted from 1.
    pub alternative: usize,
    /// The alternative, as pest prints it.
    pub text: String,
}

/// The alternatives that are never taken, in the order of the file.
pub(super) fn never_taken(peg: &Peg) -> Result<Vec<NeverTaken>, PegError> {
    let mut choices = Vec::new();
    for rule in peg.decidable() {
        collect(&peg.rules[rule].body, &mut |alternatives| choices.push((rule, alternatives)));
    }
    let alternatives: Vec<(usize, &Expr)> = (choices.iter())
        .flat_map(|(rule, alternatives)| alternatives.iter().map(|&expr| (*rule, expr)))
        .collect();
    let mut program = lower::lower(peg, &alternatives);
    // Of the strings that are no UTF-8 pest is never asked.
    let any = program.any();
    let (text, end) = (program.add(Node::Rep(any)), program.add(Node::End));
    let text = program.add(Node::Seq(vec![text, end]));
    let mut starts = Vec::new();
    let mut ids = program.extra.iter();
    for (_, alternatives) in &choices {
        let mut conditions = vec![Start::Succeeds(text)];
        for &id in ids.by_ref().take(alternatives.len()) {
            let mut taken = conditions.clone();
            taken.push(Start::Succeeds(id));
            starts.push(taken);
            conditions.push(Start::Fails(id));
        }
    }
    let explore = |begun| {
        let dfa = predicate::explore(&program, &starts, begun, STATES);
        dfa.map(|dfa| dfa.minimize()).map_err(|fault| PegError {
            file: peg.file.clone(),
            line: 1,
            rule: None,
            fault,
        })
    };
    let elsewhere = explore(false)?;
    let begun = if program.asks_start { &explore(true)? } else { &elsewhere };
    let is_empty =
        |start: usize| [begun, &elsewhere].iter().all(|dfa| dfa.shortest(start).is_none());
    let numbered = (choices.iter()).flat_map(|(rule, alternatives)| {
        alternatives.iter().enumerate().map(|(index, &expr)| (*rule, index + 1, expr))
    });
    let never = numbered.enumerate().filter(|(start, _)| is_empty(*start));
    Ok(never
        .map(|(_, (rule, alternative, expr))| NeverTaken {
            rule: peg.rules[rule].name.clone(),
            line: peg.rules[rule].line,
            alternative,
            text: expr.to_string(),
        })
        .collect())
}

/// Every choice of an expression, outermost first.
fn collect<'e>(expr: &'e Expr, choice: &mut impl FnMut(Vec<&'e Expr>)) {
    match expr {
        Expr::Choice(first, rest) => {
            let (mut alternatives, mut rest) = (vec![&**first], &**rest);
            while let Expr::Choice(next, after) = rest {
                alternatives.push(next);
                rest = after;
            }
            alternatives.push(rest);
            choice(alternatives.clone());
            alternatives.into_iter().for_each(|expr| collect(expr, choice));
        }
        Expr::Seq(first, rest) => {
            collect(first, choice);
            collect(rest, choice);
        }
        Expr::PosPred(inner)
        | Expr::NegPred(inner)
        | Expr::Opt(inner)
        | Expr::Rep(inner)
        | Expr::RepOnce(inner)
        | Expr::RepExact(inner, _)
        | Expr::RepMin(inner, _)
        | Expr::RepMax(inner, _)
        | Expr::RepMinMax(inner, ..) => collect(inner, choice),
        _ => {}
    }
}
