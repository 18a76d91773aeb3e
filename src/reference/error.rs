//! What is wrong with a string.
//!
//! A [`SyntaxError`] is exact: its offset is that of the first byte after which no string of the
//! language goes on. The minimal automaton of the printed grammar knows that byte; the offset is no
//! guess of a parser. The surprising case: the byte may come late. `http://h:80a/` is wrong at its
//! last `/`, since up to there the string may still become `http://h:80a@host/`.
//!
//! A [`SyntaxError`] is small. For a reference of RFC 3986 it also has a reason in plain words,
//! such as "a port holds digits only". An `Explanation` says more, to a caller that still has the
//! string.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use core::fmt;
use core::ops::Range;

use crate::editions::Edition;
use crate::editions::production::Production;

/// A string that could not be parsed.
///
/// [`ParseError::span`] is what to underline, and the message says why. [`UriRef::repair`](crate::UriRef::repair)
/// mends a string by encoding what no URI holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// The string is not in the language of the production.
    Syntax(SyntaxError),
    /// The edition has no such production.
    Production(UnknownProduction),
    /// The string is in the language, but its production does not stand for a whole reference.
    NotWhole(&'static str),
    /// The string is longer than 4 GiB, more than the offsets of the components can express.
    TooLong(usize),
    /// The bytes are not UTF-8 from this offset on. The bytes before the offset are a prefix of
    /// some reference.
    NotUtf8(usize),
    /// pest, which makes the tree, refused to run: the thread has too little stack left, or a limit
    /// that was set for the whole process is reached.
    Refused(String),
    /// The string is a reference without a scheme, and a URI or an IRI is wanted (section 3).
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
                write!(f, "`{rule}` is a part of a reference: it has a tree, but no components")
            }
            Self::TooLong(length) => {
                write!(f, "the string has {length} bytes; a reference may have at most 4294967295")
            }
            Self::NotUtf8(offset) => {
                write!(f, "at byte {offset} there is no UTF-8; a reference is of characters (2)")
            }
            Self::Refused(reason) => write!(f, "no tree could be made: {reason}"),
            Self::Relative => {
                f.write_str("there is no scheme: this is a relative reference; resolve it first")
            }
        }
    }
}

impl core::error::Error for ParseError {}

impl ParseError {
    /// The byte offset of the first byte after which no string of the language goes on. There is none
    /// if nothing is wrong with a single byte.
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

    /// The part of `text`, the string that was parsed, to show beside the message, in bytes: from the byte that
    /// the message names to the [offset](Self::offset), or one character. At the end of the string the part is
    /// empty. An error that is not about a place has the whole string. In any other string the part ends with
    /// the string, and begins and ends between characters.
    ///
    /// ```
    /// let text = "http://[::1/";
    /// let error = urispec::Uri::parse(text).unwrap_err();
    /// assert_eq!(error.to_string(), "at byte 7: the \"[\" before an IP address has no \"]\" after it (3.2.2)");
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
    /// Turns the error about a string that was read after other text into the error about the
    /// string alone.
    pub(crate) fn after(self, after: &'static &'static str) -> Self {
        match self {
            Self::Syntax(error) => Self::Syntax(error.after(after)),
            error => error,
        }
    }
}

/// A name for which an edition has no production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProduction {
    edition: Edition,
    name: String,
    /// A name for which the edition has one.
    example: &'static str,
}

impl fmt::Display for UnknownProduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { edition, name, example } = self;
        write!(
            f,
            "{edition} has no production `{name}`; names are spelled as the document prints them, such as `{example}`"
        )
    }
}

impl core::error::Error for UnknownProduction {}

impl UnknownProduction {
    pub(crate) fn new(edition: Edition, name: &str) -> Self {
        Self { edition, name: name.to_owned(), example: edition.whole_rules()[0] }
    }

