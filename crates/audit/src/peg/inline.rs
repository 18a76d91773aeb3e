//! pest's optimizer, one expression at a time.
//!
//! In: an expression of a rule. Out: what pest makes of the expression. The optimizer takes all rules
//! of a file at once, and asks of each choice whether anything that the choice reaches changes the
//! stack. That would take a walk through the whole file for each choice, and
//! [`outcome`](super::outcome) knows the answer: what fails gives the stack back.
//!
//! One thing only does the optimizer need of other rules. In an atomic rule, `(!stop ~ ANY)*` becomes a
//! search for the first of some literals, if `stop` is a choice of literals or of names of such
//! choices. These literals are given to it, for each name that stands there.

use pest_meta::ast::{Expr, Rule as Unoptimized, RuleType};
use pest_meta::optimizer::{self, OptimizedExpr};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::parts::parts;
use super::{PegFault, Rule};
use crate::basics::graph;

/// The number of literals that a name may stand for.
const LITERALS: usize = 1_000;
/// The number of alternatives that are put into one rule.
const TOGETHER: usize = 32;

/// The rules that are choices of literals.
pub(super) struct Inlined<'r> {
    rules: &'r [Rule],
    numbers: &'r HashMap<String, usize>,
    /// The number of literals of each rule. There is none if the rule is something else.
    literals: Vec<Option<usize>>,
}

impl<'r> Inlined<'r> {
    pub(super) fn of(peg: &'r super::Peg) -> Self {
        Self::new(&peg.rules, &peg.numbers)
    }

    pub(super) fn new(rules: &'r [Rule], numbers: &'r HashMap<String, usize>) -> Self {
        let mut this = Self { rules, numbers, literals: vec![None; rules.len()] };
        // Callees come before their callers, and none of these calls itself: that would be left
        // recursion.
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

    /// The fault of a rule that would be too large for the optimizer, since it stands for too many
    /// literals.
    pub(super) fn fault(&self, rule: &Rule) -> Option<PegFault> {
        let names = rule.body.iter().flat_map(|part| stops(part, rule.kind));
        let is_many = |name: &str| self.number(name).is_some_and(|(_, count)| count > LITERALS);
        let mut many = names.into_iter().filter(|name| is_many(name));
        many.next().map(|_| PegFault::Unrolled(LITERALS))
    }

    /// The expression that pest's optimizer makes of an expression in a rule of some kind.
    pub(super) fn optimize(&self, expr: Expr, kind: RuleType) -> OptimizedExpr {
        let mut rules = Vec::new();
        for name in stops(&expr, kind) {
            let mut literals = Vec::new();
            if let Some((rule, _)) = self.number(name).filter(|&(_, count)| count <= LITERALS) {
                self.literals(rule, &mut literals);
            }
            // From the last to the first, each rule but the last ends with a name of the next.
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
                // No rule has a space in its name.
                let name = if at == 0 { name.to_owned() } else { format!("{name} {at}") };
                next = Some(Expr::Ident(name.clone()));
                rules.extend(chain.map(|expr| Unoptimized { name, ty: RuleType::Normal, expr }));
            }
        }
        rules.push(Unoptimized { name: "the expression".to_owned(), ty: kind, expr });
        let last = optimizer::optimize(rules).pop();
        last.map_or_else(|| OptimizedExpr::Str(String::new()), |rule| rule.expr)
    }

    /// The number of a rule that is a choice of literals, and the number of its literals.
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

    /// The literals and names of a rule, the last first.
    fn ones(&self, rule: usize) -> Vec<One<'r>> {
        let mut ones = Vec::new();
        for part in &self.rules[rule].body {
            // It is a choice of these and of nothing else.
            let _ = each(part, &mut |one| {
                ones.push(one);
                Some(())
            });
        }
        ones.reverse();
        ones
    }
}

/// An alternative that may be one of literals.
enum One<'e> {
    Literal(&'e str),
    Name(&'e str),
}

/// Visits each alternative of a choice of literals and names. There is none if the expression is
/// not such a choice.
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

/// The names that stand in `(!(…) ~ ANY)*` in an atomic rule.
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
