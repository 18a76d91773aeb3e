//! The command line, as clap reads it.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, ValueHint};
use urispec::{Edition, Rung};

use crate::password::veiled;
use crate::terminal::Escaped;
use crate::{audit, diff, editions, extract, help, input, lint, requirements, sample, testgen};

/// The URI specifications, executable
#[derive(Parser)]
#[command(name = "urispec", version, max_term_width = 100, long_about = help::PROGRAM)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,
    /// Show passwords, which text for people leaves out (RFC 3986, 3.2.1)
    #[arg(long, global = true, long_help = help::SHOW_PASSWORDS)]
    pub(crate) show_passwords: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show the components and the parse tree
    #[command(long_about = help::PARSE, after_help = help::PARSE_EXAMPLES)]
    Parse(Parse),
    /// Say what is valid, and why the rest is not
    #[command(long_about = help::CHECK, after_help = help::CHECK_EXAMPLES)]
    Check(Check),
    /// Resolve references against a base
    #[command(long_about = help::RESOLVE, after_help = help::RESOLVE_EXAMPLES)]
    #[command(override_usage = help::RESOLVE_USAGE)]
    Resolve(Resolve),
    /// Find the shortest reference from a base to a URI
    #[command(long_about = help::RELATIVIZE, after_help = help::RELATIVIZE_EXAMPLES)]
    Relativize(Relativize),
    /// Bring references into their normal form
    #[command(long_about = help::NORMALIZE, after_help = help::NORMALIZE_EXAMPLES)]
    Normalize(Normalize),
    /// Find the rung of the comparison ladder at which two references are equivalent
    #[command(long_about = help::COMPARE, after_help = help::COMPARE_EXAMPLES)]
    #[command(override_usage = help::COMPARE_USAGE)]
    Compare(Compare),
    /// Ask all editions about a string, and show what they do not agree on
    #[command(long_about = editions::args::ABOUT, after_help = editions::args::EXAMPLES)]
    Editions(editions::Editions),
    /// Decide where two editions differ
    #[command(long_about = diff::args::ABOUT, after_help = diff::args::EXAMPLES)]
    Diff(diff::Diff),
    /// Say what is valid and yet unwise
    #[command(long_about = lint::args::LINT, after_help = lint::args::EXAMPLES)]
    Lint(lint::args::Lint),
    /// Find the URIs in plain text
    #[command(long_about = extract::EXTRACT, after_help = extract::EXAMPLES)]
    Extract(extract::Extract),
    /// Decide whether a grammar is what its document prints
    #[command(long_about = audit::help::ABOUT, after_help = audit::help::EXAMPLES)]
    #[command(override_usage = audit::help::USAGE)]
    Audit(audit::args::Audit),
    /// Show a production with everything that is known of it
    #[command(long_about = help::EXPLAIN, after_help = help::EXPLAIN_EXAMPLES)]
    Explain(Explain),
    /// Show the sentences of a document, and where each is held
    #[command(long_about = requirements::HELP, after_help = requirements::EXAMPLES)]
    Requirements(requirements::Args),
    /// Make the strings that tell a parser of a production from every other
    #[command(long_about = testgen::HELP, after_help = testgen::EXAMPLES)]
    Testgen(testgen::Testgen),
    /// Make random members of a production's language, or strings that almost are some
    #[command(long_about = sample::HELP, after_help = sample::EXAMPLES)]
    Sample(sample::Sample),
    /// Print the completions for a shell
    #[command(after_help = help::COMPLETIONS_EXAMPLES)]
    Completions(Completions),
}

pub(crate) fn editions() -> impl TypedValueParser<Value = Edition> {
    PossibleValuesParser::new(Edition::ALL.iter().map(|edition| edition.id()))
        .try_map(|id| id.parse::<Edition>())
}

/// What every command that reads references takes.
#[derive(Args)]
pub(crate) struct Common {
    /// Read more, one per line, from FILE (`-` is standard input); may be repeated
    #[arg(short, long = "file", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(long_help = help::FILE)]
    pub(crate) files: Vec<PathBuf>,
    /// The document to go by
    #[arg(long, value_name = "ID", default_value = Edition::default().id())]
    #[arg(value_parser = editions())]
    pub(crate) edition: Edition,
    /// Print one JSON object per line for each input
    #[arg(short, long, long_help = help::JSON)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Parse {
    /// Strings to parse
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    pub(crate) strings: Vec<OsString>,
    #[command(flatten)]
    pub(crate) common: Common,
    /// The production to parse by, spelled as the document prints it [default: the edition's first
    /// for whole strings, such as URI-reference]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
}

