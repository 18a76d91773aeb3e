//! The tables of the automata.

use std::error::Error;
use std::fs;
use std::path::Path;

use urispec::Edition;
use urispec::audit::{Languages, Printed, table_source};
use urispec::grammar::Notation;

const FOLDER: &str = "src/automaton/tables";

/// Every table and the list of them: the path below the root, and the text.
pub(crate) fn all(root: &Path) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut files = Vec::new();
    let mut list = String::from(
        "//! The tables, one for each grammar. `cargo run -p urispec-generate` writes them.\n\n",
    );
    for (stem, ending) in stems(root)? {
        let module = stem.replace('-', "_");
        if let Some(feature) = feature(&stem) {
            list += &format!("#[cfg(feature = \"{feature}\")]\n");
        }
        list += &format!("pub(crate) mod {module};\n");
        files.push((format!("{FOLDER}/{module}.rs"), one(root, &stem, &ending)?));
    }
    files.push((format!("{FOLDER}/mod.rs"), list));
    Ok(files)
}

/// The feature without which the library lacks the table. It has that of the default edition always, and
/// that of RFC 3987 with the types of IRIs.
fn feature(stem: &str) -> Option<&'static str> {
    let is_of = |edition: Edition| edition.grammars().iter().any(|grammar| grammar.stem() == stem);
    match () {
        () if is_of(Edition::default()) => None,
        () if is_of(Edition::Rfc3987) => Some("iri"),
        () => Some("grammars"),
    }
}

/// The printed grammars: the names of their files, and how these end.
fn stems(root: &Path) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut stems = Vec::new();
    for entry in fs::read_dir(root.join("grammar"))? {
        let name = entry?.file_name().into_string().map_err(|name| format!("{name:?}"))?;
        if let Some((stem, ending @ ("abnf" | "bnf"))) = name.split_once('.') {
            stems.push((stem.to_owned(), ending.to_owned()));
        }
    }
    stems.sort();
    Ok(stems)
}

fn one(root: &Path, stem: &str, ending: &str) -> Result<String, Box<dyn Error>> {
    let notation = notation(stem).unwrap_or(match ending {
        "abnf" => Notation::Abnf,
        _ => Notation::Bnf,
    });
    let read = |name: &str| -> Result<Option<Printed>, Box<dyn Error>> {
        let path = root.join("grammar").join(name);
        if !path.exists() {
            return Ok(None);
        }
        Ok(Some(Printed::read(notation, name, &fs::read_to_string(path)?)?))
    };
    let mut printed = read(&format!("{stem}.{ending}"))?.ok_or("it has just been listed")?;
    if let Some(readings) = read(&format!("{stem}.readings.{ending}"))? {
        printed = printed.with_readings(&readings);
    }
    Ok(table_source(stem, &Languages::of(&printed)))
}

/// The notation of a grammar that an edition has.
fn notation(stem: &str) -> Option<Notation> {
    let mut grammars = Edition::ALL.iter().flat_map(|edition| edition.grammars());
    Some(grammars.find(|grammar| grammar.stem() == stem)?.notation())
}
