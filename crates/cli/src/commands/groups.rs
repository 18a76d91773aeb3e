//! The commands in the help of a program, by what people come for; and the command that another word means.
//!
//! In: a program with its commands. Out: the same, whose help has the commands in groups.

use clap::Command;
use clap::builder::Styles;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The title of the group in which clap's own command is.
const PROGRAM: &str = "The program";

/// What people come for, and the commands for it.
const GROUPS: [(&str, &[&str]); 7] = [
    (
        "One string",
        &[
            "parse",
            "check",
            "resolve",
            "relativize",
            "normalize",
            "edit",
            "convert",
            "compare",
            "editions",
            "lint",
        ],
    ),
    ("Lists of strings (and all of the above, with -f)", &["get", "unique", "extract"]),
    ("Templates", &["template"]),
    ("Documents", &["diff", "changes", "explain", "requirements", "errata"]),
    (OF_GRAMMARS, &["audit", "export", "sample", "abnf"]),
    ("Parsers", &["differ", "testgen", "conform"]),
    (PROGRAM, &["completions", "man"]),
];

/// Words that people type, and the command of each. What is merely misspelled, clap finds.
const MEANT: [(&str, &str); 54] = [
    ("append", "edit"),
    ("canonicalise", "normalize"),
    ("canonicalize", "normalize"),
    ("changelog", "changes"),
    ("clean", "normalize"),
    ("collide", "template"),
    ("columns", "get"),
    ("components", "parse"),
    ("confuse", "testgen"),
    ("corrections", "errata"),
    ("cut", "get"),
    ("dedupe", "unique"),
    ("diagram", "export"),
    ("distinct", "unique"),
    ("documents", "editions"),
    ("encode", "convert"),
    ("equal", "compare"),
    ("equivalent", "compare"),
    ("erratum", "errata"),
    ("expand", "template"),
    ("filter", "get"),
    ("find", "extract"),
    ("fuzz", "testgen"),
    ("generate", "sample"),
    ("grammar", "explain"),
    ("grep", "get"),
    ("history", "changes"),
    ("iri", "convert"),
    ("join", "resolve"),
    ("match", "template"),
    ("parsers", "differ"),
    ("payloads", "testgen"),
    ("peers", "differ"),
    ("railroad", "export"),
    ("random", "sample"),
    ("readers", "differ"),
    ("redact", "edit"),
    ("regex", "export"),
    ("replace", "edit"),
    ("route", "template"),
    ("rule", "explain"),
    ("same", "compare"),
    ("scan", "extract"),
    ("set", "edit"),
    ("show", "explain"),
    ("split", "parse"),
    ("suite", "testgen"),
    ("templates", "template"),
    ("test", "conform"),
    ("tree", "parse"),
    ("uniq", "unique"),
    ("valid", "check"),
    ("validate", "check"),
    ("verify", "check"),
];

/// The group that the program about grammars begins with.
pub(super) const OF_GRAMMARS: &str = "Grammars and patterns (and lint)";

/// The program, with its commands in groups, of which one may be the first.
pub(super) fn of(program: Command, first: Option<&str>) -> Command {
    let mut groups = String::new();
    let header = *Styles::default().get_header();
    let mut ordered = GROUPS;
    ordered.sort_by_key(|(title, _)| first != Some(title));
    for (title, names) in ordered {
        let known: Vec<_> = names.iter().filter_map(|name| program.find_subcommand(name)).collect();
        if known.is_empty() {
            continue;
        }
        groups += &format!("{header}{title}:{header:#}\n");
        for command in known {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            groups += &format!("  {:12}  {about}\n", command.get_name());
        }
        if title == PROGRAM {
            groups += "  help          Print this message, or the help of a command\n";
        }
        groups += "\n";
    }
    program.help_template(format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    ))
}

/// An error about the name of a command, with the command that the name means elsewhere.
pub(crate) fn with_meant(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand)
        && let Some((_, meant)) = MEANT.iter().find(|(word, _)| given.eq_ignore_ascii_case(word))
    {
        let meant = ContextValue::Strings(vec![(*meant).to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, meant);
    }
    error
}

#[cfg(test)]
mod tests {
    use super::super::Program;
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<_> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let program = Program::Urispec.command();
        let mut commands: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        commands.sort_unstable();
        assert_eq!(grouped, commands);
    }

    #[test]
    fn no_command_is_another_word() {
        let program = Program::Urispec.command();
        for (word, meant) in MEANT {
            assert!(program.find_subcommand(word).is_none(), "{word}");
            assert!(program.find_subcommand(meant).is_some(), "{meant}");
        }
    }
}
