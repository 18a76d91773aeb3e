//! `urispec completions`: what a shell needs to complete the program's arguments.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Cli, Completions};
use crate::output::Output;
use crate::{Stop, Verdict};

pub(crate) fn run(args: &Completions, out: &mut Output) -> Result<Verdict, Stop> {
    // Written at once: clap_complete panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "urispec", &mut script);
    out.write_all(&script)?;
    Ok(Verdict::Yes)
}
