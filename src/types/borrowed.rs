//! References to URIs and IRIs that borrow their string.

use core::marker::PhantomData;
use core::ops::Deref;

use super::convert::InvalidInput;
use super::letters::{Ascii, Letters, Ucs};
use super::owned::{RiBuf, RiRefBuf, Storage};
use crate::reference::Reference;
use crate::reference::error::ParseError;

// The borrowed types: [`RiRef`] and [`Ri`].

/// A borrowed URI reference or IRI reference. With [`Ascii`](crate::generic::Ascii) as `L` the type is
/// [`UriRef`](crate::UriRef), with [`Ucs`](crate::generic::Ucs) it is [`IriRef`](crate::IriRef).
#[derive(Clone, Copy)]
pub struct RiRef<'i, L>(pub(crate) Reference<'i>, PhantomData<L>);

/// A borrowed URI or IRI: a reference that has a scheme. With [`Ascii`](crate::generic::Ascii) as `L` the type is
/// [`Uri`](crate::Uri), with [`Ucs`](crate::generic::Ucs) it is [`Iri`](crate::Iri).
#[derive(Clone, Copy)]
pub struct Ri<'i, L>(pub(crate) Reference<'i>, PhantomData<L>);

impl<'i, L> RiRef<'i, L> {
    /// Wraps a reference that is known to contain only characters that `L` allows.
    #[inline(always)]
    pub(crate) const fn new(reference: Reference<'i>) -> Self {
        Self(reference, PhantomData)
    }
}

impl<'i, L> Ri<'i, L> {
    /// Wraps a reference that is known to contain only characters that `L` allows, and to have a scheme.
    #[inline(always)]
    pub(crate) const fn new(reference: Reference<'i>) -> Self {
        Self(reference, PhantomData)
    }
}

impl<'i, L: Letters> RiRef<'i, L> {
    /// Parses a `URI-reference` (for an `IriRef`, an `IRI-reference`).
    ///
    /// # Errors
    ///
    /// [`ParseError::Syntax`], with the byte and the reason, or [`ParseError::TooLong`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        L::reference(text).map(Self::new)
    }

    /// Returns the reference without its fragment. The result borrows from the same text.
    ///
    /// ```
    /// let uri = urispec::UriRef::parse("http://h/?q#f")?;
    /// assert_eq!(uri.without_fragment(), "http://h/?q");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[doc(alias = "strip_fragment")]
    #[must_use]
    pub fn without_fragment(&self) -> Self {
        let Reference { text, spans } = self.0;
        Self::new(Reference { text: &text[..spans.query_end as usize], spans })
    }
}

impl<'i, L: Letters> Ri<'i, L> {
    /// Parses a `URI` (for an `Iri`, an `IRI`).
    ///
    /// # Errors
    ///
    /// The errors of [`RiRef::parse`], and [`ParseError::Relative`] for a relative reference.
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        RiRef::parse(text)?.try_into()
    }

    /// Returns the scheme.
    #[must_use]
    pub fn scheme(&self) -> &'i str {
        self.0.scheme().unwrap_or_default()
    }

    /// Returns whether there is no fragment: the URI is then an `absolute-URI`, the IRI an `absolute-IRI` (RFC 3986,
    /// 4.3).
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.0.fragment().is_none()
    }

    /// Returns the URI or IRI without its fragment. The result borrows from the same text.
    ///
    /// ```
    /// let uri = urispec::Uri::parse("http://h/?q#f")?;
    /// assert_eq!(uri.without_fragment(), "http://h/?q");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn without_fragment(&self) -> Self {
        let Reference { text, spans } = self.0;
        Self::new(Reference { text: &text[..spans.query_end as usize], spans })
    }
}

impl<'i, L> Deref for RiRef<'i, L> {
    type Target = Reference<'i>;

    fn deref(&self) -> &Reference<'i> {
        &self.0
    }
}

impl<'i, L> Deref for Ri<'i, L> {
    type Target = Reference<'i>;

    fn deref(&self) -> &Reference<'i> {
        &self.0
    }
}

// Conversions between URIs and IRIs that keep the text.
//
// Every URI is an IRI (RFC 3987, 1.3); an IRI is a URI if it is ASCII. An IRI beyond ASCII is refused: RFC 3987, 3.1
// maps it to a URI, but that URI has a different text.

/// Implements the conversions of URI types into borrowed IRI types.
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
