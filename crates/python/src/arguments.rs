//! Arguments that may be given in several types: the pairs of a query, and a port.

use std::ops::Deref;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString, PyTuple};

use crate::given::Data;
use crate::value::Uri;

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
        return Ok(Some(object.str()?.to_string()));
    }
    match object.extract::<Data>() {
        Ok(data) => Ok(Some(data.to_owned())),
        Err(error) if error.is_instance_of::<PyValueError>(object.py()) => Err(error),
        Err(_) => Err(PyTypeError::new_err(format!(
            "a key is a str, and a value a str, an int, None or a list of these, not {}; write {} as the text that is meant",
            object.get_type().name()?,
            object.repr()?,
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
            let number = object.str()?.to_string();
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
