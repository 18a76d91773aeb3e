//! Serialization and deserialization of the types as strings. Deserializing reports the parser's error. A serialized
//! string contains the password of a userinfo, which `Debug` hides.
//!
//! The borrowed types borrow from the input, which must contain the string verbatim. In JSON the
//! string must have no escapes, and the JSON must not come from a reader. `"http:\/\/h"` fails for
//! `Uri`, but can be read as `UriBuf`, or as `UriBuf<Cow<str>>`, which borrows if the input allows
//! it. In a derived struct, a field that borrows needs the attribute `borrow`.
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

use super::letters::Letters;
use super::{Ri, RiBuf, RiRef, RiRefBuf, Storage};
use crate::reference::endpoint::Origin;

/// Implements `Serialize` for types, as strings.
macro_rules! serialize {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<L: Letters, $($generics)*> Serialize for $type {
            fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    )*};
}

serialize! {
    [] RiRef<'_, L>;
    [] Ri<'_, L>;
    [S: Storage] RiRefBuf<L, S>;
    [S: Storage] RiBuf<L, S>;
}

/// A visitor that accepts a borrowed string, a transient `&str`, or a `String`.
struct StringVisitor<T>(PhantomData<T>);

/// Returns a function that converts a parser's error into a serde error. Its message names the `production`.
fn invalid<E: de::Error, F: fmt::Display>(production: &'static str) -> impl Fn(F) -> E {
    move |error| E::custom(format_args!("invalid {production}: {error}"))
}

/// Implements `Deserialize` with a visitor that has the given methods.
macro_rules! deserialize {
    (
        [$($life:tt)*] $type:ty, $production:expr, $condition:literal, $method:ident:
        $($visit:item)*
    ) => {
        impl<'de $($life)*, L: Letters> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.$method(StringVisitor::<Self>(PhantomData))
            }
        }

        impl<'de $($life)*, L: Letters> Visitor<'de> for StringVisitor<$type> {
            type Value = $type;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!("a `{}`", $condition), $production)
            }

            $($visit)*
        }
    };
}

/// Implements `Deserialize` for the borrowed type of a production, and for its owned type in each storage.
macro_rules! types_of {
    ($borrowed:ident, $owned:ident, $production:expr) => {
        deserialize! {
            [: 'a, 'a] $borrowed<'a, L>,
            $production, " that can be borrowed, without escapes", deserialize_str:

            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
                $borrowed::parse(text).map_err(invalid($production))
            }
        }

        owned!($borrowed, $owned, $production, [: 'a, 'a] Cow<'a, str>:
            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
                $borrowed::parse(text).map($borrowed::into_cow).map_err(invalid($production))
            }
        );
        owned!($borrowed, $owned, $production, [] String:);
        owned!($borrowed, $owned, $production, [] Box<str>:);
        owned!($borrowed, $owned, $production, [] Rc<str>:);
        owned!($borrowed, $owned, $production, [] Arc<str>:);
    };
}

/// Implements `Deserialize` for an owned type in a storage. Transient text is copied once.
macro_rules! owned {
    (
        $borrowed:ident, $owned:ident, $production:expr,
        [$($life:tt)*] $storage:ty: $($visit:item)*
    ) => {
        deserialize! {
            [$($life)*] $owned<L, $storage>,
            $production, "", deserialize_string:

            $($visit)*

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                $borrowed::parse(text).map(|read| read.to_storage()).map_err(invalid($production))
            }

            fn visit_string<E: de::Error>(self, text: String) -> Result<Self::Value, E> {
                $owned::try_from(text).map($owned::into_storage).map_err(invalid($production))
            }
        }
    };
}

types_of!(RiRef, RiRefBuf, L::FACTS.production.name());
types_of!(Ri, RiBuf, L::FACTS.with_scheme);

/// Implements `Serialize` and `Deserialize` for types that `Display` writes and `FromStr` reads.
macro_rules! written {
    ($($(#[$attribute:meta])* $type:ty, $name:literal, $expected:literal;)*) => {$(
        $(#[$attribute])*
        impl Serialize for $type {
            fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
                serializer.collect_str(self)
            }
        }

        $(#[$attribute])*
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(StringVisitor::<Self>(PhantomData))
            }
        }

        $(#[$attribute])*
        impl Visitor<'_> for StringVisitor<$type> {
            type Value = $type;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($expected)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                text.parse().map_err(invalid($name))
            }
        }
    )*};
}

written! {
    Origin, "origin", "a serialized origin (RFC 6454, 6.2)";
    #[cfg(feature = "whatwg")] crate::whatwg::Url, "URL", "a URL with a scheme";
}
