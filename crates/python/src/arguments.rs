//! Arguments that may be given in several types: the pairs of a query, and a port.

use std::borrow::Cow;
use std::ops::Deref;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PyString, PyTuple};

use crate::uri::Uri;

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
