//! The methods that resolve a reference against a base, by the letter of RFC 3986. RFC 3987 leaves
//! resolution to RFC 3986 (6.5).

use alloc::string::String;

use super::ResolveError;
use super::in_place::{keeps_path, resolve, resolve_in_place};
use crate::reference::Reference;
use crate::types::{Letters, Ri, RiBuf, RiRef, RiRefBuf, Storage};

impl<L: Letters> RiRef<'_, L> {
    /// Resolves this reference against a base, exactly as section 5.2 says. The result is allocated
    /// once. [`Resolver`](crate::Resolver) has options and traces.
    ///
    /// # Errors
    ///
    /// [`ResolveError::Misread`] where the letter's target would read back as another URI.
    ///
    /// ```
    /// use urispec::{Uri, UriRef};
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// let target = UriRef::parse("../g")?.resolve_against(&base)?;
    /// assert_eq!(target, "http://a/b/g");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn resolve_against<'b>(
        &self,
        base: impl Into<Ri<'b, L>>,
    ) -> Result<RiBuf<L>, ResolveError> {
        if keeps_path(&self.0) {
            return self.resolve_in_place_against(base);
        }
        let mut text = String::new();
        let spans = resolve(&base.into().0, &self.0, &mut text)?;
        Ok(RiBuf(RiRefBuf::new(text, spans)))
    }

    // By itself, so that neither pays for what the other keeps at hand.
    #[inline(never)]
    fn resolve_in_place_against<'b>(
        &self,
        base: impl Into<Ri<'b, L>>,
    ) -> Result<RiBuf<L>, ResolveError> {
        let mut text = String::new();
        let spans = resolve_in_place(&base.into().0, &self.0, &mut text)?;
        Ok(RiBuf(RiRefBuf::new(text, spans)))
    }

    /// Resolves this reference against a base into a buffer, whose memory is reused. The target
    /// replaces the buffer's content; on an error the buffer is left empty.
    ///
    /// # Errors
    ///
    /// The errors of [`RiRef::resolve_against`].
    ///
    /// ```
    /// use urispec::{Uri, UriRef};
    /// let (base, mut buffer) = (Uri::parse("http://a/b/c/d;p?q")?, String::new());
    /// for (reference, target) in [("../g", "http://a/b/g"), ("?y", "http://a/b/c/d;p?y")] {
    ///     assert_eq!(UriRef::parse(reference)?.resolve_into(&base, &mut buffer)?, target);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn resolve_into<'b, 't>(
        &self,
        base: impl Into<Ri<'b, L>>,
        buffer: &'t mut String,
    ) -> Result<Ri<'t, L>, ResolveError> {
        // Each has an end of its own, so that neither pays for what the other keeps at hand.
        if keeps_path(&self.0) {
            let spans = resolve_in_place(&base.into().0, &self.0, buffer)?;
            return Ok(Ri::new(Reference { text: buffer, spans }));
        }
        let spans = resolve(&base.into().0, &self.0, buffer)?;
        Ok(Ri::new(Reference { text: buffer, spans }))
    }
}

macro_rules! resolves_as_borrowed {
    ($owned:ident) => {
        impl<L: Letters, S: Storage> $owned<L, S> {
            /// Resolves this reference against a base, by the letter of section 5.2.
            ///
            /// # Errors
            ///
            /// [`ResolveError::Misread`] where the letter's target would read back as another URI.
            pub fn resolve_against<'b>(
                &self,
                base: impl Into<Ri<'b, L>>,
            ) -> Result<RiBuf<L>, ResolveError> {
                RiRef::<L>::new(self.as_borrowed().0).resolve_against(base)
            }

            /// Resolves this reference against a base into a buffer, whose memory is reused.
            ///
            /// # Errors
            ///
            /// The errors of [`RiRef::resolve_into`].
            pub fn resolve_into<'b, 't>(
                &self,
                base: impl Into<Ri<'b, L>>,
                buffer: &'t mut String,
            ) -> Result<Ri<'t, L>, ResolveError> {
                RiRef::<L>::new(self.as_borrowed().0).resolve_into(base, buffer)
            }
        }
    };
}

resolves_as_borrowed!(RiRefBuf);
resolves_as_borrowed!(RiBuf);
