//! URIs by the letter: strict types for RFC 3986, and the grammars of the documents that say what a
//! URI is.
//!
//! ```
//! use urispec::{Decode, Rung, Uri, UriBuf, UriRef, is_equivalent, uri};
//!
//! let uri = Uri::parse("http://user@[2001:db8::7]:8042/over/th%65re?name=ferret#nose")?;
//! assert_eq!((uri.scheme(), uri.user(), uri.query()), ("http", Some("user"), Some("name=ferret")));
//! assert_eq!(uri.host().unwrap().address(), Some("2001:db8::7".parse()?));
//! assert_eq!(uri.path().decode()?, "/over/there");
//!
//! let error = Uri::parse("http://h:x/").unwrap_err();
//! assert_eq!(error.to_string(), "at byte 9: a port holds digits only (3.2.3)");
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
//! | for | are there |
//! |---|---|
//! | a URI, or a reference, borrowed | [`Uri`], [`UriRef`]; of a literal [`uri!`], [`uri_ref!`] |
//! | the same of an IRI | [`Iri`], [`IriRef`], [`IriBuf`], [`IriRefBuf`]; [`iri!`], [`iri_ref!`] |
//! | functions of both | [`Ri`], [`RiRef`], [`RiBuf`], [`RiRefBuf`], of any [`Letters`] |
//! | one that is owned, shared, or borrowed as long as it can be | [`UriBuf`], [`UriRefBuf`], with their [`Storage`] |
//! | building, editing | [`Uri::builder`], [`UriRef::builder`], `set_host`, `with_query`, `push_segment` and so on |
//! | decoding, encoding | [`Decode`], [`percent`] |
//! | resolving, and back | [`UriRef::resolve_against`], [`Resolver`], [`relativize()`] |
//! | normalizing, comparing | [`Uri::normalize`], [`Normalizer`], [`is_equivalent`], [`compare()`] |
//! | connecting; files | [`Endpoint`]; [`UriBuf::from_file_path`], [`PathStyle`] |
//! | what people have in their links | [`UriRef::repair`] |
//!
//! A chapter has the same things [beside other crates](guide::crates), line by line.
//!
#![doc = include_str!("../docs/pictures/uri.html")]
//!
//! # Editions
//!
//! The types above are of RFC 3986. Beside it the library has the documents that came before and after,
//! each by its own letter, [`Edition::ALL`]; and six documents that say what the URIs of one scheme are,
//! [`Edition::SCHEMES`]. The stages, in the order of this line, take the edition as an argument:
//!
//! ```text
//! text ──pest──▶ pairs ──▶ tree ──lower──▶ typed URI ──resolve──▶ target ──normalize──▶ normal form ──compare──▶ rung
//! ```
//!
//! 1. **An edition** is a document that says what a URI is: [`Edition`], with its
//!    [grammars](grammar::Grammar) and their productions.
//! 2. **Parsing** checks a string, or makes the tree by which a production derives the string: a
//!    [`Node`]. [`Edition::production`] looks up a production by name, and [`Edition::deriving`] finds
//!    the production for whole strings that derives a string. Both give a [`Recognizer`], which
//!    checks strings, makes their trees and makes their references without another look-up.
//! 3. **Diagnosing** explains an error. A [`SyntaxError`] says at which byte a string leaves the
//!    language, and of a reference of RFC 3986 what is wrong. [`SyntaxError::explain`] gives the
//!    [`Explanation`] for every production: what could have stood there, which production was being
//!    read, and in [`Explanation::cause`] what a person would say is wrong.
//! 4. **Lowering** turns a tree into a [`Reference`] with every component; where only components are
//!    wanted, they are found without a tree. [`rfc1738`] and [`rfc1630`] lower to what a URL of a
//!    single scheme means: FTP commands, a line for a gopher server, an address. [`split()`] divides
//!    any string into the five main components, by Appendix B.
//! 5. **Resolving** turns a reference and a base into the target: [`Resolver`]. [`relativize()`] goes
//!    back, from the target to the shortest reference.
//! 6. **Normalizing** makes the normal form up to a [`Rung`] of the ladder: [`Normalizer`].
//! 7. **Comparing** finds the lowest rung at which two references are equivalent: [`compare()`].
//!
//! On these stages stand, side by side: [`across`], which asks every edition about one string;
//! [`diff`], which decides where two editions differ, and on it [`changes`], which tells in sentences
//! what changed, and [`mod@since`], which finds the document that first had a string; [`lint`](mod@lint),
//! which finds what is valid and yet unwise; [`extract`](mod@extract), which finds the URIs in a text; and
//! [`mod@suite`], which has the strings that tell a parser of a production from every other.
//!
//! ```
//! use urispec::Edition;
//! let host = Edition::Rfc3986.production("host")?;
//! assert_eq!(host.tree("1.2.3.256")?.children()[0].rule(), "reg-name");
//!
//! let uri = Edition::Rfc2396.deriving("http://h:80/")?;
//! assert_eq!((uri.rule(), uri.reference("http://h:80/")?.port()), ("URI-reference", Some("80")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Section numbers are those of RFC 3986 unless another document is named. Offsets and lengths are
//! in bytes.
//!
//! # Features
//!
//! Without optional features the library is the types of RFC 3986 and of RFC 3987, and what is done with
//! them: no pest, and no procedural macro. Rust 1.89 is the oldest compiler. The program `urispec` is the
//! package `urispec-cli`.
//!
//! - `std`, on by default, adds what needs the standard library: paths of files, and faster search on
//!   x86-64. Without it the library needs `alloc` and atomics.
//! - `grammars` adds the other editions, productions, trees and explanations. It needs `std`.
//! - `unicode` adds what needs tables of Unicode: NFC, domain names in ASCII, and the module
//!   `whatwg`, the parser of the URL Standard.
//! - `audit` adds the module `audit`, which decides whether a grammar is what its document prints.
//! - `sample` adds the module `sample`, which makes random members of a production's language.
//! - `security` adds the module [`lint::security`](mod@lint), which finds what attacks look like in any
//!   string.
//! - `serde` reads and writes the URI types as strings.
//! - `http` converts from and to `http::Uri`, and lets the builders of `http` take references.
//! - `url` converts from and to `url::Url`.

