//! Repairing: from what people write where a reference is wanted, such as an `href`, to the reference
//! that holds the same data.
//!
//! In: any string. Out: a reference, and each [`Repair`] that made the string one; or why no repair
//! can. A valid reference is returned unchanged, without repairs. The string is divided by Appendix
//! B first, and each component then keeps its data: a character that the component cannot hold
//! becomes the triplets of its octets, so that decoding gives the character back. Nothing else is
//! done. [`UriRef::repair`] lists the choices, each with its section.
//!
//! The surprising case: white space around a string is data, as any other, and ` http://h` is refused
//! for its scheme. HTML drops it before anything else; [`str::trim_ascii`] does so.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use crate::reference::{Reference, Spans};
use crate::types::{RiRef, RiRefBuf, UriRef, UriRefBuf};

mod change;
mod error;
mod write;

pub use change::{Misfit, Repair};
pub use error::RepairError;

impl<'i> UriRef<'i> {
    /// Makes a reference of any string: percent-encodes the characters that RFC 3986 does not allow
    /// where they stand, and lists each change. A string that is a reference is borrowed, and
    /// unchanged.
    ///
    /// Decoding the components of the result gives the data that the string has there.
    ///
    /// - Characters of no URI, as spaces, controls and ``"<>\^`{|}``, are encoded (section 2).
    /// - Characters that are not ASCII are encoded as UTF-8 (section 2.5), in a host too (3.2.2).
    /// - A `%` that begins no triplet is data, and data writes it `%25` (section 2.4).
    /// - `[` and `]` stand in IP literals only (section 3.2.2), and are encoded elsewhere.
    /// - `#` begins a fragment once (section 3.5). A second is data of the fragment.
    /// - `:` in the first segment of a path, where the text before it is no scheme, is encoded: "in
    ///   which case the first path segment cannot contain a colon" (section 3.3). Section 4.2 would
    ///   write `./` before, and that is a segment which the string does not have.
    ///
    /// What encoding cannot mend is an error. A scheme and a port hold no triplets (sections 3.1,
    /// 3.2.3). Escapes in a host are for characters that are not ASCII (section 3.2.2), so a host
    /// with a space is none. And no repair chooses which host is meant (section 7.6): of two `@`
    /// either may be the one before the host, and many programs take `\` for `/`. So an authority
    /// with either is refused, and so is a string with a `\` where `//` would begin an authority, as
    /// `\\h`, `/\h` and `http:\\h`.
    ///
    /// # Errors
    ///
    /// [`RepairError`] where no encoding makes the string a reference, or where it would choose the
    /// host.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let repaired = UriRef::repair("/a b?x[]=50%|é#c")?;
    /// assert_eq!(repaired.as_str(), "/a%20b?x%5B%5D=50%25%7C%C3%A9#c");
    /// let first = repaired.repairs()[0];
    /// assert_eq!((first.span(), first.written()), (2..3, "%20".to_owned()));
    /// assert_eq!(first.to_string(), "at byte 2 \" \" is written \"%20\": no URI holds it (2)");
    ///
    /// assert!(UriRef::repair("http://h/a?b#c")?.is_unchanged());
    /// assert!(UriRef::repair("http://h:x/").is_err());
    /// # Ok::<(), urispec::error::RepairError>(())
    /// ```
    #[inline]
    pub fn repair(text: &'i str) -> Result<Repaired<'i>, RepairError> {
        if let Ok(reference) = Self::parse(text) {
            let (text, spans) = (Cow::Borrowed(text), reference.0.spans);
            return Ok(Repaired { text, spans, repairs: Vec::new() });
        }
        let (text, repairs) = write::whole(text)?;
        let length = text.len();
        // Each component is valid now, so that the whole can only be too long.
        let reference = UriRefBuf::try_from(text).map_err(|_| RepairError::TooLong(length))?;
        Ok(Repaired { text: Cow::Owned(reference.text), spans: reference.spans, repairs })
    }
}

/// A reference that was made of a string by [`UriRef::repair`].
#[derive(Clone, Debug)]
pub struct Repaired<'i> {
    text: Cow<'i, str>,
    spans: Spans,
    repairs: Vec<Repair>,
}

impl Repaired<'_> {
    /// The reference as a string.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Borrows the reference.
    #[must_use]
    #[inline]
    pub fn as_borrowed(&self) -> UriRef<'_> {
        RiRef::new(Reference { text: &self.text, spans: self.spans })
    }

    /// The reference, owned.
    #[must_use]
    #[inline]
    pub fn into_buf(self) -> UriRefBuf {
        RiRefBuf::new(self.text.into_owned(), self.spans)
    }

    /// The repairs, in the order of their places in the given string.
    #[must_use]
    #[inline]
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// Whether the given string was a reference already, and is unchanged.
    #[must_use]
    #[inline]
    pub const fn is_unchanged(&self) -> bool {
        self.repairs.is_empty()
    }
}

/// Prints the reference.
impl fmt::Display for Repaired<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

#[cfg(test)]
mod tests;
