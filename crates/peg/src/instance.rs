//! Rules as they are run.
//!
//! If a file defines `WHITESPACE` or `COMMENT`, pest runs these rules at each `~` and between repetitions,
//! except within an atomic rule. So a rule may run in two ways, each of them an [`Instance`]: `pair = { "a" ~
//! "b" }` reads `a b` if a parser starts with it, but only `ab` if `word = @{ pair }` calls it.

use std::collections::VecDeque;
use std::fmt;

use grammar_automata::engine::graph;
use grammar_automata::engine::graph::{components, membership, nesting, reversed, shortest_within};
use pest_meta::ast::{Expr, Rule as Unoptimized, RuleType};
use pest_meta::optimizer;
use pest_meta::optimizer::OptimizedExpr;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::lower::{STACK, parts};
use super::{PegFault, Rule};

/// The names of the rules that pest runs implicitly.
pub(super) const IMPLICIT: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// The way in which a parser reaches a rule, which determines whether pest runs implicit rules between its
/// terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atomicity {
    /// The rule is reached directly, or only through rules that are not atomic: `WHITESPACE` and `COMMENT` run
    /// between the terms.
    NonAtomic,
    /// The rule is atomic, or called from an atomic rule, `@{ … }` or `${ … }`: nothing runs between the terms.
    Atomic,
}

impl fmt::Display for Atomicity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NonAtomic => "not atomic",
            Self::Atomic => "atomic",
        })
    }
}

/// A rule as it runs: `is_atomic` is set if nothing runs between the terms of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Instance {
    pub(super) rule: usize,
    pub(super) is_atomic: bool,
}

#[derive(Debug)]
pub(super) struct Instances {
    /// The instances with which a parser may start, one for each rule in file order, and then the instances in `twins`.
    pub(super) all: Vec<Instance>,
    /// For each rule, the number of the instance that atomic rules call, if this instance differs.
    pub(super) twins: Vec<Option<usize>>,
    /// For each rule, whether it runs differently when an atomic rule calls it.
    pub(super) inherits: Vec<bool>,
    pub(super) implicit: [Option<usize>; 2],
    /// For each instance, the instances that it calls, including the implicit rules.
    pub(super) uses: Vec<Vec<usize>>,
    /// For each instance, whether a parser can reach it from a rule that no other rule calls.
    reached: Vec<bool>,
}

impl Instances {
    pub(super) fn new(rules: &[Rule], numbers: &HashMap<String, usize>) -> Self {
        let implicit = IMPLICIT.map(|name| numbers.get(name).copied());
        let has_implicit = implicit.iter().any(Option::is_some);
        let is_atomic = |rule: &Rule| {
            let kind = matches!(rule.kind, RuleType::Atomic | RuleType::CompoundAtomic);
            has_implicit && (kind || IMPLICIT.contains(&&*rule.name))
        };
        let inherits = |rule: &Rule| {
            let kind = matches!(rule.kind, RuleType::Normal | RuleType::Silent);
            has_implicit && kind && !IMPLICIT.contains(&&*rule.name)
        };
        let inherits = rules.iter().map(inherits).collect();
        let begun = rules.iter().enumerate();
        let all = begun.map(|(rule, one)| Instance { rule, is_atomic: is_atomic(one) }).collect();
        let (twins, uses) = (vec![None; rules.len()], Vec::new());
        let mut this = Self { all, twins, inherits, implicit, uses, reached: Vec::new() };
        let called = |(name, _): &(String, usize)| numbers.get(name).copied();
        while let Some(&caller) = this.all.get(this.uses.len()) {
            let rule = &rules[caller.rule];
            let mut uses = Vec::new();
            for callee in rule.uses.iter().filter_map(called) {
                if caller.is_atomic && this.inherits[callee] {
                    this.twins[callee].get_or_insert_with(|| {
                        this.all.push(Instance { rule: callee, is_atomic: true });
                        this.all.len() - 1
                    });
                }
                uses.push(this.callee(caller, callee));
            }
            if !caller.is_atomic && rule.body.iter().any(has_room) {
                uses.extend(this.implicit.iter().flatten());
            }
            this.uses.push(uses);
        }
        this.reached = this.reached();
        this
    }

    pub(super) fn callee(&self, caller: Instance, rule: usize) -> usize {
        self.twins[rule].filter(|_| caller.is_atomic).unwrap_or(rule)
    }

    /// Returns the rules that pest runs between the terms of an instance: `WHITESPACE` and `COMMENT`.
    pub(super) fn between(&self, caller: Instance) -> [Option<usize>; 2] {
        if caller.is_atomic { [None; 2] } else { self.implicit }
    }

