//! What CONTRIBUTING and the README say of the public names and of the features.

/// A file of the package.
fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// An enumeration that may not grow is one of which CONTRIBUTING says why.
#[test]
fn every_complete_enumeration_is_listed() {
    let contributing = read("CONTRIBUTING.md");
    let table = contributing.split("| type | why it is complete |").nth(1).unwrap();
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
    assert!(missing.is_empty(), "not in the list of CONTRIBUTING: {missing:?}");
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
