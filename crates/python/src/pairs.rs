//! Two columns side by side, or a string beside each row of a column.
//!
//! In: strings, arrays and streams. Out: as for one column. What is forgotten: how each of two
//! columns is cut into chunks. The answer has a chunk for each run of rows that no cut divides.

use arrow_array::{Array as _, ArrayRef, Datum, Scalar, StringArray, new_empty_array};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3_arrow::input::AnyArray;
use urispec::Edition;
use urispec_columns::{ColumnError, in_halves};

use crate::arguments::TextArgument;
use crate::column::{ColumnResult, raised, read, worked};
use crate::error::unparsed;
use crate::uri::Uri;

/// A string, or a column.
pub(crate) enum Operand {
    Text(Scalar<StringArray>),
    Column(AnyArray),
}

impl Operand {
    /// Reads an argument. A string that is no reference of the edition raises an exception, as one
    /// in a column does not.
    pub(crate) fn of(object: &Bound<'_, PyAny>, edition: Edition) -> PyResult<Self> {
        if !object.is_instance_of::<PyString>() && !object.is_instance_of::<Uri>() {
            return object.extract().map(Self::Column).map_err(|error: PyErr| {
                // Ctrl-C stays what it is.
                if !error.is_instance_of::<PyException>(object.py()) {
                    return error;
                }
                PyTypeError::new_err(
                    "expected a str, a Uri, or a column with __arrow_c_array__ or __arrow_c_stream__",
                )
            });
        }
        let text = object.extract::<TextArgument<'_>>()?;
        match read(edition, &text, None)? {
            Ok(_) => Ok(Self::Text(Scalar::new(StringArray::from(vec![text.to_owned()])))),
            Err(error) => Err(text.blamed(object.py(), unparsed(object.py(), &text, &error))),
        }
    }

    fn is_stream(&self) -> bool {
        matches!(self, Self::Column(AnyArray::Stream(_)))
    }
}

/// The chunks of an operand, from the first row that is left.
enum OperandRows {
    Text(Scalar<StringArray>),
    Chunks { left: Vec<ArrayRef>, none: ArrayRef },
}

impl OperandRows {
    fn of(operand: Operand) -> PyResult<Self> {
        Ok(match operand {
            Operand::Text(text) => Self::Text(text),
            Operand::Column(column) => {
                let reader = column.into_reader()?;
                let none = new_empty_array(reader.field().data_type());
                let chunks = reader.collect::<Result<Vec<_>, _>>();
                let mut left = chunks.map_err(ColumnError::from).map_err(raised)?;
                left.retain(|chunk| !chunk.is_empty());
                left.reverse();
                Self::Chunks { left, none }
            }
        })
    }

    /// How many rows there are. A string is beside any number.
    fn len(&self) -> Option<usize> {
        match self {
            Self::Text(_) => None,
            Self::Chunks { left, .. } => Some(left.iter().map(|chunk| chunk.len()).sum()),
        }
    }

    fn next_len(&self) -> Option<usize> {
        match self {
            Self::Text(_) => None,
            Self::Chunks { left, .. } => left.last().map(|chunk| chunk.len()),
        }
    }

    fn none(&self) -> &dyn Datum {
        match self {
            Self::Text(text) => text,
            Self::Chunks { none, .. } => none,
        }
    }

    /// The next rows, which are in one chunk.
    fn take(&mut self, rows: usize) -> OperandSlice {
        match self {
            Self::Text(text) => OperandSlice::Text(text.clone()),
            Self::Chunks { left, none } => {
                let chunk = left.pop().unwrap_or_else(|| none.clone());
                if chunk.len() > rows {
                    left.push(chunk.slice(rows, chunk.len() - rows));
                }
                OperandSlice::Chunk(chunk.slice(0, rows.min(chunk.len())))
            }
        }
    }
}

/// Rows of an operand.
enum OperandSlice {
    Text(Scalar<StringArray>),
    Chunk(ArrayRef),
}

impl OperandSlice {
    fn slice(&self, start: usize, rows: usize) -> Self {
        match self {
            Self::Text(text) => Self::Text(text.clone()),
            Self::Chunk(chunk) => Self::Chunk(chunk.slice(start, rows)),
        }
    }

    fn datum(&self) -> &dyn Datum {
        match self {
            Self::Text(text) => text,
            Self::Chunk(chunk) => chunk,
        }
    }
}

/// Answers for two operands, with Python's lock released.
pub(crate) fn answered(
    py: Python<'_>,
    left: Operand,
    right: Operand,
    kernel: impl Fn(&dyn Datum, &dyn Datum) -> Result<ArrayRef, ColumnError> + Send + Sync,
) -> PyResult<ColumnResult> {
    let is_chunked = left.is_stream() || right.is_stream();
    let (mut left, mut right) =
        py.detach(|| Ok::<_, PyErr>((OperandRows::of(left)?, OperandRows::of(right)?)))?;
    let rows = match (left.len(), right.len()) {
        (None, None) => 1,
        (Some(rows), None) | (None, Some(rows)) => rows,
        (Some(a), Some(b)) if a == b => a,
        (Some(a), Some(b)) => return Err(raised(ColumnError::Lengths(a, b))),
    };
    let (mut answers, of) = worked(py, || {
        let mut answers = Vec::new();
        let mut done = 0;
        while done < rows {
            let next = left.next_len().into_iter().chain(right.next_len()).min();
            let next = next.unwrap_or(rows - done);
            let (a, b) = (left.take(next), right.take(next));
            let ask =
                |start, rows| kernel(a.slice(start, rows).datum(), b.slice(start, rows).datum());
            answers.extend(in_halves(next, &ask)?);
            done += next;
        }
        let of = match answers.first() {
            Some(answer) => answer.data_type().clone(),
            None => kernel(left.none(), right.none())?.data_type().clone(),
        };
        Ok((answers, of))
    })?;
    if is_chunked {
        return Ok(ColumnResult::chunks(answers, &of));
    }
    match (answers.pop(), answers.is_empty()) {
        (None, _) => Ok(ColumnResult::array(new_empty_array(&of))),
        (Some(answer), true) => Ok(ColumnResult::array(answer)),
        (Some(_), false) => Err(raised(ColumnError::TooLong)),
    }
}
