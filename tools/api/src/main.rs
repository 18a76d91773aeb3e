//! Writes the public API of what is published as text: `cargo run -p urispec-api`.
//!
//! In: what rustdoc says of each library with all features. Out: `snapshots/api.txt`, one item a line,
//! and on the screen the lines that have changed. With `--check` nothing is written, and a changed line is
//! a failure. What is forgotten is the documentation, and whatever follows from the rest: [`items`].
//!
//! The surprising case: rustdoc's format is not stable. It is asked for on a stable compiler by a
//! variable of the environment, and each version of the compiler writes the format of its time. Where the
//! format is another than this program reads, `--check` says so and is content.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

mod items;

/// The file that has the API, below the root.
const FILE: &str = "snapshots/api.txt";
/// The libraries that are published, each over those before it.
const LIBRARIES: &str = "grammar-automata grammar-notation grammar-peg grammar-regex grammar-audit \
                         urispec urispec-audit urispec-compare urispec-lint urispec-template";
/// The version of rustdoc's format that the crate `public-api` reads.
const FORMAT: u64 = 57;
/// The variable by which this program knows that cargo has called it as rustdoc.
const AS_RUSTDOC: &str = "URISPEC_API_AS_RUSTDOC";

fn main() -> ExitCode {
    if std::env::var_os(AS_RUSTDOC).is_some() {
        return as_rustdoc();
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_check = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--check"] => true,
        _ => {
            eprintln!("usage: cargo run -p urispec-api [-- --check]");
            return ExitCode::from(2);
        }
    };
    match run(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")), is_check) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(root: &Path, is_check: bool) -> Result<ExitCode, Box<dyn Error>> {
    let mut new = Vec::new();
    for library in LIBRARIES.split(' ') {
        let json = rustdoc(root, library)?;
        let format = format(&fs::read_to_string(&json)?)?;
        if format != FORMAT {
            println!(
                "{FILE}: not looked at, since rustdoc writes format {format}, and not {FORMAT}"
            );
            return Ok(if is_check { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        new.extend(items::lines(&json)?);
    }
    let file = root.join(FILE);
    let present = fs::read_to_string(&file).unwrap_or_default();
    let text = new.join("\n") + "\n";
    if present == text {
        println!("{FILE}: as it was");
        return Ok(ExitCode::SUCCESS);
    }
    print!("{}", changes(&present, &new));
    if is_check {
        println!("{FILE}: the public API has changed; run `cargo run -p urispec-api` and review");
        return Ok(ExitCode::FAILURE);
    }
    fs::write(&file, text)?;
    println!("{FILE}: written");
    Ok(ExitCode::SUCCESS)
}

/// Asks rustdoc, and says where its answer is. Its dependencies are those that `cargo doc` has built.
fn rustdoc(root: &Path, library: &str) -> Result<PathBuf, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let target = root.join(target);
    let mut command = Command::new(cargo);
    command.current_dir(root).env("RUSTDOC", std::env::current_exe()?).env(AS_RUSTDOC, "1");
    command.env_remove("RUSTDOCFLAGS");
    command.args(["rustdoc", "-p", library, "--lib", "--all-features", "--quiet", "--target-dir"]);
    command.arg(&target).args(["--", "-Z", "unstable-options", "--output-format", "json"]);
    if !command.status()?.success() {
        return Err(format!("rustdoc could not read {library}").into());
    }
    Ok(target.join(format!("doc/{}.json", library.replace('-', "_"))))
}

/// Runs rustdoc for cargo, which calls this program in place of rustdoc. Rustdoc gets a variable that allows
/// its unstable format. Cargo does not get the variable, which would make it build some dependencies anew.
fn as_rustdoc() -> ExitCode {
    let rustdoc = Command::new("rustdoc")
        .args(std::env::args_os().skip(1))
        .env("RUSTC_BOOTSTRAP", "1")
        .status();
    match rustdoc {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: rustdoc: {error}");
            ExitCode::from(2)
        }
    }
}

/// The version of the format of what rustdoc wrote.
fn format(json: &str) -> Result<u64, Box<dyn Error>> {
    let all: serde_json::Value = serde_json::from_str(json)?;
    all["format_version"].as_u64().ok_or_else(|| "rustdoc names no format".into())
}

/// The lines that are only in the present text, and those that are only in the new one. Lines that both
/// have are left out: every line names its item by the whole path.
fn changes(present: &str, new: &[String]) -> String {
    let gone = present.lines().filter(|line| new.iter().all(|other| other != line));
    let come = new.iter().filter(|line| present.lines().all(|other| other != *line));
    let gone = gone.map(|line| format!("- {line}\n"));
    gone.chain(come.map(|line| format!("+ {line}\n"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_comes_before_what_is_new() {
        let new = ["pub fn a::f(u8)".to_owned(), "pub mod a".to_owned()];
        assert_eq!(
            changes("pub mod a\npub fn a::f()\n", &new),
            "- pub fn a::f()\n+ pub fn a::f(u8)\n"
        );
        assert_eq!(changes("pub fn a::f(u8)\npub mod a\n", &new), "");
    }

    #[test]
    fn the_format_is_read() {
        assert_eq!(format(r#"{"root":0,"format_version":57}"#).unwrap(), 57);
        assert!(format("{}").is_err());
    }
}
