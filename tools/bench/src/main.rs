//! Prints the table of ratios: `cargo run --release -p urispec-bench`, or with `--profile plain`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use urispec_bench::bulk::Bulk;
use urispec_bench::inputs::Inputs;
use urispec_bench::measure::Plan;
use urispec_bench::row::{Row, Task};
use urispec_bench::{dependency, profiles, soak, table, targets, tasks};

/// Measures urispec and its peers on the same strings, and prints the time of urispec divided by theirs.
///
/// Less is better. Every round runs all libraries of a row, in an order that changes from round to
/// round. A ratio is the median of the rounds' ratios, and a time is the median of the rounds' times.
///
/// `cargo run --release` measures the fastest build, with all crates optimized as one. With `cargo run
/// --profile plain` it is the build that cargo makes where nobody asks for more.
#[derive(Parser)]
#[command(name = "urispec-bench", args_conflicts_with_subcommands = true)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Measure only this task; may be repeated.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(tasks::ALL.map(|task| task.name)))]
    task: Vec<String>,
    /// Measure what the libraries cost as a dependency: the time to build a program, and its size.
    ///
    /// Needs cargo, and minutes. A time is the least of the rounds' times. The time of all cores is told on
    /// Linux only; elsewhere the ratio is one of the time that passed.
    #[arg(long, conflicts_with_all = ["task", "quick"])]
    as_dependency: bool,
    /// Run the program `urispec` on a long list: the rate of each command on one core and on all, beside what
    /// people run instead, and whether their hosts are right.
    ///
    /// The list is the strings of the web, ten times, in a file that is removed afterwards.
    #[arg(long, conflicts_with_all = ["task", "as_dependency"])]
    bulk: bool,
    /// Measure by both profiles, and print them side by side: `plain`, then `release`.
    ///
    /// Builds this program twice, which takes minutes. The targets are of the profile `plain`.
    #[arg(long, conflicts_with_all = ["as_dependency", "bulk", "json"])]
    both: bool,
    /// The program that --bulk runs [default: the `urispec` beside this program].
    #[arg(long, value_name = "FILE", requires = "bulk")]
    program: Option<PathBuf>,
    /// How many rounds [default: 9; with --quick, --bulk or --as-dependency 3].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Use few strings and short rounds: shows that the program runs, and measures nothing.
    #[arg(long)]
    quick: bool,
    /// Print one JSON object for each row and each target.
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Ask the scan, the table of the automaton, fluent-uri and oxiri about very many strings, and print
    /// where they do not agree.
    ///
    /// Exit codes: 0, all agree; 1, some do not; 2, wrong usage. A billion strings:
    /// `cargo run --profile plain -p urispec-bench -- soak --strings 1000000000`.
    Soak(Soak),
}

