//! What pest refuses, and what no automaton decides.
//!
//! In: the rules of a file. Out: a [`Peg`] of which every rule that is not refused by name can be
//! unfolded without end or harm. A rule is called *left* where nothing need have been read before
//! the call, and *last* where nothing comes after it. A cycle of left calls never ends. A cycle
//! that is not all of last calls leaves ever more behind, and so has infinitely many continuations:
//! `a = { "(" ~ a ~ ")" | "" }` is not regular. A call within a lookahead begins a new continuation
//! and closes no such cycle: `a = { "x" ~ !(a ~ "x") }` calls itself before one thing only.
//!
//! What is asked is whether an expression *can* succeed without reading, of its shape alone: that
//! `!"" ~ a` never calls `a` is not seen, here no more than by pest.

use std::collections::HashMap;

use pest_meta::ast::Expr;

use super::{Fault, Peg, PegError, Rule};
use crate::audit::graph::{components, membership, shortest};

/// How many rules may stand open at once.
const OPEN: usize = 200;

const STACK: [&str; 5] = ["PEEK", "PEEK_ALL", "POP", "POP_ALL", "DROP"];

/// A call of a rule by a rule.
struct Call {
    callee: usize,
    left: bool,
    last: bool,
    ahead: bool,
}

pub(super) fn check(file: &str, mut rules: Vec<Rule>) -> Result<Peg, PegError> {
    let numbers: HashMap<String, usize> =
        rules.iter().enumerate().map(|(number, rule)| (rule.name.clone(), number)).collect();
    let error = |rule: &Rule, line, fault| PegError {
        file: file.to_owned(),
        line,
        rule: Some(rule.name.clone()),
        fault,
    };
    let cycle = |edges: &[Vec<usize>], caller: usize, callee: usize| {
        let way = shortest(edges, callee, caller).unwrap_or_default();
        let way = std::iter::once(caller).chain(way);
        way.map(|rule| rules[rule].name.clone()).collect()
    };

    for rule in &rules {
        if ["WHITESPACE", "COMMENT"].contains(&rule.name.as_str()) {
            return Err(error(rule, rule.line, Fault::Blanks(rule.name.clone())));
        }
        let known = |name: &str| {
            numbers.contains_key(name)
                || super::lower::builtin(name).is_some()
                || STACK.contains(&name)
                || is_property(name)
        };
        if let Some((name, line)) = rule.uses.iter().find(|(name, _)| !known(name)) {
            return Err(error(rule, *line, Fault::Undefined(name.clone())));
        }
    }

    let called = |(name, _): &(String, usize)| numbers.get(name).copied();
    let uses = |rule: &Rule| rule.uses.iter().filter_map(called).collect();
    let uses: Vec<Vec<usize>> = rules.iter().map(uses).collect();
    let order = components(&uses);
    let empty = empty(&rules, &numbers, &order);
    let mut calls = Vec::new();
    for rule in &rules {
        let mut walk = Walk { numbers: &numbers, empty: &empty, calls: Vec::new(), endless: None };
        walk.expr(&rule.body, Call { callee: 0, left: true, last: true, ahead: false });
        if let Some(text) = walk.endless {
            return Err(error(rule, rule.line, Fault::EmptyRepetition(text)));
        }
        calls.push(walk.calls);
    }

    let edges = |select: fn(&Call) -> bool| -> Vec<Vec<usize>> {
        let ends = |calls: &Vec<Call>| {
            calls.iter().filter(|&call| select(call)).map(|call| call.callee).collect()
        };
        calls.iter().map(ends).collect()
    };
    let left = edges(|call| call.left);
    let of = membership(&components(&left));
    for (number, rule) in rules.iter().enumerate() {
        if let Some(&callee) = left[number].iter().find(|&&callee| of[callee] == of[number]) {
            let way = cycle(&left, number, callee);
            return Err(error(rule, rule.line, Fault::LeftRecursion(way)));
        }
    }
    let deep = heights(&order, &uses);
    if let Some(rule) = rules.iter().zip(deep).find_map(|(rule, deep)| deep.then_some(rule)) {
        return Err(error(rule, rule.line, Fault::Nested(OPEN)));
    }

    let grows = edges(|call| !call.ahead);
    let of = membership(&components(&grows));
    let mut faults: Vec<Option<(usize, Fault)>> = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let nests = |call: &&Call| !call.ahead && !call.last && of[call.callee] == of[number];
        let nested = calls[number]
            .iter()
            .find(nests)
            .map(|call| (rule.line, Fault::Recursion(cycle(&grows, number, call.callee))));
        let unknown = rule.uses.iter().find_map(|(name, line)| {
            let fault = match name.as_str() {
                _ if numbers.contains_key(name) || super::lower::builtin(name).is_some() => None,
                name if STACK.contains(&name) => Some(Fault::Stack(name.to_owned())),
                name => Some(Fault::Property(name.to_owned())),
            };
            Some((*line, fault?))
        });
        faults.push(rule.fault.clone().or(unknown).or(nested));
    }
    for component in &order {
        // Once for each of its rules is enough for a refusal to go round it.
        for _ in component {
            let before = faults.iter().flatten().count();
            for &number in component {
                let rule = &rules[number];
                let used = |(name, line): &(String, usize)| {
                    faults[*numbers.get(name)?].as_ref().map(|_| (*line, Fault::Uses(name.clone())))
                };
                if faults[number].is_none() {
                    faults[number] = rule.uses.iter().find_map(used);
                }
            }
            if before == faults.iter().flatten().count() {
                break;
            }
        }
    }
    let mut refused = Vec::new();
    for (rule, fault) in rules.iter_mut().zip(faults) {
        if let Some((line, fault)) = &fault {
            refused.push(error(rule, *line, fault.clone()));
        }
        rule.fault = fault;
    }
    Ok(Peg { file: file.to_owned(), rules, numbers, refused })
}

