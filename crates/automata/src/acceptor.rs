//! The minimal automaton of one language, which owns its table. The letters of a language are characters if all its
//! members are UTF-8, and bytes if they are not; so the place where a string leaves a language of characters is the
//! beginning of a character. A grammar that writes UTF-8 byte by byte has characters for letters too.

use std::fmt;

use super::characters::{self, Runs};
use super::{Automaton, Table};

/// The minimal automaton of one language.
///
/// ```
/// use grammar_automata::Acceptor;
///
/// // One digit or more. State 0 is dead, 1 the start, 2 the end; class 0 has the digits, 1 all else.
/// let classes = std::array::from_fn(|byte| u8::from(!(0x30..=0x39).contains(&byte)));
/// let next = vec![0, 0, 2, 0, 2, 0];
/// let port = Acceptor::new(classes, vec![b'0', b'/'], next, vec![false, false, true], 1);
/// assert!(port.accepts(b"80"));
/// let rejection = port.rejects(b"8o").unwrap();
/// assert_eq!((rejection.offset, rejection.may_end), (1, true));
/// assert_eq!(rejection.expected(), ["\"0\"-\"9\"", "end of input"]);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Acceptor {
    classes: [u8; 256],
    count: usize,
    representatives: Vec<u8>,
    /// The offset of the row after a state and a class, at `state * count + class`. State 0 is dead.
    next: Vec<u32>,
    accept: Vec<bool>,
    start: u32,
    is_of_characters: bool,
}

/// The place where a string leaves a language, and what could stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejection {
    /// The offset of the first letter after which no string of the language goes on, in bytes. If the
    /// string only ends too early, the offset is its length, or that of the character that it breaks
    /// off in.
    pub offset: usize,
    /// The letters that could stand there, as ranges in order.
    pub letters: Vec<LetterRange>,
    /// Whether the string could end there.
    pub may_end: bool,
}

/// Letters that follow each other: code points, or bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LetterRange {
    /// The first letter.
    pub first: u32,
    /// The last letter. It may be the first.
    pub last: u32,
    /// Whether the letters are characters. If they are not, they are bytes.
    pub is_of_characters: bool,
}

impl Acceptor {
    /// The state from which no string is accepted.
    pub const DEAD: u32 = 0;

    /// The language of one start of a table. Its classes are those of the whole table.
    pub fn from_table(automaton: &Automaton, start: u16) -> Self {
        let (classes, representatives) = (*automaton.classes, automaton.representatives.to_vec());
        let (next, accept) = (automaton.next.to_vec(), automaton.accept.to_vec());
        Self::of_rows(classes, representatives, next, accept, start.into())
    }

    /// An automaton from its parts: `next` has the state after a state and a class, at
    /// `state * classes + class`. The automaton must be minimal, and state 0 must be dead.
    ///
    /// # Panics
    /// If there are more than 2³² transitions.
    pub fn new(
        classes: [u8; 256],
        representatives: Vec<u8>,
        next: Vec<u32>,
        accept: Vec<bool>,
        start: u32,
    ) -> Self {
        let count = representatives.len();
        u32::try_from(next.len()).expect("at most 2^32 transitions");
        let rows = next.into_iter().map(|state| state * count as u32).collect();
        Self::of_rows(classes, representatives, rows, accept, start)
    }

    fn of_rows(
        classes: [u8; 256],
        representatives: Vec<u8>,
        next: Vec<u32>,
        accept: Vec<bool>,
        start: u32,
    ) -> Self {
        let (count, is_of_characters) = (representatives.len(), false);
        let mut this =
            Self { classes, count, representatives, next, accept, start, is_of_characters };
        this.is_of_characters = characters::is_utf8(this.table(), start);
        this
    }

    /// Whether the letters of the language are characters, since all its members are UTF-8. If not,
    /// they are bytes.
    #[must_use]
    pub const fn is_of_characters(&self) -> bool {
        self.is_of_characters
    }

