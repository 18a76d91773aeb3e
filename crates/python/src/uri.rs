//! The class `Uri`, and the functions on strings.
//!
//! An undefined component is `None`, and an empty one is an empty string.

use std::borrow::Cow;
use std::ops::Range;

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use urispec::{Decode, Edition, Reference};
use urispec_columns::Component;

use crate::column::{
    lowest_rung, normalize_text, read, read_or_raise, relativize_text, resolve_text,
};
use crate::error::{TextArgument, decode_error, edition, edition as edition_of, parse_error};

impl Uri {
    /// Evaluates a function on the parsed reference.
    fn ask<T>(&self, py: Python<'_>, ask: impl FnOnce(Reference<'_>) -> T) -> PyResult<T> {
        read_or_raise(py, self.edition, self.as_str()).map(ask)
    }
}

#[pymethods]
impl Uri {
    #[new]
    #[pyo3(signature = (text, *, edition="rfc3986", rule=None))]
    fn new(
        py: Python<'_>,
        text: TextArgument<'_>,
        edition: &str,
        rule: Option<&str>,
    ) -> PyResult<Self> {
        parse_uri(py, &text, edition, rule)
    }

    /// The id of the edition that derives the string.
    #[getter]
    fn edition(&self) -> &'static str {
        self.edition.id()
    }

    /// The scheme, as written.
    #[getter]
    fn scheme(&self) -> Option<&str> {
        self.part(Component::Scheme)
    }

    /// The authority, without `//`.
    #[getter]
    fn authority(&self) -> Option<&str> {
        self.part(Component::Authority)
    }

    /// The userinfo, without `@`.
    #[getter]
    fn userinfo(&self) -> Option<&str> {
        self.part(Component::Userinfo)
    }

    /// The user: the text of the userinfo before its first `:`.
    #[getter]
    fn user(&self) -> Option<&str> {
        let userinfo = self.part(Component::Userinfo)?;
        Some(userinfo.split_once(':').map_or(userinfo, |(user, _)| user))
    }

    /// The password: the text of the userinfo after its first `:`.
    #[getter]
    fn password(&self) -> Option<&str> {
        self.part(Component::Userinfo)?.split_once(':').map(|(_, password)| password)
    }

    /// The host, including the brackets of an IP literal.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.part(Component::Host)
    }

    /// The name of the edition's production that the host matches, such as 'reg-name' or 'IPv6address'.
    #[getter]
    fn host_kind(&self) -> Option<&'static str> {
        self.host_kind
    }

    /// The text of the port: any number of digits, even none.
    #[getter]
    fn port(&self) -> Option<&str> {
        self.part(Component::Port)
    }

    /// The port as a number, if it is defined and at most 65535.
    #[getter]
    fn port_number(&self) -> Option<u16> {
        self.port_number
    }

    /// The port as a number, or the default port of the scheme if the port is undefined.
    #[getter]
    fn port_or_default(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        self.ask(py, |reference| reference.port_or_default().ok())
    }

    /// The path, which may be empty and is never None.
    #[getter]
    fn path(&self) -> &str {
        self.part(Component::Path).unwrap_or_default()
    }

    /// The encoded segments of the path, without the leading slash. `urispec.decode` decodes each.
    ///
    /// >>> urispec.Uri("http://h/a%20b/").segments
    /// ('a%20b', '')
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let segments =
            self.ask(py, |reference| reference.segments().map(str::to_owned).collect::<Vec<_>>())?;
        PyTuple::new(py, segments)
    }

    /// The decoded segments of the path, as `with_segments` takes them.
    ///
    /// >>> urispec.Uri("http://h/a%20b/").decoded_segments
    /// ('a b', '')
    #[getter]
    fn decoded_segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let segments = self.ask(py, |reference| {
            reference.segments().map(|one| decoded(py, one)).collect::<PyResult<Vec<_>>>()
        })?;
        PyTuple::new(py, segments?)
    }

    /// The decoded last segment of the path; empty if the path is empty or ends in a slash.
    ///
    /// >>> urispec.Uri("http://h/a/b%20c?q").name
    /// 'b c'
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |reference| {
            reference.segments().next_back().map_or(Ok(String::new()), |one| decoded(py, one))
        })?
    }

    /// The path with the query, as in an HTTP request.
    ///
    /// >>> urispec.Uri("http://h/a?q#f").path_and_query
    /// '/a?q'
    #[getter]
    fn path_and_query(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |reference| reference.path_and_query().to_owned())
    }

    /// The query, without `?`.
    #[getter]
    fn query(&self) -> Option<&str> {
        self.part(Component::Query)
    }

    /// The fragment, without `#`.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.part(Component::Fragment)
    }

    /// The origin, as the HTTP documents define it: scheme, host and port. None if the scheme defines no origin.
    ///
    /// >>> urispec.Uri("HTTP://EXAMPLE.com:80/a").origin
    /// 'http://example.com'
    #[getter]
    fn origin(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.ask(py, |reference| reference.origin().map(|origin| origin.to_string()))
    }

    /// The string for display and logs: `***` replaces a password (RFC 3986, 3.2.1).
    #[getter]
    fn redacted(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |reference| reference.redacted().to_string())
    }

    /// Resolves a reference against this URI.
    ///
    /// >>> urispec.Uri("http://a/b/c/d;p?q").resolve("../g")
    /// Uri('http://a/b/g')
    fn resolve(&self, py: Python<'_>, reference: TextArgument<'_>) -> PyResult<Self> {
        let target = resolve_text(py, self.as_str(), &reference, self.edition);
        let target = target.map_err(|error| reference.with_original(py, error))?;
        self.reparse(py, &target)
    }

    /// Finds the shortest reference that resolves, against this URI, to the target.
    ///
    /// >>> urispec.Uri("http://a/b/c/d;p?q").relativize("http://a/b/g")
    /// Uri('../g')
    fn relativize(&self, py: Python<'_>, target: TextArgument<'_>) -> PyResult<Self> {
        let found = relativize_text(py, self.as_str(), &target, self.edition);
        self.reparse(py, &found.map_err(|error| target.with_original(py, error))?)
    }

    /// Normalizes the URI up to a rung.
    ///
    /// >>> urispec.Uri("HTTP://h:80/%7Ea/./b").normalize("scheme")
    /// Uri('http://h/~a/b')
    #[pyo3(signature = (to="path-segments"))]
    fn normalize(&self, py: Python<'_>, to: &str) -> PyResult<Self> {
        self.reparse(py, &normalize_text(py, self.as_str(), to, self.edition)?)
    }

    /// Returns the lowest rung at which this and another reference are equivalent, or None if they are not.
    fn compare(&self, py: Python<'_>, other: TextArgument<'_>) -> PyResult<Option<&'static str>> {
        let this = read_or_raise(py, self.edition, self.as_str())?;
        let other = read_or_raise(py, self.edition, &other)
            .map_err(|error| other.with_original(py, error))?;
        Ok(lowest_rung(this, other, self.edition))
    }

    fn __str__(&self) -> &str {
        self.as_str()
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, self.as_str()).call_method1("__format__", (spec,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = PyString::new(py, &self.redacted(py)?).repr()?;
        let text = text.to_cow()?;
        Ok(match self.edition {
            Edition::Rfc3986 => format!("Uri({text})"),
            edition => format!("Uri({text}, edition='{edition}')"),
        })
    }

    /// Compares by characters, as str does.
    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let this = PyString::new(py, self.as_str()).into_any();
        match other.cast::<Self>() {
            Ok(uri) => this.rich_compare(PyString::new(py, uri.get().as_str()), op),
            Err(_) if other.is_instance_of::<PyString>() => this.rich_compare(other, op),
            Err(_) => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, self.as_str()).hash()
    }

    /// Supports pickling.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("edition", self.edition.id())?;
        Ok(((self.as_str().to_owned(),), named))
    }

    /// Returns the schema of a pydantic field: a str or a Uri, which is parsed and never rewritten.
    #[classmethod]
    fn __get_pydantic_core_schema__<'py>(
        cls: &Bound<'py, pyo3::types::PyType>,
        source: &Bound<'py, PyAny>,
        handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        reference_kind(cls.py(), "__get_pydantic_core_schema__", (source, handler))
    }

    /// Returns the JSON schema of a pydantic field.
    #[classmethod]
    fn __get_pydantic_json_schema__<'py>(
        cls: &Bound<'py, pyo3::types::PyType>,
        schema: &Bound<'py, PyAny>,
        handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        reference_kind(cls.py(), "__get_pydantic_json_schema__", (schema, handler))
    }
}

