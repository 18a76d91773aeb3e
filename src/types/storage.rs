//! The storage of an owned reference: the owner of its text.
//!
//! In: a text, and one of the standard library's owners of a `str`. Out: the text in that owner.
//! The trait is sealed: the offsets of the components hold only while the text does not change
//! beneath them, and each of these owners gives the same text as long as it is not borrowed
//! mutably.
//!
//! The surprising case: to move a `Cow` into another `Cow` copies a borrowed text, since nothing
//! says which of the two lives longer. To keep the `Cow` as it is, do not move it.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

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