#[derive(clap::Args)]
struct Soak {
    /// How many strings.
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    strings: u64,
    /// End after so many minutes, even if strings are left.
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// What the random numbers begin with.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads [default: as many as there are cores].
    #[arg(long, value_name = "N")]
    threads: Option<u64>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match &args.command {
        Some(Command::Soak(args)) => soak(args),
        None => run(&args).map(|()| true),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // A reader that closes the pipe has read enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> std::io::Result<()> {
    if args.as_dependency {
        return as_dependency(args);
    }
    if args.bulk {
        return bulk(args);
    }
    if args.both {
        return both(args);
    }
    let rounds = args.rounds.unwrap_or(if args.quick { 3 } else { 9 });
    let turn = Duration::from_millis(if args.quick { 2 } else { 20 });
    let plan = Plan { rounds: rounds as usize, turn };
    let inputs = Inputs::load(if args.quick { 2_000 } else { usize::MAX })?;
    if cfg!(debug_assertions) {
        eprintln!(
            "warning: not optimized; the table is for `cargo run --release -p urispec-bench`"
        );
    }
    let mut out = std::io::stdout().lock();
    if !args.json {
        writeln!(out, "{}, {rounds} rounds\n", about(&inputs))?;
    }
    let wanted =
        |task: &&Task| args.task.is_empty() || args.task.iter().any(|name| name == task.name);
    let mut rows: Vec<Row> = Vec::new();
    for task in tasks::ALL.iter().filter(wanted) {
        let new = (task.run)(&inputs, plan);
        if args.json {
            new.iter().try_for_each(|row| writeln!(out, "{}", row.json()))?;
        } else {
            writeln!(out, "{}", table::text(task, &new))?;
        }
        rows.extend(new);
    }
    let verdicts = targets::verdicts(&rows);
    if args.json {
        verdicts.iter().try_for_each(|verdict| writeln!(out, "{}", verdict.json()))
    } else if verdicts.is_empty() {
        Ok(())
    } else {
        write!(out, "{}", table::verdicts(&verdicts))
    }
}

/// Whether all agree.
fn soak(args: &Soak) -> std::io::Result<bool> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let time = args.minutes.map(|minutes| Duration::try_from_secs_f64(minutes * 60.0));
    let time = time.transpose().map_err(std::io::Error::other)?;
    let threads = args.threads.unwrap_or(cores);
    let plan = soak::Plan { strings: args.strings, time, seed: args.seed, threads };
    let judges = soak::judges::Judges::new().map_err(std::io::Error::other)?;
    let seen = soak::run(plan, &judges);
    write!(std::io::stdout().lock(), "seed {}: {seen}", args.seed)?;
    Ok(seen.findings.is_empty())
}

fn as_dependency(args: &Args) -> std::io::Result<()> {
    let rows = dependency::build::measure(args.rounds.unwrap_or(3), |step| eprintln!("{step}"))?;
    let bounds = dependency::bounds(&rows);
    let mut out = std::io::stdout().lock();
    if !args.json {
        return write!(out, "{}", table::dependencies(&rows, &bounds));
    }
    let measure = rows.iter().find(|row| row.name == dependency::MEASURE);
    rows.iter().try_for_each(|row| writeln!(out, "{}", row.json(measure)))?;
    bounds.iter().try_for_each(|bound| writeln!(out, "{}", bound.json()))
}

fn both(args: &Args) -> std::io::Result<()> {
    let mut passed: Vec<String> = Vec::new();
    passed.extend(args.quick.then(|| "--quick".to_owned()));
    passed.extend(args.rounds.map(|rounds| format!("--rounds={rounds}")));
    passed.extend(args.task.iter().map(|task| format!("--task={task}")));
    let rows = profiles::measure(&passed)?;
    write!(std::io::stdout().lock(), "{}", table::both(&rows))
}

fn bulk(args: &Args) -> std::io::Result<()> {
    let program = match &args.program {
        Some(program) => program.clone(),
        None => std::env::current_exe()?
            .with_file_name(format!("urispec{}", std::env::consts::EXE_SUFFIX)),
    };
    if !program.is_file() {
        return Err(std::io::Error::other(format!(
            "there is no {}: build it with `cargo build -p urispec-cli` and the same profile, or name it \
             with --program",
            program.display()
        )));
    }
    let inputs = Inputs::load(if args.quick { 2_000 } else { usize::MAX })?;
    let rounds = args.rounds.unwrap_or(3) as usize;
    let times = if args.quick { 1 } else { 10 };
    let bulk = Bulk { program: &program, rounds, times, json: args.json };
    bulk.run(&inputs.web, &mut std::io::stdout().lock())
}

fn about(inputs: &Inputs) -> &'static str {
    match inputs.corpus {
        Some(_) => "web, file and hrefs are real strings; the others are generated",
        None => {
            "all strings are generated, for want of a corpus (URISPEC_SHARED names its directory)"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_for_bulk() {
        let parsed = |words: &str| Args::try_parse_from(words.split(' '));
        assert!(parsed("bench --bulk --program target/plain/urispec --rounds 1 --json").is_ok());
        assert!(
            parsed("bench --bulk --quick").is_ok_and(|args| args.bulk && args.program.is_none())
        );
        for wrong in
            ["bench --program urispec", "bench --bulk --task parse", "bench --bulk --as-dependency"]
        {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
    }
}
