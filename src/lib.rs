//! URIs to the letter: strict types for RFC 3986, and the grammars of the documents that define
//! URIs.
//!
//! ```
//! use urispec::{Decode, Rung, Uri, UriBuf, UriRef, is_equivalent, uri};
//!
//! let uri = Uri::parse("http://user@[2001:db8::7]:8042/over/th%65re?name=ferret#nose")?;
//! assert_eq!((uri.scheme(), uri.user()), ("http", Some("user")));
//! assert_eq!(uri.host().unwrap().address(), Some("2001:db8::7".parse()?));
//! assert_eq!(uri.query(), Some("name=ferret"));
//! assert_eq!(uri.path().decode()?, "/over/there");
//!
//! let error = Uri::parse("http://h:x/").unwrap_err();
//! assert_eq!(error.to_string(), "at byte 9: a port contains only digits (RFC 3986, 3.2.3)");
//!
//! let base = uri!("http://a/b/c/d;p?q"); // A wrong literal does not compile.
//! let mut target: UriBuf = UriRef::parse("../g")?.resolve_against(base)?;
//! target.push_segment("50% off")?;
//! target.set_query_pair("page", "2")?;
//! assert_eq!(target, "http://a/b/g/50%25%20off?page=2");
//! assert!(is_equivalent(&target, uri!("HTTP://a:80/b/g/50%25%20off?page=2"), Rung::Scheme));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | for | use |
//! |---|---|
//! | a borrowed URI or URI reference | [`Uri`], [`UriRef`]; from a literal [`uri!`], [`uri_ref!`] |
//! | an IRI or IRI reference | [`Iri`], [`IriRef`], [`IriBuf`], [`IriRefBuf`]; [`iri!`], [`iri_ref!`] |
//! | a URI or URI reference that owns its text, shares it (`Arc`), or borrows it where it can (`Cow`) | [`UriBuf`], [`UriRefBuf`], with their [`Storage`](generic::Storage) |
//! | functions that accept both URIs and IRIs | [`generic`] |
//! | building, editing | [`Uri::builder`], [`UriRef::builder`], `set_host`, `with_query`, `push_segment` and so on |
//! | decoded values of a query | [`Uri::query_value`](Reference::query_value), [`Uri::form_value`](Reference::form_value), [`iter`] |
//! | decoding, encoding | [`Decode`], [`percent`] |
//! | resolving a reference, and the inverse | [`UriRef::resolve_against`], [`Resolver`], [`relativize()`] |
//! | normalizing, comparing | [`Uri::normalize`], [`Uri::normalize_to`], [`Normalizer`], [`is_equivalent`], [`compare()`] |
//! | each step of resolving and normalizing | [`trace`] |
//! | connecting; files | [`Endpoint`]; [`UriBuf::from_file_path`], [`PathStyle`] |
//! | turning a string that is not a reference into one, with its data | [`UriRef::repair`] |
//! | what a browser makes of a string, such as an `href` | `whatwg::Url`, with the feature `whatwg` |
//! | errors | [`ParseError`], [`BuildError`], [`ResolveError`], [`error`] |
//!
#![doc = include_str!("../docs/pictures/uri.html")]
//!
#![cfg_attr(feature = "grammars", doc = include_str!("stages.md"))]
//!
//! Section numbers are those of RFC 3986 unless another document is named. Offsets and lengths are
//! in bytes.
//!
//! # Features
//!
//! Without optional features the library has the types of RFC 3986 and RFC 3987 with their methods,
//! and depends neither on pest nor on a procedural macro. The oldest supported compiler is Rust
//! 1.89. The program `urispec` is in the package `urispec-cli`.
//!
//! - `std`, on by default, adds the parts that need the standard library: paths of files, and faster search
//!   on x86-64. Without `std` the library needs `alloc` and atomics.
//! - `trees` adds the grammars of RFC 3986 and of RFC 3987: productions, trees and explanations. It needs `std`.
//! - `grammars` adds the grammars of all other documents.
//! - `purl` adds `scheme::Purl`, which needs no grammar.
//! - `whatwg` adds the module `whatwg`, URLs of the URL Standard, as in browsers; and resolution and equivalence in its
//!   edition.
//! - `unicode` adds the options of [`mapping`] that need Unicode tables: NFC, and domain names in ASCII.
//! - `serde` reads and writes the URI types as strings.
//! - `http` converts from and to `http::Uri`, and lets the builders of `http` take references.
//! - `url` converts from and to `url::Url`.

