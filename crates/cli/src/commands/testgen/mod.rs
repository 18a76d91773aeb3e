//! `urispec testgen`: the suite of a production, or of an edition's resolution or normalization, as JSON; and
//! strings that [confuse] two readers.
//!
//! In: the name of a production, or of an edition. Out: a line for each string of the
//! [suite](urispec_compare::suite), with what a parser should say of it.

use std::path::PathBuf;

use clap::ValueHint;
use urispec_compare::suite::{ByteSuite, Suite};

use crate::grammar::{Decided, Subject};
use crate::output::Output;
use crate::output::origin::{Name, is_stdin};
use crate::output::outcome::{Outcome, Stop};
use crate::output::usage::Usage;
use crate::output::whole_file::WholeFile;
use crate::peer::asking::Asking;
use crate::peer::{listing, panel};

mod confuse;
mod formats;
mod given_suite;
mod help;
mod made;
mod mutants;
mod operations;
mod sources;

use formats::Format;
use made::MadeSuite;

/// Make the strings that tell a right parser of a production from wrong ones
#[derive(clap::Args)]
#[command(long_about = help::HELP, after_help = help::EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    subject: Subject,
    /// How many states the parser may have above those of the minimal automaton
    #[arg(long, value_name = "K", default_value_t = 0, long_help = help::EXTRA)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=9))]
    extra: u8,
    /// Take each ASCII character as a letter
    #[arg(long)]
    every_ascii: bool,
    /// Make the suite of the edition's resolution
    #[arg(long = "resolution", alias = "resolve", long_help = help::RESOLVE)]
    #[arg(conflicts_with_all = ["rule", "bnf", "extra", "every_ascii", "normalize"])]
    resolve: bool,
    /// Make the suite of the edition's normalization
    #[arg(long = "normalization", alias = "normalize", long_help = help::NORMALIZE)]
    #[arg(conflicts_with_all = ["rule", "bnf", "extra", "every_ascii"])]
    normalize: bool,
    /// Make few strings that tell every grammar, or algorithm, that is wrong in one point
    #[arg(long, conflicts_with_all = ["extra", "every_ascii"])]
    mutants: bool,
    /// With --mutants: make rows that tell mistakes of comparison
    #[arg(long = "comparison", requires = "mutants")]
    #[arg(conflicts_with_all = ["rule", "bnf", "resolve", "normalize", "split"])]
    compare: bool,
    /// With --mutants: make rows that tell mistakes of splitting a reference into components
    #[arg(long = "splitting", requires = "mutants")]
    #[arg(conflicts_with_all = ["rule", "bnf", "resolve", "normalize"])]
    split: bool,
    /// With --mutants: what the strings should look like
    #[arg(long, value_name = "STR", requires = "mutants")]
    like: Vec<String>,
    /// With --mutants: how the suite is written
    #[arg(
        long = "as",
        value_enum,
        value_name = "FORMAT",
        requires = "mutants",
        ignore_case = true
    )]
    #[arg(default_value = "jsonl")]
    format: Format,
    /// With --mutants: list the mutants, and what tells each of them
    #[arg(long, requires = "mutants", conflicts_with_all = ["format", "score"])]
    list: bool,
    /// With --mutants: measure a suite of somebody else, and write the strings that it lacks
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "mutants")]
    #[arg(conflicts_with = "output")]
    score: Option<PathBuf>,
    /// Make strings in which one reader may find the host GOOD, and another the host EVIL
    #[arg(long, value_names = ["GOOD", "EVIL"], num_args = 2, long_help = help::CONFUSE)]
    #[arg(conflicts_with_all = [
        "rule", "bnf", "extra", "every_ascii", "resolve", "normalize", "mutants", "compare", "split", "like",
        "format", "list", "score",
    ])]
    confuse: Vec<String>,
    /// With --confuse: make only strings that lead these readers to different hosts; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "confuse")]
    between: Vec<String>,
    /// Ask this program too; may be repeated
    #[arg(long = "peer", value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    #[arg(requires = "confuse")]
    commands: Vec<String>,
    #[command(flatten)]
    asking: Asking,
    /// With --confuse: say below each string which reader goes where, and why
    #[arg(long, requires = "confuse", conflicts_with = "json")]
    why: bool,
    /// Print one JSON object per line for each string
    #[arg(short, long, long_help = help::JSON, conflicts_with = "format")]
    json: bool,
    /// Write to FILE instead of standard output, all strings or none
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = help::OUTPUT)]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.asking.list_peers {
        let outcome = listing::show(&args.asking, args.json, out)?;
        out.note(format_args!("{}\n", panel::own_readers()))?;
        return Ok(outcome);
    }
    if let [good, evil] = &args.confuse[..] {
        return confuse::run((good, evil), args, out);
    }
    if args.asking.peers.is_some() {
        return Err(Usage::new("--peers is about the readers of --confuse").into());
    }
    if args.mutants {
        return match operations::asked(args) {
            Some(operation) => operations::run(operation, args, out),
            None => mutants::run(args, out),
        };
    }
    let extra = usize::from(args.extra);
    let edition = args.subject.edition();
    if args.resolve {
        return write(args, &MadeSuite::Resolution(edition), out);
    }
    if args.normalize {
        return write(args, &MadeSuite::Normalization(edition), out);
    }
    match args.subject.decided(out)? {
        None => Ok(Outcome::Trouble),
        Some(Decided::Edition(production)) => {
            let suite = Suite::new(production).extra(extra);
            let suite = if args.every_ascii { suite.every_ascii() } else { suite };
            write(args, &MadeSuite::Edition(production, &suite), out)
        }
        Some(Decided::Grammar(language)) => {
            let suite = ByteSuite::new(language.acceptor.clone()).map(|suite| suite.extra(extra));
            let suite =
                if args.every_ascii { suite.and_then(ByteSuite::every_ascii) } else { suite };
            match suite {
                Ok(suite) => write(args, &MadeSuite::Grammar(&language, &suite), out),
                Err(error) => Ok(out.refuse(&format!("--rule {}: {error}", language.rule))?),
            }
        }
    }
}

/// Writes a suite to where the arguments say.
fn write(args: &Args, suite: &MadeSuite<'_>, out: &mut Output) -> Result<Outcome, Stop> {
    let strings = match suite.strings() {
        Ok(strings) => strings,
        Err(error) => return Ok(out.refuse(&format!("--resolution: {error}"))?),
    };
    let Some(path) = args.output.as_deref().filter(|path| !is_stdin(path)) else {
        for made in strings {
            made.write(out)?;
            out.end_record()?;
        }
        return Ok(Outcome::Yes);
    };
    // How many strings there are, and how many of them the summary counts apart.
    let written = WholeFile::written(path, |file| {
        let mut counts = (0, 0);
        for made in strings {
            made.write(file)?;
            counts.0 += 1;
            counts.1 += u64::from(made.counts());
        }
        Ok(counts)
    });
    match written {
        Ok((strings, counting)) => {
            let summary = suite.summary(strings, counting, args.extra);
            out.note(format_args!("{}: {summary}\n", Name(path, out.passwords)))?;
            Ok(Outcome::Yes)
        }
        Err(error) => {
            Ok(out.refuse(&format!("cannot write {}: {error}", Name(path, out.passwords)))?)
        }
    }
}
