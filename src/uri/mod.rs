//! `Uri` and `UriRef`, borrowed and owned: the types of RFC 3986 for everyday use.
//!
//! In: a string. Out: a value that is known to be in the language of `URI-reference` or of `URI`,
//! with every component at hand. Nothing is forgotten or rewritten: `Display` gives back the input,
//! and equality, order and hash are those of the string (section 6.2.1).
//!
//! | | borrowed | owned |
//! |---|---|---|
//! | `URI-reference` (section 4.1) | [`UriRef`] | [`UriRefBuf`] |
//! | `URI` (section 3) | [`Uri`] | [`UriBuf`] |
//!
//! The surprising case: `a:b` is a URI with the scheme `a`, whatever was meant by it; the relative
//! reference to a file of that name is `./a:b` (section 4.2).

mod borrowed;
mod build;
mod convert;
mod edit;
mod owned;
#[cfg(feature = "serde")]
mod serde;

pub use borrowed::{Uri, UriRef};
pub use build::{BuildError, Builder, ComponentError};
pub use convert::Rejected;
pub use owned::{UriBuf, UriRefBuf};
