//! Writes the public API of the published libraries as text: `cargo run -p urispec-api`.
//!
//! Runs rustdoc on each library with all features, writes `snapshots/api.txt`, one item a line, and prints the changed
//! lines. With `--check` it writes nothing, and fails if a line has changed. The file omits the documentation, and what
//! follows from other lines: see [`items`].
//!
//! The JSON of rustdoc is unstable. An environment variable makes a stable compiler write it, and each version of the
//! compiler writes the format of its time. If this program cannot read the format, `--check` reports it and succeeds.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

mod items;

/// The file with the API, below the root.
const FILE: &str = "snapshots/api.txt";
/// The published libraries; each may depend on those before it.
const LIBRARIES: &str = "grammar-automata grammar-notation grammar-peg grammar-regex grammar-audit \
                         urispec urispec-audit urispec-compare urispec-lint urispec-template";
/// The version of rustdoc's format that the crate `public-api` can read.
const FORMAT: u64 = 57;
/// The variable that tells this program that cargo calls it as rustdoc.
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
                "{FILE}: not checked, because rustdoc writes format {format} instead of {FORMAT}"
            );
            return Ok(if is_check { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        new.extend(items::lines(&json)?);
    }
    let file = root.join(FILE);
    let present = fs::read_to_string(&file).unwrap_or_default();
    let text = new.join("\n") + "\n";
    if present == text {
        println!("{FILE}: unchanged");
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

/// Runs rustdoc, and returns the path of its output. It uses the dependencies that `cargo doc` has built.
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
        return Err(format!("rustdoc failed for {library}").into());
    }
    Ok(target.join(format!("doc/{}.json", library.replace('-', "_"))))
}

/// Runs rustdoc for cargo, which calls this program in place of rustdoc. Only rustdoc gets the variable that allows its
/// unstable format, because cargo would rebuild some dependencies.
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

/// Returns the version of the format that rustdoc wrote.
fn format(json: &str) -> Result<u64, Box<dyn Error>> {
    let all: serde_json::Value = serde_json::from_str(json)?;
    all["format_version"]
        .as_u64()
        .ok_or_else(|| "the output of rustdoc has no format version".into())
}

/// Returns the lines that are only in the old text, and those that are only in the new one. Common lines are omitted, since
/// every line has the full path of its item.
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
