//! The options of all commands, as one table: a letter and a name mean one thing everywhere.

use std::collections::{BTreeMap, BTreeSet};

use clap::Arg;

use super::Program;

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
    let line = |((long, (letter, value), says), commands): (&(String, Form, String), &Vec<_>)| {
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
