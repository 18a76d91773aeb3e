//! The repository: dependencies, licences, public names, published crates, workflows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;
use urispec::Edition;

/// A file of the repository.
fn read(path: &str) -> String {
    fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Collects the Rust files of a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension() {
            _ if path.is_dir() => files(&path, found),
            Some(extension) if extension == "rs" => found.push(path),
            _ => {}
        }
    }
}

/// Returns the code of a file without comments and tests, which may use anything.
fn code(text: &str) -> String {
    let lines: Vec<_> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let mut code = Vec::new();
    let mut is_test = false;
    for (at, line) in lines.iter().enumerate() {
        is_test |= *line == "mod tests {" && at > 0 && lines[at - 1] == "#[cfg(test)]";
        if !is_test {
            code.push(*line);
        }
        is_test &= *line != "}";
    }
    code.join("\n")
}

/// The files that use `Edition::ALL`, the documents about all URIs, and why. `Edition::every` has all documents; a file
/// that leaves out those of single schemes must have a reason.
const GENERIC: &[(&str, &str)] = &[
    ("crates/cli/src/commands/diff.rs", "a table of pairs compares generic documents"),
    ("crates/cli/src/commands/editions.rs", "a scheme begins with its own document"),
    ("crates/cli/src/options/names.rs", "`diff` and `differ` without --edition"),
    ("crates/compare/src/across.rs", "it adds the documents of the scheme"),
    ("crates/compare/src/diff/mod.rs", "a document of a scheme follows no other"),
    ("crates/compare/src/since.rs", "a scheme begins with its own document"),
    ("crates/lint/src/lib.rs", "the documents before and after one of all URIs"),
    ("crates/web/src/requests/strings.rs", "a base is of all schemes"),
    ("crates/python/src/uri.rs", "it adds the documents of the scheme"),
];

#[test]
fn leaving_out_documents_needs_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    files(&root.join("src"), &mut found);
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let sources = entry.unwrap().path().join("src");
        if sources.is_dir() {
            files(&sources, &mut found);
        }
    }
    let is_of_tests = |path: &PathBuf| {
        let mut names = path.strip_prefix(root).unwrap().iter();
        names.any(|name| name == "tests" || name == "tests.rs")
    };
    found.retain(|path| !is_of_tests(path));
    assert!(found.len() > 300, "{}", found.len());
    let asks = |path: &PathBuf| code(&fs::read_to_string(path).unwrap()).contains("Edition::ALL");
    let name =
        |path: &PathBuf| path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
    let asking: BTreeSet<String> = found.iter().filter(|path| asks(path)).map(name).collect();
    let known: BTreeSet<String> = GENERIC.iter().map(|(file, _)| (*file).to_owned()).collect();
    assert_eq!(asking, known);
}

/// The licences that require only attribution.
const LICENCES: [&str; 3] = ["MIT", "Apache-2.0", "Unicode-3.0"];

/// The crates that are present in two versions, since other crates depend on both. The types of the Language Server
/// Protocol use an old one.
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

/// Returns whether the licences in the list satisfy an expression of licences.
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
fn no_crate_has_two_versions() {
    for package in PACKAGES {
        let lines = tree(package, &["--duplicates", "--depth", "0", "--format", "{p}"]);
        // A crate that is built with two sets of features is listed twice, in one version.
        let versions: BTreeSet<&str> =
            lines.iter().map(|line| line.trim_end_matches(" (*)")).collect();
        let names: Vec<&str> = versions.iter().filter_map(|one| one.split(' ').next()).collect();
        for pair in names.windows(2) {
            assert!(pair[0] != pair[1] || TWICE.contains(&pair[0]), "{versions:?}");
        }
    }
}

/// The crates of the workspace, by `cargo metadata`.
fn packages() -> Vec<Json> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--locked", "--offline", "--format-version", "1"]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Json = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Whether a crate is published: `publish = false` is an empty list of registries.
fn is_published(package: &Json) -> bool {
    package["publish"].is_null()
}

