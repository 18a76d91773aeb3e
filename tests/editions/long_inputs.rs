//! Long strings of every edition: what needs more stack for more input overflows a small one, and
//! what is quadratic does not finish.

use std::collections::HashSet;
use std::thread;

use urispec::{Edition, Meaning, Node, ParseError};

/// What leads into a component.
const HEADS: &[&str] = &["", "//", "//a@", "?", "a:", "a:b", "a:?", "a:/?", "x:", "x://"];

/// What leads into a scheme of its own, where the edition has productions for such.
#[rustfmt::skip]
const SCHEMES: &[&str] = &[
    "http://", "http://h/", "http://h?", "http://h/?", "ftp://", "ftp://h/", "file://", "news:",
    "news:a", "nntp:", "nntp://h/", "mailto:", "mailto:a", "mid:", "telnet://", "gopher://h/",
    "gopher://h/7%09", "wais://h/", "wais://h/a?", "wais://h/a/b/1=", "prospero://h/",
    "prospero://h/;", "url:prospero://h/",
];

fn heads(edition: Edition) -> impl Iterator<Item = &'static str> {
    let trees = edition.whole_rules().iter().map(|rule| Node::parse(edition, rule, "http://h/"));
    let tree = trees.flatten().next().expect("a URL of every edition");
    let has_schemes = Meaning::of(edition, &tree).unwrap().is_some();
    HEADS.iter().chain(has_schemes.then_some(SCHEMES).into_iter().flatten()).copied()
}

/// What is repeated. The first five are of a mebibyte after no scheme and after one.
const UNITS: [&str; 12] = ["a", "/", "a.", "%41", "+", "@", "@a", "%001", "a-", "1@", ";a=", ":"];

/// The bytes of a string.
fn length(head: &str, unit: &str) -> usize {
    match (head, UNITS[..5].contains(&unit)) {
        ("" | "x:", true) => 1 << 20,
        (_, true) if head.len() < 5 => 1 << 17,
        _ => 1 << 15,
    }
}

/// Three units are derived where many are, and a space after them is where the string goes wrong:
/// there is none in any of the languages.
fn is_accepted(edition: Edition, rule: &str, head: &str, unit: &str) -> bool {
    let at = || format!("{edition}: {head:?} and {unit:?}s as {rule}");
    let mut text = format!("{head}{}", unit.repeat(length(head, unit) / unit.len()));
    let is_accepted = Node::parse(edition, rule, &text).is_ok();
    let short = format!("{head}{}", unit.repeat(3));
    assert_eq!(Node::parse(edition, rule, &short).is_ok(), is_accepted, "{}", at());
    if is_accepted {
        text.push(' ');
        match Node::parse(edition, rule, &text) {
            Err(ParseError::Syntax(error)) => assert_eq!(error.offset(), text.len() - 1),
            other => panic!("{} and a space: {other:?}", at()),
        }
    }
    is_accepted
}

#[test]
fn a_small_stack_is_enough_for_them() {
    let test = || {
        let mut accepted = HashSet::new();
        for &edition in Edition::ALL {
            for (head, unit) in heads(edition).flat_map(|head| UNITS.map(|unit| (head, unit))) {
                let rules = edition.whole_rules().iter();
                let rules = rules.filter(|rule| is_accepted(edition, rule, head, unit));
                if rules.count() > 0 {
                    accepted.insert(("", head));
                    accepted.extend((head == "x:").then_some((edition.id(), unit)));
                }
            }
        }
        for head in HEADS.iter().chain(SCHEMES) {
            assert!(accepted.contains(&("", *head)), "{head:?} leads nowhere");
        }
        // After a scheme every edition has them.
        for edition in Edition::ALL {
            for unit in &UNITS[..5] {
                assert!(accepted.contains(&(edition.id(), *unit)), "{edition}: {unit:?}");
            }
        }
    };
    thread::Builder::new().stack_size(256 << 10).spawn(test).unwrap().join().unwrap();
}
