//! The table of crates in `docs/architecture.md`, from what `cargo metadata` says of their dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

pub(crate) const PAGE: &str = "docs/architecture.md";
const BEGIN: &str = "<!-- Made by `cargo run -p urispec-generate`. -->\n";
const END: &str = "<!-- End of what is made. -->\n";

/// The page with the table anew: each crate below those that it depends on.
pub(crate) fn page(root: &Path) -> Result<String, Box<dyn Error>> {
    let page = std::fs::read_to_string(root.join(PAGE))?;
    let (head, rest) = page.split_once(BEGIN).ok_or("the page has no table of crates")?;
    let (_, tail) = rest.split_once(END).ok_or("the table of crates has no end")?;
    Ok(format!("{head}{BEGIN}\n{}\n{END}{tail}", table(&crates(root)?)))
}

/// A crate of the workspace.
struct Crate {
    name: String,
    description: String,
    /// The crates of the workspace that it depends on, in any feature.
    dependencies: BTreeSet<String>,
}

fn crates(root: &Path) -> Result<Vec<Crate>, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(root);
    let metadata: Value = serde_json::from_slice(&command.output()?.stdout)?;
    let packages = metadata["packages"].as_array().ok_or("cargo names no packages")?;
    let is_tool = |package: &Value| {
        package["manifest_path"].as_str().is_none_or(|path| path.contains("/tools/"))
    };
    let packages: Vec<&Value> = packages.iter().filter(|package| !is_tool(package)).collect();
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let names: BTreeSet<String> = packages.iter().map(|package| text(package, "name")).collect();
    let one = |package: &&Value| {
        let all = package["dependencies"].as_array().into_iter().flatten();
        // A kind is named of what is for tests or for a build.
        let normal = all.filter(|dependency| dependency["kind"].is_null());
        let name = text(package, "name");
        let dependencies = normal.map(|dependency| text(dependency, "name"));
        let dependencies = dependencies.filter(|other| names.contains(other) && *other != name);
        let dependencies = dependencies.collect();
        Crate { description: text(package, "description"), dependencies, name }
    };
    Ok(packages.iter().map(one).collect())
}

/// A row for each crate, with those dependencies that no other dependency has already.
fn table(crates: &[Crate]) -> String {
    let by_name: BTreeMap<&str, &Crate> = crates.iter().map(|one| (&*one.name, one)).collect();
    let mut sorted: Vec<&Crate> = crates.iter().collect();
    sorted.sort_by_key(|one| (level(one, &by_name), &one.name));
    let mut table = "| crate | depends on | what it is |\n|---|---|---|\n".to_owned();
    for one in sorted {
        let is_direct = |name: &&String| {
            let others = one.dependencies.iter().filter(|other| other != name);
            !others
                .filter_map(|other| by_name.get(&**other))
                .any(|other| reaches(other, name, &by_name))
        };
        let direct: Vec<String> =
            one.dependencies.iter().filter(is_direct).map(|name| format!("`{name}`")).collect();
        table += &format!("| `{}` | {} | {} |\n", one.name, direct.join(", "), one.description);
    }
    table
}

/// The length of the longest way down.
fn level(one: &Crate, by_name: &BTreeMap<&str, &Crate>) -> usize {
    let below = one.dependencies.iter().filter_map(|name| by_name.get(&**name));
    below.map(|other| 1 + level(other, by_name)).max().unwrap_or(0)
}

fn reaches(one: &Crate, name: &str, by_name: &BTreeMap<&str, &Crate>) -> bool {
    let mut below = one.dependencies.iter();
    below.any(|other| {
        other == name || by_name.get(&**other).is_some_and(|one| reaches(one, name, by_name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_dependency_has_is_left_out() {
        let one = |name: &str, dependencies: &[&str]| Crate {
            name: name.to_owned(),
            description: "d".to_owned(),
            dependencies: dependencies.iter().map(|name| (*name).to_owned()).collect(),
        };
        let rows = table(&[one("c", &["a", "b"]), one("b", &["a"]), one("a", &[])]);
        let rows: Vec<&str> = rows.lines().skip(2).collect();
        assert_eq!(rows, ["| `a` |  | d |", "| `b` | `a` | d |", "| `c` | `b` | d |"]);
    }
}
