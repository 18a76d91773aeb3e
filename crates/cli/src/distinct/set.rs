//! A set that keeps whole keys, in little memory, in their order.
//!
//! In: keys, each with a text that is kept beside it. Out: whether a key is new. The keys are kept as they
//! are, and not their hashes: two keys are never taken for one by accident. The hash has a random secret,
//! so nobody can choose keys that make the set slow.
//!
//! A key takes its own bytes, three more, and nine in the table, of which at least an eighth and at most
//! nine sixteenths are free: 14 to 24 bytes beside its own. While the table grows, the old one stands beside
//! the new one, which is twice as large: up to 35 bytes beside each key.
//!
//! So 10⁹ keys of 60 bytes, which are just more than 7/8 of 2³⁰, take 63 GB and a table of 9·2³¹ bytes, 83 GB;
//! and 7/8 of 2³⁰, when the table grows, take 60 GB and both tables, 89 GB.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

/// The keys stand one after the other in pieces of this size; a longer key has its own.
const PIECE: usize = 1 << 20;

/// A length up to this is one byte.
const SHORT: usize = 254;

#[derive(Default)]
pub(crate) struct Set {
    /// Where each entry begins: the number of its piece, and the offset within.
    table: HashTable<u64>,
    pieces: Vec<Vec<u8>>,
    hasher: RandomState,
}

/// What [`Set::insert`] found.
pub(crate) struct Inserted<'s> {
    pub(crate) is_new: bool,
    /// A byte that the caller may use; it is 0 at first.
    pub(crate) mark: &'s mut u8,
}

impl Set {
    /// What makes the hashes of the keys.
    pub(crate) fn hasher(&self) -> RandomState {
        self.hasher.clone()
    }

    /// The number of keys.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// Puts a key into the set, and the text beside it, unless the key is there already.
    pub(crate) fn insert(&mut self, hash: u64, key: &[u8], beside: &[u8]) -> Inserted<'_> {
        let Self { table, pieces, hasher } = self;
        let found = table.find(hash, |&place| key_at(pieces, place) == key).copied();
        let place = found.unwrap_or_else(|| {
            let length = key.len() + beside.len() + 16;
            if pieces.last().is_none_or(|last| last.capacity() - last.len() < length) {
                pieces.push(Vec::with_capacity(PIECE.max(length)));
            }
            let number = pieces.len() - 1;
            let piece = &mut pieces[number];
            let place = (number as u64) << 32 | piece.len() as u64;
            piece.push(0);
            push(key, piece);
            push(beside, piece);
            table.insert_unique(hash, place, |&place| hasher.hash_one(key_at(pieces, place)));
            place
        });
        let mark = &mut pieces[(place >> 32) as usize][place as u32 as usize];
        Inserted { is_new: found.is_none(), mark }
    }

    /// The mark, the key and the text of each entry, in the order in which they came.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u8, &[u8], &[u8])> {
        self.pieces.iter().flat_map(|piece| {
            let mut rest = &piece[..];
            std::iter::from_fn(move || {
                let (mark, after) = rest.split_first()?;
                let (key, after) = text(after);
                let (beside, after) = text(after);
                rest = after;
                Some((*mark, key, beside))
            })
        })
    }
}

fn key_at(pieces: &[Vec<u8>], place: u64) -> &[u8] {
    text(&pieces[(place >> 32) as usize][place as u32 as usize + 1..]).0
}

fn push(text: &[u8], out: &mut Vec<u8>) {
    if text.len() <= SHORT {
        out.push(text.len() as u8);
    } else {
        out.push(u8::MAX);
        out.extend_from_slice(&(text.len() as u64).to_le_bytes()[..6]);
    }
    out.extend_from_slice(text);
}

/// A text, and what follows it.
fn text(bytes: &[u8]) -> (&[u8], &[u8]) {
    match bytes {
        [u8::MAX, a, b, c, d, e, f, rest @ ..] => {
            let length = u64::from_le_bytes([*a, *b, *c, *d, *e, *f, 0, 0]);
            rest.split_at(length as usize)
        }
        [length, rest @ ..] => rest.split_at(usize::from(*length)),
        [] => (&[], &[]),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_key_is_there_once() {
        let mut set = Set::default();
        let hasher = set.hasher();
        let mut known = BTreeSet::new();
        let lengths = [0, 1, 253, 254, 255, 256, 70_000, PIECE, PIECE + 1];
        let long = lengths.iter().map(|length| vec![b'a'; *length]);
        let short = (0..2000).map(|number: usize| (number * 7919 % 1000).to_string().into_bytes());
        let keys: Vec<_> = long.chain(short).collect();
        let mut order = Vec::new();
        for key in keys.iter().chain(&keys) {
            let Inserted { is_new, mark } = set.insert(hasher.hash_one(&key[..]), key, b"beside");
            assert_eq!(is_new, known.insert(key.clone()));
            *mark += 1;
            if is_new {
                order.push(key.clone());
            }
        }
        assert_eq!(set.len(), known.len());
        let entries: Vec<_> = set.entries().map(|(_, key, _)| key.to_vec()).collect();
        assert_eq!(entries, order);
        assert!(set.entries().all(|(mark, _, beside)| mark >= 2 && beside == b"beside"));
    }

    /// All hashes are the same, and yet no key is taken for another.
    #[test]
    fn keys_are_compared_and_not_their_hashes() {
        let mut set = Set::default();
        for key in [&b"a"[..], b"b", b"", b"a"] {
            set.insert(7, key, b"");
        }
        assert_eq!(set.len(), 3);
    }
}
