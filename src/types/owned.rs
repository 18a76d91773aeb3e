//! The owned types: [`RiRefBuf`] and [`RiBuf`].

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::marker::PhantomData;

use sealed::Sealed;

use super::borrowed::{Ri, RiRef};
use super::letters::Letters;
use crate::parts::host::Host;
use crate::parts::percent::DecodeError;
use crate::parts::query::{Pairs, Values};
use crate::parts::split::{Components, Segments};
use crate::reference::components::Redacted;
use crate::reference::endpoint::{Endpoint, EndpointError, Origin, PortError};
use crate::reference::error::ParseError;
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
    /// Wraps a text that is known to be a reference of the kind `L`, with its components at `spans`.
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
    /// Makes an owned copy of the URI or IRI.
    #[must_use]
    pub fn to_owned(&self) -> RiBuf<L> {
        self.to_storage()
    }
}

// The storage is not generic here, so that `UriBuf::parse` infers `String`.
impl<L: Letters> RiRefBuf<L> {
    /// Parses a `URI-reference` (for an `IriRefBuf`, an `IRI-reference`) and copies the text.
    ///
    /// # Errors
    ///
    /// The errors of [`RiRef::parse`].
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        RiRef::parse(text).map(|reference| reference.to_owned())
    }
}

impl<L: Letters> RiBuf<L> {
    /// Parses a `URI` (for an `IriBuf`, an `IRI`) and copies the text.
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

    /// Returns the reference without its fragment. The result borrows from the same text.
    #[must_use]
    pub fn without_fragment(&self) -> RiRef<'_, L> {
        self.as_borrowed().without_fragment()
    }

    /// Returns the scheme.
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

    /// Returns the URI or IRI without its fragment. The result borrows from the same text.
    #[must_use]
    pub fn without_fragment(&self) -> Ri<'_, L> {
        self.as_borrowed().without_fragment()
    }

    /// Returns the scheme.
    #[must_use]
    pub fn scheme(&self) -> &str {
        self.as_borrowed().scheme()
    }

    /// Returns whether there is no fragment: the URI is then an `absolute-URI`, the IRI an `absolute-IRI` (RFC 3986,
    /// 4.3).
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.as_borrowed().is_absolute()
    }
}

