//! The errors of parsing.
//!
//! A [`SyntaxError`] has the exact offset of the first byte that cannot follow the text before it
//! in any string of the language. The minimal automaton of the printed grammar finds that byte, so
//! the offset does not depend on a parser. The offset may come after the mistake: `http://h:80a/`
//! fails at its last `/`, since the text before that `/` may still become `http://h:80a@host/`.
//!
//! A [`SyntaxError`] is small. For a reference of RFC 3986 it also has a reason in plain words,
//! such as "a port contains only digits". An `Explanation` has more details, for a caller that
//! still has the string.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use crate::editions::Edition;
use crate::editions::production::Production;

/// The error for a string that could not be parsed.
///
/// The message explains the error, and [`ParseError::span`] is the part to underline.
/// [`UriRef::repair`](crate::UriRef::repair) mends a string by encoding characters that URIs do not
/// allow.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// The string is not in the language of the production.
    Syntax(SyntaxError),
    /// The edition has no such production.
    Production(UnknownProduction),
    /// The string is in the language, but its production does not derive whole references.
    NotWhole(&'static str),
    /// The string is longer than 4 GiB, the limit of the offsets of the components.
    TooLong(usize),
    /// The bytes are not UTF-8 from this offset on. The bytes before the offset are a prefix of
    /// some reference.
    NotUtf8(usize),
    /// pest, which builds the tree, refused to run: the thread has too little stack left, or a
    /// limit set for the whole process is reached.
    Refused(String),
    /// The string is a reference without a scheme, but a URI or an IRI is required (RFC 3986, 3).
    Relative,
}

impl From<SyntaxError> for ParseError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

impl From<UnknownProduction> for ParseError {
    fn from(error: UnknownProduction) -> Self {
        Self::Production(error)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Production(error) => error.fmt(f),
            Self::NotWhole(rule) => {
                write!(
                    f,
                    "the production `{rule}` does not derive whole references; parse the string as a tree"
                )
            }
            Self::TooLong(length) => {
                write!(f, "the string has {length} bytes; a reference can have at most 4294967295")
            }
            Self::NotUtf8(offset) => {
                write!(
                    f,
                    "invalid UTF-8 at byte {offset}; a reference consists of characters (RFC 3986, 2)"
                )
            }
            Self::Refused(reason) => write!(f, "cannot build the tree: {reason}"),
            Self::Relative => f.write_str(
                "missing scheme: this is a relative reference; resolve it against a base first",
            ),
        }
    }
}

impl core::error::Error for ParseError {}

impl ParseError {
    /// Returns the offset of the first byte that cannot follow the text before it in any string of
    /// the language. Returns `None` for an error that has no place.
    ///
    /// ```
    /// assert_eq!(urispec::Uri::parse("http://h/a b").unwrap_err().offset(), Some(10));
    /// assert_eq!(urispec::Uri::parse("a").unwrap_err().offset(), None);
    /// ```
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            Self::Syntax(error) => Some(error.offset()),
            Self::NotUtf8(offset) => Some(*offset),
            _ => None,
        }
    }

    /// Returns the range of bytes to underline in `text`, the string that was parsed. The range extends from the byte
    /// that the message names to the [offset](Self::offset), and has at least one character. It is empty at the end of
    /// the string, and covers the whole string for an error without an offset. If `text` is a different string, the
    /// range is still within `text` and at character boundaries.
    ///
    /// ```
    /// let text = "http://[::1/";
    /// let error = urispec::Uri::parse(text).unwrap_err();
    /// let message = "at byte 7: \"[\" before an IP address has no matching \"]\" (RFC 3986, 3.2.2)";
    /// assert_eq!(error.to_string(), message);
    /// assert_eq!((error.span(text), error.offset()), (7..11, Some(11)));
    /// ```
    #[must_use]
    pub fn span(&self, text: &str) -> Range<usize> {
        let (start, end) = match self {
            Self::Syntax(error) => (error.fault_offset(), error.offset()),
            Self::NotUtf8(offset) => (*offset, *offset),
            _ => return 0..text.len(),
        };
        let start = boundary(text, start.min(text.len()));
        let next = text[start..].chars().next().map_or(start, |first| start + first.len_utf8());
        start..boundary(text, end.min(text.len())).max(next)
    }
}

impl ParseError {
    /// Adjusts the offsets of the error to the string without the prefix `after`, which was inserted for parsing.
    pub(crate) fn after(self, after: &'static &'static str) -> Self {
        match self {
            Self::Syntax(error) => Self::Syntax(error.after(after)),
            error => error,
        }
    }
}

