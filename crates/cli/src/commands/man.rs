//! `urispec man`: writes the manual pages, generated from the program's help.
//!
//! There is a roff page for the program and one for each command. The pages are reproducible.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::{Command, ValueHint};
use clap_mangen::Man;

use crate::output::{Name, Outcome, Output, Stop, WholeFile};

const HELP: &str = "\
Write the manual pages: urispec.1 for the program, and one for each command, such as \
urispec-parse.1. The pages have the text of --help. Without DIR, only the page of the program is \
printed, on standard output.

Exit codes: 0, the pages are written; 2, wrong usage, or a page cannot be written.";

const EXAMPLES: &str = "\
Examples:
  $ urispec man ~/.local/share/man/man1 2> /dev/null
  $ urispec man | sed -n '/^.SH NAME/,/^.SH SYN/p'
  .SH NAME
  urispec \\- The URI specifications, executable
  .SH SYNOPSIS";

/// The title of a command's examples.
const TITLE: &str = "Examples:\n";

/// Write the manual pages
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write the pages to this folder, and create it if needed [default: print the program's page]
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
        let message = format!("cannot create {named}: it is a broken symbolic link");
        return Ok(out.refuse(&message)?);
    }
    out.or_stop(fs::create_dir_all(folder).map_err(|why| format!("cannot create {named}: {why}")))?;
    let all: Vec<&Command> = [&program].into_iter().chain(program.get_subcommands()).collect();
    for (written, command) in all.iter().enumerate() {
        let (path, page) = (folder.join(format!("{}.1", name(command))), page(command)?);
        let done = WholeFile::written(&path, |file| file.write_all(page.as_bytes()));
        out.or_stop(done.map_err(|why| {
            let (path, all) = (Name(&path, out.passwords), all.len());
            format!("cannot write {path}: {why}; only {written} of {all} pages were written")
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
    // Examples must be printed verbatim, which pages generated from the help do not support.
    let command = command.clone().after_long_help(Resettable::Reset);
    let command = command.before_help(Resettable::Reset).before_long_help(Resettable::Reset);
    // The source of `urispec-parse` is `urispec`.
    let own = name(&command).to_owned();
    let program = ["grammar-audit", "urispec"].into_iter().find(|program| own.starts_with(program));
    let mut page = Vec::new();
    Man::new(command)
        .source(format!("{} {}", program.unwrap_or(&own), env!("CARGO_PKG_VERSION")))
        .manual("The URI specifications, executable")
        .render(&mut page)?;
    // An empty date must be written as an empty argument.
    let page = String::from_utf8_lossy(&page).replacen(" 1  \"", " 1 \"\" \"", 1);
    let mut page = set(&page);
    if let Some(examples) = examples.strip_prefix(TITLE) {
        page += ".SH EXAMPLES\n.nf\n";
        examples.lines().for_each(|line| page += &(verbatim(line) + "\n"));
        page += ".fi\n";
    }
    Ok(page)
}

/// Puts the rows of tables, which begin with a space, between roff requests that keep their columns.
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

/// Escapes the characters of a roff line that roff would print as typographic characters.
fn itself(line: &str) -> String {
    if line.starts_with('.') {
        return line.to_owned();
    }
    line.replace("\\\\", "\\e").replace('`', "\\(ga").replace('^', "\\(ha").replace('~', "\\(ti")
}

/// Escapes a line of text, so that roff prints it verbatim.
fn verbatim(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    // A leading dot would begin a request.
    let text = if text.starts_with('.') { format!("\\&{text}") } else { text };
    itself(&text)
}

// `urispec completions`: shell completion scripts.

const COMPLETIONS: &str = "\
Examples:
  $ urispec completions bash > ~/.local/share/bash-completion/completions/urispec
  $ urispec completions zsh > ~/.zfunc/_urispec
  $ urispec completions fish > ~/.config/fish/completions/urispec.fish";

/// Print a shell completion script
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
    // Buffered, since clap_complete panics on write errors.
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
