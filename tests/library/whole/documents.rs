//! Who knows all documents, and who only those that say what a URI is.
//!
//! `Edition::every` has all of them, and one list makes both. Whoever asks `Edition::ALL` leaves the documents of
//! single schemes out, and must have a reason.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::rooms::{code, files};

/// The files that ask the documents about all URIs alone, and why.
const GENERIC: &[(&str, &str)] = &[
    ("crates/cli/src/commands/diff/mod.rs", "a table of pairs compares documents of one thing"),
    ("crates/cli/src/commands/diff/show.rs", "the same table"),
    ("crates/cli/src/commands/editions/mod.rs", "a scheme begins with its own document"),
    ("crates/cli/src/options/names.rs", "`diff` and `differ` without --edition"),
    ("crates/compare/src/across.rs", "the documents of the scheme stand beside the others"),
    ("crates/compare/src/diff/history.rs", "a document of a scheme follows no other"),
    ("crates/compare/src/since.rs", "a scheme begins with its own document"),
    ("crates/lint/src/lib.rs", "the documents before and after one of all URIs"),
    ("crates/web/src/requests/strings.rs", "a base is of all schemes"),
    ("crates/python/src/text.rs", "the documents of the scheme stand beside the others"),
];

#[test]
fn who_leaves_out_documents_has_a_reason() {
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
