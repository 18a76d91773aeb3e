//! The everyday types of RFC 3986 and RFC 3987: `Uri`, `UriRef`, `Iri` and `IriRef`, borrowed and owned.
//!
//! A value of these types is known to match its production, and knows the offsets of its components. The text is kept
//! as it was given: `Display` prints the input, and equality, order and hash compare strings (RFC 3986, 6.2.1).
//!
//! | | borrowed | owned | generic type |
//! |---|---|---|---|
//! | `URI-reference` (RFC 3986, 4.1) | [`UriRef`] | [`UriRefBuf`] | [`RiRef`], [`RiRefBuf`] of [`Ascii`] |
//! | `URI` (RFC 3986, 3) | [`Uri`] | [`UriBuf`] | [`Ri`], [`RiBuf`] of [`Ascii`] |
//! | `IRI-reference` (RFC 3987, 2.2) | `IriRef` | `IriRefBuf` | [`RiRef`], [`RiRefBuf`] of `Ucs` |
//! | `IRI` (RFC 3987, 2.2) | `Iri` | `IriBuf` | [`Ri`], [`RiBuf`] of `Ucs` |
//!
//! Each type is implemented once, generic over [`Letters`]; the names are aliases. The module `letters` contains all
//! the differences between the two documents.
//!
//! A [`Builder`] makes references from components. The owned types can be changed in place, by component, by segment,
//! or by query pair. A change fails with a [`BuildError`] if the result would not be a reference, or would parse into
//! other components.
//!
//! # Why these types are sized
//!
//! `str` is an unsized type behind `&`, `Box`, `Arc` and `Cow`. A reference could be an unsized type too, a `str` that
//! is known to be a URI. It is not, for two reasons:
//!
//! - Such a type would contain only the text, and each accessor would search for the delimiters again. With the offsets
//!   that the parser has found, an accessor only slices the text. Compared to a search, returning a path takes a
//!   quarter of the time for a URI of 12 bytes, a twelfth for 56 bytes, and less than a twentieth for 132 bytes.
//! - Converting a `&str`, `Box<str>` or `Arc<str>` into such a type is a cast that needs `unsafe`, which this library
//!   forbids.
//!
//! An owned type with another [`Storage`] serves the purpose of such an unsized type.
//!
//! The default storage is `String`: `UriBuf::parse`, `UriBuf::from` and the setters use it, while `UriBuf::try_from`
//! keeps the text in the storage that it receives.
//!
//! A surprising case: `a:b` is a URI with the scheme `a`, whatever its author meant. The relative reference to a file
//! of that name is `./a:b` (RFC 3986, 4.2).

pub(crate) mod file;
pub(crate) mod mapping;
pub(crate) mod repair;

mod borrowed;
mod build;
mod literal;
mod convert;
mod edit;
mod letters;
mod owned;
#[cfg(feature = "grammars")]
mod mailto;
#[cfg(feature = "purl")]
mod schemes;
#[cfg(feature = "serde")]
mod serde;

pub use borrowed::{Ri, RiRef};
pub use build::{BuildError, Buildable, Builder, ComponentError};
pub use convert::InvalidInput;
pub use letters::{
    Ascii, Iri, IriBuf, IriRef, IriRefBuf, Letters, Ucs, Uri, UriBuf, UriRef, UriRefBuf,
};
pub use literal::ConstError;
#[cfg(feature = "grammars")]
pub use mailto::MailtoBuilder;
pub use owned::{RiBuf, RiRefBuf, Storage};
