//! The functions on strings, and those behind the class `Uri` of `urispec._uri`.
//!
//! `Uri` is a subclass of str, which the stable ABI of Python 3.10 leaves to Python. Each of its methods calls a
//! function of this crate with the `Uri` as the first argument.
//!
//! An undefined component is `None`, and an empty one is an empty string.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use urispec::{Decode, Edition, Reference, UriRef};
use urispec_columns::Component;

use crate::column::{
    lowest_rung, normalize_text, read, read_or_raise, relativize_text, resolve_text,
};
use crate::error::{
    Data, TextArgument, decode_error, edition as edition_of, edition_error, parse_error,
    repair_error,
};

/// The part of a `Uri` besides its text: the edition, and the spans of the components.
#[pyclass(frozen, module = "urispec._urispec.uri")]
pub(crate) struct Parts {
    edition: Edition,
    /// The spans of the components in bytes, in the order of [`SPANS`].
    spans: [Option<(u32, u32)>; SPANS.len()],
    host_kind: Option<&'static str>,
    port_number: Option<u16>,
}

/// The index of the userinfo in [`SPANS`].
const USERINFO: usize = 2;

const SPANS: [Component; 8] = [
    Component::Scheme,
    Component::Authority,
    Component::Userinfo,
    Component::Host,
    Component::Port,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

impl Parts {
    fn of(edition: Edition, reference: &Reference<'_>) -> Self {
        let text = reference.as_str();
        let span = |part: Component| {
            let part = part.of(reference)?;
            let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
            let end = start.checked_add(part.len())?;
            (text.get(start..end) == Some(part))
                .then_some((u32::try_from(start).ok()?, u32::try_from(end).ok()?))
        };
        Self {
            edition,
            spans: SPANS.map(span),
            host_kind: reference.host().map(|host| host.kind().name()),
            port_number: reference.port_to_u16().ok(),
        }
    }
}

/// Returns an instance of a subclass of str, without calling the constructor of the subclass.
pub(crate) fn new_str<'py>(
    py: Python<'py>,
    class: &Bound<'py, PyType>,
    text: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let new = NEW
        .get_or_try_init(py, || py.get_type::<PyString>().getattr("__new__").map(Bound::unbind))?;
    new.bind(py).call1((class, text))
}

/// Returns a `Uri` of a string that its edition derives.
fn new_uri<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    parts: Parts,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let uri = new_str(py, CLASS.import(py, "urispec._uri", "Uri")?, text)?;
    uri.setattr(pyo3::intern!(py, "_parts"), parts)?;
    Ok(uri)
}

/// A string that its edition derives, as a result: a `Uri` in Python.
pub(crate) struct Uri {
    parts: Parts,
    text: String,
}

impl Uri {
    pub(crate) fn of(edition: Edition, reference: &Reference<'_>) -> Self {
        Self { parts: Parts::of(edition, reference), text: reference.as_str().to_owned() }
    }

    /// Parses a string by an edition.
    pub(crate) fn parse(py: Python<'_>, edition: Edition, text: String) -> PyResult<Self> {
        let parts = Parts::of(edition, &read_or_raise(py, edition, &text)?);
        Ok(Self { parts, text })
    }
}

impl<'py> IntoPyObject<'py> for Uri {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        new_uri(py, PyString::new(py, &self.text).as_any(), self.parts)
    }
}

/// The first argument of a function behind a method of `Uri`.
pub(crate) struct This<'a, 'py> {
    pub(crate) edition: Edition,
    pub(crate) text: &'a str,
    parts: Bound<'py, Parts>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for This<'a, 'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let parts = object.getattr(pyo3::intern!(object.py(), "_parts"))?.cast_into::<Parts>()?;
        Ok(Self { edition: parts.get().edition, text: object.extract()?, parts })
    }
}