/// Returns the crates on which published crates depend, each with the crates of the workspace that name it.
fn direct() -> BTreeSet<(String, String)> {
    let name = |one: &Json| one["name"].as_str().unwrap().to_owned();
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
    let page = read("docs/dependencies.md");
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

/// Returns the published crates in their order, from the file that lists them.
fn listed() -> Vec<String> {
    let file = read("tools/release/published");
    file.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn every_published_crate_is_listed() {
    let listed = listed();
    let packages = packages();
    let mut found: Vec<&str> = packages
        .iter()
        .filter(|one| is_published(one))
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    found.sort_unstable();
    assert_eq!(sorted, found);
    for package in packages.iter().filter(|one| is_published(one)) {
        let place = |name: &Json| listed.iter().position(|one| *name == **one);
        for dependency in package["dependencies"].as_array().unwrap() {
            let Some(before) = place(&dependency["name"]) else { continue };
            if dependency["kind"] != "dev" {
                assert!(Some(before) < place(&package["name"]), "{}", package["name"]);
                assert_eq!(
                    dependency["req"],
                    concat!("^", env!("CARGO_PKG_VERSION")),
                    "{}",
                    package["name"]
                );
            }
        }
    }
}

/// What crates.io and docs.rs ask for: at most five keywords and five categories, licences in the package, and a page.
#[test]
fn every_published_crate_is_described() {
    for package in packages().iter().filter(|one| is_published(one)) {
        let name = package["name"].as_str().unwrap();
        for key in ["description", "license", "documentation", "readme", "rust_version"] {
            assert!(package[key].is_string(), "{name}: {key}");
        }
        assert_eq!(package["version"], env!("CARGO_PKG_VERSION"), "{name}");
        let words = |key: &str| -> Vec<&str> {
            package[key].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
        };
        let (keywords, categories) = (words("keywords"), words("categories"));
        assert!((3..=5).contains(&keywords.len()) && (1..=5).contains(&categories.len()), "{name}");
        // A search for URLs finds the crates about URIs.
        assert!(!name.starts_with("urispec") || keywords.contains(&"url"), "{name}");
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(folder.join(file).is_file(), "{name}: {file}");
        }
        let has_features = !package["features"].as_object().unwrap().is_empty();
        assert!(
            !has_features || package["metadata"]["docs"]["rs"]["all-features"] == true,
            "{name}"
        );
    }
}

/// `docs/versions.md` says of each exhaustive enumeration why it may not grow.
#[test]
fn every_complete_enumeration_is_listed() {
    let page = read("docs/versions.md");
    let table = page.split("| type | why it is complete |").nth(1).unwrap();
    let table = table.split("\n\n").next().unwrap();
    let listed: Vec<&str> = table.lines().filter_map(|row| row.split('|').nth(1)).collect();
    let listed: Vec<&str> =
        listed.iter().flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let names = read("snapshots/api.txt");
    let complete: Vec<&str> = names
        .lines()
        .filter_map(|line| line.strip_prefix("pub enum "))
        .map(|name| name.split('<').next().unwrap())
        .collect();
    assert!(complete.iter().any(|name| name.ends_with("::Resolved")), "{complete:?}");
    let is_listed = |name: &&&str| {
        listed.iter().any(|one| match one.strip_suffix('…') {
            Some(module) => name.contains(module),
            None => name.rsplit("::").zip(one.rsplit("::")).all(|(a, b)| a == b),
        })
    };
    let missing: Vec<_> = complete.iter().filter(|name| !is_listed(name)).collect();
    assert!(missing.is_empty(), "not in the list of docs/versions.md: {missing:?}");
    let is_public = |one: &&&str| match one.strip_suffix('…') {
        Some(module) => names.contains(module),
        None => names.contains(&format!("::{one}")),
    };
    let gone: Vec<_> = listed.iter().filter(|one| !is_public(one)).collect();
    assert!(gone.is_empty(), "in the list, and no public name: {gone:?}");
}

/// No public type has the length of a list that may grow.
#[test]
fn a_list_of_values_is_a_slice() {
    let names = read("snapshots/api.txt");
    let lists = || names.lines().filter(|line| line.contains("::ALL: "));
    assert!(lists().count() > 8);
    let of_a_length: Vec<_> = lists().filter(|line| line.contains("[Self; ")).collect();
    assert!(of_a_length.is_empty(), "{of_a_length:?}");
}

#[test]
fn every_feature_is_in_the_readme() {
    let manifest = read("Cargo.toml");
    let features = manifest.split("[features]\n").nth(1).unwrap().split("\n[").next().unwrap();
    let names = features.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = names.filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    assert!(names.contains(&"grammars"), "{names:?}");
    let readme = read("README.md");
    let missing: Vec<_> = names
        .iter()
        .filter(|name| **name != "default" && !readme.contains(&format!("`{name}`")))
        .collect();
    assert!(missing.is_empty(), "not in the README: {missing:?}");
}

/// The commands of a workflow, one for each `run:`, with the numbers of their lines.
fn commands(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let item = line.trim_start().trim_start_matches("- ");
        match item.strip_prefix("run:").map(str::trim) {
            // `defaults: run:` has no command.
            None | Some("") => {}
            Some(command) => found.push((at + 1, command)),
        }
    }
    found
}

