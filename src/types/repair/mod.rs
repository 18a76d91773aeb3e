//! Repairs of strings that are meant as references, for example in an `href`.
//!
//! Any string is split by Appendix B of RFC 3986, and each component keeps its data: a character that is not allowed in
//! the component becomes the triplets of its octets, so decoding returns the character. Nothing else is changed, and a
//! valid reference is returned as it is. The result lists each [`Repair`]. [`UriRef::repair`] lists the rules, with the
//! sections on which they are based.
//!
//! A surprising case: white space around a string is data too, so ` http://h` is refused, since a scheme contains no
//! space. HTML strips such white space before parsing. To do the same, use [`str::trim_ascii`].
//!
//! A repair keeps to RFC 3986. HTML parses an `href` by the URL Standard instead, which also reads `\` as `/`, drops tabs
//! and line breaks, and rewrites hosts. To find the page that a browser visits, use the type `Url` of the module
//! `whatwg` (feature `whatwg`).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::parts::percent::{Keep, push_triplet, triplet};
use crate::parts::split::split;
use crate::reference::error::ParseError;
use crate::reference::{Reference, Spans};
use crate::types::{RiRef, RiRefBuf, UriRef, UriRefBuf};

impl<'i> UriRef<'i> {
    /// Converts any string to a reference: percent-encodes the characters that RFC 3986 does not allow where they
    /// appear, and lists each change. A valid reference is borrowed and unchanged.
    ///
    /// Decoding the components of the result returns the data of the string. White space around the string is data
    /// too: trim an `href` of HTML first. For the page that a browser visits, use `whatwg::Url::join` instead.
    ///
    /// - Characters not allowed in URIs, such as spaces, controls and ``"<>\^`{|}``, are encoded (RFC 3986, 2).
    /// - Characters that are not ASCII are encoded as UTF-8 (RFC 3986, 2.5), in a host too (RFC 3986, 3.2.2).
    /// - A `%` that does not begin a triplet is data, and becomes `%25` (RFC 3986, 2.4).
    /// - `[` and `]` are allowed only around an IP literal (RFC 3986, 3.2.2), and are encoded elsewhere.
    /// - The first `#` begins the fragment (RFC 3986, 3.5). A later `#` is data, and is encoded.
    /// - `:` in the first segment of a path, if the text before it is not a scheme, is encoded: "in which case the
    ///   first path segment cannot contain a colon" (RFC 3986, 3.3). RFC 3986, 4.2, would prepend `./`, a segment that
    ///   the string does not have.
    ///
    /// An error is returned for a string that encoding cannot repair. Triplets are not allowed in a scheme or a port
    /// (RFC 3986, 3.1 and 3.2.3). In a host, only characters that are not ASCII may become triplets (RFC 3986, 3.2.2),
    /// so a space cannot. And no repair chooses between hosts (RFC 3986, 7.6): the host may begin after either of two
    /// `@`, and many programs read `\` as `/`. An authority with two `@` or with a `\` is therefore refused, and so is
    /// a string with a `\` where `//` would begin an authority, such as `\\h`, `/\h` and `http:\\h`.
    ///
    /// # Errors
    ///
    /// [`RepairError`] if no encoding makes the string a reference, or if a repair would choose the host.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let repaired = UriRef::repair("/a b?x[]=50%|é#c")?;
    /// assert_eq!(repaired.as_str(), "/a%20b?x%5B%5D=50%25%7C%C3%A9#c");
    /// let first = repaired.repairs()[0];
    /// assert_eq!((first.span(), first.written()), (2..3, "%20".to_owned()));
    /// assert_eq!(first.to_string(), "at byte 2 \" \" is written \"%20\": it is not allowed in a URI (RFC 3986, 2)");
    ///
    /// assert!(UriRef::repair("http://h/a?b#c")?.is_unchanged());
    /// assert!(UriRef::repair("http://h:x/").is_err());
    /// # Ok::<(), urispec::error::RepairError>(())
    /// ```
    #[inline]
    pub fn repair(text: &'i str) -> Result<Repaired<'i>, RepairError> {
        if let Ok(reference) = Self::parse(text) {
            let (text, spans) = (Cow::Borrowed(text), reference.0.spans);
            return Ok(Repaired { text, spans, repairs: Vec::new() });
        }
        let (text, repairs) = whole(text)?;
        let length = text.len();
        // Each component is valid now, so that the whole can only be too long.
        let reference = UriRefBuf::try_from(text).map_err(|_| RepairError::TooLong(length))?;
        Ok(Repaired { text: Cow::Owned(reference.text), spans: reference.spans, repairs })
    }
}

/// The reference that [`UriRef::repair`] returns, with its repairs.
#[derive(Clone, Debug)]
pub struct Repaired<'i> {
    text: Cow<'i, str>,
    spans: Spans,
    repairs: Vec<Repair>,
}

