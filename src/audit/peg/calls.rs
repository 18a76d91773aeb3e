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
    let called = |(name, _): &(String, usize)| numbers.get(name).copied();
    let uses = |rule: &Rule| rule.uses.iter().filter_map(called).collect();
    let uses: Vec<Vec<usize>> = rules.iter().map(uses).collect();
    let empty = empty(rules, numbers, &uses, &components(&uses));
    let mut implicit = instances.implicit().into_iter().flatten();
    if let Some(rule) = implicit.find(|&rule| empty[rule]) {
        return Err((&rules[rule], format!("{}*", rules[rule].name)));
    }
    let of_instance = |number| {
        let caller = instances.get(number);
        let rule = &rules[caller.rule];
        let (calls, endless) = (Vec::new(), None);
        let mut walk = Walk { numbers, instances, caller, empty: &empty, calls, endless };
        for part in &rule.body {
            walk.expr(part, Call { callee: 0, left: true, last: true, ahead: false });
        }
        walk.endless.map_or(Ok(walk.calls), |text| Err((rule, text)))
    };
    (0..instances.count()).map(of_instance).collect()
}

/// For each rule, whether it can succeed without reading.
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

/// Collects the calls of a body, and its first repetition that never ends.
struct Walk<'a> {
    numbers: &'a HashMap<String, usize>,
    instances: &'a Instances,
    caller: Instance,
    empty: &'a [bool],
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
                let callee = self.numbers.get(name);
                let callee = callee.map(|&rule| self.instances.callee(self.caller, rule));
                self.calls.extend(callee.map(|callee| Call { callee, ..at }));
            }
            Expr::Seq(first, rest) => {
                self.expr(first, Call { last: false, ..at });
                let left = left && self.is_empty(first);
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
            Expr::Opt(inner)
            | Expr::RepExact(inner, 1)
            | Expr::RepMax(inner, 1)
            | Expr::RepMinMax(inner, _, 1) => self.expr(inner, at),
            Expr::RepExact(inner, _) | Expr::RepMax(inner, _) | Expr::RepMinMax(inner, ..) => {
                self.expr(inner, Call { last: false, ..at });
                self.between(Call { left: left && self.is_empty(inner), ..at });
            }
            Expr::Rep(inner) | Expr::RepOnce(inner) | Expr::RepMin(inner, _) => {
                if self.is_empty(inner) {
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

    fn is_empty(&self, expr: &Expr) -> bool {
        is_empty(expr, self.numbers, self.empty)
    }
}
