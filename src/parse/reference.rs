//! From a string to a reference of RFC 3986: no grammar, no tree, no memory.

use super::scan::{Wrong, fault, rfc3986};
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
        Err(wrong) => Err(rejected(URI_REFERENCE, text, wrong).into()),
    }
}

/// The error about a string that a scan for a production of RFC 3986 rejected.
#[cold]
pub(super) fn rejected(production: &'static Production, text: &str, wrong: Wrong) -> SyntaxError {
    let Wrong { offset, part } = wrong;
    SyntaxError::new(Edition::Rfc3986, production, text, offset)
        .because(|found| fault::reason(text.as_bytes(), offset, part, found))
}
