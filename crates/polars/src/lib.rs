//! The functions of [`urispec_columns`] as a plugin of Polars: expressions that Polars runs on its own threads, with
//! no Python in between.
//!
//! Polars loads the extension module of the Python package as a plain dynamic library, and calls the four C functions of
//! [`abi`]. `urispec/polars.py` makes the expressions.
//!
//! In: series, as Arrow arrays behind C structs, and the keyword arguments of the expression, as Python pickles them
//! (`kwargs`). Out: a series, or an error message (`call`). What is forgotten: nothing is decided here.
//!
//! The interface is version 0.1 of Polars' interface for plugins. Polars asks for the version, and refuses one that it
//! does not know. `crates/python/tests/test_polars.py` was run with Polars 1.30, 1.36 and 2.1.
//!
//! The surprising case: Polars learns the type of a column before it has one. The same function answers then, for
//! a column without rows.

pub mod abi;
mod call;
