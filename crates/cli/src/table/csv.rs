//! Comma-separated values, by RFC 4180.
//!
//! In: the bytes of a file, or a record. Out: where the records end; the fields of one, without their
//! quotes. Fields are read and quoted by the crate `csv-core`.
//!
//! The surprising case: `a"b` is read by many and is no field (RFC 4180, 2, rule 5: "fields enclosed
//! with double quotes ... if fields are not enclosed with double quotes, then double quotes may not
//! appear inside the fields"). Where a record ends would be a guess after that, so the file is refused
//! from there on.

use std::borrow::Cow;
use std::sync::LazyLock;

use csv_core::{Reader, Writer};
use memchr::{memchr, memchr_iter, memchr2};

use super::Row;
use crate::blocks::Block;

/// A longer record is taken for one whose last quote is missing.
pub(crate) const LONGEST: usize = 64 << 20;

/// Finds where records end, as the bytes come.
#[derive(Default)]
pub(crate) struct Splitter {
    /// How many bytes were looked at.
    at: usize,
    is_quoted: bool,
    /// The end of the last whole record.
    pub(crate) end: usize,
}

impl Splitter {
    /// Looks at the bytes from where it stopped. With a quote that cannot stand where it stands, its
    /// offset. The bytes begin with a record; `is_all` says that no more follow.
    pub(crate) fn look(&mut self, bytes: &[u8], is_all: bool) -> Result<(), usize> {
        while let Some(found) = self.next(bytes) {
            match (bytes[found], self.is_quoted) {
                (b'\n', true) => {}
                (b'\n', false) => self.end = found + 1,
                (_, false) => {
                    if found > self.end && !matches!(bytes[found - 1], b',') {
                        return Err(found);
                    }
                    self.is_quoted = true;
                }
                (_, true) => match &bytes[found + 1..] {
                    [b'"', ..] => {
                        self.at = found + 2;
                        continue;
                    }
                    [b',' | b'\n', ..] | [b'\r', b'\n', ..] => self.is_quoted = false,
                    [] if is_all => self.is_quoted = false,
                    // What follows is not known yet.
                    [] | [b'\r'] if !is_all => {
                        self.at = found;
                        return Ok(());
                    }
                    _ => return Err(found),
                },
            }
            self.at = found + 1;
        }
        self.at = bytes.len();
        if is_all && self.is_quoted { Err(bytes.len()) } else { Ok(()) }
    }

    fn next(&self, bytes: &[u8]) -> Option<usize> {
        let rest = bytes.get(self.at..)?;
        let found = if self.is_quoted { memchr(b'"', rest) } else { memchr2(b'"', b'\n', rest) };
        found.map(|found| self.at + found)
    }
}

/// The records of a block, which has whole ones.
pub(super) fn records(block: &Block) -> impl Iterator<Item = Row<'_>> {
    let (mut rest, mut number) = (block.bytes(), block.first());
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut at = 0;
        let mut is_quoted = false;
        let end = loop {
            match memchr2(b'"', b'\n', &rest[at..]) {
                None => break rest.len(),
                Some(found) => {
                    at += found + 1;
                    match rest[at - 1] {
                        b'"' => is_quoted = !is_quoted,
                        _ if !is_quoted => break at,
                        _ => {}
                    }
                }
            }
        };
        let (record, after) = rest.split_at(end);
        let row = Row { number, bytes: crate::blocks::without_end(record) };
        number += memchr_iter(b'\n', record).count() as u64;
        rest = after;
        Some(row)
    })
}

/// The field of a record with that number, from 1, without its quotes.
pub(super) fn field(record: &[u8], number: usize) -> Option<Cow<'_, [u8]>> {
    if memchr(b'"', record).is_some() {
        return fields(record).into_iter().nth(number - 1);
    }
    let mut start = 0;
    let mut commas = memchr_iter(b',', record);
    for _ in 1..number {
        start = commas.next()? + 1;
    }
    Some(Cow::Borrowed(&record[start..commas.next().unwrap_or(record.len())]))
}

/// The fields of a record, without their quotes.
pub(super) fn fields(record: &[u8]) -> Vec<Cow<'_, [u8]>> {
    if memchr(b'"', record).is_none() {
        return record.split(|byte| *byte == b',').map(Cow::Borrowed).collect();
    }
    static READER: LazyLock<Reader> = LazyLock::new(Reader::new);
    let (mut reader, mut out) = (READER.clone(), vec![0; record.len()]);
    let mut ends = vec![0; 2 + memchr_iter(b',', record).count()];
    let (_, _, written, known) = reader.read_record(record, &mut out, &mut ends);
    // The end of the input ends the last field.
    let (_, _, _, last) = reader.read_record(&[], &mut out[written..], &mut ends[known..]);
    let mut start = 0;
    let fields = ends[..known + last].iter().map(|&end| {
        let field = out[start..end].to_vec();
        start = end;
        Cow::Owned(field)
    });
    fields.collect()
}

/// Writes a field, in quotes where it needs them. An empty one has them: without quotes it would look
/// like one that is undefined.
pub(crate) fn cell(field: &[u8], out: &mut Vec<u8>) {
    static WRITER: LazyLock<Writer> = LazyLock::new(Writer::new);
    if !field.is_empty() && !WRITER.should_quote(field) {
        out.extend_from_slice(field);
        return;
    }
    out.push(b'"');
    let start = out.len();
    // Each byte may be a quote, which is written twice.
    out.resize(start + 2 * field.len(), 0);
    let (_, _, written) = csv_core::quote(field, &mut out[start..], b'"', b'\\', true);
    out.truncate(start + written);
    out.push(b'"');
}
