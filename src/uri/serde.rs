//! The four URI types, read and written by serde as strings.
//!
//! In: a string of the input. Out: a reference, or the reason why the string is none, in the words
//! of the parser.
//!
//! The borrowed types borrow from the input, which must contain the string as it is: in JSON, a
//! string without escapes, and an input that is not a reader. `"http:\/\/h"` fails for [`Uri`], and
//! is read as [`UriBuf`], or as `UriBuf<Cow<str>>`, which borrows where the input allows it. In a
//! derived struct a field that borrows says so.
//!
//! ```
//! use std::borrow::Cow;
//! use urispec::{Uri, UriBuf, UriRef};
//! #[derive(serde::Deserialize)]
//! struct Link<'a> {
//!     #[serde(borrow)]
//!     href: UriRef<'a>,
//!     #[serde(borrow)]
//!     base: UriBuf<Cow<'a, str>>,
//! }
//! let link: Link<'_> = serde_json::from_str(r#"{"href": "b", "base": "http:\/\/h"}"#)?;
//! assert_eq!(link.href.resolve_against(&link.base).unwrap(), "http://h/b");
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Storage, Uri, UriBuf, UriRef, UriRefBuf};

macro_rules! serialize {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> Serialize for $type {
            fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    )*};
}

serialize! {
    [] UriRef<'_>;
    [] Uri<'_>;
    [S: Storage] UriRefBuf<S>;
    [S: Storage] UriBuf<S>;
}

/// Takes a string for a type: borrowed from the input, as a passing `&str`, or as a `String`.
struct Text<T>(PhantomData<T>);

macro_rules! deserialize {
    ([$($life:tt)*] $type:ty, $expected:expr, $method:ident: $($visit:item)*) => {
        impl<'de $($life)*> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.$method(Text::<Self>(PhantomData))
            }
        }

        impl<'de $($life)*> Visitor<'de> for Text<$type> {
            type Value = $type;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($expected)
            }

            $($visit)*
        }
    };
}

macro_rules! borrowed {
    ($borrowed:ident, $owned:ident, $production:literal) => {
        deserialize! {
            [: 'a, 'a] $borrowed<'a>,
            concat!("a `", $production, "` that can be borrowed, without escapes"),
            deserialize_str:

            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
                $borrowed::parse(text).map_err(E::custom)
            }
        }

        owned!($borrowed, $owned, $production, [: 'a, 'a] Cow<'a, str>:
            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
                $borrowed::parse(text).map($borrowed::into_cow).map_err(E::custom)
            }
        );
        owned!($borrowed, $owned, $production, [] String:);
        owned!($borrowed, $owned, $production, [] Box<str>:);
        owned!($borrowed, $owned, $production, [] Rc<str>:);
        owned!($borrowed, $owned, $production, [] Arc<str>:);
    };
}

macro_rules! owned {
    (
        $borrowed:ident, $owned:ident, $production:literal,
        [$($life:tt)*] $storage:ty: $($visit:item)*
    ) => {
        deserialize! {
            [$($life)*] $owned<$storage>,
            concat!("a `", $production, "`"),
            deserialize_string:

            $($visit)*

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                $borrowed::parse(text).map(|read| read.to_storage()).map_err(E::custom)
            }

            fn visit_string<E: de::Error>(self, text: String) -> Result<Self::Value, E> {
                $owned::try_from(text).map($owned::into_storage).map_err(E::custom)
            }
        }
    };
}

borrowed!(UriRef, UriRefBuf, "URI-reference");
borrowed!(Uri, UriBuf, "URI");
