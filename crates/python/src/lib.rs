//! The Python package `urispec`: strings one by one, and columns of Apache Arrow.
//!
//! In: strings, or any object with the Arrow PyCapsule interface. Out: strings, small objects, or
//! columns with that interface. What is forgotten: nothing is decided here. The library `urispec`
//! answers for a string, and `urispec-columns` for a column, with Python's lock released.
//!
//! The surprising case: an offset of the library counts bytes, and an index of Python characters. Each exception has
//! both.

use pyo3::prelude::*;
// For the C functions that Polars calls.
use urispec_polars as _;

mod uri;
mod error;
mod column;
mod edit;
mod pairs;
mod template;
mod lint;
mod arrow;

/// The functions and classes that the package `urispec` passes on.
#[pymodule(gil_used = false)]
mod _urispec {
    use pyo3::prelude::*;
    use pyo3::types::PyCFunction;

    #[pymodule_export]
    use crate::arrow::module;
    #[pymodule_export]
    use crate::edit::build;
    #[pymodule_export]
    use crate::error::UriError;
    #[pymodule_export]
    use crate::lint::{Finding, lint};
    #[pymodule_export]
    use crate::pairs::{decode, decode_octets, encode, from_path};
    #[pymodule_export]
    use crate::template::Template;
    #[pymodule_export]
    use crate::uri::Uri;
    #[pymodule_export]
    use crate::uri::{
        compare, edition_ids, editions, is_valid, normalize, parse, relativize, resolve, split,
        version,
    };

    /// Functions are those of the package that passes them on, also where they are pickled.
    #[pymodule_init]
    fn passed_on(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let all = module.dict().values();
        let mut functions = all.iter().filter(|item| item.is_instance_of::<PyCFunction>());
        functions.try_for_each(|function| function.setattr("__module__", "urispec"))
    }
}
