//! The verb of the URI types: their normal form by all of section 6.2.2.

use super::direct::normalize;
use crate::edition::Rung;
use crate::uri::{Storage, Uri, UriBuf, UriRef, UriRefBuf};

impl UriRef<'_> {
    /// The normal form of the reference by all of section 6.2.2, which is safe for any scheme. The
    /// memory of the result is asked for once. [`Normalizer`](crate::Normalizer) reaches higher
    /// rungs.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let reference = UriRef::parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")?;
    /// assert_eq!(reference.normalize(), "example://a/b/c/%7Bfoo%7D");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn normalize(&self) -> UriRefBuf {
        match normalize(&self.0, Rung::PathSegments) {
            Some((text, spans)) => UriRefBuf { text, spans },
            None => self.to_buf(),
        }
    }
}

impl Uri<'_> {
    /// The normal form of the URI by all of section 6.2.2, which is safe for any scheme.
    #[must_use]
    pub fn normalize(&self) -> UriBuf {
        UriBuf(UriRef(self.0).normalize())
    }
}

impl<S: Storage> UriRefBuf<S> {
    /// The normal form of the reference by all of section 6.2.2, which is safe for any scheme.
    #[must_use]
    pub fn normalize(&self) -> UriRefBuf {
        self.as_borrowed().normalize()
    }
}

impl<S: Storage> UriBuf<S> {
    /// The normal form of the URI by all of section 6.2.2, which is safe for any scheme.
    #[must_use]
    pub fn normalize(&self) -> UriBuf {
        self.as_borrowed().normalize()
    }
}