    /// Returns the atomicities in which a rule is reached from the rules that no other rule calls.
    pub(super) fn atomicities(&self, rule: usize) -> Vec<Atomicity> {
        let begun = self.reached[rule].then_some(if self.all[rule].is_atomic {
            Atomicity::Atomic
        } else {
            Atomicity::NonAtomic
        });
        let twin = self.twins[rule].filter(|&twin| self.reached[twin]);
        begun.into_iter().chain(twin.map(|_| Atomicity::Atomic)).collect()
    }

    /// Returns, for each instance, whether a parser can reach it from a rule that no other rule calls.
    fn reached(&self) -> Vec<bool> {
        let mut calls = vec![Vec::new(); self.twins.len()];
        for (caller, callees) in self.uses.iter().enumerate() {
            let rules = callees.iter().map(|&callee| self.all[callee].rule);
            calls[self.all[caller].rule].extend(rules);
        }
        let components = graph::components(&calls);
        let of = graph::membership(&components);
        let mut is_called = vec![false; components.len()];
        for (caller, callees) in calls.iter().enumerate() {
            let outside = callees.iter().filter(|&&callee| of[callee] != of[caller]);
            outside.for_each(|&callee| is_called[of[callee]] = true);
        }
        graph::reached(&self.uses, (0..self.twins.len()).filter(|&one| !is_called[of[one]]))
    }
}

fn has_room(expr: &Expr) -> bool {
    match expr {
        Expr::Seq(..) | Expr::Rep(_) | Expr::RepOnce(_) | Expr::RepMin(..) => true,
        Expr::RepExact(inner, 1) | Expr::RepMax(inner, 1) | Expr::RepMinMax(inner, _, 1) => {
            has_room(inner)
        }
        Expr::RepExact(..) | Expr::RepMax(..) | Expr::RepMinMax(..) => true,
        Expr::Choice(first, rest) => has_room(first) || has_room(rest),
        Expr::PosPred(inner) | Expr::NegPred(inner) | Expr::Opt(inner) | Expr::Push(inner) => {
            has_room(inner)
        }
        _ => false,
    }
}

// pest's optimizer, run on one expression at a time. On all rules of a file at once it would walk the file for
// each choice to see whether the stack changes, which [`stack`](super::stack) already knows. It needs other
// rules for one rewrite only: in an atomic rule, `(!stop ~ ANY)*` becomes a search for the first of some
// literals if `stop` is a choice of literals or of names of such choices.

/// The maximum number of literals to which a name may expand.
const LITERALS: usize = 1_000;
/// The number of literals in each of the chained rules into which a choice of literals is split for the optimizer.
const TOGETHER: usize = 32;

pub(super) struct Inlined<'r> {
    rules: &'r [Rule],
    numbers: &'r HashMap<String, usize>,
    /// For each rule, the number of its literals, or `None` if it is not a choice of literals.
    literals: Vec<Option<usize>>,
}

impl<'r> Inlined<'r> {
    pub(super) fn of(peg: &'r super::Peg) -> Self {
        Self::new(&peg.rules, &peg.numbers)
    }

    pub(super) fn new(rules: &'r [Rule], numbers: &'r HashMap<String, usize>) -> Self {
        let mut this = Self { rules, numbers, literals: vec![None; rules.len()] };
        // Callees come before their callers, and none calls itself, which would be left recursion.
        let called = |(name, _): &(String, usize)| numbers.get(name).copied();
        let calls = |rule: &Rule| rule.uses.iter().filter_map(called).collect();
        let calls: Vec<Vec<usize>> = rules.iter().map(calls).collect();
        for rule in graph::components(&calls).concat() {
            let count = |part| {
                let mut sum = 0_usize;
                each(part, &mut |one| {
                    sum = sum.saturating_add(match one {
                        One::Literal(_) => 1,
                        One::Name(name) => this.literals[*numbers.get(name)?]?,
                    });
                    Some(())
                })?;
                Some(sum)
            };
            let counts: Option<Vec<usize>> = rules[rule].body.iter().map(count).collect();
            let sum = |counts: Vec<usize>| counts.into_iter().fold(0, usize::saturating_add);
            this.literals[rule] = counts.map(sum);
        }
        this
    }

    /// Returns the fault of a rule that is too large for the optimizer because it expands to too many literals.
    pub(super) fn fault(&self, rule: &Rule) -> Option<PegFault> {
        let names = rule.body.iter().flat_map(|part| stops(part, rule.kind));
        let is_many = |name: &str| self.number(name).is_some_and(|(_, count)| count > LITERALS);
        let mut many = names.into_iter().filter(|name| is_many(name));
        many.next().map(|_| PegFault::Unrolled(LITERALS))
    }

