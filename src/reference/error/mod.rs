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

#[cfg(feature = "trees")]
use alloc::{borrow::ToOwned, string::String};
use core::fmt;
use core::ops::Range;

#[cfg(feature = "trees")]
use crate::editions::Edition;

mod fault;
mod syntax;

#[cfg(feature = "trees")]
pub(crate) use fault::Saying;
pub(crate) use fault::{Fault, Reason, Said};
pub use syntax::SyntaxError;
pub(crate) use syntax::boundary;

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
    #[cfg(feature = "trees")]
    Production(UnknownProduction),
    /// The string is in the language, but its production does not stand for a whole reference.
    #[cfg(feature = "trees")]
    NotWhole(&'static str),
    /// The string is longer than 4 GiB, more than the offsets of the components can express.
    TooLong(usize),
    /// The bytes are not UTF-8 from this offset on. The bytes before the offset are a prefix of
    /// some reference.
    NotUtf8(usize),
    /// pest, which makes the tree, refused to run: the thread has too little stack left, or a limit
    /// that was set for the whole process is reached.
    #[cfg(feature = "trees")]
    Refused(String),
    /// The string is a reference without a scheme, and a URI or an IRI is wanted (section 3).
    Relative,
}

impl From<SyntaxError> for ParseError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

#[cfg(feature = "trees")]
impl From<UnknownProduction> for ParseError {
    fn from(error: UnknownProduction) -> Self {
        Self::Production(error)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            #[cfg(feature = "trees")]
            Self::Production(error) => error.fmt(f),
            #[cfg(feature = "trees")]
            Self::NotWhole(rule) => {
                write!(f, "`{rule}` is a part of a reference: it has a tree, but no components")
            }
            Self::TooLong(length) => {
                write!(f, "the string has {length} bytes; a reference may have at most 4294967295")
            }
            Self::NotUtf8(offset) => {
                write!(f, "at byte {offset} there is no UTF-8; a reference is of characters (2)")
            }
            #[cfg(feature = "trees")]
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

#[cfg(feature = "trees")]
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
#[cfg(feature = "trees")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProduction {
    edition: Edition,
    name: String,
    /// A name for which the edition has one.
    example: &'static str,
}

#[cfg(feature = "trees")]
impl fmt::Display for UnknownProduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { edition, name, example } = self;
        write!(
            f,
            "{edition} has no production `{name}`; names are spelled as the document prints them, such as `{example}`"
        )
    }
}

#[cfg(feature = "trees")]
impl core::error::Error for UnknownProduction {}

#[cfg(feature = "trees")]
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
