//! Writes the generated files: `cargo run -p urispec-generate`.
//!
//! They are the tables of the automata in `src/editions/automaton/tables/`, the header of the C interface, the chapter
//! about regular expressions and its data, the table of crates in `docs/architecture.md`, the ids of lints for
//! JavaScript, the pictures of the documentation, and the man pages in `target/man`. A grammar that no edition uses yet gets its table too, so that an
//! edition can begin with its grammar files. With `--check` the program writes nothing, and fails if a file would
//! change; it ignores the man pages, which are not committed.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

mod architecture;
mod header;
mod lints;
mod patterns;
mod pictures;
mod tables;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_check = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--check"] => true,
        _ => {
            eprintln!("usage: cargo run -p urispec-generate [-- --check]");
            return ExitCode::from(2);
        }
    };
    match generate(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")), is_check) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Writes the files, or compares them. Returns whether all of them are up to date.
fn generate(root: &Path, is_check: bool) -> Result<bool, Box<dyn Error>> {
    let root = root.canonicalize()?;
    let mut files = tables::all(&root)?;
    files.push((header::HEADER.into(), header::text(&root)?.into()));
    files.push((architecture::PAGE.into(), architecture::page(&root)?.into()));
    files.extend(lints::files());
    files.extend(patterns::files(&root)?);
    files.extend(pictures::all()?.into_iter().map(|(path, text)| (path.into(), text.into())));
    let mut is_current = true;
    for (path, text) in files {
        is_current &= write(&root, &path, &text, is_check)?;
    }
    if !is_check {
        man_pages(&root)?;
    }
    Ok(is_current)
}

/// Writes a file if it differs, and reports it. A check only reports the difference.
fn write(root: &Path, path: &str, text: &[u8], is_check: bool) -> Result<bool, Box<dyn Error>> {
    let file = root.join(path);
    if fs::read(&file).is_ok_and(|present| present == text) {
        println!("{path}: unchanged");
        return Ok(true);
    }
    if is_check {
        println!("{path}: out of date; run `cargo run -p urispec-generate`");
        return Ok(false);
    }
    fs::write(&file, text).map_err(|error| format!("{path}: {error}"))?;
    println!("{path}: written");
    Ok(true)
}

/// Runs the program, which writes its man pages.
fn man_pages(root: &Path) -> Result<(), Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut program = Command::new(cargo);
    program.current_dir(root).args(["run", "--quiet", "-p", "urispec-cli", "--", "man"]);
    match program.arg("target/man").status()?.success() {
        true => Ok(()),
        false => Err("`urispec man` failed to write the man pages".into()),
    }
}