impl Uri {
    /// Parses a string by the edition of this URI.
    pub(crate) fn reparse(&self, py: Python<'_>, text: &str) -> PyResult<Self> {
        Ok(Self::of(self.edition, &read_or_raise(py, self.edition, text)?))
    }
}

/// Calls a pydantic hook of `urispec.kinds.REFERENCE`.
fn reference_kind<'py>(
    py: Python<'py>,
    method: &str,
    given: (&Bound<'py, PyAny>, &Bound<'py, PyAny>),
) -> PyResult<Bound<'py, PyAny>> {
    py.import("urispec.kinds")?.getattr("REFERENCE")?.call_method1(method, given)
}

fn decoded(py: Python<'_>, segment: &str) -> PyResult<String> {
    segment.decode().map(Cow::into_owned).map_err(|error| decode_error(py, segment, error))
}

/// Parses a string as a reference of an edition, or by the production `rule`.
pub(crate) fn parse_uri(
    py: Python<'_>,
    text: &TextArgument<'_>,
    id: &str,
    rule: Option<&str>,
) -> PyResult<Uri> {
    let edition = edition(id)?;
    match read(edition, text, rule)? {
        Ok(reference) => Ok(Uri::of(edition, &reference)),
        Err(error) => Err(text.with_original(py, parse_error(py, text, &error))),
    }
}

