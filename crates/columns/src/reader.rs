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

/// What is wrong with bytes that should be a reference.
pub(crate) struct InvalidBytes<'a> {
    pub(crate) error: ParseError,
    /// The text that the error is about: of bytes that are no UTF-8, what stands before these.
    pub(crate) text: &'a str,
}

/// What is wrong with bytes that should be a reference of an edition.
pub(crate) fn wrong(edition: Edition, bytes: &[u8]) -> Option<InvalidBytes<'_>> {
    let (text, is_whole) = match str::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => (str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(), false),
    };
    let error = read(edition, text).err();
    // Up to the bytes that are no UTF-8 the text may be wrong already.
    let is_before = |error: &ParseError| error.offset().is_some_and(|offset| offset < text.len());
    let error = match is_whole {
        true => error?,
        false => error.filter(is_before).unwrap_or(ParseError::NotUtf8(text.len())),
    };
    Some(InvalidBytes { error, text })
}
