//! The functions behind the class `Url` of `urispec.whatwg`: URLs of the URL Standard.
//!
//! `Url` is a subclass of str, as `Uri` is. Its slot has the Rust type [`Url`], which parses, reads and changes it.
//!
//! The Standard parses scalar value strings: U+FFFD replaces each surrogate.

use std::ops::Deref;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};
use urispec::default_port;
use urispec::iter::Pairs;
use urispec::whatwg::{Host, SetterError, Url, ValidationError};

use crate::error::{Port, ScalarText, setter_error, url_error};
use crate::uri::new_str;

/// The value in the slot of a `Url`.
#[pyclass(frozen, module = "urispec._urispec.whatwg")]
struct Slot(Url);

fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "urispec.whatwg", "Url")
}

/// The first argument of a function behind a method of `Url`.
struct This<'py>(Bound<'py, Slot>);

impl<'py> FromPyObject<'_, 'py> for This<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(object.getattr(intern!(object.py(), "_url"))?.cast_into()?))
    }
}

impl Deref for This<'_> {
    type Target = Url;

    fn deref(&self) -> &Url {
        &self.0.get().0
    }
}

/// A result: a `Url` in Python.
struct Parsed(Url);

impl<'py> IntoPyObject<'py> for Parsed {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let url = new_str(py, class(py)?, PyString::new(py, self.0.as_str()).as_any())?;
        url.setattr(intern!(py, "_url"), Slot(self.0))?;
        Ok(url)
    }
}

// Parsing.

/// A string for which the parser fails: the input, or the base.
struct Failure {
    text: String,
    error: ValidationError,
}

impl Failure {
    fn into_exception(self, py: Python<'_>) -> PyErr {
        url_error(py, &self.text, &self.error)
    }
}

