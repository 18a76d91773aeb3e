//! Sets of strings, compared at a rung of the comparison ladder (RFC 3986, 6.2).

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::ops::Range;
use std::path::Path;

use hashbrown::HashTable;
use urispec::trace::Caveat;
use urispec::{Edition, Normalizer, Reference};
use urispec_views::fault::{Fault, utf8};
use urispec_views::strings::{Base, Subject};

use crate::input::{LineBlock, RowPart, TableInput};
use crate::options::{Climb, Invalid};
use crate::output::{Counts, Message, Name, Outcome, Output, Palette, Passwords, StringOrigin};

// The key of a string: its normal form at a rung. Strings with the same key are equivalent.

/// The first byte of the keys of invalid strings. It never occurs in UTF-8.
const INVALID: u8 = 0xFF;

#[derive(Clone)]
pub(crate) struct Keyer {
    pub(crate) climb: Climb,
    pub(crate) invalid: Invalid,
    pub(crate) table: Option<TableInput>,
    pub(crate) is_quiet: bool,
    pub(crate) passwords: Passwords,
    pub(crate) palette: &'static Palette,
    pub(crate) hasher: RandomState,
}

/// The rows of a block, with their keys.
#[derive(Default)]
pub(crate) struct Keyed {
    bytes: Vec<u8>,
    members: Vec<Spans>,
    /// The row with the column names; empty if there is none.
    header: Range<usize>,
    /// The messages about omitted strings, each with the number of kept rows that precede it.
    messages: Vec<(usize, Message)>,
    pub(crate) counts: Counts,
    pub(crate) warned: u64,
    trouble: Option<String>,
}

struct Spans {
    row: Range<usize>,
    key: Range<usize>,
    hash: u64,
}

pub(crate) struct Member<'k> {
    pub(crate) row: &'k [u8],
    pub(crate) key: &'k [u8],
    pub(crate) hash: u64,
}

impl Member<'_> {
    pub(crate) fn normal(&self) -> &[u8] {
        self.key.strip_prefix(&[INVALID]).unwrap_or(self.key)
    }
}

impl Keyed {
    pub(crate) fn members(&self) -> impl Iterator<Item = Member<'_>> {
        self.members.iter().map(|Spans { row, key, hash }| Member {
            row: &self.bytes[row.clone()],
            key: &self.bytes[key.clone()],
            hash: *hash,
        })
    }

    /// Returns the messages about omitted strings, each with the number of kept rows that precede it.
    pub(crate) fn messages(&self) -> impl Iterator<Item = (usize, &Message)> {
        self.messages.iter().map(|(before, message)| (*before, message))
    }

    /// If the block was not read to its end, reports the reason on stderr. Returns the outcome of the block. Invalid
    /// strings affect the outcome only if `invalid` reports them.
    pub(crate) fn tell(&self, invalid: Invalid, out: &mut Output) -> io::Result<Outcome> {
        if let Some(trouble) = &self.trouble {
            out.complain_of_file(format_args!("{trouble}\n"))?;
            return Ok(Outcome::Trouble);
        }
        Ok(Outcome::from_bool(self.counts.no == 0 || !invalid.is_reported()))
    }

    fn push(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        start..self.bytes.len()
    }
}

impl Keyer {
    pub(crate) fn keyed(&self, path: &Path, block: &LineBlock) -> Keyed {
        let mut keyed = Keyed::default();
        keyed.bytes.reserve(2 * block.bytes().len());
        let (base, normalizer) = (self.climb.base(), self.climb.normalizer());
        let by = (base.as_ref(), &normalizer);
        let Some(table) = &self.table else {
            for (number, line) in block.lines() {
                self.string(
                    by,
                    StringOrigin::Line(path, number, self.passwords),
                    line,
                    line,
                    &mut keyed,
                );
            }
            return keyed;
        };
        for (row, part) in table.rows(block) {
            let origin = StringOrigin::Cell(path, row.number, self.passwords);
            match part {
                RowPart::Names => keyed.header = keyed.push(row.bytes),
                RowPart::String(cell, _) => self.string(by, origin, row.bytes, &cell, &mut keyed),
                RowPart::Misfit(why) => {
                    let message = || Message::new(origin, "row", format!("{origin}: {why}\n"));
                    self.invalid(row.bytes, row.bytes, message, &mut keyed);
                }
                RowPart::Unusable(why) => {
                    keyed.trouble = Some(format!("{}: {why}", Name(path, self.passwords)));
                }
            }
        }
        keyed
    }

