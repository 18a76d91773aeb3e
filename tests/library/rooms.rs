//! The rooms of the library: which may import which. Their order is written once, as the list of
//! modules in `src/lib.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `src/lib.rs`, group by group, as they are listed.
fn groups() -> Vec<Vec<String>> {
    let library = fs::read_to_string("src/lib.rs").unwrap();
    let is_listed = |line: &&str| !line.starts_with('#') && !line.starts_with("//!");
    let list = library.lines().filter(is_listed).skip_while(|line| !line.starts_with("mod "));
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

/// The code of a file: without its comments, and without its tests, which may ask anything.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// What stands directly after `crate::` wherever that occurs.
fn imports(code: &str) -> impl Iterator<Item = &str> {
    code.split("crate::").skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[test]
fn every_import_goes_one_way() {
    let groups = groups();
    assert_eq!(groups.len(), 3, "ground floor, stages, what stands on them: {groups:?}");
    let rooms: Vec<_> = groups.concat();
    let order = |name: &str| rooms.iter().position(|room| room == name);
    let (mut all, mut seen, mut wrong) = (Vec::new(), BTreeSet::new(), Vec::new());
    files(Path::new("src"), &mut all);
    for path in all {
        let room = path.strip_prefix("src").unwrap().components().next().unwrap();
        let room = room.as_os_str().to_str().unwrap().trim_end_matches(".rs");
        if room == "lib" || path.ends_with("tests.rs") {
            continue;
        }
        let own = order(room).unwrap_or_else(|| panic!("{room} is not in the list of src/lib.rs"));
        seen.insert(own);
        let (path, code) = (path.display(), code(&path));
        if path.to_string().matches('/').count() == 1 && code.contains("super::") {
            wrong.push(format!("{path}: `super::`, which is the whole library"));
        }
        for import in imports(&code) {
            let is_beside = |group: &Vec<String>| group.iter().any(|other| other == room);
            match order(import) {
                Some(other) if other == own => {}
                Some(other) if other > own => wrong.push(format!("{path}: {import} stands above")),
                Some(_) if is_beside(&groups[2]) && groups[2].contains(&import.to_owned()) => {
                    wrong.push(format!("{path}: {import} stands beside"));
                }
                Some(_) => {}
                None => wrong.push(format!("{path}: crate::{import} is no room")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen.len(), rooms.len(), "a room of the list has no file");
}
