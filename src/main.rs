//! The `urispec` program: see `urispec help`.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::run()
}
