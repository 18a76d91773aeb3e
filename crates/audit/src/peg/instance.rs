//! Rules as they are run, where pest puts rules between terms by itself.
//!
//! In: the rules of a file. Out: [`Instances`]. A file that defines `WHITESPACE` or `COMMENT` has
//! these two run at each `~` and between repetitions, unless the parser is within an atomic rule, and
//! a rule called from there is within it too. Such a rule is run in two ways, and is an [`Instance`]
//! for each: `pair = { "a" ~ "b" }` reads `a b` where the parser begins with it, and only `ab` where
//! `word = @{ pair }` calls it. A rule that is atomic itself, or `!{ … }`, is one instance, whoever
//! calls it. In a file without the two rules every rule is one instance, of the same number.

use std::fmt;

use pest_meta::ast::{Expr, RuleType};
use rustc_hash::FxHashMap as HashMap;

use super::Rule;
use crate::basics::graph;

/// The names of the rules that pest runs by itself.
pub(super) const IMPLICIT: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// How a parser comes to a rule, which decides whether pest runs implicit rules between its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atomicity {
    /// Directly, or from rules none of which is atomic: `WHITESPACE` and `COMMENT` are run between
    /// the terms.
    NonAtomic,
    /// From an atomic rule, `@{ … }` or `${ … }`, or as one: nothing is run between the terms.
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

/// A rule, and whether the terms of its body stand without anything between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Instance {
    pub(super) rule: usize,
    pub(super) is_atomic: bool,
}

/// The instances of the rules of a file.
#[derive(Debug)]
pub(super) struct Instances {
    /// Each rule as a parser begins with it, in the order of the file, followed by the twins.
    all: Vec<Instance>,
    /// For each rule, the number of its instance within an atomic rule, if that is another.
    twins: Vec<Option<usize>>,
    /// For each rule, whether it is run in another way within an atomic rule.
    inherits: Vec<bool>,
    /// The numbers of `WHITESPACE` and `COMMENT`, if the file defines them.
    implicit: [Option<usize>; 2],
    /// For each instance, the instances that it calls, the implicit ones included.
    uses: Vec<Vec<usize>>,
    /// See [`Instances::atomicities`].
    reached: Vec<bool>,
}

impl Instances {
    pub(super) fn of(rules: &[Rule], numbers: &HashMap<String, usize>) -> Self {
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

    /// The number of instances.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    pub(super) fn get(&self, instance: usize) -> Instance {
        self.all[instance]
    }

    /// The instance of a rule that an instance calls.
    pub(super) fn callee(&self, caller: Instance, rule: usize) -> usize {
        self.twins[rule].filter(|_| caller.is_atomic).unwrap_or(rule)
    }

    /// The instance of a rule within an atomic rule, if a parser that begins with the rule runs
    /// another.
    pub(super) fn twin(&self, rule: usize) -> Option<usize> {
        self.twins[rule]
    }

    /// Whether a rule is run in another way within an atomic rule.
    pub(super) fn inherits(&self, rule: usize) -> bool {
        self.inherits[rule]
    }

    /// The rules that pest runs between the terms of an instance: `WHITESPACE`, and `COMMENT`.
    pub(super) fn between(&self, caller: Instance) -> [Option<usize>; 2] {
        if caller.is_atomic { [None; 2] } else { self.implicit }
    }

    /// The numbers of `WHITESPACE` and `COMMENT`, if the file defines them.
    pub(super) fn implicit(&self) -> [Option<usize>; 2] {
        self.implicit
    }

    /// The atomicities in which a rule is reached from the rules that no other rule calls.
    pub(super) fn atomicities(&self, rule: usize) -> Vec<Atomicity> {
        let begun = self.reached[rule].then_some(if self.all[rule].is_atomic {
            Atomicity::Atomic
        } else {
            Atomicity::NonAtomic
        });
        let twin = self.twins[rule].filter(|&twin| self.reached[twin]);
        begun.into_iter().chain(twin.map(|_| Atomicity::Atomic)).collect()
    }

    /// For each instance, whether a parser comes to it that begins with a rule that no other rule
    /// calls.
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

    /// For each instance, the instances that it calls.
    pub(super) fn uses(&self) -> &[Vec<usize>] {
        &self.uses
    }
}

/// Whether pest would put something between the terms of an expression.
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
