//! The program `grammar-audit`: the commands of `urispec` about grammars, for people who do not
//! work with URIs.

use std::process::ExitCode;

use urispec_cli::{Program, run};

fn main() -> ExitCode {
    run(Program::GrammarAudit)
}
