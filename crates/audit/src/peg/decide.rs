//! The automata of the rules of a file.
//!
//! In: a [`Peg`]. Out: [`Decided`], one minimal automaton with a start for each instance that is
//! neither refused nor too large; and [`Unrolled`], in which rules nest in themselves to a depth.

use grammar_automata::build::{Dfa, PartialDfa};
use rustc_hash::FxHashMap as HashMap;

use super::explore::{self, ExploredPredicates};
use super::instance::Atomicity;
use super::predicate::{Bound, Predicates};
use super::{Peg, PegError, PegFault, lower};
use crate::basics::budget::{Budget, Short};
use crate::basics::graph;

/// The languages of the rules of a `.pest` file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Decided {
    /// The minimal automaton, with one start for each decided rule as a parser begins with it, and
    /// behind these one for each that reads other strings within an atomic rule.
    pub dfa: Dfa,
    /// The decided rules, in the order of the file and of the starts.
    pub rules: Vec<String>,
    /// The other rules, with the reasons why they are not decided.
    pub refused: Vec<PegError>,
    /// The start of each decided rule, in each atomicity.
    starts: HashMap<(String, Atomicity), usize>,
    /// The visited parts of the automata of rules that are too large.
    partial: HashMap<(String, Atomicity), PartialDfa>,
}

impl Peg {
    /// Builds the automaton of all rules that are neither refused nor too large.
    #[must_use]
    pub fn decide(&self) -> Decided {
        self.decide_only(&vec![true; self.rules.len()])
    }

    /// Builds the automaton of some rules.
    pub(crate) fn decide_only(&self, wanted: &[bool]) -> Decided {
        let program = lower::lower(self, &[]);
        let is_wanted = |instance: usize| wanted[self.instances.get(instance).rule];
        let is_sound = |&one: &usize| is_wanted(one) && self.faults[one].is_none();
        let order: Vec<usize> = self.callees_first().into_iter().filter(is_sound).collect();
        let mut turn = vec![None; self.instances.count()];
        order.iter().zip(0..).for_each(|(&instance, at)| turn[instance] = Some(at));
        let needs = |&instance: &usize| {
            self.instances.uses()[instance].iter().filter_map(|&callee| turn[callee]).collect()
        };
        let needs: Vec<Vec<usize>> = order.iter().map(needs).collect();
        let whole = |at: usize, all: &mut Predicates<'_>| vec![all.whole(order[at], Bound::Least)];
        let budget = explore::budget(&program).until(&self.deadline);
        let mut explored = explore::explore(&program, budget, &needs, whole);
        let (mut states, mut starts, mut rules) = (Vec::new(), HashMap::default(), Vec::new());
        let mut refused: Vec<PegError> = (self.refused.iter())
            .filter(|error| {
                let rule = error.rule.as_ref().and_then(|rule| self.numbers.get(rule));
                rule.is_none_or(|&rule| wanted[rule])
            })
            .cloned()
            .collect();
        let mut told = vec![false; self.rules.len()];
        for (instance, at) in turn.iter().enumerate().filter_map(|(one, at)| Some((one, (*at)?))) {
            let rule = self.instances.get(instance).rule;
            match &explored.starts[at] {
                Ok(found) => {
                    for atomicity in self.run_as(instance) {
                        starts.insert((self.rules[rule].name.clone(), atomicity), states.len());
                    }
                    states.extend(found);
                    if instance == rule {
                        rules.push(self.rules[rule].name.clone());
                    }
                }
                Err(_) if std::mem::replace(&mut told[rule], true) => {}
                Err(Short::Needs) => {
                    let failed = |callee: &&usize| {
                        turn[**callee].is_some_and(|one| one < at && explored.starts[one].is_err())
                    };
                    let used = self.instances.uses()[instance].iter().find(failed);
                    let name =
                        |&used: &usize| self.rules[self.instances.get(used).rule].name.clone();
                    let fault = used.map(|used| PegFault::Uses(name(used)));
                    refused.push(self.error(instance, fault.unwrap_or(PegFault::Formula)));
                }
                Err(short) => {
                    refused.push(self.error(instance, self.fault(short, &explored.budget)));
                }
            }
        }
        let partial = explored.partial.drain(..);
        let named = |(at, one): (usize, PartialDfa)| {
            let rule = &self.rules[self.instances.get(order[at]).rule].name;
            let all = self.run_as(order[at]).into_iter();
            all.map(move |atomicity| ((rule.clone(), atomicity), one.clone()))
        };
        let partial = partial.flat_map(named).collect();
        let dfa = explored.explorer.finish(states).minimize();
        Decided { dfa, rules, refused, starts, partial }
    }

