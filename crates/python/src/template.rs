//! Expands and matches URI templates (RFC 6570).
//!
//! A URI may match a template in several ways, as `/a-b-c` matches `/{x}-{y}`. `match` then raises UriError, and `ways`
//! returns all matches.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyMapping, PyTuple};
use urispec_template::{Matches, UriTemplate, Value, Values};

use crate::error::{Data, TextArgument, error_with_cause};

/// A URI template.
///
/// >>> template = urispec.Template("/search{?q,lang*}")
/// >>> template.expand({"q": "50% off", "lang": ["en", "fr"]})
/// '/search?q=50%25%20off&lang=en&lang=fr'
/// >>> template.match("/search?q=a&lang=en")
/// {'lang': ['en'], 'q': 'a'}
#[pyclass(frozen, eq, hash, module = "urispec")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Template {
    template: UriTemplate,
}

#[pymethods]
impl Template {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let template = UriTemplate::parse(text);
        let template = template.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { template })
    }

    /// The names of the variables, in the order of the template.
    #[getter]
    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.template.variables().collect::<Vec<_>>())
    }

    /// Expands the template. A value is a str or an int, a list or tuple, or a mapping; a variable without a value, or
    /// with None, is undefined.
    #[pyo3(signature = (values=None, **named))]
    fn expand(
        &self,
        values: Option<&Bound<'_, PyAny>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let mut all = Values::new();
        for mapping in values.into_iter().chain(named.map(|named| named.as_any())) {
            let items = mapping.cast::<PyMapping>().map_err(|_| {
                PyTypeError::new_err("expected a mapping of the variables to their values")
            })?;
            for item in items.items()?.iter() {
                let (name, value): (String, Bound<'_, PyAny>) = item.extract()?;
                if let Some(value) = value_of(&value)? {
                    all.set(&name, value);
                }
            }
        }
        let expanded = self.template.expand(&all);
        expanded.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Matches a URI, and returns the values of the variables as a dict, or None if the URI does not match. An
    /// undefined variable has no key.
    ///
    /// Raises UriError if the URI matches in several ways.
    #[pyo3(name = "match")]
    fn only_match<'py>(
        &self,
        py: Python<'py>,
        uri: TextArgument<'_>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let ways = self.found(&uri)?;
        match (ways.only(), ways.is_empty()) {
            (Some(values), _) => dict(py, values).map(Some),
            (None, true) => Ok(None),
            (None, false) => {
                let message = "the URI matches the template in several ways; `ways` returns them";
                Err(error_with_cause(py, &uri, message.to_owned(), "ambiguous"))
            }
        }
    }

    /// Returns the ways in which a URI matches, each as a dict. The list is incomplete if the search takes too long.
    fn ways<'py>(
        &self,
        py: Python<'py>,
        uri: TextArgument<'_>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.found(&uri)?.all().iter().map(|values| dict(py, values)).collect()
    }

    fn __str__(&self) -> &str {
        self.template.as_str()
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<String> {
        let text = self.template.as_str().into_pyobject(py)?.repr()?;
        let text = text.to_cow()?;
        Ok(format!("Template({text})"))
    }

    /// Supports pickling.
    fn __getnewargs__(&self) -> (&str,) {
        (self.template.as_str(),)
    }
}

impl Template {
    fn found(&self, uri: &str) -> PyResult<Matches> {
        let ways = self.template.matches(uri);
        ways.map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

/// Converts the value of a variable. Returns `None` if the object is None, which leaves the variable undefined.
fn value_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    if object.is_none() {
        return Ok(None);
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let members: PyResult<Vec<_>> = object.try_iter()?.map(|one| text(&one?)).collect();
        return Ok(Some(Value::List(members?)));
    }
    if let Ok(mapping) = object.cast::<PyMapping>() {
        let pairs = mapping.items()?;
        let pairs = pairs.iter().map(|pair| {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            Ok((text(&name)?, text(&value)?))
        });
        return Ok(Some(Value::Map(pairs.collect::<PyResult<_>>()?)));
    }
    text(object).map(|text| Some(Value::String(text)))
}

fn text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>() {
        return Ok(object.str()?.to_cow()?.into_owned());
    }
    object.extract::<Data>().map(|data| data.to_owned())
}

fn dict<'py>(py: Python<'py>, values: &Values) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in values.iter() {
        match value {
            Value::String(text) => dict.set_item(name, text)?,
            Value::List(members) => dict.set_item(name, members)?,
            Value::Map(pairs) => {
                let map = PyDict::new(py);
                pairs.iter().try_for_each(|(name, value)| map.set_item(name, value))?;
                dict.set_item(name, map)?;
            }
        }
    }
    Ok(dict)
}
