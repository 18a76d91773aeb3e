//! The command line and its commands. Each command is a file or a folder with its arguments, its help, its
//! examples and its `run`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::StyledStr;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};

use crate::options::documents;
use crate::options::settings::{self, Settings};
use crate::output::{Outcome, Output, Stop, When};

mod abnf;
mod audit;
mod changes;
mod check;
mod compare;
mod conform;
mod convert;
mod diff;
mod differ;
mod edit;
mod editions;
mod errata;
mod explain;
mod export;
mod extract;
mod get;
pub(crate) mod help;
mod lint;
mod man;
mod normalize;
mod parse;
mod relation;
mod relativize;
mod requirements;
mod resolve;
mod sample;
mod schema;
mod template;
mod testgen;
mod unique;

const PROGRAM: &str = "\
The URI specifications, executable. urispec parses, checks, resolves, relativizes, normalizes and compares URI \
references, exactly as the document that defines them says. That document is RFC 3986, unless --edition names \
another one. urispec also decides whether its own grammars accept exactly the strings that the grammars of the \
documents accept.

An edition is one of these documents: eleven define URIs in general, sixteen define the URIs of one scheme, and two \
define related syntaxes (URI templates and OCI references). A production is a rule of a document's grammar. A \
reference is a URI or a relative reference.

Ids and names may be written in any letter case, and `_` and `-` are interchangeable: `RFC3986`, `3986`, `Host`, \
`path_abempty`. The options --edition and --json may come before the command.

Exit codes: 0 means yes; 1 means no (some input is invalid, or not equivalent, or has no answer); 2 means wrong \
usage, or an error in reading or writing. Write `--` before a string that begins with `-`.

A command that takes strings reads standard input if it is given no string and no file, unless standard input is \
a terminal. Results go to stdout; errors, warnings and notes go to stderr. A long string is shown without its \
middle: always on a terminal, elsewhere only from 8,192 bytes on. JSON has the whole string.";

const EXAMPLES: &str = "\
Examples:
  $ urispec normalize HTTP://Example.COM/%7Euser
  http://example.com/~user
  $ urispec resolve --base http://a/b/c ../d
  http://a/d
  $ printf 'http://a/b\\n//c:80\\n' | urispec get --csv --columns host,port 2>/dev/null
  a,
  c,80";

const GRAMMAR_EXAMPLES: &str = "\
Examples:
  $ echo 'way = { \"n\" | \"ne\" }' | grammar-audit lint --notation pest - 2>/dev/null | tail -n 1
    mended: \"ne\" | \"n\"
  $ grammar-audit audit --rule port --regex '^[0-9]+$' | grep -o 'only .*'
  only printed \"\"
  $ echo 'a = %x61-7A' | grammar-audit export --grammar - --notation abnf --as regex
  ^[a-z]$";

const SHOW_PASSWORDS: &str = "\
Show passwords. By default, text output has `<hidden>` in place of a password: everything after the first \":\" \
of a userinfo (RFC 3986, 3.2.1). Messages hide it too. In an invalid string, the authority is the part that the \
expression of Appendix B matches as one. An empty password is shown.

Data is never changed: JSON, and the strings that convert, edit, extract, get, normalize, relativize, resolve, \
sample, testgen and unique print, and the lists that compare prints, contain the password. The process list of \
the operating system shows the arguments as they were given.";

/// The URI specifications, executable
#[derive(Parser)]
#[command(name = "urispec", version, max_term_width = 100, long_about = PROGRAM, after_help = EXAMPLES)]
#[command(args = documents::options())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to use colors
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", ignore_case = true)]
    #[arg(display_order = 900)]
    pub(crate) color: When,
    /// Read settings from FILE; `none` reads no file [default: urispec.toml in this folder or above]
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(long_help = settings::HELP, display_order = 901)]
    pub(crate) config: Option<PathBuf>,
    /// Show passwords, which are hidden in text output by default (RFC 3986, 3.2.1)
    #[arg(long, global = true, long_help = SHOW_PASSWORDS)]
    pub(crate) show_passwords: bool,
}

const GRAMMARS: &str = "\
Decides whether two grammars or patterns accept the same strings, and finds the places where a grammar does not \
mean what its author intended: ABNF, BNF, EBNF, pest, and regular expressions in nine dialects. The answer is \
`equal`, or a shortest string that only one side accepts.

Without a grammar, the commands use the grammar of RFC 3986. `urispec` is the same program with more commands, \
for URIs.

Exit codes: 0 means yes; 1 means no (grammars differ, there is a finding, or there is no answer); 2 means wrong \
usage, or an error in reading or writing. Results go to stdout; errors, warnings and notes go to stderr.";

/// The commands of `grammar-audit`, in the order in which its help lists them.
const OF_GRAMMARS: &str = "audit relation schema lint diff changes parse check explain sample testgen conform export abnf completions man";

