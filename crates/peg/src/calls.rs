//! Which rules call which. A rule is called *left* where nothing need have been read before the call, and *last* where
//! nothing comes after it. Only the shape of an expression counts, as to pest: that `!"" ~ a` never calls `a` is not
//! seen.

use std::collections::VecDeque;

use pest_meta::ast::Expr;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::Rule;
use super::instance::{Instance, Instances};
use super::lower::STACK;
use grammar_automata::engine::graph::{components, membership, nesting, reversed, shortest_within};

#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) callee: usize,
    pub(super) left: bool,
    pub(super) last: bool,
    pub(super) is_lookahead: bool,
    /// Whether the call is written, and not put between two terms by pest.
    pub(super) written: bool,
}

/// The calls of each instance, and the rules with a repetition that never ends, each with its first one.
pub(super) fn calls(
    rules: &[Rule],
    numbers: &HashMap<String, usize>,
    instances: &Instances,
) -> (Vec<Vec<Call>>, Vec<(usize, String)>) {
    let empty = RuleShapes::of(rules, numbers, ShapeQuery::Empty);
    let implicit = instances.implicit().into_iter().flatten();
    let idle = implicit.filter(|&rule| empty.rules[rule]);
    let mut endless: Vec<_> = idle.map(|rule| (rule, format!("{}*", rules[rule].name))).collect();
    let of_instance = |number| {
        let (calls, found) = walk(rules, instances, &empty, number);
        endless.extend(found.map(|text| (instances.get(number).rule, text)));
        calls
    };
    let calls = (0..instances.count()).map(of_instance).collect();
    (calls, endless)
}

/// For each instance, its first repetition that never ends if what is read off the stack may be
/// nothing.
pub(super) fn idle(
    rules: &[Rule],
    numbers: &HashMap<String, usize>,
    instances: &Instances,
) -> Vec<Option<String>> {
    let empty = RuleShapes::of(rules, numbers, ShapeQuery::EmptyOffStack);
    (0..instances.count()).map(|number| walk(rules, instances, &empty, number).1).collect()
}

fn walk(
    rules: &[Rule],
    instances: &Instances,
    empty: &RuleShapes<'_>,
    number: usize,
) -> (Vec<Call>, Option<String>) {
    let caller = instances.get(number);
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
    /// The same, if what is read off the stack may be nothing.
    EmptyOffStack,
    /// Whether the expression succeeds on any input.
    Total,
}

/// The answers for the rules of a file. `Empty` and `Total` are the answers of pest's validator.
pub(super) struct RuleShapes<'r> {
    asked: ShapeQuery,
    numbers: &'r HashMap<String, usize>,
    rules: Vec<bool>,
}

impl<'r> RuleShapes<'r> {
    pub(super) fn of(
        rules: &[Rule],
        numbers: &'r HashMap<String, usize>,
        asked: ShapeQuery,
    ) -> Self {
        let called = |(name, _): &(String, usize)| numbers.get(name).copied();
        let uses = |rule: &Rule| rule.uses.iter().filter_map(called).collect();
        let uses: Vec<Vec<usize>> = rules.iter().map(uses).collect();
        let mut this = Self { asked, numbers, rules: vec![false; rules.len()] };
        let (users, mut waiting) = (reversed(&uses), VecDeque::from(components(&uses).concat()));
        while let Some(rule) = waiting.pop_front() {
            if !this.rules[rule] && rules[rule].body.iter().any(|part| this.has(part)) {
                this.rules[rule] = true;
                waiting.extend(&users[rule]);
            }
        }
        this
    }

    /// Whether it is so of an expression.
    pub(super) fn has(&self, expr: &Expr) -> bool {
        let is_total = self.asked == ShapeQuery::Total;
        match expr {
            Expr::Str(text) | Expr::Insens(text) => text.is_empty(),
            Expr::Ident(name) => match self.numbers.get(name) {
                Some(&rule) => self.rules[rule],
                None if STACK.contains(&&**name) => self.asked == ShapeQuery::EmptyOffStack,
                None => !is_total && matches!(name.as_str(), "SOI" | "EOI"),
            },
            Expr::PeekSlice(..) => self.asked == ShapeQuery::EmptyOffStack,
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
    pub(super) fn of(calls: &[Vec<Call>], is_its: fn(&Call) -> bool) -> Self {
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

    /// The names on a shortest cycle that begins with a call.
    pub(super) fn named(
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

struct Walk<'a> {
    instances: &'a Instances,
    caller: Instance,
    empty: &'a RuleShapes<'a>,
    calls: Vec<Call>,
    endless: Option<String>,
}

impl Walk<'_> {
    /// Visits an expression. `at` describes the call that the expression would be if it were a
    /// name.
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

// Which calls nest a rule in itself. A call as the last thing of a rule is not counted: a list may be as long as it
// likes. Of each cycle with another call one call is counted, so that `array = { "[" ~ value ~ "]" }` is one deeper in
// each bracket, however many rules stand between `array` and `value`.

#[derive(Debug)]
pub(super) struct Nesting {
    component: Vec<usize>,
    counted: HashSet<(usize, usize)>,
}

impl Nesting {
    pub(super) fn of(calls: &[Vec<Call>]) -> Self {
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

    /// Whether a call of one instance by another leads back to the caller.
    pub(super) fn is_within(&self, caller: usize, callee: usize) -> bool {
        self.component[caller] == self.component[callee]
    }

    /// Whether a call that is not the last thing of the caller is counted.
    pub(super) fn counts(&self, caller: usize, callee: usize) -> bool {
        self.counted.contains(&(caller, callee))
    }
}
