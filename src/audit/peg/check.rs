//! What pest refuses, and what no automaton decides.
//!
//! In: the rules of a file. Out: a [`Peg`] of which every rule that is not refused by name can be
//! unfolded without end or harm. A cycle of left [`calls`](super::calls) never ends. A cycle that is
//! not all of last calls leaves ever more behind, and so has infinitely many continuations:
//! `a = { "(" ~ a ~ ")" | "" }` is not regular. A call within a lookahead begins a new continuation
//! and closes no such cycle: `a = { "x" ~ !(a ~ "x") }` calls itself before one thing only.

use std::collections::{HashMap, HashSet, VecDeque};

use super::calls::{Call, calls};
use super::inline::Inlined;
use super::lower::builtin;
use super::{Peg, PegError, PegFault, Rule};
use crate::audit::graph::{components, membership, reversed, shortest_within};

const STACK: [&str; 5] = ["PEEK", "PEEK_ALL", "POP", "POP_ALL", "DROP"];

/// The numbers of rules, by name.
type RuleNumbers = HashMap<String, usize>;

/// The reason why the whole file is refused: the rule, the line, the fault.
type RefusedRule<'r> = (&'r Rule, usize, PegFault);

pub(super) fn check(file: &str, mut rules: Vec<Rule>) -> Result<Peg, PegError> {
    let numbers: RuleNumbers =
        rules.iter().enumerate().map(|(number, rule)| (rule.name.clone(), number)).collect();
    let faults = faults(&rules, &numbers).map_err(|refusal| error(file, refusal))?;
    let mut refused = Vec::new();
    for (rule, fault) in rules.iter_mut().zip(faults) {
        if let Some((line, fault)) = &fault {
            refused.push(error(file, (rule, *line, fault.clone())));
        }
        rule.fault = fault;
    }
    Ok(Peg { file: file.to_owned(), source: String::new(), rules, numbers, refused })
}

fn error(file: &str, (rule, line, fault): RefusedRule<'_>) -> PegError {
    PegError { file: file.to_owned(), line, rule: Some(rule.name.clone()), fault }
}

/// For each rule, the line and the fault because of which it is not decided, if any.
fn faults<'r>(
    rules: &'r [Rule],
    numbers: &RuleNumbers,
) -> Result<Vec<Option<(usize, PegFault)>>, RefusedRule<'r>> {
    rules.iter().try_for_each(|rule| every_name_is_known(rule, numbers))?;
    let called = |(name, _): &(String, usize)| numbers.get(name).copied();
    let uses = |rule: &Rule| rule.uses.iter().filter_map(called).collect();
    let uses: Vec<Vec<usize>> = rules.iter().map(uses).collect();
    let calls = calls(rules, numbers, &uses)
        .map_err(|(rule, text)| (rule, rule.line, PegFault::EmptyRepetition(text)))?;
    every_rule_reads_before_it_returns(rules, &calls)?;
    let mut faults = own_faults(rules, numbers, &calls);
    spread(rules, &uses, &mut faults);
    Ok(faults)
}

fn every_name_is_known<'r>(rule: &'r Rule, numbers: &RuleNumbers) -> Result<(), RefusedRule<'r>> {
    if ["WHITESPACE", "COMMENT"].contains(&rule.name.as_str()) {
        return Err((rule, rule.line, PegFault::Blanks(rule.name.clone())));
    }
    let is_known =
        |name: &str| has_meaning(name, numbers) || STACK.contains(&name) || is_property(name);
    match rule.uses.iter().find(|(name, _)| !is_known(name)) {
        Some((name, line)) => Err((rule, *line, PegFault::Undefined(name.clone()))),
        None => Ok(()),
    }
}

/// Whether a name is that of a rule or of a builtin that an automaton has.
fn has_meaning(name: &str, numbers: &RuleNumbers) -> bool {
    numbers.contains_key(name) || builtin(name).is_some()
}

/// Whether a name is one of pest's properties of Unicode. These are in capitals, as its stack
/// operators are.
fn is_property(name: &str) -> bool {
    pest::unicode::unicode_property_names().any(|property| property == name)
}

/// The calls of one kind, and the cycles that they close.
struct Cycles {
    edges: Vec<Vec<usize>>,
    /// The number of the strongly connected component of each rule.
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
    fn named(&self, rules: &[Rule], caller: usize, callee: usize) -> Vec<String> {
        let way = shortest_within(&self.edges, &self.of, callee, caller).unwrap_or_default();
        let way = std::iter::once(caller).chain(way);
        way.map(|rule| rules[rule].name.clone()).collect()
    }
}

fn every_rule_reads_before_it_returns<'r>(
    rules: &'r [Rule],
    calls: &[Vec<Call>],
) -> Result<(), RefusedRule<'r>> {
    let left = Cycles::of(calls, |call| call.left);
    for (number, rule) in rules.iter().enumerate() {
        if let Some(&callee) = left.edges[number].iter().find(|&&callee| left.has(number, callee)) {
            let way = left.named(rules, number, callee);
            return Err((rule, rule.line, PegFault::LeftRecursion(way)));
        }
    }
    Ok(())
}

/// The faults of each rule itself, whatever rules it uses.
fn own_faults(
    rules: &[Rule],
    numbers: &RuleNumbers,
    calls: &[Vec<Call>],
) -> Vec<Option<(usize, PegFault)>> {
    let grows = Cycles::of(calls, |call| !call.ahead);
    let inlined = Inlined::new(rules, numbers);
    let mut told = HashSet::new();
    let own = rules.iter().enumerate().map(|(number, rule)| {
        let nests = |call: &&Call| !call.ahead && !call.last && grows.has(number, call.callee);
        // One rule of those that call each other says why, and the others use it.
        let nested = || {
            let call = calls[number].iter().find(nests);
            let call = call.filter(|_| told.insert(grows.of[number]))?;
            Some((rule.line, PegFault::Recursion(grows.named(rules, number, call.callee))))
        };
        let many = || Some((rule.line, inlined.fault(rule)?));
        rule.fault.clone().or_else(|| unknown(rule, numbers)).or_else(many).or_else(nested)
    });
    own.collect()
}

/// The first name in a rule for which there is no automaton.
fn unknown(rule: &Rule, numbers: &RuleNumbers) -> Option<(usize, PegFault)> {
    let (name, line) = rule.uses.iter().find(|(name, _)| !has_meaning(name, numbers))?;
    let fault = if STACK.contains(&name.as_str()) { PegFault::Stack } else { PegFault::Property };
    Some((*line, fault(name.clone())))
}

/// Refuses every rule that uses a rule that is not decided.
fn spread(rules: &[Rule], uses: &[Vec<usize>], faults: &mut [Option<(usize, PegFault)>]) {
    let users = reversed(uses);
    let mut waiting: VecDeque<usize> =
        (0..rules.len()).filter(|&at| faults[at].is_some()).collect();
    while let Some(used) = waiting.pop_front() {
        let name = &rules[used].name;
        for &user in &users[used] {
            if faults[user].is_none() {
                let line = rules[user].uses.iter().find(|(one, _)| one == name);
                let line = line.map_or(rules[user].line, |&(_, line)| line);
                faults[user] = Some((line, PegFault::Uses(name.clone())));
                waiting.push_back(user);
            }
        }
    }
}