/// One of the two programs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// `urispec`, which has all commands.
    Urispec,
    /// `grammar-audit`, which has the commands about grammars.
    GrammarAudit,
}

impl Program {
    pub(crate) fn command(self) -> clap::Command {
        let program = Cli::command();
        let (program, first) = match self {
            Self::Urispec => (program, None),
            Self::GrammarAudit => (grammar_audit(&program), Some(help::OF_GRAMMARS)),
        };
        help::grouped(help::shortened(program.mut_subcommands(help::shortened)), first)
    }

    /// Parses the arguments, with the settings as default values.
    pub(crate) fn parse(
        self,
        settings: &Settings,
        arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    ) -> Result<Cli, clap::Error> {
        Cli::from_arg_matches(&settings.apply(self.command()).try_get_matches_from(arguments)?)
    }
}

fn grammar_audit(all: &clap::Command) -> clap::Command {
    let renamed = |text: &StyledStr| text.to_string().replace("urispec ", "grammar-audit ");
    let commands = OF_GRAMMARS.split(' ').filter_map(|name| all.find_subcommand(name));
    let commands: Vec<_> = commands
        .enumerate()
        .map(|(at, command)| {
            let texts = [command.get_long_about(), command.get_after_help()];
            let [about, examples] = texts.map(|text| text.map(renamed));
            let command = about.into_iter().fold(command.clone(), clap::Command::long_about);
            let command = examples.into_iter().fold(command, clap::Command::after_help);
            command.display_order(at)
        })
        .collect();
    // The global options are listed after the commands.
    let options = all.get_arguments().zip(commands.len()..).map(|(option, at)| {
        option.clone().display_order(at).hide(option.get_id() == "show_passwords")
    });
    clap::Command::new("grammar-audit")
        .version(env!("CARGO_PKG_VERSION"))
        .max_term_width(100)
        .about("Decides whether grammars and patterns accept the same strings")
        .long_about(GRAMMARS)
        .after_help(GRAMMAR_EXAMPLES)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .args(options)
        .subcommands(commands)
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Parse(parse::Args),
    Check(check::Args),
    Resolve(resolve::Args),
    Relativize(relativize::Args),
    Normalize(normalize::Args),
    Edit(edit::Args),
    Convert(convert::Args),
    Compare(compare::Args),
    Editions(editions::Args),
    Diff(diff::Args),
    Differ(differ::Args),
    Changes(changes::Args),
    Lint(lint::Args),
    Extract(extract::Args),
    Get(get::Args),
    Unique(unique::Args),
    Audit(audit::Args),
    Abnf(abnf::Args),
    Explain(explain::Args),
    Relation(relation::Args),
    Schema(schema::Args),
    Export(export::Args),
    Requirements(requirements::Args),
    Errata(errata::Args),
    Testgen(testgen::Args),
    Conform(conform::Args),
    Sample(sample::Args),
    Template(template::Args),
    Completions(man::CompletionsArgs),
    Man(man::Args),
}

impl Command {
    pub(crate) fn run(&'static self, program: Program, out: &mut Output) -> Result<Outcome, Stop> {
        match self {
            Self::Parse(args) => parse::run(args, out),
            Self::Check(args) => check::run(args, out),
            Self::Resolve(args) => resolve::run(args, out),
            Self::Relativize(args) => relativize::run(args, out),
            Self::Normalize(args) => normalize::run(args, out),
            Self::Edit(args) => edit::run(args, out),
            Self::Convert(args) => convert::run(args, out),
            Self::Compare(args) => compare::run(args, out),
            Self::Editions(args) => editions::run(args, out),
            Self::Diff(args) => diff::run(args, out),
            Self::Differ(args) => differ::run(args, out),
            Self::Changes(args) => changes::run(args, out),
            Self::Lint(args) => lint::run(args, out),
            Self::Extract(args) => extract::run(args, out),
            Self::Get(args) => get::run(args, out),
            Self::Unique(args) => unique::run(args, out),
            Self::Audit(args) => audit::run(args, out),
            Self::Abnf(args) => abnf::run(args, out),
            Self::Explain(args) => explain::run(args, out),
            Self::Relation(args) => relation::run(args, out),
            Self::Schema(args) => schema::run(args, out),
            Self::Export(args) => export::run(args, out),
            Self::Requirements(args) => requirements::run(args, out),
            Self::Errata(args) => errata::run(args, out),
            Self::Testgen(args) => testgen::run(args, out),
            Self::Conform(args) => conform::run(args, out),
            Self::Sample(args) => sample::run(args, out),
            Self::Template(args) => template::run(args, out),
            Self::Completions(args) => man::completions(args, &mut program.command(), out),
            Self::Man(args) => man::run(args, program.command(), out),
        }
    }
}
