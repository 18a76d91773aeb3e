//! Alternatives that are never taken: on no input do the alternatives before them fail and they succeed. The question
//! is about the choice by itself, as it is written. The grammar may be right all the same: RFC 3986's `path` prints
//! `path-absolute`, all of whose strings `path-abempty` has.

use grammar_automata::build::{Bdd, Deadline};
use grammar_automata::engine::budget::{Budget, Short};
use pest_meta::ast::Expr;
use rustc_hash::FxHashMap as HashMap;

use super::lower::parts;
use super::predicate::{Bound, Predicates};
use super::program::{Id, PegProgram};
use super::program::{SETS, Trie};
use super::{Peg, PegError, PegFault, lower, predicate};

/// An alternative that is never taken, on any input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NeverTaken {
    /// The name of the rule.
    pub rule: String,
    /// The line on which the rule begins.
    pub line: usize,
    /// The number of the alternative in its choice, counted from 1.
    pub alternative: usize,
    /// The text of the alternative, as pest prints it.
    pub text: String,
}

/// The alternatives of a file that are never taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NeverTakenAlternatives {
    /// The alternatives that are never taken, in the order of the file.
    pub never_taken: Vec<NeverTaken>,
    /// The rules with choices that could not be decided, once for each choice, with the reason.
    pub unknown: Vec<PegError>,
}

/// Finds the alternatives of some rules that are never taken, in any atomicity in which the rule is reached.
pub(super) fn never_taken<'p>(peg: &'p Peg, rules: &[usize]) -> NeverTakenAlternatives {
    let mut choices: Vec<(usize, Vec<&'p Expr>)> = Vec::new();
    let mut unknown: Vec<PegError> = Vec::new();
    let reached = |&rule: &usize| {
        let atomicities = peg.instances.atomicities(rule).into_iter();
        atomicities.filter_map(move |one| peg.instance(&peg.rules[rule].name, one))
    };
    for instance in rules.iter().flat_map(reached).filter(|&one| peg.faults[one].is_none()) {
        let mut found = |alternatives: Vec<&'p Expr>| {
            let mut all = alternatives.iter();
            match all.find(|one| peg.stacked.is_asked(one, &peg.numbers)) {
                None => choices.push((instance, alternatives)),
                Some(one) => {
                    let error = peg.error(instance, PegFault::Stack(one.to_string()));
                    if !unknown.contains(&error) {
                        unknown.push(error);
                    }
                }
            }
        };
        match &peg.rules[peg.instances.all[instance].rule].body[..] {
            [only] => collect(only, &mut found),
            parts => choice(parts.iter().flat_map(alternatives).collect(), &mut found),
        }
    }
    let alternatives: Vec<(usize, &Expr)> = (choices.iter())
        .flat_map(|(rule, alternatives)| alternatives.iter().map(|&expr| (*rule, expr)))
        .collect();
    let mut program = lower::lower(peg, &alternatives);
    let text = program.text();
    let mut ids = program.extra.clone().into_iter();
    let ids: Vec<Vec<Id>> =
        choices.iter().map(|(_, all)| ids.by_ref().take(all.len()).collect()).collect();
    let (elsewhere, budget) = empty((&program, &peg.deadline), text, &ids, false);
    let begun = program.asks_start.then(|| empty((&program, &peg.deadline), text, &ids, true).0);
    let mut found = NeverTakenAlternatives { never_taken: Vec::new(), unknown };
    // What is taken in one atomicity is taken. Both come one after the other, with the same choices.
    let mut never: Vec<Choice<'_>> = Vec::new();
    let mut places: HashMap<*const Expr, usize> = HashMap::default();
    for (at, (instance, alternatives)) in choices.iter().enumerate() {
        let both = [Some(&elsewhere), begun.as_ref()].into_iter().flatten().map(|all| &all[at]);
        let empty = both.cloned().reduce(and).unwrap_or(Err(Short::Needs));
        let empty = empty.map_err(|short| peg.error(*instance, peg.fault(&short, &budget)));
        let rule = peg.instances.all[*instance].rule;
        let first: *const Expr = alternatives[0];
        match places.get(&first) {
            Some(&place) => never[place].2 = and(never[place].2.clone(), empty),
            None => {
                places.insert(first, never.len());
                never.push((rule, alternatives, empty));
            }
        }
    }
    for (rule, alternatives, empty) in never {
        match empty {
            Ok(empty) => {
                let places = (0..alternatives.len()).filter(|&place| empty[place]);
                found.never_taken.extend(places.map(|place| NeverTaken {
                    rule: peg.rules[rule].name.clone(),
                    line: peg.rules[rule].line,
                    alternative: place + 1,
                    text: alternatives[place].to_string(),
                }));
            }
            Err(why) => found.unknown.push(why),
        }
    }
    found
}

