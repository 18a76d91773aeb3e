//! Boolean formulas as reduced ordered binary decision diagrams (Bryant, *Graph-based algorithms for Boolean
//! function manipulation*, 1986): two formulas have the same number exactly if they are the same function. A
//! formula tests its least variable first and continues with one of two smaller formulas.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::build::bytes::ByteSet;
use crate::build::deadline::{Deadline, Held};
use crate::build::memo::Memo;

/// A formula, identified by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bdd(u32);

impl Bdd {
    /// False, whatever the variables are.
    pub const FALSE: Self = Self(0);
    /// True, whatever the variables are.
    pub const TRUE: Self = Self(1);
}

/// The maximum number of variables that one path through a formula may test.
const DEPTH: usize = 2_000;
/// The number of calls of [`Bdds::spend`] between two checks of the deadline.
const BETWEEN: usize = 4_096;

/// The formulas built so far.
#[derive(Debug)]
pub struct Bdds {
    /// The formulas by number: the variable to test, and the formulas that remain if it is true and if it is false.
    decisions: Memo<(u32, Bdd, Bdd), Bdd>,
    known: Memo<(Bdd, Bdd, Bdd), Bdd>,
    depth: usize,
    is_too_deep: bool,
    left: usize,
    is_spent: bool,
    deadline: Deadline,
    held: Held,
    /// The number of calls of [`Bdds::spend`] since the last check of the deadline.
    unseen: usize,
}

impl Default for Bdds {
    fn default() -> Self {
        let mut decisions = Memo::new();
        // The constants test a variable after all others.
        decisions.insert((u32::MAX, Bdd::FALSE, Bdd::FALSE), Bdd::FALSE);
        decisions.insert((u32::MAX, Bdd::TRUE, Bdd::TRUE), Bdd::TRUE);
        Self {
            decisions,
            known: Memo::new(),
            depth: 0,
            is_too_deep: false,
            left: usize::MAX,
            is_spent: false,
            deadline: Deadline::NONE,
            held: Held::default(),
            unseen: 0,
        }
    }
}

impl Bdds {
    /// Creates a collection that contains only the two constants.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a deadline, after which no steps are left. The formulas count towards the deadline's memory limit.
    pub fn until(&mut self, deadline: &Deadline) {
        (self.deadline, self.held) = (deadline.clone(), deadline.hold());
    }

    /// Allows the given number of steps from now on.
    pub fn give(&mut self, steps: usize) {
        (self.left, self.is_spent, self.is_too_deep) = (steps, false, false);
    }

    /// Spends steps, for building a formula or for other work of the caller.
    pub fn spend(&mut self, steps: usize) {
        self.is_spent |= steps > self.left;
        self.left = self.left.saturating_sub(steps);
        self.unseen += 1;
        if self.unseen == BETWEEN {
            self.unseen = 0;
            self.held.set(self.decisions.bytes() + self.known.bytes());
            self.is_spent |= self.deadline.has_passed();
        }
    }

    /// Returns the number of steps that are left.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Returns whether a limit was reached. Formulas that are built after that are not valid.
    pub fn is_exhausted(&self) -> bool {
        self.is_spent || self.is_too_deep
    }

    /// Returns whether the limit that was reached is the depth of a formula.
    pub fn is_too_deep(&self) -> bool {
        self.is_too_deep
    }

    /// Returns the current numbers of stored entries. [`Bdds::take_back`] can return to this state.
    pub fn mark(&self) -> [usize; 2] {
        [self.decisions.keys().len(), self.known.keys().len()]
    }

    /// Forgets the formulas that were added after [`Bdds::mark`] was called.
    pub fn take_back(&mut self, [decisions, known]: [usize; 2]) {
        self.decisions.truncate(decisions);
        self.known.truncate(known);
    }

    /// Returns the formula that consists of one variable.
    pub fn variable(&mut self, variable: u32) -> Bdd {
        self.decision(variable, Bdd::TRUE, Bdd::FALSE)
    }

    /// Returns `¬formula`.
    pub fn not(&mut self, formula: Bdd) -> Bdd {
        self.either(formula, Bdd::FALSE, Bdd::TRUE)
    }

    /// Returns `left ∧ right`.
    pub fn and(&mut self, left: Bdd, right: Bdd) -> Bdd {
        self.either(left, right, Bdd::FALSE)
    }

    /// Returns `(condition ∧ then) ∨ (¬condition ∧ other)`, from which all connectives are built.
    pub fn either(&mut self, condition: Bdd, then: Bdd, other: Bdd) -> Bdd {
        match (condition, then, other) {
            (Bdd::TRUE, then, _) => return then,
            (Bdd::FALSE, _, other) => return other,
            (_, then, other) if then == other => return then,
            (condition, Bdd::TRUE, Bdd::FALSE) => return condition,
            _ => {}
        }
        let key = (condition, then, other);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        self.spend(1);
        self.is_too_deep |= self.depth >= DEPTH;
        if self.is_exhausted() {
            return Bdd::FALSE;
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
        if !self.is_exhausted() {
            self.known.insert(key, result);
        }
        result
    }

    /// Returns the variable that a formula tests first, and the formulas that remain if the variable is true
    /// and if it is false.
    pub fn parts(&self, formula: Bdd) -> (u32, Bdd, Bdd) {
        self.decisions.keys()[formula.0 as usize]
    }

    fn decision(&mut self, variable: u32, high: Bdd, low: Bdd) -> Bdd {
        if high == low {
            return high;
        }
        let decision = (variable, high, low);
        if let Some(&known) = self.decisions.get(&decision) {
            return known;
        }
        self.spend(1);
        let number = Bdd(self.decisions.keys().len() as u32); // fewer than steps
        self.decisions.insert(decision, number);
        number
    }
}

// Derivatives by all bytes and the end of the input at once. A formula after the end is a constant, since
// nothing follows the end.

/// A set of symbols that may come next: bytes, and possibly the end of the input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Letters {
    /// The bytes.
    pub bytes: ByteSet,
    /// Whether the input may end.
    pub end: bool,
}

