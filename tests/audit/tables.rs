//! The checked-in automata are those of the printed grammars.
//!
//! `cargo run -p urispec-generate` writes them.

use std::path::Path;

use urispec::Edition;
use urispec_audit::{Languages, table_bytes};

#[track_caller]
fn check(stem: &str, languages: &Languages) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/editions/automaton/tables")
        .join(stem.replace('-', "_"))
        .with_extension("dfa");
    let built = table_bytes(languages);
    let checked_in = std::fs::read(&path).unwrap_or_default();
    // The files are long: the first byte that differs says more than both of them.
    let differs = built.iter().zip(&checked_in).position(|(built, found)| built != found);
    assert_eq!(differs, None, "{}", path.display());
    assert_eq!(built.len(), checked_in.len(), "{}", path.display());
}

#[test]
fn every_table_is_that_of_its_printed_grammar() {
    for grammar in Edition::every().flat_map(Edition::grammars) {
        check(
            grammar.stem(),
            &Languages::new(&urispec_audit::pair(grammar).unwrap().with_readings()),
        );
    }
}