fn and<E>(one: Result<Vec<bool>, E>, other: Result<Vec<bool>, E>) -> Result<Vec<bool>, E> {
    Ok(one?.into_iter().zip(other?).map(|(one, other)| one && other).collect())
}

/// The number of a rule, the alternatives of a choice, and for each whether no input takes it.
type Choice<'c> = (usize, &'c [&'c Expr], Result<Vec<bool>, PegError>);

type Empty = Result<Vec<bool>, Short<PegFault>>;

/// For each choice and each of its alternatives, whether no input takes the alternative, and the number
/// of steps that there were to find out.
fn empty(
    (program, deadline): (&PegProgram, &Deadline),
    text: Id,
    choices: &[Vec<Id>],
    begun: bool,
) -> (Vec<Empty>, Budget) {
    // Of words this is seen without an automaton.
    let mut left = SETS;
    let words: Vec<Option<Vec<bool>>> =
        choices.iter().map(|ids| never_read(program, ids, &mut left)).collect();
    let others: Vec<&Vec<Id>> = choices
        .iter()
        .zip(&words)
        .filter_map(|(ids, known)| known.is_none().then_some(ids))
        .collect();
    let starts = |at: usize, predicates: &mut Predicates<'_>| -> Vec<Bdd> {
        let ids = others[at];
        // A formula asks for its least variable first. From the last alternative to the first, what
        // an alternative adds to those before it is one decision.
        let succeed = ids.iter().rev().map(|&id| predicates.succeeds(id, begun, Bound::Least));
        let succeed: Vec<Bdd> = succeed.collect();
        let mut before = predicates.succeeds(text, begun, Bound::Least);
        let taken = succeed.into_iter().rev().map(|succeeds| {
            let [taken, others] = predicates.both(before, succeeds);
            before = others;
            taken
        });
        taken.collect()
    };
    let budget = predicate::budget(program).until(deadline);
    let none = vec![Vec::new(); others.len()];
    let explored = predicate::explore((program, program.all()), budget, &none, starts);
    let budget = explored.budget.clone();
    let (dfa, starts) = explored.finish();
    let (live, starts) = (dfa.live(), starts.into_iter());
    let mut empty =
        starts.map(|range| range.map(|range| live[range].iter().map(|&l| !l).collect()));
    let each = words.into_iter().map(|known| match known {
        Some(known) => Ok(known),
        None => empty.next().unwrap_or(Err(Short::All)),
    });
    (each.collect(), budget)
}

/// For each alternative of a choice of words, whether other words win before it whatever comes. Nothing
/// is known of other choices.
fn never_read(program: &PegProgram, alternatives: &[Id], left: &mut usize) -> Option<Vec<bool>> {
    let (mut words, mut ends) = (Vec::new(), Vec::new());
    for &alternative in alternatives {
        words.extend(program.words(alternative, left)?);
        ends.push(words.len());
    }
    let taken = Trie::of(&words)?.taken;
    let begins = std::iter::once(0).chain(ends.iter().copied());
    Some(begins.zip(&ends).map(|(begin, &end)| !taken[begin..end].contains(&true)).collect())
}

/// The alternatives of an expression. An expression that is not a choice is its own only alternative.
fn alternatives(expr: &Expr) -> Vec<&Expr> {
    let (mut alternatives, mut rest) = (Vec::new(), expr);
    while let Expr::Choice(next, after) = rest {
        alternatives.push(&**next);
        rest = after;
    }
    alternatives.push(rest);
    alternatives
}

fn choice<'e>(alternatives: Vec<&'e Expr>, found: &mut impl FnMut(Vec<&'e Expr>)) {
    found(alternatives.clone());
    alternatives.into_iter().for_each(|expr| collect(expr, found));
}

/// Visits every choice of an expression, outermost first.
fn collect<'e>(expr: &'e Expr, found: &mut impl FnMut(Vec<&'e Expr>)) {
    match expr {
        Expr::Choice(..) => choice(alternatives(expr), found),
        other => parts(other).for_each(|part| collect(part, found)),
    }
}
