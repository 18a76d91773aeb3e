//! The rules of a file, one derivative at a time.
//!
//! In: a [`Peg`]. Out: for a rule that can be decided its [`Residual`], which is what the rule may
//! still read after the bytes read so far; whether that is nothing more; and the residuals after
//! each byte. No automaton is built: each call takes one step. A residual is a formula over
//! continuations in canonical form, so two residuals are equal as numbers where their formulas are
//! equal as functions.

use grammar_automata::build::{Bdd, ByteSet};

use super::Peg;
use super::explore::KEPT;
use super::instance::Atomicity;
use super::lower;
use super::predicate::{Bound, Predicates};
use super::program::Program;
use crate::basics::derivatives::Differentiable;

/// The rules of a file, lowered to run.
pub(crate) struct Lowered<'p> {
    peg: &'p Peg,
    program: Program,
}

/// The derivatives of the rules of a file.
pub(crate) struct Residuals<'p> {
    predicates: Predicates<'p>,
}

/// A residual of a rule: what it may still read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Residual(Bdd);

impl<'p> Lowered<'p> {
    pub(crate) fn of(peg: &'p Peg) -> Self {
        Self { peg, program: lower::lower(peg, &[]) }
    }

    /// The number of a rule in an atomicity, if the rule can be decided.
    pub(crate) fn decidable(&self, rule: &str, atomicity: Atomicity) -> Option<usize> {
        let instance = self.peg.instance(rule, atomicity)?;
        self.peg.faults[instance].is_none().then_some(instance)
    }

    pub(crate) fn residuals(&self) -> Residuals<'_> {
        Residuals { predicates: Predicates::within(&self.program, KEPT) }
    }
}

impl Residuals<'_> {
    /// Whether a limit was reached. From then on no residual can be trusted.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.predicates.is_exhausted()
    }

    /// The residual of a whole rule, by its number. The rule must read all of the input.
    pub(crate) fn start(&mut self, rule: usize) -> Residual {
        Residual(self.predicates.whole(rule, Bound::Least))
    }

    /// Whether the input may end at a residual.
    pub(crate) fn has_empty(&mut self, residual: Residual) -> bool {
        let after = self.predicates.after(residual.0, false);
        after.iter().any(|(letters, formula)| letters.end && *formula == Bdd::TRUE)
    }

    /// The residuals after each byte: sets that divide all bytes among them.
    pub(crate) fn after(&mut self, residual: Residual) -> Vec<(ByteSet, Residual)> {
        let after = self.predicates.after(residual.0, false);
        let parts = after.iter().filter(|(letters, _)| !letters.bytes.is_empty());
        parts.map(|&(letters, formula)| (letters.bytes, Residual(formula))).collect()
    }
}
