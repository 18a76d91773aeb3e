//! Percent-encoding (section 2.1): octets to text that a component may hold, and back.
//!
//! In: octets, or text with triplets. Out: the other. Decoding forgets which characters were
//! triplets, so it comes after a string is divided at its delimiters, never before (section 2.4).
//!
//! The surprising cases: `+` is not a space, here or in the RFC; encoding encodes `%` too, since it
//! takes data and not text that is half encoded; and decoded octets need be no UTF-8: `%FF` is not.

use std::borrow::Cow;

/// A place where text may stand. The place decides which characters need no escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Keep {
    /// Any component, or a key or a value of a query: only unreserved characters stand without an
    /// escape (section 2.3).
    Unreserved,
    /// A `userinfo` without `:`, since `:` divides the userinfo (section 3.2.1).
    Userinfo,
    /// A `reg-name` (section 3.2.2).
    RegName,
    /// A `segment` (section 3.3).
    Segment,
    /// A `segment-nz-nc`: a first segment that must not read as a scheme (section 3.3).
    SegmentNoColon,
    /// A `query` (section 3.4).
    Query,
    /// A `fragment` (section 3.5).
    Fragment,
}

impl Keep {
    /// Whether an octet stands in this place without an escape.
    #[must_use]
    pub const fn keeps(self, octet: u8) -> bool {
        match self {
            Self::Unreserved => is_unreserved(octet),
            Self::Userinfo | Self::RegName => is_unreserved(octet) || is_sub_delim(octet),
            Self::SegmentNoColon => is_unreserved(octet) || is_sub_delim(octet) || octet == b'@',
            Self::Segment => is_pchar(octet),
            Self::Query | Self::Fragment => is_pchar(octet) || matches!(octet, b'/' | b'?'),
        }
    }
}

/// Whether an octet is an `unreserved` character (section 2.3).
pub(crate) const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.' | b'_' | b'~')
}

/// Whether an octet is one of the `sub-delims` (section 2.2).
const fn is_sub_delim(octet: u8) -> bool {
    matches!(octet, b'!' | b'$' | b'&'..=b',' | b';' | b'=')
}

/// Whether an octet is a `pchar` other than `pct-encoded` (section 3.3).
const fn is_pchar(octet: u8) -> bool {
    is_unreserved(octet) || is_sub_delim(octet) || matches!(octet, b':' | b'@')
}

/// Percent-encodes text for a place. Octets that may not stand in the place become triplets with
/// upper-case digits (section 2.1). Text that needs no escape is returned as given.
///
/// ```
/// use urispec::percent::{encode, Keep};
/// assert_eq!(encode("À/100%", Keep::Segment), "%C3%80%2F100%25");
/// assert_eq!(encode("a/b", Keep::Query), "a/b");
/// ```
#[must_use]
pub fn encode(data: &str, keep: Keep) -> Cow<'_, str> {
    if data.bytes().all(|octet| keep.keeps(octet)) {
        return Cow::Borrowed(data);
    }
    Cow::Owned(encode_octets(data.as_bytes(), keep))
}

/// Percent-encodes octets for a place, as [`encode`] does. The octets need not be UTF-8.
#[must_use]
pub fn encode_octets(data: &[u8], keep: Keep) -> String {
    let mut text = String::with_capacity(data.len());
    for &octet in data {
        if keep.keeps(octet) {
            text.push(char::from(octet));
        } else {
            push_triplet(octet, &mut text);
        }
    }
    text
}

/// Appends the triplet of an octet, with upper-case digits.
pub(crate) fn push_triplet(octet: u8, text: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.push('%');
    text.push(char::from(DIGITS[usize::from(octet >> 4)]));
    text.push(char::from(DIGITS[usize::from(octet & 15)]));
}

/// Text that cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A `%` without two hexadecimal digits after it (section 2.1).
    #[error("the \"%\" at byte {offset} is not followed by two hexadecimal digits (2.1)")]
    Triplet {
        /// The byte offset of the `%` in the encoded text.
        offset: usize,
    },
    /// The decoded octets are not UTF-8 (section 2.5).
    #[error("the octets that begin at byte {offset} are not UTF-8 (2.5)")]
    NotUtf8 {
        /// The byte offset, in the encoded text, of the first octet that is not part of a
        /// character.
        offset: usize,
    },
}

