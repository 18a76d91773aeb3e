//! The automaton of a grammar, as a table: what no parser can say of a string that it rejects.
//!
//! In: a production and a string. Out: whether the string belongs to its language, and if not, the
//! first byte after which no string of the language goes on. That offset is exact, where the
//! furthest point that a parser reached is a guess: of `http://a/%4` a parser that tries and
//! returns knows only that something began to go wrong at the `%`; no byte of it is wrong, there
//! are too few.
//!
//! The tables are minimal and complete, with one dead state; the audit builds them from the
//! printed grammar and its readings, and a test builds them again.

#[cfg(feature = "grammars")]
use std::collections::VecDeque;

#[cfg(feature = "grammars")]
mod acceptor;
#[cfg(feature = "grammars")]
mod characters;
#[cfg(all(test, feature = "grammars"))]
mod laws;
#[cfg(feature = "grammars")]
pub(crate) mod minimal;
pub(crate) mod tables;

#[cfg(feature = "grammars")]
pub use acceptor::{Acceptor, LetterRange, Rejection};

/// A minimal automaton with a start for each production of a grammar.
pub(crate) struct Automaton {
    /// The class of each byte.
    pub(crate) classes: &'static [u8; 256],
    /// How many classes there are.
    pub(crate) class_count: usize,
    /// The offset of the row of the next state, at `state * class_count + class`. Offsets spare the
    /// walk a multiplication. Some table has more than 65536 of them.
    pub(crate) next: &'static [u32],
    /// For each state, whether a string may end in it.
    pub(crate) accept: &'static [bool],
    /// The productions in the printed order, each with its start.
    pub(crate) starts: &'static [(&'static str, u16)],
    /// The most readable byte of each class.
    pub(crate) representatives: &'static [u8],
}

impl Automaton {
    /// The state from which no string is accepted.
    pub(crate) const DEAD: u16 = 0;

    /// The offset of the row of the dead state.
    const DEAD_ROW: u32 = 0;

    /// The start of a production.
    pub(crate) fn start(&self, production: &str) -> Option<u16> {
        self.starts.iter().find(|(name, _)| *name == production).map(|&(_, state)| state)
    }

    /// The start of a production that the grammar is known to have, found when compiling.
    pub(crate) const fn start_of(&self, production: &str) -> u16 {
        let mut index = 0;
        while !same(self.starts[index].0.as_bytes(), production.as_bytes()) {
            index += 1;
        }
        self.starts[index].1
    }

