//! The Python package `urispec`: functions on strings, and on columns of Apache Arrow.
//!
//! This crate only converts between Python and Rust. The library `urispec` handles strings, and `urispec-columns`
//! handles columns, with Python's lock released.
//!
//! The library counts offsets in bytes, and Python counts them in characters. Each exception has both offsets.

use pyo3::prelude::*;
// For the C functions that Polars calls.
use urispec_polars as _;

mod uri;
mod whatwg;
mod error;
mod column;
mod edit;
mod pairs;
mod template;
mod lint;
mod languages;
mod program;
mod arrow;

/// The functions and classes that the package `urispec` re-exports.
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
    use crate::languages::module as languages;
    #[pymodule_export]
    use crate::lint::{Finding, lint};
    #[pymodule_export]
    use crate::pairs::{decode, decode_octets, encode, from_path};
    #[pymodule_export]
    use crate::program::run_program;
    #[pymodule_export]
    use crate::template::Template;
    #[pymodule_export]
    use crate::uri::module as uri;
    #[pymodule_export]
    use crate::uri::{
        compare, edition_ids, editions, is_valid, normalize, parse, relativize, repair, resolve,
        split, version,
    };
    #[pymodule_export]
    use crate::whatwg::module as whatwg;

    /// Sets the module of each function to the package that re-exports it, also for pickling.
    #[pymodule_init]
    fn set_modules(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let all = module.dict().values();
        let mut functions = all.iter().filter(|item| item.is_instance_of::<PyCFunction>());
        functions.try_for_each(|function| function.setattr("__module__", "urispec"))
    }
}
