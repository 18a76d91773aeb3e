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

use std::collections::{HashMap, HashSet, VecDeque};

use pest_meta::ast::Expr;

use super::inline::Inlined;
use super::{Fault, Peg, PegError, Rule};
use crate::audit::graph::{components, membership, reversed, shortest_within};

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
    let cycle = |edges: &[Vec<usize>], of: &[usize], caller: usize, callee: usize| {
        let way = shortest_within(edges, of, callee, caller).unwrap_or_default();
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
    let empty = empty(&rules, &numbers, &uses, &order);
    let mut calls = Vec::new();
    for rule in &rules {
        let mut walk = Walk { numbers: &numbers, empty: &empty, calls: Vec::new(), endless: None };
        for part in &rule.body {
            walk.expr(part, Call { callee: 0, left: true, last: true, ahead: false });
        }
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
            let way = cycle(&left, &of, number, callee);
            return Err(error(rule, rule.line, Fault::LeftRecursion(way)));
        }
    }
    let grows = edges(|call| !call.ahead);
    let of = membership(&components(&grows));
    let inlined = Inlined::new(&rules, &numbers);
    let (mut faults, mut told) = (Vec::with_capacity(rules.len()), HashSet::new());
    for (number, rule) in rules.iter().enumerate() {
        let nests = |call: &&Call| !call.ahead && !call.last && of[call.callee] == of[number];
        // One rule of those that call each other says why, and the others use it.
        let nested = || {
            let call = calls[number].iter().find(nests).filter(|_| told.insert(of[number]))?;
            Some((rule.line, Fault::Recursion(cycle(&grows, &of, number, call.callee))))
        };
        let unknown = rule.uses.iter().find_map(|(name, line)| {
            let fault = match name.as_str() {
                _ if numbers.contains_key(name) || super::lower::builtin(name).is_some() => None,
                name if STACK.contains(&name) => Some(Fault::Stack(name.to_owned())),
                name => Some(Fault::Property(name.to_owned())),
            };
            Some((*line, fault?))
        });
        let many = || Some((rule.line, inlined.fault(rule)?));
        faults.push(rule.fault.clone().or(unknown).or_else(many).or_else(nested));
    }
    spread(&rules, &uses, &mut faults);
    let mut refused = Vec::new();
    for (rule, fault) in rules.iter_mut().zip(faults) {
        if let Some((line, fault)) = &fault {
            refused.push(error(rule, *line, fault.clone()));
        }
        rule.fault = fault;
    }
    Ok(Peg { file: file.to_owned(), rules, numbers, refused })
}

/// Whoever uses a rule that is not decided is not decided.
fn spread(rules: &[Rule], uses: &[Vec<usize>], faults: &mut [Option<(usize, Fault)>]) {
    let users = reversed(uses);
    let mut waiting: VecDeque<usize> =
        (0..rules.len()).filter(|&at| faults[at].is_some()).collect();
    while let Some(used) = waiting.pop_front() {
        let name = &rules[used].name;
        for &user in &users[used] {
            if faults[user].is_none() {
                let line = rules[user].uses.iter().find(|(one, _)| one == name);
                let line = line.map_or(rules[user].line, |&(_, line)| line);
                faults[user] = Some((line, Fault::Uses(name.clone())));
                waiting.push_back(user);
            }
        }
    }
}

/// The rules that can succeed without reading.
fn empty(
    rules: &[Rule],
    numbers: &HashMap<String, usize>,
    uses: &[Vec<usize>],
    order: &[Vec<usize>],
) -> Vec<bool> {
    let (users, mut empty) = (reversed(uses), vec![false; rules.len()]);
    let mut waiting: VecDeque<usize> = order.concat().into();
    while let Some(rule) = waiting.pop_front() {
        let is_its = |part| is_empty(part, numbers, &empty);
        if !empty[rule] && rules[rule].body.iter().any(is_its) {
            empty[rule] = true;
            waiting.extend(&users[rule]);
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
