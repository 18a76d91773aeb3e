//! What whoever depends on the library or on the program takes in: licences, and crates in two versions.

use std::process::Command;

/// The licences that ask for no more than to be named.
const LICENCES: [&str; 3] = ["MIT", "Apache-2.0", "Unicode-3.0"];

/// The crates that are there in two versions, since others depend on both. Only macros are made with the second; the types of
/// the Language Server Protocol are made with an old one of the first.
const TWICE: [&str; 2] = ["bitflags", "syn"];

const PACKAGES: [&[&str]; 2] =
    [&["--package", "urispec", "--all-features"], &["--package", "urispec-cli"]];

/// The lines of `cargo tree` about what is linked.
fn tree(package: &[&str], more: &[&str]) -> Vec<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--offline", "--edges", "normal", "--prefix", "none"]);
    cargo.args(package).args(more).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Whether an expression of licences can be met by those in the list.
fn is_met(expression: &str) -> bool {
    expression.split(" AND ").all(|part| {
        let mut licences =
            part.trim_matches(['(', ')']).split(" OR ").flat_map(|one| one.split('/'));
        licences.any(|licence| LICENCES.contains(&licence))
    })
}

#[test]
fn every_licence_is_of_the_list() {
    assert!(is_met("(MIT OR Apache-2.0) AND Unicode-3.0") && is_met("Unlicense/MIT"));
    assert!(!is_met("GPL-3.0") && !is_met("MIT AND GPL-3.0") && !is_met(""));
    for package in PACKAGES {
        let lines = tree(package, &["--no-dedupe", "--format", "{p}: {l}"]);
        assert!(lines.len() > 20, "{lines:?}");
        for line in lines {
            let licences = line.rsplit_once(": ").map_or("", |(_, licences)| licences);
            assert!(is_met(licences), "{line}");
        }
    }
}

#[test]
fn no_crate_is_there_twice() {
    for package in PACKAGES {
        let lines = tree(package, &["--duplicates", "--depth", "0", "--format", "{p}"]);
        for line in lines.iter().filter(|line| !line.is_empty()) {
            let name = line.split(' ').next().unwrap_or_default();
            assert!(TWICE.contains(&name), "{line}");
        }
    }
}
