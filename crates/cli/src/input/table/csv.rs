//! Comma-separated values, by RFC 4180.
//!
//! The surprising case: many programs accept the field `a"b`, but RFC 4180 forbids it (2, rule 5: "fields enclosed with
//! double quotes ... if fields are not enclosed with double quotes, then double quotes may not appear inside the
//! fields"). The end of the record would then be a guess, so the rest of the file is rejected.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::LazyLock;

use csv_core::{Reader, Writer};
use memchr::{memchr, memchr_iter, memchr2, memchr2_iter};

use super::TableRow;
use crate::input::LineBlock;

pub(super) fn records(block: &LineBlock) -> impl Iterator<Item = TableRow<'_>> {
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
        let row = TableRow { number, bytes: crate::input::blocks::without_end(record) };
        number += memchr_iter(b'\n', record).count() as u64;
        rest = after;
        Some(row)
    })
}

pub(super) fn width(record: &[u8]) -> usize {
    match memchr(b'"', record) {
        Some(_) => fields(record).len(),
        None => 1 + memchr_iter(b',', record).count(),
    }
}

pub(super) fn field(record: &[u8], number: usize) -> Option<Cow<'_, [u8]>> {
    if memchr(b'"', record).is_some() {
        return fields(record).into_iter().nth(number - 1);
    }
    span(record, number).map(|span| Cow::Borrowed(&record[span]))
}

/// Returns the span of a field of a record, with its quotes. Fields are numbered from 1.
pub(super) fn span(record: &[u8], number: usize) -> Option<Range<usize>> {
    let (mut start, mut left, mut is_quoted) = (0, number, false);
    for at in memchr2_iter(b'"', b',', record).chain([record.len()]) {
        if record.get(at) == Some(&b'"') {
            // A doubled quote within a field toggles twice.
            is_quoted = !is_quoted;
        } else if !is_quoted || at == record.len() {
            left -= 1;
            if left == 0 {
                return Some(start..at);
            }
            start = at + 1;
        }
    }
    None
}

pub(super) fn fields(record: &[u8]) -> Vec<Cow<'_, [u8]>> {
    if memchr(b'"', record).is_none() {
        return record.split(|byte| *byte == b',').map(Cow::Borrowed).collect();
    }
    thread_local! {
        // Creating or cloning a reader takes longer than reading a record, so each thread has one.
        static READER: RefCell<Reader> = RefCell::new(Reader::new());
    }
    let mut out = vec![0; record.len()];
    let mut ends = vec![0; 2 + memchr_iter(b',', record).count()];
    let count = READER.with_borrow_mut(|reader| {
        reader.reset();
        let (_, _, written, known) = reader.read_record(record, &mut out, &mut ends);
        // The end of the input ends the last field.
        let (_, _, _, last) = reader.read_record(&[], &mut out[written..], &mut ends[known..]);
        known + last
    });
    let mut start = 0;
    let fields = ends[..count].iter().map(|&end| {
        let field = out[start..end].to_vec();
        start = end;
        Cow::Owned(field)
    });
    fields.collect()
}

/// Writes a field, with quotes where needed. An empty field is quoted, to distinguish it from an
/// undefined one.
pub(crate) fn cell(field: &[u8], out: &mut Vec<u8>) {
    static WRITER: LazyLock<Writer> = LazyLock::new(Writer::new);
    if !field.is_empty() && !WRITER.should_quote(field) {
        out.extend_from_slice(field);
        return;
    }
    quoted(field, out);
}

