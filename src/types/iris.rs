//! Conversions between URIs and IRIs that keep the text.
//!
//! Every URI is an IRI (RFC 3987, 1.3); an IRI is a URI if it is ASCII. An IRI beyond ASCII is refused, although the
//! mapping of section 3.1 gives a URI for it, since that URI is another text.

use super::borrowed::{Ri, RiRef};
use super::convert::InvalidInput;
use super::letters::{Ascii, Ucs};
use super::owned::{RiBuf, RiRefBuf, Storage};
use crate::reference::error::ParseError;

/// Implements the conversions of borrowed URIs into IRIs.
macro_rules! widened {
    ($([$($generics:tt)*] $from:ty => $to:ident, $given:ident => $reference:expr;)*) => {$(
        impl<'i, $($generics)*> From<$from> for $to<'i, Ucs> {
            fn from($given: $from) -> Self {
                Self::new($reference)
            }
        }
    )*};
}

widened! {
    [] RiRef<'i, Ascii> => RiRef, reference => reference.0;
    [] &RiRef<'i, Ascii> => RiRef, reference => reference.0;
    [S: Storage] &'i RiRefBuf<Ascii, S> => RiRef, reference => reference.as_borrowed().0;
    [] Ri<'i, Ascii> => RiRef, uri => uri.0;
    [] &Ri<'i, Ascii> => RiRef, uri => uri.0;
    [S: Storage] &'i RiBuf<Ascii, S> => RiRef, uri => uri.as_borrowed().0;
    [] Ri<'i, Ascii> => Ri, uri => uri.0;
    [] &Ri<'i, Ascii> => Ri, uri => uri.0;
    [S: Storage] &'i RiBuf<Ascii, S> => Ri, uri => uri.as_borrowed().0;
}

impl<S> From<RiRefBuf<Ascii, S>> for RiRefBuf<Ucs, S> {
    fn from(reference: RiRefBuf<Ascii, S>) -> Self {
        Self::new(reference.text, reference.spans)
    }
}

impl<S> From<RiBuf<Ascii, S>> for RiBuf<Ucs, S> {
    fn from(uri: RiBuf<Ascii, S>) -> Self {
        Self(uri.0.into())
    }
}

impl<S> From<RiBuf<Ascii, S>> for RiRefBuf<Ucs, S> {
    fn from(uri: RiBuf<Ascii, S>) -> Self {
        uri.0.into()
    }
}

impl<'i> TryFrom<RiRef<'i, Ucs>> for RiRef<'i, Ascii> {
    type Error = ParseError;

    fn try_from(reference: RiRef<'i, Ucs>) -> Result<Self, ParseError> {
        Self::parse(reference.as_str())
    }
}

impl<'i> TryFrom<Ri<'i, Ucs>> for Ri<'i, Ascii> {
    type Error = ParseError;

    fn try_from(iri: Ri<'i, Ucs>) -> Result<Self, ParseError> {
        Self::parse(iri.as_str())
    }
}

impl<S: Storage> TryFrom<RiRefBuf<Ucs, S>> for RiRefBuf<Ascii, S> {
    type Error = InvalidInput<RiRefBuf<Ucs, S>>;

    fn try_from(reference: RiRefBuf<Ucs, S>) -> Result<Self, Self::Error> {
        let spans = reference.spans;
        Self::keep(reference.text)
            .map_err(|rejected| rejected.map(|text| RiRefBuf::new(text, spans)))
    }
}

impl<S: Storage> TryFrom<RiBuf<Ucs, S>> for RiBuf<Ascii, S> {
    type Error = InvalidInput<RiBuf<Ucs, S>>;

    fn try_from(iri: RiBuf<Ucs, S>) -> Result<Self, Self::Error> {
        let reference = RiRefBuf::<Ascii, S>::try_from(iri.0)
            .map_err(|rejected: InvalidInput<_>| rejected.map(RiBuf))?;
        Ok(Self(reference))
    }
}
