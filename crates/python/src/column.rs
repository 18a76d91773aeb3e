//! Columns in and out of Python, by the Arrow PyCapsule interface.
//!
//! In: any object with `__arrow_c_array__` or `__arrow_c_stream__`. Out: an [`Array`] of the first,
//! a [`ChunkedArray`] of the second, chunk by chunk. Nothing is copied at either border, and Python's lock
//! is released while a column is read and answered. Ctrl-C ends the work: ten times a second Python is
//! asked for signals.
//!
//! The surprising case: the answer for one chunk may be too long for one array, as targets are. Then
//! the chunk gives two.

use std::cell::RefCell;
use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, new_empty_array};
use arrow_schema::{DataType, Field, FieldRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::PyArray;
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{
    ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule,
};
use pyo3_arrow::input::AnyArray;
use urispec::{
    Edition, Normalizer, ParseError, Reference, Resolver, Uri as UriText, UriRef, compare_with,
    relativize, relativize_with,
};
use urispec_columns::{ColumnError, in_halves, interruptible};

use crate::error::{of_column, rung, unparsed, unrelated, unresolved};

/// A column in one piece, for anything that takes `__arrow_c_array__`: `pyarrow.array(…)`,
/// `polars.Series(…)`. The rows stand in the order of the column that came in.
#[pyclass(frozen, module = "urispec.arrow")]
pub(crate) struct Array {
    array: ArrayRef,
}

/// A column in chunks, for anything that takes `__arrow_c_stream__`: `pyarrow.chunked_array(…)`,
/// `polars.Series(…)`. The rows stand in the order of the column that came in.
#[pyclass(frozen, module = "urispec.arrow")]
pub(crate) struct ChunkedArray {
    chunks: Vec<ArrayRef>,
    field: FieldRef,
}

fn field(of: &DataType) -> FieldRef {
    Arc::new(Field::new("", of.clone(), true))
}

/// What a function of `urispec._frames` makes of an answer.
fn made<'py>(
    answer: &Bound<'py, PyAny>,
    function: &str,
    given: Vec<Option<Bound<'py, PyAny>>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut all = vec![Some(answer.clone())];
    all.extend(given);
    let frames = answer.py().import("urispec._frames")?;
    frames.getattr(function)?.call1(PyTuple::new(answer.py(), all)?)
}

/// The methods that both classes have.
macro_rules! answer {
    ($class:ident { $($own:item)* }) => {
        #[pymethods]
        impl $class {
            $($own)*

            /// A Series of pandas whose types are those of Arrow. The index is that of the column that
            /// the answer is about; without one the rows are numbered.
            #[pyo3(signature = (index=None, name=None))]
            fn to_pandas<'py>(
                slf: &Bound<'py, Self>,
                index: Option<Bound<'py, PyAny>>,
                name: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                made(slf.as_any(), "to_pandas", vec![index, name])
            }

            /// A Series of Polars.
            #[pyo3(signature = (name=None))]
            fn to_polars<'py>(
                slf: &Bound<'py, Self>,
                name: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                made(slf.as_any(), "to_polars", vec![name])
            }

            /// An array of pyarrow, in as many chunks.
            fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                made(slf.as_any(), "to_pyarrow", vec![])
            }

            /// The rows as an array of numpy.
            #[pyo3(signature = (dtype=None, copy=None))]
            fn __array__<'py>(
                slf: &Bound<'py, Self>,
                dtype: Option<Bound<'py, PyAny>>,
                copy: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                made(slf.as_any(), "to_numpy", vec![dtype, copy])
            }

            /// pandas takes what has this method for rows, and then asks `__array__`. Polars would take
            /// the rows for names of columns, and is refused.
            fn __iter__(&self) -> PyResult<Py<PyAny>> {
                Err(PyTypeError::new_err(
                    "an answer of urispec is no list: answer.to_polars(name) is a Series of Polars, \
                     answer.to_pandas(index) one of pandas, and answer.to_pyarrow() an array",
                ))
            }

            /// What pickles.
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                let column = made(slf.as_any(), "to_pyarrow", vec![])?;
                let given = PyTuple::new(slf.py(), [column])?;
                PyTuple::new(slf.py(), [slf.get_type().into_any(), given.into_any()])
            }
        }
    };
}

