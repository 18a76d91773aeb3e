//! The methods `normalize` and `normalize_to` of the types, by section 6.2.2, and for IRIs by RFC
//! 3987, 5.3.2.

use alloc::string::String;

use super::Normalizer;
use super::direct::normalize;
use crate::editions::Rung;
use crate::reference::{Reference, Spans};
use crate::types::{Letters, Ri, RiBuf, RiRef, RiRefBuf, Storage};

impl<L: Letters> RiRef<'_, L> {
    /// The normal form of the reference by all of section 6.2.2, which is safe for any scheme. The
    /// result is allocated once. [`Normalizer`](crate::Normalizer) reaches higher rungs.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let reference = UriRef::parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")?;
    /// assert_eq!(reference.normalize(), "example://a/b/c/%7Bfoo%7D");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn normalize(&self) -> RiRefBuf<L> {
        let edition = L::FACTS.edition;
        if edition.facts().ladder.is_direct {
            let (text, spans) = normal_form(&self.0);
            return RiRefBuf::new(text, spans);
        }
        // The triplets of a character beyond ASCII become that character (RFC 3987, 5.3.2.3).
        self.normalize_to(Rung::PathSegments)
    }

    /// The normal form of the reference up to a rung, by RFC 3986, or for an `IriRef` by RFC 3987. A normal form is
    /// always a valid reference. [`Normalizer`](crate::Normalizer) has other editions, redirects, and the changes one
    /// by one.
    ///
    /// ```
    /// use urispec::{Rung, Uri, UriBuf};
    /// let uri = Uri::parse("HTTP://Example.com:80?q")?;
    /// let normal: UriBuf = uri.normalize_to(Rung::Scheme);
    /// assert_eq!(normal, "http://example.com/?q");
    /// assert_eq!(uri.normalize_to(Rung::Case), "http://example.com:80?q");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn normalize_to(&self, rung: Rung) -> RiRefBuf<L> {
        let normal = Normalizer::from_edition(L::FACTS.edition).to(rung).normalize(self.0);
        // Each pass leaves a reference, as a property test holds.
        RiRef::parse(normal.as_str()).map_or_else(|_| self.to_owned(), |normal| normal.to_owned())
    }
}

/// The normal form's text, and where its components lie.
// Not generic, and so compiled here as one piece: what is generic is compiled by who uses it, where
// each step of the way would be a call.
#[inline]
fn normal_form(reference: &Reference<'_>) -> (String, Spans) {
    match normalize(reference, Rung::PathSegments) {
        Some(form) => (form.text, form.spans),
        None => (String::from(reference.text), reference.spans),
    }
}

impl<L: Letters> Ri<'_, L> {
    /// The normal form by all of section 6.2.2, which is safe for any scheme.
    #[must_use]
    #[inline]
    pub fn normalize(&self) -> RiBuf<L> {
        RiBuf(RiRef::new(self.0).normalize())
    }

    /// The normal form up to a rung: see [`RiRef::normalize_to`].
    #[must_use]
    pub fn normalize_to(&self, rung: Rung) -> RiBuf<L> {
        RiBuf(RiRef::new(self.0).normalize_to(rung))
    }
}

impl<L: Letters, S: Storage> RiRefBuf<L, S> {
    /// The normal form of the reference by all of section 6.2.2, which is safe for any scheme.
    #[must_use]
    #[inline]
    pub fn normalize(&self) -> RiRefBuf<L> {
        self.as_borrowed().normalize()
    }

    /// The normal form up to a rung: see [`RiRef::normalize_to`].
    #[must_use]
    pub fn normalize_to(&self, rung: Rung) -> RiRefBuf<L> {
        self.as_borrowed().normalize_to(rung)
    }
}

impl<L: Letters, S: Storage> RiBuf<L, S> {
    /// The normal form by all of section 6.2.2, which is safe for any scheme.
    #[must_use]
    #[inline]
    pub fn normalize(&self) -> RiBuf<L> {
        self.as_borrowed().normalize()
    }

    /// The normal form up to a rung: see [`RiRef::normalize_to`].
    #[must_use]
    pub fn normalize_to(&self, rung: Rung) -> RiBuf<L> {
        self.as_borrowed().normalize_to(rung)
    }
}