/// Implements the methods of [`Reference`] for an owned type.
macro_rules! as_borrowed {
    ($owned:ident) => {
        impl<L: Letters, S: Storage> $owned<L, S> {
            /// Returns the whole string, as it was given.
            #[must_use]
            pub fn as_str(&self) -> &str {
                self.as_borrowed().as_str()
            }

            /// Returns the authority, without `//` (RFC 3986, 3.2).
            #[must_use]
            pub fn authority(&self) -> Option<&str> {
                self.as_borrowed().authority()
            }

            /// Returns the userinfo, without `@` (RFC 3986, 3.2.1).
            #[must_use]
            pub fn userinfo(&self) -> Option<&str> {
                self.as_borrowed().userinfo()
            }

            /// Returns the user: the userinfo before its first `:` (RFC 3986, 3.2.1).
            #[must_use]
            pub fn user(&self) -> Option<&str> {
                self.as_borrowed().user()
            }

            /// Returns the password: the userinfo after its first `:` (RFC 3986, 3.2.1).
            #[must_use]
            pub fn password(&self) -> Option<&str> {
                self.as_borrowed().password()
            }

            /// Returns the reference with `***` in place of the password, for users and logs (RFC 3986, 3.2.1).
            #[must_use]
            pub fn redacted(&self) -> Redacted<'_> {
                self.as_borrowed().redacted()
            }

            /// Returns whether the scheme is `name`, ignoring case (RFC 3986, 3.1).
            #[must_use]
            pub fn has_scheme(&self, name: &str) -> bool {
                self.as_borrowed().has_scheme(name)
            }

            /// Returns the normalized scheme, host and port, if there are a host and a port (RFC 9110, 4.3.1).
            #[must_use]
            pub fn origin(&self) -> Option<Origin> {
                self.as_borrowed().origin()
            }

            /// Returns whether an authorization server accepts this redirect URI for a registered one (RFC 9700, 2.1;
            /// RFC 8252, 7.3).
            #[must_use]
            pub fn is_redirect_of<'o>(&self, registered: impl Into<Reference<'o>>) -> bool {
                self.as_borrowed().is_redirect_of(registered)
            }

            /// Returns whether this reference and `other` both have an origin and the origins are equal (RFC 9110,
            /// 4.3.1).
            #[must_use]
            pub fn same_origin<'o>(&self, other: impl Into<Reference<'o>>) -> bool {
                self.as_borrowed().same_origin(other)
            }

            /// Returns the host (RFC 3986, 3.2.2). It is defined, though perhaps empty, whenever the authority is.
            #[must_use]
            pub fn host(&self) -> Option<Host<'_>> {
                self.as_borrowed().host()
            }

            /// Returns the text of the port, without `:` (RFC 3986, 3.2.3).
            #[must_use]
            pub fn port(&self) -> Option<&str> {
                self.as_borrowed().port()
            }

            /// Returns the port as a number (RFC 3986, 3.2.3).
            ///
            /// # Errors
            ///
            /// [`PortError`] distinguishes an undefined port, an empty port, and a port that is too large.
            pub fn port_to_u16(&self) -> Result<u16, PortError> {
                self.as_borrowed().port_to_u16()
            }

            /// Returns the port as a number, or the scheme's default port if the port is undefined or empty (RFC 3986,
            /// 3.2.3).
            ///
            /// # Errors
            ///
            /// [`PortError::TooLarge`] if the port is above 65535. [`PortError::Absent`] or
            /// [`PortError::Empty`] if no default port of the scheme is known.
            pub fn port_or_default(&self) -> Result<u16, PortError> {
                self.as_borrowed().port_or_default()
            }

            /// Returns the host and the port to connect to.
            ///
            /// # Errors
            ///
            /// [`EndpointError`], if the host or the port is missing or unusable.
            pub fn endpoint(&self) -> Result<Endpoint<'_>, EndpointError> {
                self.as_borrowed().endpoint()
            }

            /// Returns the path (RFC 3986, 3.3).
            #[must_use]
            pub fn path(&self) -> &str {
                self.as_borrowed().path()
            }

            /// Returns the segments of the path, from left to right.
            #[must_use]
            pub fn segments(&self) -> Segments<'_> {
                self.as_borrowed().segments()
            }

            /// Returns the query, without `?` (RFC 3986, 3.4).
            #[must_use]
            pub fn query(&self) -> Option<&str> {
                self.as_borrowed().query()
            }

            /// Returns the path and the query, with the `?` between them.
            #[must_use]
            pub fn path_and_query(&self) -> &str {
                self.as_borrowed().path_and_query()
            }

            /// Returns the `key=value` pairs of the query, still encoded.
            #[must_use]
            pub fn query_pairs(&self) -> Pairs<'_> {
                self.as_borrowed().query_pairs()
            }

            /// Returns the decoded value of a key of the query: see [`Reference::query_value`].
            ///
            /// # Errors
            ///
            /// [`DecodeError`] if the octets of the value are not UTF-8.
            pub fn query_value(&self, key: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
                self.as_borrowed().query_value(key)
            }

            /// Returns the decoded values of a key of the query.
            #[must_use]
            pub fn query_values<'k>(&self, key: &'k str) -> Values<'_, 'k> {
                self.as_borrowed().query_values(key)
            }

            /// Returns the decoded value of a field in a form's query: see [`Reference::form_value`].
            ///
            /// # Errors
            ///
            /// [`DecodeError`] if the octets of the value are not UTF-8.
            pub fn form_value(&self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
                self.as_borrowed().form_value(name)
            }

            /// Returns the decoded values of a field in a form's query: see [`Reference::form_values`].
            #[must_use]
            pub fn form_values<'k>(&self, name: &'k str) -> Values<'_, 'k> {
                self.as_borrowed().form_values(name)
            }

            /// Returns the fragment, without `#` (RFC 3986, 3.5).
            #[must_use]
            pub fn fragment(&self) -> Option<&str> {
                self.as_borrowed().fragment()
            }

            /// Returns the five components of the reference, from which resolution starts.
            #[must_use]
            pub fn components(&self) -> Components<'_> {
                self.as_borrowed().components()
            }
        }
    };
}

as_borrowed!(RiRefBuf);
as_borrowed!(RiBuf);

// Storages: the standard library's owners of a `str`. The trait is sealed, since the offsets of the components are
// valid only while the text does not change, and these owners return the same text unless they are borrowed mutably.
//
// Moving a `Cow` into the storage `Cow` copies a borrowed text, since the compiler does not know which of the two lives
// longer.

