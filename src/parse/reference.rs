//! From a string to a reference of RFC 3986 or RFC 3987: no grammar, no tree, no memory.

use super::scan::fault::{self, Wrong};
use super::scan::rfc3986;
use super::scan::rfc3987;
use crate::editions::IRI_REFERENCE;
use crate::editions::automaton::tables::rfc3987::AUTOMATON;
use crate::editions::production::Production;
use crate::editions::{Edition, URI_REFERENCE};
use crate::reference::error::{ParseError, SyntaxError};
use crate::reference::{Reference, Spans};

/// Parses a `URI-reference` of RFC 3986.
#[inline(always)]
pub(crate) fn uri_reference(text: &str) -> Result<Reference<'_>, ParseError> {
    match rfc3986::uri_reference(text.as_bytes()) {
        Ok(spans) => reference(text, spans),
        Err(wrong) => Err(ParseError::Syntax(rejected(URI_REFERENCE, text, wrong))),
    }
}

/// The reference with these spans, which count to 4 GiB.
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
    if rfc3987::is_ascii(text) {
        return match rfc3986::uri_reference(text.as_bytes()) {
            Ok(spans) => reference(text, spans),
            Err(_) => Err(no_iri(text)),
        };
    }
    match rfc3987::beyond_ascii(text) {
        Some(spans) => reference(text, spans),
        None => Err(no_iri(text)),
    }
}

/// The error about a string that is no `IRI-reference`. The place is that of the character after which
/// none goes on.
#[cold]
#[inline(never)]
fn no_iri(text: &str) -> ParseError {
    const IRI: u16 = AUTOMATON.start_of("IRI-reference");
    let offset = AUTOMATON.offset(IRI, text.as_bytes()).unwrap_or(text.len());
    ParseError::Syntax(SyntaxError::new(Edition::Rfc3987, IRI_REFERENCE, text, offset))
}

/// The error about a string that is no whole string of RFC 3986, and leaves the language as a
/// `URI-reference` does.
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
