//! The program `grammar-audit`: what `urispec` does about grammars, for people who have no URIs.

use std::process::ExitCode;

use urispec_cli::{Program, run};

fn main() -> ExitCode {
    run(Program::GrammarAudit)
}
