//! Long strings of every edition: what needs more stack for more input overflows a small one, and
//! what is quadratic does not finish.

use std::collections::HashSet;
use std::thread;

use urispec::meaning::Meaning;
use urispec::{Edition, Node, ParseError};

use crate::support::scaled;

/// What leads into a component.
const HEADS: &[&str] = &["", "//", "//a@", "?", "x:", "a:b", "a:?", "a:/?"];

/// What leads into a scheme of its own, where an edition has productions for such.
#[rustfmt::skip]
const SCHEMES: &[&str] = &[
    "x://", "http://", "http://h/", "http://h?", "http://h/?", "ftp://", "ftp://h/", "file://",
    "news:", "news:a", "nntp:", "nntp://h/", "mailto:", "mailto:a", "mid:", "telnet://", "gopher://h/",
    "gopher://h/7%09", "wais://h/", "wais://h/a?", "wais://h/a/b/1=", "prospero://h/",
    "prospero://h/;", "url:prospero://h/",
];

/// What is repeated.
const UNITS: &[&str] = &["a", "/", "a.", "%41", "+"];

/// What is repeated beside, where an edition has productions for schemes.
const UNITS_OF_SCHEMES: &[&str] = &["@", "@a", "%001", "a-", "1@", ";a=", ":"];

/// The greatest number of bytes: 16 KiB, with `URISPEC_LONG` a mebibyte.
fn longest() -> usize {
    scaled(1 << 14, 1 << 20)
}

/// Heads, units and how many bytes they are repeated to.
fn inputs(edition: Edition) -> Vec<(&'static str, &'static str, usize)> {
    let trees = edition.whole_rules().iter().map(|rule| Node::parse(edition, rule, "http://h/"));
    let tree = trees.flatten().next().expect("a URL of every edition");
    if Meaning::from_tree(edition, &tree).unwrap().is_none() {
        let length = |head: &str| if head.is_empty() { longest() } else { longest() / 8 };
        let inputs = HEADS.iter().flat_map(|head| UNITS.iter().map(move |unit| (*head, *unit)));
        return inputs.map(|(head, unit)| (head, unit, length(head))).collect();
    }
    let is_long = |head, unit| ["", "x:"].contains(&head) && UNITS.contains(&unit);
    // Without `URISPEC_LONG` each head has a third of the units, and each unit a third of the heads.
    let step = scaled(3, 1);
    let heads = HEADS.iter().chain(SCHEMES).enumerate();
    let inputs = heads.flat_map(|(at, head)| {
        let units = UNITS.iter().chain(UNITS_OF_SCHEMES).enumerate();
        let units = units
            .filter(move |(unit_at, unit)| is_long(*head, **unit) || (at + unit_at) % step == 0);
        units.map(move |(_, unit)| (*head, *unit))
    });
    let length = |head, unit| if is_long(head, unit) { longest() } else { longest() / 32 };
    inputs.map(|(head, unit)| (head, unit, length(head, unit))).collect()
}

/// Four units are derived where many are, since RFC 1808 has a net_loc and a path of three slashes, and
/// no more. A space after them is where the string goes wrong: there is none in any of the languages.
fn is_accepted(edition: Edition, rule: &str, (head, unit, bytes): (&str, &str, usize)) -> bool {
    let at = || format!("{edition}: {head:?} and {unit:?}s as {rule}");
    let mut text = format!("{head}{}", unit.repeat(bytes / unit.len()));
    let is_accepted = Node::parse(edition, rule, &text).is_ok();
    let short = format!("{head}{}", unit.repeat(4));
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

/// The heads and units that a whole-string rule has.
fn accepted(edition: Edition) -> HashSet<(&'static str, &'static str)> {
    let is_accepted = |input| {
        let rules = edition.whole_rules().iter();
        // All are asked, whichever accepts.
        rules.filter(|rule| is_accepted(edition, rule, input)).count() > 0
    };
    let inputs = inputs(edition).into_iter().filter(|&input| is_accepted(input));
    inputs.map(|(head, unit, _)| (head, unit)).collect()
}

#[test]
fn a_small_stack_is_enough_for_them() {
    let threads: Vec<_> = Edition::ALL
        .iter()
        .map(|&edition| {
            let small = thread::Builder::new().stack_size(256 << 10);
            (edition, small.spawn(move || accepted(edition)).unwrap())
        })
        .collect();
    let mut heads = HashSet::new();
    for (edition, thread) in threads {
        let accepted = thread.join().unwrap();
        // After a scheme every edition has them.
        assert!(UNITS.iter().all(|unit| accepted.contains(&("x:", *unit))), "{edition}");
        heads.extend(accepted.into_iter().map(|(head, _)| head));
    }
    for head in HEADS.iter().chain(SCHEMES) {
        assert!(heads.contains(head), "{head:?} leads nowhere");
    }
}
