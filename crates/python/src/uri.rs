//! What a reference that has been parsed says of itself: the methods of `Uri`.
//!
//! The surprising case: an undefined component is `None`, and an empty one is an empty string.

use std::borrow::Cow;
use std::ops::Range;

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use urispec::{Decode, Edition, Reference};
use urispec_columns::Component;

use crate::arguments::TextArgument;
use crate::column::{compared, normal, read, read_or_raise, related, resolved};
use crate::error::{edition, undecoded, unparsed};

impl Uri {
    /// What is asked of the reference that the string is.
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
        parsed(py, &text, edition, rule)
    }

    /// The id of the edition that derives the string.
    #[getter]
    fn edition(&self) -> &'static str {
        self.edition.id()
    }

    /// The scheme, as given.
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

    /// The host. An address in brackets keeps them.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.part(Component::Host)
    }

    /// The edition's production of the host, such as 'reg-name' or 'IPv6address'.
    #[getter]
    fn host_kind(&self) -> Option<&'static str> {
        self.host_kind
    }

    /// The text of the port: any number of digits, even none.
    #[getter]
    fn port(&self) -> Option<&str> {
        self.part(Component::Port)
    }

    /// The port as a number, if there is one and it is at most 65535.
    #[getter]
    fn port_number(&self) -> Option<u16> {
        self.port_number
    }

    /// The port as a number, or where there is none the default port of the scheme, if it has one.
    #[getter]
    fn port_or_default(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        self.ask(py, |reference| reference.port_or_default().ok())
    }

    /// The path, which may be empty and is never None.
    #[getter]
    fn path(&self) -> &str {
        self.part(Component::Path).unwrap_or_default()
    }

    /// The segments of the path as they stand there, without the slash at the beginning. `urispec.decode` decodes each.
    ///
    /// >>> urispec.Uri("http://h/a%20b/").segments
    /// ('a%20b', '')
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let segments =
            self.ask(py, |reference| reference.segments().map(str::to_owned).collect::<Vec<_>>())?;
        PyTuple::new(py, segments)
    }

    /// The segments of the path, decoded: data, as `with_segments` takes it.
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

    /// The last segment of the path, decoded; empty where the path is, or ends in a slash.
    ///
    /// >>> urispec.Uri("http://h/a/b%20c?q").name
    /// 'b c'
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |reference| {
            reference.segments().next_back().map_or(Ok(String::new()), |one| decoded(py, one))
        })?
    }

    /// The path with the query, as a request of HTTP has them.
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

    /// The origin, as the HTTP documents define it: scheme, host and port. None where the scheme has none.
    ///
    /// >>> urispec.Uri("HTTP://EXAMPLE.com:80/a").origin
    /// 'http://example.com'
    #[getter]
    fn origin(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.ask(py, |reference| reference.origin().map(|origin| origin.to_string()))
    }

    /// The string to show to people and to write to logs: `***` stands for a password (RFC 3986, 3.2.1).
    #[getter]
    fn redacted(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |reference| reference.redacted().to_string())
    }

    /// The target of a reference that stands in the document of this URI.
    ///
    /// >>> urispec.Uri("http://a/b/c/d;p?q").resolve("../g")
    /// Uri('http://a/b/g')
    fn resolve(&self, py: Python<'_>, reference: TextArgument<'_>) -> PyResult<Self> {
        let target = resolved(py, self.as_str(), &reference, self.edition);
        let target = target.map_err(|error| reference.blamed(py, error))?;
        self.like(py, &target)
    }

    /// The shortest reference that leads from this URI to the target.
    ///
    /// >>> urispec.Uri("http://a/b/c/d;p?q").relativize("http://a/b/g")
    /// Uri('../g')
    fn relativize(&self, py: Python<'_>, target: TextArgument<'_>) -> PyResult<Self> {
        let found = related(py, self.as_str(), &target, self.edition);
        self.like(py, &found.map_err(|error| target.blamed(py, error))?)
    }

    /// The normal form up to a rung.
    ///
    /// >>> urispec.Uri("HTTP://h:80/%7Ea/./b").normalize("scheme")
    /// Uri('http://h/~a/b')
    #[pyo3(signature = (to="path-segments"))]
    fn normalize(&self, py: Python<'_>, to: &str) -> PyResult<Self> {
        self.like(py, &normal(py, self.as_str(), to, self.edition)?)
    }

    /// The lowest rung at which this and another reference are equivalent, or None.
    fn compare(&self, py: Python<'_>, other: TextArgument<'_>) -> PyResult<Option<&'static str>> {
        let this = read_or_raise(py, self.edition, self.as_str())?;
        let other =
            read_or_raise(py, self.edition, &other).map_err(|error| other.blamed(py, error))?;
        Ok(compared(this, other, self.edition))
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

    /// By the characters of both, as str compares.
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

    /// What pickles.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("edition", self.edition.id())?;
        Ok(((self.as_str().to_owned(),), named))
    }

    /// A field of pydantic: a str or a Uri, which is parsed and never rewritten.
    #[classmethod]
    fn __get_pydantic_core_schema__<'py>(
        cls: &Bound<'py, pyo3::types::PyType>,
        source: &Bound<'py, PyAny>,
        handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        of_kinds(cls.py(), "__get_pydantic_core_schema__", (source, handler))
    }

    /// The JSON schema of such a field.
    #[classmethod]
    fn __get_pydantic_json_schema__<'py>(
        cls: &Bound<'py, pyo3::types::PyType>,
        schema: &Bound<'py, PyAny>,
        handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        of_kinds(cls.py(), "__get_pydantic_json_schema__", (schema, handler))
    }
}

impl Uri {
    /// A string by the edition of this one.
    pub(crate) fn like(&self, py: Python<'_>, text: &str) -> PyResult<Self> {
        Ok(Self::of(self.edition, &read_or_raise(py, self.edition, text)?))
    }
}

/// What the kind of any reference answers to pydantic.
fn of_kinds<'py>(
    py: Python<'py>,
    method: &str,
    given: (&Bound<'py, PyAny>, &Bound<'py, PyAny>),
) -> PyResult<Bound<'py, PyAny>> {
    py.import("urispec.kinds")?.getattr("REFERENCE")?.call_method1(method, given)
}

fn decoded(py: Python<'_>, segment: &str) -> PyResult<String> {
    segment.decode().map(Cow::into_owned).map_err(|error| undecoded(py, segment, error))
}

/// The reference that a string is, by an edition or by one production of it.
pub(crate) fn parsed(
    py: Python<'_>,
    text: &TextArgument<'_>,
    id: &str,
    rule: Option<&str>,
) -> PyResult<Uri> {
    let edition = edition(id)?;
    match read(edition, text, rule)? {
        Ok(reference) => Ok(Uri::of(edition, &reference)),
        Err(error) => Err(text.blamed(py, unparsed(py, text, &error))),
    }
}

// A reference that has been parsed: its string, and where its components lie.

/// A URI or relative reference, parsed by an edition and unchanged.
///
/// A Uri equals a str of the same characters, has the hash of that str, and stands wherever a str may
/// stand in this package; `urispec.compare` finds what is equivalent. `repr` hides a password, and `str` does not.
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
            // The kind of a host is no part of the text, and has a field of its own.
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
