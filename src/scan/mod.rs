//! Scanning: from a string to a verdict, and to a [`Reference`] without a tree.
//!
//! In: a whole string and a production. Out: whether the string is in its language, and if not, the
//! first byte after which nothing of the language goes on. The automaton of the production decides
//! it, one byte at a time; for the whole strings of RFC 3986 a scan does that takes many at a time,
//! and finds where the components lie. It gives the reference that lowering the tree gives, and
//! needs no memory for it.

use crate::edition::{Edition, URI_REFERENCE};
use crate::error::{ParseError, SyntaxError, UnknownProduction};
use crate::grammar::{Grammar, Production};
use crate::reference::{Reference, Spans};

mod block;
mod host;
pub(crate) mod rfc3986;

/// Checks a whole string by a production of the edition, named as the document prints it. Makes no
/// tree, and takes no memory. [`Recognizer`] does the same for many strings.
///
/// # Errors
///
/// [`ParseError::Syntax`] where the string is not in the production's language,
/// [`ParseError::Production`] where the edition has no such production.
///
/// ```
/// use urispec::{check, Edition};
/// assert!(check(Edition::Rfc3986, "host", "1.2.3.256").is_ok());
/// assert!(check(Edition::Rfc3986, "IPv4address", "1.2.3.256").is_err());
/// ```
pub fn check(edition: Edition, rule: &str, text: &str) -> Result<(), ParseError> {
    Ok(Recognizer::of(edition, rule)?.check(text)?)
}

/// Decides whether strings are in the language of a production.
///
/// ```
/// use urispec::{Edition, Recognizer};
/// let port = Recognizer::of(Edition::Rfc3986, "port")?;
/// assert!(port.accepts(b"") && port.accepts(b"080"));
/// assert_eq!(port.check("80a").unwrap_err().offset(), 2);
/// # Ok::<(), urispec::UnknownProduction>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Recognizer {
    pub(crate) grammar: &'static Grammar,
    pub(crate) production: &'static Production,
    pub(crate) start: u16,
    pub(crate) scan: Option<Scan>,
}

/// A scan for a production: where the components of a string of at most 4 GiB lie.
pub(crate) type Scan = fn(&[u8]) -> Result<Spans, Wrong>;

/// What a scan knows of a string that is not in the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// No string of the language goes on after the byte at that offset.
    At(usize),
    /// Only that it is wrong.
    Somewhere,
}

impl Recognizer {
    /// That of a production of the edition, named as the document prints it.
    ///
    /// # Errors
    ///
    /// [`UnknownProduction`] where the edition has none of that name.
    pub fn of(edition: Edition, rule: &str) -> Result<Self, UnknownProduction> {
        let (grammar, production) =
            edition.production(rule).ok_or_else(|| UnknownProduction::new(edition, rule))?;
        let start = grammar.start(production);
        let scan = edition.facts().scans.iter().find(|(name, _)| *name == production.name);
        Ok(Self { grammar, production, start, scan: scan.map(|&(_, scan)| scan) })
    }

    /// Whether a string, which need not be UTF-8, is in the language.
    #[must_use]
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        match self.scan_of(bytes) {
            Some(scan) => scan(bytes).is_ok(),
            None => self.grammar.automaton.derives(self.start, bytes),
        }
    }

    /// Checks that a string is in the language.
    ///
    /// # Errors
    ///
    /// Where it leaves the language, and why.
    pub fn check(&self, text: &str) -> Result<(), SyntaxError> {
        match self.scan_of(text.as_bytes()) {
            Some(scan) => match scan(text.as_bytes()) {
                Ok(_) => Ok(()),
                Err(wrong) => Err(self.rejected(text, wrong)),
            },
            None => match self.grammar.automaton.offset(self.start, text.as_bytes()) {
                None => Ok(()),
                Some(offset) => Err(self.error(text, offset)),
            },
        }
    }

    /// The scan for the production, if there is one and its offsets can hold those of the string.
    #[inline(always)]
    fn scan_of(&self, bytes: &[u8]) -> Option<Scan> {
        self.scan.filter(|_| u32::try_from(bytes.len()).is_ok())
    }

    /// The reference that a string is, if there is a scan for the production.
    pub(crate) fn scan<'i>(&self, text: &'i str) -> Option<Result<Reference<'i>, ParseError>> {
        self.scan?;
        Some(match self.scan_of(text.as_bytes()) {
            Some(scan) => match scan(text.as_bytes()) {
                Ok(spans) => Ok(Reference { text, spans }),
                Err(wrong) => Err(self.rejected(text, wrong).into()),
            },
            None => match self.check(text) {
                Ok(()) => Err(ParseError::TooLong(text.len())),
                Err(error) => Err(error.into()),
            },
        })
    }

    /// The error of a string that a scan rejects.
    #[inline(always)]
    fn rejected(&self, text: &str, wrong: Wrong) -> SyntaxError {
        let offset = match wrong {
            Wrong::At(offset) => Some(offset),
            Wrong::Somewhere => self.grammar.automaton.offset(self.start, text.as_bytes()),
        };
        self.error(text, offset.unwrap_or(text.len()))
    }

    #[inline(always)]
    fn error(&self, text: &str, offset: usize) -> SyntaxError {
        SyntaxError::new(self.grammar, self.production, text, offset)
    }
}

/// Parses a `URI-reference` of RFC 3986.
#[inline(always)]
pub(crate) fn uri_reference(text: &str) -> Result<Reference<'_>, ParseError> {
    match rfc3986::uri_reference(text.as_bytes()) {
        Ok(spans) if u32::try_from(text.len()).is_ok() => Ok(Reference { text, spans }),
        Ok(_) => Err(ParseError::TooLong(text.len())),
        Err(wrong) => no_uri_reference(text, wrong),
    }
}

#[inline]
fn no_uri_reference(text: &str, wrong: Wrong) -> Result<Reference<'_>, ParseError> {
    Err(URI_REFERENCE.rejected(text, wrong).into())
}