/// The error for a name that is not a production of the edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProduction {
    edition: Edition,
    name: String,
    /// The name of a production of the edition.
    example: &'static str,
}

impl fmt::Display for UnknownProduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { edition, name, example } = self;
        write!(
            f,
            "{edition} has no production `{name}`; spell the name as the document prints it, such as `{example}`"
        )
    }
}

impl core::error::Error for UnknownProduction {}

impl UnknownProduction {
    pub(crate) fn new(edition: Edition, name: &str) -> Self {
        Self { edition, name: name.to_owned(), example: edition.whole_rules()[0] }
    }

    /// Returns the edition in which the production was looked up.
    #[must_use]
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Returns the name that is not a production.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

// The faults of a string, in plain words.
//
// A [`Fault`] is one byte, so an error has its reason without the string and without memory. The
// table of causes, which explains an error to a caller that has the string, uses the same
// sentences, has more of them, and mends the string.

/// The text of a cause: its name for programs, and its sentence. In the sentence, `{}` stands for
/// the character that is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CauseText {
    pub(crate) id: &'static str,
    pub(crate) sentence: &'static str,
}

/// Declares the faults, each with its id, its sentence, and the section that the sentence is based
/// on. The section is one of RFC 3986, but for a domain it is one of the URL Standard.
macro_rules! faults {
    ($($fault:ident: $id:literal, $section:literal, $sentence:literal;)*) => {
        /// A fault in a reference of RFC 3986, or in the domain of a URL.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Fault {
            $($fault,)*
        }

        impl Fault {
            /// Returns the name and the sentence of the fault.
            pub(crate) const fn text(self) -> CauseText {
                match self {
                    $(Self::$fault => CauseText { id: $id, sentence: $sentence },)*
                }
            }

            /// Returns the section that the sentence is based on.
            pub(crate) const fn section(self) -> &'static str {
                match self {
                    $(Self::$fault => $section,)*
                }
            }
        }
    };
}

faults! {
    Percent: "percent", "2.1", "\"%\" must be followed by two hexadecimal digits";
    ByteOrderMark: "byte-order-mark", "2.5", "the string begins with a byte order mark; remove it";
    WhiteSpaceAround: "white-space-around", "C", "white space around a URI is not part of it; remove it";
    DelimiterAround: "delimiter-around", "C", "{} around a URI is a delimiter, not part of it; remove it";
    Space: "space", "2", "a space is not allowed in a URI";
    WhiteSpace: "white-space", "2", "a tab or a line break is not allowed in a URI";
    Control: "control", "2", "a control character is not allowed in a URI";
    Iri: "iri", "2.5", "{} is not ASCII; percent-encode it, or parse the string as an RFC 3987 IRI";
    NotAscii: "not-ascii", "2.5", "{} is not ASCII";
    Backslash: "backslash", "2", "a backslash is not allowed in a URI";
    SecondFragment: "second-fragment", "3.5", "a fragment cannot contain \"#\"; percent-encode it as \"%23\"";
    Excluded: "excluded", "2", "{} is not allowed in a URI";
    EmptyScheme: "empty-scheme", "3.1", "missing scheme before the first \":\"";
    SchemeBegins: "scheme-begins", "3.1", "a scheme must begin with a letter";
    SchemeCharacter: "scheme-character", "3.1", "a scheme may contain only letters, digits, \"+\", \"-\" and \".\"";
    IpLiteralNotClosed: "ip-literal-not-closed", "3.2.2", "\"[\" before an IP address has no matching \"]\"";
    IpLiteralThen: "ip-literal-then", "3.2.2", "only a port may follow the \"]\" of an IP address";
    IpLiteralEmpty: "ip-literal-empty", "3.2.2", "missing IP address between \"[\" and \"]\"";
    ZoneIdentifier: "zone-identifier", "3.2.2", "a zone identifier is not allowed in an IPv6 address; RFC 6874 allows one after \"%25\"";
    IpFuture: "ip-future", "3.2.2", "an IP address that begins with \"v\" must continue with hexadecimal digits, \".\" and an address";
    Ipv4InBrackets: "ipv4-in-brackets", "3.2.2", "an IPv4 address must not be enclosed in \"[\" and \"]\"";
    Ipv6Character: "ipv6-character", "3.2.2", "{} is not allowed in an IPv6 address";
    Ipv6Address: "ipv6", "3.2.2", "invalid IPv6 address after \"[\"";
    Ipv6WithoutBrackets: "ipv6-without-brackets", "3.2.2", "an IPv6 address must be enclosed in \"[\" and \"]\"";
    SecondAt: "second-at", "3.2", "too many \"@\" in the authority";
    SecondColon: "second-colon", "3.2", "too many \":\" in the authority";
    PortDigits: "port-digits", "3.2.3", "a port contains only digits";
    Bracket: "bracket", "3.2.2", "\"[\" and \"]\" are only allowed around an IP address in the host";
    Reserved: "reserved", "2.2", "{} is a reserved character and is not allowed here";
    Domain: "domain", "host-writing", "the host is not a valid domain";
}

