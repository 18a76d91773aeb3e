//! Octets and triplets, one by one.
//!
//! In: an octet, or text with triplets. Out: the class of the octet, its triplet, or the octets of the text, each with its
//! place.

use alloc::string::String;
use core::ops::Range;

use super::Keep;

/// Whether a decoded octet can be of a registered name: it stands in one, or is of a character that
/// is not ASCII and has escapes there (section 3.2.2).
pub const fn is_of_names(octet: u8) -> bool {
    !octet.is_ascii() || Keep::RegName.keeps(octet)
}

/// Whether an octet is an `unreserved` character (section 2.3).
pub const fn is_unreserved(octet: u8) -> bool {
    UNRESERVED[octet as usize]
}

/// The `unreserved` characters among the octets.
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

/// Writes octets: those that are kept, which must be of ASCII, as they are, and a triplet for each other.
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

/// Appends the triplet of an octet, with upper-case digits.
pub fn push_triplet(octet: u8, text: &mut String) {
    text.extend(encoded(octet).map(char::from));
}

/// The triplet of an octet, with digits in upper case.
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

/// The octet of the triplet at the beginning of `text`, if there is one.
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
/// A grammar may derive a `%` that begins no triplet, as that of lenient Package-URLs does, so the two characters after a
/// `%` are never taken without a look at them.
#[inline]
pub fn triplets(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let octet = move |(at, _)| Some((at, triplet(&text.as_bytes()[at..])?));
    text.match_indices('%').filter_map(octet)
}

/// Lowers every letter of a text that is not a digit of a triplet.
#[inline]
pub fn lowered(text: &str) -> String {
    let mut lowered = text.to_ascii_lowercase();
    for (at, _) in triplets(text) {
        lowered.replace_range(at..at + 3, &text[at..at + 3]);
    }
    lowered
}

/// The characters that the octets of a text are in UTF-8, if they are any. A `%` that begins no triplet is one.
pub fn characters(text: &str) -> Option<String> {
    String::from_utf8(octets(text).map(|(_, octet)| octet).collect()).ok()
}

/// The octets of a text, each with its span there: a triplet is one octet, and so is every other byte.
pub fn octets(text: &str) -> impl Iterator<Item = (Range<usize>, u8)> {
    let (bytes, mut at) = (text.as_bytes(), 0);
    core::iter::from_fn(move || {
        let &first = bytes.get(at)?;
        let (length, octet) = triplet(&bytes[at..]).map_or((1, first), |octet| (3, octet));
        at += length;
        Some((at - length..at, octet))
    })
}