answer! {
    Array {
        /// A column in one piece, as it is.
        #[new]
        fn new(column: PyArray) -> Self {
            Self { array: column.into_inner().0 }
        }

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
}

answer! {
    ChunkedArray {
        /// A column in chunks, as it is.
        #[new]
        fn new(column: AnyArray) -> PyResult<Self> {
            let reader = column.into_reader()?;
            let field = field(reader.field().data_type());
            let chunks = reader.collect::<Result<Vec<_>, _>>().map_err(ColumnError::from);
            Ok(Self { chunks: chunks.map_err(raised)?, field })
        }

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
}

/// What a function of a column gives back.
#[derive(IntoPyObject)]
pub(crate) enum ColumnResult {
    Array(Array),
    ChunkedArray(ChunkedArray),
}

impl ColumnResult {
    pub(crate) fn array(array: ArrayRef) -> Self {
        Self::Array(Array { array })
    }

    pub(crate) fn chunks(chunks: Vec<ArrayRef>, of: &DataType) -> Self {
        Self::ChunkedArray(ChunkedArray { chunks, field: field(of) })
    }
}

thread_local! {
    /// What a signal has raised while a column was answered.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Whether a signal, such as that of Ctrl-C, has raised an exception. Only the main thread of Python is
/// told.
fn is_interrupted() -> bool {
    Python::attach(|py| match py.check_signals() {
        Ok(()) => false,
        Err(error) => {
            RAISED.set(Some(error));
            true
        }
    })
}

/// Works on columns with Python's lock released, until the end or a signal.
pub(crate) fn worked<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, ColumnError> + Send,
) -> PyResult<T> {
    py.detach(|| interruptible(is_interrupted, work)).map_err(raised)
}

/// The exception about a whole column.
pub(crate) fn raised(error: ColumnError) -> PyErr {
    match error {
        ColumnError::Interrupted => RAISED.take().unwrap_or_else(|| of_column(error)),
        error => of_column(error),
    }
}

/// Answers for a column, chunk by chunk, with Python's lock released.
pub(crate) fn answered(
    py: Python<'_>,
    column: AnyArray,
    kernel: impl Fn(&ArrayRef) -> Result<ArrayRef, ColumnError> + Send + Sync,
) -> PyResult<ColumnResult> {
    match column {
        AnyArray::Array(array) => {
            let (array, _) = array.into_inner();
            worked(py, || kernel(&array)).map(ColumnResult::array)
        }
        AnyArray::Stream(stream) => {
            let reader = stream.into_reader()?;
            let (answers, none) = worked(py, || {
                // Of no chunk too the type of the answer is known.
                let none = kernel(&new_empty_array(reader.field().data_type()))?;
                let mut answers = Vec::new();
                for chunk in reader {
                    let chunk = chunk?;
                    let ask = |start, rows| kernel(&chunk.slice(start, rows));
                    answers.extend(in_halves(chunk.len(), &ask)?);
                }
                Ok((answers, none))
            })?;
            Ok(ColumnResult::chunks(answers, none.data_type()))
        }
    }
}

// Strings that are read, resolved and normalized by an edition, for the functions and for the class.

/// Reads a string as a reference of an edition, or of one production of it. That there is no such production, or that
/// it stands for no whole reference, is a fault of the caller.
pub(crate) fn read<'t>(
    edition: Edition,
    text: &'t str,
    rule: Option<&str>,
) -> PyResult<Result<Reference<'t>, ParseError>> {
    let found = match (edition, rule) {
        (Edition::Rfc3986, None) => UriRef::parse(text).map(|reference| *reference),
        (edition, None) => Reference::parse(edition, text),
        (edition, Some(rule)) => Reference::parse_as(edition, rule, text),
    };
    match found {
        Err(error @ (ParseError::Production(_) | ParseError::NotWhole(_))) => {
            Err(PyValueError::new_err(error.to_string()))
        }
        found => Ok(found),
    }
}

/// Reads a string as a reference of an edition, or raises.
pub(crate) fn read_or_raise<'t>(
    py: Python<'_>,
    edition: Edition,
    text: &'t str,
) -> PyResult<Reference<'t>> {
    read(edition, text, None)?.map_err(|error| unparsed(py, text, &error))
}

/// The target of a reference against a base, or an exception about the string that is to blame.
pub(crate) fn resolved(
    py: Python<'_>,
    base: &str,
    reference: &str,
    edition: Edition,
) -> PyResult<String> {
    let resolver = Resolver::from_edition(edition);
    let (base_parts, _) = resolver.read_base(base).map_err(|error| unresolved(py, base, &error))?;
    let (parts, _) = resolver.read(reference).map_err(|error| unresolved(py, reference, &error))?;
    let target = resolver.target(base_parts, parts);
    target.map_err(|error| unresolved(py, reference, &error))
}

/// The shortest reference that leads from a base to a target.
pub(crate) fn related(
    py: Python<'_>,
    base: &str,
    target: &str,
    edition: Edition,
) -> PyResult<String> {
    if edition == Edition::Rfc3986 {
        let uri = |text| UriText::parse(text).map_err(|error| unparsed(py, text, &error));
        let found = relativize(uri(base)?, uri(target)?);
        return found
            .map(|found| found.into_string())
            .map_err(|error| unrelated(py, target, &error));
    }
    let (of, to) = (read_or_raise(py, edition, base)?, read_or_raise(py, edition, target)?);
    relativize_with(&Resolver::from_edition(edition), of, to)
        .map_err(|error| unrelated(py, target, &error))
}

/// The name of the lowest rung at which two references are equivalent, if there is one.
pub(crate) fn compared(
    a: Reference<'_>,
    b: Reference<'_>,
    edition: Edition,
) -> Option<&'static str> {
    compare_with(&Normalizer::from_edition(edition), a, b).rung().map(|rung| rung.name())
}

/// The normal form of a string up to a rung.
pub(crate) fn normal(py: Python<'_>, text: &str, to: &str, edition: Edition) -> PyResult<String> {
    let to = rung(to)?;
    let reference = read_or_raise(py, edition, text)?;
    Ok(Normalizer::from_edition(edition).to(to).normalize(reference).to_string())
}
