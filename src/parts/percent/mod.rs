//! Percent-encoding (RFC 3986, 2.1): octets to text that a component may contain, and back.
//!
//! [`encode`] and its variants turn octets into text that a component may contain. [`Decode`] gives
//! every component, segment, key and value the methods that decode it. Decoding loses which
//! characters were triplets, so a string is split at its delimiters before it is decoded, never
//! after (RFC 3986, 2.4).
//!
//! In RFC 3986 `+` is not a space. It is a space only in HTML forms. The functions with `form` in
//! their names are for such forms. Encoding also encodes `%`, since its input is data and not
//! half-encoded text. Decoded octets need not be UTF-8: the octet of `%FF` is not.

pub(crate) mod octets;

pub use octets::encode_iri;
pub(crate) use octets::{
    characters, encode_others, encoded, is_of_names, is_unreserved, lowered, octets, push_triplet,
    triplet, triplets,
};
pub(crate) use octets::{is_of_iris, is_private, is_ucschar};

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use octets::UNRESERVED;

/// A position in a reference, which decides which characters need no escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Keep {
    /// Any component, or a key or a value of a query: only unreserved characters are written
    /// without an escape (RFC 3986, 2.3).
    Unreserved,
    /// A `userinfo` without `:`, since `:` separates the parts of the userinfo (RFC 3986, 3.2.1).
    Userinfo,
    /// A `reg-name` (RFC 3986, 3.2.2).
    RegName,
    /// A `segment` (RFC 3986, 3.3).
    Segment,
    /// A `segment-nz-nc`: a first segment that must not be read as a scheme (RFC 3986, 3.3).
    SegmentNoColon,
    /// A `query` (RFC 3986, 3.4).
    Query,
    /// A `fragment` (RFC 3986, 3.5).
    Fragment,
}

impl Keep {
    /// Returns whether an octet needs no escape in this position.
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

    /// Returns for each octet whether it needs no escape in this position.
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

/// Returns whether an octet is one of the `sub-delims` (RFC 3986, 2.2).
const fn is_sub_delim(octet: u8) -> bool {
    matches!(octet, b'!' | b'$' | b'&'..=b',' | b';' | b'=')
}

/// Returns whether an octet is a `pchar` other than `pct-encoded` (RFC 3986, 3.3).
const fn is_pchar(octet: u8) -> bool {
    is_unreserved(octet) || is_sub_delim(octet) || matches!(octet, b':' | b'@')
}

/// Percent-encodes text for a position. Octets that are not allowed there become triplets with
/// uppercase digits (RFC 3986, 2.1). Text that needs no escape is returned unchanged.
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

/// Percent-encodes octets for a position, like [`encode`]. The octets need not be UTF-8.
#[must_use]
pub fn encode_octets(data: &[u8], keep: Keep) -> String {
    escaped(data, keep.table()).unwrap_or_else(|| data.iter().copied().map(char::from).collect())
}

/// Writes triplets for the octets that are not kept. Returns `None` if all are kept.
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
    // Kept octets are ASCII, and so are triplets.
    String::from_utf8(text).ok()
}

/// Encodes a name or a value of a form, as HTML submits forms: a space becomes `+`, and only
/// letters, digits and `*-._` are written without an escape.
///
/// This is the format `application/x-www-form-urlencoded` of the URL Standard, which RFC 3986 does
/// not define. A program that follows only RFC 3986 reads `+` as a plus sign; the result of [`encode`]
/// is safe for both. [`Decode::decode_form`] is the inverse.
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

// Decoding: from text with triplets to the data that it represents.
//
// The result borrows the text if no triplet changes it. Text that no edition derives can be decoded
// too, since any `str` can; a `%` that does not begin a triplet is an error, or stays in lossy
// decoding.

