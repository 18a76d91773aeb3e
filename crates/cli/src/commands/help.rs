//! Groups the commands in the help of a program by task, shortens `-h`, and suggests commands for their synonyms.

use clap::Command;
use clap::builder::{Resettable, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The title of the group that contains the command `help`, which clap adds.
const PROGRAM: &str = "The program";

/// The tasks, and the commands for each.
const GROUPS: [(&str, &str); 7] = [
    ("One string", "parse check resolve relativize normalize edit convert compare editions lint"),
    ("Lists of strings (and all of the above, with -f)", "get unique extract"),
    ("Templates", "template"),
    ("Documents", "diff changes explain requirements errata"),
    (OF_GRAMMARS, "audit relation schema export sample abnf"),
    ("Parsers", "differ testgen conform"),
    (PROGRAM, "completions man"),
];

/// The commands, each with other words that users may type for it. clap suggests commands for misspelled words.
const SYNONYMS: [(&str, &str); 22] = [
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
    ("relation", "disjoint narrower overlap subset superset wider"),
    ("resolve", "join"),
    ("sample", "generate random"),
    ("schema", "breaking jsonschema openapi swagger"),
    ("template", "collide expand match route templates"),
    ("testgen", "confuse fuzz payloads suite"),
    ("unique", "dedupe distinct uniq"),
];

/// The group that `grammar-audit` lists first.
pub(super) const OF_GRAMMARS: &str = "Grammars and patterns (and lint)";

/// Groups the commands in the help of a program; `first` is the title of the group to list first.
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

/// Adds a suggestion to the error about an unknown command, if the user typed a synonym of a command.
pub(crate) fn with_suggestion(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
        && let Some((command, _)) = SYNONYMS
            .iter()
            .find(|(_, words)| words.split(' ').any(|word| name.eq_ignore_ascii_case(word)))
    {
        let suggested = ContextValue::Strings(vec![(*command).to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, suggested);
    }
    error
}

// `-h` begins with three examples, since most users want to see how a command is written. `--help` ends with all of them.

/// The number of examples in `-h`.
const MOST: usize = 3;

/// The number of output lines of an example in `-h`.
const LINES: usize = 3;

/// The prompt before each command line of the examples.
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

/// Returns the length of the part of an example that `-h` shows: the command line and a few output lines.
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
    fn no_command_is_a_synonym() {
        let program = Program::Urispec.command();
        for (command, words) in SYNONYMS {
            for word in words.split(' ') {
                assert!(program.find_subcommand(word).is_none(), "{word}");
            }
            assert!(program.find_subcommand(command).is_some(), "{command}");
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

    /// The letter of an option, and the name of its value.
    type Form = (Option<char>, String);

    /// An option of a command.
    struct OptionRow {
        command: String,
        long: String,
        form: Form,
        help: String,
    }

    /// Returns the options of all commands, with global options once.
    fn rows() -> Vec<OptionRow> {
        let mut program = Program::Urispec.command();
        program.build();
        let commands = program.get_subcommands().flat_map(|command| {
            let options = command.get_arguments().filter(|one| !one.is_positional());
            let local = options.filter(|one| !one.is_global_set() && one.get_id() != "help");
            local.map(|option| row(command.get_name(), option)).collect::<Vec<_>>()
        });
        let global = program.get_arguments().filter(|one| !one.is_positional());
        global.map(|option| row("(before the command)", option)).chain(commands).collect()
    }

    fn row(command: &str, option: &Arg) -> OptionRow {
        let value = match option.get_action().takes_values() {
            true => option.get_value_names().unwrap_or_default().join(" "),
            false => String::new(),
        };
        let help = option.get_help().map(ToString::to_string).unwrap_or_default();
        let long = option.get_long().unwrap_or_default().to_owned();
        OptionRow { command: command.to_owned(), long, form: (option.get_short(), value), help }
    }

    /// The options that have other value names in one command, since they take two values there.
    const WITH_TWO_VALUES: [(&str, &str); 1] = [("diff", "rule")];

    #[test]
    fn a_letter_and_a_name_mean_one_thing() {
        let (mut forms, mut letters) = (BTreeMap::new(), BTreeMap::new());
        for OptionRow { command, long, form, .. } in rows() {
            assert!(!long.is_empty(), "an option of {command} has no long name");
            if WITH_TWO_VALUES.contains(&(&*command, &*long)) {
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

    /// A snapshot shows all options of one name side by side, for review.
    #[test]
    fn the_table_of_options() {
        let mut table: BTreeMap<(String, Form, String), Vec<String>> = BTreeMap::new();
        for OptionRow { command, long, form, help } in rows() {
            table.entry((long, form, help)).or_default().push(command);
        }
        let line =
            |((long, (letter, value), help), commands): (&(String, Form, String), &Vec<_>)| {
                let letter = letter.map(|letter| format!("-{letter}, ")).unwrap_or_default();
                let value = if value.is_empty() { String::new() } else { format!(" {value}") };
                format!("{letter}--{long}{value} | {} | {help}\n", commands.join(", "))
            };
        let text: String = table.iter().map(line).collect();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../snapshots/cli"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.set_description("option | commands | help");
        settings.bind(|| insta::assert_snapshot!("options", text));
    }
}