#![cfg_attr(not(feature = "std"), no_std)]
// What only the grammars ask for has no caller without them. The build with them finds dead code.
#![cfg_attr(not(feature = "grammars"), allow(dead_code, unreachable_pub))]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

// The rooms, in the order in which they build on each other: each imports only what stands above
// it here, and those of the last group nothing of their own group. A test holds every `use` to this.

// The ground floor: the parts of a string, the documents, and a string by a document.
mod parts;
mod editions;
mod reference;

// The stages.
mod parse;
mod types;
mod resolve;
mod normalize;
#[cfg(any(feature = "http", feature = "url"))]
mod conversions;
#[cfg(feature = "grammars")]
pub mod parsers;

// What stands on the stages, side by side.
#[cfg(feature = "audit")]
pub mod audit;
#[cfg(feature = "grammars")]
mod between;
#[cfg(feature = "grammars")]
pub mod extract;
#[cfg(feature = "grammars")]
pub mod lint;
#[cfg(feature = "grammars")]
mod strings;

#[cfg(feature = "grammars")]
pub use between::{across, changes, diff, since};
#[cfg(feature = "url")]
pub use conversions::ToUrlError;
#[cfg(feature = "http")]
pub use conversions::{FromHttpError, ToHttpError};
#[cfg(feature = "grammars")]
pub use editions::automaton::{Acceptor, LetterRange, Rejection};
#[cfg(feature = "grammars")]
pub use editions::grammar;
#[cfg(feature = "grammars")]
pub use editions::grammar::Node;
pub use editions::{Edition, Rung, UnknownEdition, UnknownRung};
pub use normalize::compare::{Equivalence, compare, compare_with, is_equivalent};
pub use normalize::{Caveat, Change, Normalized, Normalizer, Redirects};
#[cfg(feature = "grammars")]
pub use parse::diagnose::{Cause, Explanation};
#[cfg(feature = "grammars")]
pub use parse::lower::{
    Command, Derivation, Login, Meaning, Site, Unmatched, rfc1630, rfc1738, scheme,
};
#[cfg(feature = "unicode")]
pub use parse::whatwg;
#[cfg(feature = "grammars")]
pub use parse::{Recognizer, check};
pub use parts::host::{Host, HostKind};
pub use parts::path::Segments;
pub use parts::percent;
pub use parts::percent::{Decode, DecodeError};
pub use parts::query::{DecodedPairs, LossyPairs, Pairs, Values};
pub use parts::schemes::default_port;
pub use parts::split::{Components, split};
pub use reference::Reference;
pub use reference::endpoint::{Endpoint, EndpointError, PortError};
#[cfg(feature = "grammars")]
pub use reference::error::UnknownProduction;
pub use reference::error::{ParseError, SyntaxError};
pub use reference::origin::Origin;
pub use reference::userinfo::Redacted;
#[cfg(feature = "grammars")]
pub use reference::zone::encode_zone;
#[cfg(feature = "grammars")]
pub use resolve::AboveRoot;
pub use resolve::relativize::{RelativizeError, relativize, relativize_with};
pub use resolve::{ResolveError, Resolved, Resolver, Step, Target, Warning, remove_dot_segments};
#[cfg(feature = "sample")]
pub use strings::sample;
#[cfg(feature = "grammars")]
pub use strings::suite;
pub use types::file::{FilePathError, PathStyle};
pub use types::mapping::{MappingError, MappingStep, ToIri, ToUri};
pub use types::repair::{Misfit, Repair, RepairError, Repaired};
pub use types::{
    Ascii, BuildError, Buildable, Builder, ComponentError, ConstError, Letters, Rejected, Ri, RiBuf,
    RiRef, RiRefBuf, Storage, Uri, UriBuf, UriRef, UriRefBuf,
};
pub use types::{Iri, IriBuf, IriRef, IriRefBuf, Ucs};

