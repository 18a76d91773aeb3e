//! Certificates that were changed: whatever is changed, the file is refused, or says the same.

use std::collections::HashSet;

use grammar_verify::{Fault, Verified};
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
    for name in ["", "\t"] {
        let fault = checked(&format!("urispec-certificate 2\ngrammar {name}\n"), ABNF, PEST).unwrap_err();
        assert_eq!(fault.to_string(), "line 2: a name is missing");
    }
    assert!(is_refused("") && is_refused("urispec-certificate 2\n"));
    assert!(is_refused(&text.replacen("certificate 2", "certificate 1", 1)));
    assert!(is_refused(&text.replacen("certificate 2", "certificate 3", 1)));
    assert!(is_refused(&text.replacen("grammar -", "grammar other", 1)));
    assert!(is_refused(&(text.clone() + "grammar -\n")));
}

/// That `a` is one byte, `0`.
fn zero(class_0: &str, class_1: &str) -> Result<Verified, Fault> {
    checked(&of_zero(class_0, class_1), "a = \"0\"\n", "a = { \"0\" }")
}

fn of_zero(class_0: &str, class_1: &str) -> String {
    format!(
        "urispec-certificate 2\ngrammar -\nproduction a rule a classes 2 pairs 3\nclass 0 {class_0}\nclass 1 {class_1}\n\
         pair 0 start no 1 2\npair 1 0/0 no 1 1\npair 2 0/1 yes 1 1\n"
    )
}

/// Bytes of one class that a side tells apart.
#[test]
fn a_side_is_walked_by_each_of_its_bytes() {
    let text = of_zero("00-2F 31-FF", "30");
    for (abnf, pest, side) in [
        ("a = \"0\" / \"z\"\n", "a = { \"0\" }", "the production"),
        ("a = \"0\"\n", "a = { \"0\" | \"z\" }", "the rule"),
    ] {
        let fault = checked(&text, abnf, pest).unwrap_err();
        assert_eq!(fault.to_string(), format!("line 7: a string may end here by {side}, and the line says `no`"));
    }
    let text = text.replace("grammar -\n", "grammar -\npattern 0 rust whole [0z]\n").replace("rule a", "pattern 0");
    let fault = checked(&text, "a = \"0\"\n", "").unwrap_err();
    assert_eq!(fault.to_string(), "line 8: a string may end here by the pattern, and the line says `no`");
}

#[test]
fn bytes_stand_in_classes_in_one_way() {
    assert!(zero("00-2F 31-FF", "30").is_ok());
    for class in
        ["00-2F 2F 31-FF", "00-2F 31-31 32-FF", "2F-00 31-FF", "00-2f 31-FF", "00-2F 31-", "31-FF 00-2F", "0-2F 31-FF"]
    {
        let fault = zero(class, "30").unwrap_err();
        assert_eq!(fault.to_string(), "line 4: bytes stand in order, as `30-39 41`", "{class}");
    }
    assert_eq!(zero("00-2F 31-FF", "2F-30").unwrap_err().to_string(), "line 5: 2F-30 has a byte of an earlier class");
    assert_eq!(zero("00-2F 32-FF", "30").unwrap_err().to_string(), "line 5: byte 31 is in no class");
    assert_eq!(zero("00-FF", "").unwrap_err().to_string(), "line 5: bytes stand in order, as `30-39 41`");
}

/// Each byte may have a class of its own.
#[test]
fn a_certificate_may_have_256_classes() {
    let classes: String = (0..256).map(|byte| format!("class {byte} {byte:02X}\n")).collect();
    let mut rows = ["pair 0 start no", "pair 1 0/0 no", "pair 2 0/48 yes"].map(str::to_owned);
    for byte in 0..256 {
        rows[0] += if byte == 0x30 { " 2" } else { " 1" };
        rows[1] += " 1";
        rows[2] += " 1";
    }
    let text = "urispec-certificate 2\ngrammar -\nproduction a rule a classes 256 pairs 3\n".to_owned();
    let found = checked(&(text + &classes + &rows.join("\n") + "\n"), "a = \"0\"\n", "a = { \"0\" }");
    assert_eq!(found.unwrap().pairs, 3);
}

/// A pair has its number by the first way to it.
#[test]
fn pairs_are_numbered_in_the_order_of_their_ways() {
    let with = |rows: &str| {
        let text = "urispec-certificate 2\ngrammar -\nproduction a rule a classes 2 pairs 3\nclass 0 00-2F 31-FF\nclass 1 30\n";
        checked(&(text.to_owned() + rows), "a = \"0\"\n", "a = { \"0\" }")
    };
    assert!(with("pair 0 start no 1 2\npair 1 0/0 no 1 1\npair 2 0/1 yes 1 1\n").is_ok());
    let fault = with("pair 0 start no 2 1\npair 1 0/1 yes 2 2\npair 2 1/0 no 2 2\n").unwrap_err();
    assert_eq!(fault.to_string(), "line 6: there is no pair 2 to come next");
    let fault = with("pair 0 start no 1 2\npair 1 0/0 no 1 1\npair 2 0/0 yes 1 1\n").unwrap_err();
    assert_eq!(fault.to_string(), "line 8: the pair is not reached in this way first");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

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
