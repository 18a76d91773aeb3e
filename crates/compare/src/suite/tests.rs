//! The suites of productions, checked against values worked out on paper.

use std::collections::BTreeSet;

use urispec::Edition;

use super::*;

fn suite(rule: &str) -> Suite {
    Suite::new(Edition::Rfc3986.production(rule).unwrap())
}

/// A mistake with a single byte differs from a mistake with the class of the byte.
#[test]
fn every_ascii_character_is_a_letter() {
    let suite = suite("dec-octet").every_ascii();
    assert_eq!((suite.letters().len(), suite.states()), (129, 7));
    for byte in 0..=127_u8 {
        assert!(suite.cases().any(|case| case.input.contains(char::from(byte))));
    }
    let nine = |case: &Case| case.input == "9";
    assert!(suite.cases().any(|case| nine(&case) && case.is_valid()));
}

/// Each string occurs only once, even in the two kinds of strings together.
#[test]
fn no_string_comes_twice() {
    for rule in ["URI-reference", "dec-octet", "IPvFuture"] {
        let suite = suite(rule);
        let inputs: Vec<_> = suite.cases().map(|case| case.input).collect();
        assert_eq!(inputs.iter().collect::<BTreeSet<_>>().len(), inputs.len(), "{rule}");
    }
}

/// Worked out on paper: the automaton has five states, and the letters "0" and "a" continue after "%".
#[test]
fn the_suite_of_pct_encoded() {
    let suite = suite("pct-encoded");
    let words: Vec<_> = suite.characterization().collect();
    assert_eq!(words.len(), 4);
    assert_eq!(suite.states(), 5);
    let valid: Vec<_> = suite.cases().filter(Case::is_valid).map(|case| case.input).collect();
    assert!(valid.contains(&"%00".to_owned()) && valid.contains(&"%a0".to_owned()));
    assert_eq!(suite.case("%é".to_owned()).offset, Some(1));
    assert_eq!(suite.case("%000".to_owned()).offset, Some(3));
    assert_eq!(suite.case("%0".to_owned()).offset, Some(2));
    assert!(suite.cases().any(|case| case.input.contains('é')));
}

/// Worked out on paper: the start accepts, and every letter leads to the dead state, so the empty word distinguishes
/// the two. That gives all words of at most two letters, and those that begin with the first letter also with one more.
/// The other characters, 105 of ASCII, 29 of two bytes and 12 of more, occur once in each of the two states, with
/// nothing after them: a parser that rejects there neither skips them nor reads them as the end.
#[test]
fn the_suite_of_nothing() {
    let suite = suite("path-empty").extra(1);
    assert_eq!((suite.states(), suite.letters().len()), (2, 24));
    assert_eq!(suite.cases().count(), 1 + 24 + 24 * 24 + 24 * 24 + 2 * (105 + 29 + 12));
    assert!(suite.cases().filter(Case::is_valid).map(|case| case.input).eq([""]));
}

#[test]
fn an_unknown_production_is_an_error() {
    let error = Edition::Rfc2396.production("IPvFuture").unwrap_err();
    assert_eq!(error.name(), "IPvFuture");
}

#[test]
fn every_path_comes_once() {
    let found: Vec<_> = paths(&["", "."], 2).collect();
    assert_eq!(found, ["", ".", "/", "/.", "./", "./."]);
    let mut all: Vec<_> = paths(&["", ".", "..", "g"], 4).collect();
    assert_eq!(all.len(), 4 + 16 + 64 + 256);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 340);
}

/// RFC 3986, 3.2.3: only the ":" at the end of the authority is removed, wherever else there is one.
#[test]
fn the_colon_before_an_empty_port() {
    for (uri, expected) in [
        ("a://h:", Some("a://h")),
        ("h://h:/", Some("h://h/")),
        ("a://:", Some("a://")),
        ("a://u:@[::1]:/b:", Some("a://u:@[::1]/b:")),
        ("a://h:8/", None),
        ("a:b:", None),
    ] {
        assert_eq!(without_empty_port(uri).as_deref(), expected, "{uri}");
    }
}
