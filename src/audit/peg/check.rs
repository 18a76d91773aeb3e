//! What pest refuses, and what no automaton decides.
//!
//! In: the rules of a file. Out: a [`Peg`] of which every [instance](super::instance) of a rule that
//! is not refused by name can be unfolded without end or harm. A cycle of left
//! [`calls`](super::calls) never ends. A cycle that is not all of last calls leaves ever more behind,
//! and so has infinitely many continuations: `a = { "(" ~ a ~ ")" | "" }` is not regular. A call
//! within a lookahead begins a new continuation and closes no such cycle: `a = { "x" ~ !(a ~ "x") }`
//! calls itself before one thing only.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::OnceLock;

use super::calls::{Call, calls};
use super::inline::Inlined;
use super::instance::Instances;
use super::lower::{self, builtin};
use super::stacked::{STACK, Stacked};
use super::{Fault, Peg, PegError, PegFault, Rule, property};
use crate::audit::deadline::Deadline;
use crate::audit::graph::{components, membership, reversed, shortest_within};

/// The numbers of rules, by name.
type RuleNumbers = HashMap<String, usize>;

/// The reason why the whole file is refused: the rule, the line, the fault.
type RefusedRule<'r> = (&'r Rule, usize, PegFault);

pub(super) fn check(file: &str, rules: Vec<Rule>) -> Result<Peg, PegError> {
    let numbers: RuleNumbers =
        rules.iter().enumerate().map(|(number, rule)| (rule.name.clone(), number)).collect();
    let instances = Instances::of(&rules, &numbers);
    let (calls, own) =
        own_faults(&rules, &numbers, &instances).map_err(|refusal| error(file, refusal))?;
    let is_recursion = |fault: &Fault| matches!(fault.1, PegFault::Recursion(_));
    let but_recursion = own.iter().map(|fault| fault.clone().filter(|one| !is_recursion(one)));
    let spread = |faults| spread(&rules, &instances, faults);
    let (hard, faults) = (spread(but_recursion.collect()), spread(own.clone()));
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
    };
    refuse_stacks(&mut peg);
    for (number, rule) in peg.rules.iter().enumerate() {
        let both = [Some(number), peg.instances.twin(number)].into_iter().flatten();
        let fault = both.filter_map(|instance| peg.faults[instance].clone()).next();
        peg.refused.extend(fault.map(|(line, fault)| error(file, (rule, line, fault))));
    }
    Ok(peg)
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

fn error(file: &str, (rule, line, fault): RefusedRule<'_>) -> PegError {
    PegError { file: file.to_owned(), line, rule: Some(rule.name.clone()), fault }
}

/// The calls of each instance.
type Calls = Vec<Vec<Call>>;

/// The calls of each instance, and the fault because of which it is not decided whatever it calls, if
/// any.
fn own_faults<'r>(
    rules: &'r [Rule],
    numbers: &RuleNumbers,
    instances: &Instances,
) -> Result<(Calls, Vec<Option<Fault>>), RefusedRule<'r>> {
    rules.iter().try_for_each(|rule| every_name_is_known(rule, numbers))?;
    let calls = calls(rules, numbers, instances)
        .map_err(|(rule, text)| (rule, rule.line, PegFault::EmptyRepetition(text)))?;
    every_rule_reads_before_it_returns(rules, instances, &calls)?;
    let own = faults(rules, numbers, instances, &calls);
    Ok((calls, own))
}

fn every_name_is_known<'r>(rule: &'r Rule, numbers: &RuleNumbers) -> Result<(), RefusedRule<'r>> {
    let is_known = |name: &str| has_meaning(name, numbers) || STACK.contains(&name);
    match rule.uses.iter().find(|(name, _)| !is_known(name)) {
        Some((name, line)) => Err((rule, *line, PegFault::Undefined(name.clone()))),
        None => Ok(()),
    }
}

/// Whether a name is that of a rule or of a builtin that an automaton has.
fn has_meaning(name: &str, numbers: &RuleNumbers) -> bool {
    numbers.contains_key(name) || builtin(name).is_some() || property::is_known(name)
}

/// The calls of one kind, and the cycles that they close.
struct Cycles {
    edges: Vec<Vec<usize>>,
    /// The number of the strongly connected component of each instance.
    of: Vec<usize>,
}

impl Cycles {
    fn of(calls: &[Vec<Call>], is_its: fn(&Call) -> bool) -> Self {
        let ends = |calls: &Vec<Call>| {
            calls.iter().filter(|&call| is_its(call)).map(|call| call.callee).collect()
        };
        let edges: Vec<Vec<usize>> = calls.iter().map(ends).collect();
        let of = membership(&components(&edges));
        Self { edges, of }
    }

    fn has(&self, caller: usize, callee: usize) -> bool {
        self.of[caller] == self.of[callee]
    }

    /// The names on a shortest cycle that begins with a call.
    fn named(
        &self,
        rules: &[Rule],
        instances: &Instances,
        caller: usize,
        callee: usize,
    ) -> Vec<String> {
        let way = shortest_within(&self.edges, &self.of, callee, caller).unwrap_or_default();
        let way = std::iter::once(caller).chain(way);
        way.map(|instance| rules[instances.get(instance).rule].name.clone()).collect()
    }
}

fn every_rule_reads_before_it_returns<'r>(
    rules: &'r [Rule],
    instances: &Instances,
    calls: &[Vec<Call>],
) -> Result<(), RefusedRule<'r>> {
    let left = Cycles::of(calls, |call| call.left);
    for (number, callees) in left.edges.iter().enumerate() {
        if let Some(&callee) = callees.iter().find(|&&callee| left.has(number, callee)) {
            let way = left.named(rules, instances, number, callee);
            let rule = &rules[instances.get(number).rule];
            return Err((rule, rule.line, PegFault::LeftRecursion(way)));
        }
    }
    Ok(())
}

/// The faults of each instance itself, whatever it calls.
fn faults(
    rules: &[Rule],
    numbers: &RuleNumbers,
    instances: &Instances,
    calls: &[Vec<Call>],
) -> Vec<Option<Fault>> {
    let grows = Cycles::of(calls, |call| !call.ahead);
    let inlined = Inlined::new(rules, numbers);
    let mut told = HashSet::new();
    let own = (0..instances.count()).map(|number| {
        let rule = &rules[instances.get(number).rule];
        let nests = |call: &&Call| !call.ahead && !call.last && grows.has(number, call.callee);
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
