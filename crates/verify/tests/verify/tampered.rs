//! Certificates that were changed: whatever is changed, the file is refused, or says the same.

use std::collections::HashSet;

use grammar_verify::Fault;
use proptest::prelude::*;

use super::written::{checked, of_pair, pair};

/// Names that look alike, rules that are the same, a choice that needs a look-ahead, a loop.
const ABNF: &str = "host = label *(\".\" label) [ \".\" ]\nlabel = 1*let\nlet = ALPHA / DIGIT\nfew = 2*3let / \"-\"\n\
                    tail = \"x\" [ tail ]\nleft = left \"x\" / \"y\"\n";
const PEST: &str = "host = { label ~ (\".\" ~ label)* ~ \".\"? }\nlabel = { let+ }\nlet = { ASCII_ALPHANUMERIC }\n\
                    whole_let = { let }\nfew = { let{2, 3} | \"-\" ~ !ANY }\ntail = { ^\"x\" ~ tail? }\n\
                    left = { ^\"y\" ~ ^\"x\"* }\n";

fn certificate() -> String {
    of_pair("-", &pair(ABNF, PEST))
}

#[track_caller]
fn is_refused(text: &str) -> bool {
    match checked(text, ABNF, PEST) {
        Ok(_) => false,
        Err(Fault::Refused { line, why }) => {
            assert!(line <= text.lines().count() && !why.is_empty(), "{line}: {why}");
            true
        }
        Err(fault) => panic!("{fault}"),
    }
}

/// The text with one line replaced, or left out if there is nothing in its place.
fn instead(text: &str, at: usize, line: &str) -> String {
    let lines = text.lines().enumerate().map(|(number, old)| if number == at { line } else { old });
    lines.filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

/// Each kind of change, at each line where it can be made, must be refused.
#[test]
fn each_kind_of_change_is_refused() {
    let text = certificate();
    assert!(!is_refused(&text), "{text}");
    let mut kinds = HashSet::new();
    let mut refused = |kind: &'static str, tampered: String| {
        kinds.insert(kind);
        assert!(is_refused(&tampered), "{kind}: {tampered}");
    };
    for (at, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split(' ').collect();
        refused("line left out", instead(&text, at, ""));
        refused("line twice", instead(&text, at, &format!("{line}\n{line}")));
        refused("cut off", text.lines().take(at).map(|line| format!("{line}\n")).collect());
        refused("blank at the end", instead(&text, at, &format!("{line} ")));
        let mut with = |kind: &'static str, place: usize, field: &str| {
            let mut fields = fields.clone();
            fields[place] = field;
            refused(kind, instead(&text, at, &fields.join(" ")));
        };
        match fields[0] {
            "pair" | "state" => {
                let place = if fields[0] == "pair" { 3 } else { 2 };
                with("yes for no", place, if fields[place] == "yes" { "no" } else { "yes" });
                with("number", 1, "7");
                if fields[0] == "pair" {
                    with("way", 2, "0/9");
                }
                for successor in place + 1..fields.len() {
                    with("successor that is not there", successor, "999");
                    with("successor with a zero", successor, "00");
                }
            }
            "class" => {
                with("class without its last byte", fields.len() - 1, "");
                with("byte of another class", 2, "00-FF");
            }
            "production" | "automaton" => {
                let place = if fields[0] == "production" { 1 } else { 3 };
                let other = if fields[place] == "few" { "host" } else { "few" };
                with("production renamed", place, other);
                with("production unknown", place, "nobody");
                with("number of rows", fields.len() - 1, "1");
                with("number of classes", fields.len() - 3, "1");
                with("too many", fields.len() - 1, "99999999999999999999");
            }
            _ => {}
        }
        if fields[0] == "production" {
            with("rule unknown", 3, "nobody");
        }
    }
    assert_eq!(kinds.len(), 17, "{kinds:?}");
}

