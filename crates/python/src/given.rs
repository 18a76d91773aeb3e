//! What is given where a string is wanted.
//!
//! In: a `str` or a `Uri`. Out: its text. The surprising case: a `str` of Python may hold half a surrogate
//! pair, which no Unicode text has. U+FFFF, which no grammar derives, stands for it and is as long, so that every
//! offset stays; what is given back is the `str` itself.

use std::borrow::Cow;
use std::ops::Deref;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::value::Uri;

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