/// The rules that can succeed without reading.
fn empty(rules: &[Rule], numbers: &HashMap<String, usize>, order: &[Vec<usize>]) -> Vec<bool> {
    let mut empty = vec![false; rules.len()];
    for component in order {
        loop {
            let before = component.iter().filter(|&&rule| empty[rule]).count();
            for &rule in component {
                empty[rule] = is_empty(&rules[rule].body, numbers, &empty);
            }
            if before == component.iter().filter(|&&rule| empty[rule]).count() {
                break;
            }
        }
    }
    empty
}

/// Whether an expression can succeed without reading.
fn is_empty(expr: &Expr, numbers: &HashMap<String, usize>, empty: &[bool]) -> bool {
    let is_empty = |expr| is_empty(expr, numbers, empty);
    match expr {
        Expr::Str(text) | Expr::Insens(text) => text.is_empty(),
        Expr::Ident(name) => match numbers.get(name) {
            Some(&rule) => empty[rule],
            None => matches!(name.as_str(), "SOI" | "EOI"),
        },
        Expr::Seq(left, right) => is_empty(left) && is_empty(right),
        Expr::Choice(left, right) => is_empty(left) || is_empty(right),
        Expr::PosPred(_) | Expr::NegPred(_) | Expr::Opt(_) | Expr::Rep(_) | Expr::RepMax(..) => {
            true
        }
        Expr::RepOnce(inner) | Expr::RepExact(inner, _) => is_empty(inner),
        Expr::RepMin(inner, min) | Expr::RepMinMax(inner, min, _) => *min == 0 || is_empty(inner),
        _ => false,
    }
}

/// The rules below which too many stand open: a cycle may hold all of its rules open.
fn heights(order: &[Vec<usize>], uses: &[Vec<usize>]) -> Vec<bool> {
    let mut heights = vec![0; uses.len()];
    for component in order {
        let below = component.iter().flat_map(|&rule| &uses[rule]).map(|&callee| heights[callee]);
        let height = component.len() + below.max().unwrap_or(0);
        component.iter().for_each(|&rule| heights[rule] = height);
    }
    heights.into_iter().map(|height| height > OPEN).collect()
}

/// pest's names for properties of Unicode: capitals, as its stack operators.
fn is_property(name: &str) -> bool {
    pest::unicode::unicode_property_names().any(|property| property == name)
}

/// Collects the calls of a body, and the first repetition of it that never ends.
struct Walk<'a> {
    numbers: &'a HashMap<String, usize>,
    empty: &'a [bool],
    calls: Vec<Call>,
    endless: Option<String>,
}

impl Walk<'_> {
    /// `at` is the call that the expression would be if it were a name.
    fn expr(&mut self, expr: &Expr, at: Call) {
        let Call { left, last, ahead, .. } = at;
        match expr {
            Expr::Ident(name) => {
                let callee = self.numbers.get(name).copied();
                self.calls.extend(callee.map(|callee| Call { callee, ..at }));
            }
            Expr::Seq(first, rest) => {
                self.expr(first, Call { last: false, ..at });
                let left = left && is_empty(first, self.numbers, self.empty);
                self.expr(rest, Call { left, last, ahead, callee: 0 });
            }
            Expr::Choice(first, rest) => {
                self.expr(first, Call { ..at });
                self.expr(rest, at);
            }
            Expr::PosPred(inner) | Expr::NegPred(inner) => {
                self.expr(inner, Call { ahead: true, ..at });
            }
            Expr::Opt(inner)
            | Expr::RepExact(inner, 1)
            | Expr::RepMax(inner, 1)
            | Expr::RepMinMax(inner, _, 1) => self.expr(inner, at),
            Expr::RepExact(inner, _) | Expr::RepMax(inner, _) | Expr::RepMinMax(inner, ..) => {
                self.expr(inner, Call { last: false, ..at });
            }
            Expr::Rep(inner) | Expr::RepOnce(inner) | Expr::RepMin(inner, _) => {
                if is_empty(inner, self.numbers, self.empty) {
                    self.endless.get_or_insert_with(|| expr.to_string());
                }
                self.expr(inner, Call { last: false, ..at });
            }
            _ => {}
        }
    }
}
