//! The four URI types, read and written by serde as strings.
//!
//! The borrowed types borrow from the input, which must contain the string as it is: in JSON, a
//! string without escapes, and an input that is not a reader. `"http:\/\/h"` fails for [`Uri`], and
//! is read as [`UriBuf`].

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Uri, UriBuf, UriRef, UriRefBuf};

macro_rules! serialize {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    )*};
}

serialize!(UriRef<'_>, Uri<'_>, UriRefBuf, UriBuf);

macro_rules! deserialize {
    ($(impl<$de:lifetime> $type:ty, $text:ty;)*) => {$(
        impl<$de> Deserialize<$de> for $type {
            fn deserialize<D: Deserializer<$de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <$text>::deserialize(deserializer)?;
                Self::try_from(text).map_err(de::Error::custom)
            }
        }
    )*};
}

deserialize! {
    impl<'de> UriRef<'de>, &'de str;
    impl<'de> Uri<'de>, &'de str;
    impl<'de> UriRefBuf, String;
    impl<'de> UriBuf, String;
}
