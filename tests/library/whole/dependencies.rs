//! What whoever depends on the library or on the program takes in: licences, crates in two versions, and why each is there.

use std::collections::BTreeSet;
use std::process::Command;

/// The licences that ask for no more than to be named.
const LICENCES: [&str; 3] = ["MIT", "Apache-2.0", "Unicode-3.0"];

/// The crates that are there in two versions, since others depend on both. The types of the Language Server Protocol are made
/// with an old one.
const TWICE: [&str; 1] = ["bitflags"];

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
        // What is built for the compiler too, with other features, is there in one version.
        let versions: BTreeSet<(&str, &str)> = lines
            .iter()
            .filter_map(|line| line.split_once(' '))
            .map(|(name, rest)| (name, rest.split(' ').next().unwrap_or_default()))
            .collect();
        for (name, version) in &versions {
            let is_once = versions.iter().filter(|(other, _)| other == name).count() == 1;
            assert!(is_once || TWICE.contains(name), "{name} {version}");
        }
    }
}

/// The crates of the workspace, by `cargo metadata`.
pub(super) fn packages() -> Vec<serde_json::Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--locked", "--offline", "--format-version", "1"]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Whether a crate is published: `publish = false` is an empty list of registries.
pub(super) fn is_published(package: &serde_json::Value) -> bool {
    package["publish"].is_null()
}

/// The crates on which those that are published depend, each with those of ours that name it.
fn direct() -> BTreeSet<(String, String)> {
    let name = |one: &serde_json::Value| one["name"].as_str().unwrap().to_owned();
    let packages: Vec<_> = packages().into_iter().filter(is_published).collect();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let mut found = BTreeSet::new();
    for package in &packages {
        for dependency in package["dependencies"].as_array().unwrap() {
            if dependency["kind"] != "dev" && !ours.contains(&name(dependency)) {
                found.insert((name(dependency), name(package)));
            }
        }
    }
    found
}

/// The names in a cell of a table.
fn names(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// `docs/dependencies.md` says why each is there: a row for each crate, with those of ours that name it.
#[test]
fn each_direct_dependency_has_its_row() {
    let page = include_str!("../../../docs/dependencies.md");
    let table = page.split_once("## Crates").unwrap().1.split("\n## ").next().unwrap();
    let mut written = BTreeSet::new();
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let [crates, users, why, keeper, instead] = &cells[..] else { panic!("{row}") };
        for text in [why, keeper, instead] {
            assert!(text.trim().len() > 3, "{row}");
        }
        for name in names(crates) {
            written.extend(names(users).into_iter().map(|user| (name.clone(), user)));
        }
    }
    assert_eq!(written, direct());
}