    /// Returns the result of pest's optimizer for an expression in a rule of the given kind.
    pub(super) fn optimize(&self, expr: Expr, kind: RuleType) -> OptimizedExpr {
        let mut rules = Vec::new();
        for name in stops(&expr, kind) {
            let mut literals = Vec::new();
            if let Some((rule, _)) = self.number(name).filter(|&(_, count)| count <= LITERALS) {
                self.literals(rule, &mut literals);
            }
            // From the last to the first, each rule except the last ends with the name of the next rule.
            let mut next: Option<Expr> = None;
            let chunks = literals.chunks(TOGETHER).enumerate().rev();
            for (at, chunk) in chunks {
                let chain = chunk.iter().rev().fold(next.take(), |rest, literal| {
                    let literal = Expr::Str((*literal).to_owned());
                    Some(match rest {
                        Some(rest) => Expr::Choice(Box::new(literal), Box::new(rest)),
                        None => literal,
                    })
                });
                // Rule names have no spaces.
                let name = if at == 0 { name.to_owned() } else { format!("{name} {at}") };
                next = Some(Expr::Ident(name.clone()));
                rules.extend(chain.map(|expr| Unoptimized { name, ty: RuleType::Normal, expr }));
            }
        }
        rules.push(Unoptimized { name: "the expression".to_owned(), ty: kind, expr });
        let last = optimizer::optimize(rules).pop();
        last.map_or_else(|| OptimizedExpr::Str(String::new()), |rule| rule.expr)
    }

    /// Returns the number of the rule `name` and its count of literals, or `None` if it is not a choice of literals.
    fn number(&self, name: &str) -> Option<(usize, usize)> {
        let &rule = self.numbers.get(name)?;
        Some((rule, self.literals[rule]?))
    }

    fn literals(&self, rule: usize, found: &mut Vec<&'r str>) {
        let mut open = self.ones(rule);
        while let Some(one) = open.pop() {
            match one {
                One::Literal(text) => found.push(text),
                One::Name(name) => {
                    open.extend(
                        self.number(name).into_iter().flat_map(|(rule, _)| self.ones(rule)),
                    );
                }
            }
        }
    }

    fn ones(&self, rule: usize) -> Vec<One<'r>> {
        let mut ones = Vec::new();
        for part in &self.rules[rule].body {
            // The rule is a choice of such alternatives alone.
            let _ = each(part, &mut |one| {
                ones.push(one);
                Some(())
            });
        }
        ones.reverse();
        ones
    }
}

enum One<'e> {
    Literal(&'e str),
    Name(&'e str),
}

/// Visits each alternative of a choice of literals and names. Returns `None` if the expression is not such a
/// choice.
fn each<'e>(mut expr: &'e Expr, with: &mut impl FnMut(One<'e>) -> Option<()>) -> Option<()> {
    let one = |expr: &'e Expr| match expr {
        Expr::Str(text) => Some(One::Literal(text)),
        Expr::Ident(name) => Some(One::Name(name)),
        _ => None,
    };
    while let Expr::Choice(first, rest) = expr {
        with(one(first)?)?;
        expr = rest;
    }
    with(one(expr)?)
}

/// Returns the names in the lookaheads of `(!(…) ~ ANY)*`, or none if the rule is not atomic.
fn stops(expr: &Expr, kind: RuleType) -> HashSet<&str> {
    let mut found = HashSet::default();
    if kind != RuleType::Atomic {
        return found;
    }
    let mut open = vec![(expr, false)];
    while let Some((expr, within)) = open.pop() {
        match expr {
            Expr::Ident(name) if within => drop(found.insert(name.as_str())),
            Expr::Choice(first, rest) => open.extend([(&**first, within), (&**rest, within)]),
            Expr::Rep(inner) => {
                let stop = match &**inner {
                    Expr::Seq(not, any) if **any == Expr::Ident("ANY".to_owned()) => match &**not {
                        Expr::NegPred(stop) => Some(&**stop),
                        _ => None,
                    },
                    _ => None,
                };
                open.extend(stop.map(|stop| (stop, true)));
                open.push((inner, false));
            }
            other => open.extend(parts(other).map(|part| (part, false))),
        }
    }
    found
}

// The calls between rules. A call is on the *left* if nothing need have been read before it, and *last* if
// nothing follows it. As in pest, only the shape of an expression counts: `!"" ~ a` counts as a call of `a`,
// although it never calls it.

