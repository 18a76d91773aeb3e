//! `urispec testgen`: the suite of a production, as JSON.
//!
//! In: the name of a production. Out: a line for each string of its [suite](urispec::suite), with
//! what a parser should say of it.

use std::io;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use urispec::Recognizer;
use urispec::suite::{ByteCase, ByteSuite, Case, Suite};

use crate::counted::{counted, grouped};
use crate::grammar::{Given, Language, record};
use crate::options::Document;
use crate::origin::{Name, is_stdin};
use crate::outcome::{Outcome, Stop};
use crate::output::Output;
use crate::whole_file::WholeFile;
use crate::{case, names};

const HELP: &str = "\
Make the strings that tell a right parser of a production from every wrong one: the conformance \
suite of the production. The suite is made by Chow's W-method, with identifiers of its own for \
each state (HSI).

Right verdicts on all strings mean that the parser accepts exactly the language of the \
production, on two conditions. First, the parser behaves like an automaton of at most n+K states, \
where n is the number of states of the production's minimal automaton, and --extra gives K. \
Second, the parser treats the bytes of a class alike. Two bytes are of one class if the grammar \
never tells them apart; the bytes above 127 are one more class, and é stands for them. With \
--every-ascii, each ASCII character is a class of its own.

Right verdicts do not mean that the parser finds the right components; but the suite has the \
components of each valid string, to compare. The suite says nothing of a parser with more states, \
such as one that limits the length of something.

Prints one JSON object per line: `schema`, `edition`, `rule`, `input`, `valid`. If the production \
stands for a whole reference, a valid string has `components`, as in `urispec parse --json`. An \
invalid string has `offset`: that of the first byte after which no string of the language \
continues, or the length of the string if it only ends too early. The order is always the same.

With --grammar, the production is one of your own grammar, and `grammar` stands in place of `edition`. \
Its letters are characters if all members are UTF-8: one for each class of characters that the language \
never tells apart, and never one for characters both in ASCII and above. If a member is not UTF-8, the \
letters are bytes. A string that is not UTF-8 stands in `input_hex`, in hexadecimal digits, and not in \
`input`. `offset` is then that of the first letter after which no string of the language continues.

Exit codes: 0, the suite is written; 2, wrong usage, or the suite cannot be written, or the production \
of --grammar has no automaton or too large a one.";

const EXAMPLES: &str = "\
Examples:
  $ urispec testgen --rule dec-octet | grep -m 2 25
  {\"schema\":1,\"edition\":\"rfc3986\",\"rule\":\"dec-octet\",\"input\":\"25\",\"valid\":true}
  {\"schema\":1,\"edition\":\"rfc3986\",\"rule\":\"dec-octet\",\"input\":\"250\",\"valid\":true}
  $ urispec testgen -o /dev/null 2>&1
  /dev/null: 41,849 strings, of which 4,728 are valid, for up to 183 states
  $ urispec testgen --rule path-empty --extra 1 | grep -c '\"valid\":false'
  1176
  $ urispec testgen --grammar grammar/rfc2396.bnf --rule port | grep -c '\"valid\":true'
  2";

const EXTRA: &str = "\
How many states the parser may have above those of the minimal automaton. Each extra state makes \
the suite about twenty times larger: as many times as there are classes of bytes.";

const OUTPUT: &str = "\
Write to FILE (`-` is standard output), and say on stderr how many strings there are. FILE is \
replaced when all strings are written, and keeps its permissions. If anything goes wrong, or the \
run is killed before that, FILE is not touched, and no other file is left. If FILE is a symbolic \
link, the file that it leads to is written.";

/// Make the strings that tell a right parser of a production from every wrong one
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    document: Document,
    /// The production to test, with the name that the document prints [default: the edition's first
    /// production for whole strings, such as URI-reference]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    #[command(flatten)]
    given: Given,
    /// How many states the parser may have above those of the minimal automaton
    #[arg(long, value_name = "K", default_value_t = 0, long_help = EXTRA)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=9))]
    extra: u8,
    /// Take each ASCII character as a class of its own
    #[arg(long)]
    every_ascii: bool,
    /// Write to FILE instead of standard output, all strings or none
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = OUTPUT)]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let extra = usize::from(args.extra);
    if args.given.is_given() {
        let Some(language) = args.given.language(args.rule.as_deref(), out)? else {
            return Ok(Outcome::Trouble);
        };
        let suite = ByteSuite::of(language.acceptor.clone()).map(|suite| suite.extra(extra));
        let suite = if args.every_ascii { suite.and_then(ByteSuite::every_ascii) } else { suite };
        return match suite {
            Ok(suite) => write(args, &MadeSuite::Grammar(&language, &suite), out),
            Err(error) => Ok(out.refuse(&format!("--rule {}: {error}", language.rule))?),
        };
    }
    let production = names::production(args.document.edition, args.rule.as_deref())?;
    let suite = Suite::of(production).extra(extra);
    let suite = if args.every_ascii { suite.every_ascii() } else { suite };
    write(args, &MadeSuite::Edition(production, &suite), out)
}

/// A suite, and what it is of.
enum MadeSuite<'m> {
    Edition(Recognizer, &'m Suite),
    Grammar(&'m Language, &'m ByteSuite),
}

/// A string of a suite.
enum MadeString<'m> {
    Edition(Recognizer, Case),
    Grammar(&'m Language, ByteCase),
}

impl MadeSuite<'_> {
    fn states(&self) -> usize {
        match self {
            Self::Edition(_, suite) => suite.states(),
            Self::Grammar(_, suite) => suite.states(),
        }
    }

    fn cases(&self) -> Box<dyn Iterator<Item = MadeString<'_>> + '_> {
        match *self {
            Self::Edition(production, suite) => {
                Box::new(suite.cases().map(move |case| MadeString::Edition(production, case)))
            }
            Self::Grammar(language, suite) => {
                Box::new(suite.cases().map(move |case| MadeString::Grammar(language, case)))
            }
        }
    }
}

impl MadeString<'_> {
    fn is_valid(&self) -> bool {
        match self {
            Self::Edition(_, case) => case.is_valid(),
            Self::Grammar(_, case) => case.offset.is_none(),
        }
    }

    fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        match self {
            Self::Edition(production, case) => case::write(*production, case, out),
            Self::Grammar(language, ByteCase { input, offset, .. }) => record(language)
                .witness("input", Some(input))
                .with("valid", offset.is_none())
                .with("offset", offset)
                .print(out),
        }
    }
}

/// Writes a suite to where the arguments say.
fn write(args: &Args, suite: &MadeSuite<'_>, out: &mut Output) -> Result<Outcome, Stop> {
    let Some(path) = args.output.as_deref().filter(|path| !is_stdin(path)) else {
        for made in suite.cases() {
            made.write(out)?;
            out.end_record()?;
        }
        return Ok(Outcome::Yes);
    };
    match write_file(suite, path) {
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
fn write_file(suite: &MadeSuite<'_>, path: &Path) -> io::Result<(u64, u64)> {
    let mut file = WholeFile::at(path)?;
    let mut counts = (0, 0);
    for made in suite.cases() {
        made.write(&mut file)?;
        counts.0 += 1;
        counts.1 += u64::from(made.is_valid());
    }
    file.finish()?;
    Ok(counts)
}