    /// The edition that was asked for the production.
    #[must_use]
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// The text that was taken for the name of a production.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

// The faults of a string, in a person's words, as far as the place of the error tells.
//
// A [`Fault`] is one byte, so that an error has its reason without the string and without memory.
// The table of causes, which explains an error to a caller that has the string, uses the same
// sentences, knows more of them, and mends.

/// The name of a cause, for programs, and its sentence, with `{}` for the character that cannot
/// stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Saying {
    pub(crate) id: &'static str,
    pub(crate) sentence: &'static str,
}

/// Declares the faults: each with its saying, and the section of RFC 3986 that the sentence rests on. That of a domain
/// rests on the URL Standard.
macro_rules! faults {
    ($($fault:ident: $id:literal, $section:literal, $sentence:literal;)*) => {
        /// A fault in a reference of RFC 3986, or in the domain of a URL.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Fault {
            $($fault,)*
        }

        impl Fault {
            /// The name and the sentence of the fault.
            pub(crate) const fn saying(self) -> Saying {
                match self {
                    $(Self::$fault => Saying { id: $id, sentence: $sentence },)*
                }
            }

            /// The section that the sentence rests on.
            pub(crate) const fn section(self) -> &'static str {
                match self {
                    $(Self::$fault => $section,)*
                }
            }
        }
    };
}

faults! {
    Percent: "percent", "2.1", "\"%\" stands only before two hexadecimal digits";
    ByteOrderMark: "byte-order-mark", "2.5", "the string begins with a byte order mark, which is no part of it";
    WhiteSpaceAround: "white-space-around", "C", "white space before or after a string is no part of it";
    DelimiterAround: "delimiter-around", "C", "{} before or after a string delimits it in a text, and is no part of it";
    Space: "space", "2", "a space is not allowed";
    WhiteSpace: "white-space", "2", "a tab or a line break is not allowed";
    Control: "control", "2", "a control character is not allowed";
    Iri: "iri", "2.5", "{} is not ASCII; an IRI may have it (RFC 3987), and a URI has it percent-encoded";
    NotAscii: "not-ascii", "2.5", "{} is not ASCII";
    Backslash: "backslash", "2", "a backslash is not allowed";
    SecondFragment: "second-fragment", "3.5", "a second \"#\", which a fragment cannot have";
    Excluded: "excluded", "2", "{} is not allowed anywhere";
    EmptyScheme: "empty-scheme", "3.1", "nothing stands before the first \":\", where a scheme should be";
    SchemeBegins: "scheme-begins", "3.1", "a scheme begins with a letter";
    SchemeCharacter: "scheme-character", "3.1", "a scheme has only letters, digits, \"+\", \"-\" and \".\"";
    IpLiteralNotClosed: "ip-literal-not-closed", "3.2.2", "the \"[\" before an IP address has no \"]\" after it";
    IpLiteralThen: "ip-literal-then", "3.2.2", "only a port may follow the \"]\" of an IP address";
    IpLiteralEmpty: "ip-literal-empty", "3.2.2", "there is no IP address between \"[\" and \"]\"";
    ZoneIdentifier: "zone-identifier", "3.2.2", "an IPv6 address has no zone identifier here; RFC 6874 allows one after \"%25\"";
    IpFuture: "ip-future", "3.2.2", "an address that begins with \"v\" is \"v\", hexadecimal digits, \".\" and an address";
    Ipv4InBrackets: "ipv4-in-brackets", "3.2.2", "an IPv4 address stands without \"[\" and \"]\"";
    Ipv6Character: "ipv6-character", "3.2.2", "{} is no character of an IPv6 address";
    Ipv6Address: "ipv6", "3.2.2", "what follows the \"[\" is no IPv6 address";
    Ipv6WithoutBrackets: "ipv6-without-brackets", "3.2.2", "an IPv6 address stands between \"[\" and \"]\"";
    SecondAt: "second-at", "3.2", "a second \"@\" in the authority";
    SecondColon: "second-colon", "3.2", "a second \":\" in the authority";
    PortDigits: "port-digits", "3.2.3", "a port holds digits only";
    Bracket: "bracket", "3.2.2", "{} stands around an IP address in a host, and not here";
    Reserved: "reserved", "2.2", "{} is a reserved character, not allowed here";
    Domain: "domain", "host-writing", "the host is no valid domain";
}

