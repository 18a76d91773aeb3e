//! The errors of a whole column. An invalid string in a row is never an error here.

use arrow_schema::{ArrowError, DataType};
use urispec::ResolveError;

/// The reason a function returned no column.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnError {
    /// The column is not text.
    #[error("a column of {0} is not text; cast it to Utf8, LargeUtf8 or Utf8View first")]
    Type(DataType),
    /// Two columns differ in length, and neither is a scalar.
    #[error(
        "one column has {0} rows and the other {1}; columns must be of equal length, unless one is a scalar"
    )]
    Lengths(usize, usize),
    /// The texts of the result do not fit into one array of their type.
    #[error(
        "the result exceeds the 2 GiB limit of one array of its type; cast the column to LargeUtf8, or pass fewer rows at a time"
    )]
    TooLong,
    /// The edition has no resolution algorithm.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// The pack of lints is not compiled in.
    #[error("the lint pack `{0}` is not compiled in; enable the feature of that name")]
    Pack(&'static str),
    /// The template cannot be matched.
    #[error("{0}")]
    Template(String),
    /// The caller interrupted the work: see [`interruptible`](crate::interruptible).
    #[error("the work was interrupted")]
    Interrupted,
    /// An array could not be built.
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
