//! Finds the rules that no automaton decides.
//!
//! In: the rules of a file, and its tokens. Out: a [`Peg`] of which every [instance](super::instance) of
//! a rule that is not refused by name can be unfolded without end or harm. What pest
//! [refuses](super::refusal) comes first, and then what pest runs and has no automaton: a cycle that is not all of last calls leaves ever more behind,
//! and so has infinitely many continuations: `a = { "(" ~ a ~ ")" | "" }` is not regular. A call
//! within a lookahead begins a new continuation and closes no such cycle: `a = { "x" ~ !(a ~ "x") }`
//! calls itself before one thing only.

use std::collections::VecDeque;
use std::sync::OnceLock;

use grammar_automata::build::Deadline;
use pest::iterators::Pairs;
use pest_meta::parser::Rule as Token;
use rustc_hash::FxHashSet as HashSet;

use super::calls::{Call, Cycles};
use super::fault::{RuleNumbers, error};
use super::inline::Inlined;
use super::instance::Instances;
use super::stacked::Stacked;
use super::{Fault, Peg, PegFault, Rule, asked, lower, refusal};
use crate::basics::graph::reversed;

pub(super) fn check(file: &str, mut rules: Vec<Rule>, tokens: Pairs<'_, Token>) -> Peg {
    let numbers: RuleNumbers =
        rules.iter().enumerate().map(|(number, rule)| (rule.name.clone(), number)).collect();
    let renamed = refusal::rename(&mut rules, &numbers);
    refusal::undefined(&mut rules, &numbers);
    let instances = Instances::of(&rules, &numbers);
    let (calls, said) = refusal::refuse(&mut rules, &numbers, &instances, tokens);
    let refused_by_pest = asked::told(file, &rules, renamed, said);
    let calls = calls.into_iter().enumerate().map(|(instance, calls)| {
        let is_refused = refusal::never_runs(&rules[instances.get(instance).rule]);
        if is_refused { Vec::new() } else { calls }
    });
    let calls: Vec<Vec<Call>> = calls.collect();
    let own = faults(&rules, &numbers, &instances, &calls);
    let is_recursion = |fault: &Fault| matches!(fault.1, PegFault::Recursion(_));
    let but_recursion = own.iter().map(|fault| fault.clone().filter(|one| !is_recursion(one)));
    let spread = |faults| spread(&rules, &instances, faults);
    let (hard, faults) = (spread(but_recursion.collect()), spread(own.clone()));
    let runs = hard.iter().map(Option::is_none).collect();
    let stacked = Stacked::of(&rules, &numbers, &instances);
    let (source, refused) = (String::new(), Vec::new());
    let mut peg = Peg {
        file: file.to_owned(),
        source,
        rules,
        numbers,
        instances,
        calls,
        stacked,
        faults,
        hard,
        nesting: OnceLock::new(),
        deadline: Deadline::NONE,
        refused,
        refused_by_pest,
        runs,
    };
    refuse_stacks(&mut peg);
    for (number, rule) in peg.rules.iter().enumerate() {
        let both = [Some(number), peg.instances.twin(number)].into_iter().flatten();
        let fault = both.filter_map(|instance| peg.faults[instance].clone()).next();
        let Some((line, fault)) = fault else { continue };
        // What pest says of the rule has a column.
        let said = peg.refused_by_pest.iter().find(|said| {
            said.rule.as_ref() == Some(&rule.name) && said.fault == fault && said.line == line
        });
        let own = || error(file, rule, (line, fault.clone()));
        peg.refused.push(said.cloned().unwrap_or_else(own));
    }
    peg
}

/// Refuses every instance that, begun with nothing on the stack, does what has no bound.
fn refuse_stacks(peg: &mut Peg) {
    if !peg.stacked.is_any() {
        return;
    }
    let faults = lower::stack_faults(peg);
    let hard = lower::stack_faults_unrolled(peg);
    let line = |instance: usize| peg.rules[peg.instances.get(instance).rule].line;
    let faults: Vec<_> = faults.into_iter().map(|(one, fault)| (one, line(one), fault)).collect();
    let hard: Vec<_> = hard.into_iter().map(|(one, fault)| (one, line(one), fault)).collect();
    for (instance, line, fault) in faults {
        peg.stacked.refuse(instance);
        peg.faults[instance] = Some((line, fault));
    }
    for (instance, line, fault) in hard {
        peg.hard[instance] = Some((line, fault));
    }
}

/// The faults of each instance itself, whatever it calls.
fn faults(
    rules: &[Rule],
    numbers: &RuleNumbers,
    instances: &Instances,
    calls: &[Vec<Call>],
) -> Vec<Option<Fault>> {
    let grows = Cycles::of(calls, |call| !call.is_lookahead);
    let inlined = Inlined::new(rules, numbers);
    let mut told = HashSet::default();
    let own = (0..instances.count()).map(|number| {
        let rule = &rules[instances.get(number).rule];
        let nests =
            |call: &&Call| !call.is_lookahead && !call.last && grows.has(number, call.callee);
        // One rule of those that call each other says why, and the others use it.
        let nested = || {
            let call = calls[number].iter().find(nests);
            let call = call.filter(|_| told.insert(grows.of[number]))?;
            let way = grows.named(rules, instances, number, call.callee);
            Some((rule.line, PegFault::Recursion(way)))
        };
        let many = || Some((rule.line, inlined.fault(rule)?));
        rule.fault.clone().or_else(many).or_else(nested)
    });
    own.collect()
}

/// Refuses every instance that uses an instance that is not decided.
fn spread(
    rules: &[Rule],
    instances: &Instances,
    mut faults: Vec<Option<Fault>>,
) -> Vec<Option<Fault>> {
    let users = reversed(instances.uses());
    let mut waiting: VecDeque<usize> =
        (0..faults.len()).filter(|&at| faults[at].is_some()).collect();
    while let Some(used) = waiting.pop_front() {
        let name = &rules[instances.get(used).rule].name;
        for &user in &users[used] {
            if faults[user].is_none() {
                let rule = &rules[instances.get(user).rule];
                let line = rule.uses.iter().find(|(one, _)| one == name);
                let line = line.map_or(rule.line, |&(_, line)| line);
                faults[user] = Some((line, PegFault::Uses(name.clone())));
                waiting.push_back(user);
            }
        }
    }
    faults
}
