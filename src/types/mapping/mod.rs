//! From IRIs to URIs and back (RFC 3987, 3.1 and 3.2).
//!
//! In: a text that is to be an IRI reference, or a URI reference. Out: the other, and on request each
//! step with its number. Going to a URI forgets which characters had triplets; going back forgets which
//! triplets stood for a character, and which of unreserved characters there were. So a URI comes back
//! from its IRI up to the rung [`PercentEncoding`](crate::Rung::PercentEncoding), and an IRI from its
//! URI too.
//!
//! The surprising case: no character encoding is guessed. `r%E9sum%E9` stays as it is, since `%E9` is
//! part of no UTF-8, whatever the `é` of ISO Latin 1 is.

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

/// A step of a mapping, as the document numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MappingStep<'a> {
    /// The section of RFC 3987.
    pub section: &'static str,
    /// The number of the step, such as `2.1`. What another section says at the step has that section, and
    /// the number of the step.
    pub label: &'static str,
    /// What the step does.
    pub does: &'static str,
    /// The text or the octets after the step. An octet beyond ASCII is written as `<c3>`, as the document does
    /// (3.2.1).
    pub value: &'a str,
}

/// Passes the steps of a mapping to a caller that asked for them.
struct Steps<'t> {
    section: &'static str,
    each: Option<&'t mut dyn FnMut(MappingStep<'_>)>,
}

impl Steps<'_> {
    /// Passes a step on. Its value is made only if somebody asked.
    #[inline]
    fn step(&mut self, label: &'static str, does: &'static str, value: impl FnOnce() -> String) {
        if self.each.is_some() {
            self.because(self.section, label, does, &value());
        }
    }

    /// Passes on what another section says at a step.
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

/// Octets as the document writes them: those of ASCII as characters, the others as `<c3>`.
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
    /// The text is no IRI reference: a character may stand in no IRI, or not at that place. The offsets of the error
    /// are those of the text, after its characters were normalized and its host converted, if that was asked for.
    Reference(ParseError),
    /// The host is no domain name that has a form in ASCII.
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
                    "the host {name:?} is no domain name that has a form in ASCII (RFC 3987, 3.1)"
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
