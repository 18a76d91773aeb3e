//! Passes columns between Python and Rust through the Arrow PyCapsule interface.
//!
//! An object with `__arrow_c_array__` gives an [`Array`], and one with `__arrow_c_stream__` a [`ChunkedArray`], chunk
//! by chunk. No data is copied at the boundary, and Python's lock is released while a column is read and processed.
//! Ctrl-C interrupts the work: Python's signals are checked ten times a second.
//!
//! If the results for a chunk, such as resolved targets, exceed the size limit of one array, the chunk gives several
//! arrays.

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
use urispec::whatwg::Url;
use urispec::{
    Edition, Normalizer, ParseError, Reference, Resolver, Rung, Uri as UriText, UriRef,
    compare_with, relativize, relativize_with,
};
use urispec_columns::{ColumnError, interruptible, split_on_overflow};

use crate::error::{
    TextArgument, column_error, edition_error, parse_error, relativize_error, resolve_error, rung,
};

/// A column in one piece, for any consumer of `__arrow_c_array__`: `pyarrow.array(…)`, `polars.Series(…)`. The rows
/// are in the order of the input column.
#[pyclass(frozen, module = "urispec.arrow")]
pub(crate) struct Array {
    array: ArrayRef,
}

/// A column in chunks, for any consumer of `__arrow_c_stream__`: `pyarrow.chunked_array(…)`, `polars.Series(…)`. The
/// rows are in the order of the input column.
#[pyclass(frozen, module = "urispec.arrow")]
pub(crate) struct ChunkedArray {
    chunks: Vec<ArrayRef>,
    field: FieldRef,
}

fn field(of: &DataType) -> FieldRef {
    Arc::new(Field::new("", of.clone(), true))
}

/// Passes a result to a function of `urispec._frames`.
fn frames_helper<'py>(
    answer: &Bound<'py, PyAny>,
    function: &str,
    arguments: Vec<Option<Bound<'py, PyAny>>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut all = vec![Some(answer.clone())];
    all.extend(arguments);
    let frames = answer.py().import("urispec._frames")?;
    frames.getattr(function)?.call1(PyTuple::new(answer.py(), all)?)
}

/// Implements the methods that `Array` and `ChunkedArray` share.
macro_rules! answer {
    ($class:ident { $($own:item)* }) => {
        #[pymethods]
        impl $class {
            $($own)*

            /// Converts to a pandas Series with Arrow types. `index` is the index of the input column; without it, the
            /// rows are numbered.
            #[pyo3(signature = (index=None, name=None))]
            fn to_pandas<'py>(
                slf: &Bound<'py, Self>,
                index: Option<Bound<'py, PyAny>>,
                name: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                frames_helper(slf.as_any(), "to_pandas", vec![index, name])
            }

            /// Converts to a Polars Series.
            #[pyo3(signature = (name=None))]
            fn to_polars<'py>(
                slf: &Bound<'py, Self>,
                name: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                frames_helper(slf.as_any(), "to_polars", vec![name])
            }

            /// Converts to a pyarrow array with the same chunks.
            fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                frames_helper(slf.as_any(), "to_pyarrow", vec![])
            }

            /// Converts to a numpy array.
            #[pyo3(signature = (dtype=None, copy=None))]
            fn __array__<'py>(
                slf: &Bound<'py, Self>,
                dtype: Option<Bound<'py, PyAny>>,
                copy: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                frames_helper(slf.as_any(), "to_numpy", vec![dtype, copy])
            }

            /// Raises an exception. pandas treats an object with `__iter__` as rows, and then calls `__array__`; Polars
            /// would treat the rows as column names.
            fn __iter__(&self) -> PyResult<Py<PyAny>> {
                Err(PyTypeError::new_err(
                    "a result of urispec is not iterable: answer.to_polars(name) is a Polars Series, \
                     answer.to_pandas(index) a pandas Series, and answer.to_pyarrow() an array",
                ))
            }

            /// Supports pickling.
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                let column = frames_helper(slf.as_any(), "to_pyarrow", vec![])?;
                let given = PyTuple::new(slf.py(), [column])?;
                PyTuple::new(slf.py(), [slf.get_type().into_any(), given.into_any()])
            }
        }
    };
}