impl Letters {
    /// Any byte, and the end.
    pub const ALL: Self = Self { bytes: ByteSet::ALL, end: true };
    /// Neither a byte nor the end.
    pub const NONE: Self = Self { bytes: ByteSet::EMPTY, end: false };
    /// The end, and no byte.
    pub const END: Self = Self { bytes: ByteSet::EMPTY, end: true };

    /// Returns the intersection.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self { bytes: self.bytes.intersection(other.bytes), end: self.end && other.end }
    }

    /// Returns the union.
    #[must_use]
    pub const fn either(self, other: Self) -> Self {
        Self { bytes: self.bytes.union(other.bytes), end: self.end || other.end }
    }

    /// Returns the complement.
    #[must_use]
    pub const fn others(self) -> Self {
        Self { bytes: self.bytes.complement(), end: !self.end }
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bytes.is_empty() && !self.end
    }
}

/// A derivative by every letter at once: a partition of the letters, and the formula of each part. Thirty
/// classes of bytes typically need two or three parts (Owens, Reppy and Turon, *Regular-expression derivatives
/// re-examined*, 2009). The part that contains the end of the input has a constant formula.
pub type Derivative = Rc<[(Letters, Bdd)]>;

/// Returns the derivative that has the same formula for all letters.
pub fn constant(formula: Bdd) -> Derivative {
    Rc::new([(Letters::ALL, formula)])
}

/// Returns the derivative that has a formula for some letters, and false for all others.
pub fn only(letters: Letters, formula: Bdd) -> Derivative {
    let parts = [(letters, formula), (letters.others(), Bdd::FALSE)];
    parts.into_iter().filter(|(letters, _)| !letters.is_empty()).collect()
}

/// Returns the derivative that has the given formula for each set of bytes, and false for all other letters. The
/// sets must be disjoint.
pub fn branches(branches: Vec<(ByteSet, Bdd)>) -> Derivative {
    let mut others = Letters::ALL;
    let mut parts: BTreeMap<Bdd, Letters> = BTreeMap::new();
    for (bytes, formula) in branches {
        let letters = Letters { bytes, end: false };
        others = others.both(letters.others());
        let known = parts.entry(formula).or_insert(Letters::NONE);
        *known = known.either(letters);
    }
    let known = parts.entry(Bdd::FALSE).or_insert(Letters::NONE);
    *known = known.either(others);
    parts.into_iter().map(|(formula, letters)| (letters, formula)).collect()
}

impl Bdds {
    /// Applies [`Bdds::either`] to three derivatives, letter by letter.
    pub fn by_letter(
        &mut self,
        condition: &Derivative,
        then: &Derivative,
        other: &Derivative,
    ) -> Derivative {
        let mut parts: Vec<(Letters, Bdd)> = Vec::new();
        let mut add =
            |letters: Letters, formula| match parts.iter_mut().find(|(_, known)| *known == formula)
            {
                Some((known, _)) => *known = known.either(letters),
                None => parts.push((letters, formula)),
            };
        for &(letters, condition) in condition.iter() {
            for &(within, then) in then.iter() {
                let letters = letters.both(within);
                if letters.is_empty() {
                    continue;
                }
                if condition == Bdd::TRUE {
                    add(letters, then);
                    continue;
                }
                for &(within, other) in other.iter() {
                    let letters = letters.both(within);
                    if !letters.is_empty() {
                        add(letters, self.either(condition, then, other));
                    }
                }
            }
        }
        // Each part of `condition` was compared with each part of `then`.
        self.spend(parts.len() + condition.len() * then.len() / 16);
        parts.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_are_one_formula() {
        let mut formulas = Bdds::new();
        let [x, y, z] = [7, 3, 5].map(|variable| formulas.variable(variable));
        let not_x = formulas.not(x);
        let (left, right) = (formulas.and(x, y), formulas.and(not_x, y));
        assert_eq!(formulas.either(left, Bdd::TRUE, right), y);
        // ¬(x ∧ ¬z) = ¬x ∨ z
        let not_z = formulas.not(z);
        let both = formulas.and(x, not_z);
        let (left, right) = (formulas.not(both), formulas.either(not_x, Bdd::TRUE, z));
        assert_eq!(left, right);
        assert_eq!(formulas.and(left, both), Bdd::FALSE);
        assert_eq!(formulas.either(left, Bdd::TRUE, both), Bdd::TRUE);
        assert!(!formulas.is_exhausted());
    }

    #[test]
    fn a_formula_that_is_too_deep_is_exhausted() {
        let mut formulas = Bdds::new();
        let all = (0..=DEPTH as u32).rev().map(|variable| (variable, Bdd::TRUE));
        let all =
            all.fold(Bdd::TRUE, |all, (variable, _)| formulas.decision(variable, all, Bdd::FALSE));
        assert!(!formulas.is_exhausted());
        formulas.not(all);
        assert!(formulas.is_exhausted());
    }
}
