//! The program `urispec`.

use std::process::ExitCode;

use urispec_cli::{Program, run};

fn main() -> ExitCode {
    run(Program::Urispec)
}
