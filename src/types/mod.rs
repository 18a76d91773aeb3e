//! `Uri` and `UriRef`, `Iri` and `IriRef`, borrowed and owned: the types of RFC 3986 and of RFC 3987 for
//! everyday use.
//!
//! In: a string. Out: a value that is known to be in the language of its production, with every
//! component at hand. Nothing is forgotten or rewritten: `Display` gives back the input, and equality,
//! order and hash are those of the string (section 6.2.1).
//!
//! | | borrowed | owned | written as |
//! |---|---|---|---|
//! | `URI-reference` (section 4.1) | [`UriRef`] | [`UriRefBuf`] | [`RiRef`], [`RiRefBuf`] of [`Ascii`] |
//! | `URI` (section 3) | [`Uri`] | [`UriBuf`] | [`Ri`], [`RiBuf`] of [`Ascii`] |
//! | `IRI-reference` (RFC 3987, 2.2) | `IriRef` | `IriRefBuf` | [`RiRef`], [`RiRefBuf`] of `Ucs` |
//! | `IRI` (RFC 3987, 2.2) | `Iri` | `IriBuf` | [`Ri`], [`RiBuf`] of `Ucs` |
//!
//! Each type is written once, for any [`Letters`]; the names are aliases. The module `letters` holds every difference
//! between the two documents.
//!
//! A [`Builder`] makes references from components. The owned types change in place, component by
//! component, segment by segment, pair by pair. A change fails with a [`BuildError`] if the result
//! would not be a reference, or would parse into other components.
//!
//! # Why these are values
//!
//! `str` is a type without a size, behind `&`, `Box`, `Arc` and `Cow`. A reference could be such a
//! type too: a `str` that is known to be a URI. It is not, for two reasons.
//!
//! - It would hold the text alone, and each accessor would look for the component's delimiters
//!   again. Here an accessor slices the text at offsets that parsing has found. To give a path that
//!   way takes, on this ground, a quarter of the time for a URI of 12 bytes, a twelfth for one of 56,
//!   and less than a twentieth for one of 132.
//! - To make one of a `&str`, a `Box<str>` or an `Arc<str>` is a cast that needs `unsafe`, which this
//!   library forbids.
//!
//! An owned type with another [`Storage`] does what such a type would do.
//!
//! The default storage is `String`: `UriBuf::parse`, `UriBuf::from` and the setters are those of a
//! `String`, and `UriBuf::try_from` keeps the text in what it is given.
//!
//! The surprising case: `a:b` is a URI with the scheme `a`, whatever was meant by it; the relative
//! reference to a file of that name is `./a:b` (section 4.2).

pub(crate) mod file;
pub(crate) mod mapping;
pub(crate) mod repair;

mod borrowed;
mod build;
mod literal;
mod convert;
mod edit;
mod iris;
mod letters;
mod owned;
#[cfg(feature = "grammars")]
mod schemes;
#[cfg(feature = "serde")]
mod serde;
mod strings;

pub use borrowed::{Ri, RiRef};
pub use build::{BuildError, Buildable, Builder, ComponentError};
pub use convert::InvalidInput;
pub use letters::{
    Ascii, Iri, IriBuf, IriRef, IriRefBuf, Letters, Ucs, Uri, UriBuf, UriRef, UriRefBuf,
};
pub use literal::ConstError;
pub use owned::{RiBuf, RiRefBuf, Storage};
#[cfg(feature = "grammars")]
pub use schemes::MailtoBuilder;