#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) callee: usize,
    pub(super) left: bool,
    pub(super) last: bool,
    pub(super) is_lookahead: bool,
    /// Whether the call is written in the file, rather than inserted between two terms by pest.
    pub(super) written: bool,
}

/// Returns the calls of each instance, and the rules with repetitions that never end, each with its first such
/// repetition.
pub(super) fn calls(
    rules: &[Rule],
    numbers: &HashMap<String, usize>,
    instances: &Instances,
) -> (Vec<Vec<Call>>, Vec<(usize, String)>) {
    let empty = RuleShapes::new(rules, numbers, ShapeQuery::Empty);
    let implicit = instances.implicit.into_iter().flatten();
    let idle = implicit.filter(|&rule| empty.rules[rule]);
    let mut endless: Vec<_> = idle.map(|rule| (rule, format!("{}*", rules[rule].name))).collect();
    let of_instance = |number| {
        let (calls, found) = walk(rules, instances, &empty, number);
        endless.extend(found.map(|text| (instances.all[number].rule, text)));
        calls
    };
    let calls = (0..instances.all.len()).map(of_instance).collect();
    (calls, endless)
}

/// Returns, for each instance, its first repetition that might never end, assuming that the strings read off the stack
/// may be empty.
pub(super) fn idle(
    rules: &[Rule],
    numbers: &HashMap<String, usize>,
    instances: &Instances,
) -> Vec<Option<String>> {
    let empty = RuleShapes::new(rules, numbers, ShapeQuery::EmptyOffStack);
    (0..instances.all.len()).map(|number| walk(rules, instances, &empty, number).1).collect()
}

fn walk(
    rules: &[Rule],
    instances: &Instances,
    empty: &RuleShapes<'_>,
    number: usize,
) -> (Vec<Call>, Option<String>) {
    let caller = instances.all[number];
    let mut walk = Walk { instances, caller, empty, calls: Vec::new(), endless: None };
    for part in &rules[caller.rule].body {
        walk.expr(
            part,
            Call { callee: 0, left: true, last: true, is_lookahead: false, written: true },
        );
    }
    (walk.calls, walk.endless)
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ShapeQuery {
    /// Whether the expression can succeed without reading.
    Empty,
    /// Whether the expression can succeed without reading, if the strings read off the stack may be empty.
    EmptyOffStack,
    /// Whether the expression succeeds on any input.
    Total,
}

/// The answers to a query for the rules of a file. `Empty` and `Total` agree with pest's validator.
pub(super) struct RuleShapes<'r> {
    query: ShapeQuery,
    numbers: &'r HashMap<String, usize>,
    rules: Vec<bool>,
}

impl<'r> RuleShapes<'r> {
    pub(super) fn new(
        rules: &[Rule],
        numbers: &'r HashMap<String, usize>,
        query: ShapeQuery,
    ) -> Self {
        let called = |(name, _): &(String, usize)| numbers.get(name).copied();
        let uses = |rule: &Rule| rule.uses.iter().filter_map(called).collect();
        let uses: Vec<Vec<usize>> = rules.iter().map(uses).collect();
        let mut this = Self { query, numbers, rules: vec![false; rules.len()] };
        let (users, mut waiting) = (reversed(&uses), VecDeque::from(components(&uses).concat()));
        while let Some(rule) = waiting.pop_front() {
            if !this.rules[rule] && rules[rule].body.iter().any(|part| this.has(part)) {
                this.rules[rule] = true;
                waiting.extend(&users[rule]);
            }
        }
        this
    }

    /// Returns whether an expression has the shape that the query asks for.
    pub(super) fn has(&self, expr: &Expr) -> bool {
        let is_total = self.query == ShapeQuery::Total;
        match expr {
            Expr::Str(text) | Expr::Insens(text) => text.is_empty(),
            Expr::Ident(name) => match self.numbers.get(name) {
                Some(&rule) => self.rules[rule],
                None if STACK.contains(&&**name) => self.query == ShapeQuery::EmptyOffStack,
                None => !is_total && matches!(name.as_str(), "SOI" | "EOI"),
            },
            Expr::PeekSlice(..) => self.query == ShapeQuery::EmptyOffStack,
            Expr::Seq(left, right) => self.has(left) && self.has(right),
            Expr::Choice(left, right) => self.has(left) || self.has(right),
            Expr::PosPred(inner) => !is_total || self.has(inner),
            Expr::NegPred(_) => !is_total,
            Expr::Opt(_) | Expr::Rep(_) | Expr::RepMax(..) => true,
            Expr::RepOnce(inner) | Expr::RepExact(inner, _) | Expr::Push(inner) => self.has(inner),
            Expr::RepMin(inner, min) | Expr::RepMinMax(inner, min, _) => {
                *min == 0 || self.has(inner)
            }
            _ => false,
        }
    }
}

