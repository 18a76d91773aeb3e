//! urispec and its peers, measured side by side on the same strings.
//!
//! In: corpora of real strings, if they are at hand, and generated strings. Out: a table of ratios (the time of urispec
//! divided by that of a peer), and whether the targets are reached. What is forgotten is the absolute time: it is printed,
//! but only the ratios are also true on another machine.
//!
//! A library that rejects a string seems fast on it. So a row keeps only the strings that all of its contenders accept,
//! and says how many these are.

mod answers;
mod automaton;
mod inputs;
mod measure;
mod peers;
mod report;
mod tasks;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use clap::builder::PossibleValuesParser;

pub use self::answers::answer;

/// A list of what some function makes of each library.
macro_rules! each {
    ($of:ident, $($peer:ident),*) => { [$($of::<$peer>()),*] };
}
pub(crate) use each;

/// Measures urispec and its peers on the same strings, and prints the time of urispec divided by theirs.
///
/// Less is better. Every round runs all libraries of a row, in an order that changes from round to
/// round. A ratio is the median of the rounds' ratios, and a time is the median of the rounds' times.
///
/// `cargo run --release` measures the fastest build, with all crates optimized as one. With `cargo run
/// --profile plain` it is the build that cargo makes where nobody asks for more.
#[derive(Parser)]
#[command(name = "urispec-bench")]
struct Args {
    /// Measure only this task; may be repeated.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(tasks::ALL.map(|task| task.name)))]
    task: Vec<String>,
    /// How many rounds [default: 9; with --quick 3].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Use few strings and short rounds: shows that the program runs, and measures nothing.
    #[arg(long)]
    quick: bool,
    /// Print one JSON object for each row and each target.
    #[arg(long)]
    json: bool,
}

/// Prints the table of ratios.
pub fn compare() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that closes the pipe has read enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> std::io::Result<()> {
    let rounds = args.rounds.unwrap_or(if args.quick { 3 } else { 9 });
    let turn = Duration::from_millis(if args.quick { 2 } else { 20 });
    let plan = measure::Plan { rounds: rounds as usize, turn };
    let inputs = inputs::Inputs::load(if args.quick { 2_000 } else { usize::MAX })?;
    if cfg!(debug_assertions) {
        eprintln!(
            "warning: not optimized; the table is for `cargo run --release -p urispec-bench`"
        );
    }
    let mut out = std::io::stdout().lock();
    if !args.json {
        let about = match inputs.corpus {
            Some(_) => "web, file and hrefs are real strings; the others are generated",
            None => {
                "all strings are generated, for want of a corpus (URISPEC_SHARED names its directory)"
            }
        };
        writeln!(out, "{about}, {rounds} rounds\n")?;
    }
    let is_wanted = |name| args.task.is_empty() || args.task.iter().any(|wanted| wanted == name);
    let mut rows = Vec::new();
    for task in tasks::ALL.iter().filter(|task| is_wanted(task.name)) {
        let new = task.rows(&inputs, plan);
        if args.json {
            new.iter().try_for_each(|row| writeln!(out, "{}", row.json()))?;
        } else {
            writeln!(out, "{}", report::text(task, &new))?;
        }
        rows.extend(new);
    }
    let verdicts = report::verdicts(&rows);
    if args.json {
        verdicts.iter().try_for_each(|verdict| writeln!(out, "{}", verdict.json()))
    } else if verdicts.is_empty() {
        Ok(())
    } else {
        write!(out, "{}", report::table(&verdicts))
    }
}
