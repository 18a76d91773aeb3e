//! The minimal automaton of one language, with an owned table. The letters of a language are characters if all its
//! strings are UTF-8, and bytes otherwise. In a language of characters, the offset where a string leaves the language
//! is therefore always a character boundary, even for a grammar that spells out UTF-8 byte by byte.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::rc::Rc;

use super::{Automaton, Table};

/// The minimal automaton of one language.
///
/// ```
/// use grammar_automata::Acceptor;
///
/// // One digit or more. State 0 is dead, 1 the start, 2 the end; class 1 has all but the digits.
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
    /// The entry at `state * count + class` is the offset of the row of the next state. State 0 is dead.
    next: Vec<u32>,
    accept: Vec<bool>,
    start: u32,
    is_of_characters: bool,
}

/// The position at which a string leaves a language, and the letters that are allowed there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejection {
    /// The offset in bytes of the first letter after which no continuation is in the language. If the string is
    /// only too short, the offset is its length, or the start of its unfinished last character.
    pub offset: usize,
    /// The letters allowed at the offset, as sorted ranges.
    pub letters: Vec<LetterRange>,
    /// Whether the string may end at the offset.
    pub may_end: bool,
}

/// A range of letters, which are code points or bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LetterRange {
    /// The first letter.
    pub first: u32,
    /// The last letter, inclusive.
    pub last: u32,
    /// Whether the letters are characters rather than bytes.
    pub is_of_characters: bool,
}

impl Acceptor {
    /// The state from which no string is accepted.
    pub const DEAD: u32 = 0;

    /// Creates the acceptor of the strings that an automaton accepts from `start`, with the automaton's classes.
    pub fn from_table(automaton: &Automaton, start: u16) -> Self {
        let (classes, representatives) = (*automaton.classes, automaton.representatives.to_vec());
        let (next, accept) = (automaton.next.to_vec(), automaton.accept.to_vec());
        Self::of_rows(classes, representatives, next, accept, start.into())
    }

    /// Creates an acceptor from its parts. The next state is `next[state * representatives.len() + class]`. The
    /// automaton must be minimal, and state 0 must be dead.
    ///
    /// # Panics
    /// Panics if there are more than 2³² transitions.
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
        this.is_of_characters = is_utf8(this.table(), start);
        this
    }

    /// Returns whether the letters of the language are characters, that is, whether all its strings are UTF-8.
    pub const fn is_of_characters(&self) -> bool {
        self.is_of_characters
    }

    /// Returns whether the language is empty.
    pub const fn is_empty(&self) -> bool {
        self.start == Self::DEAD
    }

    /// Returns whether the language contains a string.
    #[inline]
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        self.is_end(self.walk(self.start, bytes))
    }

    /// Returns where a string leaves the language, or `None` if the language contains it.
    pub fn rejects(&self, bytes: &[u8]) -> Option<Rejection> {
        let offset = self.offset(bytes)?;
        let state = self.walk(self.start, &bytes[..offset]);
        let mut letters: Vec<LetterRange> = Vec::new();
        let mut push = |first, last, next| {
            let is_of_characters = self.is_of_characters;
            match letters.last_mut() {
                _ if next == Self::DEAD => {}
                Some(before) if follows(before.last, first) => before.last = last,
                _ => letters.push(LetterRange { first, last, is_of_characters }),
            }
        };
        if self.is_of_characters {
            let mut runs = Runs::new(self.table());
            runs.from(state).into_iter().for_each(|(first, last, next)| push(first, last, next));
        } else {
            (0..=u8::MAX).for_each(|byte| push(byte.into(), byte.into(), self.step(state, byte)));
        }
        Some(Rejection { offset, letters, may_end: self.is_end(state) })
    }

    /// Returns the offset of the first letter after which no continuation is in the language (see
    /// [`Rejection::offset`]), or `None` if the language contains the string.
    #[inline]
    pub fn offset(&self, bytes: &[u8]) -> Option<usize> {
        let at = self.table().offset(self.start, bytes)?;
        // The bytes before `at` are a prefix of some member, so only the last character can be unfinished.
        Some(if self.is_of_characters { boundary(&bytes[..at]) } else { at })
    }

    /// Returns the characters that by themselves are strings of the language, as sorted runs of code points.
    pub fn characters(&self) -> Vec<(u32, u32)> {
        let mut found: Vec<(u32, u32)> = Vec::new();
        for (first, last, next) in Runs::new(self.table()).from(self.start) {
            match found.last_mut() {
                _ if !self.is_end(next) => {}
                Some(before) if before.1 + 1 == first => before.1 = last,
                _ => found.push((first, last)),
            }
        }
        found
    }

    /// Returns the table of the language.
    #[inline]
    pub fn table(&self) -> Table<'_> {
        let Self { classes, count: class_count, next, accept, .. } = self;
        Table { classes, class_count: *class_count, next, accept }
    }

    /// Returns the start state.
    #[inline]
    pub fn start(&self) -> u32 {
        self.start
    }

    /// Returns the most readable byte of each class.
    pub fn representatives(&self) -> &[u8] {
        &self.representatives
    }

    /// Returns the class of a byte.
    #[inline]
    pub fn class(&self, byte: u8) -> usize {
        self.classes[usize::from(byte)].into()
    }

    /// Returns the number of states in the table.
    pub fn size(&self) -> usize {
        self.accept.len()
    }

    /// Returns the state after a byte.
    #[inline]
    pub fn step(&self, state: u32, byte: u8) -> u32 {
        self.table().step(state, byte)
    }

    /// Returns the state after a string.
    #[inline]
    pub fn walk(&self, state: u32, bytes: &[u8]) -> u32 {
        self.table().walk(state, bytes).unwrap_or(Self::DEAD)
    }

    /// Returns whether a string may end in a state.
    #[inline]
    pub fn is_end(&self, state: u32) -> bool {
        self.accept[state as usize]
    }
}

