//! Decoding: from text with triplets to the data that the text stands for.
//!
//! In: text, as a component, segment, key or value has it. Out: characters or octets, borrowed
//! where they are those of the text. The surprising case: text that no edition derives decodes too,
//! since any `str` can; a `%` that begins no triplet is an error, or stays in lossy decoding.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::triplet;

/// Text that cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeError {
    /// A `%` without two hexadecimal digits after it (section 2.1).
    Triplet {
        /// The byte offset of the `%` in the encoded text.
        offset: usize,
    },
    /// The decoded octets are not UTF-8 (section 2.5).
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
                let wants = "is not followed by two hexadecimal digits (2.1)";
                write!(f, "the \"%\" at byte {offset} {wants}")
            }
            Self::NotUtf8 { offset } => {
                write!(f, "the octets that begin at byte {offset} are not UTF-8 (2.5)")
            }
        }
    }
}

impl core::error::Error for DecodeError {}

/// Decodes the triplets of a component, a segment, a key or a value.
///
/// Every part of a reference is a `str` and has these methods where this trait is imported. Take the
/// part first and decode then: a decoded delimiter is data, and divides nothing (section 2.4).
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
    /// The errors of [`Decode::decode_octets`], and [`DecodeError::NotUtf8`], which says where.
    ///
    /// ```
    /// use urispec::Decode;
    /// use urispec::percent::DecodeError;
    /// assert_eq!("%E3%82%A2".decode().unwrap(), "ア");
    /// assert_eq!("%41%C3".decode(), Err(DecodeError::NotUtf8 { offset: 3 }));
    /// ```
    fn decode(&self) -> Result<Cow<'_, str>, DecodeError>;

    /// Decodes every triplet. U+FFFD stands for octets that are not UTF-8, and a `%` that begins no
    /// triplet stays.
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
    /// [`DecodeError::Triplet`] where a `%` begins no triplet. A part of a parsed reference has no
    /// such place.
    ///
    /// ```
    /// use urispec::Decode;
    /// assert_eq!(*"%FFa%2F".decode_octets().unwrap(), *b"\xFFa/");
    /// assert!("100%".decode_octets().is_err());
    /// ```
    fn decode_octets(&self) -> Result<Cow<'_, [u8]>, DecodeError>;

    /// Decodes a name or a value of a form, as HTML sends forms: `+` is a space, and the rest as
    /// [`Decode::decode`] has it.
    ///
    /// This is the format `application/x-www-form-urlencoded` of the URL Standard, and no rule of
    /// RFC 3986, where `+` is one of the `sub-delims` and no space (section 2.2). Whether a query
    /// holds a form is known to whoever made the query.
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

    /// Decodes a name or a value of a form: `+` is a space, and the rest as
    /// [`Decode::decode_lossy`] has it. The URL Standard reads forms so, and refuses none.
    ///
    /// ```
    /// use urispec::Decode;
    /// assert_eq!("100%+%FF".decode_form_lossy(), "100% \u{FFFD}");
    /// ```
    fn decode_form_lossy(&self) -> Cow<'_, str>;
}

impl Decode for str {
    fn decode(&self) -> Result<Cow<'_, str>, DecodeError> {
        text(self, octets(self, Plus::Plus, Broken::Refused)?)
    }

    fn decode_lossy(&self) -> Cow<'_, str> {
        lossy(self, Plus::Plus)
    }

    fn decode_octets(&self) -> Result<Cow<'_, [u8]>, DecodeError> {
        octets(self, Plus::Plus, Broken::Refused)
    }

    fn decode_form(&self) -> Result<Cow<'_, str>, DecodeError> {
        text(self, octets(self, Plus::Space, Broken::Refused)?)
    }

    fn decode_form_lossy(&self) -> Cow<'_, str> {
        lossy(self, Plus::Space)
    }
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for str {}
}

/// What a `+` stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plus {
    Plus,
    Space,
}

/// What becomes of a `%` that begins no triplet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Broken {
    Refused,
    Kept,
}

/// The octets that a text stands for.
fn octets(text: &str, plus: Plus, broken: Broken) -> Result<Cow<'_, [u8]>, DecodeError> {
    let bytes = text.as_bytes();
    let find = |from: usize| {
        let rest = bytes.get(from..)?;
        // The octets of one character stand side by side.
        if rest.first() == Some(&b'%') {
            return Some(from);
        }
        let found = match plus {
            Plus::Plus => memchr::memchr(b'%', rest),
            Plus::Space => memchr::memchr2(b'%', b'+', rest),
        };
        found.map(|at| from + at)
    };
    let mut octets = Vec::new();
    // What stands for itself is copied in runs; `copied` is the end of the last.
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
            octets.reserve_exact(bytes.len() - (length - 1));
        }
        octets.extend_from_slice(&bytes[copied..at]);
        octets.push(octet);
        copied = at + length;
        next = find(copied);
    }
    if copied == 0 {
        return Ok(Cow::Borrowed(bytes));
    }
    octets.extend_from_slice(&bytes[copied..]);
    Ok(Cow::Owned(octets))
}

/// The characters of decoded octets.
fn text<'t>(encoded: &'t str, octets: Cow<'t, [u8]>) -> Result<Cow<'t, str>, DecodeError> {
    match octets {
        Cow::Borrowed(_) => Ok(Cow::Borrowed(encoded)),
        Cow::Owned(octets) => String::from_utf8(octets).map(Cow::Owned).map_err(|error| {
            let offset = encoded_offset(encoded, error.utf8_error().valid_up_to());
            DecodeError::NotUtf8 { offset }
        }),
    }
}

fn lossy(text: &str, plus: Plus) -> Cow<'_, str> {
    match octets(text, plus, Broken::Kept) {
        Ok(Cow::Owned(octets)) => Cow::Owned(match String::from_utf8(octets) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        }),
        Ok(Cow::Borrowed(_)) | Err(_) => Cow::Borrowed(text),
    }
}

/// The offset in the encoded text of the decoded octet with the index `octet`.
fn encoded_offset(text: &str, octet: usize) -> usize {
    let bytes = text.as_bytes();
    (0..octet).fold(0, |at, _| if bytes[at] == b'%' { at + 3 } else { at + 1 })
}
