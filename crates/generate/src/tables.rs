//! The tables of the automata.

use std::error::Error;
use std::fs;
use std::path::Path;

use urispec::Edition;
use urispec::audit::bnf::{Notation, Printed};
use urispec::audit::derive::Languages;
use urispec::audit::table;

const FOLDER: &str = "src/automaton/tables";

/// Every table and the list of them: the path below the root, and the text.
pub(crate) fn all(root: &Path) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut files = Vec::new();
    let mut list = String::from(
        "//! The tables, one for each grammar. `cargo run -p urispec-generate` writes them.\n\n",
    );
    for (stem, ending) in stems(root)? {
        let module = stem.replace('-', "_");
        list += &format!("pub(crate) mod {module};\n");
        files.push((format!("{FOLDER}/{module}.rs"), one(root, &stem, &ending)?));
    }
    files.push((format!("{FOLDER}/mod.rs"), list));
    Ok(files)
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
    let edition = edition(stem);
    let notation = match (edition, ending) {
        (Some((_, notation)), _) => notation,
        (None, "abnf") => Notation::Abnf,
        (None, _) => Notation::Bnf,
    };
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
    let document = edition.map_or(stem, |(edition, _)| edition.document());
    let document = document.split(", ").next().unwrap_or_default();
    Ok(table::source(document, &Languages::of(&printed)))
}

/// The edition that has a grammar, and the notation of the grammar.
fn edition(stem: &str) -> Option<(Edition, Notation)> {
    let all = Edition::ALL.iter().flat_map(|edition| {
        edition.grammars().iter().map(|grammar| (*edition, grammar.stem, grammar.notation))
    });
    all.into_iter().find(|(_, of, _)| *of == stem).map(|(edition, _, notation)| (edition, notation))
}