impl Rejection {
    /// Describes what is allowed at the offset: each range of letters, and `end of input` if the string may end.
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

/// Printable letters are written in quotes, other characters as `U+00A0`, and other bytes as `%xA0`.
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

// Byte automata viewed as automata over characters.

/// A run of code points that lead to one state: the first code point, the last one, and that state.
pub(crate) type CodePointRun = (u32, u32, u32);

/// Characters or bytes that a language never distinguishes, as sorted ranges.
pub type Alike = Vec<(u32, u32)>;

/// The maximum number of steps of the search for classes of characters.
const STEPS: usize = 100_000_000;
/// The first code point that takes more than one byte in UTF-8.
const WIDE: u32 = 0x80;
const GREATEST: u32 = 0x10_FFFF;
/// The first and the last surrogate: code points that are not characters.
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

/// Returns whether `first` is the next character after `last`.
pub(crate) fn follows(last: u32, first: u32) -> bool {
    last + 1 == first || last + 1 == SURROGATES.0 && first == SURROGATES.1 + 1
}

/// Returns the last character boundary in a prefix of a UTF-8 string.
pub(crate) fn boundary(bytes: &[u8]) -> usize {
    let last = bytes.len().saturating_sub(3);
    let lead = bytes.iter().enumerate().skip(last).rev().find(|(_, byte)| **byte >= 0xC0);
    match lead {
        Some((at, &byte)) if at + 1 + tail(byte) > bytes.len() => at,
        _ => bytes.len(),
    }
}

fn tail(lead: u8) -> usize {
    match lead {
        0xF0.. => 3,
        0xE0.. => 2,
        0xC0.. => 1,
        _ => 0,
    }
}

/// The rest of a UTF-8 sequence: the number of missing bytes, and the least and the greatest value of the next
/// byte (Unicode, table 3-7).
type Missing = (usize, u8, u8);

fn next_of_utf8((missing, least, greatest): Missing, byte: u8) -> Option<Missing> {
    if missing > 0 {
        let is_next = (least..=greatest).contains(&byte);
        return is_next.then_some((missing - 1, 0x80, 0xBF));
    }
    match byte {
        0x80..=0xC1 | 0xF5.. => None,
        0xE0 => Some((2, 0xA0, 0xBF)),
        0xED => Some((2, 0x80, 0x9F)),
        0xF0 => Some((3, 0x90, 0xBF)),
        0xF4 => Some((3, 0x80, 0x8F)),
        lead => Some((tail(lead), 0x80, 0xBF)),
    }
}

pub(crate) fn is_utf8(table: Table<'_>, start: u32) -> bool {
    let start = (start, (0, 0x80, 0xBF));
    let (mut seen, mut waiting) = (BTreeSet::from([start]), vec![start]);
    while let Some((state, missing)) = waiting.pop() {
        if missing.0 > 0 && table.accepts(state) {
            return false;
        }
        for byte in 0..=u8::MAX {
            // Every state but the dead one leads to some member.
            let next = table.step(state, byte);
            if next == Table::DEAD {
                continue;
            }
            let Some(missing) = next_of_utf8(missing, byte) else { return false };
            if seen.insert((next, missing)) {
                waiting.push((next, missing));
            }
        }
    }
    true
}

/// Runs of the values that continuation bytes encode. Each run has its last value and the next state.
type Tail = Rc<[(u32, u32)]>;

pub(crate) struct Runs<'a> {
    of: Table<'a>,
    /// The runs of continuation bytes that are already computed, by state and number of missing bytes.
    tails: HashMap<(u32, usize), Tail>,
}

impl<'a> Runs<'a> {
    pub(crate) fn new(table: Table<'a>) -> Self {
        Self { of: table, tails: HashMap::new() }
    }

