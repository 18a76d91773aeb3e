//! Makes the files that follow from others, anew: `cargo run -p urispec-generate`.
//!
//! In: the printed grammars of `grammar/`, and the program's help. Out: the tables of the automata in
//! `src/automaton/tables/`, with the list of them; the header of the C interface; the page of regular
//! expressions; the pictures of the documentation; and the man pages, in `target/man`. A grammar that no edition has yet gets its table too,
//! so an edition begins with its grammar files.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

mod header;
mod patterns;
mod pictures;
mod tables;

fn main() -> ExitCode {
    match generate(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn generate(root: &Path) -> Result<(), Box<dyn Error>> {
    let root = root.canonicalize()?;
    for (path, text) in tables::all(&root)? {
        write(&root, &path, &text)?;
    }
    write(&root, header::HEADER, &header::text(&root)?)?;
    write(&root, patterns::PAGE, &patterns::page(&root)?)?;
    for (path, text) in pictures::all()? {
        write(&root, path, &text)?;
    }
    man_pages(&root)
}

/// Writes a file, if it says something else, and says so.
fn write(root: &Path, path: &str, text: &str) -> Result<(), Box<dyn Error>> {
    let file = root.join(path);
    if fs::read_to_string(&file).is_ok_and(|present| present == text) {
        println!("{path}: as it was");
        return Ok(());
    }
    fs::write(&file, text).map_err(|error| format!("{path}: {error}"))?;
    println!("{path}: written");
    Ok(())
}

/// Asks the program, which has its help.
fn man_pages(root: &Path) -> Result<(), Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut program = Command::new(cargo);
    program.current_dir(root).args(["run", "--quiet", "-p", "urispec-cli", "--", "man"]);
    match program.arg("target/man").status()?.success() {
        true => Ok(()),
        false => Err("the man pages could not be made".into()),
    }
}
