//! Audits published grammars against the documents they implement: `cargo run -p urispec-corpus`.
//!
//! In: the pairs of `pairs/`, the printed grammars of `printed/`, and the `.pest` files of published
//! crates, from where cargo has put them. Out: `docs/wild.md` and `snapshots/corpus/`. With `--check`
//! nothing is written, and what would have changed is a failure. Names of pairs ask for these alone, and
//! leave the page as it is.
//!
//! The surprising case: a verdict that pest contradicts is a failure too, since the audit claims what
//! pest does. Where cargo cannot fetch the crates `--check` says so and is content.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, iter, thread};

use clap::Parser;

mod audited;
mod cause;
mod derivation;
mod linted;
mod machine;
mod page;
mod pair;
mod samples;
mod snapshot;
mod sources;

use audited::Audited;
use pair::Pair;
use sources::Sources;

/// The stack of the thread in which a pair is audited, in bytes: pest calls itself as deep as a string
/// nests.
const STACK: usize = 1 << 30;

/// Audits the grammars of published crates against the documents they implement.
#[derive(Parser)]
struct Options {
    /// The pairs to audit, instead of all of them.
    names: Vec<String>,
    /// Compare with what is committed, and write nothing.
    #[arg(long)]
    check: bool,
    /// How many strings of each production that is equal pest is given.
    #[arg(long, default_value_t = 100)]
    samples: usize,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    match run(&options, root) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Audits the pairs, and says whether all is well.
fn run(options: &Options, root: &Path) -> Result<bool, String> {
    let pairs = pair::read_all(&root.join("tools/corpus/pairs"), &options.names)?;
    let wanted: Vec<&str> = pairs.iter().map(|pair| &*pair.krate).collect();
    let sources = match Sources::of(root, &wanted) {
        Ok(sources) => sources,
        Err(error) if options.check => {
            let why = error.lines().next().unwrap_or_default().trim_start_matches("error: ");
            println!("docs/wild.md: not looked at, since cargo does not have the crates: {why}");
            return Ok(true);
        }
        Err(error) => return Err(error),
    };
    let (mut done, mut is_well) = (Vec::new(), true);
    let verdicts = on_all_cores(&pairs, |pair| audited(pair, root, &sources, options.samples));
    for (pair, verdict) in pairs.into_iter().zip(verdicts) {
        match verdict {
            Ok((version, audited)) => {
                is_well &= say(&pair, &audited);
                done.push((pair, version, audited));
            }
            Err(error) => {
                println!("{}: {error}", pair.name);
                is_well = false;
            }
        }
    }
    let mut files: Vec<(PathBuf, String)> = done
        .iter()
        .map(|(pair, version, audited)| {
            let file = Path::new("snapshots/corpus").join(&pair.name).with_extension("txt");
            (file, snapshot::text(pair, version, audited))
        })
        .collect();
    if options.names.is_empty() {
        files.push(("docs/wild.md".into(), page::text(&done)));
    }
    for (file, text) in files {
        let path = root.join(&file);
        if fs::read_to_string(&path).unwrap_or_default() == text {
            continue;
        }
        match options.check {
            true => {
                println!("{}: not as written; run `cargo run -p urispec-corpus`", file.display());
                is_well = false;
            }
            false => {
                fs::write(&path, text).map_err(|error| format!("{}: {error}", file.display()))?
            }
        }
    }
    Ok(is_well)
}

/// Does the work for each item. The results have the order of the items.
fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let at = next.fetch_add(1, Ordering::Relaxed);
        items.get(at).map(|item| (at, work(item)))
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..cores).map(|_| scope.spawn(|| iter::from_fn(take).collect::<Vec<_>>())).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Audits a pair, and gives the version of the crate.
fn audited(
    pair: &Pair,
    root: &Path,
    sources: &Sources,
    samples: usize,
) -> Result<(String, Audited), String> {
    let none = || format!("the crate {} is no dependency of this program", pair.krate);
    let folder = sources.folder(&pair.krate).ok_or_else(none)?;
    let version = sources.version(&pair.krate).ok_or_else(none)?;
    let file = folder.join(&pair.grammar);
    let pest = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let printed = root.join("tools/corpus/printed");
    let audited = thread::scope(|scope| {
        let work = || Audited::of(pair, &printed, &pest, samples);
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| error.to_string())?;
        thread.join().unwrap_or_else(|_| Err("the audit, or pest, panicked".to_owned()))
    })?;
    Ok((version.to_owned(), audited))
}

/// Prints a line about a pair, and a line for each contradiction. Says whether there is none.
fn say(pair: &Pair, audited: &Audited) -> bool {
    let sum = |of: fn(&audited::Confirmation) -> usize| -> usize {
        audited.rows.iter().map(|row| of(&row.run)).sum()
    };
    let decided = audited
        .rows
        .iter()
        .filter(|row| !matches!(row.outcome, audited::Outcome::Undecided { .. }))
        .count();
    println!(
        "{}: {decided} of {} decided; pest confirms {} witnesses and {} strings, and gives up at {}; {} \
         of what is equal untried",
        pair.name,
        audited.rows.len(),
        sum(|run| run.witnesses),
        sum(|run| run.samples),
        sum(|run| run.given_up),
        sum(|run| run.untried),
    );
    let mut is_well = audited.said.contradictions.is_empty();
    for contradiction in &audited.said.contradictions {
        println!("{}: CONTRADICTED in a sentence: {contradiction}", pair.name);
    }
    for contradiction in &audited.linted.contradictions {
        println!("{}: CONTRADICTED in a finding: {contradiction}", pair.name);
        is_well = false;
    }
    for row in &audited.rows {
        for contradiction in &row.run.contradictions {
            println!("{}: CONTRADICTED: `{}`: {contradiction}", pair.name, row.production);
            is_well = false;
        }
        let is_equal = matches!(row.outcome, audited::Outcome::Equal { .. });
        if is_equal && pair.wrong.contains_key(&row.production) {
            println!("{}: `{}` is said to be wrong, and is equal", pair.name, row.production);
            is_well = false;
        }
    }
    is_well
}
