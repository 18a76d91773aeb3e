//! Options that stand before the command.
//!
//! `urispec --edition rfc2396 parse a:b` is read as `urispec parse --edition rfc2396 a:b`: the command
//! says what becomes of the option, and refuses what it does not have, or what is given twice.
//!
//! The surprising case: `--json` before a command that prints no JSON is left out, with a note, since it may stand there
//! for all commands of a script. Behind the command it is refused.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};

/// The options that may stand before the command, for the program's help and completions.
pub(crate) fn options() -> [Arg; 2] {
    [
        Arg::new("edition")
            .long("edition")
            .value_name("ID")
            .value_parser(crate::options::names::edition())
            .hide_possible_values(true)
            .help("The document to go by; may stand before or after the command"),
        Arg::new("json")
            .short('j')
            .long("json")
            .action(ArgAction::SetTrue)
            .help("Print JSON, one object per line, if the command can"),
    ]
}

/// The error of a command without `--edition`, which says what to do instead.
pub(crate) fn with_tip(mut error: clap::Error) -> clap::Error {
    let refused = ContextValue::String("--edition".to_owned());
    if error.kind() == ErrorKind::UnknownArgument
        && error.get(ContextKind::InvalidArg) == Some(&refused)
    {
        let tip = match &*command(&error) {
            "audit" | "changes" | "diff" | "errata" | "requirements" => {
                "the command has no '--edition': give the editions as arguments"
            }
            "convert" => "only RFC 3987 says how to convert (3.1 and 3.2): leave '--edition' out",
            _ => "the command goes by no single edition: leave '--edition' out",
        };
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The name of the command that an error is about, which the usage has after the name of the program,
/// whatever that is.
fn command(error: &clap::Error) -> String {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    usage.split_whitespace().nth(2).unwrap_or_default().to_owned()
}

/// A command line that has its options behind the command.
pub(crate) struct Moved {
    pub(crate) given: Vec<OsString>,
    /// The command for which `--json` was left out, since the command prints no JSON.
    pub(crate) without_json: Option<String>,
}

/// The command line with these options behind the command.
pub(crate) fn moved(program: &Command, given: Vec<OsString>) -> Moved {
    let mut arguments = given.iter().skip(1);
    let (mut before, mut moved) = (given[..given.len().min(1)].to_vec(), Vec::<OsString>::new());
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if !text.starts_with('-') || text == "--" || text == "-" {
            let without_json = program.find_subcommand(&*text).and_then(|command| {
                let has_json = command.get_arguments().any(|one| one.get_long() == Some("json"));
                let asked = moved.len();
                moved.retain(|option| has_json || option != "--json" && option != "-j");
                (moved.len() < asked).then(|| command.get_name().to_owned())
            });
            let command = [argument.clone()].into_iter();
            let rest = command.chain(moved).chain(arguments.cloned());
            return Moved { given: before.into_iter().chain(rest).collect(), without_json };
        }
        let name = text.split('=').next().unwrap_or_default();
        let is_it = |one: &&Arg| {
            let [long, short] = [
                one.get_long().map(|long| format!("--{long}")),
                one.get_short().map(|short| format!("-{short}")),
            ];
            [long, short].into_iter().flatten().any(|known| known == name)
        };
        let known = program.get_arguments().find(is_it);
        let is_ahead = options().iter().any(|one| is_it(&one));
        let part = if is_ahead { &mut moved } else { &mut before };
        part.push(argument.clone());
        let takes_value = known.is_some_and(|known| known.get_action().takes_values());
        if takes_value && !text.contains('=') {
            part.extend(arguments.next().cloned());
        }
    }
    // No command: what is wrong is for clap to say.
    Moved { given, without_json: None }
}