/// Runs the basic URL parser. The base is a `Url`, or a str to be parsed.
fn run_parser(text: &str, base: Option<&Bound<'_, PyAny>>) -> PyResult<Result<Url, Failure>> {
    let failure = |text: &str, error| Failure { text: text.to_owned(), error };
    let parse = |base| Url::parse_with_base(text, base).map_err(|error| failure(text, error));
    Ok(match base {
        None => parse(None),
        Some(base) if base.get_type().is(class(base.py())?) => {
            parse(Some(&*base.extract::<This<'_>>()?))
        }
        Some(base) => {
            let base = base.extract::<ScalarText<'_>>()?;
            match Url::parse(&base) {
                Ok(base) => parse(Some(&base)),
                Err(error) => Err(failure(&base, error)),
            }
        }
    })
}

/// `Url.__new__`, without a function of Python between.
#[pyfunction]
#[pyo3(signature = (cls, text, base=None))]
fn new<'py>(
    cls: &Bound<'py, PyType>,
    text: &Bound<'py, PyAny>,
    base: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if base.is_none() && text.get_type().is(cls) {
        return Ok(text.clone());
    }
    match run_parser(&text.extract::<ScalarText<'_>>()?, base)? {
        Ok(url) => Parsed(url).into_pyobject(text.py()),
        Err(failure) => Err(failure.into_exception(text.py())),
    }
}

#[pyfunction]
fn can_parse(text: ScalarText<'_>, base: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    run_parser(&text, base).map(|result| result.is_ok())
}

#[pyfunction]
fn resolve(py: Python<'_>, url: This<'_>, reference: ScalarText<'_>) -> PyResult<Parsed> {
    url.join(&reference).map(Parsed).map_err(|error| url_error(py, &reference, &error))
}

// Reading.

/// Defines the functions behind the properties for parts of the text.
macro_rules! parts {
    ($($name:ident $get:path;)*) => {$(
        #[pyfunction]
        fn $name<'py>(py: Python<'py>, url: This<'py>) -> Option<Bound<'py, PyString>> {
            let part: Option<&str> = $get(&url).into();
            part.map(|part| PyString::new(py, part))
        }
    )*};
}

parts! {
    href Url::as_str;
    scheme Url::scheme;
    authority Url::authority;
    username Url::username;
    password Url::password;
    host Url::hostname;
    host_and_port Url::host_and_port;
    path Url::path;
    query Url::query;
    fragment Url::fragment;
}

#[pyfunction]
fn origin(url: This<'_>) -> Option<String> {
    url.origin().map(|origin| origin.into_owned())
}

#[pyfunction]
fn host_kind(url: This<'_>) -> Option<&'static str> {
    Some(match url.host()? {
        Host::Domain(_) => "domain",
        Host::Ipv4(_) => "IPv4",
        Host::Ipv6(_) => "IPv6",
        Host::Empty => "empty",
        _ => "opaque",
    })
}

#[pyfunction]
fn port(url: This<'_>) -> Option<u16> {
    url.port()
}

#[pyfunction]
fn port_or_default(url: This<'_>) -> Option<u16> {
    url.host()?;
    url.port().or_else(|| default_port(url.scheme()))
}

#[pyfunction]
fn is_special(url: This<'_>) -> bool {
    url.is_special()
}

#[pyfunction]
fn has_opaque_path(url: This<'_>) -> bool {
    url.has_opaque_path()
}

#[pyfunction]
fn includes_credentials(url: This<'_>) -> bool {
    url.includes_credentials()
}

#[pyfunction]
fn form_pairs<'py>(py: Python<'py>, url: This<'_>) -> PyResult<Bound<'py, PyAny>> {
    // The two further steps of the Standard: see `Pairs::decode_form_lossy`.
    let pairs = Pairs::new(url.query()).decode_form_lossy();
    let pairs = pairs.filter(|pair| pair != &("".into(), None));
    let pairs: Vec<_> = pairs.map(|(name, value)| (name, value.unwrap_or_default())).collect();
    py.import("urispec._pairs")?.call_method1("Pairs", (pairs,))
}

#[pyfunction]
fn redacted(py: Python<'_>, url: This<'_>) -> PyResult<String> {
    let mut copy = url.clone();
    if !copy.password().is_empty() {
        copy.set_password("***").map_err(|error| setter_error(py, "", "password", &error))?;
    }
    Ok(copy.into())
}

// Changing, by the setters of the Standard. Each returns a new `Url`.

fn changed<'py>(
    py: Python<'py>,
    url: &Url,
    component: &'static str,
    value: &str,
    set: impl FnOnce(&mut Url, &str) -> Result<(), SetterError>,
) -> PyResult<Parsed> {
    let mut copy = url.clone();
    match set(&mut copy, value) {
        Ok(()) => Ok(Parsed(copy)),
        Err(error) => Err(setter_error(py, value, component, &error)),
    }
}

/// Defines the functions behind the methods that return a changed copy.
macro_rules! changes {
    ($($name:ident $component:literal $set:path;)*) => {$(
        #[pyfunction]
        fn $name(py: Python<'_>, url: This<'_>, value: ScalarText<'_>) -> PyResult<Parsed> {
            changed(py, &url, $component, &value, $set)
        }
    )*};
}

changes! {
    with_scheme "scheme" Url::set_scheme;
    with_username "username" Url::set_username;
    with_password "password" Url::set_password;
    with_host "host" Url::set_hostname;
    with_host_and_port "host and port" Url::set_host;
    with_path "path" Url::set_path;
}

#[pyfunction]
fn with_port(py: Python<'_>, url: This<'_>, port: Option<Port>) -> PyResult<Parsed> {
    changed(py, &url, "port", port.as_deref().unwrap_or_default(), Url::set_port)
}

/// Prefixes a value with its delimiter, which the setter drops. Without a value, the setter removes the component.
fn with_delimiter(delimiter: char, value: Option<&str>) -> String {
    value.map(|value| format!("{delimiter}{value}")).unwrap_or_default()
}

#[pyfunction]
fn with_query(url: This<'_>, query: Option<ScalarText<'_>>) -> Parsed {
    let mut copy = url.clone();
    copy.set_query(&with_delimiter('?', query.as_deref()));
    Parsed(copy)
}

#[pyfunction]
fn with_fragment(url: This<'_>, fragment: Option<ScalarText<'_>>) -> Parsed {
    let mut copy = url.clone();
    copy.set_fragment(&with_delimiter('#', fragment.as_deref()));
    Parsed(copy)
}

/// The functions behind the class `Url`.
#[pymodule(submodule)]
#[pyo3(name = "whatwg")]
pub(crate) mod module {
    #[pymodule_export]
    use super::{
        authority, can_parse, form_pairs, fragment, has_opaque_path, host, host_and_port,
        host_kind, href, includes_credentials, is_special, new, origin, password, path, port,
        port_or_default, query, redacted, resolve, scheme, username, with_fragment, with_host,
        with_host_and_port, with_password, with_path, with_port, with_query, with_scheme,
        with_username,
    };
}
