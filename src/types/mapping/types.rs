//! The methods `to_uri` and `to_iri` of the types.

use super::ToIri;
use super::to_uri::mapped;
use crate::reference::error::ParseError;
use crate::types::{Ascii, Ri, RiBuf, RiRef, RiRefBuf, Storage, Ucs};

impl RiRef<'_, Ucs> {
    /// Maps the reference to a URI reference: each character beyond ASCII becomes the triplets of its
    /// UTF-8 (RFC 3987, 3.1). [`ToUri`](crate::mapping::ToUri) has options and steps.
    ///
    /// # Errors
    ///
    /// [`ParseError::TooLong`], where the URI would have more than 4 GiB.
    ///
    /// ```
    /// use urispec::IriRef;
    /// assert_eq!(IriRef::parse("/rosé#é")?.to_uri()?, "/ros%C3%A9#%C3%A9");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[inline]
    pub fn to_uri(&self) -> Result<RiRefBuf<Ascii>, ParseError> {
        RiRefBuf::try_from(mapped(self.as_str()).into_owned()).map_err(ParseError::from)
    }
}

impl Ri<'_, Ucs> {
    /// Maps the IRI to a URI (RFC 3987, 3.1).
    ///
    /// # Errors
    ///
    /// [`ParseError::TooLong`], where the URI would have more than 4 GiB.
    #[inline]
    pub fn to_uri(&self) -> Result<RiBuf<Ascii>, ParseError> {
        RiRef::<Ucs>::new(self.0).to_uri()?.try_into().map_err(ParseError::from)
    }
}

impl<S: Storage> RiRefBuf<Ucs, S> {
    /// Maps the reference to a URI reference (RFC 3987, 3.1).
    ///
    /// # Errors
    ///
    /// [`ParseError::TooLong`], where the URI would have more than 4 GiB.
    #[inline]
    pub fn to_uri(&self) -> Result<RiRefBuf<Ascii>, ParseError> {
        self.as_borrowed().to_uri()
    }
}

impl<S: Storage> RiBuf<Ucs, S> {
    /// Maps the IRI to a URI (RFC 3987, 3.1).
    ///
    /// # Errors
    ///
    /// [`ParseError::TooLong`], where the URI would have more than 4 GiB.
    #[inline]
    pub fn to_uri(&self) -> Result<RiBuf<Ascii>, ParseError> {
        self.as_borrowed().to_uri()
    }
}

/// Implements the conversion of a URI type: what it makes maps back to the URI.
macro_rules! to_iri {
    ($([$($generics:tt)*] $uri:ty => $iri:ty;)*) => {$(
        impl<$($generics)*> $uri {
            /// Converts to an IRI: triplets become characters where they spell the UTF-8 of characters
            /// that an IRI may have (RFC 3987, 3.2). [`ToIri`] has options and steps.
            ///
            /// ```
            /// use urispec::UriRef;
            /// let iri = UriRef::parse("/D%C3%BCrst/%FC")?.to_iri()?;
            /// assert_eq!(iri, "/Dürst/%FC");
            /// assert_eq!(iri.to_uri()?, "/D%C3%BCrst/%FC");
            /// # Ok::<(), urispec::ParseError>(())
            /// ```
            ///
            /// # Errors
            ///
            /// None: an IRI is no longer than its URI, and is an IRI.
            pub fn to_iri(&self) -> Result<$iri, ParseError> {
                let iri = ToIri::new().convert(self.as_str()).into_owned();
                <$iri>::try_from(iri).map_err(ParseError::from)
            }
        }
    )*};
}

to_iri! {
    [] RiRef<'_, Ascii> => RiRefBuf<Ucs>;
    [] Ri<'_, Ascii> => RiBuf<Ucs>;
    [S: Storage] RiRefBuf<Ascii, S> => RiRefBuf<Ucs>;
    [S: Storage] RiBuf<Ascii, S> => RiBuf<Ucs>;
}