pub(super) struct Cycles {
    pub(super) edges: Vec<Vec<usize>>,
    pub(super) of: Vec<usize>,
}

impl Cycles {
    pub(super) fn new(calls: &[Vec<Call>], is_its: fn(&Call) -> bool) -> Self {
        let ends = |calls: &Vec<Call>| {
            calls.iter().filter(|&call| is_its(call)).map(|call| call.callee).collect()
        };
        let edges: Vec<Vec<usize>> = calls.iter().map(ends).collect();
        let of = membership(&components(&edges));
        Self { edges, of }
    }

    pub(super) fn has(&self, caller: usize, callee: usize) -> bool {
        self.of[caller] == self.of[callee]
    }

    pub(super) fn named(
        &self,
        rules: &[Rule],
        instances: &Instances,
        caller: usize,
        callee: usize,
    ) -> Vec<String> {
        let way = shortest_within(&self.edges, &self.of, callee, caller).unwrap_or_default();
        let way = std::iter::once(caller).chain(way);
        way.map(|instance| rules[instances.all[instance].rule].name.clone()).collect()
    }
}

struct Walk<'a> {
    instances: &'a Instances,
    caller: Instance,
    empty: &'a RuleShapes<'a>,
    calls: Vec<Call>,
    endless: Option<String>,
}

impl Walk<'_> {
    /// Visits an expression. If the expression is a name, it is a call, and `at` describes the call.
    fn expr(&mut self, expr: &Expr, at: Call) {
        let Call { left, last, .. } = at;
        match expr {
            Expr::Ident(name) => {
                let callee = self.empty.numbers.get(name);
                let callee = callee.map(|&rule| self.instances.callee(self.caller, rule));
                self.calls.extend(callee.map(|callee| Call { callee, ..at }));
            }
            Expr::Seq(first, rest) => {
                self.expr(first, Call { last: false, ..at });
                let left = left && self.empty.has(first);
                self.between(Call { left, ..at });
                self.expr(rest, Call { left, last, ..at });
            }
            Expr::Choice(first, rest) => {
                self.expr(first, Call { ..at });
                self.expr(rest, at);
            }
            Expr::PosPred(inner) | Expr::NegPred(inner) => {
                self.expr(inner, Call { is_lookahead: true, ..at });
            }
            Expr::Push(inner) => self.expr(inner, Call { last: false, ..at }),
            Expr::Opt(inner)
            | Expr::RepExact(inner, 1)
            | Expr::RepMax(inner, 1)
            | Expr::RepMinMax(inner, _, 1) => self.expr(inner, at),
            Expr::RepExact(inner, _) | Expr::RepMax(inner, _) | Expr::RepMinMax(inner, ..) => {
                self.expr(inner, Call { last: false, ..at });
                self.between(Call { left: left && self.empty.has(inner), ..at });
            }
            Expr::Rep(inner) | Expr::RepOnce(inner) | Expr::RepMin(inner, _) => {
                if self.empty.has(inner) {
                    self.endless.get_or_insert_with(|| expr.to_string());
                }
                self.expr(inner, Call { last: false, ..at });
                self.between(Call { left: false, ..at });
            }
            _ => {}
        }
    }

    fn between(&mut self, at: Call) {
        let implicit = self.instances.between(self.caller).into_iter().flatten();
        self.calls.extend(implicit.map(|callee| Call {
            callee,
            last: false,
            written: false,
            ..at
        }));
    }
}

// The calls that nest a rule in itself. A call in last position does not count, since a list may have any
// length. In each cycle of other calls one call counts, so that `array = { "[" ~ value ~ "]" }` is one level
// deeper in each bracket, however many rules lie between `array` and `value`.

#[derive(Debug)]
pub(super) struct Nesting {
    pub(super) component: Vec<usize>,
    pub(super) counted: HashSet<(usize, usize)>,
}

impl Nesting {
    pub(super) fn new(calls: &[Vec<Call>]) -> Self {
        let is_inner = |call: &&Call| !call.is_lookahead;
        let ends =
            |calls: &Vec<Call>| calls.iter().filter(is_inner).map(|one| one.callee).collect();
        let edges: Vec<Vec<usize>> = calls.iter().map(ends).collect();
        let component = membership(&components(&edges));
        let pairs = calls.iter().enumerate().flat_map(|(caller, calls)| {
            calls.iter().filter(is_inner).map(move |call| (caller, call.callee, call.last))
        });
        let counted = nesting(calls.len(), &component, pairs);
        Self { component, counted }
    }
}