impl Repaired<'_> {
    /// Returns the reference as a string.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Borrows the reference.
    #[must_use]
    #[inline]
    pub fn as_borrowed(&self) -> UriRef<'_> {
        RiRef::new(Reference { text: &self.text, spans: self.spans })
    }

    /// Returns the reference as an owned value.
    #[must_use]
    #[inline]
    pub fn into_buf(self) -> UriRefBuf {
        RiRefBuf::new(self.text.into_owned(), self.spans)
    }

    /// Returns the repairs, in the order of their positions in the given string.
    #[must_use]
    #[inline]
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// Returns whether the given string was a valid reference and is unchanged.
    #[must_use]
    #[inline]
    pub const fn is_unchanged(&self) -> bool {
        self.repairs.is_empty()
    }
}

/// Prints the reference.
impl fmt::Display for Repaired<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A character of the given string that was percent-encoded. `Display` prints its offset, its triplets and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repair {
    offset: usize,
    found: char,
    misfit: Misfit,
}

impl Repair {
    /// Returns the span of the character in the given string, in bytes.
    #[must_use]
    #[inline]
    pub const fn span(&self) -> Range<usize> {
        self.offset..self.offset + self.found.len_utf8()
    }

    /// Returns the character.
    #[must_use]
    #[inline]
    pub const fn found(&self) -> char {
        self.found
    }

    /// Returns the triplets that replace the character.
    #[must_use]
    #[inline]
    pub fn written(&self) -> String {
        let mut text = String::new();
        push_encoded(self.found, &mut text);
        text
    }

    /// Returns the reason why the character was encoded.
    #[must_use]
    #[inline]
    pub const fn misfit(&self) -> Misfit {
        self.misfit
    }
}

impl fmt::Display for Repair {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, found, misfit } = self;
        let found = found.escape_debug();
        write!(f, "at byte {offset} \"{found}\" is written \"{}\": {misfit}", self.written())
    }
}

/// The reason why a character is not allowed where it was found. `Display` prints a sentence with the section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Misfit {
    /// An ASCII character that is not allowed in URIs (RFC 3986, 2).
    NoUriCharacter,
    /// A character that is not ASCII (RFC 3986, 2.5).
    NotAscii,
    /// A `%` that does not begin a triplet (RFC 3986, 2.4).
    Percent,
    /// A square bracket outside of an IP literal (RFC 3986, 3.2.2).
    Bracket,
    /// A `#` in a fragment (RFC 3986, 3.5).
    NumberSign,
    /// A `:` in the first segment of a path that no scheme precedes (RFC 3986, 3.3).
    Colon,
}

impl Misfit {
    /// Returns the section that forbids the character.
    #[must_use]
    #[inline]
    pub const fn section(self) -> &'static str {
        match self {
            Self::NoUriCharacter => "2",
            Self::NotAscii => "2.5",
            Self::Percent => "2.4",
            Self::Bracket => "3.2.2",
            Self::NumberSign => "3.5",
            Self::Colon => "3.3",
        }
    }

    /// Returns the reason why a character is not allowed in a component.
    #[inline]
    const fn of(found: char) -> Self {
        match found {
            '%' => Self::Percent,
            '[' | ']' => Self::Bracket,
            '#' => Self::NumberSign,
            ':' => Self::Colon,
            _ if found.is_ascii() => Self::NoUriCharacter,
            _ => Self::NotAscii,
        }
    }
}

impl fmt::Display for Misfit {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self {
            Self::NoUriCharacter => "it is not allowed in a URI",
            Self::NotAscii => "a URI is ASCII; other characters are encoded as UTF-8",
            Self::Percent => "it is not followed by two hexadecimal digits",
            Self::Bracket => "square brackets are only allowed around IP literals",
            Self::NumberSign => "a fragment cannot contain another \"#\"",
            Self::Colon => "without a scheme, the first segment of a path cannot contain \":\"",
        };
        write!(f, "{reason} (RFC 3986, {})", self.section())
    }
}

#[inline]
fn push_encoded(found: char, text: &mut String) {
    for octet in found.encode_utf8(&mut [0; 4]).bytes() {
        push_triplet(octet, text);
    }
}

