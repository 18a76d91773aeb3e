//! The key of a string: its normal form at a rung, by which it is the same as others.
//!
//! In: a block of lines or rows. Out: [`Keyed`]: each row with its key and the hash of the key. An invalid
//! string is compared as it stands: its key is the string behind a byte that no normal form begins with.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::ops::Range;
use std::path::Path;

use urispec::trace::Caveat;
use urispec::{Normalizer, Reference};
use urispec_views::fault::{Fault, utf8};
use urispec_views::subject::{Base, Subject};

use crate::input::blocks::Block;
use crate::input::table::{Row, Table};
use crate::options::invalid::Invalid;
use crate::options::ladder::Climb;
use crate::output::Output;
use crate::output::counts::Counts;
use crate::output::fault::Message;
use crate::output::origin::{Name, Origin};
use crate::output::outcome::Outcome;
use crate::output::password::Passwords;
use crate::output::style::Palette;

/// What an invalid string's key begins with: no UTF-8 has this byte.
const INVALID: u8 = 0xFF;

/// How keys are made.
#[derive(Clone)]
pub(crate) struct Keyer {
    pub(crate) climb: Climb,
    pub(crate) invalid: Invalid,
    pub(crate) table: Option<Table>,
    pub(crate) is_quiet: bool,
    pub(crate) passwords: Passwords,
    /// The colours of messages.
    pub(crate) palette: &'static Palette,
    pub(crate) hasher: RandomState,
}

/// The rows of a block, with their keys.
#[derive(Default)]
pub(crate) struct Keyed {
    /// What the spans are of.
    bytes: Vec<u8>,
    members: Vec<Spans>,
    /// The row with the names of the columns; empty if there is none.
    header: Range<usize>,
    /// What stderr is told of strings that are left out, and how many members stand before each.
    said: Vec<(usize, Message)>,
    pub(crate) counts: Counts,
    pub(crate) warned: u64,
    trouble: Option<String>,
}

struct Spans {
    row: Range<usize>,
    key: Range<usize>,
    hash: u64,
}

/// A row with its key.
pub(crate) struct Member<'k> {
    pub(crate) row: &'k [u8],
    pub(crate) key: &'k [u8],
    pub(crate) hash: u64,
}

impl Member<'_> {
    /// The normal form, or the string if it is invalid.
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

    /// What stderr is told of strings that are left out, and how many members stand before each.
    pub(crate) fn messages(&self) -> impl Iterator<Item = (usize, &Message)> {
        self.said.iter().map(|(before, message)| (*before, message))
    }

    /// Tells stderr why the block was not read to its end. The outcome of the block, in which invalid strings are
    /// treated so.
    pub(crate) fn tell(&self, invalid: Invalid, out: &mut Output) -> io::Result<Outcome> {
        if let Some(trouble) = &self.trouble {
            out.complain_of_file(format_args!("{trouble}\n"))?;
            return Ok(Outcome::Trouble);
        }
        Ok(Outcome::of(self.counts.no == 0 || !invalid.is_reported()))
    }

    fn push(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        start..self.bytes.len()
    }
}

impl Keyer {
    pub(crate) fn keyed(&self, path: &Path, block: &Block) -> Keyed {
        let mut keyed = Keyed::default();
        keyed.bytes.reserve(2 * block.bytes().len());
        let (base, normalizer) = (self.climb.base(), self.climb.normalizer());
        let by = (base.as_ref(), &normalizer);
        let Some(table) = &self.table else {
            for (number, line) in block.lines() {
                self.string(by, Origin::Line(path, number, self.passwords), line, line, &mut keyed);
            }
            return keyed;
        };
        let mut place = None;
        for row in table.rows(block) {
            if table.is_header(&row) {
                match table.header(&row) {
                    Ok(is_first) => keyed.header(&row, is_first),
                    Err(why) => {
                        keyed.trouble = Some(format!("{}: {why}", Name(path, self.passwords)));
                        return keyed;
                    }
                }
                continue;
            }
            if place.is_none() {
                place = table.place();
            }
            let Some(place) = place else { return keyed };
            let origin = Origin::Line(path, row.number, self.passwords);
            match table.cell(row.bytes, place) {
                Ok(cell) => self.string(by, origin, row.bytes, &cell, &mut keyed),
                Err(why) => {
                    let message = || Message::new(origin, "row", format!("{origin}: {why}\n"));
                    self.invalid(row.bytes, row.bytes, message, &mut keyed);
                }
            }
        }
        keyed
    }

    /// The key of a string that is an argument.
    pub(crate) fn argument(&self, bytes: &[u8]) -> Keyed {
        let mut keyed = Keyed::default();
        let (base, normalizer) = (self.climb.base(), self.climb.normalizer());
        let by = (base.as_ref(), &normalizer);
        self.string(by, Origin::Argument(bytes, self.passwords), bytes, bytes, &mut keyed);
        keyed
    }

    #[inline]
    fn string(
        &self,
        (base, normalizer): (Option<&Base<'_>>, &Normalizer<'_>),
        origin: Origin<'_>,
        row: &[u8],
        cell: &[u8],
        keyed: &mut Keyed,
    ) {
        let edition = self.climb.edition;
        if base.is_some() {
            let subject = Subject::of(edition, base, cell);
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

    fn message(&self, fault: &Fault, origin: Origin<'_>, cell: &[u8]) -> Message {
        Message::of(fault, origin, cell, self.passwords, self.palette)
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
            Invalid::Report => keyed.said.push((keyed.members.len(), message())),
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

/// Whether the caveat is about what the document has ignored in comparison (RFC 8141, 3.1; RFC 6920, 2): a key is not
/// printed.
const fn is_ignored(caveat: Caveat) -> bool {
    matches!(caveat, Caveat::NameAlone { .. } | Caveat::PartsLeftOut { .. })
}

impl Keyed {
    fn header(&mut self, row: &Row<'_>, is_first: bool) {
        if is_first {
            self.header = self.push(row.bytes);
        }
    }

    /// The row with the names of the columns, where it is to be written.
    pub(crate) fn names(&self) -> Option<&[u8]> {
        (!self.header.is_empty()).then(|| &self.bytes[self.header.clone()])
    }
}
