//! The checked-in automata are those of the printed grammars.
//!
//! `URISPEC_BLESS=1 cargo test --test tables` writes them instead.
#![cfg(feature = "audit")]

use std::path::Path;

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

/// Reads `grammar/STEM.abnf` or `.bnf` with its readings, if it has any.
#[track_caller]
fn grammar(document: &str, stem: &str, notation: Notation) {
    let ending = if notation == Notation::Abnf { "abnf" } else { "bnf" };
    let read = |file: String| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar").join(&file);
        let text = std::fs::read_to_string(path).ok()?;
        Some(Printed::read(notation, &file, &text).unwrap())
    };
    let printed = read(format!("{stem}.{ending}")).unwrap();
    let readings = read(format!("{stem}.readings.{ending}"));
    let read =
        readings.map_or_else(|| printed.clone(), |readings| printed.with_readings(&readings));
    check(document, stem, &Languages::of(&read));
}

#[test]
fn rfc1630() {
    grammar("RFC 1630, section 8", "rfc1630-uri", Notation::Rfc1630);
    grammar("RFC 1630, section 9", "rfc1630-url", Notation::Rfc1630);
}

#[test]
fn rfc1738() {
    grammar("RFC 1738", "rfc1738", Notation::Bnf);
}

#[test]
fn url_syntax_05() {
    grammar("draft-fielding-url-syntax-05", "url-syntax-05", Notation::Bnf);
}

#[test]
fn rfc2396() {
    grammar("RFC 2396", "rfc2396", Notation::Bnf);
}

#[test]
fn rfc2396bis_01() {
    grammar("draft-fielding-uri-rfc2396bis-01", "rfc2396bis-01", Notation::Abnf);
}

#[test]
fn rfc3986() {
    grammar("RFC 3986", "rfc3986", Notation::Abnf);
}