    /// Whether the language has no string.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.start == Self::DEAD
    }

    /// Whether the language has a string.
    #[inline]
    #[must_use]
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        self.is_end(self.walk(self.start, bytes))
    }

    /// The place where a string leaves the language. There is none if the language has the string.
    #[must_use]
    pub fn rejects(&self, bytes: &[u8]) -> Option<Rejection> {
        let offset = self.offset(bytes)?;
        let state = self.walk(self.start, &bytes[..offset]);
        let mut letters: Vec<LetterRange> = Vec::new();
        let mut push = |first, last, next| {
            let is_of_characters = self.is_of_characters;
            match letters.last_mut() {
                _ if next == Self::DEAD => {}
                Some(before) if characters::follows(before.last, first) => before.last = last,
                _ => letters.push(LetterRange { first, last, is_of_characters }),
            }
        };
        if self.is_of_characters {
            let mut runs = Runs::of(self.table());
            runs.from(state).into_iter().for_each(|(first, last, next)| push(first, last, next));
        } else {
            (0..=u8::MAX).for_each(|byte| push(byte.into(), byte.into(), self.step(state, byte)));
        }
        Some(Rejection { offset, letters, may_end: self.is_end(state) })
    }

    /// The offset of the first letter after which no string of the language goes on: see
    /// [`Rejection::offset`]. There is none if the language has the string.
    #[inline]
    #[must_use]
    pub fn offset(&self, bytes: &[u8]) -> Option<usize> {
        let at = self.table().offset(self.start, bytes)?;
        // All that was read begins some member, so only the last character can be unfinished.
        Some(if self.is_of_characters { characters::boundary(&bytes[..at]) } else { at })
    }

    /// The characters that are strings of the language, as runs of code points in order.
    pub fn characters(&self) -> Vec<(u32, u32)> {
        let mut found: Vec<(u32, u32)> = Vec::new();
        for (first, last, next) in Runs::of(self.table()).from(self.start) {
            match found.last_mut() {
                _ if !self.is_end(next) => {}
                Some(before) if before.1 + 1 == first => before.1 = last,
                _ => found.push((first, last)),
            }
        }
        found
    }

    /// The table of the language.
    #[inline]
    #[must_use]
    pub fn table(&self) -> Table<'_> {
        let Self { classes, count: class_count, next, accept, .. } = self;
        Table { classes, class_count: *class_count, next, accept }
    }

    /// The first state.
    #[inline]
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The most readable byte of each class.
    pub fn representatives(&self) -> &[u8] {
        &self.representatives
    }

    /// The number of the class of a byte.
    #[inline]
    pub fn class(&self, byte: u8) -> usize {
        self.classes[usize::from(byte)].into()
    }

    /// The number of states in the table.
    pub fn size(&self) -> usize {
        self.accept.len()
    }

    /// The state after a byte.
    #[inline]
    pub fn step(&self, state: u32, byte: u8) -> u32 {
        self.table().step(state, byte)
    }

    /// The state after a string.
    #[inline]
    pub fn walk(&self, state: u32, bytes: &[u8]) -> u32 {
        self.table().walk(state, bytes).unwrap_or(Self::DEAD)
    }

    /// Whether a string may end in a state.
    #[inline]
    pub fn is_end(&self, state: u32) -> bool {
        self.accept[state as usize]
    }
}

impl Rejection {
    /// What could stand at the offset, in words: letters, and `end of input`.
    #[must_use]
    pub fn expected(&self) -> Vec<String> {
        let letters = self.letters.iter().map(ToString::to_string);
        letters.chain(self.may_end.then(|| "end of input".to_owned())).collect()
    }
}

impl fmt::Debug for Acceptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Acceptor").field("states", &self.size()).finish_non_exhaustive()
    }
}

/// Characters that can be seen stand between quotes, and others as `U+00A0`. A byte above 7F is written
/// as in ABNF.
impl fmt::Display for LetterRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last, is_of_characters } = *self;
        let visible = |letter: u32| {
            let seen = char::from_u32(letter).filter(|letter| {
                letter.is_ascii_graphic()
                    || *letter == ' '
                    || is_of_characters && letter.is_alphanumeric()
            });
            seen.map(
                |letter| if letter == '"' { "'\"'".to_owned() } else { format!("\"{letter}\"") },
            )
        };
        let name = |letter: u32| match visible(letter) {
            Some(seen) => seen,
            None if is_of_characters => format!("U+{letter:04X}"),
            None => format!("%x{letter:02X}"),
        };
        f.write_str(&name(first))?;
        if first < last { write!(f, "-{}", name(last)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The language of `é` and `éa`, in UTF-8: C3 A9, and then perhaps 61.
    fn e_acute() -> Acceptor {
        let mut classes = [3; 256];
        (classes[0x61], classes[0xC3], classes[0xA9]) = (0, 1, 2);
        let next = vec![0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 4, 0, 0, 0, 0, 0, 0, 0];
        let accept = vec![false, false, false, true, true];
        Acceptor::new(classes, vec![b'a', 0xC3, 0xA9, b'0'], next, accept, 1)
    }

    #[test]
    fn a_string_leaves_at_the_beginning_of_a_character() {
        let acceptor = e_acute();
        assert!(acceptor.is_of_characters() && acceptor.accepts("éa".as_bytes()));
        // è is C3 A8: its second byte is wrong, and so is the character.
        for (bytes, offset) in [("è".as_bytes(), 0), (b"\xC3", 0), (b"", 0), (b"\xC3a", 0)] {
            let rejection = acceptor.rejects(bytes).unwrap();
            assert_eq!((rejection.offset, rejection.may_end), (offset, false));
            assert_eq!(rejection.expected(), ["\"é\""]);
        }
        let rejection = acceptor.rejects("éé".as_bytes()).unwrap();
        assert_eq!((rejection.offset, rejection.may_end), (2, true));
        assert_eq!(rejection.expected(), ["\"a\"", "end of input"]);
    }

    #[test]
    fn bytes_are_letters_where_a_member_is_not_utf8() {
        let mut classes = [1; 256];
        classes[0xA0..].fill(0);
        let next = vec![0, 0, 2, 0, 0, 0];
        let acceptor = Acceptor::new(classes, vec![0xA0, b'0'], next, vec![false, false, true], 1);
        assert!(!acceptor.is_of_characters() && acceptor.accepts(b"\xE9"));
        let rejection = acceptor.rejects("é".as_bytes()).unwrap();
        assert_eq!((rejection.offset, rejection.expected()), (1, vec!["end of input".to_owned()]));
        assert_eq!(acceptor.rejects(b"").unwrap().expected(), ["%xA0-%xFF"]);
    }
}
