//! Where cargo has put the sources of a crate.
//!
//! In: the workspace, whose lock file holds the crates whose grammars are audited. Out: the folder and
//! the version of each. Cargo fetches what it does not have, so that this may need the network.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

/// The folders of the crates that a workspace depends on, by name.
pub(crate) struct Sources(HashMap<String, Package>);

/// What `cargo metadata` says of a package.
#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

impl Sources {
    /// Asks cargo, which fetches every crate of the lock file that it does not have.
    pub(crate) fn of(workspace: &Path, wanted: &[&str]) -> Result<Self, String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let arguments = ["metadata", "--format-version", "1", "--locked", "--quiet"];
        let output = Command::new(cargo).current_dir(workspace).args(arguments).output();
        let output = output.map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        let all: Metadata =
            serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
        let is_wanted = |package: &Package| wanted.contains(&&*package.name);
        let wanted = all.packages.into_iter().filter(is_wanted);
        Ok(Self(wanted.map(|package| (package.name.clone(), package)).collect()))
    }

    /// The folder of a crate.
    pub(crate) fn folder(&self, krate: &str) -> Option<&Path> {
        self.0.get(krate)?.manifest_path.parent()
    }

    /// The version of a crate.
    pub(crate) fn version(&self, krate: &str) -> Option<&str> {
        Some(&self.0.get(krate)?.version)
    }
}
