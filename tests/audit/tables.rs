//! The checked-in automata are those of the printed grammars.
//!
//! `cargo run -p urispec-generate` writes them.

use std::path::Path;

use urispec::Edition;
use urispec::audit::{Languages, table_source};

#[track_caller]
fn check(stem: &str, languages: &Languages) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/editions/automaton/tables")
        .join(stem.replace('-', "_"))
        .with_extension("rs");
    let built = table_source(stem, languages);
    let checked_in = std::fs::read_to_string(&path).unwrap_or_default().replace('\r', "");
    // The files are long: the first line that differs says more than both of them.
    let lines = built.lines().zip(checked_in.lines()).zip(1..);
    if let Some(((built, found), line)) = lines.into_iter().find(|((a, b), _)| a != b) {
        panic!("{}, line {line}: `{found}` should be `{built}`", path.display());
    }
    assert_eq!(built.len(), checked_in.len(), "{}", path.display());
}

#[test]
fn every_table_is_that_of_its_printed_grammar() {
    for grammar in Edition::every().flat_map(Edition::grammars) {
        check(grammar.stem(), &Languages::new(&grammar.pair().unwrap().with_readings()));
    }
}
