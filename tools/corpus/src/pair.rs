//! A pair from `pairs/`: the grammar of a published crate, and the grammar of the document that it implements. The map
//! assigns to a production the rule that is meant to transcribe it. Other productions are not compared, even if a rule has
//! the same name.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// A published grammar and the document that it implements.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Pair {
    /// The name of the pair and of its file.
    #[serde(skip)]
    pub(crate) name: String,
    /// The crate that ships the grammar.
    #[serde(rename = "crate")]
    pub(crate) krate: String,
    /// The path of the `.pest` file in the crate.
    pub(crate) grammar: String,
    /// The document, and the sections whose productions are compared.
    pub(crate) document: String,
    /// The files of `printed/` with the productions of the document, in order.
    pub(crate) printed: Vec<String>,
    /// The file of `printed/` with the readings, if a production needs one.
    pub(crate) readings: Option<String>,
    /// The documents from which the productions import, by the names that the audit knows.
    #[serde(default)]
    pub(crate) imports: Vec<String>,
    /// The productions that derive a whole string.
    pub(crate) whole: Vec<String>,
    /// A note for readers of the snapshot.
    pub(crate) note: Option<String>,
    /// The productions that have a counterpart, each with the rule that is meant to transcribe it.
    pub(crate) map: BTreeMap<String, String>,
    /// A sentence about what is wrong, by production.
    #[serde(default)]
    pub(crate) wrong: BTreeMap<String, String>,
    /// The strings in these sentences that a rule accepts, by rule.
    #[serde(default)]
    pub(crate) accepts: BTreeMap<String, Vec<String>>,
    /// The strings in these sentences that a rule rejects, by rule.
    #[serde(default)]
    pub(crate) rejects: BTreeMap<String, Vec<String>>,
}

impl Pair {
    /// Returns the rules that pest runs.
    pub(crate) fn rules(&self) -> Vec<&str> {
        let named = self.accepts.keys().chain(self.rejects.keys());
        self.map.values().chain(named).map(String::as_str).collect()
    }

    /// Returns the strings in the sentences: the rule, the string, and whether the rule accepts it.
    pub(crate) fn strings(&self) -> impl Iterator<Item = (&str, &str, bool)> {
        let both = [(&self.accepts, true), (&self.rejects, false)].into_iter();
        both.flat_map(|(strings, accepts)| {
            strings.iter().flat_map(move |(rule, strings)| {
                strings.iter().map(move |string| (&**rule, &**string, accepts))
            })
        })
    }

    fn read(file: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
        let mut pair: Self = toml::from_str(&text).map_err(|error| error.to_string())?;
        pair.name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(pair)
    }
}

/// Reads the pairs of a folder, sorted by name: all of them, or only those with the given names.
pub(crate) fn read_all(folder: &Path, names: &[String]) -> Result<Vec<Pair>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let read = |file| Pair::read(file).map_err(|error| format!("{}: {error}", file.display()));
    let pairs = files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    if let Some(name) = names.iter().find(|name| pairs.iter().all(|pair| pair.name != **name)) {
        return Err(format!("no pair is called `{name}` in {}", folder.display()));
    }
    Ok(pairs.into_iter().filter(|pair| names.is_empty() || names.contains(&pair.name)).collect())
}