#![cfg_attr(not(feature = "std"), no_std)]
// Some items are used only by the grammars. The build with the grammars finds dead code.
#![cfg_attr(not(feature = "grammars"), allow(dead_code, unreachable_pub, unused_imports))]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

// The modules, in dependency order: each imports only modules listed above it.

// The foundation: the parts of a string, the documents, and a string parsed by a document.
mod parts;
mod editions;
mod reference;

// The stages.
mod parse;
mod types;
mod resolve;
mod normalize;
#[cfg(any(feature = "http", feature = "url"))]
/// Conversions between the types of RFC 3986 and those of other crates.
///
/// A conversion keeps all components or fails: the caller must first remove components that the target type lacks.
/// Each module lists the characters, forms and lengths in which the types differ. A surprising case: `http::Uri`
/// and `url::Url` accept strings that are not URIs, such as `http://h/|`.
mod conversions {
    #[cfg(feature = "http")]
    pub(crate) mod http;
    #[cfg(feature = "url")]
    pub(crate) mod url;
}

// Items shared with the crates of this repository that build on the library, such as
// `urispec-lint`. They are not part of the stable API, and may change in any version.
#[doc(hidden)]
pub mod internal;

pub use editions::{Edition, Rung};
pub use normalize::compare::{Equivalence, compare, compare_with, is_equivalent};
pub use normalize::{Normalized, Normalizer, Redirects};
#[cfg(feature = "whatwg")]
pub use parse::whatwg;
pub use parts::host::{Host, HostKind};
pub use parts::percent;
pub use parts::percent::Decode;
#[cfg(feature = "std")]
pub use parts::registry;
pub use parts::schemes::default_port;
pub use parts::split::{Components, split};
pub use reference::Reference;
pub use reference::components::Redacted;
pub use reference::endpoint::{Endpoint, Origin};
pub use reference::error::ParseError;
#[cfg(feature = "grammars")]
pub use reference::zone::encode_zone;
pub use resolve::relativize::{relativize, relativize_with};
pub use resolve::{AboveRoot, ResolveError, Resolved, Resolver, remove_dot_segments};
pub use types::file::PathStyle;
pub use types::{
    BuildError, Builder, Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf,
};
#[cfg(feature = "trees")]
pub use {
    editions::grammar::Node,
    parse::diagnose::{Cause, Explanation},
    parse::{Recognizer, check},
};

/// The error types, except [`ParseError`], [`BuildError`] and [`ResolveError`], which are at the
/// crate root.
pub mod error {
    #[cfg(feature = "http")]
    pub use crate::conversions::http::{FromHttpError, ToHttpError};
    #[cfg(feature = "url")]
    pub use crate::conversions::url::ToUrlError;
    pub use crate::editions::{UnknownEdition, UnknownRung};
    pub use crate::reference::endpoint::{EndpointError, OriginError, PortError};
    pub use crate::reference::error::{SyntaxError, UnknownProduction};
    pub use crate::resolve::relativize::RelativizeError;
    pub use crate::types::file::FilePathError;
    pub use crate::types::mapping::MappingError;
    pub use crate::types::repair::RepairError;
    pub use crate::types::{ComponentError, ConstError, InvalidInput};
}

/// The generic types behind the aliases [`Uri`], [`Iri`] and so on, for functions that take both URIs and IRIs.
///
/// ```
/// use urispec::generic::{Letters, Ri};
/// use urispec::{Iri, Uri};
/// /// Returns the length of the part that is sent to a server.
/// fn sent<L: Letters>(identifier: &Ri<'_, L>) -> usize {
///     identifier.path_and_query().len()
/// }
/// assert_eq!(sent(&Uri::parse("http://h/a?b#c")?), 4);
/// assert_eq!(sent(&Iri::parse("http://h/\u{E9}")?), 3);
/// # Ok::<(), urispec::ParseError>(())
/// ```
pub mod generic {
    pub use crate::types::{Ascii, Buildable, Letters, Ri, RiBuf, RiRef, RiRefBuf, Storage, Ucs};
}