/// An owner of the text of a [`UriRefBuf`](crate::UriRefBuf) or a [`UriBuf`](crate::UriBuf):
/// `String`, `Box<str>`, `Rc<str>`, `Arc<str>` or `Cow<str>`.
///
/// An owned reference with a suitable storage serves the purpose of an unsized type `Uri`:
///
/// | instead of | use | obtained by |
/// |---|---|---|
/// | `Cow<Uri>` | `UriBuf<Cow<str>>` | [`Ri::into_cow`](crate::generic::Ri::into_cow), `Into` |
/// | `Arc<Uri>` | `UriBuf<Arc<str>>` | [`Ri::to_storage`](crate::generic::Ri::to_storage), [`RiBuf::into_storage`](crate::generic::RiBuf::into_storage), `From` |
/// | `Box<Uri>` | `UriBuf<Box<str>>` | [`Ri::to_storage`](crate::generic::Ri::to_storage), [`RiBuf::into_storage`](crate::generic::RiBuf::into_storage), `From` |
/// | `Borrow<Uri>`, for a map | `Borrow<str>` | `map.get(uri.as_str())` |
/// | `&Uri` as an argument | `Uri`, which is `Copy` | [`RiBuf::as_borrowed`](crate::generic::RiBuf::as_borrowed), `From` |
///
/// The trait is sealed: no storage may change the text while the offsets of its components are kept.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot store the text of a reference",
    note = "use `String`, `Box<str>`, `Rc<str>`, `Arc<str>` or `Cow<str>`"
)]
pub trait Storage: AsRef<str> + Clone + sealed::Sealed {}

pub(super) mod sealed {
    use super::{Arc, Rc, String};

    /// The operations that put a text into a storage, or move it from one storage into another.
    pub trait Sealed: Sized {
        /// Copies a text into a storage.
        fn copied(text: &str) -> Self;

        /// Moves a text into a storage.
        fn owned(text: String) -> Self;

        /// Moves an `Rc<str>` into a storage, or copies its text if the storage is not an `Rc<str>`.
        fn counted(text: Rc<str>) -> Self {
            Self::copied(&text)
        }

        /// Moves an `Arc<str>` into a storage, or copies its text if the storage is not an `Arc<str>`.
        fn shared(text: Arc<str>) -> Self {
            Self::copied(&text)
        }

        /// Moves the text into another storage, and copies it only if its memory cannot be reused.
        fn hand_over<T: Sealed>(self) -> T;
    }
}

/// Implements [`Storage`]: conversions from `&str` and `String`, and the move into another storage.
macro_rules! storages {
    ($($storage:ty: $copied:expr, $owned:expr, |$text:ident| $over:expr $(, $also:item)?;)*) => {$(
        impl Storage for $storage {}

        impl Sealed for $storage {
            fn copied(text: &str) -> Self {
                $copied(text)
            }

            fn owned(text: String) -> Self {
                $owned(text)
            }

            fn hand_over<T: Sealed>(self) -> T {
                let $text = self;
                $over
            }

            $($also)?
        }
    )*};
}

storages! {
    String: str::to_owned, |text| text, |text| T::owned(text);
    Box<str>: Self::from, Self::from, |text| T::owned(text.into_string());
    Rc<str>: Self::from, Self::from, |text| T::counted(text), fn counted(text: Self) -> Self {
        text
    };
    Arc<str>: Self::from, Self::from, |text| T::shared(text), fn shared(text: Self) -> Self {
        text
    };
    Cow<'_, str>: |text: &str| Cow::Owned(text.to_owned()), Cow::Owned, |text| match text {
        Cow::Borrowed(text) => T::copied(text),
        Cow::Owned(text) => T::owned(text),
    };
}

// Moving owned references between storages.

impl<L: Letters, S: Storage> RiRefBuf<L, S> {
    /// Moves the reference into another storage. The text is not parsed again. It is copied only if
    /// its memory cannot be reused.
    ///
    /// ```
    /// use std::sync::Arc;
    /// let shared = urispec::UriRefBuf::parse("../g")?.into_storage::<Arc<str>>();
    /// assert_eq!(shared.clone(), shared);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn into_storage<T: Storage>(self) -> RiRefBuf<L, T> {
        RiRefBuf::new(self.text.hand_over(), self.spans)
    }

    /// Moves the reference into a `String`, in which it can be edited.
    #[must_use]
    pub fn into_owned(self) -> RiRefBuf<L> {
        self.into_storage()
    }

    /// Returns the storage, with the text as it was given.
    #[must_use]
    pub fn into_inner(self) -> S {
        self.text
    }

    /// Returns the text as a string, as it was given.
    #[must_use]
    pub fn into_string(self) -> String {
        self.text.hand_over()
    }
}

