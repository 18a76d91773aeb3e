//! The programs `urispec` and `grammar-audit`.

use std::ffi::OsString;

use pyo3::prelude::*;
use urispec_cli::Program;

/// Runs a program, once in a process, and returns its exit code.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, name: &str, arguments: Vec<OsString>) -> u8 {
    let program = match name {
        "grammar-audit" => Program::GrammarAudit,
        _ => Program::Urispec,
    };
    let arguments = std::iter::once(name.into()).chain(arguments).collect();
    py.detach(|| urispec_cli::run_with(program, arguments))
}