/// Returns whether a file is executable.
fn is_script(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        path.is_file()
    }
}

#[test]
fn each_command_of_a_workflow_is_one_call_of_a_script() {
    let text = "defaults:\n  run:\n    shell: bash\nsteps:\n  - run: a/b c\n    run: |\n";
    assert_eq!(commands(text), [(5, "a/b c"), (6, "|")]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for entry in fs::read_dir(root.join(".github/workflows")).unwrap() {
        let path = entry.unwrap().path();
        for (line, command) in commands(&fs::read_to_string(&path).unwrap()) {
            let program = command.split(' ').next().unwrap();
            assert!(is_script(&root.join(program)), "{}:{line}: {command}", path.display());
            // One call, without operators of a shell and without text of an event.
            assert!(
                !command.contains(['|', ';', '&', '<', '>', '`']) && !command.contains("{{"),
                "{}:{line}: {command}",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count >= 20, "{count}");
}

/// An action is named by a commit, which cannot move, with its version in the comment.
#[test]
fn each_action_is_named_by_a_commit() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for entry in fs::read_dir(root.join(".github/workflows")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in text.lines().filter_map(|line| line.split_once("uses: ")).map(|(_, one)| one) {
            let (action, version) = line.split_once(" # v").unwrap_or((line, ""));
            let commit = action.split_once('@').map_or("", |(_, commit)| commit);
            let is_commit = commit.len() == 40 && commit.bytes().all(|b| b.is_ascii_hexdigit());
            assert!(is_commit && !version.is_empty(), "{line}");
            count += 1;
        }
    }
    assert!(count >= 10, "{count}");
}

/// Each document of a scheme has causes of its own, which the vectors show.
#[test]
fn each_scheme_has_causes() {
    let rows = read("tests/vectors/causes.tsv");
    let rows: Vec<Vec<&str>> = rows.lines().map(|line| line.split('\t').collect()).collect();
    let has_cause = |edition: &Edition| {
        let is_of = |row: &Vec<&str>| {
            row[0] == edition.id() && row.get(3).is_some_and(|id| *id != "(none)")
        };
        rows.iter().any(is_of)
    };
    let without: Vec<&str> =
        Edition::SCHEMES.iter().filter(|one| !has_cause(one)).map(|one| one.id()).collect();
    assert_eq!(without, [""; 0]);
}
