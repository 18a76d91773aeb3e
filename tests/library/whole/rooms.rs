//! The rooms of the library, of the engine and of the program: which may import which. Their order is
//! written once, as the list of modules in `lib.rs`. Between crates the compiler holds it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of a crate, group by group, as its first file lists them.
fn groups(first: &Path) -> Vec<Vec<String>> {
    let first = fs::read_to_string(first).unwrap();
    let is_listed = |line: &&str| !line.starts_with('#') && !line.starts_with("//!");
    let list = first.lines().filter(is_listed).skip_while(|line| !line.starts_with("mod "));
    let mut groups = vec![Vec::new()];
    for line in list.take_while(|line| !line.contains("use ")) {
        let room = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ");
        match room.and_then(|room| room.strip_suffix(';')) {
            Some(room) => groups.last_mut().unwrap().push(room.to_owned()),
            None if line.is_empty() => groups.push(Vec::new()),
            None => assert!(line.starts_with("// "), "{line}"),
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// The files of Rust in a folder.
pub(super) fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension() {
            _ if path.is_dir() => files(&path, found),
            Some(extension) if extension == "rs" => found.push(path),
            _ => {}
        }
    }
}

/// The code of a file: without its comments, and without its tests, which may ask anything.
pub(super) fn code(text: &str) -> String {
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

/// Why the code of a file in a room imports what it must not. `depth` is how many modules stand above
/// the file's own.
fn wrong(code: &str, room: &str, depth: usize, groups: &[Vec<String>]) -> Vec<String> {
    let rooms = groups.concat();
    let order = |name: &str| rooms.iter().position(|other| other == name);
    // From the third group on, rooms of one group stand side by side.
    let stands = |group: &Vec<String>, name: &str| group.iter().any(|other| other == name);
    let is_beside =
        |name: &str| groups.iter().skip(2).any(|group| stands(group, name) && stands(group, room));
    let mut wrong = Vec::new();
    if code.contains(&"super::".repeat(depth)) {
        wrong.push("`super::` up to the whole library".to_owned());
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    for (at, _) in code.match_indices("crate") {
        let (before, after) = (&code[..at], &code[at + "crate".len()..]);
        if before.ends_with(is_name) || after.starts_with(is_name) || before.ends_with("pub(") {
            continue;
        }
        // What a macro for users is made of is what the library exports.
        if before.ends_with('$') && code.contains("#[macro_export]") {
            continue;
        }
        let path = after.strip_prefix("::").unwrap_or_default();
        // A sentence may speak of a crate.
        let line = before.rsplit('\n').next().unwrap_or_default();
        if path.is_empty() && !line.contains("use ") {
            continue;
        }
        let import = &path[..path.find(|c| !is_name(c)).unwrap_or(path.len())];
        match (order(import), order(room)) {
            (None, _) => wrong.push(format!("crate::{import} is no room")),
            (Some(other), Some(own)) if other > own => wrong.push(format!("{import} stands above")),
            _ if import != room && is_beside(import) => {
                wrong.push(format!("{import} stands beside"));
            }
            _ => {}
        }
    }
    wrong
}

#[test]
fn what_goes_up_is_seen() {
    let groups = [vec!["text", "grammar"], vec!["parse"], vec!["lint", "suite"]];
    let groups = groups.map(|group| group.into_iter().map(str::to_owned).collect());
    let is_wrong = |code, room, depth| !wrong(code, room, depth, &groups).is_empty();
    for (code, room, depth) in [
        ("use crate::parse::Recognizer;", "grammar", 1),
        ("fn f() { crate::parse::f() }", "text", 1),
        ("use super::parse;", "grammar", 1),
        ("use super::super::parse;", "grammar", 2),
        ("use crate as all;", "grammar", 1),
        ("use crate :: parse;", "grammar", 1),
        ("use crate::{parse, text};", "grammar", 1),
        ("use crate::Recognizer;", "parse", 1),
        ("use crate::suite::Suite;", "lint", 1),
        ("($crate::Recognizer)", "parse", 1),
        (
            "#[macro_export]\nmacro_rules! m { () => { $crate::Node } }\nuse crate::parse;",
            "text",
            1,
        ),
    ] {
        assert!(is_wrong(code, room, depth), "{code}");
    }
    for (code, room, depth) in [
        ("use crate::text::f;\nuse crate::grammar::Node;", "grammar", 1),
        ("use super::node::Node;", "grammar", 2),
        ("pub(crate) fn f() {}", "text", 1),
        ("use crate::parse::Recognizer;", "lint", 1),
        ("#[macro_export]\nmacro_rules! m { () => { $crate::Node } }", "text", 1),
    ] {
        assert!(!is_wrong(code, room, depth), "{code}");
    }
    let tests = "a\n#[cfg(test)]\nmod tests {\n    use crate::parse;\n}\nb";
    assert_eq!(code(tests), "a\n#[cfg(test)]\nb");
}

#[test]
fn every_import_goes_one_way() {
    assert_eq!(
        groups(Path::new("src/lib.rs")).len(),
        3,
        "ground floor, stages, what other crates share"
    );
    for (folder, first) in [
        ("src", "lib.rs"),
        ("crates/notation/src", "lib.rs"),
        ("crates/audit/src", "lib.rs"),
        ("crates/cli/src", "lib.rs"),
    ] {
        one_way(Path::new(folder), first);
    }
}

fn one_way(folder: &Path, first: &str) {
    let groups = groups(&folder.join(first));
    let rooms = groups.concat();
    let (mut all, mut seen, mut found) = (Vec::new(), BTreeSet::new(), Vec::new());
    files(folder, &mut all);
    for path in all {
        let below: Vec<_> = path.strip_prefix(folder).unwrap().iter().collect();
        let room = below[0].to_str().unwrap().trim_end_matches(".rs");
        // Programs stand on top of the library that they run.
        if below[0] == first || below[0] == "main.rs" || below[0] == "bin" {
            continue;
        }
        // A module of tests in a file of its own says so where it is declared.
        let parent = fs::read_to_string(path.with_file_name("mod.rs")).unwrap_or_default();
        let module = path.file_stem().unwrap().to_str().unwrap();
        if parent.contains(&format!("#[cfg(test)]\nmod {module};")) {
            continue;
        }
        assert!(rooms.iter().any(|other| other == room), "{room} is not in the list of {first}");
        seen.insert(room.to_owned());
        let depth = below.len() - usize::from(path.ends_with("mod.rs"));
        let text = fs::read_to_string(&path).unwrap();
        let wrong = wrong(&code(&text), room, depth, &groups);
        found.extend(wrong.into_iter().map(|why| format!("{}: {why}", path.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert_eq!(seen.len(), rooms.len(), "a room of the list has no file");
}
