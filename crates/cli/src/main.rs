//! The program: what the library says, on the command line.
//!
//! In: arguments, and files of lines ([`input`]). Out: records in the order of the input, on
//! stdout, for people or as JSON ([`json`]); faults and warnings on stderr ([`fault`]); an exit
//! code ([`Verdict`]). One file per command.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::Parser;

mod args;
mod audit;
mod blocks;
mod bulk;
mod case;
mod check;
mod compare;
mod completions;
mod diff;
mod editions;
mod explain;
mod extract;
mod fault;
mod help;
mod input;
mod json;
mod lint;
mod meaning;
mod normalize;
mod output;
mod parse;
mod password;
mod progress;
mod relativize;
mod requirements;
mod resolve;
mod sample;
mod style;
mod subject;
mod terminal;
mod testgen;
mod whole_file;

use args::{Cli, Command};
use output::Output;
use terminal::Escaped;

/// What an exit code says. Of several the worst holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// All input is valid, and equivalent where that was asked.
    Yes,
    /// Some is not.
    No,
    /// Some could not be read.
    Trouble,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        Self::from(verdict as u8)
    }
}

/// Why a command ended before its input did.
enum Stop {
    /// Its arguments do not go together.
    Usage(clap::Error),
    /// Its output could not be written.
    Output(io::Error),
}

impl From<clap::Error> for Stop {
    fn from(error: clap::Error) -> Self {
        Self::Usage(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn main() -> ExitCode {
    let cli = match arguments(std::env::args_os().collect()) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    if cli.show_passwords {
        password::show();
    }
    let mut out = Output::new(cli.color);
    let done = command(&cli.command, &mut out).and_then(|verdict| {
        out.flush()?;
        Ok(verdict)
    });
    match done {
        Ok(verdict) => verdict.into(),
        Err(Stop::Usage(error)) => usage(&error),
        Err(Stop::Output(error)) => unwritten(&error, out.worst),
    }
}

/// What the command line asks for.
fn arguments(given: Vec<OsString>) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(&given).map_err(|error| {
        // A message repeats arguments: the same mistake is made with such as can be shown.
        let shown = given.iter().map(|argument| {
            let bytes = argument.as_encoded_bytes();
            Escaped(&password::without(bytes, password::span(bytes))).to_string()
        });
        Cli::try_parse_from(shown).err().unwrap_or_else(|| {
            let text = error.to_string();
            let message = terminal::shown(text.trim_start_matches("error: ").as_bytes());
            clap::Error::raw(error.kind(), String::from_utf8_lossy(&message))
        })
    })
}

/// What to exit with when the output cannot be written.
fn unwritten(error: &io::Error, worst: Verdict) -> ExitCode {
    // Who reads the output has seen enough of it, as `head` does.
    if error.kind() == io::ErrorKind::BrokenPipe {
        return worst.into();
    }
    Output::last_words(&format!("error: cannot write the output: {error}\n"));
    Verdict::Trouble.into()
}

fn command(command: &Command, out: &mut Output) -> Result<Verdict, Stop> {
    match command {
        Command::Parse(args) => parse::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Resolve(args) => resolve::run(args, out),
        Command::Relativize(args) => relativize::run(args, out),
        Command::Normalize(args) => normalize::run(args, out),
        Command::Compare(args) => compare::run(args, out),
        Command::Editions(args) => editions::run(args, out),
        Command::Diff(args) => diff::run(args, out),
        Command::Extract(args) => extract::run(args, out),
        Command::Lint(args) => lint::run(args, out),
        Command::Audit(args) => audit::run(args, out),
        Command::Explain(args) => explain::run(args, out),
        Command::Requirements(args) => requirements::run(args, out),
        Command::Testgen(args) => testgen::run(args, out),
        Command::Sample(args) => sample::run(args, out),
        Command::Completions(args) => completions::run(args, out),
    }
}

/// Says what is wrong with the arguments, or the help or version that they ask for.
fn usage(error: &clap::Error) -> ExitCode {
    let printed = error.print().and_then(|()| io::Write::flush(&mut io::stdout()));
    if let (Err(unprinted), false) = (&printed, error.use_stderr()) {
        return unwritten(unprinted, Verdict::Yes);
    }
    // There is nobody left to tell where a mistake cannot be written.
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