/// A fault and its place, at or before the byte at which the string leaves the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub(crate) fault: Fault,
    /// The byte offset of the fault.
    pub(crate) at: u32,
}

/// The sentence of a fault, printed with the character that was found.
pub(crate) struct Sentence(pub(crate) CauseText, pub(crate) Option<char>);

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.sentence.strip_prefix("{}") {
            Some(rest) => {
                let mut buffer = [0; 4];
                let found = self.1.unwrap_or_default().encode_utf8(&mut buffer);
                write!(f, "{found:?}{rest}")
            }
            None => f.write_str(self.0.sentence),
        }
    }
}

// A string that is not in a language, and the offset at which it leaves the language.

/// A string that is not in the language of a production, and the offset at which the string leaves
/// the language.
///
/// For a reference of RFC 3986 the message gives a reason in plain words, and the byte at fault,
/// which may be before the [offset](Self::offset). So it does for a URI of a document that uses the
/// productions of RFC 3986, such as RFC 9110, where RFC 3986 rejects the string at the same byte.
///
/// ```
/// use urispec::{ParseError, UriRef};
/// let Err(ParseError::Syntax(error)) = UriRef::parse("http://h:x/") else { unreachable!() };
/// assert_eq!(error.to_string(), "at byte 9: a port contains only digits (RFC 3986, 3.2.3)");
/// // Up to its last "/" the string may still become "http://h:x@host/".
/// assert_eq!((error.offset(), error.found()), (10, Some('/')));
/// ```
#[cfg_attr(
    feature = "grammars",
    doc = r#"
[`SyntaxError::explain`] says more, and needs the string. It takes many times as long as finding
the error.

```
use urispec::{Edition, Node, ParseError};
let text = "http://[::1";
let Err(ParseError::Syntax(error)) = Node::parse(Edition::Rfc3986, "URI", text) else {
    unreachable!()
};
assert_eq!((error.offset(), error.found()), (11, None));
let why = error.explain(text).unwrap();
assert_eq!(why.expected(), ["\"]\"", "IPv6address"]);
assert_eq!(why.rule_path(), ["URI", "hier-part", "authority", "host", "IP-literal"]);
assert_eq!(why.section(), "3.2.2");
```
"#
)]
#[derive(Clone, Copy)]
pub struct SyntaxError {
    pub(crate) edition: Edition,
    pub(crate) production: &'static Production,
    offset: usize,
    found: Option<char>,
    reason: Option<Reason>,
    /// The prefix that was inserted before the string for parsing, if there is one.
    pub(crate) after: Option<&'static &'static str>,
}

impl SyntaxError {
    /// Creates a syntax error at the character that contains the byte at `offset`. The text before that
    /// character must be the beginning of some string of the production's language.
    #[inline]
    pub(crate) const fn new(
        edition: Edition,
        production: &'static Production,
        text: &str,
        offset: usize,
    ) -> Self {
        let offset = boundary(text, offset);
        let found = char_at(text.as_bytes(), offset);
        Self { edition, production, offset, found, reason: None, after: None }
    }

    /// Returns the error with a reason.
    #[inline]
    pub(crate) const fn because(self, reason: Option<Reason>) -> Self {
        Self { reason, ..self }
    }

    /// Returns the reason, if one is known.
    pub(crate) const fn reason(&self) -> Option<Reason> {
        self.reason
    }

    /// Adjusts the offsets of the error to the string without the prefix `after`, which was inserted for parsing.
    pub(crate) fn after(self, after: &'static &'static str) -> Self {
        let offset = self.offset.saturating_sub(after.len());
        let reason = self.reason.and_then(|reason| {
            let at = reason.at.checked_sub(after.len() as u32)?;
            Some(Reason { at, ..reason })
        });
        Self { offset, reason, after: Some(after), ..self }
    }