impl<'a> This<'a, '_> {
    /// Returns the component with an index in [`SPANS`].
    fn part(&self, at: usize) -> Option<&'a str> {
        let (start, end) = self.parts.get().spans[at]?;
        self.text.get(start as usize..end as usize)
    }

    /// Evaluates a function on the parsed reference.
    fn ask<T>(&self, py: Python<'_>, ask: impl FnOnce(Reference<'_>) -> T) -> PyResult<T> {
        read_or_raise(py, self.edition, self.text).map(ask)
    }

    /// Parses a string by the edition of this `Uri`.
    pub(crate) fn reparse(&self, py: Python<'_>, text: String) -> PyResult<Uri> {
        Uri::parse(py, self.edition, text)
    }
}

/// Defines the functions behind the properties for the components.
macro_rules! components {
    ($($name:ident $at:expr;)*) => {$(
        #[pyfunction]
        fn $name<'a>(uri: This<'a, '_>) -> Option<&'a str> {
            uri.part($at)
        }
    )*};
}

// Each with its index in `SPANS`.
components! {
    scheme 0;
    authority 1;
    userinfo USERINFO;
    host 3;
    port 4;
    path 5;
    query 6;
    fragment 7;
}

#[pyfunction]
fn edition(uri: This<'_, '_>) -> &'static str {
    uri.edition.id()
}

#[pyfunction]
fn host_kind(uri: This<'_, '_>) -> Option<&'static str> {
    uri.parts.get().host_kind
}

#[pyfunction]
fn port_number(uri: This<'_, '_>) -> Option<u16> {
    uri.parts.get().port_number
}

#[pyfunction]
fn user<'a>(uri: This<'a, '_>) -> Option<&'a str> {
    let userinfo = uri.part(USERINFO)?;
    Some(userinfo.split_once(':').map_or(userinfo, |(user, _)| user))
}

#[pyfunction]
fn password<'a>(uri: This<'a, '_>) -> Option<&'a str> {
    uri.part(USERINFO)?.split_once(':').map(|(_, password)| password)
}

#[pyfunction]
fn port_or_default(py: Python<'_>, uri: This<'_, '_>) -> PyResult<Option<u16>> {
    uri.ask(py, |reference| reference.port_or_default().ok())
}

#[pyfunction]
fn segments<'py>(py: Python<'py>, uri: This<'_, '_>) -> PyResult<Bound<'py, PyTuple>> {
    let segments =
        uri.ask(py, |reference| reference.segments().map(str::to_owned).collect::<Vec<_>>())?;
    PyTuple::new(py, segments)
}

#[pyfunction]
fn decoded_segments<'py>(py: Python<'py>, uri: This<'_, '_>) -> PyResult<Bound<'py, PyTuple>> {
    let segments = uri.ask(py, |reference| {
        reference.segments().map(|one| decoded(py, one)).collect::<PyResult<Vec<_>>>()
    })?;
    PyTuple::new(py, segments?)
}

#[pyfunction]
fn name(py: Python<'_>, uri: This<'_, '_>) -> PyResult<String> {
    uri.ask(py, |reference| {
        reference.segments().next_back().map_or(Ok(String::new()), |one| decoded(py, one))
    })?
}

#[pyfunction]
fn path_and_query(py: Python<'_>, uri: This<'_, '_>) -> PyResult<String> {
    uri.ask(py, |reference| reference.path_and_query().to_owned())
}

#[pyfunction]
fn origin(py: Python<'_>, uri: This<'_, '_>) -> PyResult<Option<String>> {
    uri.ask(py, |reference| reference.origin().map(|origin| origin.to_string()))
}

#[pyfunction]
fn redacted(py: Python<'_>, uri: This<'_, '_>) -> PyResult<String> {
    uri.ask(py, |reference| reference.redacted().to_string())
}

/// The functions behind `Uri.resolve` and others, whose names the functions on strings have too.
mod methods {
    use super::*;

    #[pyfunction]
    pub(super) fn resolve(
        py: Python<'_>,
        uri: This<'_, '_>,
        reference: TextArgument<'_>,
    ) -> PyResult<Uri> {
        let text = reference.scalar_text(py, uri.edition)?;
        let target = resolve_text(py, uri.text, &text, uri.edition);
        uri.reparse(py, target.map_err(|error| reference.with_original(py, error))?)
    }

