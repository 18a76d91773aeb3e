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

    /// Returns the reference without its fragment, which borrows from the same text.
    #[must_use]
    pub fn without_fragment(&self) -> RiRef<'_, L> {
        self.as_borrowed().without_fragment()
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

    /// Returns the URI or IRI without its fragment, which borrows from the same text.
    #[must_use]
    pub fn without_fragment(&self) -> Ri<'_, L> {
        self.as_borrowed().without_fragment()
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

// The storage of an owned reference: the owner of its text.
//
// In: a text, and one of the standard library's owners of a `str`. Out: the text in that owner.
// The trait is sealed: the offsets of the components hold only while the text does not change
// beneath them, and each of these owners gives the same text as long as it is not borrowed
// mutably.
//
// The surprising case: to move a `Cow` into another `Cow` copies a borrowed text, since nothing
// says which of the two lives longer. To keep the `Cow` as it is, do not move it.

/// An owner of the text of a [`UriRefBuf`](crate::UriRefBuf) or a [`UriBuf`](crate::UriBuf):
/// `String`, `Box<str>`, `Rc<str>`, `Arc<str>` or `Cow<str>`.
///
/// An owned reference with another storage than `String` replaces an unsized type, as `str` is one:
///
/// | wanted | type | made by |
/// |---|---|---|
/// | `Cow<Uri>` | `UriBuf<Cow<str>>` | [`Ri::into_cow`](crate::generic::Ri::into_cow), `Into` |
/// | `Arc<Uri>` | `UriBuf<Arc<str>>` | [`Ri::to_storage`](crate::generic::Ri::to_storage), [`RiBuf::into_storage`](crate::generic::RiBuf::into_storage), `From` |
/// | `Box<Uri>` | `UriBuf<Box<str>>` | the same |
/// | `Borrow<Uri>`, for a map | `Borrow<str>` | `map.get(uri.as_str())` |
/// | `&Uri` as an argument | `Uri`, which is `Copy` | [`RiBuf::as_borrowed`](crate::generic::RiBuf::as_borrowed), `From` |
///
/// The trait is sealed. Nobody may change the text while the offsets of its components are kept.
#[diagnostic::on_unimplemented(
    message = "`{Self}` keeps no text of a reference",
    note = "`String`, `Box<str>`, `Rc<str>`, `Arc<str>` and `Cow<str>` do"
)]
pub trait Storage: AsRef<str> + Clone + sealed::Sealed {}

pub(super) mod sealed {
    use super::{Arc, Rc, String};

    /// How a text comes into a storage, and goes over into another one.
    pub trait Sealed: Sized {
        /// Copies a text into a storage.
        fn copied(text: &str) -> Self;

        /// Moves a text into a storage.
        fn owned(text: String) -> Self;

        /// Moves a counted text into a storage. It is copied into those that do not count.
        fn counted(text: Rc<str>) -> Self {
            Self::copied(&text)
        }

        /// Moves a shared text into a storage. It is copied into those that do not share.
        fn shared(text: Arc<str>) -> Self {
            Self::copied(&text)
        }

        /// Hands the text over. The text is copied only where its memory cannot go along.
        fn hand_over<T: Sealed>(self) -> T;
    }
}

/// Implements [`Storage`]: how each storage is made of a `&str` and of a `String`, and how the
/// storage hands its text over.
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

// Owned references in another storage: what is moved, and what is copied.

impl<L: Letters, S: Storage> RiRefBuf<L, S> {
    /// Moves the reference into another storage. Nothing is parsed again, and the text is copied
    /// only where its memory cannot go along.
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

    /// Moves the reference into a `String` of its own, in which it can be edited.
    #[must_use]
    pub fn into_owned(self) -> RiRefBuf<L> {
        self.into_storage()
    }

    /// Gives the storage back, with the text as it was given.
    #[must_use]
    pub fn into_inner(self) -> S {
        self.text
    }

    /// Gives the text back as a string, as it was given.
    #[must_use]
    pub fn into_string(self) -> String {
        self.text.hand_over()
    }
}

impl<L: Letters, S: Storage> RiBuf<L, S> {
    /// Moves the URI or IRI into another storage. Nothing is parsed again, and the text is copied
    /// only where its memory cannot go along.
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

    /// Moves the URI or IRI into a `String` of its own, in which it can be edited.
    #[must_use]
    pub fn into_owned(self) -> RiBuf<L> {
        self.into_storage()
    }

    /// Gives the storage back, with the text as it was given.
    #[must_use]
    pub fn into_inner(self) -> S {
        self.0.text
    }

    /// Gives the text back as a string, as it was given.
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

    /// Converts to a reference whose storage is a `Cow`, here borrowed. Nothing is copied.
    ///
    /// ```
    /// use std::borrow::Cow;
    /// use urispec::{Uri, UriRef, UriRefBuf};
    /// /// Leads to a page: by itself where it is a URI, and else from a base.
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

    /// Converts to a URI or IRI whose storage is a `Cow`, here borrowed. Nothing is copied.
    #[must_use]
    pub const fn into_cow(self) -> RiBuf<L, Cow<'i, str>> {
        RiBuf(RiRef::new(self.0).into_cow())
    }
}

/// Implements the conversions between `String` and another storage, and those of borrowed
/// references into that storage.
///
/// The borrowed ones implement `Into`, not `From`: were there two `From<Uri>`, `UriBuf::from(uri)`
/// would not say which storage it means. So it means `String`.
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
