//! What each alternative of a small grammar adds, worked out by hand.

use std::time::Duration;

use grammar_automata::build::Deadline;
use grammar_automata::engine::budget::divide_limits;
use grammar_notation::{Notation, Printed};

use super::*;

fn read(notation: Notation, text: &str) -> Printed {
    Printed::read(notation, "a.abnf", text).unwrap()
}

fn members(printed: &Printed) -> AlternativeMembers {
    Alternatives::of_productions(printed, &["p"]).members("p")
}

/// What the alternatives of the production `p` add: a string of its own in quotes, or else the shortest string and the
/// alternatives that have it.
fn said(members: &AlternativeMembers) -> Vec<String> {
    let said = members.told.iter().map(|one| match &one.adds {
        Contribution::Own(own) => format!("\"{}\"", own.escape_ascii()),
        Contribution::Nothing { shortest, within } => {
            let shortest = shortest
                .as_ref()
                .map_or("none".to_owned(), |text| format!("\"{}\"", text.escape_ascii()));
            format!("{shortest} within {}", within.join(" and "))
        }
        Contribution::Unknown(_) => "unknown".to_owned(),
    });
    said.collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(said(&members(&read(Notation::Abnf, text))), expected, "{text}");
}

#[test]
fn the_shortest_string_that_no_other_alternative_has() {
    // Words and sets alone, which need no automaton.
    check("p = \"x\" / %x30-39 / \"ab\"\n", &["\"x\"", "\"0\"", "\"ab\""]);
    // `a` is shorter, but both have it.
    check("p = 1*%s\"a\" / [%s\"a\"] %s\"b\" / *%s\"b\"\n", &["\"a\"", "\"ab\"", "\"\""]);
    check("p = %s\"a\" / *%s\"a\"\n", &["\"a\" within *%s\"a\"", "\"\""]);
    // The first has every case of `ab`; `aB` is before `AB` and `Ab`.
    check("p = \"ab\" / %s\"ab\" / \"a\"\n", &["\"aB\"", "\"ab\" within \"ab\"", "\"a\""]);
    check("p = %xFF / %xC3.A4 / q\nq = %xFE\n", &["\"\\xff\"", "\"\\xc3\\xa4\"", "\"\\xfe\""]);
    // A production that ends in itself.
    check("p = %s\"a\" / %s\"b\" p\n", &["\"a\"", "\"ba\""]);
}

#[test]
fn an_alternative_that_adds_nothing() {
    check("p = q / q\nq = 1*DIGIT\n", &["\"0\" within q", "\"0\" within q"]);
    check(
        "p = DIGIT / %x30-34 / %x35-39\n",
        &["\"0\" within %x30-34 and %x35-39", "\"0\" within DIGIT", "\"5\" within DIGIT"],
    );
    // The third has `1` and `2`, but without the second nothing has `0`, and without the fourth nothing is missed.
    check(
        "p = %x30-32 / %x30-31 / %x31-32 / %x32\n",
        &[
            "\"0\" within %x30-31 and %x31-32",
            "\"0\" within %x30-32",
            "\"1\" within %x30-32",
            "\"2\" within %x30-32",
        ],
    );
    // One alternative has all, although it is not the first that shares a string.
    check(
        "p = 1*2DIGIT / DIGIT / *DIGIT\n",
        &["\"0\" within *DIGIT", "\"0\" within 1*2DIGIT", "\"\""],
    );
}

#[test]
fn an_alternative_without_strings() {
    let grammar = read(Notation::W3c, "p ::= \"a\" | q - q | \"b\"+\nq ::= [0-9]+\n");
    assert_eq!(said(&members(&grammar)), ["\"a\"", "none within ", "\"b\""]);
}

#[test]
fn what_is_no_choice_or_not_decided_has_no_alternatives() {
    for text in [
        "p = q\nq = \"a\" / \"b\"\n",
        "p = *( \"a\" / \"b\" )\n",
        "p = \"a\" / undefined\n",
        "p = \"(\" p \")\" / \"x\"\n",
        "p = <prose> / \"x\"\n",
        // One range, whose encodings begin with different bytes.
        "p = %xA0-D7FF\n",
        "q = \"a\" / \"b\"\n",
    ] {
        check(text, &[]);
    }
    // Another production that is not decided is in nobody's way.
    check("p = \"a\" / \"b\"\nq = undefined / \"x\"\n", &["\"a\"", "\"b\""]);
}

/// Of thirty alternatives, 24 are told. The last of the others has the string of the first, which so adds nothing.
#[test]
fn the_first_alternatives_are_told() {
    let letters = (0x41..0x41 + 29).map(|letter| format!("%x{letter:x}"));
    let letters: Vec<String> = letters.chain(["%x41".to_owned()]).collect();
    let members = members(&read(Notation::Abnf, &format!("p = {}\n", letters.join(" / "))));
    assert_eq!((members.told.len(), members.left), (24, 6));
    let said = said(&members);
    assert_eq!(said[..2], ["\"A\" within %x41", "\"B\""]);
}

#[test]
fn a_search_that_is_cut_short_says_so() {
    let text = "p = [%s\"x\"] / 1*DIGIT / 2*DIGIT\n";
    let grammar = read(Notation::Abnf, text);
    let alternatives = Alternatives::of_productions(&grammar, &["p"]);
    assert_eq!(said(&alternatives.members("p")), ["\"\"", "\"0\"", "\"00\" within 1*DIGIT"]);
    // As many steps as the first byte of the three takes, or hardly more: there are `x`, digits, and all others.
    divide_limits(STEPS / (3 * 3));
    let (cut, limit) = (alternatives.members("p"), budget::limit(STEPS));
    divide_limits(1);
    assert_eq!(said(&cut), ["\"\"", "\"0\"", "unknown"]);
    let why = format!("to find a string of each alternative takes more than {limit} steps");
    assert_eq!(cut.told[2].adds, Contribution::Unknown(why));
    for text in [text, "p = \"a\" / \"b\"\n"] {
        let passed = read(Notation::Abnf, text).with_deadline(Deadline::after(Duration::ZERO));
        let said = said(&members(&passed));
        assert!(!said.is_empty() && said.iter().all(|one| one == "unknown"), "{said:?}");
    }
}
