//! Audits published grammars against the documents that they implement: `cargo run -p urispec-corpus`.
//!
//! Reads the pairs of `pairs/`, the printed grammars of `printed/`, and the `.pest` files of published crates, where cargo
//! has put them. Writes `docs/wild.md` and `snapshots/corpus/`. With `--check` it writes nothing, and fails if a file would
//! change. With the names of pairs it audits only these, and leaves the page alone.
//!
//! A verdict that pest contradicts is a failure too, since the audit makes claims about pest. If cargo cannot fetch the
//! crates, `--check` reports it and succeeds.

use std::collections::HashMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, iter, thread};

use clap::Parser;
use serde::Deserialize;

mod audited;
mod derivation;
mod linted;
mod machine;
mod page;
mod pair;
mod snapshot;

use audited::{Audited, Confirmation, Outcome};
use pair::Pair;

/// The stack of the thread that audits a pair, in bytes: pest recurses as deep as a string nests.
const STACK: usize = 1 << 30;

/// Audits the grammars of published crates against the documents that they implement.
#[derive(Parser)]
struct Options {
    /// The pairs to audit, instead of all of them.
    names: Vec<String>,
    /// Compare with the committed files, and write nothing.
    #[arg(long)]
    check: bool,
    /// How many strings to give pest for each production that is equal.
    #[arg(long, default_value_t = 100)]
    samples: usize,
}

/// A package in the output of `cargo metadata`.
#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
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

/// Audits the pairs. Returns whether pest contradicts nothing and all files are up to date.
fn run(options: &Options, root: &Path) -> Result<bool, String> {
    let pairs = pair::read_all(&root.join("tools/corpus/pairs"), &options.names)?;
    let packages = match packages(root) {
        Ok(packages) => packages,
        Err(error) if options.check => {
            let why = error.lines().next().unwrap_or_default().trim_start_matches("error: ");
            println!("docs/wild.md: not checked, because cargo cannot fetch the crates: {why}");
            return Ok(true);
        }
        Err(error) => return Err(error),
    };
    let (mut done, mut is_well) = (Vec::new(), true);
    let verdicts = on_all_cores(&pairs, |pair| audited(pair, root, &packages, options.samples));
    for (pair, verdict) in pairs.into_iter().zip(verdicts) {
        match verdict {
            Ok((version, audited)) => {
                is_well &= report(&pair, &audited);
                done.push((pair, version, audited));
            }
            Err(error) => {
                println!("{}: {error}", pair.name);
                is_well = false;
            }
        }
    }
    let snapshot = |(pair, version, audited): &(Pair, String, Audited)| {
        let file = Path::new("snapshots/corpus").join(&pair.name).with_extension("txt");
        (file, snapshot::text(pair, version, audited))
    };
    let mut files: Vec<(PathBuf, String)> = done.iter().map(snapshot).collect();
    if options.names.is_empty() {
        files.push(("docs/wild.md".into(), page::text(&done)));
    }
    for (file, text) in files {
        let path = root.join(&file);
        if fs::read_to_string(&path).is_ok_and(|present| present == text) {
            continue;
        }
        if options.check {
            println!("{}: out of date; run `cargo run -p urispec-corpus`", file.display());
            is_well = false;
        } else {
            fs::write(&path, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    Ok(is_well)
}

/// Returns the packages of the lock file, by name. Cargo fetches those that it does not have.
fn packages(workspace: &Path) -> Result<HashMap<String, Package>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--format-version", "1", "--locked", "--quiet"];
    let output = Command::new(cargo).current_dir(workspace).args(arguments).output();
    let output = output.map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    let all: Metadata =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    Ok(all.packages.into_iter().map(|package| (package.name.clone(), package)).collect())
}

/// Runs the work for each item, and returns the results in the order of the items.
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

/// Audits a pair. Returns the version of the crate too.
fn audited(
    pair: &Pair,
    root: &Path,
    packages: &HashMap<String, Package>,
    samples: usize,
) -> Result<(String, Audited), String> {
    let package = packages.get(&pair.krate);
    let package = package
        .ok_or_else(|| format!("tools/corpus/Cargo.toml does not name the crate {}", pair.krate))?;
    let file = package.manifest_path.with_file_name(&pair.grammar);
    let pest = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let printed = root.join("tools/corpus/printed");
    let audited = thread::scope(|scope| {
        let work = || Audited::new(pair, &printed, &pest, samples);
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| error.to_string())?;
        thread.join().unwrap_or_else(|_| Err("the audit or pest panicked".to_owned()))
    })?;
    Ok((package.version.clone(), audited))
}

/// Prints a line about a pair, and one for each contradiction. Returns whether there is none.
fn report(pair: &Pair, audited: &Audited) -> bool {
    let Audited { rows, sentences, linted } = audited;
    let sum = |of: fn(&Confirmation) -> usize| rows.iter().map(|row| of(&row.run)).sum::<usize>();
    let undecided = rows.iter().filter(|row| matches!(row.outcome, Outcome::Undecided(_))).count();
    println!(
        "{}: {} of {} decided; pest confirms {} witnesses and {} samples, and gives up on {}; {} equal \
         productions have no samples",
        pair.name,
        rows.len() - undecided,
        rows.len(),
        sum(|run| run.witnesses),
        sum(|run| run.samples),
        sum(|run| run.given_up),
        sum(|run| run.untried),
    );
    let mut faults: Vec<String> = Vec::new();
    let contradicted = |about: &str, all: &[String]| -> Vec<String> {
        all.iter().map(|one| format!("CONTRADICTED {about}: {one}")).collect()
    };
    faults.extend(contradicted("in a sentence", &sentences.contradictions));
    faults.extend(contradicted("in a finding", &linted.contradictions));
    for row in rows {
        faults.extend(contradicted(&format!("`{}`", row.production), &row.run.contradictions));
        if matches!(row.outcome, Outcome::Equal { .. }) && pair.wrong.contains_key(&row.production)
        {
            faults.push(format!("`{}` is equal, but has a sentence in [wrong]", row.production));
        }
    }
    faults.iter().for_each(|fault| println!("{}: {fault}", pair.name));
    faults.is_empty()
}
