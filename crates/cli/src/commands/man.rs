//! `urispec man`: the manual pages, from the same help that the program prints.
//!
//! In: the command line as it is declared. Out: a page for the program and one for each command, as
//! roff. The same program makes the same pages on every day and machine.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::{Command, ValueHint};
use clap_mangen::Man;

use crate::output::{Name, Outcome, Output, Stop, WholeFile};

const HELP: &str = "\
Write the manual pages: urispec.1 for the program, and one for each command, such as \
urispec-parse.1. The pages say what --help says. Without DIR, the page of the program is printed \
on standard output.

Exit codes: 0, the pages are written; 2, wrong usage, or a page cannot be written.";

const EXAMPLES: &str = "\
Examples:
  $ urispec man ~/.local/share/man/man1 2> /dev/null
  $ urispec man | sed -n '/^.SH NAME/,/^.SH SYN/p'
  .SH NAME
  urispec \\- The URI specifications, executable
  .SH SYNOPSIS";

/// The title above the examples of a command.
const TITLE: &str = "Examples:\n";

/// Write the manual pages
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder for the pages, which is made if it is missing [default: none; the program's page
    /// goes to standard output]
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, program: Command, out: &mut Output) -> Result<Outcome, Stop> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let Some(folder) = args.folder.as_deref() else {
        out.write_all(page(&program)?.as_bytes())?;
        return Ok(Outcome::Yes);
    };
    let named = Name(folder, out.passwords).to_string();
    if folder.is_symlink() && !folder.exists() {
        let message = format!("cannot make {named}: a link of that name leads nowhere");
        return Ok(out.refuse(&message)?);
    }
    out.or_stop(fs::create_dir_all(folder).map_err(|why| format!("cannot make {named}: {why}")))?;
    let all: Vec<&Command> = [&program].into_iter().chain(program.get_subcommands()).collect();
    for (written, command) in all.iter().enumerate() {
        let (path, page) = (folder.join(format!("{}.1", name(command))), page(command)?);
        let done = WholeFile::written(&path, |file| file.write_all(page.as_bytes()));
        out.or_stop(done.map_err(|why| {
            let (path, all) = (Name(&path, out.passwords), all.len());
            format!("cannot write {path}: {why}; {written} of {all} pages are written")
        }))?;
    }
    out.note(format_args!("{named}: {} pages\n", all.len()))?;
    Ok(Outcome::Yes)
}

fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn page(command: &Command) -> io::Result<String> {
    let examples = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    // The examples are to be printed as they are, line by line, which a page made of help is not.
    let command = command.clone().after_long_help(Resettable::Reset);
    let command = command.before_help(Resettable::Reset).before_long_help(Resettable::Reset);
    // A page of a command is of its program: `urispec-parse` of `urispec`.
    let own = name(&command).to_owned();
    let program = ["grammar-audit", "urispec"].into_iter().find(|program| own.starts_with(program));
    let mut page = Vec::new();
    Man::new(command)
        .source(format!("{} {}", program.unwrap_or(&own), env!("CARGO_PKG_VERSION")))
        .manual("The URI specifications, executable")
        .render(&mut page)?;
    // An empty date is still an argument, before the one that it would give way to.
    let page = String::from_utf8_lossy(&page).replacen(" 1  \"", " 1 \"\" \"", 1);
    let mut page = set(&page);
    if let Some(examples) = examples.strip_prefix(TITLE) {
        page += ".SH EXAMPLES\n.nf\n";
        examples.lines().for_each(|line| page += &(verbatim(line) + "\n"));
        page += ".fi\n";
    }
    Ok(page)
}

/// A page whose tables, the lines of text that begin with a space, keep their columns.
fn set(page: &str) -> String {
    let (mut set, mut in_table) = (String::new(), false);
    for line in page.lines() {
        let is_row = line.starts_with(' ');
        if is_row != in_table {
            set += if is_row { ".nf\n" } else { ".fi\n" };
        }
        in_table = is_row;
        set += &(itself(line) + "\n");
    }
    set
}

/// A line of roff in which the characters that a typesetter would print as others print themselves.
fn itself(line: &str) -> String {
    if line.starts_with('.') {
        return line.to_owned();
    }
    line.replace("\\\\", "\\e").replace('`', "\\(ga").replace('^', "\\(ha").replace('~', "\\(ti")
}

/// A line of text as a line of roff that prints it, character for character.
fn verbatim(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    // A request begins with a dot.
    let text = if text.starts_with('.') { format!("\\&{text}") } else { text };
    itself(&text)
}

// `urispec completions`: what a shell needs to complete the program's arguments.

const COMPLETIONS: &str = "\
Examples:
  $ urispec completions bash > ~/.local/share/bash-completion/completions/urispec
  $ urispec completions zsh > ~/.zfunc/_urispec
  $ urispec completions fish > ~/.config/fish/completions/urispec.fish";

/// Print the script that lets a shell complete the program's arguments
#[derive(clap::Args)]
#[command(after_help = COMPLETIONS)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(ignore_case = true)]
    shell: clap_complete::Shell,
}

pub(crate) fn completions(
    args: &CompletionsArgs,
    program: &mut Command,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    // Written at once: clap_complete panics where it cannot write.
    let mut script = Vec::new();
    let name = program.get_name().to_owned();
    clap_complete::generate(args.shell, program, name, &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_print_themselves() {
        assert_eq!(
            verbatim("  $ a -x 'b\\n' `c` ^~"),
            "  $ a \\-x \\(aqb\\en\\(aq \\(gac\\(ga \\(ha\\(ti"
        );
        assert_eq!(verbatim(".SH"), "\\&.SH");
        assert_eq!(verbatim(""), "");
        assert_eq!(itself(".SH \"`a`\""), ".SH \"`a`\"");
    }
}
