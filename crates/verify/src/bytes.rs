//! Sets of bytes, and characters as the bytes of UTF-8.
//!
//! All languages of a certificate are languages of bytes. A range of characters becomes sequences of sets of bytes.

use std::collections::HashMap;

/// A set of bytes: bit `b` of the 256 says whether byte `b` is a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ByteSet([u64; 4]);

impl ByteSet {
    /// The bytes from `first` to `last`, both included; none if `last` is less.
    pub(crate) fn range(first: u8, last: u8) -> Self {
        let mut set = Self::default();
        (first..=last).for_each(|byte| set.insert(byte));
        set
    }

    /// Adds a byte.
    pub(crate) fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte) / 64] |= 1 << (byte % 64);
    }

    /// Whether the byte is a member.
    pub(crate) fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte) / 64] & 1 << (byte % 64) != 0
    }

    /// The bytes of either set.
    pub(crate) fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// Whether the set has no member.
    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }
}

/// The byte, and if it is a letter of ASCII the same letter in the other case.
pub(crate) fn any_case(byte: u8) -> ByteSet {
    let mut set = ByteSet::range(byte.to_ascii_lowercase(), byte.to_ascii_lowercase());
    set.insert(byte.to_ascii_uppercase());
    set
}

/// The UTF-8 of the characters from `first` to `last`: each sequence has a set of bytes for each place, and a
/// string is a character of the range if it has a byte of each set of one sequence, in order. Surrogates are no
/// characters and have no UTF-8 (RFC 3629, section 3).
pub(crate) fn utf8(first: u32, last: u32) -> Vec<Vec<ByteSet>> {
    let mut found = Vec::new();
    // The blocks of RFC 3629, section 4, by the number of bytes; surrogates stand between two of them.
    for (from, to, length) in
        [(0, 0x7F, 1), (0x80, 0x7FF, 2), (0x800, 0xD7FF, 3), (0xE000, 0xFFFF, 3), (0x1_0000, 0x10_FFFF, 4)]
    {
        let (first, last) = (first.max(from), last.min(to));
        if first <= last {
            split(first, last, length, &mut found);
        }
    }
    found
}

/// Adds the sequences of a range whose characters all have `length` bytes. A range is cut until in each part the
/// last places, all that follow the first place in which its ends differ, run from 80 to BF.
fn split(first: u32, last: u32, length: u32, found: &mut Vec<Vec<ByteSet>>) {
    for place in 1..length {
        let low = (1 << (6 * place)) - 1;
        if first & !low != last & !low {
            if first & low != 0 {
                split(first, first | low, length, found);
                return split((first | low) + 1, last, length, found);
            }
            if last & low != low {
                split(first, (last & !low) - 1, length, found);
                return split(last & !low, last, length, found);
            }
        }
    }
    let byte = |code: u32, place: u32| {
        let six = code >> (6 * place);
        match (place + 1 == length, length) {
            (false, _) => 0x80 | six as u8 & 0x3F,
            (true, 1) => six as u8,
            (true, 2) => 0xC0 | six as u8,
            (true, 3) => 0xE0 | six as u8,
            (true, _) => 0xF0 | six as u8,
        }
    };
    let places = (0..length).rev().map(|place| ByteSet::range(byte(first, place), byte(last, place)));
    found.push(places.collect());
}

/// Bytes that no set of some sets tells apart, each class with one number.
#[derive(Clone, Debug)]
pub(crate) struct Partition([u8; 256]);

impl Partition {
    pub(crate) fn of<'s>(sets: impl IntoIterator<Item = &'s ByteSet>) -> Self {
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