pub(super) fn quoted(field: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    let start = out.len();
    // Each byte may be a quote, which is doubled.
    out.resize(start + 2 * field.len(), 0);
    let (_, _, written) = csv_core::quote(field, &mut out[start..], b'"', b'\\', true);
    out.truncate(start + written);
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::blocks::Splitter;

    fn texts(record: &str) -> Vec<String> {
        let fields = fields(record.as_bytes());
        fields.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect()
    }

    /// The examples of RFC 4180, 2, rules 4 to 7.
    #[test]
    fn fields_have_no_quotes() {
        assert_eq!(texts("aaa,bbb,ccc"), ["aaa", "bbb", "ccc"]);
        assert_eq!(texts("\"aaa\",\"bbb\",\"ccc\""), ["aaa", "bbb", "ccc"]);
        assert_eq!(texts("\"aaa\",\"b\r\nbb\",\"ccc\""), ["aaa", "b\r\nbb", "ccc"]);
        assert_eq!(texts("\"aaa\",\"b\"\"bb\",\"ccc\""), ["aaa", "b\"bb", "ccc"]);
        assert_eq!(texts(""), [""]);
        assert_eq!(texts("\"\""), [""]);
        assert_eq!(texts("\"\",,\"a,\",b"), ["", "", "a,", "b"]);
        for (number, expected) in [(1, Some("a")), (3, Some("")), (4, None)] {
            let is = field(b"a,b,", number);
            assert_eq!(is.as_deref(), expected.map(str::as_bytes), "{number}");
            assert_eq!(field(b"\"a\",b,", number).as_deref(), is.as_deref());
        }
        for (record, number, expected) in [
            ("a,b,", 1, Some("a")),
            ("a,b,", 3, Some("")),
            ("a,b,", 4, None),
            ("", 1, Some("")),
            ("\"a,\"\"\",b,\"c\"", 1, Some("\"a,\"\"\"")),
            ("\"a,\"\"\",b,\"c\"", 2, Some("b")),
            ("\"a,\"\"\",b,\"c\"", 3, Some("\"c\"")),
        ] {
            let is = span(record.as_bytes(), number).map(|span| &record[span]);
            assert_eq!(is, expected, "{record}, {number}");
        }
        for (record, count) in [("", 1), ("a", 1), ("a,b,", 3), ("\"a,\",b", 2), ("\"\"", 1)] {
            assert_eq!(width(record.as_bytes()), count, "{record}");
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        for (text, written) in [
            ("aaa", "aaa"),
            ("", "\"\""),
            ("b\"bb", "\"b\"\"bb\""),
            ("b\r\nbb", "\"b\r\nbb\""),
            ("a,b", "\"a,b\""),
            ("\"\"\"", "\"\"\"\"\"\"\"\""),
        ] {
            let mut out = Vec::new();
            cell(text.as_bytes(), &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), written);
            assert_eq!(texts(written), [text]);
        }
    }

    /// Returns the ends of the records, read `step` bytes at a time, or the offset of a misplaced quote.
    fn ends(text: &[u8], step: usize) -> Result<Vec<usize>, usize> {
        let (mut all, mut start) = (Vec::new(), 0);
        let mut splitter = Splitter::default();
        let mut upto = 0;
        while upto < text.len() {
            upto = (upto + step).min(text.len());
            splitter.look(&text[start..upto], upto == text.len()).map_err(|at| start + at)?;
            if splitter.end > 0 {
                start += std::mem::take(&mut splitter).end;
                all.push(start);
                splitter.look(&text[start..upto], upto == text.len()).map_err(|at| start + at)?;
            }
        }
        Ok(all)
    }

    #[test]
    fn records_end_outside_of_quotes() {
        let text = b"a,\"b\nc\",\"\"\r\n\"d\"\"\n\"\ne\n";
        for step in 1..=text.len() {
            assert_eq!(ends(text, step).unwrap().last(), Some(&text.len()), "{step}");
        }
        assert_eq!(ends(text, 1).unwrap(), [12, 19, 21]);
        for (text, offset) in [
            ("a\"b", 1),
            ("a,b\"\n", 3),
            ("\"a\"b\n", 2),
            ("\"a\" ,b\n", 2),
            ("\"a\"\rb\n", 2),
            ("x\n\"a", 4),
        ] {
            for step in 1..=text.len() {
                assert_eq!(ends(text.as_bytes(), step), Err(offset), "{text:?}, {step}");
            }
        }
    }
}
