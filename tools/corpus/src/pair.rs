//! What is audited: a grammar of a published crate, and the grammar of the document it implements.
//!
//! In: a file of `pairs/`, in TOML. Out: [`Pair`]. A production is mapped to the rule that claims to
//! transcribe it, whether the claim holds or not; what the map does not name is not compared, even where
//! a rule has its name, since that may mean nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// A published grammar and the document that it implements.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Pair {
    /// The name of the pair, which is that of its file.
    #[serde(skip)]
    pub(crate) name: String,
    /// The crate that ships the grammar.
    #[serde(rename = "crate")]
    pub(crate) krate: String,
    /// The path of the `.pest` file in the crate.
    pub(crate) grammar: String,
    /// The document, and the sections whose productions are compared.
    pub(crate) document: String,
    /// The files of `printed/` that hold the document's productions, one after another.
    pub(crate) printed: Vec<String>,
    /// The file of `printed/` with the readings, if a production needs one.
    pub(crate) readings: Option<String>,
    /// The documents that the productions import, by the names under which the audit knows them.
    #[serde(default)]
    pub(crate) imports: Vec<String>,
    /// The productions that stand for a whole string.
    pub(crate) whole: Vec<String>,
    /// What a reader of the page should know about the pair.
    pub(crate) note: Option<String>,
    /// The productions that have a counterpart, each with the rule that claims to transcribe it.
    pub(crate) map: BTreeMap<String, String>,
    /// What is wrong, in a sentence, by production.
    #[serde(default)]
    pub(crate) wrong: BTreeMap<String, String>,
    /// The strings of these sentences that a rule reads to the end, by rule.
    #[serde(default)]
    pub(crate) reads: BTreeMap<String, Vec<String>>,
    /// The strings of these sentences that a rule does not read to the end, by rule.
    #[serde(default)]
    pub(crate) rejects: BTreeMap<String, Vec<String>>,
}

impl Pair {
    /// The rules that pest is to run.
    pub(crate) fn rules(&self) -> Vec<&str> {
        let said = self.reads.keys().chain(self.rejects.keys());
        self.map.values().chain(said).map(String::as_str).collect()
    }

    /// The strings that its sentences name: the rule, the string, and whether the rule reads the string.
    pub(crate) fn said(&self) -> impl Iterator<Item = (&str, &str, bool)> {
        let both = [(&self.reads, true), (&self.rejects, false)].into_iter();
        both.flat_map(|(strings, reads)| {
            strings.iter().flat_map(move |(rule, strings)| {
                strings.iter().map(move |string| (&**rule, &**string, reads))
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

/// Reads the pairs of a folder, sorted by name: all of them, or those of some names.
pub(crate) fn read_all(folder: &Path, names: &[String]) -> Result<Vec<Pair>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    let read = |file| Pair::read(file).map_err(|error| format!("{}: {error}", file.display()));
    let pairs = files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    if let Some(name) = names.iter().find(|name| pairs.iter().all(|pair| pair.name != **name)) {
        return Err(format!("there is no pair `{name}` in {}", folder.display()));
    }
    Ok(pairs.into_iter().filter(|pair| names.is_empty() || names.contains(&pair.name)).collect())
}
