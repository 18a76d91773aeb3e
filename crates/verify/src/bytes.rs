//! Sets of bytes, UTF-8 encodings of ranges of characters, an interner of values, and a text cursor.

use std::collections::HashMap;
use std::hash::Hash;

use crate::tree::Term;

/// A set of bytes: bit `b` of the 256 bits is set if byte `b` is a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    pub(crate) fn of(byte: u8) -> Self {
        Self::range(byte, byte)
    }

    /// Returns the bytes from `first` to `last`, both included, or the empty set if `last` is less than `first`.
    pub(crate) fn range(first: u8, last: u8) -> Self {
        let mut set = Self::default();
        (first..=last).for_each(|byte| set.insert(byte));
        set
    }

    pub(crate) fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte) / 64] |= 1 << (byte % 64);
    }

    pub(crate) fn contains(self, byte: u8) -> bool {
        self.0[usize::from(byte) / 64] & 1 << (byte % 64) != 0
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

/// Returns an expression for the characters from `first` to `last` in UTF-8, without surrogates (RFC 3629, 3).
pub(crate) fn utf8(first: u32, last: u32) -> Term {
    // RFC 3629, 4: ranges of characters, the length of their encodings, and the marker bits of the first byte.
    let blocks = [
        (0, 0x7F, 1, 0),
        (0x80, 0x7FF, 2, 0xC0),
        (0x800, 0xD7FF, 3, 0xE0),
        (0xE000, 0xFFFF, 3, 0xE0),
        (0x1_0000, 0x10_FFFF, 4, 0xF0),
    ];
    let common = blocks.map(|(from, to, length, mark)| (first.max(from), last.min(to), length, mark));
    let common = common.into_iter().filter(|(first, last, ..)| first <= last);
    Term::of(common.map(|(first, last, length, mark)| sixes(first, last, length, mark)).collect(), Term::Choice)
}

/// Returns an expression for the numbers from `first` to `last`, written in `length` bytes with six bits of the number
/// in each. `mark` contains the marker bits of the first byte.
fn sixes(first: u32, last: u32, length: u32, mark: u8) -> Term {
    let shift = 6 * (length - 1);
    let most = (1 << shift) - 1;
    let part = |from: u32, to: u32, first: u32, last: u32| {
        let set = Term::Bytes(ByteSet::range(mark | from as u8, mark | to as u8));
        if length == 1 { set } else { Term::Seq(vec![set, sixes(first, last, length - 1, 0x80)]) }
    };
    let (top, end) = (first >> shift, last >> shift);
    // One first byte, or several first bytes that any bytes may follow.
    if top == end || first & most == 0 && last & most == most {
        return part(top, end, first & most, last & most);
    }
    let between = part(top + 1, end - 1, 0, most);
    Term::Choice(vec![part(top, top, first & most, most), between, part(end, end, 0, last & most)])
}

/// The classes into which a list of sets divides the bytes: each set contains all bytes of a class or none.
pub(crate) struct Partition([u8; 256]);

impl Partition {
    pub(crate) fn of(sets: impl Iterator<Item = ByteSet>) -> Self {
        let mut classes = [0; 256];
        for set in sets {
            let mut numbers = HashMap::new();
            for byte in 0..=255_u8 {
                let class = &mut classes[usize::from(byte)];
                let next = numbers.len() as u8;
                *class = *numbers.entry((*class, set.contains(byte))).or_insert(next);
            }
        }
        Self(classes)
    }

    pub(crate) fn class(&self, byte: u8) -> u8 {
        self.0[usize::from(byte)]
    }
}

/// An interner: distinct values, each with an index, in the order of insertion.
pub(crate) struct Store<T> {
    pub(crate) all: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Store<T> {
    /// Creates an interner that contains the values of `first`. Their indexes begin at 0.
    pub(crate) fn new(first: &[T]) -> Self {
        Self { all: first.to_vec(), numbers: first.iter().cloned().zip(0..).collect() }
    }

    pub(crate) fn number(&mut self, value: T) -> u32 {
        if let Some(&number) = self.numbers.get(&value) {
            return number;
        }
        let number = self.all.len() as u32;
        self.all.push(value.clone());
        self.numbers.insert(value, number);
        number
    }

    pub(crate) fn get(&self, number: u32) -> &T {
        &self.all[number as usize]
    }
}

// A cursor, from which the readers read.

pub(crate) struct Cursor<'t> {
    /// The text after the cursor.
    pub(crate) rest: &'t str,
    /// The text after the cursor at an earlier time, and the line at which this text begins.
    before: (&'t str, usize),
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { rest: text, before: (text, 1) }
    }

    /// Returns the line of the cursor, counted from 1.
    pub(crate) fn line(&mut self) -> usize {
        let (text, line) = self.before;
        let read = &text[..text.len() - self.rest.len()];
        self.before = (self.rest, line + read.matches('\n').count());
        self.before.1
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    /// Consumes `expected` if it follows, and returns whether it did.
    pub(crate) fn takes(&mut self, expected: &str) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Reads consecutive characters that satisfy a predicate.
    pub(crate) fn run(&mut self, is_one: impl Fn(char) -> bool) -> &'t str {
        let (run, rest) = self.rest.split_at(self.rest.find(|one| !is_one(one)).unwrap_or(self.rest.len()));
        self.rest = rest;
        run
    }

    /// Reads a decimal number of repetitions, if one follows.
    pub(crate) fn times(&mut self) -> Result<Option<u32>, String> {
        match self.run(|one| one.is_ascii_digit()) {
            "" => Ok(None),
            digits => digits.parse().map(Some).map_err(|_| format!("{digits} repetitions are too many")),
        }
    }
}