/// The error for text that cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeError {
    /// A `%` without two hexadecimal digits after it (RFC 3986, 2.1).
    Triplet {
        /// The byte offset of the `%` in the encoded text.
        offset: usize,
    },
    /// The decoded octets are not UTF-8 (RFC 3986, 2.5).
    NotUtf8 {
        /// The byte offset, in the encoded text, of the first octet that is not part of a
        /// character.
        offset: usize,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Triplet { offset } => {
                let wants = "is not followed by two hexadecimal digits (RFC 3986, 2.1)";
                write!(f, "the \"%\" at byte {offset} {wants}")
            }
            Self::NotUtf8 { offset } => {
                write!(f, "the octets that begin at byte {offset} are not UTF-8 (RFC 3986, 2.5)")
            }
        }
    }
}

impl core::error::Error for DecodeError {}

/// The methods that decode the triplets of a component, a segment, a key or a value.
///
/// Every part of a reference is a `str`, and has these methods if this trait is imported. Split a
/// component before decoding it: a decoded delimiter is data (RFC 3986, 2.4).
///
/// The result borrows the text if decoding changes nothing.
///
/// ```
/// use urispec::{Decode, Uri};
/// let uri = Uri::parse("http://h/50%25/a%2Fb?q=R%26D#caf%C3%A9")?;
/// let segments: Vec<_> = uri.segments().map(Decode::decode).collect::<Result<_, _>>()?;
/// assert_eq!(segments, ["50%", "a/b"]);
/// assert_eq!(uri.fragment().unwrap().decode()?, "café");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Decode: sealed::Sealed {
    /// Decodes every triplet, and reads the octets as UTF-8.
    ///
    /// # Errors
    ///
    /// The errors of [`Decode::decode_octets`], and [`DecodeError::NotUtf8`].
    ///
    /// ```
    /// use urispec::Decode;
    /// use urispec::percent::DecodeError;
    /// assert_eq!("%E3%82%A2".decode().unwrap(), "ア");
    /// assert_eq!("%41%C3".decode(), Err(DecodeError::NotUtf8 { offset: 3 }));
    /// ```
    fn decode(&self) -> Result<Cow<'_, str>, DecodeError>;

    /// Decodes every triplet. U+FFFD replaces octets that are not UTF-8. A `%` that does not begin
    /// a triplet is kept.
    ///
    /// ```
    /// use urispec::Decode;
    /// assert_eq!("%FFa 100%".decode_lossy(), "\u{FFFD}a 100%");
    /// ```
    fn decode_lossy(&self) -> Cow<'_, str>;

    /// Decodes every triplet to its octet. The octets need not be UTF-8.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Triplet`] where a `%` does not begin a triplet, which does not occur in a
    /// part of a parsed reference.
    ///
    /// ```
    /// use urispec::Decode;
    /// assert_eq!(*"%FFa%2F".decode_octets().unwrap(), *b"\xFFa/");
    /// assert!("100%".decode_octets().is_err());
    /// ```
    fn decode_octets(&self) -> Result<Cow<'_, [u8]>, DecodeError>;

    /// Decodes a name or a value of a form, as HTML submits forms: `+` is a space, and everything
    /// else is decoded as by [`Decode::decode`].
    ///
    /// This is the format `application/x-www-form-urlencoded` of the URL Standard. RFC 3986 does
    /// not define it; there `+` is one of the `sub-delims` and not a space (RFC 3986, 2.2). Only the
    /// author of a query knows whether it contains a form.
    ///
    /// # Errors
    ///
    /// The errors of [`Decode::decode`].
    ///
    /// ```
    /// use urispec::Decode;
    /// assert_eq!("1+%2B+1".decode_form().unwrap(), "1 + 1");
    /// assert_eq!("1+%2B+1".decode().unwrap(), "1+++1");
    /// ```
    fn decode_form(&self) -> Result<Cow<'_, str>, DecodeError>;

    /// Decodes a name or a value of a form: `+` is a space, and everything else is decoded as by
    /// [`Decode::decode_lossy`]. The URL Standard reads forms in this way, and rejects no form.
    ///
    /// ```
    /// use urispec::Decode;
    /// assert_eq!("100%+%FF".decode_form_lossy(), "100% \u{FFFD}");
    /// ```
    fn decode_form_lossy(&self) -> Cow<'_, str>;
}

