//! What the types share with strings.
//!
//! In: a reference. Out: its text, as whatever a string can be. Equality and order are those of the
//! strings (section 6.2.1), whichever of the types stand on the two sides; so is the hash, so that
//! a map of references is asked by a `&str`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;

use super::{Storage, Uri, UriBuf, UriRef, UriRefBuf};

macro_rules! like_a_string {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl<$($generics)*> AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl<$($generics)*> AsRef<[u8]> for $type {
            fn as_ref(&self) -> &[u8] {
                self.as_str().as_bytes()
            }
        }

        impl<$($generics)*> Borrow<str> for $type {
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        compared!([$($generics)*] $type, str);
        compared!(['t, $($generics)*] $type, &'t str);
        compared!([$($generics)*] $type, String);
        compared!(['t, $($generics)*] $type, Cow<'t, str>);
    };
}

/// Implements equality and order between two types, in both directions.
macro_rules! compared {
    ([$($generics:tt)*] $one:ty, $other:ty) => {
        compared!(@ [$($generics)*] $one, $other);
        compared!(@ [$($generics)*] $other, $one);
    };
    (@ [$($generics:tt)*] $left:ty, $right:ty) => {
        impl<$($generics)*> PartialEq<$right> for $left {
            fn eq(&self, other: &$right) -> bool {
                <$left as AsRef<str>>::as_ref(self) == <$right as AsRef<str>>::as_ref(other)
            }
        }

        impl<$($generics)*> PartialOrd<$right> for $left {
            fn partial_cmp(&self, other: &$right) -> Option<Ordering> {
                let other = <$right as AsRef<str>>::as_ref(other);
                Some(<$left as AsRef<str>>::as_ref(self).cmp(other))
            }
        }
    };
}

like_a_string!(['i] UriRef<'i>);
like_a_string!(['i] Uri<'i>);
like_a_string!([S: Storage] UriRefBuf<S>);
like_a_string!([S: Storage] UriBuf<S>);

compared!(['i, 'o] Uri<'i>, UriRef<'o>);
compared!(['i, S: Storage] UriRef<'i>, UriRefBuf<S>);
compared!(['i, S: Storage] UriRef<'i>, UriBuf<S>);
compared!(['i, S: Storage] Uri<'i>, UriRefBuf<S>);
compared!(['i, S: Storage] Uri<'i>, UriBuf<S>);
compared!([S: Storage, T: Storage] UriRefBuf<S>, UriBuf<T>);

/// Implements the conversions of the borrowed types into a text.
macro_rules! borrowed_into {
    ($($text:ty),*) => {$(
        impl<'i> From<UriRef<'i>> for $text {
            fn from(reference: UriRef<'i>) -> Self {
                reference.as_str().into()
            }
        }

        impl<'i> From<Uri<'i>> for $text {
            fn from(uri: Uri<'i>) -> Self {
                uri.as_str().into()
            }
        }
    )*};
}

borrowed_into!(&'i str, Cow<'i, str>, String, Box<str>, Rc<str>, Arc<str>);

/// Implements the conversions of the owned types into a text, which goes along where it can.
macro_rules! owned_into {
    ($([$($generics:tt)*] $storage:ty => $text:ty, by $into:ident;)*) => {$(
        impl<$($generics)*> From<UriRefBuf<$storage>> for $text {
            fn from(reference: UriRefBuf<$storage>) -> Self {
                reference.text.$into()
            }
        }

        impl<$($generics)*> From<UriBuf<$storage>> for $text {
            fn from(uri: UriBuf<$storage>) -> Self {
                uri.0.text.$into()
            }
        }
    )*};
}

owned_into! {
    [S: Storage] S => String, by hand_over;
    [S: Storage] S => Box<str>, by hand_over;
    [S: Storage] S => Rc<str>, by hand_over;
    [S: Storage] S => Arc<str>, by hand_over;
    ['t] String => Cow<'t, str>, by into;
    ['t] Cow<'t, str> => Cow<'t, str>, by into;
}
