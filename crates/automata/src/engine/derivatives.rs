//! Derivatives of continuations and of formulas over them, each worked out once and without recursion, for rules of
//! pest and for regular expressions. The surprising case: where the steps run out the derivative is false, and nobody
//! may believe it.

use std::hash::Hash;

use crate::build::{Bdd, Bdds, ByteSet, Classes, Derivative, Letters, Memo, constant};

/// The number of a continuation. It is a variable of formulas.
pub type Rest = u32;

/// The derivatives that are known: of continuations, and of formulas over them. `C` is what is known of the
/// place where they stand.
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
    /// A table without derivatives.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many derivatives of each kind there are, to return to by [`DerivativeTable::take_back`].
    pub fn mark(&self) -> [usize; 2] {
        [self.of_continuations.keys().len(), self.of_formulas.keys().len()]
    }

    /// The memory that the derivatives take, in bytes. Most have three parts.
    pub fn bytes(&self) -> usize {
        let [continuations, formulas] = self.mark();
        let parts = 3 * size_of::<(Letters, Bdd)>() * (continuations + formulas);
        self.of_continuations.bytes() + self.of_formulas.bytes() + parts
    }

    /// Forgets what was added after the mark.
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

/// The continuations of a notation, and what their derivatives are made of.
pub trait Differentiable {
    /// What is known of the place where a continuation stands.
    type Context: Copy + Eq + Hash;

    /// The derivatives that are known.
    fn table(&mut self) -> &mut DerivativeTable<Self::Context>;

    /// The formulas, and the steps that are left.
    fn bdds(&mut self) -> &mut Bdds;

    /// What a derivative is kept by: a continuation that does not ask about its place has one for all.
    fn key(&self, of: (Rest, Self::Context)) -> (Rest, Self::Context) {
        of
    }

    /// The continuations whose derivatives make up the derivative of a continuation.
    fn parts(&mut self, of: (Rest, Self::Context)) -> Vec<(Rest, Self::Context)>;

    /// The derivative of a continuation, made of the derivatives of its parts.
    fn made_of(&mut self, of: (Rest, Self::Context), parts: &[Derivative]) -> Derivative;

    /// The derivative of a continuation. Its parts are derived first, however deep they nest.
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
            // What a variable asks for first is asked for before what the later variables ask for:
            // so the order stays what it was, and a formula is put together at its top.
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

    /// Whether the input may end in a state, and the states after each class. There is none if that
    /// takes more steps than are left.
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
