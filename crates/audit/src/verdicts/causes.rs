//! Root causes: which productions differ only because of productions that they call.
//!
//! In: the productions that differ from their rules, and the languages of both. Out: for each the
//! productions through which it differs; a production that differs of itself has none. What explains
//! a production is a comparison of languages: in its right side the calls of others are [`Replaced`]
//! by what their rules accept, and if that makes it equal to its own rule, the others are all that
//! there is to mend. What is not told within the budget is not claimed: the production then counts as
//! a cause of its own.
//!
//! A call alone explains nothing. Where a rule that is called reads one `x` too many, the caller may
//! pass over the fault by a lookahead, or have another one of its own.

use std::collections::VecDeque;

use grammar_automata::build::{Dfa, Search};

use crate::basics::budget;
use crate::basics::graph;
use crate::languages::partial::Languages;
use crate::languages::replaced::Replaced;
use crate::notation::Printed;

/// The number of steps that one production may take, and all of them together.
const EACH: usize = 1_000_000;
const ALL: usize = 8_000_000;

/// A production that differs from its rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Differing<'n> {
    /// The name of the production.
    pub(crate) name: &'n str,
    /// The state of the automaton of all rules that stands for the rule. There is none if the rule
    /// is too large.
    pub(crate) rule: Option<u32>,
}

/// For each production, the indices of those through which it differs. There are none for a
/// production that differs of itself.
pub(crate) fn of(
    printed: &Printed,
    languages: &Languages,
    rules: &Dfa,
    differing: &[Differing<'_>],
) -> Vec<Vec<usize>> {
    let calls = &languages.rules().calls;
    let places: Vec<Option<usize>> =
        differing.iter().map(|one| languages.rules().place(one.name)).collect();
    let component = graph::membership(&graph::components(calls));
    let mut order: Vec<usize> = (0..differing.len()).collect();
    order.sort_by_key(|&at| places[at].map(|place| component[place]));
    let (mut found, mut told) = (vec![Vec::new(); differing.len()], vec![false; differing.len()]);
    let mut left = budget::limit(ALL);
    for at in order {
        let Some((place, rule)) = places[at].zip(differing[at].rule) else { continue };
        told[at] = true;
        let reached = graph::reached(calls, calls[place].iter().copied());
        let is_callee = |&other: &usize| {
            other != at
                && differing[other].rule.is_some()
                && places[other].is_some_and(|place| reached[place])
        };
        let mut callees: Vec<usize> = (0..differing.len()).filter(is_callee).collect();
        // What is known to be a cause explains more than what differs through it.
        callees.sort_by_key(|&other| !(told[other] && found[other].is_empty()));
        let mut steps = left.min(budget::limit(EACH));
        let given = steps;
        let question = Question { printed, rules, differing, at, rule };
        found[at] = question.explain(callees, &mut steps).unwrap_or_default();
        left -= given - steps;
    }
    without_circles(found)
}

/// Whether a production differs only through others.
struct Question<'q> {
    printed: &'q Printed,
    rules: &'q Dfa,
    differing: &'q [Differing<'q>],
    /// The index of the production.
    at: usize,
    /// The state of its rule.
    rule: u32,
}

impl Question<'_> {
    /// The callees that explain the production: one of them if one does, or as few as are found.
    fn explain(&self, mut callees: Vec<usize>, steps: &mut usize) -> Option<Vec<usize>> {
        for &one in &callees {
            if self.is_explained_by(&[one], steps)? {
                return Some(vec![one]);
            }
        }
        if callees.len() < 2 || !self.is_explained_by(&callees, steps)? {
            return None;
        }
        // Whether fewer do is asked as long as there are steps.
        for one in callees.clone().into_iter().rev() {
            let fewer: Vec<usize> = callees.iter().copied().filter(|&other| other != one).collect();
            match self.is_explained_by(&fewer, steps) {
                Some(true) => callees = fewer,
                Some(false) => {}
                None => break,
            }
        }
        Some(callees)
    }

    /// Whether the production equals its rule once the callees are replaced by theirs. There is no
    /// answer if the steps do not suffice.
    fn is_explained_by(&self, callees: &[usize], steps: &mut usize) -> Option<bool> {
        *steps = steps.checked_sub(1_000)?;
        let mut replaced = Replaced::default();
        for &callee in callees {
            let Differing { name, rule } = self.differing[callee];
            replaced.insert(self.printed.notation.key(name), self.rules, rule?);
        }
        let name = self.differing[self.at].name;
        let Some(own) = replaced.right_side(self.printed, name, steps) else {
            return Some(false); // that it is explained cannot be told
        };
        let mut search = Search::new(&own, self.rules, |left, right| left != right);
        let found = search.find((own.start(0), self.rule), *steps);
        *steps = steps.saturating_sub(search.steps);
        found.ok().map(|witness| witness.is_none())
    }
}

/// Makes a cause of each production that is explained only by productions that it explains. Without
/// recursion on the left there is none: languages that solve the same equations are the same.
fn without_circles(mut through: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let users = graph::reversed(&through);
    let mut is_explained: Vec<bool> = through.iter().map(Vec::is_empty).collect();
    let mut waiting: VecDeque<usize> = (0..through.len()).filter(|&at| is_explained[at]).collect();
    while let Some(at) = waiting.pop_front() {
        for &user in &users[at] {
            if !std::mem::replace(&mut is_explained[user], true) {
                waiting.push_back(user);
            }
        }
    }
    for (through, is_explained) in through.iter_mut().zip(is_explained) {
        if !is_explained {
            through.clear();
        }
    }
    through
}
