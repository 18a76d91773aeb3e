//! The encoding of values (section 3.2.1) and of literals (3.1), and the prefix of a value (2.4.1).

use alloc::string::String;

use urispec::internal::percent::{self, is_unreserved};

/// Whether a byte is one of `reserved` (1.5).
pub(super) const fn is_reserved(byte: u8) -> bool {
    matches!(
        byte,
        b':' | b'/'
            | b'?'
            | b'#'
            | b'['
            | b']'
            | b'@'
            | b'!'
            | b'$'
            | b'&'
            | b'\''
            | b'('
            | b')'
            | b'*'
            | b'+'
            | b','
            | b';'
            | b'='
    )
}

/// Appends a value. `lets_reserved` says whether reserved characters and triplets stand as they are.
pub(super) fn value(text: &str, lets_reserved: bool, to: &mut String) {
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        let stands = match byte {
            _ if is_unreserved(byte) => true,
            b'%' => lets_reserved && percent::triplet(&bytes[at..]).is_some(),
            _ => lets_reserved && is_reserved(byte),
        };
        match stands {
            true => to.push(byte.into()),
            false => percent::push_triplet(byte, to),
        }
    }
}

/// Appends a literal, in which every `%` begins a triplet (2.1).
pub(super) fn literal(text: &str, to: &mut String) {
    value(text, true, to);
}

/// The first characters of a value. Where triplets stand as they are, those of one character count as one.
pub(super) fn prefix(text: &str, length: u16, lets_reserved: bool) -> &str {
    let mut end = 0;
    for _ in 0..length {
        if end == text.len() {
            break;
        }
        end += first(&text[end..], lets_reserved);
    }
    &text[..end]
}

/// The number of bytes of the first character of a text that is not empty.
fn first(text: &str, lets_reserved: bool) -> usize {
    let triplets = if lets_reserved { triplets(text.as_bytes()) } else { None };
    triplets.unwrap_or_else(|| text.chars().next().map_or(0, char::len_utf8))
}

/// The number of bytes of the triplets that a text begins with and that are one character in UTF-8; or of the first
/// triplet, if they are none.
fn triplets(text: &[u8]) -> Option<usize> {
    let first = percent::triplet(text)?;
    let length = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    };
    let mut octets = [0; 4];
    for (at, octet) in octets.iter_mut().take(length).enumerate() {
        match text.get(at * 3..).and_then(percent::triplet) {
            Some(found) => *octet = found,
            None => return Some(3),
        }
    }
    let is_character = core::str::from_utf8(&octets[..length]).is_ok();
    Some(if is_character { 3 * length } else { 3 })
}
