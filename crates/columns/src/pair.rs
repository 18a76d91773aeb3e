//! Two columns side by side, of which either may be a scalar.

use arrow_array::{ArrayRef, Datum};

use crate::ColumnError;
use crate::interrupt::{self, Interrupted};
use crate::texts::{Texts, laid_out};

/// Two columns, none of them encoded any more.
pub(crate) struct Pair {
    left: ArrayRef,
    right: ArrayRef,
    scalar: (bool, bool),
    /// How many rows the answer has.
    rows: usize,
}

/// One of two columns.
#[derive(Clone, Copy)]
pub(crate) struct PairColumn<'a> {
    pub(crate) texts: Texts<'a>,
    is_scalar: bool,
}

impl Pair {
    pub(crate) fn of(left: &dyn Datum, right: &dyn Datum) -> Result<Self, ColumnError> {
        let ((left, of_left), (right, of_right)) = (left.get(), right.get());
        let rows = match (of_left, of_right) {
            (true, true) => 1,
            (true, false) => right.len(),
            (false, true) => left.len(),
            (false, false) if left.len() == right.len() => left.len(),
            (false, false) => return Err(ColumnError::Lengths(left.len(), right.len())),
        };
        Ok(Self {
            left: laid_out(left)?,
            right: laid_out(right)?,
            scalar: (of_left, of_right),
            rows,
        })
    }

    /// The numbers of the rows of the answer, unless the work is stopped.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Result<usize, Interrupted>> {
        interrupt::rows(self.rows)
    }

    pub(crate) fn sides(&self) -> Result<(PairColumn<'_>, PairColumn<'_>), ColumnError> {
        let left = PairColumn { texts: Texts::of(&self.left)?, is_scalar: self.scalar.0 };
        let right = PairColumn { texts: Texts::of(&self.right)?, is_scalar: self.scalar.1 };
        Ok((left, right))
    }
}

impl<'a> PairColumn<'a> {
    /// The string that stands in a row of the answer.
    pub(crate) fn text(self, row: usize) -> Option<&'a str> {
        self.texts.text(if self.is_scalar { 0 } else { row })
    }
}

/// What is made of the strings of one side, and not made again while the string stays the same: a
/// scalar, or a run of rows such as a page's links, which all have the base of the page.
pub(crate) struct Last<'a, T> {
    of: Option<&'a str>,
    made: Option<T>,
}

impl<'a, T: Copy> Last<'a, T> {
    pub(crate) const fn none() -> Self {
        Self { of: None, made: None }
    }

    pub(crate) fn made(
        &mut self,
        text: Option<&'a str>,
        make: impl FnOnce(&'a str) -> Option<T>,
    ) -> Option<T> {
        if self.of != text {
            *self = Self { of: text, made: text.and_then(make) };
        }
        self.made
    }
}
