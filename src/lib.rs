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
//! None is on unless it is asked for. The program `urispec` is the package `urispec-cli`.
//!
//! - `audit`: the module `audit`, which decides that a grammar is what its document prints.
//! - `sample`: the module `sample`, random members of a production's language.
//! - `serde`: the URI types as strings.

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
pub use uri::{BuildError, Builder, Rejected, Uri, UriBuf, UriRef, UriRefBuf};

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
