//! A reference that has been parsed, as an object.
//!
//! In: a string and an edition. Out: the string, and where its components lie. The surprising case:
//! an undefined component is `None`, and an empty one is an empty string.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use urispec::{Edition, Reference};
use urispec_columns::Component;

use crate::error::{edition, unparsed};
use crate::reading::{normal, read, resolved};

/// A URI or relative reference, parsed by an edition and unchanged.
///
/// Two are equal if their strings and editions are; `urispec.compare` finds what is equivalent.
///
/// >>> uri = urispec.Uri("http://user@[2001:db8::7]:8042/over/there?name=ferret#nose")
/// >>> uri.scheme, uri.host, uri.host_kind, uri.port
/// ('http', '[2001:db8::7]', 'IPv6address', '8042')
#[pyclass(frozen, module = "urispec")]
pub(crate) struct Uri {
    text: String,
    edition: Edition,
    parts: [Option<Range<usize>>; Component::ALL.len()],
    host_kind: Option<&'static str>,
    port_number: Option<u16>,
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

    fn part(&self, part: Component) -> Option<&str> {
        let found = Component::ALL.iter().zip(&self.parts).find(|(of, _)| **of == part)?;
        self.text.get(found.1.clone()?)
    }
}

#[pymethods]
impl Uri {
    #[new]
    #[pyo3(signature = (text, *, edition="rfc3986"))]
    fn new(py: Python<'_>, text: &str, edition: &str) -> PyResult<Self> {
        parsed(py, text, edition)
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

    /// The path, which may be empty and is never None.
    #[getter]
    fn path(&self) -> &str {
        self.part(Component::Path).unwrap_or_default()
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

    /// The target of a reference that stands in the document of this URI.
    fn resolve(&self, py: Python<'_>, reference: &str) -> PyResult<String> {
        resolved(py, &self.text, reference, self.edition)
    }

    /// The normal form up to a rung.
    #[pyo3(signature = (to="path-segments"))]
    fn normalize(&self, py: Python<'_>, to: &str) -> PyResult<String> {
        normal(py, &self.text, to, self.edition)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let this = slf.get();
        let text = this.text.as_str().into_pyobject(slf.py())?.repr()?;
        Ok(match this.edition {
            Edition::Rfc3986 => format!("Uri({text})"),
            edition => format!("Uri({text}, edition='{edition}')"),
        })
    }

    fn __eq__(&self, other: &Self) -> bool {
        (&self.text, self.edition) == (&other.text, other.edition)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.text, self.edition).hash(&mut hasher);
        hasher.finish()
    }

    /// What pickles.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("edition", self.edition.id())?;
        Ok(((self.text.clone(),), named))
    }
}

/// The reference that a string is.
pub(crate) fn parsed(py: Python<'_>, text: &str, id: &str) -> PyResult<Uri> {
    let edition = edition(id)?;
    match read(edition, text) {
        Ok(reference) => Ok(Uri::of(edition, &reference)),
        Err(error) => Err(unparsed(py, text, &error)),
    }
}
