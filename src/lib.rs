//! The URI specifications, executable: grammars as printed, parse trees, typed URIs, resolution,
//! normalization and comparison, by the letter of the document.
//!
//! ```text
//! text ──pest──▶ pairs ──▶ tree ──lower──▶ typed URI ──resolve──▶ target ──normalize──▶ normal form ──compare──▶ rung
//! ```
//!
//! The stages, in the order of that line:
//!
//! 1. [`Edition`]: the document, with its [grammars](grammar::Grammar) and their productions. It is
//!    an argument of whatever depends on it.
//! 2. [`Node`]: the tree by which a grammar derives a string.
//! 3. [`Reference`], and by everyday names [`Uri`] and [`UriRef`]: the components, lowered from a
//!    tree, or found without one where only they are asked for. [`split()`] finds the five main
//!    ones in any string, by Appendix B.
//! 4. [`Resolver`]: a reference against a base; and back, [`relativize()`].
//! 5. [`Normalizer`]: the normal form up to a [`Rung`] of the ladder.
//! 6. [`compare()`]: the rung at which two meet.
//!
//! [`rfc1738`] and [`rfc1630`] lower to what a URL of a single scheme means: FTP commands, a line for a
//! gopher server, an address.
//!
//! Beyond it: [`across`] asks every edition about one string, and [`diff`] decides where two of them
//! differ. [`lint`](mod@lint) finds what is valid and yet unwise, [`extract`](mod@extract) the URIs in
//! a text. [`mod@suite`] has the strings that tell a parser of a production from every other.
//!
//! Beside them stand [`percent`], which decodes and encodes, and the errors: a [`SyntaxError`]
//! says at which byte a string left the language, and what could have stood there.
//!
//! Section numbers are those of RFC 3986 unless another document is named. Offsets and lengths are
//! in bytes.
//!
//! # Features
//!
//! - `cli` (default): the program `urispec`.
//! - `audit`: the module `audit`, which decides that a grammar is what its document prints.
//! - `sample`: the module `sample`, random members of a production's language.
//! - `serde`: the URI types as strings.

pub mod across;
#[cfg(feature = "audit")]
pub mod audit;
pub mod diff;
pub mod edition;
pub mod extract;
pub mod grammar;
pub mod lint;
pub mod percent;
#[cfg(feature = "sample")]
pub mod sample;
pub mod suite;

mod automaton;
mod cause;
mod chunks;
mod compare;
mod count;
mod diagnose;
mod error;
mod host;
mod lower;
mod normalize;
mod path;
mod query;
mod reference;
mod relativize;
mod resolve;
mod scan;
mod schemes;
mod split;
mod tree;
mod uri;

pub use cause::Cause;
pub use compare::{compare, compare_with};
pub use edition::{Edition, UnknownEdition};
pub use error::{Explanation, ParseError, SyntaxError, UnknownProduction};
pub use host::{Host, HostKind};
pub use lower::{Command, Derivation, Login, Meaning, Site, Unmatched, rfc1630, rfc1738};
pub use normalize::{Caveat, Change, Normalized, Normalizer, Redirects, Rung, UnknownRung};
pub use path::Segments;
pub use query::Pairs;
pub use reference::Reference;
pub use relativize::{RelativizeError, relativize, relativize_with};
pub use resolve::{
    AboveRoot, ResolveError, Resolved, Resolver, Step, Target, Warning, remove_dot_segments,
};
pub use scan::{Recognizer, check};
pub use split::{Components, split};
pub use tree::Node;
pub use uri::{BuildError, Builder, Rejected, Uri, UriBuf, UriRef, UriRefBuf};

/// The README's tour is a test.
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
