//! Characters beyond ASCII, in percent-encoding normalization (RFC 3987, 5.3.2.3): triplets that spell
//! the UTF-8 of a character become that character, where an IRI may have it.
//!
//! "The percent-encoding of both IRIs to be compared has to be aligned; for example, by converting both
//! IRIs to URIs". Aligned here are the IRIs, so that the normal form is one that people can read. The
//! characters that section 4.1 forbids stay triplets, and become triplets.
//!
//! The surprising case: a character of private use becomes itself in a query, and nowhere else (2.2).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::draft::{ChangeLog, Draft};
use crate::edition::{Ladder, Rung};
use crate::percent::{is_of_iris, is_private, push_triplet, triplet};

/// The length of a triplet.
const TRIPLET: usize = 3;

pub(super) fn pass(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    let Some(section) = ladder.characters else { return };
    if let Some(authority) = draft.authority.as_mut().filter(|authority| authority.has_host) {
        authority.userinfo.iter_mut().for_each(|part| align(part, is_of_iris, section, log));
        align(&mut authority.host, is_of_iris, section, log);
    }
    align(&mut draft.path, is_of_iris, section, log);
    let is_of_query = |character| is_of_iris(character) || is_private(character);
    draft.query.iter_mut().for_each(|part| align(part, is_of_query, section, log));
    draft.fragment.iter_mut().for_each(|part| align(part, is_of_iris, section, log));
}

/// Writes each character beyond ASCII as itself if it may stand here, and else as triplets.
fn align(
    text: &mut Cow<'_, str>,
    may_stand: impl Fn(char) -> bool,
    section: &'static str,
    log: &mut ChangeLog<'_>,
) {
    let mut aligned = String::new();
    let (mut copied, mut at) = (0, 0);
    let bytes = text.as_bytes();
    while let Some(&first) = bytes.get(at) {
        if first == b'%' {
            let octets = octets(&bytes[at..]);
            for chunk in octets.utf8_chunks() {
                for character in chunk.valid().chars() {
                    let end = at + TRIPLET * character.len_utf8();
                    if may_stand(character) {
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
            if !may_stand(character) {
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
fn octets(text: &[u8]) -> Vec<u8> {
    let octets = text.chunks(TRIPLET).map_while(triplet);
    octets.take_while(|octet| !octet.is_ascii()).collect()
}
