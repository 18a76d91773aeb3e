//! What holds of every repair.

use proptest::prelude::*;
use urispec::error::RepairError;
use urispec::{Components, Decode, UriRef, split};

use crate::generate::{nasty, reference};
use crate::scaled;

/// What people write: what the generators make, with pieces that no reference has.
fn given() -> impl Strategy<Value = String> {
    let broken = "([a:/?#@%]|[\\[\\]|\\\\ <>\"^`{}\t]|é|日|%4|%41|//|a:|h:1|\\[::1\\]|://){0,10}";
    let broken = prop::string::string_regex(broken).unwrap();
    let between = (reference(), "[ |é%#\\[:]", any::<prop::sample::Index>());
    let between = between.prop_map(|(mut text, piece, at)| {
        text.insert_str(at.index(text.len() + 1), &piece);
        text
    });
    prop_oneof![2 => nasty(), 2 => broken, 2 => between, 1 => reference()]
}

/// The components of a string, with a scheme that is none as part of the path.
fn components(text: &str, has_scheme: bool) -> Components<'_> {
    let parts = split(text);
    match parts.scheme {
        Some(scheme) if !has_scheme && parts.authority.is_none() => {
            let path = &text[..scheme.len() + 1 + parts.path.len()];
            Components { scheme: None, path, ..parts }
        }
        _ => parts,
    }
}

#[track_caller]
fn holds(given: &str) {
    let parsed = UriRef::parse(given);
    let repaired = match UriRef::repair(given) {
        Ok(repaired) => repaired,
        Err(error) => {
            assert!(parsed.is_err());
            // Only authorities, and what would be one or a scheme, can be past mending.
            let offset = error.offset().unwrap();
            let is_past = match error {
                RepairError::Scheme { .. } => {
                    given.contains("://") || given.starts_with(char::is_whitespace)
                }
                RepairError::Backslash { .. } => given.contains('\\'),
                _ => split(given).authority.is_some(),
            };
            assert!(is_past, "{given:?}: {error}");
            assert!(offset <= given.len() && given.is_char_boundary(offset));
            return;
        }
    };
    let reference = UriRef::parse(repaired.as_str()).unwrap();
    assert_eq!(repaired.as_borrowed(), reference);
    // What is valid is not touched, and what is touched is told.
    assert_eq!(repaired.is_unchanged(), parsed.is_ok());
    assert!(UriRef::repair(repaired.as_str()).unwrap().is_unchanged());
    let mut told = given.to_owned();
    for repair in repaired.repairs().iter().rev() {
        assert_eq!(given[repair.span()], *repair.found().to_string());
        assert_eq!(repair.written().decode().unwrap(), repair.found().to_string());
        told.replace_range(repair.span(), &repair.written());
    }
    assert_eq!(told, repaired.as_str());
    // The data of each component is that of the given one.
    let (before, after) = (components(given, reference.scheme().is_some()), reference.components());
    assert_eq!(before.scheme, after.scheme);
    let data = |text: Option<&str>| text.map(|text| text.decode_lossy().into_owned());
    assert_eq!(data(before.authority), data(after.authority));
    assert_eq!(data(Some(before.path)), data(Some(after.path)));
    assert_eq!(before.path.matches('/').count(), after.path.matches('/').count());
    assert_eq!(data(before.query), data(after.query));
    assert_eq!(data(before.fragment), data(after.fragment));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_repair_keeps_the_data(text in given()) {
        holds(&text);
    }
}

/// The lines of a file of the corpus, or a message where there is none.
fn corpus(name: &str) -> Option<String> {
    let shared = std::env::var("URISPEC_SHARED").unwrap_or_else(|_| "../shared".to_owned());
    let text = std::fs::read_to_string(format!("{shared}/corpus/{name}"));
    text.inspect_err(|error| println!("skipped, since {shared}/corpus/{name}: {error}")).ok()
}

#[test]
fn links_found_on_pages_are_repaired() {
    for name in ["refs.tsv", "web.txt"] {
        let Some(text) = corpus(name) else { return };
        let lines = text.lines().step_by(scaled(11, 1));
        lines.flat_map(|line| line.split('\t')).for_each(holds);
    }
}
