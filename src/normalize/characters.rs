//! Characters beyond ASCII, in percent-encoding normalization (RFC 3987, 5.3.2.3): triplets that spell
//! the UTF-8 of a character become that character, where an IRI may have it.
//!
//! "The percent-encoding of both IRIs to be compared has to be aligned; for example, by converting both IRIs to
//! URIs". This module aligns the IRIs themselves, so that people can read the normal form. The characters that
//! section 4.1 forbids stay triplets, and become triplets.
//!
//! The surprising case: a query may have a character of private use (2.2), and its triplets stay all
//! the same. What is decoded "corresponds to an unreserved character", and `iunreserved` has `ucschar`
//! and not `iprivate`. To be aligned, the character itself becomes its triplets, as in a URI (3.1).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::draft::{ChangeLog, Draft};
use crate::editions::{Ladder, Rung};
use crate::parts::percent::{is_of_iris, push_triplet, triplet};

/// The length of a triplet.
const TRIPLET: usize = 3;

#[inline]
pub(super) fn pass(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    let Some(section) = ladder.characters else { return };
    if let Some(authority) = draft.authority.as_mut().filter(|authority| authority.has_host) {
        authority.userinfo.iter_mut().for_each(|part| align(part, section, log));
        align(&mut authority.host, section, log);
    }
    align(&mut draft.path, section, log);
    draft.query.iter_mut().for_each(|part| align(part, section, log));
    draft.fragment.iter_mut().for_each(|part| align(part, section, log));
}

/// Writes each character beyond ASCII as itself if it is unreserved, and else as triplets.
#[inline]
fn align(text: &mut Cow<'_, str>, section: &'static str, log: &mut ChangeLog<'_>) {
    let mut aligned = String::new();
    let (mut copied, mut at) = (0, 0);
    let bytes = text.as_bytes();
    while let Some(&first) = bytes.get(at) {
        if first == b'%' {
            let octets = octets(&bytes[at..]);
            for chunk in octets.utf8_chunks() {
                for character in chunk.valid().chars() {
                    let end = at + TRIPLET * character.len_utf8();
                    if is_of_iris(character) {
                        aligned += &text[copied..at];
                        let start = aligned.len();
                        aligned.push(character);
                        let by = &aligned[start..];
                        log.change(Rung::PercentEncoding, section, &text[at..end], by);
                        copied = end;
                    }
                    at = end;
                }
                at += TRIPLET * chunk.invalid().len();
            }
            at += usize::from(octets.is_empty());
        } else if first.is_ascii() {
            at += 1;
        } else {
            let Some(character) = text[at..].chars().next() else { break };
            let end = at + character.len_utf8();
            if !is_of_iris(character) {
                aligned += &text[copied..at];
                let start = aligned.len();
                bytes[at..end].iter().for_each(|&octet| push_triplet(octet, &mut aligned));
                log.change(Rung::PercentEncoding, section, &text[at..end], &aligned[start..]);
                copied = end;
            }
            at = end;
        }
    }
    if copied > 0 {
        aligned += &text[copied..];
        *text = Cow::Owned(aligned);
    }
}

/// The octets beyond ASCII whose triplets a text begins with.
#[inline]
fn octets(text: &[u8]) -> Vec<u8> {
    let octets = text.chunks(TRIPLET).map_while(triplet);
    octets.take_while(|octet| !octet.is_ascii()).collect()
}