/// The reason why encoding characters cannot turn a string into a reference. Offsets are in bytes of the given string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RepairError {
    /// The text before `://` is not a scheme, and escapes are not allowed in a scheme (RFC 3986, 3.1).
    Scheme {
        /// The offset of the first character that is not allowed in a scheme.
        offset: usize,
    },
    /// The authority contains two `@`, and the host may begin after either of them.
    AtSigns {
        /// The offset of the second `@`.
        offset: usize,
    },
    /// A `\`, which many programs read as `/`, is in the authority, or where `//` would begin an authority.
    Backslash {
        /// The offset of the `\`.
        offset: usize,
    },
    /// The host contains a character that is not allowed in a host, and should not be percent-encoded there either (RFC
    /// 3986, 3.2.2).
    Host {
        /// The offset of the character.
        offset: usize,
        /// The character.
        found: char,
    },
    /// The host begins with `[` and is not an IP literal (RFC 3986, 3.2.2).
    IpLiteral {
        /// The offset of the first wrong byte of the literal.
        offset: usize,
    },
    /// The port is not a number (RFC 3986, 3.2.3).
    Port {
        /// The offset of the first character that is not a digit.
        offset: usize,
    },
    /// The repaired string is longer than `u32::MAX` bytes. The value is its length in bytes.
    TooLong(usize),
}

impl RepairError {
    /// Returns the offset of the character or byte that cannot be repaired, or `None` for [`RepairError::TooLong`].
    #[must_use]
    #[inline]
    pub const fn offset(&self) -> Option<usize> {
        match *self {
            Self::Scheme { offset }
            | Self::AtSigns { offset }
            | Self::Backslash { offset }
            | Self::Host { offset, .. }
            | Self::IpLiteral { offset }
            | Self::Port { offset } => Some(offset),
            Self::TooLong(_) => None,
        }
    }
}

impl fmt::Display for RepairError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(offset) = self.offset() {
            write!(f, "at byte {offset}: ")?;
        }
        match self {
            Self::Scheme { .. } => f.write_str("the text before \"://\" is not a scheme (RFC 3986, 3.1)"),
            Self::AtSigns { .. } => f.write_str(
                "a second \"@\" in the authority; percent-encode it as \"%40\" if it is data (RFC 3986, 3.2)",
            ),
            Self::Backslash { .. } => {
                f.write_str("a \"\\\" in the authority, where many programs read \"/\" (RFC 3986, 7.6)")
            }
            Self::Host { found, .. } => {
                let found = found.escape_debug();
                write!(
                    f,
                    "\"{found}\" is not allowed in a host, and should not be percent-encoded there (RFC 3986, 3.2.2)"
                )
            }
            Self::IpLiteral { .. } => f.write_str("the host is not a valid IP literal (RFC 3986, 3.2.2)"),
            Self::Port { .. } => f.write_str("a port contains only digits (RFC 3986, 3.2.3)"),
            Self::TooLong(length) => {
                let most = u32::MAX;
                write!(
                    f,
                    "the repaired string has {length} bytes; a reference may have at most {most}"
                )
            }
        }
    }
}

impl core::error::Error for RepairError {}

/// A writer of the repaired string, component by component. `at` is the offset up to which `given` has been read.
struct RepairWriter<'t> {
    given: &'t str,
    at: usize,
    text: String,
    repairs: Vec<Repair>,
}

#[inline]
fn whole(given: &str) -> Result<(String, Vec<Repair>), RepairError> {
    let mut writer = RepairWriter { given, at: 0, text: String::new(), repairs: Vec::new() };
    writer.whole()?;
    Ok((writer.text, writer.repairs))
}

