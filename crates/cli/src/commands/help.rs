//! The commands in the help of a program, by what people come for; and the command that another word means.
//!
//! In: a program with its commands. Out: the same, whose help has the commands in groups.

use clap::Command;
use clap::builder::{Resettable, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The title of the group in which clap's own command is.
const PROGRAM: &str = "The program";

/// What people come for, and the commands for it.
const GROUPS: [(&str, &str); 7] = [
    ("One string", "parse check resolve relativize normalize edit convert compare editions lint"),
    ("Lists of strings (and all of the above, with -f)", "get unique extract"),
    ("Templates", "template"),
    ("Documents", "diff changes explain requirements errata"),
    (OF_GRAMMARS, "audit export sample abnf"),
    ("Parsers", "differ testgen conform"),
    (PROGRAM, "completions man"),
];

/// The commands, each with words that people type for it. What is merely misspelled, clap finds.
const MEANT: [(&str, &str); 20] = [
    ("changes", "changelog history"),
    ("check", "valid validate verify"),
    ("compare", "equal equivalent same"),
    ("conform", "test"),
    ("convert", "encode iri"),
    ("differ", "parsers peers readers"),
    ("edit", "append redact replace set"),
    ("editions", "documents"),
    ("errata", "corrections erratum"),
    ("explain", "grammar rule show"),
    ("export", "diagram railroad regex"),
    ("extract", "find scan"),
    ("get", "columns cut filter grep"),
    ("normalize", "canonicalise canonicalize clean"),
    ("parse", "components split tree"),
    ("resolve", "join"),
    ("sample", "generate random"),
    ("template", "collide expand match route templates"),
    ("testgen", "confuse fuzz payloads suite"),
    ("unique", "dedupe distinct uniq"),
];

/// The group that the program about grammars begins with.
pub(super) const OF_GRAMMARS: &str = "Grammars and patterns (and lint)";

/// The program, with its commands in groups, of which one may be the first.
pub(super) fn grouped(program: Command, first: Option<&str>) -> Command {
    let mut groups = String::new();
    let header = *Styles::default().get_header();
    let mut ordered = GROUPS;
    ordered.sort_by_key(|(title, _)| first != Some(title));
    for (title, names) in ordered {
        let known: Vec<_> =
            names.split(' ').filter_map(|name| program.find_subcommand(name)).collect();
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
        && let Some((meant, _)) = MEANT
            .iter()
            .find(|(_, words)| words.split(' ').any(|word| given.eq_ignore_ascii_case(word)))
    {
        let meant = ContextValue::Strings(vec![(*meant).to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, meant);
    }
    error
}

// What `-h` begins with: three examples, as most people come to see how a command is written. `--help` ends with all.

/// So many examples.
const MOST: usize = 3;

/// So many lines of what an example prints.
const LINES: usize = 3;

/// What stands before each command line of the examples.
const PROMPT: &str = "\n  $ ";

pub(super) fn shortened(command: Command) -> Command {
    let Some(all) = command.get_after_help().map(|all| all.ansi().to_string()) else {
        return command;
    };
    let command = command.before_help(first(&all)).before_long_help("");
    command.after_long_help(all).after_help(Resettable::Reset)
}

fn first(all: &str) -> String {
    let mut parts = all.split(PROMPT);
    let title = parts.next().unwrap_or_default().to_owned();
    let shown = parts.take(MOST).map(|example| {
        let (shown, more) = example.split_at(end(example));
        format!("{PROMPT}{shown}{}", if more.is_empty() { "" } else { "\n  …" })
    });
    title + &shown.collect::<String>()
}

/// Where the command line ends and the lines that are shown of its output.
fn end(example: &str) -> usize {
    example.match_indices('\n').nth(LINES).map_or(example.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use clap::Arg;

    use super::super::Program;
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<_> = GROUPS.iter().flat_map(|(_, names)| names.split(' ')).collect();
        let program = Program::Urispec.command();
        let mut commands: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        commands.sort_unstable();
        assert_eq!(grouped, commands);
    }

    #[test]
    fn no_command_is_another_word() {
        let program = Program::Urispec.command();
        for (meant, words) in MEANT {
            for word in words.split(' ') {
                assert!(program.find_subcommand(word).is_none(), "{word}");
            }
            assert!(program.find_subcommand(meant).is_some(), "{meant}");
        }
    }

    #[test]
    fn the_first_examples_are_cut() {
        let all = "Examples:\n  $ a\n  1\n  $ b\n  1\n  2\n  3\n  4\n  $ c\n  $ d\n  1";
        let shown = "Examples:\n  $ a\n  1\n  $ b\n  1\n  2\n  3\n  …\n  $ c";
        assert_eq!(first(all), shown);
        assert_eq!(first("Examples:\n  $ a"), "Examples:\n  $ a");
    }

    // The options of all commands, as one table: a letter and a name mean one thing everywhere.

    /// What an option looks like: its letter, and what its value is called.
    type Form = (Option<char>, String);

    /// An option of a command.
    struct OptionRow {
        command: String,
        long: String,
        form: Form,
        says: String,
    }

    /// The options of all commands, those that all commands have once.
    fn rows() -> Vec<OptionRow> {
        let mut program = Program::Urispec.command();
        program.build();
        let commands = program.get_subcommands().flat_map(|command| {
            let options = command.get_arguments().filter(|one| !one.is_positional());
            let own = options.filter(|one| !one.is_global_set() && one.get_id() != "help");
            own.map(|option| row(command.get_name(), option)).collect::<Vec<_>>()
        });
        let before = program.get_arguments().filter(|one| !one.is_positional());
        before.map(|option| row("(before the command)", option)).chain(commands).collect()
    }

    fn row(command: &str, option: &Arg) -> OptionRow {
        let value = match option.get_action().takes_values() {
            true => option.get_value_names().unwrap_or_default().join(" "),
            false => String::new(),
        };
        let says = option.get_help().map(ToString::to_string).unwrap_or_default();
        let long = option.get_long().unwrap_or_default().to_owned();
        OptionRow { command: command.to_owned(), long, form: (option.get_short(), value), says }
    }

    /// Options whose values are called otherwise in one command, where two of them stand together.
    const OF_TWO: [(&str, &str); 1] = [("diff", "rule")];

    #[test]
    fn a_letter_and_a_name_mean_one_thing() {
        let (mut forms, mut letters) = (BTreeMap::new(), BTreeMap::new());
        for OptionRow { command, long, form, .. } in rows() {
            assert!(!long.is_empty(), "an option of {command} has no long name");
            if OF_TWO.contains(&(&*command, &*long)) {
                continue;
            }
            if let Some(letter) = form.0 {
                letters.entry(letter).or_insert_with(BTreeSet::new).insert(long.clone());
            }
            forms.entry(long).or_insert_with(BTreeMap::new).entry(form).or_insert(command);
        }
        let twice: Vec<_> = forms.into_iter().filter(|(_, forms)| forms.len() > 1).collect();
        assert!(twice.is_empty(), "names of several forms, each with a command: {twice:#?}");
        let twice: Vec<_> = letters.into_iter().filter(|(_, longs)| longs.len() > 1).collect();
        assert!(twice.is_empty(), "letters of several names: {twice:#?}");
    }

    /// What the table says of one name is to be read side by side, whenever it changes.
    #[test]
    fn the_table_of_options() {
        let mut table: BTreeMap<(String, Form, String), Vec<String>> = BTreeMap::new();
        for OptionRow { command, long, form, says } in rows() {
            table.entry((long, form, says)).or_default().push(command);
        }
        let line =
            |((long, (letter, value), says), commands): (&(String, Form, String), &Vec<_>)| {
                let letter = letter.map(|letter| format!("-{letter}, ")).unwrap_or_default();
                let value = if value.is_empty() { String::new() } else { format!(" {value}") };
                format!("{letter}--{long}{value} | {} | {says}\n", commands.join(", "))
            };
        let text: String = table.iter().map(line).collect();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../snapshots/cli"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.set_description("option | commands | what it says");
        settings.bind(|| insta::assert_snapshot!("options", text));
    }
}