/// A successor that is changed to another pair is refused, but where the two pairs are equal languages.
#[test]
fn a_successor_that_is_changed_is_refused() {
    let text = certificate();
    let (mut changed, mut taken) = (0, 0);
    for (at, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with("pair ")) {
        let fields: Vec<&str> = line.split(' ').collect();
        for place in 4..fields.len() {
            for other in ["0", "1", "2", "3"].into_iter().filter(|other| *other != fields[place]) {
                let mut fields = fields.clone();
                fields[place] = other;
                changed += 1;
                taken += usize::from(!is_refused(&instead(&text, at, &fields.join(" "))));
            }
        }
    }
    assert!(changed > 150, "{changed}");
    assert_eq!(taken, 0);
}

/// A byte that moves to another class changes what the lines accept, or they say the same as before.
#[test]
fn a_byte_that_moves_to_another_class_is_refused() {
    let text = certificate();
    let mut changed = 0;
    for (from, to) in [("30-39 41-5A", "31-39 41-5A"), ("41-5A", "42-5A"), ("61-7A", "61-79"), ("58 78", "78")] {
        for (at, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with("class") && line.contains(from))
        {
            changed += 1;
            // The byte is in no class then.
            assert!(is_refused(&instead(&text, at, &line.replace(from, to))), "{line}");
        }
    }
    assert!(changed > 8, "{changed}");
    let moved = text.replacen(
        "class 0 00-2F 3A-40 5B-60 7B-FF\nclass 1 30-39 41-5A 61-7A",
        "class 0 00-2F 3A-41 5B-60 7B-FF\nclass 1 30-39 42-5A 61-7A",
        1,
    );
    assert!(moved == text || is_refused(&moved));
}

#[test]
fn a_claim_that_is_missing_or_there_twice_is_refused() {
    let text = certificate();
    let parts: Vec<&str> = text.split_inclusive('\n').collect();
    let starts: Vec<usize> = (0..parts.len()).filter(|&at| parts[at].starts_with("production")).collect();
    assert_eq!(starts.len(), 8);
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(parts.len());
        let without = parts[..start].concat() + &parts[end..].concat();
        assert!(is_refused(&without), "{}", parts[start]);
        let twice = text.clone() + &parts[start..end].concat();
        assert!(is_refused(&twice), "{}", parts[start]);
    }
    let without = parts[..starts[2]].concat() + &parts[starts[3]..].concat();
    let fault = checked(&without, ABNF, PEST).unwrap_err();
    assert!(matches!(fault, Fault::Refused { line: 2, .. }), "{fault}");
    assert!(is_refused("") && is_refused("urispec-certificate 2\n"));
    assert!(is_refused(&text.replacen("certificate 2", "certificate 1", 1)));
    assert!(is_refused(&text.replacen("certificate 2", "certificate 3", 1)));
    assert!(is_refused(&text.replacen("grammar -", "grammar other", 1)));
    assert!(is_refused(&(text.clone() + "grammar -\n")));
}

proptest! {
    /// A byte is replaced, put in or taken out anywhere: the file is refused, or every pair says what it said.
    #[test]
    fn whatever_byte_is_changed(at in 0..10_000_usize, byte in prop_oneof![Just(b' '), Just(b'\n'), b'0'..=b'9', b'A'..=b'z'], kind in 0..3) {
        let text = certificate();
        let at = at % text.len();
        let mut tampered = text.clone().into_bytes();
        match kind {
            0 => tampered[at] = byte,
            1 => tampered.insert(at, byte),
            _ => { tampered.remove(at); }
        }
        let tampered = String::from_utf8(tampered).unwrap();
        // ABNF ignores the case of names.
        let lower = |line: &str| if line.contains("production ") { line.to_ascii_lowercase() } else { line.to_owned() };
        let is_same = tampered.len() == text.len() && tampered.lines().map(lower).eq(text.lines().map(lower));
        prop_assert!(is_same || is_refused(&tampered), "{}", tampered);
    }
}
