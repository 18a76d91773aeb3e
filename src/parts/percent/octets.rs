//! Single octets and triplets: the class of an octet, its triplet, and the octets of a text with
//! their positions.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use super::Keep;

/// Returns whether a decoded octet is allowed in a registered name. An octet beyond ASCII is
/// allowed, since it belongs to a character that is written with escapes (RFC 3986, 3.2.2).
pub const fn is_of_names(octet: u8) -> bool {
    !octet.is_ascii() || Keep::RegName.keeps(octet)
}

/// Returns whether an octet is an `unreserved` character (RFC 3986, 2.3).
pub const fn is_unreserved(octet: u8) -> bool {
    UNRESERVED[octet as usize]
}

/// A table that marks the `unreserved` octets (RFC 3986, 2.3).
pub(super) static UNRESERVED: [bool; 256] = {
    let mut octets = [false; 256];
    let mut octet = 0;
    while octet < octets.len() {
        let byte = octet as u8;
        octets[octet] = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
        octet += 1;
    }
    octets
};

/// Percent-encodes octets. An octet that `keeps` accepts is kept, and must be ASCII. Every other
/// octet becomes a triplet.
pub fn encode_others(octets: impl Iterator<Item = u8>, keeps: impl Fn(u8) -> bool) -> String {
    let mut text = String::with_capacity(octets.size_hint().0);
    for octet in octets {
        match keeps(octet) {
            true => text.push(char::from(octet)),
            false => push_triplet(octet, &mut text),
        }
    }
    text
}

/// Appends the triplet of an octet, with uppercase digits.
pub fn push_triplet(octet: u8, text: &mut String) {
    text.extend(encoded(octet).map(char::from));
}

/// Returns the triplet of an octet, with uppercase digits.
#[inline]
pub fn encoded(octet: u8) -> [u8; 3] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [b'%', DIGITS[usize::from(octet >> 4)], DIGITS[usize::from(octet & 15)]]
}

/// The values of hexadecimal digits, and 255 for every other octet.
static HEXADECIMAL: [u8; 256] = {
    let mut values = [u8::MAX; 256];
    let mut octet = 0;
    while octet < values.len() {
        if let Some(value) = (octet as u8 as char).to_digit(16) {
            values[octet] = value as u8;
        }
        octet += 1;
    }
    values
};

/// Returns the octet of the triplet at the beginning of `text`, if there is one.
#[inline]
pub fn triplet(text: &[u8]) -> Option<u8> {
    match text {
        [b'%', high, low, ..] => {
            let [high, low] = [high, low].map(|digit| HEXADECIMAL[usize::from(*digit)]);
            (high | low < 16).then_some(high << 4 | low)
        }
        _ => None,
    }
}

/// Returns the octets of the triplets of a text, each with the offset of its `%`.
///
/// A grammar may derive a `%` that does not begin a triplet, as the grammar of lenient Package-URLs
/// does, so the two characters after a `%` are always checked.
#[inline]
pub fn triplets(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let octet = move |(at, _)| Some((at, triplet(&text.as_bytes()[at..])?));
    text.match_indices('%').filter_map(octet)
}

/// Converts every letter of a text to lowercase, except the digits of triplets.
#[inline]
pub fn lowered(text: &str) -> String {
    let mut lowered = text.to_ascii_lowercase();
    for (at, _) in triplets(text) {
        lowered.replace_range(at..at + 3, &text[at..at + 3]);
    }
    lowered
}

/// Decodes the triplets of a text. Returns `None` if the octets are not UTF-8. Keeps a `%` that
/// does not begin a triplet.
pub fn characters(text: &str) -> Option<String> {
    String::from_utf8(octets(text).map(|(_, octet)| octet).collect()).ok()
}

/// Returns the octets of a text, each with its span. A triplet is one octet. Every byte outside of
/// triplets is one octet.
pub fn octets(text: &str) -> impl Iterator<Item = (Range<usize>, u8)> {
    let (bytes, mut at) = (text.as_bytes(), 0);
    core::iter::from_fn(move || {
        let &first = bytes.get(at)?;
        let (length, octet) = triplet(&bytes[at..]).map_or((1, first), |octet| (3, octet));
        at += length;
        Some((at - length..at, octet))
    })
}

// The characters that an IRI allows where a URI has an escape (RFC 3987).
//
// The grammar allows the formatting characters for direction, but section 4.1 forbids them. So data
// that contains one is escaped there.

/// Returns whether a character is a `ucschar`, by the ranges that RFC 3987, 2.2, prints.
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

/// Returns whether a character is an `iprivate`, which is allowed in a query, by the ranges that
/// RFC 3987, 2.2, prints.
pub const fn is_private(character: char) -> bool {
    matches!(character as u32, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}

/// Returns whether a character is a `ucschar` that RFC 3987, 4.1, does not forbid.
pub const fn is_of_iris(character: char) -> bool {
    let is_direction = matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}');
    is_ucschar(character) && !is_direction
}

/// Returns whether a character needs no escape in a position of an IRI.
fn stands(character: char, keep: Keep) -> bool {
    match u8::try_from(character) {
        Ok(octet @ 0..=0x7F) => keep.keeps(octet),
        _ => is_of_iris(character) || (keep == Keep::Query && is_private(character)),
    }
}

/// Percent-encodes text for a position in an IRI, like [`encode`](super::encode), but keeps
/// characters beyond ASCII that an IRI allows (RFC 3987, 2.2). A character that formats
/// bidirectional text becomes triplets, since IRIs must not contain it (4.1). Private-use
/// characters are kept only in a [`Keep::Query`].
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