    /// Returns the runs of code points from a state at a character boundary, each with the state that it leads
    /// to. The runs are sorted, and have no gap except for the surrogates.
    pub(crate) fn from(&mut self, state: u32) -> Vec<CodePointRun> {
        let mut runs: Vec<CodePointRun> = Vec::new();
        for byte in (0..0x80_u8).chain(0xC2..=0xF4) {
            let missing = tail(byte);
            let base = match missing {
                0 => u32::from(byte),
                missing => (u32::from(byte) & (0x3F >> missing)) << (6 * missing),
            };
            let least = [0, WIDE, 0x800, 0x1_0000][missing];
            let mut first = base;
            for &(last, next) in &*self.tail(self.of.step(state, byte), missing) {
                add(&mut runs, (first.max(least), (base + last).min(GREATEST), next));
                first = base + last + 1;
            }
        }
        runs
    }

    /// Returns the runs of the values that `missing` further bytes encode. The recursion is at most three deep.
    fn tail(&mut self, state: u32, missing: usize) -> Tail {
        if state == Table::DEAD || missing == 0 {
            return Rc::new([((1 << (6 * missing)) - 1, state)]);
        }
        if let Some(known) = self.tails.get(&(state, missing)) {
            return Rc::clone(known);
        }
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for digit in 0..64_u8 {
            let base = u32::from(digit) << (6 * (missing - 1));
            let inner = self.tail(self.of.step(state, 0x80 + digit), missing - 1);
            for &(last, next) in &*inner {
                match runs.last_mut() {
                    Some(before) if before.1 == next => before.0 = base + last,
                    _ => runs.push((base + last, next)),
                }
            }
        }
        let runs: Tail = runs.into();
        self.tails.insert((state, missing), Rc::clone(&runs));
        runs
    }
}

/// Adds a run without its surrogates to `runs`, or extends the last run by it. Surrogates can only be at the end
/// of a run, since ED BF BF is the last sequence that begins with ED.
fn add(runs: &mut Vec<CodePointRun>, (first, last, next): CodePointRun) {
    let (low, high) = SURROGATES;
    let last = if (low..=high).contains(&last) { low - 1 } else { last };
    match runs.last_mut() {
        _ if first > last => {}
        Some(before) if before.2 == next && before.1 + 1 == first => before.1 = last,
        _ => runs.push((first, last, next)),
    }
}

/// Divides the characters above 7F into classes. A language never distinguishes two characters of one class.
/// Returns `None` if the division takes too long.
pub(crate) fn classes(table: Table<'_>, start: u32) -> Option<Vec<Alike>> {
    let (mut runs, mut rows) = (Runs::new(table), Vec::new());
    let (mut met, mut at) = (vec![start], 0);
    let mut seen = BTreeSet::from([start]);
    let (mut cuts, mut steps) = (BTreeSet::from([WIDE]), STEPS);
    while let Some(&state) = met.get(at) {
        let row = runs.from(state);
        steps = steps.checked_sub(64 + row.len())?;
        met.extend(row.iter().map(|run| run.2).filter(|&next| seen.insert(next)));
        cuts.extend(row.iter().map(|run| run.0).filter(|&first| first > WIDE));
        rows.push(row);
        at += 1;
    }
    let cuts: Vec<u32> = cuts.into_iter().collect();
    let mut blocks = vec![0_u32; cuts.len()];
    for row in rows {
        steps = steps.checked_sub(cuts.len())?;
        let (mut numbers, mut run) = (HashMap::new(), 0);
        for (block, &first) in blocks.iter_mut().zip(&cuts) {
            while row[run].1 < first {
                run += 1;
            }
            let fresh = numbers.len() as u32;
            *block = *numbers.entry((*block, row[run].2)).or_insert(fresh);
        }
    }
    let mut classes: Vec<Alike> = Vec::new();
    let mut places = HashMap::new();
    for (at, (&block, &first)) in blocks.iter().zip(&cuts).enumerate() {
        let last = match cuts.get(at + 1) {
            Some(&next) if next == SURROGATES.1 + 1 => SURROGATES.0 - 1,
            Some(&next) => next - 1,
            None => GREATEST,
        };
        let place = *places.entry(block).or_insert_with(|| {
            classes.push(Alike::new());
            classes.len() - 1
        });
        // Some state distinguishes the characters on both sides of a cut, so no two ranges of a class are adjacent.
        classes[place].push((first, last));
    }
    Some(classes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the automaton of `é` and `éa` in UTF-8: C3 A9, optionally followed by 61.
    fn e_acute() -> Acceptor {
        let mut classes = [3; 256];
        (classes[0x61], classes[0xC3], classes[0xA9]) = (0, 1, 2);
        let next = vec![0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 4, 0, 0, 0, 0, 0, 0, 0];
        let accept = vec![false, false, false, true, true];
        Acceptor::new(classes, vec![b'a', 0xC3, 0xA9, b'0'], next, accept, 1)
    }

    #[test]
    fn a_rejection_is_at_the_beginning_of_a_character() {
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
    fn letters_are_bytes_if_a_member_is_not_utf8() {
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
