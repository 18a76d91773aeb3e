//! Functions of two columns, or of a column and a string.
//!
//! The chunk boundaries of two columns may differ. The result has the boundaries of both.

use std::borrow::Cow;

use arrow_array::{Array as _, ArrayRef, Datum, Scalar, StringArray, new_empty_array};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use pyo3_arrow::input::AnyArray;
use urispec::mapping::{ToIri, ToUri};
use urispec::percent::{Decode, Keep};
use urispec::{Edition, PathStyle, percent};
use urispec_columns::{ColumnError, split_on_overflow};

use crate::column::{ColumnResult, read, read_or_raise, run_detached, to_exception};
use crate::error::{Data, TextArgument, decode_error, file_path_error, mapping_error, parse_error};
use crate::uri::{This, Uri};

/// A string, or a column.
pub(crate) enum Operand {
    Text(Scalar<StringArray>),
    Column(AnyArray),
}

impl Operand {
    /// Reads an argument. Raises an exception for a string that is not a reference of the edition, unless browsers accept
    /// it. In a column, such a string is allowed.
    pub(crate) fn new(
        object: &Bound<'_, PyAny>,
        edition: Edition,
        is_for_browsers: fn(&str) -> bool,
    ) -> PyResult<Self> {
        if !object.is_instance_of::<PyString>() {
            return object.extract().map(Self::Column).map_err(|error: PyErr| {
                // Do not replace KeyboardInterrupt.
                if !error.is_instance_of::<PyException>(object.py()) {
                    return error;
                }
                PyTypeError::new_err(
                    "expected a str, or a column with __arrow_c_array__ or __arrow_c_stream__",
                )
            });
        }
        let text = object.extract::<TextArgument<'_>>()?;
        let scalars = text.scalar_text(object.py(), edition)?;
        match read(edition, &text, None)? {
            Err(error) if edition != Edition::Whatwg || !is_for_browsers(&scalars) => {
                Err(text.with_original(object.py(), parse_error(object.py(), &text, &error)))
            }
            _ => Ok(Self::Text(Scalar::new(StringArray::from(vec![scalars.into_owned()])))),
        }
    }

    fn is_stream(&self) -> bool {
        matches!(self, Self::Column(AnyArray::Stream(_)))
    }
}

/// The remaining rows of an operand. A string applies to every row. Chunks are stored in reverse order.
enum OperandRows {
    Text(Scalar<StringArray>),
    Chunks { left: Vec<ArrayRef>, none: ArrayRef },
}

impl OperandRows {
    fn new(operand: Operand) -> PyResult<Self> {
        Ok(match operand {
            Operand::Text(text) => Self::Text(text),
            Operand::Column(column) => {
                let reader = column.into_reader()?;
                let none = new_empty_array(reader.field().data_type());
                let chunks = reader.collect::<Result<Vec<_>, _>>();
                let mut left = chunks.map_err(ColumnError::from).map_err(to_exception)?;
                left.retain(|chunk| !chunk.is_empty());
                left.reverse();
                Self::Chunks { left, none }
            }
        })
    }

    /// Returns the number of remaining rows, or `None` for a string, which applies to any number of rows.
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