impl Decode for str {
    fn decode(&self) -> Result<Cow<'_, str>, DecodeError> {
        text(self, decoded_octets(self, Plus::Plus, Broken::Refused)?)
    }

    fn decode_lossy(&self) -> Cow<'_, str> {
        lossy(self, Plus::Plus)
    }

    fn decode_octets(&self) -> Result<Cow<'_, [u8]>, DecodeError> {
        decoded_octets(self, Plus::Plus, Broken::Refused)
    }

    fn decode_form(&self) -> Result<Cow<'_, str>, DecodeError> {
        text(self, decoded_octets(self, Plus::Space, Broken::Refused)?)
    }

    fn decode_form_lossy(&self) -> Cow<'_, str> {
        lossy(self, Plus::Space)
    }
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for str {}
}

/// The meaning of a `+`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plus {
    Plus,
    Space,
}

/// The handling of a `%` that does not begin a triplet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Broken {
    Refused,
    Kept,
}

/// Decodes the triplets of a text. Borrows the text if decoding changes nothing.
fn decoded_octets(text: &str, plus: Plus, broken: Broken) -> Result<Cow<'_, [u8]>, DecodeError> {
    let bytes = text.as_bytes();
    let find = |from: usize| {
        let rest = bytes.get(from..)?;
        // The octets of one character are adjacent.
        if rest.first() == Some(&b'%') {
            return Some(from);
        }
        let found = match plus {
            Plus::Plus => memchr::memchr(b'%', rest),
            Plus::Space => memchr::memchr2(b'%', b'+', rest),
        };
        found.map(|at| from + at)
    };
    let mut decoded_octets = Vec::new();
    // Unescaped text is copied in runs; `copied` is the end of the last run.
    let (mut copied, mut next) = (0, find(0));
    while let Some(at) = next {
        let (octet, length) = match triplet(&bytes[at..]) {
            Some(octet) => (octet, 3),
            None if bytes[at] == b'+' => (b' ', 1),
            None if broken == Broken::Refused => return Err(DecodeError::Triplet { offset: at }),
            None => {
                next = find(at + 1);
                continue;
            }
        };
        if copied == 0 {
            decoded_octets.reserve_exact(bytes.len() - (length - 1));
        }
        decoded_octets.extend_from_slice(&bytes[copied..at]);
        decoded_octets.push(octet);
        copied = at + length;
        next = find(copied);
    }
    if copied == 0 {
        return Ok(Cow::Borrowed(bytes));
    }
    decoded_octets.extend_from_slice(&bytes[copied..]);
    Ok(Cow::Owned(decoded_octets))
}

/// Converts the octets that were decoded from `encoded` to text.
fn text<'t>(encoded: &'t str, octets: Cow<'t, [u8]>) -> Result<Cow<'t, str>, DecodeError> {
    match octets {
        Cow::Borrowed(_) => Ok(Cow::Borrowed(encoded)),
        Cow::Owned(decoded_octets) => {
            String::from_utf8(decoded_octets).map(Cow::Owned).map_err(|error| {
                let offset = encoded_offset(encoded, error.utf8_error().valid_up_to());
                DecodeError::NotUtf8 { offset }
            })
        }
    }
}

fn lossy(text: &str, plus: Plus) -> Cow<'_, str> {
    match decoded_octets(text, plus, Broken::Kept) {
        Ok(Cow::Owned(decoded_octets)) => Cow::Owned(match String::from_utf8(decoded_octets) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        }),
        Ok(Cow::Borrowed(_)) | Err(_) => Cow::Borrowed(text),
    }
}

/// Returns where a decoded octet begins in the encoded text. `octet` is its index among the decoded octets.
fn encoded_offset(text: &str, octet: usize) -> usize {
    let bytes = text.as_bytes();
    (0..octet).fold(0, |at, _| if bytes[at] == b'%' { at + 3 } else { at + 1 })
}
