//! The one exception: what is wrong with a string.

use std::borrow::Cow;
use std::ops::Deref;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PyString, PyTuple};
use urispec::error::{FilePathError, MappingError, RelativizeError};
use urispec::percent::DecodeError;
use urispec::{BuildError, Edition, ParseError, ResolveError, Rung};
use urispec_columns::ColumnError;

use crate::uri::Uri;

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

// Arguments that may be given in several types: the pairs of a query, and a port.

/// Keys and values, in their order. A key may have no value.
pub(crate) struct PairsGiven(pub(crate) Vec<(String, Option<String>)>);

impl<'a, 'py> FromPyObject<'a, 'py> for PairsGiven {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() || object.is_instance_of::<Uri>() {
            return Err(PyTypeError::new_err(
                "expected a mapping or pairs of a key and a value, not text; with_query takes text",
            ));
        }
        let mut pairs = Vec::new();
        // `Pairs` has each key once as a mapping, and all of its pairs here.
        let all = match object.getattr_opt("pairs")? {
            Some(all) => all,
            None if object.hasattr("items")? => object.call_method0("items")?,
            None => object.to_owned(),
        };
        for pair in all.try_iter()? {
            let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?
                .extract()
                .map_err(|_: PyErr| PyTypeError::new_err("expected pairs of a key and a value"))?;
            let key = text(&key)?.ok_or_else(|| PyTypeError::new_err("a key cannot be None"))?;
            if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
                for one in value.try_iter()? {
                    pairs.push((key.clone(), text(&one?)?));
                }
            } else {
                pairs.push((key, text(&value)?));
            }
        }
        Ok(Self(pairs))
    }
}

/// The text of a key or a value.
fn text(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if object.is_none() {
        return Ok(None);
    }
    if object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>() {
        return Ok(Some(object.str()?.to_cow()?.into_owned()));
    }
    match object.extract::<Data>() {
        Ok(data) => Ok(Some(data.to_owned())),
        Err(error) if error.is_instance_of::<PyValueError>(object.py()) => Err(error),
        Err(_) => Err(PyTypeError::new_err(format!(
            "a key is a str, and a value a str, an int, None or a list of these, not {}; write {} as the text that is meant",
            object.get_type().name()?.to_cow()?,
            object.repr()?.to_cow()?,
        ))),
    }
}

/// A port: a number, or its text.
pub(crate) struct Port(String);

impl Deref for Port {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Port {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>() {
            let number = object.str()?.to_cow()?.into_owned();
            return match number.starts_with('-') {
                true => Err(PyValueError::new_err(format!("{number} is no port"))),
                false => Ok(Self(number)),
            };
        }
        match object.cast::<PyString>() {
            Ok(text) => Ok(Self(text.to_str()?.to_owned())),
            Err(_) => Err(PyTypeError::new_err("a port is an int, its digits as a str, or None")),
        }
    }
}

// What is given where a string is wanted.
//
// In: a `str` or a `Uri`. Out: its text. The surprising case: a `str` of Python may hold half a surrogate
// pair, which no Unicode text has. U+FFFF, which no grammar derives, stands for it and is as long, so that every
// offset stays; what is given back is the `str` itself.

/// The text of an argument.
pub(crate) struct TextArgument<'a> {
    text: Cow<'a, str>,
    /// The string itself, where its text could not be taken as it is.
    broken: Option<Py<PyString>>,
}

impl TextArgument<'_> {
    /// Puts the string itself into an exception about its text, and into the message what no character is.
    pub(crate) fn blamed(&self, py: Python<'_>, error: PyErr) -> PyErr {
        let Some(string) = &self.broken else { return error };
        let value = error.value(py);
        let put = || -> PyResult<()> {
            value.setattr("text", string)?;
            let message = value.to_string().replace("\"\\u{ffff}\"", "half of a surrogate pair");
            value.setattr("message", &message)?;
            value.setattr("args", (message,))
        };
        match put() {
            Ok(()) => error,
            Err(other) => other,
        }
    }

    /// A part of the string itself, from one byte offset of its text to another.
    pub(crate) fn part<'py>(&self, py: Python<'py>, part: &str) -> PyResult<Bound<'py, PyAny>> {
        let Some(string) = &self.broken else { return Ok(PyString::new(py, part).into_any()) };
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let start = self.text[..start].chars().count();
        let slice = pyo3::types::PySlice::new(
            py,
            start as isize,
            (start + part.chars().count()) as isize,
            1,
        );
        string.bind(py).as_any().get_item(slice)
    }
}

impl Deref for TextArgument<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for TextArgument<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.extract::<&'a str>() {
            return Ok(Self { text: text.into(), broken: None });
        }
        if let Ok(string) = object.cast::<PyString>() {
            let text = without_surrogates(string)?.into();
            return Ok(Self { text, broken: Some(string.to_owned().unbind()) });
        }
        match object.cast::<Uri>() {
            Ok(uri) => Ok(Self { text: uri.get().as_str().to_owned().into(), broken: None }),
            Err(_) => Err(PyTypeError::new_err(wanted(object))),
        }
    }
}

/// Data, which is encoded: text without half a character.
pub(crate) struct Data(String);

impl Deref for Data {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Data {
    fn as_ref(&self) -> &str {
        self
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Data {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let given: TextArgument<'a> = object.extract()?;
        match given.broken {
            None => Ok(Self(given.text.into_owned())),
            Some(_) => Err(PyValueError::new_err(
                "a surrogate is no character, and has no octets in UTF-8 to encode",
            )),
        }
    }
}

fn wanted(found: Borrowed<'_, '_, PyAny>) -> String {
    // `to_string` asks Python for signals, and drops the exception of Ctrl-C.
    let name = found.get_type().name();
    let name = name
        .map_or_else(|_| "another object".to_owned(), |name| name.to_string_lossy().into_owned());
    let hint = if found.is_instance_of::<PyBytes>() { "; decode the bytes first" } else { "" };
    format!("expected a str or a urispec.Uri, not {name}{hint}")
}

/// A text in which U+FFFF stands for each surrogate. Both are three bytes.
fn without_surrogates(string: Borrowed<'_, '_, PyString>) -> PyResult<String> {
    let encoded = string.call_method1("encode", ("utf-8", "surrogatepass"))?;
    let mut bytes = encoded.cast::<PyBytes>()?.as_bytes().to_vec();
    let mut at = 0;
    while at + 2 < bytes.len() {
        // In UTF-8 no character begins so.
        if bytes[at] == 0xED && bytes[at + 1] >= 0xA0 {
            bytes[at..at + 3].copy_from_slice("\u{FFFF}".as_bytes());
            at += 2;
        }
        at += 1;
    }
    Ok(String::from_utf8(bytes)?)
}
