//! Mapping of IRIs to URIs and back (RFC 3987, 3.1 and 3.2).
//!
//! Each step can be reported with its number. The mapping to a URI does not preserve which characters were triplets.
//! The mapping back does not preserve which characters beyond ASCII, and which unreserved characters, were triplets. So
//! a URI or IRI survives the round trip only up to the rung [`PercentEncoding`](crate::Rung::PercentEncoding).
//!
//! A surprising case: no character encoding is guessed. `r%E9sum%E9` stays as it is, since `%E9` is not UTF-8, even if
//! it is the `é` of ISO Latin 1.

mod to_uri;
#[cfg(feature = "unicode")]
mod names;
#[cfg(not(feature = "unicode"))]
#[path = "without_unicode.rs"]
mod names;

pub use to_uri::{ToIri, ToUri};

use alloc::string::String;
use core::fmt;

use to_uri::mapped;

use crate::reference::error::ParseError;
use crate::types::{Ascii, Ri, RiBuf, RiRef, RiRefBuf, Storage, Ucs};

/// A numbered step of a mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MappingStep<'a> {
    /// The section of RFC 3987.
    pub section: &'static str,
    /// The number of the step, such as `2.1`. If `section` is the section of a separate rule, this
    /// is the number of the step to which the rule applies.
    pub label: &'static str,
    /// The description of the step.
    pub does: &'static str,
    /// The text or the octets after the step. An octet beyond ASCII is written as `<c3>`, as in RFC 3987 (3.2.1).
    pub value: &'a str,
}

/// The receiver of the steps of a mapping, if the caller wants the steps.
struct Steps<'t> {
    section: &'static str,
    each: Option<&'t mut dyn FnMut(MappingStep<'_>)>,
}

impl Steps<'_> {
    /// Reports a step. Its value is computed only if the caller wants steps.
    #[inline]
    fn step(&mut self, label: &'static str, does: &'static str, value: impl FnOnce() -> String) {
        if self.each.is_some() {
            self.because(self.section, label, does, &value());
        }
    }

    /// Reports that a rule of another section applies at the step with the number `label`.
    #[inline]
    fn because(
        &mut self,
        section: &'static str,
        label: &'static str,
        does: &'static str,
        value: &str,
    ) {
        if let Some(each) = &mut self.each {
            each(MappingStep { section, label, does, value });
        }
    }
}

/// Formats octets as RFC 3987 does: ASCII as characters, other octets as `<c3>`.
#[inline]
fn written(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    for &octet in octets {
        if octet.is_ascii() {
            text.push(char::from(octet));
        } else {
            text += &alloc::format!("<{octet:02x}>");
        }
    }
    text
}

/// The reason why a text cannot be mapped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MappingError {
    /// The text is not an IRI reference: a character is not allowed in IRIs, or not allowed at its position. If options
    /// normalize the characters or convert the host, the offsets of the error refer to the text after these steps.
    Reference(ParseError),
    /// The host is not a domain name that has an ASCII form.
    Name(String),
}

impl fmt::Display for MappingError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference(error) => error.fmt(f),
            Self::Name(name) => {
                write!(
                    f,
                    "the host {name:?} is not a domain name with an ASCII form (RFC 3987, 3.1)"
                )
            }
        }
    }
}

impl core::error::Error for MappingError {}

impl From<ParseError> for MappingError {
    #[inline]
    fn from(error: ParseError) -> Self {
        Self::Reference(error)
    }
}

// The methods `to_uri` and `to_iri` of the types.

impl RiRef<'_, Ucs> {
    /// Maps the reference to a URI reference: each character beyond ASCII becomes the triplets of its UTF-8 (RFC 3987,
    /// 3.1). [`ToUri`](crate::mapping::ToUri) has options and can report each step.
    ///
    /// # Errors
    ///
    /// [`ParseError::TooLong`] if the URI would exceed 4 GiB.
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
    /// [`ParseError::TooLong`] if the URI would exceed 4 GiB.
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
    /// [`ParseError::TooLong`] if the URI would exceed 4 GiB.
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
    /// [`ParseError::TooLong`] if the URI would exceed 4 GiB.
    #[inline]
    pub fn to_uri(&self) -> Result<RiBuf<Ascii>, ParseError> {
        self.as_borrowed().to_uri()
    }
}

/// Implements `to_iri` for each URI type.
macro_rules! to_iri {
    ($([$($generics:tt)*] $uri:ty => $iri:ty;)*) => {$(
        impl<$($generics)*> $uri {
            /// Converts to an IRI: triplets become characters if they are the UTF-8 of characters that are allowed in
            /// IRIs (RFC 3987, 3.2). [`ToIri`] has options and can report each step.
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
            /// None: the result is always a valid IRI, and never longer than the URI.
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
