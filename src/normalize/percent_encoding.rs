//! Percent-Encoding Normalization (section 6.2.2.2): a triplet of an unreserved character becomes
//! the character. Nothing else is decoded, and nothing is encoded.

use std::borrow::Cow;

use super::Rung;
use super::draft::{Draft, Log};
use crate::percent;

pub(super) fn pass(draft: &mut Draft<'_>, log: &mut Log<'_>) {
    for part in draft.encoded_parts() {
        decode_unreserved(part, log);
    }
}

fn decode_unreserved(text: &mut Cow<'_, str>, log: &mut Log<'_>) {
    let mut decoded = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('%') {
        let octet = percent::triplet(&text.as_bytes()[at..]);
        let Some(octet) = octet.filter(|&octet| percent::is_unreserved(octet)) else { continue };
        let character = char::from(octet);
        let triplet = &text[at..at + 3];
        log.change(Rung::PercentEncoding, "6.2.2.2", triplet, character.encode_utf8(&mut [0; 4]));
        decoded += &text[copied..at];
        decoded.push(character);
        copied = at + 3;
    }
    if copied > 0 {
        decoded += &text[copied..];
        *text = Cow::Owned(decoded);
    }
}
