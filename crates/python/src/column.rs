//! Columns in and out of Python, by the Arrow PyCapsule interface.
//!
//! In: any object with `__arrow_c_array__` or `__arrow_c_stream__`. Out: an [`Array`] of the first,
//! [`Chunks`] of the second, chunk by chunk. Nothing is copied at either border, and Python's lock is
//! released while a column is read and answered.
//!
//! The surprising case: the answer for one chunk may be too long for one array, as targets are. Then
//! the chunk gives two.

use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, new_empty_array};
use arrow_schema::{DataType, Field, FieldRef};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{
    ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule,
};
use pyo3_arrow::input::AnyArray;
use urispec_columns::ColumnError;

use crate::error::of_column;

/// A column in one piece, for anything that takes `__arrow_c_array__`: `pyarrow.array(…)`,
/// `polars.Series(…)`.
#[pyclass(frozen, module = "urispec.arrow")]
pub(crate) struct Array {
    array: ArrayRef,
}

/// A column in chunks, for anything that takes `__arrow_c_stream__`: `pyarrow.chunked_array(…)`,
/// `polars.Series(…)`.
#[pyclass(frozen, module = "urispec.arrow")]
pub(crate) struct ChunkedArray {
    chunks: Vec<ArrayRef>,
    field: FieldRef,
}

fn field(of: &DataType) -> FieldRef {
    Arc::new(Field::new("", of.clone(), true))
}

#[pymethods]
impl Array {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        to_array_pycapsules(py, field(self.array.data_type()), &self.array, requested_schema)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, field(self.array.data_type()).as_ref())
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __repr__(&self) -> String {
        format!("<urispec.arrow.Array of {} {}>", self.array.len(), self.array.data_type())
    }
}

#[pymethods]
impl ChunkedArray {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let chunks: Vec<_> = self.chunks.iter().cloned().map(Ok).collect();
        let reader = ArrayIterator::new(chunks, self.field.clone());
        to_stream_pycapsule(py, Box::new(reader), requested_schema)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.field.as_ref())
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// How many chunks there are.
    #[getter]
    fn num_chunks(&self) -> usize {
        self.chunks.len()
    }

    fn __repr__(&self) -> String {
        let (chunks, rows) = (self.chunks.len(), self.__len__());
        let of = self.field.data_type();
        format!("<urispec.arrow.ChunkedArray of {rows} {of} in {chunks} chunks>")
    }
}

/// What a function of a column gives back.
#[derive(IntoPyObject)]
pub(crate) enum Answer {
    Array(Array),
    ChunkedArray(ChunkedArray),
}

impl Answer {
    pub(crate) fn array(array: ArrayRef) -> Self {
        Self::Array(Array { array })
    }

    pub(crate) fn chunks(chunks: Vec<ArrayRef>, of: &DataType) -> Self {
        Self::ChunkedArray(ChunkedArray { chunks, field: field(of) })
    }
}

/// Answers for a column, chunk by chunk, with Python's lock released.
pub(crate) fn answered(
    py: Python<'_>,
    column: AnyArray,
    kernel: impl Fn(&ArrayRef) -> Result<ArrayRef, ColumnError> + Send + Sync,
) -> PyResult<Answer> {
    match column {
        AnyArray::Array(array) => {
            let (array, _) = array.into_inner();
            py.detach(|| kernel(&array)).map(Answer::array).map_err(of_column)
        }
        AnyArray::Stream(stream) => {
            let reader = stream.into_reader()?;
            let chunks = py.detach(|| {
                // Of no chunk too the type of the answer is known.
                let none = kernel(&new_empty_array(reader.field().data_type()))?;
                let mut answers = Vec::new();
                for chunk in reader {
                    let chunk = chunk?;
                    in_pieces(chunk.len(), &mut answers, &|start, rows| {
                        kernel(&chunk.slice(start, rows))
                    })?;
                }
                Ok((answers, none))
            });
            let (answers, none) = chunks.map_err(of_column)?;
            Ok(Answer::chunks(answers, none.data_type()))
        }
    }
}

/// Asks for rows, and for half of them and the other half where the answers are too long for one
/// array.
pub(crate) fn in_pieces(
    rows: usize,
    answers: &mut Vec<ArrayRef>,
    kernel: &dyn Fn(usize, usize) -> Result<ArrayRef, ColumnError>,
) -> Result<(), ColumnError> {
    // The pieces that are left, the first on top.
    let mut left = vec![(0, rows)];
    while let Some((start, rows)) = left.pop() {
        match kernel(start, rows) {
            Ok(answer) => answers.push(answer),
            Err(ColumnError::TooLong) if rows > 1 => {
                let half = rows / 2;
                left.push((start + half, rows - half));
                left.push((start, half));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
