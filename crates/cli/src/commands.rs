//! The command line, and all commands: each is a file, or a folder, with its arguments, its help, its
//! examples and its `run`.

use clap::{CommandFactory, Parser, Subcommand};

use crate::outcome::{Outcome, Stop};
use crate::output::{Output, When};
use crate::{
    ahead, audit, check, compare, completions, diff, editions, explain, extract, lint, man,
    normalize, parse, relativize, requirements, resolve, sample, testgen,
};

const PROGRAM: &str = "\
The URI specifications, executable: parses, checks, resolves, relativizes, normalizes and compares \
URI references by the letter of the document that defines them, which is RFC 3986 unless --edition \
names another of six, and decides that its own grammars are those of the documents.

Ids and names are taken in any letter case, and with `_` for `-` or `-` for `_`: `RFC3986`, `3986`, \
`Host`, `path_abempty`. --edition and --json may stand before the command.

Exit codes: 0 is yes, 1 is no (some input is invalid, or not equivalent, or has no answer), 2 is \
an error of usage, or of reading or writing. A string that begins with `-` goes after `--`.

Commands that read strings read standard input where no string and no file is named, unless it is a \
terminal. Results are on stdout, and all else that there is to say of a string follows on stderr. A long \
string is shown by its ends on a terminal, elsewhere only from 8,192 bytes on; JSON has all of it.";

const SHOW_PASSWORDS: &str = "\
Show passwords. Otherwise text for people has `<hidden>` in place of what follows the first \":\" of a \
userinfo (RFC 3986, 3.2.1), in messages too, and in a string that is invalid by its authority as \
Appendix B finds it. The empty password is shown.

What is data stays whole: JSON, and the URIs that resolve, relativize, normalize, extract, sample and \
testgen print. So do arguments in the list of processes.";

/// The URI specifications, executable
#[derive(Parser)]
#[command(name = "urispec", version, max_term_width = 100, long_about = PROGRAM)]
#[command(args = ahead::options())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", ignore_case = true)]
    pub(crate) color: When,
    /// Show passwords, which text for people leaves out (RFC 3986, 3.2.1)
    #[arg(long, global = true, long_help = SHOW_PASSWORDS)]
    pub(crate) show_passwords: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Parse(parse::Args),
    Check(check::Args),
    Resolve(resolve::Args),
    Relativize(relativize::Args),
    Normalize(normalize::Args),
    Compare(compare::Args),
    Editions(editions::Args),
    Diff(diff::Args),
    Lint(lint::Args),
    Extract(extract::Args),
    Audit(audit::Args),
    Explain(explain::Args),
    Requirements(requirements::Args),
    Testgen(testgen::Args),
    Sample(sample::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Outcome, Stop> {
        match self {
            Self::Parse(args) => parse::run(args, out),
            Self::Check(args) => check::run(args, out),
            Self::Resolve(args) => resolve::run(args, out),
            Self::Relativize(args) => relativize::run(args, out),
            Self::Normalize(args) => normalize::run(args, out),
            Self::Compare(args) => compare::run(args, out),
            Self::Editions(args) => editions::run(args, out),
            Self::Diff(args) => diff::run(args, out),
            Self::Lint(args) => lint::run(args, out),
            Self::Extract(args) => extract::run(args, out),
            Self::Audit(args) => audit::run(args, out),
            Self::Explain(args) => explain::run(args, out),
            Self::Requirements(args) => requirements::run(args, out),
            Self::Testgen(args) => testgen::run(args, out),
            Self::Sample(args) => sample::run(args, out),
            Self::Completions(args) => completions::run(args, &mut Cli::command(), out),
            Self::Man(args) => man::run(args, Cli::command(), out),
        }
    }
}