    /// Builds the automaton of some rules with all that nests unrolled to a depth, in so many steps at
    /// most, and says how many it took. What cannot be built is left out.
    pub(crate) fn unroll(
        &self,
        wanted: &[UnrolledRun<'_>],
        depth: usize,
        most: usize,
    ) -> (Unrolled<'_>, usize) {
        let place = |one: &UnrolledRun<'_>| {
            let instance = self.instance(one.rule, one.atomicity);
            let instance = instance.filter(|&one| self.hard[one].is_none())?;
            Some((instance, one.depth, one.bound))
        };
        let mut wanted: Vec<(usize, usize, Bound)> = wanted.iter().filter_map(place).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let levels: Vec<(usize, usize)> =
            wanted.iter().map(|&(one, depth, _)| (one, depth)).collect();
        let (program, places) = lower::unrolled(self, &levels, depth);
        let placed = wanted.into_iter().zip(places).filter_map(|(one, place)| Some((one, place?)));
        let placed: Vec<((usize, usize, Bound), usize)> = placed.collect();
        let none = vec![Vec::new(); placed.len()];
        let whole = |at: usize, all: &mut Predicates<'_>| {
            let ((_, _, bound), place) = placed[at];
            vec![all.whole(place, bound)]
        };
        let budget = Budget { all: most, ..explore::STEPS }.until(&self.deadline);
        let explored = explore::explore(&program, budget, &none, whole);
        let ExploredPredicates { explorer, starts, taken, .. } = explored;
        let (mut states, mut found) = (Vec::new(), HashMap::default());
        for (&(one, _), starts) in placed.iter().zip(starts) {
            if let Ok(starts) = starts {
                found.insert(one, states.len());
                states.extend(starts);
            }
        }
        let dfa = explorer.finish(states).minimize();
        (Unrolled { peg: self, dfa, starts: found }, taken)
    }

    /// The instances, callees before callers.
    pub(super) fn callees_first(&self) -> Vec<usize> {
        graph::components(self.instances.uses()).concat()
    }

    /// The number of the instance that a parser runs in an atomicity. There is none if no parser
    /// comes to the rule in that way.
    pub(super) fn instance(&self, rule: &str, atomicity: Atomicity) -> Option<usize> {
        let &number = self.numbers.get(rule)?;
        match atomicity {
            Atomicity::Atomic if self.instances.inherits(number) => self.instances.twin(number),
            _ => Some(number),
        }
    }

    /// Whether a rule is undecided only since rules nest in themselves.
    pub(crate) fn only_nests(&self, rule: &str, atomicity: Atomicity) -> bool {
        let instance = self.instance(rule, atomicity);
        instance.is_some_and(|one| self.faults[one].is_some() && self.hard[one].is_none())
    }

    /// The atomicities in which a parser runs an instance.
    fn run_as(&self, instance: usize) -> Vec<Atomicity> {
        let rule = self.instances.get(instance).rule;
        match (self.instances.inherits(rule), instance == rule) {
            (false, _) => vec![Atomicity::NonAtomic, Atomicity::Atomic],
            (true, true) => vec![Atomicity::NonAtomic],
            (true, false) => vec![Atomicity::Atomic],
        }
    }
}

impl Decided {
    /// The start of a rule in the automaton, as a parser begins with the rule. There is none if the
    /// rule is refused or does not exist.
    #[must_use]
    pub fn start(&self, rule: &str) -> Option<usize> {
        self.start_in(rule, Atomicity::NonAtomic)
    }

    /// The start of a rule in the automaton, in an atomicity. There is none if the rule is refused, or
    /// if no parser comes to the rule in that way.
    #[must_use]
    pub fn start_in(&self, rule: &str, atomicity: Atomicity) -> Option<usize> {
        self.starts.get(&(rule.to_owned(), atomicity)).copied()
    }

    /// The visited part of the automaton of a rule that is too large.
    pub(crate) fn partial(&self, rule: &str, atomicity: Atomicity) -> Option<&PartialDfa> {
        self.partial.get(&(rule.to_owned(), atomicity))
    }
}

/// A rule in an atomicity, and what is asked of it where rules are unrolled: that it holds so far, with
/// trees of some depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UnrolledRun<'r> {
    pub(crate) rule: &'r str,
    pub(crate) atomicity: Atomicity,
    /// How deep the rule may nest, which is no more than what it tries may.
    pub(crate) depth: usize,
    pub(crate) bound: Bound,
}

/// The languages of rules that nest to a depth at most.
#[derive(Debug)]
pub(crate) struct Unrolled<'p> {
    peg: &'p Peg,
    /// The minimal automaton.
    pub(crate) dfa: Dfa,
    starts: HashMap<(usize, usize, Bound), usize>,
}

impl Unrolled<'_> {
    /// The state from which a rule is read. There is none if its automaton is too large.
    pub(crate) fn state(&self, one: UnrolledRun<'_>) -> Option<u32> {
        let instance = self.peg.instance(one.rule, one.atomicity)?;
        let &start = self.starts.get(&(instance, one.depth, one.bound))?;
        Some(self.dfa.start(start))
    }
}