/// The iterators over the parts of a path and of a query.
pub mod iter {
    pub use crate::parts::query::{DecodedPairs, LossyPairs, Pairs, Values};
    pub use crate::parts::split::Segments;
}

/// The steps and the warnings of resolving and normalizing.
pub mod trace {
    pub use crate::normalize::{Caveat, NormalizationStep};
    pub use crate::resolve::{ResolutionStep, Target, Warning};
}

/// Mapping URIs to IRIs and back, step by step (RFC 3987, 3).
pub mod mapping {
    pub use crate::types::mapping::{MappingStep, ToIri, ToUri};
}

/// Repairing: turning a string that is not a reference into a reference with the same data. See
/// [`UriRef::repair`].
pub mod repair {
    pub use crate::types::repair::{Misfit, Repair, Repaired};
}

/// The grammars of the documents, production by production, and the automata built from them.
#[cfg(feature = "trees")]
pub mod grammar {
    pub use crate::editions::automaton::{Acceptor, LetterRange, Rejection};
    pub use crate::editions::grammar::{Grammar, Notation, Production, Role};
}

/// The meaning of a URL of a single scheme, according to RFC 1738 and RFC 1630.
#[cfg(feature = "grammars")]
pub mod meaning {
    pub use crate::parse::lower::{
        Command, Derivation, Login, Meaning, Site, Unmatched, rfc1630, rfc1738,
    };
}

/// The meaning of the URIs of a scheme, according to the documents of `Edition::SCHEMES`.
#[cfg(any(feature = "grammars", feature = "purl"))]
pub mod scheme {
    #[cfg(feature = "grammars")]
    pub use crate::parse::lower::scheme::*;
    #[cfg(feature = "purl")]
    pub use crate::parts::purl::{LetterCase, NamespaceRule, PackageType, Purl, PurlError};
    #[cfg(feature = "grammars")]
    pub use crate::types::MailtoBuilder;
}

/// The tour in the README, run as a test.
#[cfg(all(doctest, feature = "grammars"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// The chapters that the README links to.
#[cfg(all(any(doc, doctest), feature = "grammars"))]
pub mod guide {
    #[doc = include_str!("../docs/architecture.md")]
    pub mod architecture {}
    #[doc = include_str!("../docs/audit.md")]
    pub mod audit {}
    #[doc = include_str!("../docs/certificate.md")]
    pub mod certificate {}
    #[doc = include_str!("../docs/columns.md")]
    pub mod columns {}
    #[doc = include_str!("../docs/commands.md")]
    pub mod commands {}
    #[doc = include_str!("../docs/crates.md")]
    pub mod crates {}
    #[doc = include_str!("../docs/differ.md")]
    pub mod differ {}
    #[doc = include_str!("../docs/editions.md")]
    pub mod editions {}
    #[doc = include_str!("../docs/lint.md")]
    pub mod lint {}
    #[doc = include_str!("../docs/page.md")]
    pub mod page {}
    #[doc = include_str!("../docs/python.md")]
    pub mod python {}
    #[doc = include_str!("../docs/python-migration.md")]
    pub mod python_migration {}
    #[doc = include_str!("../docs/regex.md")]
    pub mod regex {}
    #[doc = include_str!("../docs/security.md")]
    pub mod security {}
    #[doc = include_str!("../docs/speed.md")]
    pub mod speed {}
    #[doc = include_str!("../docs/suites.md")]
    pub mod suites {}
    #[doc = include_str!("../docs/templates.md")]
    pub mod templates {}
    #[doc = include_str!("../docs/versions.md")]
    pub mod versions {}
    #[doc = include_str!("../docs/whatwg.md")]
    pub mod whatwg {}
}

/// Returns `short`, or `long` if the environment variable `URISPEC_LONG` is set.
#[cfg(test)]
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}
