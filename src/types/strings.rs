//! Conversions of the types to strings, and comparisons with strings.
//!
//! Equality, order and hash are those of the strings (section 6.2.1), between any two of the types. A map whose keys
//! are references can therefore be searched with a `&str`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::letters::Letters;
use super::{Ri, RiBuf, RiRef, RiRefBuf, Storage};

macro_rules! like_a_string {
    ([$($generics:tt)*] $type:ty, $name:ident) => {
        impl<$($generics)*> fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({:?})", L::FACTS.$name, self.as_str())
            }
        }

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

        impl<$($generics)*> Eq for $type {}

        impl<$($generics)*> Ord for $type {
            fn cmp(&self, other: &Self) -> Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl<$($generics)*> Hash for $type {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
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

like_a_string!(['i, L: Letters] RiRef<'i, L>, reference);
like_a_string!(['i, L: Letters] Ri<'i, L>, whole);
like_a_string!([L: Letters, S: Storage] RiRefBuf<L, S>, reference_buf);
like_a_string!([L: Letters, S: Storage] RiBuf<L, S>, whole_buf);

compared!(@ ['i, 'o, L: Letters, M: Letters] RiRef<'i, L>, RiRef<'o, M>);
compared!(@ ['i, 'o, L: Letters, M: Letters] Ri<'i, L>, Ri<'o, M>);
compared!(@ [L: Letters, M: Letters, S: Storage, T: Storage] RiRefBuf<L, S>, RiRefBuf<M, T>);
compared!(@ [L: Letters, M: Letters, S: Storage, T: Storage] RiBuf<L, S>, RiBuf<M, T>);
compared!(['i, 'o, L: Letters, M: Letters] Ri<'i, L>, RiRef<'o, M>);
compared!(['i, L: Letters, M: Letters, S: Storage] RiRef<'i, L>, RiRefBuf<M, S>);
compared!(['i, L: Letters, M: Letters, S: Storage] RiRef<'i, L>, RiBuf<M, S>);
compared!(['i, L: Letters, M: Letters, S: Storage] Ri<'i, L>, RiRefBuf<M, S>);
compared!(['i, L: Letters, M: Letters, S: Storage] Ri<'i, L>, RiBuf<M, S>);
compared!([L: Letters, M: Letters, S: Storage, T: Storage] RiRefBuf<L, S>, RiBuf<M, T>);

/// Implements the conversions of the borrowed types into a text.
macro_rules! borrowed_into {
    ($($text:ty),*) => {$(
        impl<'i, L: Letters> From<RiRef<'i, L>> for $text {
            fn from(reference: RiRef<'i, L>) -> Self {
                reference.as_str().into()
            }
        }

        impl<'i, L: Letters> From<Ri<'i, L>> for $text {
            fn from(identifier: Ri<'i, L>) -> Self {
                identifier.as_str().into()
            }
        }
    )*};
}

borrowed_into!(&'i str, Cow<'i, str>, String, Box<str>, Rc<str>, Arc<str>);

/// Implements the conversions of the owned types into a text, which is moved where possible.
macro_rules! owned_into {
    ($([$($generics:tt)*] $storage:ty => $text:ty, by $into:ident;)*) => {$(
        impl<$($generics)*> From<RiRefBuf<L, $storage>> for $text {
            fn from(reference: RiRefBuf<L, $storage>) -> Self {
                reference.text.$into()
            }
        }

        impl<$($generics)*> From<RiBuf<L, $storage>> for $text {
            fn from(identifier: RiBuf<L, $storage>) -> Self {
                identifier.0.text.$into()
            }
        }
    )*};
}

owned_into! {
    [L: Letters, S: Storage] S => String, by hand_over;
    [L: Letters, S: Storage] S => Box<str>, by hand_over;
    [L: Letters, S: Storage] S => Rc<str>, by hand_over;
    [L: Letters, S: Storage] S => Arc<str>, by hand_over;
    ['t, L: Letters] String => Cow<'t, str>, by into;
    ['t, L: Letters] Cow<'t, str> => Cow<'t, str>, by into;
}
