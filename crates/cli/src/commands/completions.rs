//! `urispec completions`: what a shell needs to complete the program's arguments.

use std::io::Write;

use crate::output::Output;
use crate::output::usage::{Outcome, Stop};

const EXAMPLES: &str = "\
Examples:
  $ urispec completions bash > ~/.local/share/bash-completion/completions/urispec
  $ urispec completions zsh > ~/.zfunc/_urispec
  $ urispec completions fish > ~/.config/fish/completions/urispec.fish";

/// Print the script that lets a shell complete the program's arguments
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell
    #[arg(ignore_case = true)]
    shell: clap_complete::Shell,
}

pub(crate) fn run(
    args: &Args,
    program: &mut clap::Command,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    // Written at once: clap_complete panics where it cannot write.
    let mut script = Vec::new();
    let name = program.get_name().to_owned();
    clap_complete::generate(args.shell, program, name, &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Yes)
}
