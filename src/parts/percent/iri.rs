//! The characters that an IRI may have where a URI has an escape (RFC 3987).
//!
//! The surprising case: the grammar takes the marks of direction, and section 4.1 forbids them. So
//! data that holds one has an escape there.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Keep, push_triplet};

/// Whether a character is a `ucschar`: the ranges as RFC 3987 prints them (2.2).
pub const fn is_ucschar(character: char) -> bool {
    matches!(
        character as u32,
        0xA0..=0xD7FF
            | 0xF900..=0xFDCF
            | 0xFDF0..=0xFFEF
            | 0x1_0000..=0x1_FFFD
            | 0x2_0000..=0x2_FFFD
            | 0x3_0000..=0x3_FFFD
            | 0x4_0000..=0x4_FFFD
            | 0x5_0000..=0x5_FFFD
            | 0x6_0000..=0x6_FFFD
            | 0x7_0000..=0x7_FFFD
            | 0x8_0000..=0x8_FFFD
            | 0x9_0000..=0x9_FFFD
            | 0xA_0000..=0xA_FFFD
            | 0xB_0000..=0xB_FFFD
            | 0xC_0000..=0xC_FFFD
            | 0xD_0000..=0xD_FFFD
            | 0xE_1000..=0xE_FFFD
    )
}

/// Whether a character is an `iprivate`, which may stand in a query: the ranges as RFC 3987 prints them
/// (2.2).
pub const fn is_private(character: char) -> bool {
    matches!(character as u32, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}

/// Whether a character is a `ucschar`, and not one that section 4.1 forbids.
pub const fn is_of_iris(character: char) -> bool {
    let is_direction = matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}');
    is_ucschar(character) && !is_direction
}

/// Whether a character stands in a place of an IRI without an escape.
fn stands(character: char, keep: Keep) -> bool {
    match u8::try_from(character) {
        Ok(octet @ 0..=0x7F) => keep.keeps(octet),
        _ => is_of_iris(character) || (keep == Keep::Query && is_private(character)),
    }
}

/// Percent-encodes text for a place in an IRI: as [`encode`](super::encode), but characters beyond
/// ASCII stay where an IRI may have them (RFC 3987, 2.2). A mark of direction, which no IRI may have,
/// becomes triplets (4.1). Characters of private use stay in a [`Keep::Query`] only.
///
/// ```
/// use urispec::percent::{Keep, encode_iri};
/// assert_eq!(encode_iri("ros\u{E9} 1/2", Keep::Segment), "ros\u{E9}%201%2F2");
/// assert_eq!(encode_iri("\u{200E}a", Keep::Segment), "%E2%80%8Ea");
/// ```
#[must_use]
pub fn encode_iri(data: &str, keep: Keep) -> Cow<'_, str> {
    if data.chars().all(|character| stands(character, keep)) {
        return Cow::Borrowed(data);
    }
    let mut text = String::with_capacity(data.len());
    for character in data.chars() {
        if stands(character, keep) {
            text.push(character);
        } else {
            let mut buffer = [0; 4];
            let octets = character.encode_utf8(&mut buffer).as_bytes();
            octets.iter().for_each(|&octet| push_triplet(octet, &mut text));
        }
    }
    Cow::Owned(text)
}
