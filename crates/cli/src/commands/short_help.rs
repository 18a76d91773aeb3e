//! What `-h` begins with: three examples, as most people come to see how a command is written.
//!
//! In: the help of a command, with all its examples. Out: the same, where `-h` begins with the first three and
//! `--help` ends with all.

use clap::Command;
use clap::builder::Resettable;

/// So many examples.
const MOST: usize = 3;

/// So many lines of what an example prints.
const LINES: usize = 3;

/// What stands before each command line of the examples.
const PROMPT: &str = "\n  $ ";

pub(super) fn of(command: Command) -> Command {
    let Some(all) = command.get_after_help().map(|all| all.ansi().to_string()) else {
        return command;
    };
    let command = command.before_help(first(&all)).before_long_help("");
    command.after_long_help(all).after_help(Resettable::Reset)
}

/// The first examples, each with the beginning of what it prints.
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
    use super::*;

    #[test]
    fn the_first_examples_are_cut() {
        let all = "Examples:\n  $ a\n  1\n  $ b\n  1\n  2\n  3\n  4\n  $ c\n  $ d\n  1";
        let shown = "Examples:\n  $ a\n  1\n  $ b\n  1\n  2\n  3\n  …\n  $ c";
        assert_eq!(first(all), shown);
        assert_eq!(first("Examples:\n  $ a"), "Examples:\n  $ a");
    }
}