/// The octet of the triplet at the beginning of `text`, if there is one.
pub(crate) fn triplet(text: &[u8]) -> Option<u8> {
    match text {
        [b'%', high, low, ..] => {
            let digit = |digit: u8| char::from(digit).to_digit(16);
            Some((digit(*high)? * 16 + digit(*low)?) as u8)
        }
        _ => None,
    }
}

/// Decodes every triplet of a text to octets. Text without triplets is returned as given.
///
/// # Errors
///
/// [`DecodeError::Triplet`] where a `%` begins no triplet. A component of a parsed reference has no
/// such place.
///
/// ```
/// use urispec::percent::decode;
/// assert_eq!(*decode("%FFa%2F").unwrap(), *b"\xFFa/");
/// assert!(decode("100%").is_err());
/// ```
pub fn decode(text: &str) -> Result<Cow<'_, [u8]>, DecodeError> {
    let bytes = text.as_bytes();
    let Some(first) = bytes.iter().position(|&byte| byte == b'%') else {
        return Ok(Cow::Borrowed(bytes));
    };
    let mut octets = Vec::with_capacity(bytes.len());
    octets.extend_from_slice(&bytes[..first]);
    let mut at = first;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            octets.push(triplet(&bytes[at..]).ok_or(DecodeError::Triplet { offset: at })?);
            at += 3;
        } else {
            octets.push(byte);
            at += 1;
        }
    }
    Ok(Cow::Owned(octets))
}

/// Decodes every triplet of a text, and reads the octets as UTF-8.
///
/// # Errors
///
/// The errors of [`decode`], and [`DecodeError::NotUtf8`].
///
/// ```
/// use urispec::percent::{decode_utf8, DecodeError};
/// assert_eq!(decode_utf8("%E3%82%A2").unwrap(), "ア");
/// assert_eq!(decode_utf8("%41%C3"), Err(DecodeError::NotUtf8 { offset: 3 }));
/// ```
pub fn decode_utf8(text: &str) -> Result<Cow<'_, str>, DecodeError> {
    match decode(text)? {
        Cow::Borrowed(_) => Ok(Cow::Borrowed(text)),
        Cow::Owned(octets) => String::from_utf8(octets).map(Cow::Owned).map_err(|error| {
            let offset = encoded_offset(text, error.utf8_error().valid_up_to());
            DecodeError::NotUtf8 { offset }
        }),
    }
}

/// The offset in the encoded text of the decoded octet with the index `octet`.
fn encoded_offset(text: &str, octet: usize) -> usize {
    let bytes = text.as_bytes();
    (0..octet).fold(0, |at, _| if bytes[at] == b'%' { at + 3 } else { at + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edition, Node};

    /// The printed production decides for every octet whether the place keeps the octet.
    #[test]
    fn what_a_place_keeps_is_what_its_production_accepts() {
        for (keep, production) in [
            (Keep::Unreserved, "unreserved"),
            (Keep::RegName, "reg-name"),
            (Keep::Segment, "segment"),
            (Keep::SegmentNoColon, "segment-nz-nc"),
            (Keep::Query, "query"),
            (Keep::Fragment, "fragment"),
        ] {
            for octet in 0..128_u8 {
                let text = char::from(octet).to_string();
                let accepted = Node::parse(Edition::Rfc3986, production, &text).is_ok();
                assert_eq!(keep.keeps(octet), accepted, "{text:?} in {production}");
            }
            assert!((128..=255).all(|octet| !keep.keeps(octet)));
        }
    }

    #[test]
    fn a_triplet_that_is_none_is_named_by_its_offset() {
        for (text, offset) in [("%", 0), ("a%2", 1), ("%41%zz", 3), ("%+1", 0), ("%é", 0)] {
            assert_eq!(decode(text), Err(DecodeError::Triplet { offset }), "{text}");
        }
    }

    #[test]
    fn every_octet_survives() {
        let all: Vec<u8> = (0..=255).collect();
        let text = encode_octets(&all, Keep::Unreserved);
        assert_eq!(*decode(&text).unwrap(), *all);
    }
}
