//! Which rules call which, and what comes before and after each call.
//!
//! In: the rules of a file. Out: the [`Call`]s of each, or a repetition that never ends. A rule is
//! called *left* where nothing need have been read before the call, and *last* where nothing comes
//! after it.
//!
//! What is asked is whether an expression *can* succeed without reading, of its shape alone: that
//! `!"" ~ a` never calls `a` is not seen, here no more than by pest.

use std::collections::{HashMap, VecDeque};

use pest_meta::ast::Expr;

use super::Rule;
use crate::audit::graph::{components, reversed};

/// A call of a rule by a rule.
pub(super) struct Call {
    pub(super) callee: usize,
    pub(super) left: bool,
    pub(super) last: bool,
    /// Whether the call is within a lookahead.
    pub(super) ahead: bool,
}

/// The calls of each rule.
///
/// # Errors
/// The first rule with a repetition that never ends, and the repetition.
pub(super) fn calls<'r>(
    rules: &'r [Rule],
    numbers: &HashMap<String, usize>,
    uses: &[Vec<usize>],
) -> Result<Vec<Vec<Call>>, (&'r Rule, String)> {
    let empty = empty(rules, numbers, uses, &components(uses));
    let of_rule = |rule: &'r Rule| {
        let mut walk = Walk { numbers, empty: &empty, calls: Vec::new(), endless: None };
        for part in &rule.body {
            walk.expr(part, Call { callee: 0, left: true, last: true, ahead: false });
        }
        walk.endless.map_or(Ok(walk.calls), |text| Err((rule, text)))
    };
    rules.iter().map(of_rule).collect()
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