    pub(crate) fn argument(&self, bytes: &[u8]) -> Keyed {
        let mut keyed = Keyed::default();
        let (base, normalizer) = (self.climb.base(), self.climb.normalizer());
        let by = (base.as_ref(), &normalizer);
        self.string(by, StringOrigin::Argument(bytes, self.passwords), bytes, bytes, &mut keyed);
        keyed
    }

    #[inline]
    fn string(
        &self,
        (base, normalizer): (Option<&Base<'_>>, &Normalizer<'_>),
        origin: StringOrigin<'_>,
        row: &[u8],
        cell: &[u8],
        keyed: &mut Keyed,
    ) {
        let edition = self.climb.edition;
        if base.is_some() || edition == Edition::Whatwg {
            let subject = Subject::normalizable(edition, base, cell);
            keyed.warned += u64::from(!subject.warnings.is_empty());
            match subject.reference(edition) {
                Ok(target) => self.valid(normalizer, &target, row, keyed),
                Err(fault) => {
                    let message = || self.message(&fault, origin, cell);
                    self.invalid(row, cell, message, keyed);
                }
            }
            return;
        }
        let text = utf8(cell);
        match text.map(|text| (text, Reference::parse(edition, text))) {
            Ok((_, Ok(reference))) => self.valid(normalizer, &reference, row, keyed),
            Ok((text, Err(error))) => {
                let message = || self.message(&Fault::of(error, text), origin, cell);
                self.invalid(row, cell, message, keyed);
            }
            Err(fault) => {
                let message = || self.message(&fault, origin, cell);
                self.invalid(row, cell, message, keyed);
            }
        }
    }

    fn message(&self, fault: &Fault, origin: StringOrigin<'_>, cell: &[u8]) -> Message {
        Message::from_fault(fault, origin, cell, self.passwords, self.palette)
    }

    #[inline]
    fn valid(
        &self,
        normalizer: &Normalizer<'_>,
        reference: &Reference<'_>,
        row: &[u8],
        keyed: &mut Keyed,
    ) {
        keyed.counts.count(true);
        let normal = normalizer.normalize(reference);
        keyed.warned += u64::from(normal.caveats().any(|caveat| !is_ignored(caveat)));
        let key = normal.as_str().as_bytes();
        let span = keyed.push(row);
        let (hash, is_row) = (self.hasher.hash_one(key), key == row);
        let key = if is_row { span.clone() } else { keyed.push(key) };
        keyed.members.push(Spans { row: span, key, hash });
    }

    #[cold]
    fn invalid(
        &self,
        row: &[u8],
        cell: &[u8],
        message: impl FnOnce() -> Message,
        keyed: &mut Keyed,
    ) {
        keyed.counts.count(false);
        match self.invalid {
            Invalid::Skip | Invalid::Empty => {}
            Invalid::Report if self.is_quiet => {}
            Invalid::Report => keyed.messages.push((keyed.members.len(), message())),
            Invalid::Keep => {
                let row = keyed.push(row);
                let start = keyed.push(&[INVALID]).start;
                let key = start..keyed.push(cell).end;
                let hash = self.hasher.hash_one(&keyed.bytes[key.clone()]);
                keyed.members.push(Spans { row, key, hash });
            }
        }
    }
}

/// Returns whether the caveat is about parts of a URI that the document of the scheme ignores in comparisons (RFC 8141,
/// 3.1; RFC 6920, 2). Keys are not printed, so such a caveat needs no warning.
const fn is_ignored(caveat: Caveat) -> bool {
    matches!(caveat, Caveat::NameAlone { .. } | Caveat::PartsLeftOut { .. })
}

