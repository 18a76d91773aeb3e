//! Patterns whose characters are code units, as in ECMAScript without the flag `u`: `^.$` matches no character
//! above U+FFFF, and `^..$` matches each of them.
//!
//! A reader refuses a pattern that distinguishes surrogates. So all surrogates are one letter, represented here
//! by the characters above U+FFFF, and each such character in a string is read as two of these letters.

use grammar_automata::build::{ByteSet, Classes, Dfa};

use super::LanguageError;

/// The first of the characters that represent a surrogate.
const SURROGATE: [u8; 4] = *b"\xF0\x90\x80\x80";

/// Returns the automaton with each character above U+FFFF read as two units. The automaton must have one start,
/// and must not distinguish these characters.
pub(super) fn in_pairs(dfa: &Dfa) -> Result<Dfa, LanguageError> {
    // Only four-byte characters begin with these.
    let leads = Classes::refine([ByteSet::range(0xF0, 0xFF)]);
    let classes = dfa.classes().common(&leads);
    // A state of the automaton, and the number of bytes read of a four-byte character.
    let start = (dfa.start(0), 0);
    let step = |&(state, bytes): &(u32, u8), byte: u8| {
        let next = dfa.walk(state, &[byte]);
        match bytes {
            0 => (next, u8::from(byte >= SURROGATE[0])),
            // The second unit is read with the last byte.
            3 => (dfa.walk(next, &SURROGATE), 0),
            _ => (next, bytes + 1),
        }
    };
    let limit = 4 * dfa.states();
    let accepts = |&(state, bytes): &(u32, u8)| bytes == 0 && dfa.accepts(state);
    let paired = Dfa::explore(classes, vec![start], limit, accepts, step);
    Ok(paired.map_err(|_| LanguageError::States(limit))?.minimize())
}

#[cfg(test)]
mod tests {
    use super::super::{Dialect, Matching, Pattern};

    #[track_caller]
    fn check(text: &str, members: &[&str], others: &[&str]) {
        let pattern = Pattern::read(Dialect::EcmaScript, text).unwrap();
        assert!(pattern.is_in_code_units());
        let language = pattern.language(Matching::Search).unwrap();
        for (strings, is_member) in [(members, true), (others, false)] {
            for string in strings {
                assert_eq!(language.matches(0, string.as_bytes()), is_member, "{text} {string:?}");
            }
        }
    }

    /// ECMA-262, 22.2.2.9 CompileAtom: without the flag, a character is a code unit.
    #[test]
    fn a_character_above_ffff_is_two_code_units() {
        check("/^.$/s", &["a", "\u{FFFF}", "\u{E000}"], &["", "😀", "aa"]);
        check("/^..$/s", &["aa", "😀", "\u{10FFFF}"], &["a", "😀a", "😀😀"]);
        check("/^(..)*$/s", &["", "😀", "a😀b", "😀😀"], &["a", "a😀"]);
        // A match may begin and end between the two.
        check("/0/s", &["0", "😀0😀"], &["", "😀"]);
        check("/[^a]b/i", &["😀b", "cb"], &["ab", "b😀"]);
        check("/^a(?=.b)/i", &["acb"], &["a😀b", "ab"]);
        check(r"/(?<=^.)b/i", &["ab"], &["😀b", "b"]);
        check(r"/^\W{2}$/i", &["😀", "--"], &["😀😀", "-"]);
    }
}