#[derive(Args)]
pub(crate) struct Check {
    /// Strings to check
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    pub(crate) strings: Vec<OsString>,
    #[command(flatten)]
    pub(crate) common: Common,
    /// The production to check by, spelled as the document prints it [default: the edition's first
    /// for whole strings, such as URI-reference]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// Print a line for each valid input too
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Print only how many are valid and how many are not
    #[arg(short, long, conflicts_with_all = ["json", "verbose"])]
    pub(crate) count: bool,
    /// Print nothing about the input: the exit code says all
    #[arg(short, long, conflicts_with_all = ["json", "verbose", "count"])]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct Resolve {
    /// References to resolve
    #[arg(value_name = "REF", value_hint = ValueHint::Url, requires = "base")]
    pub(crate) references: Vec<OsString>,
    /// The URI to resolve against; without it, lines of a FILE are a base, a tab and a reference
    #[arg(short, long, value_name = "URI", value_hint = ValueHint::Url)]
    #[arg(long_help = help::BASE)]
    pub(crate) base: Option<OsString>,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Print the steps of the document's algorithm in its own words, then the target
    #[arg(long, conflicts_with = "json")]
    pub(crate) trace: bool,
    /// Ignore the scheme of a reference if it is the base's (RFC 3986, 5.2.2)
    #[arg(long, long_help = help::NON_STRICT)]
    pub(crate) non_strict: bool,
    /// Write `/.` before a path that would be read as an authority (RFC 3986, 3.3)
    #[arg(long, long_help = help::GUARD_PATH)]
    pub(crate) guard_path: bool,
    /// What to do with `..` above the root, in an edition that leaves the choice (rfc2396 5.2, 6g;
    /// rfc2396bis-01 5.2, 7)
    #[arg(long, value_name = "HOW", default_value = "keep")]
    pub(crate) above_root: AboveRoot,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum AboveRoot {
    /// Leave it in the path, with a warning
    Keep,
    /// Take it out
    Remove,
    /// Refuse the reference
    Refuse,
}

impl From<AboveRoot> for urispec::AboveRoot {
    fn from(how: AboveRoot) -> Self {
        match how {
            AboveRoot::Keep => Self::Keep,
            AboveRoot::Remove => Self::Remove,
            AboveRoot::Refuse => Self::Refuse,
        }
    }
}

#[derive(Args)]
pub(crate) struct Relativize {
    /// URIs to find references to
    #[arg(value_name = "URI", value_hint = ValueHint::Url)]
    pub(crate) targets: Vec<OsString>,
    /// The URI that the references are to be resolved against
    #[arg(short, long, value_name = "URI", value_hint = ValueHint::Url)]
    pub(crate) base: OsString,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// How far to climb the ladder of section 6.2.
#[derive(Args)]
pub(crate) struct Ladder {
    /// The highest rung to climb to: string, case, percent-encoding, path-segments, scheme or
    /// protocol
    #[arg(long, value_name = "RUNG", hide_possible_values = true, long_help = help::TO)]
    #[arg(value_parser = PossibleValuesParser::new(Rung::ALL.map(Rung::name))
        .try_map(|name| name.parse::<Rung>()))]
    pub(crate) to: Option<Rung>,
    /// A redirect that you know, for the rung `protocol` (RFC 3986, 6.2.4); may be repeated
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], value_hint = ValueHint::Url)]
    pub(crate) redirect: Vec<OsString>,
    /// The URI to resolve every reference against first (RFC 3986, 5.2.1)
    #[arg(short, long, value_name = "URI", value_hint = ValueHint::Url)]
    #[arg(long_help = help::BASE_FIRST)]
    pub(crate) base: Option<OsString>,
}

