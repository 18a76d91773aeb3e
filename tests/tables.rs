//! The checked-in automata are those of the printed grammars.
//!
//! `URISPEC_BLESS=1 cargo test --test tables` writes them instead.
#![cfg(feature = "audit")]

use std::path::Path;

use urispec::Edition;
use urispec::audit::bnf::{Notation, Printed};
use urispec::audit::derive::Languages;
use urispec::audit::table;

#[track_caller]
fn check(document: &str, stem: &str, languages: &Languages) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/automaton/tables")
        .join(stem.replace('-', "_"))
        .with_extension("rs");
    let built = table::source(document, languages);
    if std::env::var_os("URISPEC_BLESS").is_some() {
        std::fs::write(&path, built).unwrap();
        return;
    }
    let checked_in = std::fs::read_to_string(&path).unwrap_or_default().replace('\r', "");
    // The files are long: the first line that differs says more than both of them.
    let lines = built.lines().zip(checked_in.lines()).zip(1..);
    if let Some(((built, found), line)) = lines.into_iter().find(|((a, b), _)| a != b) {
        panic!("{}, line {line}: `{found}` should be `{built}`", path.display());
    }
    assert_eq!(built.len(), checked_in.len(), "{}", path.display());
}

#[test]
fn rfc3986() {
    let grammar = Edition::Rfc3986.grammars()[0];
    let read = |file, text| Printed::read(Notation::Abnf, file, text).unwrap();
    let printed = read("rfc3986.abnf", grammar.printed);
    let readings = read("rfc3986.readings.abnf", grammar.readings);
    check("RFC 3986", grammar.stem, &Languages::of(&printed.with_readings(&readings)));
}