impl RepairWriter<'_> {
    #[inline]
    fn whole(&mut self) -> Result<(), RepairError> {
        let parts = split(self.given);
        let wrong = parts.scheme.and_then(not_in_scheme);
        // The white space before the scheme of " mailto:a" is not data of a path.
        let is_meant = |scheme: &str| {
            let name = scheme.trim_start();
            name.len() < scheme.len() && !name.is_empty() && not_in_scheme(name).is_none()
        };
        let is_scheme = parts.authority.is_some() || parts.scheme.is_some_and(is_meant);
        if wrong.is_some() && is_scheme || self.given.starts_with("://") {
            return Err(RepairError::Scheme { offset: wrong.unwrap_or(0) });
        }
        // Many programs read "\\" as "/", and find a host where Appendix B finds a path.
        let after = parts.scheme.map_or(0, |scheme| scheme.len() + ":".len());
        match &self.given.as_bytes()[after..] {
            [b'\\', b'/' | b'\\', ..] => return Err(RepairError::Backslash { offset: after }),
            [b'/', b'\\', ..] => return Err(RepairError::Backslash { offset: after + 1 }),
            _ => {}
        }
        let mut path = parts.path.len();
        match parts.scheme {
            Some(scheme) if wrong.is_none() => self.keep(scheme.len() + ":".len()),
            // If it is not a scheme, the text up to the colon begins the path.
            Some(no_scheme) => path += no_scheme.len() + ":".len(),
            None => {}
        }
        if let Some(authority) = parts.authority {
            self.keep("//".len());
            self.authority(authority)?;
        }
        if self.at == 0 {
            let first = self.given[..path].find('/').unwrap_or(path);
            self.encode(first, |octet| Keep::SegmentNoColon.keeps(octet));
            path -= first;
        }
        self.encode(path, |octet| octet == b'/' || Keep::Segment.keeps(octet));
        if let Some(query) = parts.query {
            self.keep("?".len());
            self.encode(query.len(), |octet| Keep::Query.keeps(octet));
        }
        if let Some(fragment) = parts.fragment {
            self.keep("#".len());
            self.encode(fragment.len(), |octet| Keep::Fragment.keeps(octet));
        }
        Ok(())
    }

    #[inline]
    fn authority(&mut self, authority: &str) -> Result<(), RepairError> {
        if let Some(at) = authority.find('\\') {
            return Err(RepairError::Backslash { offset: self.at + at });
        }
        let mut rest = authority;
        if let Some((userinfo, host)) = authority.split_once('@') {
            self.encode(userinfo.len(), |octet| octet == b':' || Keep::Userinfo.keeps(octet));
            self.keep("@".len());
            rest = host;
        }
        if let Some(at) = rest.find('@') {
            return Err(RepairError::AtSigns { offset: self.at + at });
        }
        let host = if rest.starts_with('[') { self.literal(rest)? } else { self.name(rest)? };
        let port = rest[host..].strip_prefix(':').unwrap_or_default();
        if let Some(at) = port.find(|digit: char| !digit.is_ascii_digit()) {
            return Err(RepairError::Port { offset: self.at + ":".len() + at });
        }
        self.keep(rest.len() - host);
        Ok(())
    }

    /// Writes the IP literal at the beginning of the text, and returns its length.
    #[inline]
    fn literal(&mut self, text: &str) -> Result<usize, RepairError> {
        let length = text.find(']').map_or(text.len(), |end| end + "]".len());
        let wrong = match UriRef::parse(&format!("//{}", &text[..length])) {
            Err(ParseError::Syntax(error)) => Some(error.offset().saturating_sub("//".len())),
            _ => (!matches!(text.as_bytes().get(length), None | Some(b':'))).then_some(length),
        };
        if let Some(at) = wrong {
            return Err(RepairError::IpLiteral { offset: self.at + at });
        }
        self.keep(length);
        Ok(length)
    }

    /// Writes the registered name or IPv4 address at the beginning of the text, and returns its length.
    #[inline]
    fn name(&mut self, text: &str) -> Result<usize, RepairError> {
        let length = text.find(':').unwrap_or(text.len());
        let name = &text[..length];
        for (at, found) in name.char_indices() {
            let is_kept = match found {
                '%' => triplet(&name.as_bytes()[at..]).is_some(),
                _ => !found.is_ascii() || Keep::RegName.keeps(found as u8),
            };
            if !is_kept {
                return Err(RepairError::Host { offset: self.at + at, found });
            }
        }
        self.encode(length, |octet| Keep::RegName.keeps(octet));
        Ok(length)
    }

    /// Copies the next `length` bytes of the given string.
    #[inline]
    fn keep(&mut self, length: usize) {
        self.text += &self.given[self.at..self.at + length];
        self.at += length;
    }

    /// Copies the next `length` bytes of the given string, and encodes the characters that are not allowed.
    #[inline]
    fn encode(&mut self, length: usize, keeps: impl Fn(u8) -> bool) {
        let end = self.at + length;
        while self.at < end {
            let rest = &self.given[self.at..end];
            let is_wrong = |(at, found): &(usize, char)| match found {
                '%' => triplet(&rest.as_bytes()[*at..]).is_none(),
                _ => !found.is_ascii() || !keeps(*found as u8),
            };
            let Some((at, found)) = rest.char_indices().find(is_wrong) else {
                return self.keep(rest.len());
            };
            self.keep(at);
            self.repairs.push(Repair { offset: self.at, found, misfit: Misfit::of(found) });
            push_encoded(found, &mut self.text);
            self.at += found.len_utf8();
        }
    }
}

/// Returns the offset of the first character that is not allowed in a `scheme` (RFC 3986, 3.1).
#[inline]
fn not_in_scheme(text: &str) -> Option<usize> {
    let has = |at: usize, c: char| match at {
        0 => c.is_ascii_alphabetic(),
        _ => c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'),
    };
    text.char_indices().find(|&(at, c)| !has(at, c)).map(|(at, _)| at)
}
