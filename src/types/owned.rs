//! The owned types: [`RiRefBuf`] and [`RiBuf`].

use alloc::borrow::Cow;
use alloc::string::String;
use core::marker::PhantomData;

use super::borrowed::{Ri, RiRef};
use super::letters::Letters;
use super::storage::Storage;
use crate::parts::host::Host;
use crate::parts::path::Segments;
use crate::parts::percent::DecodeError;
use crate::parts::query::{Pairs, Values};
use crate::parts::split::Components;
use crate::reference::endpoint::{Endpoint, EndpointError, PortError};
use crate::reference::error::ParseError;
use crate::reference::origin::Origin;
use crate::reference::userinfo::Redacted;
use crate::reference::{Reference, Spans};

/// An owned URI reference or IRI reference: the type behind [`UriRefBuf`](crate::UriRefBuf) and
/// [`IriRefBuf`](crate::IriRefBuf). The text is kept in a `String`, which can be edited, or in another [`Storage`].
#[derive(Clone)]
pub struct RiRefBuf<L, S = String> {
    pub(crate) text: S,
    pub(crate) spans: Spans,
    letters: PhantomData<L>,
}

/// An owned URI or IRI, which is a reference that has a scheme: the type behind [`UriBuf`](crate::UriBuf) and
/// [`IriBuf`](crate::IriBuf). The text is kept in a `String`, which can be edited, or in another [`Storage`].
#[derive(Clone)]
pub struct RiBuf<L, S = String>(pub(crate) RiRefBuf<L, S>);

impl<L, S> RiRefBuf<L, S> {
    /// A text that is known to be a reference of these letters, with these components.
    #[inline(always)]
    pub(crate) const fn new(text: S, spans: Spans) -> Self {
        Self { text, spans, letters: PhantomData }
    }
}

impl<L: Letters> RiRef<'_, L> {
    /// Makes an owned copy of the reference.
    #[must_use]
    pub fn to_owned(&self) -> RiRefBuf<L> {
        self.to_storage()
    }
}

impl<L: Letters> Ri<'_, L> {
    /// Makes an owned copy.
    #[must_use]
    pub fn to_owned(&self) -> RiBuf<L> {
        self.to_storage()
    }
}

// In these two the storage is not generic: `UriBuf::parse` alone says that the text goes into a
// `String`.
impl<L: Letters> RiRefBuf<L> {
    /// Parses a `URI-reference`, or of an `IriRefBuf` an `IRI-reference`, and keeps a copy of the
    /// text.
    ///
    /// # Errors
    ///
    /// The errors of [`RiRef::parse`].
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        RiRef::parse(text).map(|reference| reference.to_owned())
    }
}

impl<L: Letters> RiBuf<L> {
    /// Parses a `URI`, or of an `IriBuf` an `IRI`, and keeps a copy of the text.
    ///
    /// # Errors
    ///
    /// The errors of [`Ri::parse`].
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Ri::parse(text).map(|identifier| identifier.to_owned())
    }
}

impl<L: Letters, S: Storage> RiRefBuf<L, S> {
    /// Borrows the reference.
    #[must_use]
    pub fn as_borrowed(&self) -> RiRef<'_, L> {
        RiRef::new(Reference { text: self.text.as_ref(), spans: self.spans })
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> Option<&str> {
        self.as_borrowed().scheme()
    }
}

impl<L: Letters, S: Storage> RiBuf<L, S> {
    /// Borrows the URI or IRI.
    #[must_use]
    pub fn as_borrowed(&self) -> Ri<'_, L> {
        Ri::new(self.0.as_borrowed().0)
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> &str {
        self.as_borrowed().scheme()
    }

    /// Whether the URI is an `absolute-URI`, or the IRI an `absolute-IRI`: whether it has no
    /// fragment (section 4.3).
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.as_borrowed().is_absolute()
    }
}

/// Implements the methods of [`Reference`] for an owned type.
macro_rules! as_borrowed {
    ($owned:ident) => {
        impl<L: Letters, S: Storage> $owned<L, S> {
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

            /// Whether the scheme is this one, in whatever letter case (section 3.1).
            #[must_use]
            pub fn has_scheme(&self, name: &str) -> bool {
                self.as_borrowed().has_scheme(name)
            }

            /// The scheme, the host and the port in one spelling, if there are a host and a port (RFC
            /// 9110, 4.3.1).
            #[must_use]
            pub fn origin(&self) -> Option<Origin> {
                self.as_borrowed().origin()
            }

            /// Whether both references have an origin, and it is the same (RFC 9110, 4.3.1).
            #[must_use]
            pub fn same_origin<'o>(&self, other: impl Into<Reference<'o>>) -> bool {
                self.as_borrowed().same_origin(other)
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

            /// The port as a number (section 3.2.3).
            ///
            /// # Errors
            ///
            /// [`PortError`] distinguishes an undefined port, an empty port, and a port that is too
            /// large.
            pub fn port_to_u16(&self) -> Result<u16, PortError> {
                self.as_borrowed().port_to_u16()
            }

            /// The port as a number, or the default port of the scheme if the port is undefined or
            /// empty (section 3.2.3).
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

            /// The path and the query as they stand, with the `?` between them.
            #[must_use]
            pub fn path_and_query(&self) -> &str {
                self.as_borrowed().path_and_query()
            }

            /// The `key=value` pairs of the query, still encoded.
            #[must_use]
            pub fn query_pairs(&self) -> Pairs<'_> {
                self.as_borrowed().query_pairs()
            }

            /// The value that the query has for a key, decoded: see [`Reference::query_value`].
            ///
            /// # Errors
            ///
            /// [`DecodeError`] if the octets of the value are no UTF-8.
            pub fn query_value(&self, key: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
                self.as_borrowed().query_value(key)
            }

            /// The values that the query has for a key, decoded.
            #[must_use]
            pub fn query_values<'k>(&self, key: &'k str) -> Values<'_, 'k> {
                self.as_borrowed().query_values(key)
            }

            /// The value that the query has for a name of a form, decoded: see
            /// [`Reference::form_value`].
            ///
            /// # Errors
            ///
            /// [`DecodeError`] if the octets of the value are no UTF-8.
            pub fn form_value(&self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
                self.as_borrowed().form_value(name)
            }

            /// The values that the query has for a name of a form, decoded.
            #[must_use]
            pub fn form_values<'k>(&self, name: &'k str) -> Values<'_, 'k> {
                self.as_borrowed().form_values(name)
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

as_borrowed!(RiRefBuf);
as_borrowed!(RiBuf);
