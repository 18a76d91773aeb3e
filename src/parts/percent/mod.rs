//! Percent-encoding (section 2.1): octets to text that a component may hold, and back.
//!
//! In: octets, or text with triplets. Out: the other. [`Decode`] gives every component, segment, key
//! and value the methods that decode it. Decoding forgets which characters were triplets, so
//! decoding comes after a string is divided at its delimiters, never before (section 2.4).
//!
//! The surprising cases: `+` is not a space in the RFC, only in the forms of HTML, and the functions
//! for those have `form` in their names; encoding encodes `%` too, since encoding takes data and not
//! text that is half encoded; and decoded octets need be no UTF-8: `%FF` is not.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

mod decode;
pub(crate) mod iri;
pub(crate) mod octets;

pub use decode::{Decode, DecodeError};
pub use iri::encode_iri;
pub(crate) use iri::{is_of_iris, is_private, is_ucschar};
use octets::UNRESERVED;
pub(crate) use octets::{characters, encode_others, octets};
pub(crate) use octets::{
    encoded, is_of_names, is_unreserved, lowered, push_triplet, triplet, triplets,
};

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

    /// Of each octet whether it stands in this place without an escape.
    const fn table(self) -> &'static [bool; 256] {
        const fn of(keep: Keep) -> [bool; 256] {
            let mut keeps = [false; 256];
            let mut octet = 0;
            while octet < keeps.len() {
                keeps[octet] = keep.keeps(octet as u8);
                octet += 1;
            }
            keeps
        }
        match self {
            Self::Unreserved => &UNRESERVED,
            Self::Userinfo | Self::RegName => const { &of(Self::RegName) },
            Self::SegmentNoColon => const { &of(Self::SegmentNoColon) },
            Self::Segment => const { &of(Self::Segment) },
            Self::Query | Self::Fragment => const { &of(Self::Query) },
        }
    }
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
    match escaped(data.as_bytes(), keep.table()) {
        Some(text) => Cow::Owned(text),
        None => Cow::Borrowed(data),
    }
}

/// Percent-encodes octets for a place, as [`encode`] does. The octets need not be UTF-8.
#[must_use]
pub fn encode_octets(data: &[u8], keep: Keep) -> String {
    escaped(data, keep.table()).unwrap_or_else(|| data.iter().copied().map(char::from).collect())
}

/// Writes triplets for the octets that are not kept. There is nothing to write if all are.
fn escaped(data: &[u8], keeps: &[bool; 256]) -> Option<String> {
    let is_escaped = |octet: &u8| !keeps[usize::from(*octet)];
    let first = data.iter().position(is_escaped)?;
    let escapes = data[first..].iter().filter(|octet| is_escaped(octet)).count();
    let mut text = Vec::with_capacity(data.len() + 2 * escapes);
    let (mut rest, mut next) = (data, Some(first));
    while let Some(at) = next {
        text.extend_from_slice(&rest[..at]);
        text.extend_from_slice(&encoded(rest[at]));
        rest = &rest[at + 1..];
        next = rest.iter().position(is_escaped);
    }
    text.extend_from_slice(rest);
    // What is kept is ASCII, and so is a triplet.
    String::from_utf8(text).ok()
}

/// Encodes a name or a value of a form, as HTML sends forms: a space becomes `+`, and of the other
/// characters only letters, digits and `*-._` stand without an escape.
///
/// This is the format `application/x-www-form-urlencoded` of the URL Standard, and no rule of RFC
/// 3986. A reader that follows RFC 3986 alone reads `+` as a plus sign; [`encode`] is safe for
///       both. [`Decode::decode_form`] decodes.
///
/// ```
/// use urispec::percent::{Keep, encode, encode_form};
/// assert_eq!(encode_form("a b+c~"), "a+b%2Bc%7E");
/// assert_eq!(encode("a b+c~", Keep::Unreserved), "a%20b%2Bc~");
/// ```
#[must_use]
pub fn encode_form(data: &str) -> Cow<'_, str> {
    let keeps = |octet: u8| octet.is_ascii_alphanumeric() || b"*-._".contains(&octet);
    if data.bytes().all(keeps) {
        return Cow::Borrowed(data);
    }
    let mut text = String::with_capacity(data.len());
    for octet in data.bytes() {
        match octet {
            b' ' => text.push('+'),
            _ if keeps(octet) => text.push(char::from(octet)),
            _ => push_triplet(octet, &mut text),
        }
    }
    Cow::Owned(text)
}
