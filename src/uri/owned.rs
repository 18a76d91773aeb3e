//! The owned types: [`UriRefBuf`] and [`UriBuf`].

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::borrowed::{Uri, UriRef};
use super::storage::Storage;
use crate::endpoint::{Endpoint, EndpointError, PortError};
use crate::error::ParseError;
use crate::host::Host;
use crate::path::Segments;
use crate::query::Pairs;
use crate::reference::{Reference, Spans};
use crate::split::Components;
use crate::userinfo::Redacted;

/// An owned URI reference.
///
/// The text is kept in a `String`, which can be edited, or in another [`Storage`].
#[derive(Clone)]
pub struct UriRefBuf<S = String> {
    pub(crate) text: S,
    pub(crate) spans: Spans,
}

/// An owned URI.
///
/// The text is kept in a `String`, which can be edited, or in another [`Storage`]: a
/// `UriBuf<Arc<str>>` is shared, a `UriBuf<Cow<str>>` is borrowed or owned.
///
/// A map whose keys are URIs is asked by a string, which a borrowed [`Uri`] gives.
///
/// ```
/// use std::collections::HashMap;
/// use std::sync::Arc;
/// use urispec::{Uri, UriBuf};
/// let mut seen: HashMap<UriBuf<Arc<str>>, u32> = HashMap::new();
/// let uri = Uri::parse("http://h/a")?;
/// *seen.entry(uri.to_storage()).or_default() += 1;
/// assert_eq!(seen.get(uri.as_str()), Some(&1));
/// assert_eq!(seen.get("http://h/b"), None);
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone)]
pub struct UriBuf<S = String>(pub(crate) UriRefBuf<S>);

impl UriRef<'_> {
    /// Makes an owned copy of the reference.
    #[must_use]
    pub fn to_buf(&self) -> UriRefBuf {
        self.to_storage()
    }
}

impl Uri<'_> {
    /// Makes an owned copy of the URI.
    #[must_use]
    pub fn to_buf(&self) -> UriBuf {
        self.to_storage()
    }
}

// In these two nothing is generic: `UriBuf::parse` alone says that the text goes into a `String`.
impl UriRefBuf {
    /// Parses a `URI-reference` and keeps a copy of the text.
    ///
    /// # Errors
    ///
    /// The errors of [`UriRef::parse`].
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        UriRef::parse(text).map(|reference| reference.to_buf())
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
}

impl<S: Storage> UriRefBuf<S> {
    /// Borrows the reference.
    #[must_use]
    pub fn as_borrowed(&self) -> UriRef<'_> {
        UriRef(Reference { text: self.text.as_ref(), spans: self.spans })
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> Option<&str> {
        self.as_borrowed().scheme()
    }
}

impl<S: Storage> UriBuf<S> {
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
}

/// Implements the methods of [`Reference`] for an owned type.
macro_rules! as_borrowed {
    ($owned:ident) => {
        impl<S: Storage> $owned<S> {
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

/// Implements what goes by the string (section 6.2.1): equality with itself, order, hash.
macro_rules! goes_by_the_string {
    ($owned:ident) => {
        impl<S: Storage> fmt::Debug for $owned<S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($owned), "({:?})"), self.as_str())
            }
        }

        impl<S: Storage, T: Storage> PartialEq<$owned<T>> for $owned<S> {
            fn eq(&self, other: &$owned<T>) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl<S: Storage> Eq for $owned<S> {}

        impl<S: Storage, T: Storage> PartialOrd<$owned<T>> for $owned<S> {
            fn partial_cmp(&self, other: &$owned<T>) -> Option<Ordering> {
                Some(self.as_str().cmp(other.as_str()))
            }
        }

        impl<S: Storage> Ord for $owned<S> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl<S: Storage> Hash for $owned<S> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }
    };
}

goes_by_the_string!(UriRefBuf);
goes_by_the_string!(UriBuf);