#[derive(Args)]
pub(crate) struct Normalize {
    /// References to normalize
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    pub(crate) strings: Vec<OsString>,
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) ladder: Ladder,
    /// Normalize by the letter, also where it makes another reference (RFC 3986, 6.2.2.3 and 2.3)
    #[arg(long, long_help = help::LETTER)]
    pub(crate) letter: bool,
    /// List each change below the normal form, with the section that licenses it
    #[arg(short, long)]
    pub(crate) explain: bool,
}

#[derive(Args)]
pub(crate) struct Compare {
    /// A reference
    #[arg(value_hint = ValueHint::Url, requires = "b")]
    pub(crate) a: Option<OsString>,
    /// Another to compare it with
    #[arg(value_hint = ValueHint::Url)]
    pub(crate) b: Option<OsString>,
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) ladder: Ladder,
    /// Leave fragments out of the comparison (RFC 3986, 6.1)
    #[arg(long, long_help = help::IGNORE_FRAGMENT)]
    pub(crate) ignore_fragment: bool,
}

#[derive(Args)]
pub(crate) struct Explain {
    /// Productions, spelled as the document prints them
    #[arg(value_name = "NAME", required = true)]
    pub(crate) names: Vec<String>,
    /// The document to go by
    #[arg(long, value_name = "ID", default_value = Edition::default().id())]
    #[arg(value_parser = editions())]
    pub(crate) edition: Edition,
    /// Print one JSON object per line for each production
    #[arg(short, long, long_help = help::EXPLAIN_JSON)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

impl Parse {
    pub(crate) fn rule(&self) -> Result<&'static str, clap::Error> {
        rule("parse", self.common.edition, self.rule.as_deref())
    }
}

impl Check {
    pub(crate) fn rule(&self) -> Result<&'static str, clap::Error> {
        rule("check", self.common.edition, self.rule.as_deref())
    }
}

/// The production of that name, or the edition's default. Which names there are depends on the
/// edition, so clap can only be asked once that is known.
pub(crate) fn rule(
    command: &str,
    edition: Edition,
    name: Option<&str>,
) -> Result<&'static str, clap::Error> {
    let Some(name) = name else { return Ok(edition.whole_rules()[0]) };
    if let Ok(production) = edition.production(name) {
        return Ok(production.rule());
    }
    let names = edition.grammars().iter().flat_map(|grammar| grammar.productions());
    Err(unknown(command, "rule", names.map(|production| production.name), name))
}

/// That an argument is none of the names that there are: all of them, and which are near.
pub(crate) fn unknown<'n>(
    command: &str,
    argument: &str,
    names: impl Iterator<Item = &'n str>,
    given: &str,
) -> clap::Error {
    let shown = |name: &str| Escaped(veiled(name).as_bytes()).to_string();
    let names = PossibleValuesParser::new(names.map(|name| PossibleValue::new(shown(name))));
    let command = subcommand(command);
    let argument = command.get_arguments().find(|known| known.get_id() == argument);
    let refused = names.parse_ref(&command, argument, shown(given).as_ref());
    refused.err().unwrap_or_else(|| clap::Error::new(ErrorKind::InvalidValue))
}

/// Refuses to run without input, or with standard input twice. Standard input is only read where it
/// is asked for: a program that waits for it in silence looks like one that hangs.
pub(crate) fn some_input(
    command: &str,
    arguments: &[OsString],
    files: &[PathBuf],
) -> Result<(), clap::Error> {
    if files.iter().filter(|file| input::is_stdin(file)).count() > 1 {
        let message = "standard input can be read only once: give `-f -` once";
        return Err(usage(command, ErrorKind::ArgumentConflict, message));
    }
    if !arguments.is_empty() || !files.is_empty() {
        return Ok(());
    }
    let message = "no input: give arguments, or `-f FILE` to read lines from a file, \
                   or `-f -` to read them from standard input";
    Err(usage(command, ErrorKind::MissingRequiredArgument, message))
}

/// An error about the arguments of a command, in clap's own layout.
pub(crate) fn usage(command: &str, kind: ErrorKind, message: &str) -> clap::Error {
    subcommand(command).error(kind, Escaped(message.as_bytes()))
}

fn subcommand(name: &str) -> clap::Command {
    let mut program = Cli::command();
    program.build();
    let found = program.find_subcommand(name).cloned();
    found.unwrap_or(program)
}
