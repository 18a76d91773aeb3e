//! The URI specifications, executable: grammars as printed, parse trees, typed URIs, resolution,
//! normalization and comparison, by the letter of the document.
//!
//! ```text
//! text ──pest──▶ pairs ──▶ tree ──lower──▶ typed URI ──resolve──▶ target ──normalize──▶ normal form ──compare──▶ rung
//! ```
//!
//! The stages, in the order of that line:
//!
//! 1. **An edition** is a document that says what a URI is: [`Edition`], with its
//!    [grammars](grammar::Grammar) and their productions. Every stage takes the edition as an argument.
//! 2. **Parsing** checks a string, or makes the tree by which a production derives the string: a
//!    [`Node`]. [`Edition::production`] looks up a production by name, and [`Edition::deriving`] finds
//!    the production for whole strings that derives a string. Both give a [`Recognizer`], which
//!    checks strings, makes their trees and makes their references without another look-up.
//! 3. **Diagnosing** explains an error. A [`SyntaxError`] says at which byte a string leaves the
//!    language. [`SyntaxError::explain`] gives the [`Explanation`]: what could have stood there, which
//!    production was being read, and, in [`Explanation::cause`], what a person would say is wrong.
//! 4. **Lowering** turns a tree into a [`Reference`] with every component; where only components are
//!    wanted, they are found without a tree. [`Uri`] and [`UriRef`] are the types of RFC 3986 for
//!    everyday use. [`rfc1738`] and [`rfc1630`] lower to what a URL of a single scheme means: FTP
//!    commands, a line for a gopher server, an address. [`split()`] divides any string into the five
//!    main components, by Appendix B.
//! 5. **Resolving** turns a reference and a base into the target: [`Resolver`]. [`relativize()`] goes
//!    back, from the target to the shortest reference.
//! 6. **Normalizing** makes the normal form up to a [`Rung`] of the ladder: [`Normalizer`].
//! 7. **Comparing** finds the lowest rung at which two references are equivalent: [`compare()`].
//!
//! On these stages stand, side by side: [`across`], which asks every edition about one string;
//! [`diff`], which decides where two editions differ; [`lint`](mod@lint), which finds what is valid
//! and yet unwise; [`extract`](mod@extract), which finds the URIs in a text; and [`mod@suite`], which
//! has the strings that tell a parser of a production from every other. [`percent`] decodes and
//! encodes.
//!
//! ```
//! use urispec::Edition;
//! let host = Edition::Rfc3986.production("host")?;
//! assert_eq!(host.tree("1.2.3.256")?.children()[0].rule(), "reg-name");
//!
//! let uri = Edition::Rfc2396.deriving("http://h:80/")?;
//! assert_eq!((uri.rule(), uri.reference("http://h:80/")?.port()), ("URI-reference", Some("80")));
//!
//! let error = Edition::Rfc3986.deriving("http://h:x/").unwrap_err();
//! let explanation = error.explain("http://h:x/");
//! assert_eq!(explanation.cause().unwrap().to_string(), "a port holds digits only (3.2.3)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Section numbers are those of RFC 3986 unless another document is named. Offsets and lengths are
//! in bytes.
//!
//! # Features
//!
//! No feature is on by default. The program `urispec` is the package `urispec-cli`.
//!
//! - `audit` adds the module `audit`, which decides whether a grammar is what its document prints.
//! - `sample` adds the module `sample`, which makes random members of a production's language.
//! - `serde` reads and writes the URI types as strings.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

// The rooms, in the order in which they build on each other: each imports only what stands above
// it here, and those of the last group nothing of each other. A test holds every `use` to this.

// The ground floor: texts, what a document prints, its facts, what may be wrong with a string.
mod chunks;
mod count;
mod host;
mod path;
pub mod percent;
mod query;
mod schemes;
mod split;
mod automaton;
pub mod grammar;
pub mod edition;
mod error;
mod reference;

// The stages.
mod parse;
mod diagnose;
mod lower;
mod uri;
mod resolve;
mod relativize;
mod normalize;
mod compare;

// What stands on the stages, side by side.
pub mod across;
#[cfg(feature = "audit")]
pub mod audit;
pub mod diff;
pub mod extract;
pub mod lint;
#[cfg(feature = "sample")]
pub mod sample;
pub mod suite;

pub use compare::{compare, compare_with};
pub use diagnose::{Cause, Explanation};
pub use edition::{Edition, Rung, UnknownEdition, UnknownRung};
pub use error::{ParseError, SyntaxError, UnknownProduction};
pub use grammar::Node;
pub use host::{Host, HostKind};
pub use lower::{Command, Derivation, Login, Meaning, Site, Unmatched, rfc1630, rfc1738};
pub use normalize::{Caveat, Change, Normalized, Normalizer, Redirects};
pub use parse::{Recognizer, check};
pub use path::Segments;
pub use query::Pairs;
pub use reference::Reference;
pub use relativize::{RelativizeError, relativize, relativize_with};
pub use resolve::{
    AboveRoot, ResolveError, Resolved, Resolver, Step, Target, Warning, remove_dot_segments,
};
pub use split::{Components, split};
pub use uri::{BuildError, Builder, ConstError, Rejected, Storage, Uri, UriBuf, UriRef, UriRefBuf};

/// The tour in the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The chapters that the README points to.
#[cfg(any(doc, doctest))]
pub mod guide {
    #[doc = include_str!("../docs/advice.md")]
    pub mod advice {}
    #[doc = include_str!("../docs/audit.md")]
    pub mod audit {}
    #[doc = include_str!("../docs/editions.md")]
    pub mod editions {}
    #[doc = include_str!("../docs/speed.md")]
    pub mod speed {}
    #[doc = include_str!("../docs/suites.md")]
    pub mod suites {}
}