    /// The class of a byte.
    pub(crate) fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte)]
    }

    /// The state after a byte.
    pub(crate) fn step(&self, state: u16, byte: u8) -> u16 {
        self.state(self.next[self.row(state) + usize::from(self.class(byte))])
    }

    /// The offset of the row of a state.
    fn row(&self, state: u16) -> usize {
        usize::from(state) * self.class_count
    }

    /// The state of a row, by the row's offset.
    fn state(&self, row: u32) -> u16 {
        (row as usize / self.class_count) as u16
    }

    /// Whether a string may end in that state.
    pub(crate) fn accepts(&self, state: u16) -> bool {
        self.accept[usize::from(state)]
    }

    /// The state after a string. If the string leaves the language: the offset of the first byte
    /// after which no string of the language goes on, and the state before that byte.
    pub(crate) fn walk(&self, state: u16, bytes: &[u8]) -> Result<u16, (usize, u16)> {
        let mut row = self.row(state);
        for (offset, &byte) in bytes.iter().enumerate() {
            match self.next[row + usize::from(self.classes[usize::from(byte)])] {
                Self::DEAD_ROW => return Err((offset, self.state(row as u32))),
                next => row = next as usize,
            }
        }
        Ok(self.state(row as u32))
    }

    /// The length of the longest accepted beginning of a string, 0 if there is none; and the offset
    /// of the first byte after which no accepted string goes on.
    pub(crate) fn longest(&self, state: u16, bytes: &[u8]) -> (usize, usize) {
        let (mut row, mut longest) = (self.row(state), 0);
        for (offset, &byte) in bytes.iter().enumerate() {
            match self.next[row + usize::from(self.classes[usize::from(byte)])] {
                Self::DEAD_ROW => return (longest, offset),
                next => row = next as usize,
            }
            if self.accepts(self.state(row as u32)) {
                longest = offset + 1;
            }
        }
        (longest, bytes.len())
    }

    /// Whether a string is accepted from a state.
    pub(crate) fn derives(&self, state: u16, bytes: &[u8]) -> bool {
        self.walk(state, bytes).is_ok_and(|state| self.accepts(state))
    }

    /// The offset of the first byte after which no accepted string goes on. If the string ends too
    /// early, the offset is its length; if the string is accepted, there is none.
    pub(crate) fn offset(&self, state: u16, bytes: &[u8]) -> Option<usize> {
        match self.walk(state, bytes) {
            Ok(state) => (!self.accepts(state)).then_some(bytes.len()),
            Err((offset, _)) => Some(offset),
        }
    }

    /// The offset that [`Automaton::offset`] gives, also when compiling.
    pub(crate) const fn offset_const(&self, state: u16, bytes: &[u8]) -> Option<usize> {
        let (mut row, mut at) = (state as usize * self.class_count, 0);
        while at < bytes.len() {
            row = self.next[row + self.classes[bytes[at] as usize] as usize] as usize;
            if row == Self::DEAD_ROW as usize {
                return Some(at);
            }
            at += 1;
        }
        if self.accept[row / self.class_count] { None } else { Some(at) }
    }
}

#[cfg(feature = "grammars")]
impl Automaton {
    /// The shortest string that is accepted from a state, made of readable bytes where possible.
    /// From the dead state it is empty.
    pub(crate) fn completion(&self, state: u16) -> Vec<u8> {
        let mut came: Vec<Option<(u16, u8)>> = vec![None; self.accept.len()];
        let mut waiting = VecDeque::from([state]);
        while let Some(mut at) = waiting.pop_front() {
            if self.accepts(at) {
                let mut word = Vec::new();
                while let (true, Some((before, byte))) = (at != state, came[usize::from(at)]) {
                    word.push(byte);
                    at = before;
                }
                word.reverse();
                return word;
            }
            for &byte in self.representatives {
                let next = self.step(at, byte);
                if next != Self::DEAD && came[usize::from(next)].is_none() {
                    came[usize::from(next)] = Some((at, byte));
                    waiting.push_back(next);
                }
            }
        }
        Vec::new()
    }

    /// The bytes after which some string of the language goes on, class by class.
    pub(crate) fn expected(&self, state: u16) -> impl Iterator<Item = Vec<u8>> + '_ {
        let live = move |byte: &&u8| self.step(state, **byte) != Self::DEAD;
        self.representatives.iter().filter(live).map(|&first| {
            let class = self.class(first);
            let members = (0..=u8::MAX).zip(self.classes).filter(|&(_, &of)| of == class);
            members.map(|(byte, _)| byte).collect()
        })
    }
}

const fn same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first, a_rest @ ..], [second, b_rest @ ..]) = (a, b) {
        if *first != *second {
            return false;
        }
        (a, b) = (a_rest, b_rest);
    }
    a.is_empty() && b.is_empty()
}

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
        // A space is wrong where it stands; what is too short is wrong nowhere.
        for (text, offset) in [("http://a b", 8), ("http://[::1", 11), ("a:%4", 4), ("a:%4g", 4)] {
            match walk("URI-reference", text) {
                Err((found, _)) => assert_eq!(found, offset, "{text}"),
                Ok(state) => {
                    assert_eq!(text.len(), offset, "{text}");
                    assert!(!RFC3986.accepts(state), "{text}");
                }
            }
        }
        // The second "::" is wrong at its second colon: a single one may follow "1".
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