/// A URI or relative reference, parsed by an edition and unchanged.
///
/// A Uri equals a str of the same characters, has the same hash, and is accepted wherever this package accepts a
/// str; `urispec.compare` tests equivalence. `repr` hides a password; `str` does not.
///
/// >>> uri = urispec.Uri("http://user@[2001:db8::7]:8042/over/there?name=ferret#nose")
/// >>> uri.scheme, uri.host, uri.host_kind, uri.port
/// ('http', '[2001:db8::7]', 'IPv6address', '8042')
/// >>> uri == "http://user@[2001:db8::7]:8042/over/there?name=ferret#nose"
/// True
#[pyclass(frozen, module = "urispec")]
pub(crate) struct Uri {
    text: String,
    pub(crate) edition: Edition,
    parts: [Option<Range<usize>>; Component::ALL.len()],
    pub(crate) host_kind: Option<&'static str>,
    pub(crate) port_number: Option<u16>,
}

impl Uri {
    pub(crate) fn of(edition: Edition, reference: &Reference<'_>) -> Self {
        let text = reference.as_str();
        let place = |part: Component| {
            let part = part.of(reference)?;
            let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
            let range = start..start.checked_add(part.len())?;
            (text.get(range.clone()) == Some(part)).then_some(range)
        };
        Self {
            edition,
            // The kind of a host is not part of the text, and has its own field.
            parts: Component::ALL.map(|part| match part {
                Component::HostKind => None,
                part => place(part),
            }),
            host_kind: Component::HostKind
                .of(reference)
                .and_then(|_| reference.host().map(|host| host.kind().name())),
            port_number: reference.port_to_u16().ok(),
            text: text.to_owned(),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn part(&self, part: Component) -> Option<&str> {
        let found = Component::ALL.iter().zip(&self.parts).find(|(of, _)| **of == part)?;
        self.text.get(found.1.clone()?)
    }
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
pub(crate) fn parse(
    py: Python<'_>,
    text: TextArgument<'_>,
    edition: &str,
    rule: Option<&str>,
) -> PyResult<Uri> {
    parse_uri(py, &text, edition, rule)
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
    resolve_text(py, &base, &reference, edition_of(edition)?)
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

/// Normalizes a string up to a rung: 'string', 'case', 'percent-encoding', 'path-segments' or 'scheme'.
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
    normalize_text(py, &text, to, edition_of(edition)?)
        .map_err(|error| text.with_original(py, error))
}

/// Returns the lowest rung at which two references are equivalent, or None if no rung of the edition makes them
/// equivalent.
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
    Ok(lowest_rung(a, b, edition))
}

/// Splits any string, valid or not, into its five components.
#[pyfunction]
pub(crate) fn split<'py>(py: Python<'py>, text: TextArgument<'_>) -> PyResult<Bound<'py, PyTuple>> {
    let parts = urispec::split(&text);
    let parts = [parts.scheme, parts.authority, Some(parts.path), parts.query, parts.fragment];
    let parts: PyResult<Vec<_>> =
        parts.iter().map(|part| part.map(|part| text.part(py, part)).transpose()).collect();
    PyTuple::new(py, parts?)
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
