//! Extracting URIs from bytes: each extracted URI is in the text, and is one.
//!
//! The input is any bytes, read by every edition; its lines are also planted as URIs in a text. The laws:
//!
//! - the spans lie within the bytes, in order, and contain the URI, except for white space;
//! - the line is the one where the span begins, and a reported hyphen is one;
//! - an extracted URI is in the language of the edition, and has a scheme;
//! - the result does not depend on how the bytes are split into pieces;
//! - between each pair of promised delimiters, exactly the planted URIs are extracted.

use std::io::{self, Read};

use urispec::{Edition, Reference};
use urispec_lint::extract::{Extract, Found};

use crate::random::Random;
use crate::{delimited, input};

/// The most URIs to check; more take time, and find nothing new.
const MOST: usize = 8;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    for edition in Edition::every().filter(|edition| edition.is_of_uris()) {
        let found = all(edition, data);
        let mut last = 0;
        for one in &found {
            check_found(edition, data, one);
            let (start, end) = (one.span().start as usize, one.span().end as usize);
            assert!(last <= start && start < end, "{edition}: {one:?}");
            last = end;
        }
        assert_eq!(all(edition, Pieces(data)), found, "{edition}: read in pieces");
        if let Some(text) = input::text(data) {
            let mut chosen = Random::chosen(data);
            let uris: Vec<_> = text.split('\n').take(MOST).collect();
            delimited::holds(edition, &uris, |end| chosen.below(end));
        }
    }
}

fn all(edition: Edition, source: impl Read) -> Vec<Found> {
    Extract::from_edition(edition, source)
        .map(|found| found.expect("nothing fails in reading"))
        .collect()
}

fn check_found(edition: Edition, data: &[u8], found: &Found) {
    let (start, end) = (found.span().start as usize, found.span().end as usize);
    let there = data.get(start..end).unwrap_or_else(|| panic!("{edition}: {found:?} is beyond"));
    let mut there = there.to_vec();
    // Unicode counts one more ASCII character as white space: U+000B.
    there.retain(|byte| !byte.is_ascii_whitespace() && *byte != b'\x0B');
    assert_eq!(there.escape_ascii().to_string(), found.uri().as_bytes().escape_ascii().to_string());
    let line = 1 + data[..start].iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(found.line(), line as u64, "{edition}: {found:?}");
    for &hyphen in found.hyphens() {
        assert_eq!(found.uri().as_bytes().get(hyphen), Some(&b'-'), "{edition}: {found:?}");
    }
    // The Appendix of RFC 1738 allows a fragment within the delimiters, which no production derives; nor do the productions
    // of most schemes, of which a fragment is independent (RFC 3986, 3.5).
    let may_lack = edition == Edition::Rfc1738 || edition.is_of_scheme();
    let url = found.uri().split_once('#').filter(|_| may_lack);
    let url = url.map_or(found.uri(), |(url, _)| url);
    let read = Reference::parse(edition, url);
    assert!(read.is_ok_and(|uri| uri.scheme().is_some()), "{edition}: {found:?}");
}

/// Returns one byte, then two, then three, then one again.
struct Pieces<'d>(&'d [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = (self.0.len() % 3 + 1).min(self.0.len()).min(buffer.len());
        let (piece, rest) = self.0.split_at(count);
        buffer[..count].copy_from_slice(piece);
        self.0 = rest;
        Ok(count)
    }
}
