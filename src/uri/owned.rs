//! The owned types: [`UriRefBuf`] and [`UriBuf`].

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

use super::borrowed::{Uri, UriRef};
use crate::endpoint::{Endpoint, EndpointError, PortError};
use crate::error::ParseError;
use crate::host::Host;
use crate::path::Segments;
use crate::query::Pairs;
use crate::reference::{Reference, Spans};
use crate::split::Components;
use crate::userinfo::Redacted;

/// An owned URI reference.
#[derive(Clone)]
pub struct UriRefBuf {
    pub(crate) text: String,
    pub(crate) spans: Spans,
}

/// An owned URI.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UriBuf(pub(crate) UriRefBuf);

impl UriRef<'_> {
    /// Makes an owned copy of the reference.
    #[must_use]
    pub fn to_buf(&self) -> UriRefBuf {
        UriRefBuf { text: self.0.text.to_owned(), spans: self.0.spans }
    }
}

impl Uri<'_> {
    /// Makes an owned copy of the URI.
    #[must_use]
    pub fn to_buf(&self) -> UriBuf {
        UriBuf(UriRef(self.0).to_buf())
    }
}

impl UriRefBuf {
    /// Parses a `URI-reference` and keeps a copy of the text.
    ///
    /// # Errors
    ///
    /// The errors of [`UriRef::parse`].
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        UriRef::parse(text).map(|reference| reference.to_buf())
    }

    /// Borrows the reference.
    #[must_use]
    pub fn as_borrowed(&self) -> UriRef<'_> {
        UriRef(Reference { text: &self.text, spans: self.spans })
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> Option<&str> {
        self.as_borrowed().scheme()
    }

    /// Gives the string back, as it was given.
    #[must_use]
    pub fn into_string(self) -> String {
        self.text
    }
}

impl UriBuf {
    /// Parses a `URI` and keeps a copy of the text.
    ///
    /// # Errors
    ///
    /// The errors of [`Uri::parse`].
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Uri::parse(text).map(|uri| uri.to_buf())
    }

    /// Borrows the URI.
    #[must_use]
    pub fn as_borrowed(&self) -> Uri<'_> {
        Uri(self.0.as_borrowed().0)
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> &str {
        self.as_borrowed().scheme()
    }

    /// Gives the string back, as it was given.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0.text
    }
}

/// Implements the methods of [`Reference`] for an owned type.
macro_rules! as_borrowed {
    ($owned:ty) => {
        impl $owned {
            /// The whole string, as it was given.
            #[must_use]
            pub fn as_str(&self) -> &str {
                self.as_borrowed().as_str()
            }

            /// The authority, without `//` (section 3.2).
            #[must_use]
            pub fn authority(&self) -> Option<&str> {
                self.as_borrowed().authority()
            }

            /// The userinfo, without `@` (section 3.2.1).
            #[must_use]
            pub fn userinfo(&self) -> Option<&str> {
                self.as_borrowed().userinfo()
            }

            /// The user: the text of the userinfo before its first `:` (section 3.2.1).
            #[must_use]
            pub fn user(&self) -> Option<&str> {
                self.as_borrowed().user()
            }

            /// The password: the text of the userinfo after its first `:` (section 3.2.1).
            #[must_use]
            pub fn password(&self) -> Option<&str> {
                self.as_borrowed().password()
            }

            /// The reference to show to people and to write to logs: `***` stands for the password
            /// (section 3.2.1).
            #[must_use]
            pub fn redacted(&self) -> Redacted<'_> {
                self.as_borrowed().redacted()
            }

            /// The host (section 3.2.2). The host is defined, though it may be empty, wherever the
            /// authority is defined.
            #[must_use]
            pub fn host(&self) -> Option<Host<'_>> {
                self.as_borrowed().host()
            }

            /// The port's text, without `:` (section 3.2.3).
            #[must_use]
            pub fn port(&self) -> Option<&str> {
                self.as_borrowed().port()
            }

            /// The port as a number, if there is one and it is at most 65535.
            #[must_use]
            pub fn port_number(&self) -> Option<u16> {
                self.as_borrowed().port_number()
            }

            /// The port as a number (section 3.2.3).
            ///
            /// # Errors
            ///
            /// [`PortError`] tells apart a port that is absent, one that is empty, and one that is
            /// too large.
            pub fn port_to_u16(&self) -> Result<u16, PortError> {
                self.as_borrowed().port_to_u16()
            }

            /// The port as a number; where it is absent or empty, the default port of the scheme
            /// (section 3.2.3).
            ///
            /// # Errors
            ///
            /// [`PortError::TooLarge`]; [`PortError::Absent`] and [`PortError::Empty`] where no
            /// default port of the scheme is known.
            pub fn port_or_default(&self) -> Result<u16, PortError> {
                self.as_borrowed().port_or_default()
            }

            /// The host and the port to connect to.
            ///
            /// # Errors
            ///
            /// [`EndpointError`] says what is missing, or cannot be connected to.
            pub fn endpoint(&self) -> Result<Endpoint<'_>, EndpointError> {
                self.as_borrowed().endpoint()
            }

            /// The path (section 3.3).
            #[must_use]
            pub fn path(&self) -> &str {
                self.as_borrowed().path()
            }

            /// The segments of the path, from left to right.
            #[must_use]
            pub fn segments(&self) -> Segments<'_> {
                self.as_borrowed().segments()
            }

            /// The query, without `?` (section 3.4).
            #[must_use]
            pub fn query(&self) -> Option<&str> {
                self.as_borrowed().query()
            }

            /// The `key=value` pairs of the query, still encoded.
            #[must_use]
            pub fn query_pairs(&self) -> Pairs<'_> {
                self.as_borrowed().query_pairs()
            }

            /// The fragment, without `#` (section 3.5).
            #[must_use]
            pub fn fragment(&self) -> Option<&str> {
                self.as_borrowed().fragment()
            }

            /// The five components of the reference. Resolution starts from them.
            #[must_use]
            pub fn components(&self) -> Components<'_> {
                self.as_borrowed().components()
            }
        }
    };
}

as_borrowed!(UriRefBuf);
as_borrowed!(UriBuf);

impl fmt::Debug for UriRefBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UriRefBuf({:?})", self.text)
    }
}

impl fmt::Debug for UriBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UriBuf({:?})", self.0.text)
    }
}

impl PartialEq for UriRefBuf {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for UriRefBuf {}

impl PartialOrd for UriRefBuf {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for UriRefBuf {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.text.cmp(&other.text)
    }
}

impl core::hash::Hash for UriRefBuf {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
