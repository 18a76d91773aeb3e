//! Disjuncts that others imply.
//!
//! In: a state. Out: a formula that is the same of any string, and shorter. `[a-z]{0,7}k` holds of
//! whatever `[a-z]{0,6}k` holds of: beside the first the second says nothing. Where a pattern with
//! bounded repetitions is searched for, a repetition begins at each place, and without this there
//! would be a state for each set of places.

use std::collections::BTreeMap;

use grammar_automata::build::Bdd;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::continuation::{ANYTHING, Continuation, Continuations};
use super::program::{Id, Round};
use crate::basics::derivatives::Rest;

/// How far two continuations are compared.
const FAR: usize = 16;
/// How many continuations are compared with each other. There are rarely more than a few.
const MANY: usize = 64;

impl Continuations<'_> {
    /// A formula without the disjuncts that another disjunct implies.
    pub(super) fn shortened(&mut self, formula: Bdd) -> Bdd {
        let mut families: BTreeMap<(bool, Id), Vec<Rest>> = BTreeMap::new();
        for rest in self.asked_for(formula) {
            match self.get(rest) {
                Continuation::Repeat(round, _) => {
                    families.entry((true, round.of)).or_default().push(rest);
                }
                Continuation::Then(id, _) => families.entry((false, id)).or_default().push(rest),
                _ => {}
            }
        }
        let mut dropped = HashSet::default();
        for family in families.into_values().filter(|family| family.len() > 1) {
            let family = &family[..family.len().min(MANY)];
            // To compare two is little beside a decision.
            self.bdds.spend(family.len() * family.len() / 16);
            for &one in family {
                let implied = |&other: &Rest| {
                    one != other && !dropped.contains(&other) && self.implies(one, other)
                };
                let others: Vec<Rest> = family.iter().copied().filter(implied).collect();
                if others.into_iter().any(|other| self.is_disjunct(other, formula)) {
                    dropped.insert(one);
                }
            }
        }
        if dropped.is_empty() { formula } else { self.without(formula, &dropped) }
    }

    /// The continuations that a formula asks for.
    fn asked_for(&mut self, formula: Bdd) -> Vec<Rest> {
        let (mut seen, mut open, mut asked) =
            (HashSet::default(), vec![formula], HashSet::default());
        while let Some(formula) = open.pop() {
            if matches!(formula, Bdd::TRUE | Bdd::FALSE) || !seen.insert(formula) {
                continue;
            }
            let (variable, high, low) = self.bdds.parts(formula);
            asked.insert(variable);
            open.extend([high, low]);
        }
        self.bdds.spend(seen.len());
        let mut asked: Vec<Rest> = asked.into_iter().collect();
        // What came last has the most iterations before it.
        asked.sort_unstable();
        asked
    }

    /// Whether a formula holds wherever a continuation does, by the form of the formula.
    fn is_disjunct(&mut self, rest: Rest, formula: Bdd) -> bool {
        let holds = self.bdds.variable(rest);
        self.bdds.either(holds, formula, Bdd::TRUE) == Bdd::TRUE
    }

    /// Whether one continuation holds only where another does, by their form.
    fn implies(&self, mut one: Rest, mut other: Rest) -> bool {
        for _ in 0..FAR {
            if one == other || other == ANYTHING {
                return true;
            }
            let follows = match (self.get(one), self.get(other)) {
                (Continuation::Then(id, one), Continuation::Then(same, other)) if id == same => {
                    [one, other]
                }
                (Continuation::Repeat(few, one), Continuation::Repeat(many, other))
                    if is_within(few, many) =>
                {
                    [one, other]
                }
                _ => return false,
            };
            // Where the order of matches counts, more of them may hold less.
            let [one_follow, other_follow] = follows;
            if one_follow.guard.is_some() || other_follow.guard.is_some() {
                return false;
            }
            (one, other) = (one_follow.rest, other_follow.rest);
        }
        false
    }

    /// The formula where some continuations do not hold.
    fn without(&mut self, formula: Bdd, dropped: &HashSet<Rest>) -> Bdd {
        let (mut open, mut made) = (vec![formula], HashMap::default());
        made.extend([Bdd::TRUE, Bdd::FALSE].map(|constant| (constant, constant)));
        while let Some(&top) = open.last() {
            if made.contains_key(&top) {
                open.pop();
                continue;
            }
            let (variable, high, low) = self.bdds.parts(top);
            let is_dropped = dropped.contains(&variable);
            let high = if is_dropped { low } else { high };
            let (Some(&then), Some(&other)) = (made.get(&high), made.get(&low)) else {
                open.extend([high, low]);
                continue;
            };
            self.bdds.spend(1);
            let condition = self.bdds.variable(variable);
            made.insert(top, self.bdds.either(condition, then, other));
        }
        made.get(&formula).copied().unwrap_or(formula)
    }
}

/// Whether the numbers of iterations that are allowed are allowed in another repetition too.
fn is_within(few: Round, many: Round) -> bool {
    let most = many.max.is_none_or(|many| few.max.is_some_and(|few| few <= many));
    few.of == many.of && many.min <= few.min && most
}
