//! Reading a row: the reference that a string is, by an edition.

use urispec::{Edition, ParseError, Reference, UriRef};

/// Reads a string as a reference of an edition.
#[inline]
pub(crate) fn read(edition: Edition, text: &str) -> Result<Reference<'_>, ParseError> {
    match edition {
        // No tree and no look-up.
        Edition::Rfc3986 => UriRef::parse(text).map(|reference| *reference),
        edition => Reference::parse(edition, text),
    }
}

/// What is wrong with bytes that should be a reference of an edition.
pub(crate) fn error(edition: Edition, bytes: &[u8]) -> Option<ParseError> {
    match str::from_utf8(bytes) {
        Ok(text) => read(edition, text).err(),
        Err(error) => {
            let before = error.valid_up_to();
            let text = String::from_utf8_lossy(&bytes[..before]);
            // Up to there the text may be wrong already.
            match read(edition, &text) {
                Err(error) if error.offset().is_some_and(|offset| offset < before) => Some(error),
                _ => Some(ParseError::NotUtf8(before)),
            }
        }
    }
}
