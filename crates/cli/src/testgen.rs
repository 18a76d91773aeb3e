//! `urispec testgen`: the suite of a production, as JSON.
//!
//! In: the name of a production. Out: a line for each string of its [suite](urispec::suite), with
//! what a parser should say of it.

use std::io;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use urispec::Recognizer;
use urispec::suite::Suite;

use crate::counted::counted;
use crate::options::Document;
use crate::origin::{Name, is_stdin};
use crate::outcome::{Outcome, Stop};
use crate::output::Output;
use crate::progress::grouped;
use crate::whole_file::WholeFile;
use crate::{case, names};

const HELP: &str = "\
Make the strings that tell a parser of a production from every other: its conformance suite, by \
Chow's W-method with state identifiers of its own for each state (HSI).

If the parser behaves like an automaton of at most n+K states, where n is the number of states of \
the production's minimal automaton and K that of --extra, and if it treats the bytes of a class \
alike, then right verdicts on all of the strings mean that it accepts exactly the language of the \
production. Two bytes are of one class if the grammar never tells them apart; those above 127 are \
another, and é stands for them. With --every-ascii nothing is assumed of classes of ASCII.

It does not mean that the parser finds the right components, though those of each valid string are \
there to compare; nor is anything said of a parser with more states than that, as one that limits \
the length of something may be.

Prints one JSON object per line: `schema`, `edition`, `rule`, `input`, `valid`; `components` of a \
valid string, as `urispec parse --json` has them, where the production stands for a whole reference; \
`offset` of an invalid one, that of the first byte after which no string of the language goes on, or \
the length of a string that only ends too early. The order is always the same.

Exit codes: 0, the suite is written; 2, wrong usage, or it cannot be written.";

const EXAMPLES: &str = "\
Examples:
  $ urispec testgen --rule dec-octet | grep -m 2 25
  {\"schema\":1,\"edition\":\"rfc3986\",\"rule\":\"dec-octet\",\"input\":\"25\",\"valid\":true}
  {\"schema\":1,\"edition\":\"rfc3986\",\"rule\":\"dec-octet\",\"input\":\"250\",\"valid\":true}
  $ urispec testgen -o /dev/null 2>&1
  /dev/null: 41,849 strings, of which 4,728 are valid, for up to 183 states
  $ urispec testgen --rule path-empty --extra 1 | grep -c '\"valid\":false'
  1176";

const EXTRA: &str = "\
How many states more than the minimal automaton the parser may have. Each makes the suite larger by \
as many times as there are classes of bytes, about twenty.";

const OUTPUT: &str = "\
Write to FILE instead (`-` is standard output), and say on stderr how many strings there are. FILE is \
replaced when all are written, and keeps its permissions; if anything goes wrong, or the run is \
killed before that, FILE is not touched and nothing is left beside it. Of a symbolic link, what it \
leads to is written.";

/// Make the strings that tell a parser of a production from every other
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    document: Document,
    /// The production to test, by the name that the document prints [default: the edition's first for
    /// whole strings, such as URI-reference]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// How many states more than the minimal automaton the parser may have
    #[arg(long, value_name = "K", default_value_t = 0, long_help = EXTRA)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=9))]
    extra: u8,
    /// Take every ASCII character for a class of its own
    #[arg(long)]
    every_ascii: bool,
    /// Write to FILE instead, all or nothing
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = OUTPUT)]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let production = names::production(args.document.edition, args.rule.as_deref())?;
    let suite = Suite::of(production).extra(args.extra.into());
    let suite = if args.every_ascii { suite.every_ascii() } else { suite };
    let Some(path) = args.output.as_deref().filter(|path| !is_stdin(path)) else {
        for made in suite.cases() {
            case::write(production, &made, out)?;
            out.end_record()?;
        }
        return Ok(Outcome::Yes);
    };
    match write_file(production, &suite, path) {
        Ok((strings, valid)) => {
            let states = suite.states() as u64 + u64::from(args.extra);
            let [strings, states] =
                [(strings, "string"), (states, "state")].map(|(count, noun)| counted(count, noun));
            let are = if valid == 1 { "is" } else { "are" };
            out.note(format_args!(
                "{}: {strings}, of which {} {are} valid, for up to {states}\n",
                Name(path),
                grouped(valid)
            ))?;
            Ok(Outcome::Yes)
        }
        Err(error) => Ok(out.refuse(&format!("cannot write {}: {error}", Name(path)))?),
    }
}

/// Gives back how many strings there are, and how many are valid.
fn write_file(production: Recognizer, suite: &Suite, path: &Path) -> io::Result<(u64, u64)> {
    let mut file = WholeFile::at(path)?;
    let mut counts = (0, 0);
    for made in suite.cases() {
        case::write(production, &made, &mut file)?;
        counts.0 += 1;
        counts.1 += u64::from(made.is_valid());
    }
    file.finish()?;
    Ok(counts)
}