    #[pyfunction]
    pub(super) fn relativize(
        py: Python<'_>,
        uri: This<'_, '_>,
        target: TextArgument<'_>,
    ) -> PyResult<Uri> {
        let found = relativize_text(py, uri.text, &target, uri.edition);
        uri.reparse(py, found.map_err(|error| target.with_original(py, error))?)
    }

    #[pyfunction]
    pub(super) fn normalize(py: Python<'_>, uri: This<'_, '_>, to: Option<&str>) -> PyResult<Uri> {
        uri.reparse(py, normalize_text(py, &TextArgument::from(uri.text), to, uri.edition)?)
    }

    #[pyfunction]
    pub(super) fn compare(
        py: Python<'_>,
        uri: This<'_, '_>,
        other: TextArgument<'_>,
    ) -> PyResult<Option<&'static str>> {
        lowest_rung(py, &TextArgument::from(uri.text), &other, uri.edition)
    }
}

fn decoded(py: Python<'_>, segment: &str) -> PyResult<String> {
    segment.decode().map(Cow::into_owned).map_err(|error| decode_error(py, segment, error))
}

/// Parses a URI or relative reference. With `rule`, only strings of that production of the edition are accepted:
/// 'URI' requires a scheme, and 'absolute-URI' a scheme and no fragment.
///
/// Raises UriError if the string is invalid.
///
/// >>> urispec.parse("//example.com/a").host
/// 'example.com'
/// >>> urispec.parse("mailto:a@b", rule="URI").host is None
/// True
#[pyfunction]
#[pyo3(signature = (text, *, edition="rfc3986", rule=None))]
pub(crate) fn parse<'py>(
    text: &Bound<'py, PyAny>,
    edition: &str,
    rule: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, edition) = (text.py(), edition_of(edition)?);
    let argument = text.extract::<TextArgument<'_>>()?;
    match read(edition, &argument, rule)? {
        Ok(reference) => new_uri(py, text, Parts::of(edition, &reference)),
        Err(error) => {
            Err(argument.with_original(py, edition_error(py, edition, &argument, &error)))
        }
    }
}

/// Returns whether a string is a reference of the edition, or, with `rule`, whether it matches that production of the
/// document.
///
/// The empty string and "foo" are references. A rule is stricter: 'URI' requires a scheme, and 'http-URI' of the
/// edition 'rfc9110' a URI of HTTP.
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

/// Resolves a reference against a base.
///
/// Raises UriError if either is invalid in the edition, or if the target would parse as different components.
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
    let edition = edition_of(edition)?;
    let (base, reference) = (base.scalar_text(py, edition)?, reference.scalar_text(py, edition)?);
    resolve_text(py, &base, &reference, edition)
}

/// Finds the shortest reference that resolves, against the base, to exactly the target.
///
/// Raises UriError if either is not a URI of the edition, or if no reference resolves to the target.
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
    relativize_text(py, &base, &target, edition_of(edition)?)
}

/// Normalizes a string up to a rung: 'string', 'case', 'percent-encoding', 'path-segments' or 'scheme'. The default is
/// 'path-segments', and 'scheme' in the edition 'whatwg', which has no other. There the result is what a browser makes
/// of the string, even if the string is not valid.
///
/// >>> urispec.normalize("HTTP://h:80/%7Ea/./b")
/// 'http://h:80/~a/b'
/// >>> urispec.normalize("HTTP://h:80/%7Ea/./b", to="scheme")
/// 'http://h/~a/b'
/// >>> urispec.normalize("http://EXAMPLE.com/|", edition="whatwg")
/// 'http://example.com/|'
#[pyfunction]
#[pyo3(signature = (text, *, to=None, edition="rfc3986"))]
pub(crate) fn normalize(
    py: Python<'_>,
    text: TextArgument<'_>,
    to: Option<&str>,
    edition: &str,
) -> PyResult<String> {
    let edition = edition_of(edition)?;
    normalize_text(py, &text, to, edition).map_err(|error| text.with_original(py, error))
}

