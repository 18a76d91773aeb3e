//! Makes the files that follow from others, anew: `cargo run -p urispec-generate`.
//!
//! In: the printed grammars of `grammar/`, and the program's help. Out: the tables of the automata in
//! `src/editions/automaton/tables/`; the header of the C interface; the page of regular expressions; the table of crates in
//! `docs/architecture.md`; the pictures of the documentation; and the man pages, in `target/man`. A grammar that no edition has yet gets its table too, so an edition
//! begins with its grammar files. With `--check` nothing is written, and a file that would
//! change is a failure; the man pages, which nobody keeps, are left out.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

mod header;
mod house;
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

/// Makes the files, or compares them. Says whether each is as it should be.
fn generate(root: &Path, is_check: bool) -> Result<bool, Box<dyn Error>> {
    let root = root.canonicalize()?;
    let mut files = tables::all(&root)?;
    files.push((header::HEADER.into(), header::text(&root)?.into()));
    files.push((house::PAGE.into(), house::page(&root)?.into()));
    files.push((patterns::PAGE.into(), patterns::page(&root)?.into()));
    files.extend(pictures::all()?.into_iter().map(|(path, text)| (path.into(), text.into())));
    let mut is_well = true;
    for (path, text) in files {
        is_well &= write(&root, &path, &text, is_check)?;
    }
    if !is_check {
        man_pages(&root)?;
    }
    Ok(is_well)
}

/// Writes a file, if it says something else, and says so. A check finds fault with it instead.
fn write(root: &Path, path: &str, text: &[u8], is_check: bool) -> Result<bool, Box<dyn Error>> {
    let file = root.join(path);
    if fs::read(&file).is_ok_and(|present| present == text) {
        println!("{path}: as it was");
        return Ok(true);
    }
    if is_check {
        println!("{path}: not as written; run `cargo run -p urispec-generate`");
        return Ok(false);
    }
    fs::write(&file, text).map_err(|error| format!("{path}: {error}"))?;
    println!("{path}: written");
    Ok(true)
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
