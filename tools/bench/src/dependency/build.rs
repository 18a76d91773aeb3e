//! Builds the programs, and measures how long that takes.
//!
//! In: the libraries, and how often to build. Out: a [`Built`] for each, of the least times. Each program
//! has a folder of its own, below the folder for temporary files, which is removed at the end. Nothing of
//! one build is there in the next: the target folder is removed before.
//!
//! The surprising case: a program that did not parse at all would be small and quick to build. So each is
//! run on a string that no library accepts, and must say something.

use std::fs;
use std::io::{self, Error};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use super::{ALL, Built, Dependency, cpu};

/// The name of the program.
pub const PROGRAM: &str = "as-dependency";
/// A string that no library accepts.
const INVALID: &str = "http://a b/";

/// Measures all libraries, one after the other in every round.
///
/// # Errors
/// When a folder cannot be written, or a program cannot be built or says nothing.
pub fn measure(rounds: u32, mut told: impl FnMut(&str)) -> io::Result<Vec<Built>> {
    let folder = Folder::new()?;
    let mut projects = Vec::new();
    for dependency in &ALL {
        told(&format!("{}: fetching", dependency.name));
        projects.push(Project::new(&folder.0, dependency)?);
    }
    let mut rows: Vec<Option<Built>> = vec![None; projects.len()];
    for round in 1..=rounds {
        for (project, row) in projects.iter().zip(&mut rows) {
            told(&format!("{}: build {round} of {rounds}", project.name));
            let new = project.build()?;
            *row = Some(match row.take() {
                None => new,
                Some(old) => least(&old, &new),
            });
        }
    }
    Ok(rows.into_iter().flatten().collect())
}

/// The lesser times of two builds of one program.
fn least(one: &Built, other: &Built) -> Built {
    let cpu = one.cpu.zip(other.cpu).map(|(one, other)| one.min(other));
    Built { cpu, wall: one.wall.min(other.wall), ..one.clone() }
}

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Self> {
        let folder = std::env::temp_dir().join(format!("urispec-bench-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system, as all temporary files are.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A program in its folder, with all that it needs fetched.
struct Project {
    name: &'static str,
    folder: PathBuf,
    crates: usize,
}

impl Project {
    fn new(parent: &Path, dependency: &Dependency) -> io::Result<Self> {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).canonicalize()?;
        let folder = parent.join(dependency.name.replace(", ", "-"));
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), dependency.manifest(&root.to_string_lossy()))?;
        fs::write(folder.join("src/main.rs"), dependency.source())?;
        // The versions that the workspace has; cargo takes out what the program does not need.
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        let mut project = Self { name: dependency.name, folder, crates: 0 };
        let tree = ["tree", "--edges", "no-dev", "--prefix", "none", "--no-dedupe"];
        let tree = match project.cargo(&[&tree[..], &["--offline"]].concat()) {
            Ok(tree) => tree,
            Err(_) => project.cargo(&tree)?,
        };
        project.crates = crates(&tree);
        Ok(project)
    }

    /// Builds the program from nothing.
    fn build(&self) -> io::Result<Built> {
        let target = self.folder.join("target");
        if target.exists() {
            fs::remove_dir_all(&target)?;
        }
        let (cpu, began) = (cpu::children(), Instant::now());
        self.cargo(&["build", "--release", "--offline", "--quiet", "--target-dir", "target"])?;
        let wall = began.elapsed().as_secs_f64();
        let cpu = cpu::children().zip(cpu).map(|(after, before)| after - before);
        let program =
            target.join("release").join(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
        let said = Command::new(&program).arg(INVALID).output()?.stdout;
        if said.is_empty() {
            return Err(Error::other(format!("{}: the program accepts {INVALID:?}", self.name)));
        }
        let size = fs::metadata(&program)?.len();
        Ok(Built { name: self.name, crates: self.crates, cpu, wall, size })
    }

    fn cargo(&self, arguments: &[&str]) -> io::Result<String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let done = Command::new(cargo).current_dir(&self.folder).args(arguments).output()?;
        if !done.status.success() {
            let why = String::from_utf8_lossy(&done.stderr);
            return Err(Error::other(format!("{}: cargo {}: {why}", self.name, arguments[0])));
        }
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    }
}

/// The number of crates in what `cargo tree` prints, without the program itself. A line has a name, a
/// version, and what else there is to say.
fn crates(tree: &str) -> usize {
    let named = |line: &str| line.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
    let mut all: Vec<_> = tree.lines().filter(|line| !line.is_empty()).map(named).collect();
    all.sort();
    all.dedup();
    all.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependency::tests::rows;

    #[test]
    fn a_crate_counts_once() {
        let tree = "as-dependency v0.0.0 (/tmp/a)\na v1.0.0\nb v0.1.0 (proc-macro)\nc v2.0.0\n\
                    a v1.0.0\nc v1.0.0\nb v0.1.0 (proc-macro) (*)\n";
        assert_eq!(crates(tree), 4);
        assert_eq!(crates("as-dependency v0.0.0 (/tmp/a)\n"), 0);
    }

    #[test]
    fn the_least_of_each_time() {
        let [one, _] = rows();
        let other = Built { cpu: Some(2.5), wall: 9.0, ..one.clone() };
        let least = least(&one, &other);
        assert_eq!((least.cpu, least.wall, least.size), (Some(2.5), 1.5, 500_000));
    }
}
