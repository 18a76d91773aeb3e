//! Tests of properties that the automata of every edition share.

use super::Edition;
use crate::editions::automaton::{Acceptor, Automaton};

#[test]
fn a_table_and_its_acceptor_say_the_same() {
    for grammar in Edition::every().flat_map(Edition::grammars) {
        let automaton = grammar.automaton;
        for &(name, start) in automaton.starts {
            let acceptor = Acceptor::from_table(automaton, start);
            assert!(acceptor.is_of_characters() && !acceptor.is_empty(), "{name}");
            for text in ["", "a", "%41", "http://a/b?c#d", "1.2.3.4", "::1", "é", "a b"] {
                let offset = automaton.offset(start, text.as_bytes());
                assert_eq!(acceptor.offset(text.as_bytes()), offset, "{name}: {text}");
                assert_eq!(acceptor.accepts(text.as_bytes()), offset.is_none());
            }
        }
    }
}

/// Checks that the automata of each document accept only UTF-8, and that those of an ASCII document
/// have no transition on a byte above 127. Callers can thus test bytes that may not be UTF-8.
#[test]
fn every_language_is_of_ascii_or_of_characters() {
    for edition in Edition::every() {
        // RFC 2141 lists the excluded characters, and all characters beyond ASCII are among them. A
        // template, and a PURL that is not yet canonical, consist of characters.
        let of_characters =
            [Edition::Rfc3987, Edition::Whatwg, Edition::Rfc2141, Edition::Pkg, Edition::Rfc6570];
        let is_of_ascii = !of_characters.contains(&edition);
        let mut beyond = false;
        for automaton in edition.grammars().iter().map(|grammar| grammar.automaton) {
            for &(name, start) in automaton.starts {
                assert!(Acceptor::from_table(automaton, start).is_of_characters(), "{name}");
            }
            for state in 0..u16::try_from(automaton.accept.len()).unwrap() {
                let is_dead = |byte| automaton.step(state, byte) == Automaton::DEAD;
                beyond |= !(0x80..=0xFF).all(is_dead);
            }
        }
        assert_eq!(beyond, !is_of_ascii, "{edition}");
    }
}
