//! Why a whole column has no answer. What is wrong with a single string never is an error here.

use arrow_schema::{ArrowError, DataType};
use urispec::ResolveError;

/// The reason why a function gave no column.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnError {
    /// The column holds no text.
    #[error("a column of {0} holds no text; cast it to Utf8, LargeUtf8 or Utf8View first")]
    Type(DataType),
    /// Two columns are not of the same length, and neither is a scalar.
    #[error("one column has {0} rows and the other {1}; only a scalar stands beside each row")]
    Lengths(usize, usize),
    /// The texts of the result do not fit into one array of their type.
    #[error(
        "the texts of the result are longer than one array of their type can be, 2 GiB in all; cast the column to LargeUtf8, or give fewer rows at a time"
    )]
    TooLong,
    /// The edition has no resolution algorithm.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// The pack of lints is not built in.
    #[error("the pack `{0}` is not built in; the feature of that name has it")]
    Pack(&'static str),
    /// The template cannot be matched.
    #[error("{0}")]
    Template(String),
    /// The caller stopped the work: see [`interruptible`](crate::interruptible).
    #[error("the work was stopped before its end")]
    Interrupted,
    /// An array could not be made.
    #[error(transparent)]
    Arrow(ArrowError),
}

impl From<ArrowError> for ColumnError {
    fn from(error: ArrowError) -> Self {
        match error {
            ArrowError::OffsetOverflowError(_) => Self::TooLong,
            error => Self::Arrow(error),
        }
    }
}
