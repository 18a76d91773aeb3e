//! Which rules use the stack.
//!
//! In: the rules of a file. Out: [`Stacked`]: which rules ask what is on the stack, and which change
//! it, themselves or through what they call. What does neither is lowered without a thought of the
//! stack.

use pest_meta::ast::Expr;
use pest_meta::optimizer::OptimizedExpr;
use rustc_hash::FxHashMap as HashMap;

use super::Rule;
use super::calls::idle;
use super::instance::Instances;
use super::parts::{STACK, all};
use crate::basics::graph;

/// What the rules of a file do with the stack.
#[derive(Debug)]
pub(super) struct Stacked {
    /// For each rule, whether it uses the stack.
    uses: Vec<bool>,
    /// The same for `PUSH`, `POP` and `DROP`: pest gives back what these did where an alternative
    /// fails, if there is one of them.
    modifies: Vec<bool>,
    /// The same for `POP_ALL`.
    clears: Vec<bool>,
    /// For each instance, what in it would go round without reading if what is read off the stack
    /// were nothing.
    idle: Vec<Option<String>>,
    /// For each instance, whether it is refused because of what it does with the stack.
    refused: Vec<bool>,
}

impl Stacked {
    pub(super) fn of(
        rules: &[Rule],
        numbers: &HashMap<String, usize>,
        instances: &Instances,
    ) -> Self {
        // What pest runs between terms is called too.
        let mut calls = vec![Vec::new(); rules.len()];
        for (instance, callees) in instances.uses().iter().enumerate() {
            let rules = callees.iter().map(|&callee| instances.get(callee).rule);
            calls[instances.get(instance).rule].extend(rules);
        }
        let callers = graph::reversed(&calls);
        let with = |names: &[&str]| {
            let is_its = |&rule: &usize| {
                rules[rule].uses.iter().any(|(name, _)| names.contains(&name.as_str()))
            };
            graph::reached(&callers, (0..rules.len()).filter(is_its))
        };
        let uses = with(&STACK);
        let mut idle = if uses.contains(&true) {
            idle(rules, numbers, instances)
        } else {
            vec![None; instances.count()]
        };
        for component in graph::components(instances.uses()) {
            let goes_round = |&one: &usize| instances.uses()[one].contains(&one);
            if component.len() > 1 || component.iter().any(goes_round) {
                for instance in component {
                    let name = || rules[instances.get(instance).rule].name.clone();
                    idle[instance].get_or_insert_with(name);
                }
            }
        }
        let (modifies, clears) = (with(&["PUSH", "POP", "DROP"]), with(&["POP_ALL"]));
        Self { uses, modifies, clears, idle, refused: vec![false; instances.count()] }
    }

    /// Whether any rule uses the stack.
    pub(super) fn is_any(&self) -> bool {
        self.uses.contains(&true)
    }

    pub(super) fn has(&self, rule: usize) -> bool {
        self.uses[rule]
    }

    pub(super) fn idle(&self, instance: usize) -> Option<&String> {
        self.idle[instance].as_ref()
    }

    pub(super) fn refuse(&mut self, instance: usize) {
        self.refused[instance] = true;
    }

    pub(super) fn is_refused(&self, instance: usize) -> bool {
        self.refused[instance]
    }

    /// Whether an expression, as it is written, uses the stack.
    pub(super) fn is_asked(&self, expr: &Expr, numbers: &HashMap<String, usize>) -> bool {
        let asks = |expr: &Expr| match expr {
            Expr::Push(_) | Expr::PeekSlice(..) => true,
            Expr::Ident(name) => {
                let rule = numbers.get(name);
                rule.map_or(STACK.contains(&name.as_str()), |&rule| self.uses[rule])
            }
            _ => false,
        };
        self.is_any() && all([expr]).any(asks)
    }

    /// Whether an expression uses the stack.
    pub(super) fn uses(&self, expr: &OptimizedExpr, numbers: &HashMap<String, usize>) -> bool {
        self.is_any() && any(expr, &STACK, &self.uses, numbers)
    }

    /// Whether pest leaves the stack as it is where an expression fails that has changed it.
    ///
    /// pest looks for `PUSH`, `POP` and `DROP`, and does not look for `POP_ALL`.
    pub(super) fn keeps(&self, expr: &OptimizedExpr, numbers: &HashMap<String, usize>) -> bool {
        self.clears.contains(&true)
            && any(expr, &["POP_ALL"], &self.clears, numbers)
            && !any(expr, &["PUSH", "POP", "DROP"], &self.modifies, numbers)
    }

    /// Whether a rule changes the stack.
    pub(super) fn changes(&self, rule: usize) -> bool {
        self.modifies[rule] || self.clears[rule]
    }
}

/// Whether one of some operations stands in an expression, or a rule in it is one of some.
fn any(
    expr: &OptimizedExpr,
    names: &[&str],
    rules: &[bool],
    numbers: &HashMap<String, usize>,
) -> bool {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match expr {
            OptimizedExpr::Push(_) if names.contains(&"PUSH") => return true,
            OptimizedExpr::PeekSlice(..) if names.contains(&"PEEK") => return true,
            OptimizedExpr::Ident(name) => {
                let is_its = match numbers.get(name) {
                    Some(&rule) => rules[rule],
                    None => names.contains(&name.as_str()),
                };
                if is_its {
                    return true;
                }
            }
            OptimizedExpr::Seq(first, rest) | OptimizedExpr::Choice(first, rest) => {
                open.extend([&**first, &**rest]);
            }
            OptimizedExpr::Opt(inner)
            | OptimizedExpr::Rep(inner)
            | OptimizedExpr::PosPred(inner)
            | OptimizedExpr::NegPred(inner)
            | OptimizedExpr::Push(inner)
            | OptimizedExpr::RestoreOnErr(inner) => open.push(inner),
            _ => {}
        }
    }
    false
}