/// A fault, and where it lies: at or before the byte at which the string leaves the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub(crate) fault: Fault,
    /// The byte offset of the fault.
    pub(crate) at: u32,
}

/// A saying about the character that was found.
pub(crate) struct Said(pub(crate) Saying, pub(crate) Option<char>);

impl fmt::Display for Said {
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

// A string that is not in a language, and where it leaves the language.

/// A string that is not in the language of a production, and the offset at which the string leaves
/// the language.
///
/// For a reference of RFC 3986 the message gives a reason in plain words, and names the byte at
/// fault. That byte may lie before the [offset](Self::offset).
///
/// ```
/// use urispec::{ParseError, UriRef};
/// let Err(ParseError::Syntax(error)) = UriRef::parse("http://h:x/") else { unreachable!() };
/// assert_eq!(error.to_string(), "at byte 9: a port holds digits only (3.2.3)");
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
    /// The text that the string lacks, and after which the string was read.
    pub(crate) after: Option<&'static &'static str>,
}

impl SyntaxError {
    /// A syntax error at a byte of the string, or within the character that the byte belongs to: up to
    /// that character, some string of the production's language goes on.
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

    /// The error with a reason.
    #[inline]
    pub(crate) const fn because(self, reason: Option<Reason>) -> Self {
        Self { reason, ..self }
    }

    /// The reason, if the error says one.
    pub(crate) const fn reason(&self) -> Option<Reason> {
        self.reason
    }

    /// Turns the error about a string that was read after other text into the error about the
    /// string alone.
    pub(crate) fn after(self, after: &'static &'static str) -> Self {
        let offset = self.offset.saturating_sub(after.len());
        let reason = self.reason.and_then(|reason| {
            let at = reason.at.checked_sub(after.len() as u32)?;
            Some(Reason { at, ..reason })
        });
        Self { offset, reason, after: Some(after), ..self }
    }

    /// The byte offset of the fault, which the message names: at or before [`SyntaxError::offset`].
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

    /// The name of the fault, for programs, such as `port-digits`, if the error says one.
    ///
    /// The names are those of `Cause::id`.
    #[must_use]
    pub const fn fault(&self) -> Option<&'static str> {
        match self.reason {
            Some(reason) => Some(reason.fault.saying().id),
            None => None,
        }
    }

    /// The byte offset of the first character after which no string of the language goes on. If the
    /// string only ends too early, the offset is its length. Where the URL Standard refuses a domain that the grammar
    /// derives, the offset is the end of the domain.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The character at [`SyntaxError::offset`]. There is none at the end of the string.
    #[must_use]
    pub const fn found(&self) -> Option<char> {
        self.found
    }

    /// The section that prints the production.
    pub(crate) const fn section(&self) -> &'static str {
        self.production.section
    }

    /// The name of the production that does not derive the string, in printed spelling.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.production.name
    }
}

/// The place where the character begins to which an offset of a text belongs. A language of characters
/// is left there, and its automaton reads bytes.
#[inline]
pub(crate) const fn boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The character that begins at an offset of a text. `str` has none for a constant.
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
        let Production { name, section, .. } = self.production;
        match (self.reason, self.found) {
            (Some(Reason { fault, at }), found) => {
                let said = Said(fault.saying(), found);
                return write!(f, "at byte {at}: {said} ({})", fault.section());
            }
            (None, None) => {
                write!(f, "at byte {} the input ended, and is no `{name}` yet", self.offset)?;
            }
            (None, Some(found)) => {
                let found = found.to_string();
                write!(f, "at byte {} there is {found:?}, where no `{name}` goes on", self.offset)?;
            }
        }
        write!(f, " ({section})")
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
