//! Boolean formulas, each in one form.
//!
//! In: variables, and the connectives. Out: formulas that are equal as numbers where they are
//! equal as functions of their variables. The form is the reduced ordered binary decision diagram
//! (Bryant, *Graph-based algorithms for Boolean function manipulation*, 1986): a formula asks for
//! its least variable first and goes on with one of two smaller ones, and no two are alike. That
//! `(x ∧ y) ∨ (¬x ∧ y)` is `y` is not found out, it cannot be written down otherwise.

use std::collections::HashMap;

/// A formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Formula(u32);

impl Formula {
    pub(super) const FALSE: Self = Self(0);
    pub(super) const TRUE: Self = Self(1);
}

/// How many decisions all formulas together may take.
const DECISIONS: usize = 500_000;
/// How many variables one formula may ask for in a row.
const DEPTH: usize = 2_000;

/// The formulas made so far.
#[derive(Debug)]
pub(super) struct Formulas {
    /// The variable of each, and what it is where the variable is true and where it is not.
    decisions: Vec<(u32, Formula, Formula)>,
    numbers: HashMap<(u32, Formula, Formula), Formula>,
    known: HashMap<(Formula, Formula, Formula), Formula>,
    depth: usize,
    exhausted: bool,
}

impl Formulas {
    pub(super) fn new() -> Self {
        // The constants ask for a variable after all others.
        let constant = |value| (u32::MAX, value, value);
        Self {
            decisions: vec![constant(Formula::FALSE), constant(Formula::TRUE)],
            numbers: HashMap::new(),
            known: HashMap::new(),
            depth: 0,
            exhausted: false,
        }
    }

    /// Whether a limit was met, since when no formula is to be trusted.
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    pub(super) fn variable(&mut self, variable: u32) -> Formula {
        self.decision(variable, Formula::TRUE, Formula::FALSE)
    }

    pub(super) fn not(&mut self, formula: Formula) -> Formula {
        self.either(formula, Formula::FALSE, Formula::TRUE)
    }

    pub(super) fn and(&mut self, left: Formula, right: Formula) -> Formula {
        self.either(left, right, Formula::FALSE)
    }

    /// `(condition ∧ then) ∨ (¬condition ∧ other)`, from which all connectives are made.
    pub(super) fn either(&mut self, condition: Formula, then: Formula, other: Formula) -> Formula {
        match (condition, then, other) {
            (Formula::TRUE, then, _) => return then,
            (Formula::FALSE, _, other) => return other,
            (_, then, other) if then == other => return then,
            (condition, Formula::TRUE, Formula::FALSE) => return condition,
            _ => {}
        }
        let key = (condition, then, other);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.depth >= DEPTH || self.known.len() >= 4 * DECISIONS {
            self.exhausted = true;
        }
        if self.exhausted {
            return Formula::FALSE;
        }
        self.depth += 1;
        let least = [condition, then, other].map(|formula| self.parts(formula).0);
        let least = least.into_iter().min().unwrap_or(u32::MAX);
        let [(ct, cf), (tt, tf), (ot, of)] = [condition, then, other].map(|formula| {
            let (variable, high, low) = self.parts(formula);
            if variable == least { (high, low) } else { (formula, formula) }
        });
        let (high, low) = (self.either(ct, tt, ot), self.either(cf, tf, of));
        self.depth -= 1;
        let result = self.decision(least, high, low);
        self.known.insert(key, result);
        result
    }

    /// The first variable of a formula, and what the formula is if it is true, and if it is not.
    pub(super) fn parts(&self, formula: Formula) -> (u32, Formula, Formula) {
        self.decisions[formula.0 as usize]
    }

    fn decision(&mut self, variable: u32, high: Formula, low: Formula) -> Formula {
        if high == low {
            return high;
        }
        if let Some(&number) = self.numbers.get(&(variable, high, low)) {
            return number;
        }
        if self.decisions.len() >= DECISIONS {
            self.exhausted = true;
            return Formula::FALSE;
        }
        let number = Formula(self.decisions.len() as u32); // limited to far fewer
        self.decisions.push((variable, high, low));
        self.numbers.insert((variable, high, low), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_are_one_formula() {
        let mut formulas = Formulas::new();
        let [x, y, z] = [7, 3, 5].map(|variable| formulas.variable(variable));
        let not_x = formulas.not(x);
        let (left, right) = (formulas.and(x, y), formulas.and(not_x, y));
        assert_eq!(formulas.either(left, Formula::TRUE, right), y);
        // ¬(x ∧ ¬z) = ¬x ∨ z
        let not_z = formulas.not(z);
        let both = formulas.and(x, not_z);
        let (left, right) = (formulas.not(both), formulas.either(not_x, Formula::TRUE, z));
        assert_eq!(left, right);
        assert_eq!(formulas.and(left, both), Formula::FALSE);
        assert_eq!(formulas.either(left, Formula::TRUE, both), Formula::TRUE);
        assert!(!formulas.is_exhausted());
    }

    #[test]
    fn a_formula_that_asks_too_much_is_said_to() {
        let mut formulas = Formulas::new();
        let all = (0..=DEPTH as u32).rev().map(|variable| (variable, Formula::TRUE));
        let all = all.fold(Formula::TRUE, |all, (variable, _)| {
            formulas.decision(variable, all, Formula::FALSE)
        });
        assert!(!formulas.is_exhausted());
        formulas.not(all);
        assert!(formulas.is_exhausted());
    }
}
