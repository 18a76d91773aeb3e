//! The tables of the automata, one for each printed grammar.

use std::error::Error;
use std::fs;
use std::path::Path;

use urispec::Edition;
use urispec::grammar::Grammar;
use urispec_audit::{GrammarText, Languages, Notation, Printed, table_bytes};

const FOLDER: &str = "src/editions/automaton/tables";

/// The path of a file below the root, and its bytes.
pub(crate) type GeneratedFile = (String, Vec<u8>);

/// Returns every table.
pub(crate) fn all(root: &Path) -> Result<Vec<GeneratedFile>, Box<dyn Error>> {
    let mut files = Vec::new();
    for (stem, ending) in stems(root)? {
        let file = format!("{FOLDER}/{}.dfa", stem.replace('-', "_"));
        files.push((file, table(root, &stem, &ending)?));
    }
    Ok(files)
}

/// Returns the stems and extensions of the printed grammars.
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

fn table(root: &Path, stem: &str, ending: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let grammar = grammar(stem);
    // A grammar that no edition uses yet is read on its own.
    let notation = grammar.map_or_else(
        || if ending == "abnf" { Notation::Abnf } else { Notation::Bnf },
        |grammar| urispec_audit::notation(grammar.notation()),
    );
    let over = grammar.map_or(&[][..], |grammar| grammar.extends());
    let mut reader = urispec_audit::reader(notation);
    for document in over {
        reader = reader.import_known(document)?;
    }
    let read = |name: &str| -> Result<Option<(String, String)>, Box<dyn Error>> {
        let path = root.join("grammar").join(name);
        Ok(path
            .exists()
            .then(|| fs::read_to_string(path))
            .transpose()?
            .map(|text| (name.to_owned(), text)))
    };
    let printed = read(&format!("{stem}.{ending}"))?.ok_or("the printed grammar is missing")?;
    let readings = read(&format!("{stem}.readings.{ending}"))?;
    let is_literal = grammar.is_some_and(|grammar| !grammar.is_read_leniently());
    let printed = if is_literal {
        let read = |(file, text): (String, String)| Printed::read(notation, &file, &text);
        let all = read(printed)?;
        match readings.map(read).transpose()? {
            Some(readings) => all.with_readings(&readings),
            None => all,
        }
    } else {
        let readings = readings.as_ref().map(|(file, text)| GrammarText { file, text });
        let (file, text) = &printed;
        reader.read_with_readings(GrammarText { file, text }, readings)?
    };
    Ok(table_bytes(&Languages::new(&printed)))
}

/// Returns the grammar that an edition uses.
fn grammar(stem: &str) -> Option<&'static Grammar> {
    let mut grammars = Edition::every().flat_map(Edition::grammars);
    grammars.find(|grammar| grammar.stem() == stem).copied()
}
