//! Derivatives of continuations and of formulas over them, for pest rules and for regular expressions. Each is
//! computed once and without recursion. If the steps run out, the derivative is false and must be discarded.

use std::hash::Hash;

use crate::build::{Bdd, Bdds, ByteSet, Classes, Derivative, Letters, Memo, constant};

/// The number of a continuation, which is a variable of formulas.
pub type Rest = u32;

/// The computed derivatives of continuations and of formulas over them. `C` is the context of a continuation.
pub struct DerivativeTable<C> {
    of_continuations: Memo<(Rest, C), Derivative>,
    of_formulas: Memo<(Bdd, C), Derivative>,
}

impl<C: Copy + Eq + Hash> Default for DerivativeTable<C> {
    fn default() -> Self {
        Self { of_continuations: Memo::new(), of_formulas: Memo::new() }
    }
}

impl<C: Copy + Eq + Hash> DerivativeTable<C> {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the numbers of derivatives of each kind, for [`DerivativeTable::take_back`].
    pub fn mark(&self) -> [usize; 2] {
        [self.of_continuations.keys().len(), self.of_formulas.keys().len()]
    }

    /// Estimates the memory of the derivatives, in bytes. Most have three parts.
    pub fn bytes(&self) -> usize {
        let [continuations, formulas] = self.mark();
        let parts = 3 * size_of::<(Letters, Bdd)>() * (continuations + formulas);
        self.of_continuations.bytes() + self.of_formulas.bytes() + parts
    }

    /// Forgets the derivatives added after the mark.
    pub fn take_back(&mut self, [continuations, formulas]: [usize; 2]) {
        self.of_continuations.truncate(continuations);
        self.of_formulas.truncate(formulas);
    }

    fn after(&self, formula: Bdd, context: C) -> Option<Derivative> {
        match formula {
            Bdd::TRUE | Bdd::FALSE => Some(constant(formula)),
            _ => self.of_formulas.get(&(formula, context)).cloned(),
        }
    }
}

/// The continuations of a notation, and how their derivatives are built.
pub trait Differentiable {
    /// The context of a continuation.
    type Context: Copy + Eq + Hash;

    /// Returns the computed derivatives.
    fn table(&mut self) -> &mut DerivativeTable<Self::Context>;

    /// Returns the formulas, with the remaining steps.
    fn bdds(&mut self) -> &mut Bdds;

    /// Returns the key of a derivative. A continuation that does not depend on its context has one for all
    /// contexts.
    fn key(&self, of: (Rest, Self::Context)) -> (Rest, Self::Context) {
        of
    }

    /// Returns the continuations whose derivatives make up the derivative of a continuation.
    fn parts(&mut self, of: (Rest, Self::Context)) -> Vec<(Rest, Self::Context)>;

    /// Builds the derivative of a continuation from the derivatives of its parts.
    fn made_of(&mut self, of: (Rest, Self::Context), parts: &[Derivative]) -> Derivative;

    /// Returns the derivative of a continuation. Its parts are derived first, however deep they nest.
    fn derivative(&mut self, of: (Rest, Self::Context)) -> Derivative {
        let mut open = vec![of];
        while let Some(&of) = open.last() {
            if self.known(of).is_some() {
                open.pop();
                continue;
            }
            self.bdds().spend(1);
            if self.bdds().is_exhausted() {
                break;
            }
            let parts = self.parts(of);
            let known: Option<Vec<Derivative>> =
                parts.iter().map(|&part| self.known(part)).collect();
            let Some(known) = known else {
                open.extend(parts);
                continue;
            };
            let result = self.made_of(of, &known);
            let key = self.key(of);
            self.table().of_continuations.insert(key, result);
        }
        self.known(of).unwrap_or_else(|| constant(Bdd::FALSE))
    }

    fn known(&mut self, of: (Rest, Self::Context)) -> Option<Derivative> {
        let key = self.key(of);
        self.table().of_continuations.get(&key).cloned()
    }

    fn after(&mut self, formula: Bdd, context: Self::Context) -> Derivative {
        let mut open = vec![formula];
        while let Some(&top) = open.last() {
            if self.table().after(top, context).is_some() {
                open.pop();
                continue;
            }
            if self.bdds().is_exhausted() {
                break;
            }
            let (variable, high, low) = self.bdds().parts(top);
            // A derivative only has variables before the derivatives of later variables, so the
            // variable order is kept and a formula is combined at its top.
            let condition = self.derivative((variable, context));
            let known = [high, low].map(|part| self.table().after(part, context));
            let [Some(then), Some(other)] = known else {
                open.extend([high, low]);
                continue;
            };
            let result = self.bdds().by_letter(&condition, &then, &other);
            self.table().of_formulas.insert((top, context), result);
        }
        self.table().after(formula, context).unwrap_or_else(|| constant(Bdd::FALSE))
    }

    /// Returns whether the input may end in a state, and the states after each class, or `None` if the steps
    /// run out.
    fn row(
        &mut self,
        state: Bdd,
        context: Self::Context,
        classes: &Classes,
    ) -> Option<(bool, Vec<Bdd>)> {
        let after = self.after(state, context);
        let holds = |letters: Letters| after.iter().find(|(all, _)| !all.both(letters).is_empty());
        let formula = |letters| holds(letters).map_or(Bdd::FALSE, |&(_, formula)| formula);
        let bytes = classes.representatives().iter().map(|&byte| ByteSet::single(byte));
        let next = bytes.map(|bytes| formula(Letters { bytes, end: false })).collect();
        let accepts = formula(Letters::END) == Bdd::TRUE;
        self.bdds().spend(1);
        (!self.bdds().is_exhausted()).then_some((accepts, next))
    }
}
