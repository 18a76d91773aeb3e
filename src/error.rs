//! What is wrong with a string.
//!
//! A [`SyntaxError`] is exact: its offset is that of the first byte after which no string of the
//! language goes on. The minimal automaton of the printed grammar knows that byte; the offset is no
//! guess of a parser. The surprising case: the byte may come late. `http://h:80a/` is wrong at its
//! last `/`, since up to there the string may still become `http://h:80a@host/`.
//!
//! A [`SyntaxError`] is small, and says only where the string is wrong. An [`Explanation`] says
//! more, to a caller that still has the string.

use std::fmt;

use crate::edition::Edition;
use crate::grammar::{Grammar, Production};

/// A string that could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The string is not in the language of the production.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The edition has no such production.
    #[error(transparent)]
    Production(#[from] UnknownProduction),
    /// The string is in the language, but its production does not stand for a whole reference.
    #[error("`{0}` is a part of a reference: it has a tree, but no components")]
    NotWhole(&'static str),
    /// The string is longer than 4 GiB, more than the offsets of the components can express.
    #[error("the string has {0} bytes; a reference may have at most 4294967295")]
    TooLong(usize),
    /// The bytes are no UTF-8 from this offset on. Up to there they go on to a reference.
    #[error("at byte {0} there is no UTF-8; a reference is of ASCII (2)")]
    NotUtf8(usize),
    /// pest, which makes the tree, refused to run: the thread has too little stack left, or a limit
    /// that was set for the whole process is reached.
    #[error("no tree could be made: {0}")]
    Refused(String),
    /// The string is a reference without a scheme, and a URI is wanted (section 3).
    #[error("a URI begins with a scheme, and this is a relative reference; resolve it first")]
    Relative,
}

impl ParseError {
    /// Turns the error about a string that was read after other text into the error about the
    /// string alone.
    pub(crate) fn after(self, after: &'static &'static str) -> Self {
        match self {
            Self::Syntax(error) => {
                let offset = error.offset.saturating_sub(after.len());
                Self::Syntax(SyntaxError { offset, after: Some(after), ..error })
            }
            error => error,
        }
    }
}

/// A name for which an edition has no production.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{edition} has no production `{name}`; names are spelled as the document prints them, such as `{example}`", example = edition.whole_rules()[0])]
pub struct UnknownProduction {
    edition: Edition,
    name: String,
}

impl UnknownProduction {
    pub(crate) fn new(edition: Edition, name: &str) -> Self {
        Self { edition, name: name.to_owned() }
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

/// A string that is not in the language of a production, and the offset at which the string leaves
/// the language.
///
/// [`SyntaxError::explain`] says more, and needs the string. It takes many times as long as finding
/// the error. The errors of conversions that keep the string include the explanation in their
/// message.
///
/// ```
/// use urispec::{Edition, Node, ParseError};
/// let text = "http://[::1";
/// let Err(ParseError::Syntax(error)) = Node::parse(Edition::Rfc3986, "URI", text) else {
///     unreachable!()
/// };
/// assert_eq!((error.offset(), error.found()), (11, None));
/// assert_eq!(error.to_string(), "at byte 11 the input ended, and is no `URI` yet (3)");
/// let why = error.explain(text);
/// assert_eq!(why.expected(), ["\"]\"", "IPv6address"]);
/// assert_eq!(why.rule_path(), ["URI", "hier-part", "authority", "host", "IP-literal"]);
/// assert_eq!(why.section(), "3.2.2");
/// ```
#[derive(Clone, Copy)]
pub struct SyntaxError {
    pub(crate) grammar: &'static Grammar,
    pub(crate) production: &'static Production,
    offset: usize,
    found: Option<char>,
    /// The text that the string lacks, and after which the string was read.
    pub(crate) after: Option<&'static &'static str>,
}

impl SyntaxError {
    /// A syntax error at a byte of the string: up to that byte, some string of the production's
    /// language goes on.
    #[inline]
    pub(crate) const fn new(
        grammar: &'static Grammar,
        production: &'static Production,
        text: &str,
        offset: usize,
    ) -> Self {
        let found = char_at(text.as_bytes(), offset);
        Self { grammar, production, offset, found, after: None }
    }

    /// The byte offset of the first byte after which no string of the language goes on. If the
    /// string only ends too early, the offset is its length.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The character at [`SyntaxError::offset`]. There is none at the end of the string.
    #[must_use]
    pub const fn found(&self) -> Option<char> {
        self.found
    }

    /// The name of the production that does not derive the string, in printed spelling.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.production.name
    }
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
        let key = |error: &Self| (error.grammar.stem, error.production, error.offset, error.found);
        key(self) == key(other)
    }
}

impl Eq for SyntaxError {}

impl fmt::Debug for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("SyntaxError");
        debug.field("grammar", &self.grammar.stem).field("rule", &self.production.name);
        debug.field("offset", &self.offset).field("found", &self.found).finish()
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Production { name, section, .. } = self.production;
        match self.found {
            None => write!(f, "at byte {} the input ended, and is no `{name}` yet", self.offset)?,
            Some(found) => {
                let found = found.to_string();
                write!(f, "at byte {} there is {found:?}, where no `{name}` goes on", self.offset)?;
            }
        }
        write!(f, " ({section})")
    }
}

impl std::error::Error for SyntaxError {}

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
