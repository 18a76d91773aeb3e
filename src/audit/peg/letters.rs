//! What may come next, and derivatives by all of it at once.
//!
//! In: sets of bytes. Out: [`Letters`], bytes and the end of the input, which is a letter here like
//! any other: it is what a parser meets after the last byte, and what `EOI` asks for. A formula
//! after the end is a constant, since nothing follows it.

use std::rc::Rc;

use super::formula::Formula;
use crate::audit::bytes::ByteSet;

/// What may come next: a set of bytes, and perhaps the end of the input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Letters {
    pub(super) bytes: ByteSet,
    pub(super) end: bool,
}

impl Letters {
    pub(super) const ALL: Self = Self { bytes: ByteSet::ALL, end: true };
    pub(super) const END: Self = Self { bytes: ByteSet::EMPTY, end: true };

    pub(super) const fn both(self, other: Self) -> Self {
        Self { bytes: self.bytes.intersection(other.bytes), end: self.end && other.end }
    }

    pub(super) const fn either(self, other: Self) -> Self {
        Self { bytes: self.bytes.union(other.bytes), end: self.end || other.end }
    }

    pub(super) const fn others(self) -> Self {
        Self { bytes: self.bytes.complement(), end: !self.end }
    }

    pub(super) const fn is_empty(self) -> bool {
        self.bytes.is_empty() && !self.end
    }
}

/// A derivative by every letter at once: a partition of the letters, and the formula of each part.
/// There are two or three parts where there are thirty classes of bytes (Owens, Reppy and Turon,
/// *Regular-expression derivatives re-examined*, 2009). A part of the end has a constant formula.
pub(super) type Derivative = Rc<[(Letters, Formula)]>;

/// The derivative that is one formula for all letters.
pub(super) fn constant(formula: Formula) -> Derivative {
    Rc::new([(Letters::ALL, formula)])
}

/// The derivative that is a formula for some letters, and false for the others.
pub(super) fn only(letters: Letters, formula: Formula) -> Derivative {
    let parts = [(letters, formula), (letters.others(), Formula::FALSE)];
    parts.into_iter().filter(|(letters, _)| !letters.is_empty()).collect()
}