impl<L: Letters, S: Storage> RiBuf<L, S> {
    /// Moves the URI or IRI into another storage. The text is not parsed again. It is copied only
    /// if its memory cannot be reused.
    ///
    /// ```
    /// use std::sync::Arc;
    /// let shared = urispec::UriBuf::parse("http://h/a")?.into_storage::<Arc<str>>();
    /// assert!(Arc::ptr_eq(&shared.clone().into_inner(), &shared.into_inner()));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn into_storage<T: Storage>(self) -> RiBuf<L, T> {
        RiBuf(self.0.into_storage())
    }

    /// Moves the URI or IRI into a `String`, in which it can be edited.
    #[must_use]
    pub fn into_owned(self) -> RiBuf<L> {
        self.into_storage()
    }

    /// Returns the storage, with the text as it was given.
    #[must_use]
    pub fn into_inner(self) -> S {
        self.0.text
    }

    /// Returns the text as a string, as it was given.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0.into_string()
    }
}

impl<'i, L: Letters> RiRef<'i, L> {
    /// Copies the reference into a storage.
    #[must_use]
    pub fn to_storage<S: Storage>(&self) -> RiRefBuf<L, S> {
        RiRefBuf::new(S::copied(self.0.text), self.0.spans)
    }

    /// Wraps the borrowed text in a `Cow`. Nothing is copied.
    ///
    /// ```
    /// use std::borrow::Cow;
    /// use urispec::{Uri, UriRef, UriRefBuf};
    /// /// Returns the link itself if it is a URI, or else its target relative to the base.
    /// fn link<'a>(href: &'a str, base: &Uri<'_>) -> Option<UriRefBuf<Cow<'a, str>>> {
    ///     let reference = UriRef::parse(href).ok()?;
    ///     if reference.scheme().is_some() {
    ///         return Some(reference.into_cow());
    ///     }
    ///     let target = reference.resolve_against(base).ok()?;
    ///     Some(UriRefBuf::from(target).into_storage())
    /// }
    /// let base = Uri::parse("http://h/a")?;
    /// assert_eq!(link("x:y", &base).unwrap(), "x:y");
    /// assert_eq!(link("b", &base).unwrap(), "http://h/b");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub const fn into_cow(self) -> RiRefBuf<L, Cow<'i, str>> {
        RiRefBuf::new(Cow::Borrowed(self.0.text), self.0.spans)
    }
}

impl<'i, L: Letters> Ri<'i, L> {
    /// Copies the URI or IRI into a storage.
    ///
    /// ```
    /// use std::rc::Rc;
    /// use urispec::{Uri, UriBuf};
    /// let uri = Uri::parse("http://h/a")?;
    /// let counted: UriBuf<Rc<str>> = uri.to_storage();
    /// assert_eq!(counted.clone().into_inner(), counted.into());
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn to_storage<S: Storage>(&self) -> RiBuf<L, S> {
        RiBuf(RiRef::new(self.0).to_storage())
    }

    /// Wraps the borrowed text in a `Cow`. Nothing is copied.
    #[must_use]
    pub const fn into_cow(self) -> RiBuf<L, Cow<'i, str>> {
        RiBuf(RiRef::new(self.0).into_cow())
    }
}

/// Implements the conversions between `String` and another storage, and from borrowed references into that storage.
///
/// The conversions from borrowed references implement `Into`, not `From`: with two impls of `From<Uri>`, the compiler
/// could not infer that `UriBuf::from(uri)` has the storage `String`.
macro_rules! moves {
    ($($borrowed:ident => $owned:ident<$storage:ty> by $into:ident;)*) => {$(
        impl<'i, L: Letters> From<$owned<L>> for $owned<L, $storage> {
            fn from(owned: $owned<L>) -> Self {
                owned.into_storage()
            }
        }

        impl<'i, L: Letters> From<$owned<L, $storage>> for $owned<L> {
            fn from(owned: $owned<L, $storage>) -> Self {
                owned.into_storage()
            }
        }

        #[allow(clippy::from_over_into)]
        impl<'i, L: Letters> Into<$owned<L, $storage>> for $borrowed<'i, L> {
            fn into(self) -> $owned<L, $storage> {
                self.$into()
            }
        }
    )*};
}

moves! {
    RiRef => RiRefBuf<Box<str>> by to_storage;
    RiRef => RiRefBuf<Rc<str>> by to_storage;
    RiRef => RiRefBuf<Arc<str>> by to_storage;
    RiRef => RiRefBuf<Cow<'i, str>> by into_cow;
    Ri => RiBuf<Box<str>> by to_storage;
    Ri => RiBuf<Rc<str>> by to_storage;
    Ri => RiBuf<Arc<str>> by to_storage;
    Ri => RiBuf<Cow<'i, str>> by into_cow;
}
