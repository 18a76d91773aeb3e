//! The command-line programs `urispec` and `grammar-audit`. Both are the same program; `grammar-audit` has only the
//! commands about grammars.
//!
//! Each of the [`commands`] has its own file. The other modules are shared by commands and never import a command.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

// In dependency order: each module imports only modules above it.
mod output;
mod options;
mod input;
mod grammar;
mod peer;
mod distinct;
mod findings;
mod commands;

pub use commands::Program;
use commands::{Cli, help};
use options::documents;
use options::settings::Settings;
use output::fault::{Outcome, Stop, Usage};
use output::password::{self, Passwords};
use output::terminal::Escaped;
use output::{Output, terminal};

/// The parsed command line, which every thread reads until the program ends.
static CLI: OnceLock<Cli> = OnceLock::new();

/// Runs a program with the arguments of the process. The exit code is 0 for yes, 1 for no, 2 for an error.
pub fn run(program: Program) -> ExitCode {
    run_with(program, std::env::args_os().collect()).into()
}

/// Runs a program once in a process, with the name of the program and its arguments. Returns the exit code.
pub fn run_with(program: Program, arguments: Vec<OsString>) -> u8 {
    let documents::Reordered { arguments, without_json } =
        documents::reorder(&program.command(), arguments);
    let settings = match settings(program, &arguments) {
        Ok(settings) => settings,
        Err(why) => {
            Output::last_words(&format!("error: {why}\n"));
            return Outcome::Trouble.into();
        }
    };
    let cli = match parse(program, &settings, &arguments) {
        Ok(cli) => CLI.get_or_init(|| cli),
        Err(error) => return print_usage(&help::with_suggestion(documents::with_tip(error))),
    };
    let mut out = Output::new(cli.color, Passwords::shown_if(cli.show_passwords));
    let noted = without_json.map_or(Ok(()), |command| {
        out.note(format_args!("note: {command} does not print JSON; --json is ignored\n"))
    });
    let ran = noted.map_err(Stop::from).and_then(|()| cli.command.run(program, &mut out));
    let outcome = match ran {
        Ok(outcome) => out.decide(outcome),
        Err(Stop::Refused) => out.decide(Outcome::Trouble),
        Err(Stop::Usage(why)) => {
            return print_usage(&usage_error(program, why, &arguments, out.passwords));
        }
        Err(Stop::Output(error)) => return output_error(&error, out.worst),
    };
    out.flush().map_or_else(|error| output_error(&error, out.worst), |()| outcome.into())
}

/// Reads the settings of the project, or the settings file that `--config` names.
fn settings(program: Program, arguments: &[OsString]) -> Result<Settings, String> {
    let mut before = arguments.iter().take_while(|argument| *argument != "--");
    let mut named = None;
    while let Some(argument) = before.next() {
        let text = argument.to_string_lossy();
        match text.strip_prefix("--config") {
            Some("") => named = before.next().map(PathBuf::from),
            Some(file) => named = file.strip_prefix('=').map(PathBuf::from).or(named),
            None => {}
        }
    }
    Settings::find(named.as_deref(), || program.command())
}

fn parse(
    program: Program,
    settings: &Settings,
    arguments: &[OsString],
) -> Result<Cli, clap::Error> {
    program.parse(settings, arguments).map_err(|error| {
        // Messages repeat arguments, so the error is produced again from arguments without
        // passwords and control characters.
        let shown = arguments.iter().map(|argument| {
            let bytes = argument.as_encoded_bytes();
            Escaped(&password::without(bytes, Passwords::default().span(bytes))).to_string()
        });
        program.parse(settings, shown).err().unwrap_or_else(|| {
            let text = error.to_string();
            let message = terminal::shown(text.trim_start_matches("error: ").as_bytes());
            clap::Error::raw(error.kind(), String::from_utf8_lossy(&message))
        })
    })
}

/// Returns the exit code of a run whose output could not be written. `worst` is the worst outcome so far.
fn output_error(error: &io::Error, worst: Outcome) -> u8 {
    // A closed pipe is not an error: its reader, such as `head`, has seen enough.
    if error.kind() == io::ErrorKind::BrokenPipe {
        return worst.into();
    }
    Output::last_words(&format!("error: cannot write the output: {error}\n"));
    Outcome::Trouble.into()
}

fn usage_error(
    program: Program,
    why: Usage,
    arguments: &[OsString],
    passwords: Passwords,
) -> clap::Error {
    let mut program = program.command();
    program.build();
    let arguments = program.clone().try_get_matches_from(arguments);
    let name = arguments.ok().and_then(|arguments| arguments.subcommand_name().map(str::to_owned));
    let command = name.and_then(|name| program.find_subcommand(name).cloned());
    why.into_error(&mut command.unwrap_or(program), passwords)
}

/// Prints an error about the arguments, or the help or version that they request.
fn print_usage(error: &clap::Error) -> u8 {
    let printed = error.print().and_then(|()| io::Write::flush(&mut io::stdout()));
    if let (Err(unprinted), false) = (&printed, error.use_stderr()) {
        return output_error(unprinted, Outcome::Yes);
    }
    // If stderr cannot be written either, only the exit code is left.
    u8::try_from(error.exit_code()).unwrap_or(2)
}