    /// Returns the byte offset of the fault that the message describes, at or before
    /// [`SyntaxError::offset`].
    ///
    /// ```
    /// let error = urispec::UriRef::parse("//h:x/").unwrap_err();
    /// let urispec::ParseError::Syntax(error) = error else { unreachable!() };
    /// assert_eq!((error.fault_offset(), error.offset()), (4, 5));
    /// ```
    #[must_use]
    pub const fn fault_offset(&self) -> usize {
        match self.reason {
            Some(reason) => reason.at as usize,
            None => self.offset,
        }
    }

    /// Returns the name of the fault, for programs, such as `port-digits`, if the reason is known.
    ///
    /// The names are those of `Cause::id`.
    #[must_use]
    pub const fn fault(&self) -> Option<&'static str> {
        match self.reason {
            Some(reason) => Some(reason.fault.text().id),
            None => None,
        }
    }

    /// Returns the byte offset of the first character that cannot follow the text before it in any string of the
    /// language. If the string merely ends too early, the offset is its length. If the URL Standard rejects a domain
    /// that the grammar derives, the offset is the end of the domain.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the character at [`SyntaxError::offset`]. Returns `None` at the end of the string.
    #[must_use]
    pub const fn found(&self) -> Option<char> {
        self.found
    }

    /// Returns the beginning of the message, for an error without a reason.
    pub(crate) const fn unexpected(&self) -> Unexpected {
        Unexpected { found: self.found, offset: self.offset }
    }

    /// Returns the section of the document that prints the production.
    pub(crate) const fn section(&self) -> &'static str {
        self.production.section
    }

    /// Returns the name, as the document prints it, of the production that does not derive the string.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.production.name
    }
}

/// Returns the start of the character that contains an offset. An automaton reads bytes, so it may stop
/// within a character.
#[inline]
pub(crate) const fn boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Returns the character at an offset, in constant evaluation.
#[inline]
const fn char_at(text: &[u8], offset: usize) -> Option<char> {
    if offset >= text.len() {
        return None;
    }
    let first = text[offset] as u32;
    let (mut code, more) = match first {
        0..=0x7F => return char::from_u32(first),
        0x80..=0xBF => return None,
        0xC0..=0xDF => (first & 0x1F, 1),
        0xE0..=0xEF => (first & 0xF, 2),
        _ => (first & 0x7, 3),
    };
    let mut index = 1;
    while index <= more && offset + index < text.len() {
        code = code << 6 | (text[offset + index] & 0x3F) as u32;
        index += 1;
    }
    char::from_u32(code)
}

impl PartialEq for SyntaxError {
    fn eq(&self, other: &Self) -> bool {
        let key = |error: &Self| (error.edition, error.production, error.offset, error.found);
        key(self) == key(other)
    }
}

impl Eq for SyntaxError {}

impl fmt::Debug for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("SyntaxError");
        debug.field("edition", &self.edition.id()).field("rule", &self.production.name);
        debug.field("offset", &self.offset).field("found", &self.found).finish()
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edition = self.edition;
        if let Some(Reason { fault, at }) = self.reason {
            let sentence = Sentence(fault.text(), self.found);
            // RFC 3986 also gives the reasons for documents that use its productions.
            let document = if fault == Fault::Domain { edition } else { Edition::Rfc3986 };
            return write!(f, "at byte {at}: {sentence} ({})", document.citation(fault.section()));
        }
        let Production { name, section, .. } = self.production;
        write!(f, "{} in `{name}` ({})", self.unexpected(), edition.citation(section))
    }
}

/// The beginning of a message, such as `unexpected "/" at byte 10`: the character that is not allowed,
/// and its place.
pub(crate) struct Unexpected {
    found: Option<char>,
    offset: usize,
}

impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(found) => write!(f, "unexpected {:?}", found.encode_utf8(&mut [0; 4]))?,
            None => f.write_str("unexpected end of input")?,
        }
        write!(f, " at byte {}", self.offset)
    }
}

impl core::error::Error for SyntaxError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_every_length() {
        let text = "a\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}";
        for offset in 0..=text.len() {
            let expected = text.get(offset..).and_then(|rest| rest.chars().next());
            assert_eq!(char_at(text.as_bytes(), offset), expected, "{offset}");
        }
    }
}
