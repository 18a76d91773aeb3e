//! Which rules call which, and what comes before and after each call.
//!
//! In: the rules of a file. Out: the [`Call`]s of each [`Instance`], or a repetition that never ends.
//! A rule is called *left* where nothing need have been read before the call, and *last* where nothing
//! comes after it. What pest runs between two terms is called there, and is never the last thing.
//!
//! What is asked is whether an expression *can* succeed without reading, of its shape alone: that
//! `!"" ~ a` never calls `a` is not seen, here no more than by pest.

use std::collections::{HashMap, VecDeque};

use pest_meta::ast::Expr;

use super::Rule;
use super::instance::{Instance, Instances};
use super::stacked::STACK;
use crate::audit::graph::{components, reversed};

/// A call of an instance by an instance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) callee: usize,
    pub(super) left: bool,
    pub(super) last: bool,
    /// Whether the call is within a lookahead.
    pub(super) ahead: bool,
}

/// The calls of each instance.
///
/// # Errors
/// The first rule with a repetition that never ends, and the repetition.
pub(super) fn calls<'r>(
    rules: &'r [Rule],
    numbers: &HashMap<String, usize>,
    instances: &Instances,
) -> Result<Vec<Vec<Call>>, (&'r Rule, String)> {
    let empty = empty(rules, numbers, false);
    let mut implicit = instances.implicit().into_iter().flatten();
    if let Some(rule) = implicit.find(|&rule| empty.rules[rule]) {
        return Err((&rules[rule], format!("{}*", rules[rule].name)));
    }
    let of_instance = |number| {
        let (calls, endless) = walk(rules, instances, &empty, number);
        let rule = &rules[instances.get(number).rule];
        endless.map_or(Ok(calls), |text| Err((rule, text)))
    };
    (0..instances.count()).map(of_instance).collect()
}

/// For each instance, its first repetition that never ends if what is read off the stack may be
/// nothing.
pub(super) fn idle(
    rules: &[Rule],
    numbers: &HashMap<String, usize>,
    instances: &Instances,
) -> Vec<Option<String>> {
    let empty = empty(rules, numbers, true);
    (0..instances.count()).map(|number| walk(rules, instances, &empty, number).1).collect()
}

/// The calls of an instance, and its first repetition that never ends.
fn walk(
    rules: &[Rule],
    instances: &Instances,
    empty: &Empty<'_>,
    number: usize,
) -> (Vec<Call>, Option<String>) {
    let caller = instances.get(number);
    let mut walk = Walk { instances, caller, empty, calls: Vec::new(), endless: None };
    for part in &rules[caller.rule].body {
        walk.expr(part, Call { callee: 0, left: true, last: true, ahead: false });
    }
    (walk.calls, walk.endless)
}

/// What can succeed without reading.
struct Empty<'r> {
    numbers: &'r HashMap<String, usize>,
    rules: Vec<bool>,
    /// Whether what is read off the stack may be nothing.
    stack: bool,
}

/// For each rule, whether it can succeed without reading.
fn empty<'r>(rules: &[Rule], numbers: &'r HashMap<String, usize>, stack: bool) -> Empty<'r> {
    let called = |(name, _): &(String, usize)| numbers.get(name).copied();
    let uses = |rule: &Rule| rule.uses.iter().filter_map(called).collect();
    let uses: Vec<Vec<usize>> = rules.iter().map(uses).collect();
    let mut empty = Empty { numbers, rules: vec![false; rules.len()], stack };
    let (users, mut waiting) = (reversed(&uses), VecDeque::from(components(&uses).concat()));
    while let Some(rule) = waiting.pop_front() {
        if !empty.rules[rule] && rules[rule].body.iter().any(|part| empty.has(part)) {
            empty.rules[rule] = true;
            waiting.extend(&users[rule]);
        }
    }
    empty
}

impl Empty<'_> {
    /// Whether an expression can succeed without reading.
    fn has(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Str(text) | Expr::Insens(text) => text.is_empty(),
            Expr::Ident(name) => match self.numbers.get(name) {
                Some(&rule) => self.rules[rule],
                None if STACK.contains(&&**name) => self.stack,
                None => matches!(name.as_str(), "SOI" | "EOI"),
            },
            Expr::PeekSlice(..) => self.stack,
            Expr::Seq(left, right) => self.has(left) && self.has(right),
            Expr::Choice(left, right) => self.has(left) || self.has(right),
            Expr::PosPred(_)
            | Expr::NegPred(_)
            | Expr::Opt(_)
            | Expr::Rep(_)
            | Expr::RepMax(..) => true,
            Expr::RepOnce(inner) | Expr::RepExact(inner, _) | Expr::Push(inner) => self.has(inner),
            Expr::RepMin(inner, min) | Expr::RepMinMax(inner, min, _) => {
                *min == 0 || self.has(inner)
            }
            _ => false,
        }
    }
}

/// Collects the calls of a body, and its first repetition that never ends.
struct Walk<'a> {
    instances: &'a Instances,
    caller: Instance,
    empty: &'a Empty<'a>,
    calls: Vec<Call>,
    endless: Option<String>,
}

impl Walk<'_> {
    /// Visits an expression. `at` describes the call that the expression would be if it were a
    /// name.
    fn expr(&mut self, expr: &Expr, at: Call) {
        let Call { left, last, ahead, .. } = at;
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
                self.expr(rest, Call { left, last, ahead, callee: 0 });
            }
            Expr::Choice(first, rest) => {
                self.expr(first, Call { ..at });
                self.expr(rest, at);
            }
            Expr::PosPred(inner) | Expr::NegPred(inner) => {
                self.expr(inner, Call { ahead: true, ..at });
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

    /// Visits what pest runs between two terms.
    fn between(&mut self, at: Call) {
        let implicit = self.instances.between(self.caller).into_iter().flatten();
        self.calls.extend(implicit.map(|callee| Call { callee, last: false, ..at }));
    }
}
