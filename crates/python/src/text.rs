//! Strings, one by one.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use urispec::Edition;

use crate::arguments::TextArgument;
use crate::column::{compared, normal, read, read_or_raise, related, resolved};
use crate::error::{edition as edition_of, unparsed};
use crate::uri::{Uri, parsed};

/// Parses a URI or relative reference, or only what one production of the edition derives, named as the document
/// prints it: 'URI' wants a scheme, and 'absolute-URI' one and no fragment.
///
/// Raises UriError if the string is none.
///
/// >>> urispec.parse("//example.com/a").host
/// 'example.com'
/// >>> urispec.parse("mailto:a@b", rule="URI").host is None
/// True
#[pyfunction]
#[pyo3(signature = (text, *, edition="rfc3986", rule=None))]
pub(crate) fn parse(
    py: Python<'_>,
    text: TextArgument<'_>,
    edition: &str,
    rule: Option<&str>,
) -> PyResult<Uri> {
    parsed(py, &text, edition, rule)
}

/// Whether a string is a reference of the edition, or of one production of it, named as the document
/// prints it.
///
/// The empty string and "foo" are references. A rule wants more: 'URI' a scheme, and 'http-URI' of the edition
/// 'rfc9110' what HTTP takes.
///
/// >>> urispec.is_valid("http://h:x/"), urispec.is_valid("1.2.3.256", rule="IPv4address")
/// (False, False)
/// >>> urispec.is_valid("foo"), urispec.is_valid("foo", rule="URI")
/// (True, False)
#[pyfunction]
#[pyo3(signature = (text, *, edition="rfc3986", rule=None))]
pub(crate) fn is_valid(
    text: TextArgument<'_>,
    edition: &str,
    rule: Option<&str>,
) -> PyResult<bool> {
    let edition = edition_of(edition)?;
    match rule {
        None => Ok(read(edition, &text, None)?.is_ok()),
        Some(rule) => match edition.production(rule) {
            Ok(production) => Ok(production.accepts(text.as_bytes())),
            Err(error) => Err(PyValueError::new_err(error.to_string())),
        },
    }
}

/// The target of a reference against a base.
///
/// Raises UriError if either is none of the edition, or if the letter gives no target that reads back
/// as what it is.
///
/// >>> urispec.resolve("http://a/b/c/d;p?q", "../g")
/// 'http://a/b/g'
#[pyfunction]
#[pyo3(signature = (base, reference, *, edition="rfc3986"))]
pub(crate) fn resolve(
    py: Python<'_>,
    base: TextArgument<'_>,
    reference: TextArgument<'_>,
    edition: &str,
) -> PyResult<String> {
    resolved(py, &base, &reference, edition_of(edition)?)
}

/// The shortest reference that resolves, against the base, to exactly the target.
///
/// Raises UriError if either is no URI of the edition, or if no reference leads to the target.
///
/// >>> urispec.relativize("http://a/b/c/d;p?q", "http://a/b/g")
/// '../g'
#[pyfunction]
#[pyo3(signature = (base, target, *, edition="rfc3986"))]
pub(crate) fn relativize(
    py: Python<'_>,
    base: TextArgument<'_>,
    target: TextArgument<'_>,
    edition: &str,
) -> PyResult<String> {
    related(py, &base, &target, edition_of(edition)?)
}

/// The normal form up to a rung: 'string', 'case', 'percent-encoding', 'path-segments' or 'scheme'.
///
/// >>> urispec.normalize("HTTP://h:80/%7Ea/./b")
/// 'http://h:80/~a/b'
/// >>> urispec.normalize("HTTP://h:80/%7Ea/./b", to="scheme")
/// 'http://h/~a/b'
#[pyfunction]
#[pyo3(signature = (text, *, to="path-segments", edition="rfc3986"))]
pub(crate) fn normalize(
    py: Python<'_>,
    text: TextArgument<'_>,
    to: &str,
    edition: &str,
) -> PyResult<String> {
    normal(py, &text, to, edition_of(edition)?).map_err(|error| text.blamed(py, error))
}

/// The lowest rung at which two references are equivalent, or None if nothing that the edition
/// licenses makes them so.
///
/// >>> urispec.compare("http://example.com", "http://EXAMPLE.com:80/")
/// 'scheme'
#[pyfunction]
#[pyo3(signature = (a, b, *, edition="rfc3986"))]
pub(crate) fn compare(
    py: Python<'_>,
    a: TextArgument<'_>,
    b: TextArgument<'_>,
    edition: &str,
) -> PyResult<Option<&'static str>> {
    let edition = edition_of(edition)?;
    let (a, b) = (read_or_raise(py, edition, &a)?, read_or_raise(py, edition, &b)?);
    Ok(compared(a, b, edition))
}

/// The five components of any string, valid or not, as a tuple.
#[pyfunction]
pub(crate) fn split<'py>(py: Python<'py>, text: TextArgument<'_>) -> PyResult<Bound<'py, PyTuple>> {
    let parts = urispec::split(&text);
    let parts = [parts.scheme, parts.authority, Some(parts.path), parts.query, parts.fragment];
    let parts: PyResult<Vec<_>> =
        parts.iter().map(|part| part.map(|part| text.part(py, part)).transpose()).collect();
    PyTuple::new(py, parts?)
}

/// What each document says of a string, by the id of its edition: the parsed string, or the error. First the
/// documents that say what a URI is, oldest first, and then those of the string's scheme.
///
/// >>> [id for id, said in urispec.editions("http://[::1]/").items() if isinstance(said, urispec.Uri)]
/// ['rfc2732', 'rfc2396bis-01', 'rfc3986', 'rfc3987', 'rfc6874', 'whatwg', 'rfc9110']
#[pyfunction]
pub(crate) fn editions<'py>(
    py: Python<'py>,
    text: TextArgument<'_>,
) -> PyResult<Bound<'py, PyDict>> {
    let said = PyDict::new(py);
    for edition in Edition::ALL.iter().copied().chain(Edition::of_scheme(&text)) {
        match read(edition, &text, None)? {
            Ok(reference) => said.set_item(edition.id(), Uri::of(edition, &reference))?,
            Err(error) => {
                let error = text.blamed(py, unparsed(py, &text, &error));
                said.set_item(edition.id(), error.value(py))?;
            }
        }
    }
    Ok(said)
}

/// The ids of the editions: of the documents that say what a URI is, of those of single schemes, and of those
/// of strings beside URIs, each oldest first.
#[pyfunction]
pub(crate) fn edition_ids() -> Vec<&'static str> {
    Edition::every().map(Edition::id).collect()
}

/// The version of the package.
#[pyfunction]
pub(crate) const fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
