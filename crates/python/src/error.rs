//! The one exception: what is wrong with a string.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use urispec::error::RelativizeError;
use urispec::{Edition, ParseError, ResolveError, Rung};
use urispec_columns::ColumnError;

pyo3::create_exception!(
    urispec,
    UriError,
    PyValueError,
    "A string that is no reference of the edition, or that cannot be resolved.\n\n\
     `str()` of the exception is `message`. `text` is the string at fault.\n\
     `offset` is the index of the first character after which no reference goes on, in bytes and\n\
     in characters alike: all characters before it are of ASCII. `cause` is the name of what is\n\
     wrong, such as 'port-digits', and `section` the section of the document. Each is None where\n\
     there is none."
);

/// What an exception says beside its message.
#[derive(Default)]
struct Facts {
    offset: Option<usize>,
    cause: Option<&'static str>,
    section: Option<&'static str>,
}

/// The exception about a string that could not be parsed.
pub(crate) fn unparsed(py: Python<'_>, text: &str, error: &ParseError) -> PyErr {
    let mut facts = Facts { offset: error.offset(), ..Facts::default() };
    if let ParseError::Syntax(syntax) = error
        && let Some(explanation) = syntax.explain(text)
    {
        facts.section = Some(explanation.section());
        if let Some(cause) = explanation.cause() {
            (facts.cause, facts.section) = (Some(cause.id()), Some(cause.section()));
        }
    }
    raised(py, text, error.explain(text), &facts)
}

/// The exception about a base and a reference, neither of which need be at fault alone.
pub(crate) fn unresolved(py: Python<'_>, text: &str, error: &ResolveError) -> PyErr {
    let cause = match error {
        ResolveError::Reference(error) => return unparsed(py, text, error),
        ResolveError::BaseWithoutScheme => "base-without-scheme",
        ResolveError::NotAbsolute => "not-absolute",
        ResolveError::Misread(_) => "misread",
        ResolveError::NoAlgorithm { .. } => "no-algorithm",
        ResolveError::CurrentDocument => "current-document",
        _ => "unresolvable",
    };
    raised(py, text, error.to_string(), &Facts { cause: Some(cause), ..Facts::default() })
}

/// The exception about a target to which no reference leads.
pub(crate) fn unrelated(py: Python<'_>, text: &str, error: &RelativizeError) -> PyErr {
    match error {
        RelativizeError::Unresolvable(error) => unresolved(py, text, error),
        error => {
            let facts = Facts { cause: Some("dot-segments"), ..Facts::default() };
            raised(py, text, error.to_string(), &facts)
        }
    }
}

fn raised(py: Python<'_>, text: &str, message: String, facts: &Facts) -> PyErr {
    let error = UriError::new_err(message.clone());
    let value = error.value(py);
    let set = || -> PyResult<()> {
        value.setattr("message", PyString::new(py, &message))?;
        value.setattr("text", text)?;
        value.setattr("offset", facts.offset)?;
        value.setattr("cause", facts.cause)?;
        value.setattr("section", facts.section)
    };
    match set() {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// The exception about a whole column.
pub(crate) fn of_column(error: ColumnError) -> PyErr {
    match error {
        ColumnError::Type(_) => PyTypeError::new_err(error.to_string()),
        // What an engine has raised while its column was read.
        ColumnError::Arrow(error) => pyo3_arrow::error::PyArrowError::from(error).into(),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// The edition of an id.
pub(crate) fn edition(id: &str) -> PyResult<Edition> {
    id.parse()
        .map_err(|error: urispec::error::UnknownEdition| PyValueError::new_err(error.to_string()))
}

/// The rung of a name.
pub(crate) fn rung(name: &str) -> PyResult<Rung> {
    name.parse()
        .map_err(|error: urispec::error::UnknownRung| PyValueError::new_err(error.to_string()))
}
