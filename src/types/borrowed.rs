//! The borrowed types: [`RiRef`] and [`Ri`].

use core::marker::PhantomData;
use core::ops::Deref;

use super::letters::Letters;
use crate::reference::Reference;
use crate::reference::error::ParseError;

/// A borrowed URI reference or IRI reference. [`UriRef`](crate::UriRef) is this type with the letters
/// [`Ascii`](crate::generic::Ascii), and [`IriRef`](crate::IriRef) with the letters [`Ucs`](crate::generic::Ucs).
#[derive(Clone, Copy)]
pub struct RiRef<'i, L>(pub(crate) Reference<'i>, PhantomData<L>);

/// A borrowed URI or IRI: a reference that has a scheme. [`Uri`](crate::Uri) is this type with the letters
/// [`Ascii`](crate::generic::Ascii), and [`Iri`](crate::Iri) with the letters [`Ucs`](crate::generic::Ucs).
#[derive(Clone, Copy)]
pub struct Ri<'i, L>(pub(crate) Reference<'i>, PhantomData<L>);

impl<'i, L> RiRef<'i, L> {
    /// Wraps a reference that is known to use these letters.
    #[inline(always)]
    pub(crate) const fn new(reference: Reference<'i>) -> Self {
        Self(reference, PhantomData)
    }
}

impl<'i, L> Ri<'i, L> {
    /// Wraps a reference that is known to use these letters and to have a scheme.
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

    /// Returns the reference without its fragment, which borrows from the same text.
    ///
    /// ```
    /// let uri = urispec::UriRef::parse("http://h/?q#f")?;
    /// assert_eq!(uri.without_fragment(), "http://h/?q");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
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

    /// Returns whether there is no fragment, so that the URI is an `absolute-URI` (for an IRI, an `absolute-IRI`;
    /// section 4.3).
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.0.fragment().is_none()
    }

    /// Returns the URI or IRI without its fragment, which borrows from the same text.
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