    /// Removes and returns the next `rows` rows, which are in one chunk.
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

/// Applies a function to two operands, with Python's lock released.
pub(crate) fn map_operands(
    py: Python<'_>,
    left: Operand,
    right: Operand,
    kernel: impl Fn(&dyn Datum, &dyn Datum) -> Result<ArrayRef, ColumnError> + Send + Sync,
) -> PyResult<ColumnResult> {
    let is_chunked = left.is_stream() || right.is_stream();
    let (mut left, mut right) =
        py.detach(|| Ok::<_, PyErr>((OperandRows::new(left)?, OperandRows::new(right)?)))?;
    let rows = match (left.len(), right.len()) {
        (None, None) => 1,
        (Some(rows), None) | (None, Some(rows)) => rows,
        (Some(a), Some(b)) if a == b => a,
        (Some(a), Some(b)) => return Err(to_exception(ColumnError::Lengths(a, b))),
    };
    let (mut answers, of) = run_detached(py, || {
        let mut answers = Vec::new();
        let mut done = 0;
        while done < rows {
            let next = left.next_len().into_iter().chain(right.next_len()).min();
            let next = next.unwrap_or(rows - done);
            let (a, b) = (left.take(next), right.take(next));
            let ask =
                |start, rows| kernel(a.slice(start, rows).datum(), b.slice(start, rows).datum());
            answers.extend(split_on_overflow(next, &ask)?);
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
        (Some(_), false) => Err(to_exception(ColumnError::TooLong)),
    }
}

// Percent-encoding, and the mappings between URIs, IRIs and file paths.

const PLACES: [(&str, Keep); 7] = [
    ("unreserved", Keep::Unreserved),
    ("userinfo", Keep::Userinfo),
    ("reg-name", Keep::RegName),
    ("segment", Keep::Segment),
    ("segment-nz-nc", Keep::SegmentNoColon),
    ("query", Keep::Query),
    ("fragment", Keep::Fragment),
];

/// Percent-encodes data for a place, named by its production: 'unreserved' (a key or a value of a query, or any
/// place), 'userinfo', 'reg-name', 'segment', 'segment-nz-nc', 'query' or 'fragment'.
///
/// >>> urispec.encode("a/b?", "segment"), urispec.encode("a/b?", "query")
/// ('a%2Fb%3F', 'a/b?')
#[pyfunction]
#[pyo3(signature = (data, place="unreserved"))]
pub(crate) fn encode(data: &Bound<'_, PyAny>, place: &str) -> PyResult<String> {
    let Some((_, keep)) = PLACES.iter().find(|(name, _)| *name == place) else {
        let names = PLACES.map(|(name, _)| name).join(", ");
        return Err(PyValueError::new_err(format!(
            "no place is called `{place}`; the places are: {names}"
        )));
    };
    match data.cast::<PyBytes>() {
        Ok(octets) => Ok(percent::encode_octets(octets.as_bytes(), *keep)),
        Err(_) => Ok(percent::encode(&data.extract::<Data>()?, *keep).into_owned()),
    }
}

/// Decodes the percent-encoded triplets of a part of a URI, such as a segment. With `form`, `+` is a space, as in a
/// query from a form.
///
/// Raises UriError if a `%` does not begin a triplet, or if the octets are not UTF-8. With `lossy`, never raises it.
///
/// >>> urispec.decode("50%25%20off"), urispec.decode("1+%2B+1", form=True)
/// ('50% off', '1 + 1')
#[pyfunction]
#[pyo3(signature = (text, *, form=false, lossy=false))]
pub(crate) fn decode(py: Python<'_>, text: Data, form: bool, lossy: bool) -> PyResult<String> {
    let decoded = match (form, lossy) {
        (false, false) => text.decode(),
        (true, false) => text.decode_form(),
        (false, true) => Ok(text.decode_lossy()),
        (true, true) => Ok(text.decode_form_lossy()),
    };
    decoded.map(Cow::into_owned).map_err(|error| decode_error(py, &text, error))
}

/// Decodes the percent-encoded triplets of a part of a URI to octets, which need not be UTF-8.
///
/// >>> urispec.decode_octets("%FFa%2F")
/// b'\xffa/'
#[pyfunction]
pub(crate) fn decode_octets<'py>(py: Python<'py>, text: Data) -> PyResult<Bound<'py, PyBytes>> {
    let octets = text.decode_octets().map_err(|error| decode_error(py, &text, error))?;
    Ok(PyBytes::new(py, &octets))
}

/// Returns the path style with a name. 'native' is the style of this machine.
fn style(name: &str) -> PyResult<PathStyle> {
    match name {
        "native" => Ok(PathStyle::NATIVE),
        "unix" => Ok(PathStyle::Unix),
        "windows" => Ok(PathStyle::Windows),
        _ => Err(PyValueError::new_err(format!(
            "no style of paths is called `{name}`; the styles are: native, unix, windows"
        ))),
    }
}

/// Returns the `file` URI (RFC 8089) of an absolute path, which is a str, bytes or an os.PathLike.
///
/// >>> urispec.from_path("/a b/50%", style="unix")
/// Uri('file:///a%20b/50%25')
/// >>> urispec.from_path(r"C:\a b", style="windows")
/// Uri('file:///C:/a%20b')
#[pyfunction]
#[pyo3(signature = (path, *, style="native"))]
pub(crate) fn from_path(path: &Bound<'_, PyAny>, style: &str) -> PyResult<Uri> {
    let py = path.py();
    // `fsencode` restores the octets of names that are not UTF-8.
    let octets = py.import("os")?.call_method1("fsencode", (path,))?;
    let octets = octets.cast::<PyBytes>()?.as_bytes();
    let uri = self::style(style)?.to_uri(octets);
    let uri = uri.map_err(|error| file_path_error(py, &String::from_utf8_lossy(octets), &error))?;
    Uri::parse(py, Edition::Rfc3986, uri.into_string())
}

// The functions behind methods of `Uri`.

#[pyfunction]
pub(crate) fn to_path<'py>(
    py: Python<'py>,
    uri: This<'_, '_>,
    style: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let reference = read_or_raise(py, uri.edition, uri.text)?;
    let octets = self::style(style)?.path_of(reference);
    let octets = octets.map_err(|error| file_path_error(py, uri.text, &error))?;
    py.import("os")?.call_method1("fsdecode", (PyBytes::new(py, &octets),))
}

#[pyfunction]
pub(crate) fn to_iri(py: Python<'_>, uri: This<'_, '_>, names: bool) -> PyResult<Uri> {
    Uri::parse(py, Edition::Rfc3987, ToIri::new().names(names).convert(uri.text).into_owned())
}

#[pyfunction]
pub(crate) fn to_uri(py: Python<'_>, uri: This<'_, '_>, names: bool) -> PyResult<Uri> {
    let found = ToUri::new().names(names).map(uri.text);
    let found = found.map_err(|error| mapping_error(py, uri.text, &error))?;
    Uri::parse(py, Edition::Rfc3986, found.into_string())
}

#[pyfunction]
#[pyo3(signature = (uri, *, form))]
pub(crate) fn query_pairs<'py>(
    py: Python<'py>,
    uri: This<'_, '_>,
    form: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let reference = read_or_raise(py, uri.edition, uri.text)?;
    let pairs = reference.query_pairs();
    let pairs = if form { pairs.decode_form() } else { pairs.decode() };
    let pairs: Result<Vec<_>, _> = pairs.collect();
    let query = reference.query().unwrap_or_default();
    let pairs = pairs.map_err(|error| decode_error(py, query, error))?;
    let texts: Vec<&str> = match query {
        "" => Vec::new(),
        query => query.split('&').collect(),
    };
    py.import("urispec._pairs")?.getattr("Pairs")?.call_method1("_of_query", (pairs, texts))
}
