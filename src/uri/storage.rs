//! What keeps the text of an owned reference.
//!
//! In: a text, and one of the standard library's owners of a `str`. Out: the text in that owner.
//! The trait is sealed: the offsets of the components hold only while the text does not change
//! beneath them, and each of these owners gives the same text as long as nobody has it as mutable.
//!
//! The surprising case: to move a `Cow` into another `Cow` copies a borrowed text, since nothing
//! says which of the two lives longer. To keep the `Cow` as it is, do not move it.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

use super::{Uri, UriBuf, UriRef, UriRefBuf};

/// What may keep the text of a [`UriRefBuf`](crate::UriRefBuf) or a [`UriBuf`](crate::UriBuf):
/// `String`, `Box<str>`, `Rc<str>`, `Arc<str>` or `Cow<str>`.
///
/// An owned reference with another storage than `String` is what a type without a size would be
/// wanted for:
///
/// | wanted | type | made by |
/// |---|---|---|
/// | `Cow<Uri>` | `UriBuf<Cow<str>>` | [`Uri::into_cow`], `Into` |
/// | `Arc<Uri>` | `UriBuf<Arc<str>>` | [`Uri::to_storage`], [`UriBuf::into_storage`], `From` |
/// | `Box<Uri>` | `UriBuf<Box<str>>` | the same |
/// | `Borrow<Uri>`, for a map | `Borrow<str>` | `map.get(uri.as_str())` |
/// | `&Uri` as an argument | `Uri`, which is `Copy` | [`UriBuf::as_borrowed`], `From` |
///
/// The trait is sealed. Nobody may change the text while the offsets of its components are kept.
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

use sealed::Sealed;

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

impl<S: Storage> UriRefBuf<S> {
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
    pub fn into_storage<T: Storage>(self) -> UriRefBuf<T> {
        UriRefBuf { text: self.text.hand_over(), spans: self.spans }
    }

    /// Moves the reference into a `String` of its own, in which it can be edited.
    #[must_use]
    pub fn into_owned(self) -> UriRefBuf {
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

impl<S: Storage> UriBuf<S> {
    /// Moves the URI into another storage. Nothing is parsed again, and the text is copied only
    /// where its memory cannot go along.
    ///
    /// ```
    /// use std::sync::Arc;
    /// let shared = urispec::UriBuf::parse("http://h/a")?.into_storage::<Arc<str>>();
    /// assert!(Arc::ptr_eq(&shared.clone().into_inner(), &shared.into_inner()));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn into_storage<T: Storage>(self) -> UriBuf<T> {
        UriBuf(self.0.into_storage())
    }

    /// Moves the URI into a `String` of its own, in which it can be edited.
    #[must_use]
    pub fn into_owned(self) -> UriBuf {
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

impl<'i> UriRef<'i> {
    /// Copies the reference into a storage.
    #[must_use]
    pub fn to_storage<S: Storage>(&self) -> UriRefBuf<S> {
        UriRefBuf { text: S::copied(self.0.text), spans: self.0.spans }
    }

    /// The reference as one that is borrowed or owned. Nothing is copied.
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
    pub const fn into_cow(self) -> UriRefBuf<Cow<'i, str>> {
        UriRefBuf { text: Cow::Borrowed(self.0.text), spans: self.0.spans }
    }
}

impl<'i> Uri<'i> {
    /// Copies the URI into a storage.
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
    pub fn to_storage<S: Storage>(&self) -> UriBuf<S> {
        UriBuf(UriRef(self.0).to_storage())
    }

    /// The URI as one that is borrowed or owned. Nothing is copied.
    #[must_use]
    pub const fn into_cow(self) -> UriBuf<Cow<'i, str>> {
        UriBuf(UriRef(self.0).into_cow())
    }
}

/// Implements the conversions between `String` and another storage, and those of borrowed
/// references into that storage.
///
/// The borrowed ones implement `Into`, not `From`: were there two `From<Uri>`, `UriBuf::from(uri)`
/// would not say which storage it means. So it means `String`.
macro_rules! moves {
    ($($borrowed:ident => $owned:ident<$storage:ty> by $into:ident;)*) => {$(
        impl<'i> From<$owned> for $owned<$storage> {
            fn from(owned: $owned) -> Self {
                owned.into_storage()
            }
        }

        impl<'i> From<$owned<$storage>> for $owned {
            fn from(owned: $owned<$storage>) -> Self {
                owned.into_storage()
            }
        }

        #[allow(clippy::from_over_into)]
        impl<'i> Into<$owned<$storage>> for $borrowed<'i> {
            fn into(self) -> $owned<$storage> {
                self.$into()
            }
        }
    )*};
}

moves! {
    UriRef => UriRefBuf<Box<str>> by to_storage;
    UriRef => UriRefBuf<Rc<str>> by to_storage;
    UriRef => UriRefBuf<Arc<str>> by to_storage;
    UriRef => UriRefBuf<Cow<'i, str>> by into_cow;
    Uri => UriBuf<Box<str>> by to_storage;
    Uri => UriBuf<Rc<str>> by to_storage;
    Uri => UriBuf<Arc<str>> by to_storage;
    Uri => UriBuf<Cow<'i, str>> by into_cow;
}