/// The tour in the README, run as a test.
#[cfg(all(doctest, feature = "grammars"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// The chapters that the README points to.
#[cfg(all(any(doc, doctest), feature = "grammars"))]
pub mod guide {
    #[doc = include_str!("../docs/advice.md")]
    pub mod advice {}
    #[doc = include_str!("../docs/architecture.md")]
    pub mod architecture {}
    #[doc = include_str!("../docs/audit.md")]
    pub mod audit {}
    #[doc = include_str!("../docs/commands.md")]
    pub mod commands {}
    #[doc = include_str!("../docs/columns.md")]
    pub mod columns {}
    #[doc = include_str!("../docs/conform.md")]
    pub mod conform {}
    #[doc = include_str!("../docs/crates.md")]
    pub mod crates {}
    #[doc = include_str!("../docs/differ.md")]
    pub mod differ {}
    #[doc = include_str!("../docs/editions.md")]
    pub mod editions {}
    #[doc = include_str!("../docs/lists.md")]
    pub mod lists {}
    #[doc = include_str!("../docs/page.md")]
    pub mod page {}
    #[doc = include_str!("../docs/regex.md")]
    pub mod regex {}
    #[doc = include_str!("../docs/scale.md")]
    pub mod scale {}
    #[cfg(feature = "security")]
    #[doc = include_str!("../docs/security.md")]
    pub mod security {}
    #[doc = include_str!("../docs/speed.md")]
    pub mod speed {}
    #[doc = include_str!("../docs/suites.md")]
    pub mod suites {}
    #[doc = include_str!("../docs/whatwg.md")]
    pub mod whatwg {}
}
