//! The productions of a printed grammar, one derivative at a time.
//!
//! In: productions and their calls. Out: for a production that can be decided its [`ExprSet`], which is what the
//! production may still read after the bytes read so far; whether that is nothing more; and the residuals after each
//! byte. No automaton is built: each call takes one step. A residual is a set of expressions, any of which the rest
//! of the string may be read by (the partial derivatives of Antimirov), and each set is kept once, so equal sets are
//! equal as numbers.

use std::collections::BTreeMap;
use std::rc::Rc;

use grammar_automata::build::ByteSet;
use rustc_hash::FxHashMap as HashMap;

use crate::languages::expr::{Expr, Exprs};
use crate::languages::partial;
use crate::languages::replaced::Replaced;
use crate::printed::rules::Rules;

/// The number of expressions that all residuals and their derivatives may have together.
const WORK: usize = 20_000_000;

/// A residual of a production: what it may still read, as the number of a set of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ExprSet(u32);

/// The residuals after each byte: sets that divide all bytes among them, each with its residual.
pub(super) type Successors = Rc<[(ByteSet, ExprSet)]>;

/// The derivatives of productions.
pub(super) struct Productions<'d> {
    exprs: Exprs<'d>,
    sets: Vec<Rc<[Expr]>>,
    numbers: HashMap<Rc<[Expr]>, ExprSet>,
    after: HashMap<ExprSet, Successors>,
    /// The number of steps that are left.
    left: usize,
    is_exhausted: bool,
}

impl<'d> Productions<'d> {
    /// The languages that are given stand for the calls of their productions.
    pub(super) fn of(rules: &Rules, replaced: &Replaced<'d>) -> Self {
        Self {
            exprs: partial::expressions(rules, replaced),
            sets: Vec::new(),
            numbers: HashMap::default(),
            after: HashMap::default(),
            left: WORK,
            is_exhausted: false,
        }
    }

    /// Whether a limit was reached. From then on no residual can be trusted.
    pub(super) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// The memory that the residuals take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<(ByteSet, Expr)>() * (WORK - self.left)
    }

    /// The residual of a whole production, by its number.
    pub(super) fn start(&mut self, production: usize) -> ExprSet {
        let body = self.exprs.body(production);
        self.keep(body.into_iter().collect())
    }

    /// Whether the string may end at a residual.
    pub(super) fn has_empty(&self, residual: ExprSet) -> bool {
        self.sets[residual.0 as usize].iter().any(|expr| expr.has_empty())
    }

    /// The residual after each byte.
    pub(super) fn after(&mut self, residual: ExprSet) -> Successors {
        if let Some(known) = self.after.get(&residual) {
            return Rc::clone(known);
        }
        let mut parts: Vec<(ByteSet, Vec<Expr>)> = vec![(ByteSet::ALL, Vec::new())];
        for &expr in &*Rc::clone(&self.sets[residual.0 as usize]) {
            let Some(linear) = self.exprs.linear(expr, &mut self.left) else {
                self.is_exhausted = true;
                break;
            };
            for &(set, rest) in &*linear {
                self.spend(parts.len());
                if self.is_exhausted {
                    break;
                }
                let mut outside = Vec::new();
                for (part, rests) in &mut parts {
                    let others = part.intersection(set.complement());
                    if others == *part {
                        continue;
                    }
                    if !others.is_empty() {
                        outside.push((others, rests.clone()));
                    }
                    *part = part.intersection(set);
                    rests.push(rest);
                }
                self.spend(outside.iter().map(|(_, rests)| rests.len()).sum());
                parts.extend(outside);
            }
        }
        let mut together: BTreeMap<u32, ByteSet> = BTreeMap::new();
        for (part, rests) in parts {
            let bytes = together.entry(self.keep(rests).0).or_default();
            *bytes = bytes.union(part);
        }
        let parts: Successors =
            together.into_iter().map(|(rest, set)| (set, ExprSet(rest))).collect();
        self.after.insert(residual, Rc::clone(&parts));
        parts
    }

    fn spend(&mut self, steps: usize) {
        self.is_exhausted |= steps > self.left;
        self.left = self.left.saturating_sub(steps);
    }

    fn keep(&mut self, mut set: Vec<Expr>) -> ExprSet {
        set.sort_unstable();
        set.dedup();
        let fresh = ExprSet(self.sets.len() as u32); // far fewer than the work allows
        let set: Rc<[Expr]> = set.into();
        if let Some(&known) = self.numbers.get(&set) {
            return known;
        }
        self.spend(1 + set.len());
        self.sets.push(Rc::clone(&set));
        self.numbers.insert(set, fresh);
        fresh
    }
}
