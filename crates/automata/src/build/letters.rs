//! What may come next, bytes and the end of the input, and derivatives by all of it at once. A formula after the end
//! is a constant, since nothing follows it.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::build::bdd::{Bdd, Bdds};
use crate::build::bytes::ByteSet;

/// What may come next: a set of bytes, and perhaps the end of the input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Letters {
    /// The bytes.
    pub bytes: ByteSet,
    /// Whether the input may end.
    pub end: bool,
}

impl Letters {
    /// Whatever may come.
    pub const ALL: Self = Self { bytes: ByteSet::ALL, end: true };
    /// Nothing.
    pub const NONE: Self = Self { bytes: ByteSet::EMPTY, end: false };
    /// The end, and no byte.
    pub const END: Self = Self { bytes: ByteSet::EMPTY, end: true };

    /// What is in both.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self { bytes: self.bytes.intersection(other.bytes), end: self.end && other.end }
    }

    /// What is in either.
    #[must_use]
    pub const fn either(self, other: Self) -> Self {
        Self { bytes: self.bytes.union(other.bytes), end: self.end || other.end }
    }

    /// What is not in this.
    #[must_use]
    pub const fn others(self) -> Self {
        Self { bytes: self.bytes.complement(), end: !self.end }
    }

    /// Whether nothing is in this.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bytes.is_empty() && !self.end
    }
}

/// A derivative by every letter at once: a partition of the letters, and the formula of each part.
/// There are two or three parts where there are thirty classes of bytes (Owens, Reppy and Turon,
/// *Regular-expression derivatives re-examined*, 2009). A part of the end has a constant formula.
pub type Derivative = Rc<[(Letters, Bdd)]>;

/// The derivative that is one formula for all letters.
pub fn constant(formula: Bdd) -> Derivative {
    Rc::new([(Letters::ALL, formula)])
}

/// The derivative that is a formula for some letters, and false for the others.
pub fn only(letters: Letters, formula: Bdd) -> Derivative {
    let parts = [(letters, formula), (letters.others(), Bdd::FALSE)];
    parts.into_iter().filter(|(letters, _)| !letters.is_empty()).collect()
}

/// The derivative that is a formula for each of some disjoint sets of bytes, and false for the other
/// letters.
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
    /// The derivative that is `then` where the condition is true, and `other` elsewhere, letter by
    /// letter.
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
        // Each part of two was held against each other part.
        self.spend(parts.len() + condition.len() * then.len() / 16);
        parts.into()
    }
}