/// Converts any string to a reference of RFC 3986: percent-encodes the characters that are not allowed where they are.
/// A valid reference is returned unchanged. Decoding the components of the result returns the data of the string.
///
/// Raises UriError if encoding does not help, as for the port in `http://h:x/`, or if the string has two possible hosts,
/// as `http://a\b/`.
///
/// >>> urispec.repair("/a b?x[]=50%")
/// Uri('/a%20b?x%5B%5D=50%25')
#[pyfunction]
pub(crate) fn repair(py: Python<'_>, text: Data) -> PyResult<Uri> {
    match UriRef::repair(&text) {
        Ok(repaired) => Ok(Uri::of(Edition::Rfc3986, &repaired.as_borrowed())),
        Err(error) => Err(repair_error(py, &text, &error)),
    }
}

/// Returns the lowest rung at which two references are equivalent, or None if no rung of the edition makes them
/// equivalent. In the edition 'whatwg', the URLs that a browser parses are compared.
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
    lowest_rung(py, &a, &b, edition_of(edition)?)
}

/// Splits any string, valid or not, into its five components (RFC 3986, Appendix B).
///
/// >>> urispec.split("//h/a b?")
/// Components(scheme=None, authority='h', path='/a b', query='', fragment=None)
#[pyfunction]
pub(crate) fn split<'py>(py: Python<'py>, text: TextArgument<'_>) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    // Faster than a call of the class, which is a function in Python.
    let new =
        NEW.get_or_try_init(py, || py.get_type::<PyTuple>().getattr("__new__").map(Bound::unbind))?;
    let parts = urispec::split(&text);
    let parts = [parts.scheme, parts.authority, Some(parts.path), parts.query, parts.fragment];
    let mut objects = [const { None }; 5];
    for (object, part) in objects.iter_mut().zip(parts) {
        *object = part.map(|part| text.part(py, part)).transpose()?;
    }
    let class = CLASS.import(py, "urispec._split", "Components")?;
    new.bind(py).call1((class, PyTuple::new(py, objects)?))
}

/// Parses a string by each edition, and returns a dict from the id of the edition to the result: a Uri, or the error.
/// The documents that define URIs come first, oldest first, followed by the documents of the string's scheme.
///
/// >>> [id for id, result in urispec.editions("http://[::1]/").items() if isinstance(result, urispec.Uri)]
/// ['rfc2732', 'rfc2396bis-01', 'rfc3986', 'rfc3987', 'rfc6874', 'whatwg', 'rfc9110']
#[pyfunction]
pub(crate) fn editions<'py>(
    py: Python<'py>,
    text: TextArgument<'_>,
) -> PyResult<Bound<'py, PyDict>> {
    let results = PyDict::new(py);
    for edition in Edition::ALL.iter().copied().chain(Edition::of_scheme(&text)) {
        match read(edition, &text, None)? {
            Ok(reference) => results.set_item(edition.id(), Uri::of(edition, &reference))?,
            Err(error) => {
                let error = text.with_original(py, parse_error(py, &text, &error));
                results.set_item(edition.id(), error.value(py))?;
            }
        }
    }
    Ok(results)
}

/// Returns the ids of the editions in three groups, each oldest first: documents that define URIs, documents of single
/// schemes, and documents of related strings.
#[pyfunction]
pub(crate) fn edition_ids() -> Vec<&'static str> {
    Edition::every().map(Edition::id).collect()
}

/// The version of the package.
#[pyfunction]
pub(crate) const fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The functions behind the class `Uri`.
#[pymodule(submodule)]
#[pyo3(name = "uri")]
pub(crate) mod module {
    #[pymodule_export]
    use super::methods::{compare, normalize, relativize, resolve};
    #[pymodule_export]
    use super::{
        authority, decoded_segments, edition, fragment, host, host_kind, name, origin, parse,
        password, path, path_and_query, port, port_number, port_or_default, query, redacted,
        scheme, segments, user, userinfo,
    };
    #[pymodule_export]
    use crate::edit::{
        extend_query, joinpath, parent, update_query, with_authority, with_fragment, with_host,
        with_path, with_port, with_query, with_query_pairs, with_scheme, with_segments, with_user,
        with_userinfo, without_query_keys,
    };
    #[pymodule_export]
    use crate::pairs::{query_pairs, to_iri, to_path, to_uri};
}
