//! Tests of the byte classes and states of single productions against manually derived values.

use super::tables::rfc3986::AUTOMATON;
use super::{Acceptor, LetterDfa};

fn dfa(rule: &str) -> LetterDfa {
    let acceptor = Acceptor::from_table(&AUTOMATON, AUTOMATON.start_of(rule));
    LetterDfa::new(&acceptor, false).unwrap()
}

#[test]
fn every_state_is_where_its_word_leads() {
    for rule in ["URI-reference", "IPv6address", "dec-octet", "path-empty"] {
        let dfa = dfa(rule);
        for state in dfa.all() {
            assert_eq!(dfa.after(0, &dfa.access(state)), state, "{rule}");
        }
    }
}

/// The expected states: the start, the dead state, and the states after "%", "%0" and "%00".
#[test]
fn pct_encoded_has_five_states() {
    let dfa = dfa("pct-encoded");
    assert_eq!(dfa.states(), 5);
    assert!(dfa.all().filter(|&state| dfa.accepts(state)).eq([4]));
    let words: Vec<_> =
        dfa.all().map(|state| String::from_utf8(dfa.bytes(&dfa.access(state))).unwrap()).collect();
    assert_eq!(words, ["", "0", "%", "%0", "%00"]);
}

#[test]
fn distances_are_those_of_the_shortest_words() {
    let dfa = dfa("pct-encoded");
    let ends = dfa.distances(|state| dfa.accepts(state));
    assert_eq!(ends, [Some(3), None, Some(2), Some(1), Some(0)]);
    assert_eq!(dfa.distances(|state| state == 0), [Some(0), None, None, None, None]);
}
