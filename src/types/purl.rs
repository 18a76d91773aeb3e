//! Conversions from a URI of RFC 3986 to a PURL.

use crate::parts::purl::{Purl, PurlError};
use crate::types::letters::Ascii;
use crate::types::{Ri, RiBuf, Storage};

/// Parses the text of the URI.
impl TryFrom<Ri<'_, Ascii>> for Purl {
    type Error = PurlError;

    fn try_from(uri: Ri<'_, Ascii>) -> Result<Self, PurlError> {
        Self::parse(uri.as_str())
    }
}

/// Parses the text of the URI.
impl<S: Storage> TryFrom<&RiBuf<Ascii, S>> for Purl {
    type Error = PurlError;

    fn try_from(uri: &RiBuf<Ascii, S>) -> Result<Self, PurlError> {
        Self::parse(uri.as_str())
    }
}
