//! The automata of the grammars, as tables.
//!
//! There is an [`Automaton`] for each grammar, with a start state for each production. An automaton
//! finds the exact byte at which a string leaves a language, which no parser reports. The audit
//! builds the tables from the printed grammars and the replacements of unusable productions; a test
//! rebuilds them.

#[cfg(test)]
mod letter_tests;
pub(crate) mod tables;

pub(crate) use grammar_automata::Automaton;
#[cfg(test)]
pub(crate) use grammar_automata::LetterDfa;
#[cfg(feature = "trees")]
pub use grammar_automata::{Acceptor, LetterRange, Rejection};

#[cfg(test)]
mod tests {
    use super::*;
    use tables::rfc3986::AUTOMATON as RFC3986;

    #[track_caller]
    fn walk(production: &str, text: &str) -> Result<u16, (usize, u16)> {
        RFC3986.walk(RFC3986.start(production).unwrap(), text.as_bytes())
    }

    #[test]
    fn the_first_wrong_byte_is_exact() {
        // A space is wrong at its own offset; a string that is too short is wrong at its end.
        for (text, offset) in [("http://a b", 8), ("http://[::1", 11), ("a:%4", 4), ("a:%4g", 4)] {
            match walk("URI-reference", text) {
                Err((found, _)) => assert_eq!(found, offset, "{text}"),
                Ok(state) => {
                    assert_eq!(text.len(), offset, "{text}");
                    assert!(!RFC3986.accepts(state), "{text}");
                }
            }
        }
        // The second "::" is wrong at its second colon, since a single one may follow "1".
        assert_eq!(walk("IPv6address", "::1::").unwrap_err().0, 4);
        assert_eq!(RFC3986.start("no-such"), None);
    }

    #[test]
    fn completions_are_shortest() {
        let completion = |text: &str| {
            let state = walk("URI-reference", text).unwrap();
            String::from_utf8(RFC3986.completion(state)).unwrap()
        };
        assert_eq!(completion("a:"), "");
        assert_eq!(completion("a:%"), "00");
        assert_eq!(completion("//["), "::]");
        assert_eq!(completion("//[1"), "::]");
        assert_eq!(completion("//[v"), "0.0]");
        assert_eq!(RFC3986.completion(Automaton::DEAD), b"");
    }

    #[test]
    fn expected_bytes_keep_the_language_possible() {
        let expected = |production, text| {
            let state = walk(production, text).unwrap();
            let mut bytes = RFC3986.expected(state).collect::<Vec<_>>().concat();
            bytes.sort_unstable();
            String::from_utf8(bytes).unwrap()
        };
        assert_eq!(expected("dec-octet", "25"), "012345");
        assert_eq!(expected("dec-octet", "26"), "");
        assert_eq!(expected("IPvFuture", ""), "Vv");
        assert_eq!(expected("URI-reference", "//[::"), "0123456789ABCDEF]abcdef");
        assert_eq!(expected("pct-encoded", "%A"), "0123456789ABCDEFabcdef");
    }

    #[test]
    fn only_the_whole_string_matches() {
        let host = |text| walk("host", text).is_ok_and(|state| RFC3986.accepts(state));
        assert!(host("256.1.1.1") && host(""));
        assert!(!host("[::") && !host("a/"));
    }
}
