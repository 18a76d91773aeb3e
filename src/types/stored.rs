//! Owned references in another storage: what is moved, and what is copied.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

use super::borrowed::{Ri, RiRef};
use super::letters::Letters;
use super::owned::{RiBuf, RiRefBuf};
use super::storage::Storage;

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