answer! {
    Array {
        /// Wraps a column in one piece, without a copy.
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
        /// Wraps a column in chunks, without a copy.
        #[new]
        fn new(column: AnyArray) -> PyResult<Self> {
            let reader = column.into_reader()?;
            let field = field(reader.field().data_type());
            let chunks = reader.collect::<Result<Vec<_>, _>>().map_err(ColumnError::from);
            Ok(Self { chunks: chunks.map_err(to_exception)?, field })
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

        /// The number of chunks.
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

/// The result of a column function.
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
    /// The exception that a signal, such as Ctrl-C, raised while a column was processed.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Returns whether a signal, such as Ctrl-C, raised an exception. Only the main thread of Python receives signals.
fn is_interrupted() -> bool {
    Python::attach(|py| match py.check_signals() {
        Ok(()) => false,
        Err(error) => {
            RAISED.set(Some(error));
            true
        }
    })
}

/// Runs `work` with Python's lock released, until its end or a signal.
pub(crate) fn run_detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, ColumnError> + Send,
) -> PyResult<T> {
    py.detach(|| interruptible(is_interrupted, work)).map_err(to_exception)
}

/// Converts an error that concerns a whole column, and not a single row, to an exception.
pub(crate) fn to_exception(error: ColumnError) -> PyErr {
    match error {
        ColumnError::Interrupted => RAISED.take().unwrap_or_else(|| column_error(error)),
        error => column_error(error),
    }
}

/// Applies a function to each chunk of a column, with Python's lock released.
pub(crate) fn map_column(
    py: Python<'_>,
    column: AnyArray,
    kernel: impl Fn(&ArrayRef) -> Result<ArrayRef, ColumnError> + Send + Sync,
) -> PyResult<ColumnResult> {
    match column {
        AnyArray::Array(array) => {
            let (array, _) = array.into_inner();
            run_detached(py, || kernel(&array)).map(ColumnResult::array)
        }
        AnyArray::Stream(stream) => {
            let reader = stream.into_reader()?;
            let (answers, none) = run_detached(py, || {
                // An empty array determines the type of the result, even without chunks.
                let none = kernel(&new_empty_array(reader.field().data_type()))?;
                let mut answers = Vec::new();
                for chunk in reader {
                    let chunk = chunk?;
                    let ask = |start, rows| kernel(&chunk.slice(start, rows));
                    answers.extend(split_on_overflow(chunk.len(), &ask)?);
                }
                Ok((answers, none))
            })?;
            Ok(ColumnResult::chunks(answers, none.data_type()))
        }
    }
}

// Reading, resolving and normalizing strings, for the functions and for the class.

/// Parses a string as a reference of an edition, or by the production `rule`. Raises an exception if the production is
/// unknown or does not derive whole references.
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

/// Parses a string as a reference of an edition, or raises an exception.
pub(crate) fn read_or_raise<'t>(
    py: Python<'_>,
    edition: Edition,
    text: &'t str,
) -> PyResult<Reference<'t>> {
    read(edition, text, None)?.map_err(|error| edition_error(py, edition, text, &error))
}

/// Resolves a reference against a base, or raises an exception about the invalid string.
pub(crate) fn resolve_text(
    py: Python<'_>,
    base: &str,
    reference: &str,
    edition: Edition,
) -> PyResult<String> {
    let resolver = Resolver::from_edition(edition);
    let (base_parts, _) =
        resolver.read_base(base).map_err(|error| resolve_error(py, base, &error))?;
    let (parts, _) =
        resolver.read(reference).map_err(|error| resolve_error(py, reference, &error))?;
    let target = resolver.target(base_parts, parts);
    target.map_err(|error| resolve_error(py, reference, &error))
}

/// Finds the shortest reference that gives a target when it is resolved against a base.
pub(crate) fn relativize_text(
    py: Python<'_>,
    base: &str,
    target: &str,
    edition: Edition,
) -> PyResult<String> {
    if edition == Edition::Rfc3986 {
        let uri = |text| UriText::parse(text).map_err(|error| parse_error(py, text, &error));
        let found = relativize(uri(base)?, uri(target)?);
        return found
            .map(|found| found.into_string())
            .map_err(|error| relativize_error(py, target, &error));
    }
    let (of, to) = (read_or_raise(py, edition, base)?, read_or_raise(py, edition, target)?);
    relativize_with(&Resolver::from_edition(edition), of, to)
        .map_err(|error| relativize_error(py, target, &error))
}

/// Returns the name of the lowest rung at which two strings are equivalent, or raises an exception. By the URL Standard,
/// the URLs that a browser parses are compared, also of strings that are not valid.
pub(crate) fn lowest_rung(
    py: Python<'_>,
    a: &TextArgument<'_>,
    b: &TextArgument<'_>,
    edition: Edition,
) -> PyResult<Option<&'static str>> {
    let raised = |text: &TextArgument<'_>, error| {
        text.with_original(py, edition_error(py, edition, text, &error))
    };
    let rung = match (read(edition, a, None)?, read(edition, b, None)?) {
        (Ok(a), Ok(b)) => compare_with(&Normalizer::from_edition(edition), a, b).rung(),
        (read_a, read_b) => {
            let [url_a, url_b] = [browser_url(py, edition, a)?, browser_url(py, edition, b)?];
            // A valid reference without a scheme is not a URL, and equals none.
            if let (Err(error), None) = (read_a, &url_a) {
                return Err(raised(a, error));
            }
            if let (Err(error), None) = (read_b, &url_b) {
                return Err(raised(b, error));
            }
            let is_equal = url_a.is_some() && url_a == url_b;
            is_equal.then_some(if **a == **b { Rung::String } else { Rung::Scheme })
        }
    };
    Ok(rung.map(|rung| rung.name()))
}

/// Returns the URL that a browser parses from a string, in the edition of the URL Standard.
fn browser_url(py: Python<'_>, edition: Edition, text: &TextArgument<'_>) -> PyResult<Option<Url>> {
    match edition {
        Edition::Whatwg => Ok(Url::parse(&text.scalar_text(py, edition)?).ok()),
        _ => Ok(None),
    }
}

/// Normalizes a string up to a rung, by default the rung of the edition. By the URL Standard, the result is what a browser
/// makes of the string, also if it is not valid.
pub(crate) fn normalize_text(
    py: Python<'_>,
    text: &TextArgument<'_>,
    to: Option<&str>,
    edition: Edition,
) -> PyResult<String> {
    let normalizer = Normalizer::from_edition(edition);
    let to = to.map(rung).transpose()?;
    let normalizer = match to {
        Some(to) => normalizer.to(to),
        None => normalizer,
    };
    let error = match read(edition, text, None)? {
        Ok(reference) => return Ok(normalizer.normalize(reference).to_string()),
        Err(error) => error,
    };
    // The only rung of the URL Standard is the last.
    match browser_url(py, edition, text)?.filter(|_| to.is_none_or(|to| to >= Rung::Scheme)) {
        Some(url) => Ok(url.into()),
        None => Err(edition_error(py, edition, text, &error)),
    }
}
