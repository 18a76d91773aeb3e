//! From a string to a reference of RFC 3986: no grammar, no tree, no memory.

use super::scan::fault::{self, Wrong};
use super::scan::rfc3986;
use crate::edition::{Edition, URI_REFERENCE};
use crate::error::{ParseError, SyntaxError};
use crate::production::Production;
use crate::reference::Reference;

/// Parses a `URI-reference` of RFC 3986.
#[inline(always)]
pub(crate) fn uri_reference(text: &str) -> Result<Reference<'_>, ParseError> {
    match rfc3986::uri_reference(text.as_bytes()) {
        Ok(spans) if u32::try_from(text.len()).is_ok() => Ok(Reference { text, spans }),
        Ok(_) => Err(ParseError::TooLong(text.len())),
        Err(wrong) => Err(ParseError::Syntax(rejected(URI_REFERENCE, text, wrong))),
    }
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
