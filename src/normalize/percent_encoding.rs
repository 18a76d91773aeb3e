//! Percent-Encoding Normalization (section 6.2.2.2): a triplet of an unreserved character becomes
//! the character. Nothing else is decoded, and nothing is encoded.

use std::borrow::Cow;

use super::draft::{Draft, Log};
use super::{Ladder, Rung};
use crate::percent;

pub(super) fn pass(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut Log<'_>) {
    if let Some((is_unreserved, section)) = ladder.unreserved {
        draft.encoded_parts().for_each(|part| decode(part, is_unreserved, section, log));
    }
}

fn decode(
    text: &mut Cow<'_, str>,
    is_unreserved: fn(u8) -> bool,
    section: &'static str,
    log: &mut Log<'_>,
) {
    let mut decoded = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('%') {
        let octet = percent::triplet(&text.as_bytes()[at..]);
        let Some(octet) = octet.filter(|&octet| is_unreserved(octet)) else { continue };
        let character = char::from(octet);
        let triplet = &text[at..at + 3];
        log.change(Rung::PercentEncoding, section, triplet, character.encode_utf8(&mut [0; 4]));
        decoded += &text[copied..at];
        decoded.push(character);
        copied = at + 3;
    }
    if copied > 0 {
        decoded += &text[copied..];
        *text = Cow::Owned(decoded);
    }
}
