//! Tests that a suite tries every character in every state, and finds implementations that confuse characters.

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::of_editions::acceptor;
use crate::scaled;

fn suite(rule: &str) -> ByteSuite {
    ByteSuite::new(acceptor(rule)).unwrap()
}

/// Returns the strings of a suite whose letters are characters, each with whether it is valid.
fn cases(suite: &ByteSuite) -> impl Iterator<Item = (String, bool)> {
    suite.cases().map(|case| (String::from_utf8(case.input.clone()).unwrap(), case.is_valid()))
}

fn letters(suite: &ByteSuite) -> Vec<char> {
    suite.letters().map(character).collect()
}

/// Returns the letters and the other characters of a suite.
fn characters(suite: &ByteSuite) -> Vec<char> {
    let others = suite.others.iter().map(|bytes| std::str::from_utf8(bytes).unwrap());
    others.flat_map(str::chars).chain(letters(suite)).collect()
}

/// An implementation that is right except for these mistakes.
#[derive(Default)]
struct Mistaken(HashMap<(u32, char), Mistake>);

impl Mistaken {
    fn accepts(&self, suite: &ByteSuite, input: &str) -> bool {
        let mut state = 0;
        for one in input.chars() {
            let mut bytes = [0; 4];
            let bytes = one.encode_utf8(&mut bytes).as_bytes();
            state = match self.0.get(&(state, one)) {
                None => suite.dfa.after_any(&suite.acceptor, state, bytes),
                Some(&Mistake::Leads(wrong)) => wrong,
                Some(&Mistake::Stops(verdict)) => return verdict,
            };
        }
        suite.dfa.accepts(state)
    }

    fn passes(&self, suite: &ByteSuite) -> bool {
        cases(suite).all(|(input, is_valid)| self.accepts(suite, &input) == is_valid)
    }
}

fn mistakes(suite: &ByteSuite, state: u32, other: &[u8]) -> Vec<Mistake> {
    let right = suite.dfa.after_any(&suite.acceptor, state, other);
    Ends::new(&suite.dfa, &suite.identifiers).mistakes(state, right)
}

fn character(bytes: &[u8]) -> char {
    std::str::from_utf8(bytes).unwrap().chars().next().unwrap()
}

#[test]
fn every_length_of_utf8_has_characters_in_the_suite() {
    let suite = suite("pct-encoded");
    let all: BTreeSet<char> = characters(&suite).into_iter().collect();
    assert_eq!(all.len(), suite.others.len() + suite.letters().count());
    assert!((0..128_u8).all(|byte| all.contains(&char::from(byte))));
    let leads = |length| {
        let of_it = all.iter().filter(move |one| one.len_utf8() == length);
        of_it.map(|one| one.to_string().as_bytes()[0]).collect::<Vec<_>>()
    };
    assert_eq!(leads(2), (0xC2..=0xDF).collect::<Vec<u8>>());
    assert_eq!((leads(3).len(), leads(4).len()), (8, 4));
}

#[test]
fn every_character_is_tried_in_every_state() {
    for rule in ["URI-reference", "host", "IPv6address", "scheme", "path-empty", "pct-encoded"] {
        let suite = suite(rule);
        let mut seen = BTreeSet::new();
        for (input, _) in cases(&suite) {
            let mut state = 0;
            for one in input.chars() {
                seen.insert((state, one));
                let bytes = one.to_string().into_bytes();
                state = suite.dfa.after_any(&suite.acceptor, state, &bytes);
            }
        }
        for state in suite.dfa.all() {
            for one in characters(&suite) {
                assert!(seen.contains(&(state, one)), "{rule}: {one:?} in state {state}");
            }
        }
    }
}

/// Tries every mistake about every other character in every state.
#[test]
fn every_mistake_is_found() {
    for rule in ["pct-encoded", "dec-octet", "path-empty", "scheme", "IPvFuture", "port"] {
        let suite = suite(rule);
        assert!(Mistaken::default().passes(&suite));
        for state in suite.dfa.all() {
            for other in suite.others.iter().step_by(scaled(5, 1)) {
                for mistake in mistakes(&suite, state, other) {
                    let key = (state, character(other));
                    let wrong = Mistaken(HashMap::from([(key, mistake)]));
                    assert!(!wrong.passes(&suite), "{rule}: {key:?}");
                }
            }
        }
    }
}

