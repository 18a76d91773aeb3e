//! A string that is not in a language, and where it leaves the language.

use alloc::string::ToString;
use core::fmt;

use super::{Reason, Said};
use crate::editions::Edition;
use crate::editions::production::Production;

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
    #[cfg(feature = "trees")]
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
        Self {
            edition,
            production,
            offset,
            found,
            reason: None,
            #[cfg(feature = "trees")]
            after: None,
        }
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
    #[cfg(feature = "trees")]
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
