//! Measures urispec and its peers on the same strings, and prints ratios: the time of urispec divided by a peer's time.
//! Absolute times are printed too, but only ratios carry over to other machines.
//!
//! A library that rejects a string early seems fast. A row therefore has only the strings that all its contenders accept.

mod answers;
mod automaton;
mod inputs;
mod measure;
mod peers;
mod report;
mod tasks;
mod urls;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use clap::builder::PossibleValuesParser;

pub use self::answers::answer;

/// Measures urispec and its peers on the same strings, and prints the time of urispec divided by theirs.
///
/// Less is better. Every round runs all libraries of a row, in an order that changes from round to round. A ratio is the
/// median of the rounds' ratios, and a time is the median of the rounds' times.
///
/// `cargo run --release` measures the fastest build, with all crates optimized as one; `cargo run --profile plain` measures
/// cargo's default release build.
#[derive(Parser)]
#[command(name = "urispec-bench")]
struct Args {
    /// Measure only this task; may be repeated.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(tasks::ALL.map(|task| task.name)))]
    task: Vec<String>,
    /// The number of rounds [default: 9; with --quick 3].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Use few strings and short rounds, to show that the program runs; the numbers mean nothing.
    #[arg(long)]
    quick: bool,
    /// Print one JSON object for each row.
    #[arg(long)]
    json: bool,
}

/// Prints the table of ratios.
pub fn compare() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has closed the pipe.
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
            "warning: this build is not optimized; run `cargo run --release -p urispec-bench`"
        );
    }
    let mut out = std::io::stdout().lock();
    if !args.json {
        let about = match inputs.corpus {
            Some(_) => "web, file and hrefs are real strings; the others are generated",
            None => "all strings are generated; URISPEC_SHARED can name a directory with a corpus",
        };
        writeln!(out, "{about}, {rounds} rounds\n")?;
    }
    let is_wanted = |name| args.task.is_empty() || args.task.iter().any(|wanted| wanted == name);
    for task in tasks::ALL.iter().filter(|task| is_wanted(task.name)) {
        let rows = task.rows(&inputs, plan);
        if args.json {
            rows.iter().try_for_each(|row| writeln!(out, "{}", row.json()))?;
        } else {
            writeln!(out, "{}", report::text(task, &rows))?;
        }
    }
    Ok(())
}