/// Checks implementations that treat every letter correctly but confuse other characters with a letter that has
/// a meaning. The strings of letters alone do not find them.
#[test]
fn confusing_characters_of_a_class_is_found() {
    let confused = |rule: &str, from: &str, to: &str| {
        let (production, suite) = (acceptor(rule), suite(rule));
        let is_wrong = |input: &str, is_valid: bool| {
            let read = input.replace(|one| from.contains(one), to);
            production.accepts(read.as_bytes()) != is_valid
        };
        let by_letters = suite.words().any(|word| {
            let input = String::from_utf8(suite.dfa.bytes(&word)).unwrap();
            is_wrong(&input, production.accepts(input.as_bytes()))
        });
        let in_all = cases(&suite).any(|(input, is_valid)| is_wrong(&input, is_valid));
        assert_eq!((by_letters, in_all), (false, true), "{rule}: {from:?} as {to:?}");
    };
    let letters = letters(&suite("URI-reference"));
    let no_letter = |one: &char| !letters.contains(one);
    let barred: String = "\"\\<>^`{|} \0\t\n\u{7F}".chars().filter(no_letter).collect();
    for rule in ["reg-name", "pchar", "query", "fragment", "segment", "URI-reference"] {
        confused(rule, &barred, "a");
    }
    for one in barred.chars().step_by(scaled(4, 1)) {
        confused("URI-reference", &one.to_string(), "a");
        // Skipped, as many parsers skip the white space of 1.6 and Appendix C.
        confused("URI-reference", &one.to_string(), "");
    }
    confused("URI-reference", "\u{17F}", "s");
    confused("query", "{", "a");
    confused("reg-name", "~", "\"");
    confused("pchar", "~", "\u{E9}");
    confused("dec-octet", "\u{660}", "0");
    confused("port", "7", "a");
    // Every leading byte except that of `é`.
    let leads: String =
        ('\u{A0}'..='\u{7FF}').filter(|&one| !('\u{C0}'..='\u{FF}').contains(&one)).collect();
    confused("URI-reference", &leads, "a");
}

/// Checks a typical pattern, which allows every character that it does not list as excluded.
#[test]
fn a_pattern_that_excludes_too_little_is_found() {
    let suite = suite("reg-name");
    let letters: String =
        letters(&suite).into_iter().filter(|one| !one.is_alphanumeric()).collect();
    let production = acceptor("reg-name");
    let barred: String =
        letters.chars().filter(|one| !production.accepts(one.to_string().as_bytes())).collect();
    let class = format!("[^{}é]", regex::escape(&barred).replace('&', "\\&"));
    let pattern = regex::Regex::new(&format!("^(?s:{class}|%[0-9A-Fa-f]{{2}})*$")).unwrap();
    let is_right = |input: &str| pattern.is_match(input) == production.accepts(input.as_bytes());
    let text = |word: Word| String::from_utf8(suite.dfa.bytes(&word)).unwrap();
    assert!(suite.words().all(|word| is_right(&text(word))), "{pattern}");
    let inputs = cases(&suite).map(|(input, _)| input);
    let wrong: Vec<String> = inputs.filter(|input| !is_right(input)).collect();
    assert!(wrong.iter().any(|input| input.contains('{')), "{pattern}");
    assert!(wrong.iter().any(|input| input.contains('\n')), "{pattern}");
}

/// Checks a language whose letters are bytes.
#[test]
fn every_byte_is_tried_in_every_state() {
    let of_bytes = |count| {
        let mut classes = [0; 256];
        classes[0xFF] = 1;
        // The dead state; the start, which FF leaves; the end.
        let next = vec![0, 0, 0, 2, 0, 0];
        Acceptor::new(classes, vec![b'a', 0xFF], next, vec![false, false, true], count)
    };
    let suite = ByteSuite::new(of_bytes(1)).unwrap();
    assert_eq!(suite.states(), 3);
    let inputs: Vec<_> = suite.cases().map(|case| case.input).collect();
    for byte in 0..=u8::MAX {
        for before in [&b""[..], b"a", b"\xFF"] {
            let beginning = [before, &[byte]].concat();
            assert!(inputs.iter().any(|input| input.starts_with(&beginning)), "{beginning:?}");
        }
    }
    let once: BTreeSet<_> = inputs.iter().collect();
    assert_eq!(once.len(), inputs.len());
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: scaled(12, 40) as u32,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Tries any number of mistakes at once, in any states.
    #[test]
    fn an_implementation_that_passes_makes_no_mistake(
        chosen in prop::collection::vec(any::<(Index, Index, Index)>(), 1..20),
        rule in prop::sample::select(&["IPv6address", "authority", "URI-reference"][..]),
    ) {
        let suite = suite(rule);
        let mut wrong = Mistaken::default();
        for (state, other, mistake) in chosen {
            let state = state.index(suite.states()) as u32;
            let other = other.get(&suite.others);
            let all = mistakes(&suite, state, other);
            if !all.is_empty() {
                wrong.0.insert((state, character(other)), *mistake.get(&all));
            }
        }
        prop_assert_eq!(wrong.passes(&suite), wrong.0.is_empty());
    }
}

#[test]
fn a_cover_is_greedy_and_without_redundant_elements() {
    // The second kills three; then the first and the third kill one each, and the fourth none.
    let kills = [vec![0, 1], vec![1, 2, 3], vec![4], vec![2]];
    assert_eq!((greedy_cover(&kills, 6), cover_bound(&kills, 6)), (vec![1, 0, 2], 3));
    // The greedy choice begins with the first; the two others are then needed, and kill everything it kills.
    let kills = [vec![0, 1, 2, 3], vec![0, 1, 4], vec![2, 3, 5]];
    assert_eq!((greedy_cover(&kills, 6), cover_bound(&kills, 6)), (vec![1, 2], 2));
    assert_eq!(
        (greedy_cover::<Vec<usize>>(&[], 2), cover_bound::<Vec<usize>>(&[], 2)),
        (vec![], 0)
    );
}
