//! The functions of [`urispec_columns`] as a Polars expression plugin. Polars runs the expressions on its own threads,
//! without Python.
//!
//! Polars loads the extension module of the Python package as a plain dynamic library, and calls the four C functions
//! of [`abi`]. `urispec/polars.py` builds the expressions.
//!
//! `abi` converts between C structs and Arrow arrays. `call` reads the pickled keyword arguments of the expression,
//! and evaluates the function.
//!
//! The plugin implements version 0.1 of the Polars plugin interface. Polars asks for the version, and rejects versions
//! that it does not know. `crates/python/tests/test_polars.py` was run with Polars 1.30, 1.36 and 2.1.
//!
//! Polars asks for the type of a column before it has data. The same function answers, for a column without rows.

pub mod abi;
mod call;