impl Keyed {
    /// Returns the row with the column names, if there is one.
    pub(crate) fn names(&self) -> Option<&[u8]> {
        (!self.header.is_empty()).then(|| &self.bytes[self.header.clone()])
    }
}

// A compact, ordered set of whole keys. Keys are compared in full, never by hash alone, and the hash has a
// random secret, so that an attacker cannot choose keys that make the set slow.
//
// A key takes its own bytes plus three, and a slot of nine bytes in the table. Between 1/8 and 9/16 of the slots are
// free, so the overhead is 14 to 24 bytes. While the table grows, the old table is kept next to the new one, which is
// twice as large: up to 35 bytes of overhead.
//
// So 10⁹ keys of 60 bytes, just more than 7/8 of 2³⁰, take 63 GB and a table of 9·2³¹ bytes, 83 GB in total;
// and 7/8 of 2³⁰ keys, when the table grows, take 60 GB and both tables, 89 GB in total.

/// The size in bytes of the pieces in which keys are stored. A longer key has a piece of its own.
const PIECE: usize = 1 << 20;

const SHORT: usize = 254;

#[derive(Default)]
pub(crate) struct Set {
    /// The place of each entry: the number of its piece in the upper 32 bits, and the offset in this piece in the lower
    /// 32.
    table: HashTable<u64>,
    pieces: Vec<Vec<u8>>,
    hasher: RandomState,
}

pub(crate) struct Inserted<'s> {
    pub(crate) is_new: bool,
    /// A byte for the caller's use, initially 0.
    pub(crate) mark: &'s mut u8,
}

impl Set {
    pub(crate) fn hasher(&self) -> RandomState {
        self.hasher.clone()
    }

    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// Inserts a key with an associated value, unless the key is already present.
    pub(crate) fn insert(&mut self, hash: u64, key: &[u8], value: &[u8]) -> Inserted<'_> {
        let Self { table, pieces, hasher } = self;
        let found = table.find(hash, |&place| key_at(pieces, place) == key).copied();
        let place = found.unwrap_or_else(|| {
            let length = key.len() + value.len() + 16;
            if pieces.last().is_none_or(|last| last.capacity() - last.len() < length) {
                pieces.push(Vec::with_capacity(PIECE.max(length)));
            }
            let number = pieces.len() - 1;
            let piece = &mut pieces[number];
            let place = (number as u64) << 32 | piece.len() as u64;
            piece.push(0);
            push(key, piece);
            push(value, piece);
            table.insert_unique(hash, place, |&place| hasher.hash_one(key_at(pieces, place)));
            place
        });
        let mark = &mut pieces[(place >> 32) as usize][place as u32 as usize];
        Inserted { is_new: found.is_none(), mark }
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (u8, &[u8], &[u8])> {
        self.pieces.iter().flat_map(|piece| {
            let mut rest = &piece[..];
            std::iter::from_fn(move || {
                let (mark, after) = rest.split_first()?;
                let (key, after) = text(after);
                let (value, after) = text(after);
                rest = after;
                Some((*mark, key, value))
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
            let Inserted { is_new, mark } = set.insert(hasher.hash_one(&key[..]), key, b"value");
            assert_eq!(is_new, known.insert(key.clone()));
            *mark += 1;
            if is_new {
                order.push(key.clone());
            }
        }
        assert_eq!(set.len(), known.len());
        let entries: Vec<_> = set.entries().map(|(_, key, _)| key.to_vec()).collect();
        assert_eq!(entries, order);
        assert!(set.entries().all(|(mark, _, value)| mark >= 2 && value == b"value"));
    }

    /// All hashes are equal, yet the keys are kept apart.
    #[test]
    fn keys_are_compared_and_not_their_hashes() {
        let mut set = Set::default();
        for key in [&b"a"[..], b"b", b"", b"a"] {
            set.insert(7, key, b"");
        }
        assert_eq!(set.len(), 3);
    }
}
