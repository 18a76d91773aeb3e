//! The one exception: what is wrong with a string.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use urispec::error::{FilePathError, MappingError, RelativizeError};
use urispec::percent::DecodeError;
use urispec::{BuildError, Edition, ParseError, ResolveError, Rung};
use urispec_columns::ColumnError;

pyo3::create_exception!(
    urispec,
    UriError,
    PyValueError,
    "A string that is no reference of the edition, or that cannot be resolved or changed.\n\n\
     `str()` of the exception is `message`, which counts bytes. `text` is the string at fault, and\n\
     `offset` the index of the first character after which no reference goes on: an index of\n\
     `text`. `byte_offset` is the same place in the UTF-8 of the text. `cause` is the name of what is\n\
     wrong, such as 'port-digits', and `section` the section of the document. Each is None where\n\
     there is none."
);

/// What an exception says beside its message.
#[derive(Default)]
struct ErrorDetails {
    /// In bytes.
    offset: Option<usize>,
    cause: Option<&'static str>,
    section: Option<&'static str>,
}

/// The exception about a string that could not be parsed.
pub(crate) fn unparsed(py: Python<'_>, text: &str, error: &ParseError) -> PyErr {
    let mut facts = ErrorDetails { offset: error.offset(), ..ErrorDetails::default() };
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
    because(py, text, error.to_string(), cause)
}

/// The exception about a target to which no reference leads.
pub(crate) fn unrelated(py: Python<'_>, text: &str, error: &RelativizeError) -> PyErr {
    match error {
        RelativizeError::Unresolvable(error) => unresolved(py, text, error),
        error => because(py, text, error.to_string(), "dot-segments"),
    }
}

/// The exception about a reference that cannot be built or changed. Where one component is at fault, `text` is
/// that component.
pub(crate) fn unbuilt(py: Python<'_>, text: &str, error: &BuildError) -> PyErr {
    let cause = match error {
        BuildError::Component(component) => {
            let facts = ErrorDetails {
                offset: Some(component.offset()),
                cause: Some(component.component()),
                section: Some(component.section()),
            };
            return raised(py, component.text(), error.to_string(), &facts);
        }
        BuildError::NoScheme => "no-scheme",
        BuildError::NoHost => "no-host",
        BuildError::PathRunsOn => "path-runs-on",
        BuildError::PathReadsAsAuthority => "path-reads-as-authority",
        BuildError::PathReadsAsScheme => "path-reads-as-scheme",
        BuildError::DotSegment => "dot-segment",
        BuildError::EmptySegment => "empty-segment",
        BuildError::EmptyPair => "empty-pair",
        _ => "unbuildable",
    };
    because(py, text, error.to_string(), cause)
}

/// The exception about text that cannot be decoded.
pub(crate) fn undecoded(py: Python<'_>, text: &str, error: DecodeError) -> PyErr {
    let (offset, cause, section) = match error {
        DecodeError::Triplet { offset } => (offset, "percent", "2.1"),
        DecodeError::NotUtf8 { offset } => (offset, "not-utf-8", "2.5"),
        _ => return because(py, text, error.to_string(), "undecodable"),
    };
    let facts = ErrorDetails { offset: Some(offset), cause: Some(cause), section: Some(section) };
    raised(py, text, error.to_string(), &facts)
}

/// The exception about an IRI that no URI is mapped from.
pub(crate) fn unmapped(py: Python<'_>, text: &str, error: &MappingError) -> PyErr {
    match error {
        MappingError::Reference(error) => unparsed(py, text, error),
        error => because(py, text, error.to_string(), "domain-name"),
    }
}

/// The exception about the path of a file that has no URI, or a URI that has no path.
pub(crate) fn no_file(py: Python<'_>, text: &str, error: &FilePathError) -> PyErr {
    because(py, text, error.to_string(), "file-path")
}

/// An exception about a string as a whole.
pub(crate) fn because(py: Python<'_>, text: &str, message: String, cause: &'static str) -> PyErr {
    raised(py, text, message, &ErrorDetails { cause: Some(cause), ..ErrorDetails::default() })
}

fn raised(py: Python<'_>, text: &str, message: String, facts: &ErrorDetails) -> PyErr {
    let error = UriError::new_err(message.clone());
    let value = error.value(py);
    let set = || -> PyResult<()> {
        value.setattr("message", PyString::new(py, &message))?;
        value.setattr("text", text)?;
        value.setattr("offset", facts.offset.map(|offset| index(text, offset)))?;
        value.setattr("byte_offset", facts.offset)?;
        value.setattr("cause", facts.cause)?;
        value.setattr("section", facts.section)
    };
    match set() {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// The index of the character that begins at a byte offset, or that has the byte.
pub(crate) fn index(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    text.char_indices().take_while(|(at, character)| at + character.len_utf8() <= offset).count()
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
