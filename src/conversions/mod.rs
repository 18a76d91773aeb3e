//! Conversions between the types of RFC 3986 and those of other crates.
//!
//! A conversion keeps all components or fails; the caller must explicitly remove components that the other type lacks.
//! Each module lists the characters, forms and lengths in which the types differ. A surprising case: a string that both
//! other types accept may not be a URI, such as `http://h/|`.

#[cfg(feature = "http")]
pub(crate) mod http;
#[cfg(feature = "url")]
pub(crate) mod url;
