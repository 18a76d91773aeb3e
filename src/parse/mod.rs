//! Parsing: finds the tree by which a production derives a string, or returns an error.
//!
//! A [`Recognizer`] is a production of an [`Edition`], looked up once. It checks strings, and parses
//! them into a [`Node`] or into components. The production's automaton decides whether a string is
//! accepted; pest builds the tree of an accepted string. For `URI`, `URI-reference` and
//! `absolute-URI` of RFC 3986, a [scan] reads many bytes at once and finds the components. It returns
//! the same reference as the tree would yield, and does not allocate. Building the tree from that
//! reference takes a ninth of pest's time.
//!
//! A string may match a production without matching the alternative that it resembles: `1.2.3.256`
//! is a `host` but not an `IPv4address`, and its tree has a `reg-name`.

#[cfg(feature = "trees")]
pub(crate) mod diagnose;
#[cfg(feature = "trees")]
pub(crate) mod lower;
#[cfg(feature = "whatwg")]
pub mod whatwg;
#[cfg(all(feature = "grammars", feature = "whatwg"))]
use whatwg::writing as domains;
#[cfg(not(all(feature = "grammars", feature = "whatwg")))]
mod domains;
#[cfg(feature = "trees")]
mod recognizer;
mod scan;
#[cfg(feature = "trees")]
mod tree;

#[cfg(feature = "trees")]
pub use recognizer::{Recognizer, check};
pub(crate) use scan::constant;
pub(crate) use scan::fault::Wrong;

use scan::{fault, rfc3986};

use crate::editions::automaton::tables::rfc3987::AUTOMATON;
use crate::editions::production::Production;
use crate::editions::{Edition, IRI_REFERENCE, URI_REFERENCE};
use crate::reference::error::{ParseError, SyntaxError};
use crate::reference::{Reference, Spans};

// From a string to a reference of RFC 3986 or RFC 3987, without a grammar, a tree or an allocation.

/// Parses a `URI-reference` of RFC 3986.
#[inline(always)]
pub(crate) fn uri_reference(text: &str) -> Result<Reference<'_>, ParseError> {
    match rfc3986::uri_reference(text.as_bytes()) {
        Ok(spans) => reference(text, spans),
        Err(wrong) => Err(ParseError::Syntax(rejected(URI_REFERENCE, text, wrong))),
    }
}

/// Creates a reference from a text and its spans. Fails if the text is 4 GiB or longer.
#[inline(always)]
fn reference(text: &str, spans: Spans) -> Result<Reference<'_>, ParseError> {
    match u32::try_from(text.len()) {
        Ok(_) => Ok(Reference { text, spans }),
        Err(_) => Err(ParseError::TooLong(text.len())),
    }
}

/// Parses an `IRI-reference` of RFC 3987.
#[inline(always)]
pub(crate) fn iri_reference(text: &str) -> Result<Reference<'_>, ParseError> {
    if rfc3986::is_ascii(text) {
        return match rfc3986::uri_reference(text.as_bytes()) {
            Ok(spans) => reference(text, spans),
            Err(_) => Err(no_iri(text)),
        };
    }
    match rfc3986::beyond_ascii(text) {
        Some(spans) => reference(text, spans),
        None => Err(no_iri(text)),
    }
}

/// Returns the error for a string that is not an `IRI-reference`, with the offset at which the string
/// leaves the language.
#[cold]
#[inline(never)]
fn no_iri(text: &str) -> ParseError {
    const IRI: u16 = AUTOMATON.start_of("IRI-reference");
    let offset = AUTOMATON.offset(IRI, text.as_bytes()).unwrap_or(text.len());
    ParseError::Syntax(SyntaxError::new(Edition::Rfc3987, IRI_REFERENCE, text, offset))
}

/// Returns the error for a string that `production` rejects. `wrong` is the place where the string
/// leaves the language of the production, and also the language of `URI-reference`.
#[cold]
#[inline(never)]
pub(crate) const fn rejected(
    production: &'static Production,
    text: &str,
    wrong: Wrong,
) -> SyntaxError {
    let error = SyntaxError::new(Edition::Rfc3986, production, text, wrong.offset);
    error.because(fault::reason(text.as_bytes(), wrong, error.found()))
}
