//! The URI specifications, executable.
//!
//! ```text
//! text ─ pest ─▶ tree ─ lower ─▶ reference ─ resolve ─▶ target ─ normalize ─▶ normal form ─ compare ─▶ rung
//! ```

#[cfg(feature = "audit")]
pub mod audit;
// The errors of the parser are to take their offsets from it.
#[allow(dead_code)]
mod automaton;
pub mod edition;
pub mod grammar;
pub mod percent;

mod compare;
mod error;
mod host;
mod lower;
mod normalize;
mod path;
mod query;
mod reference;
mod relativize;
mod resolve;
mod schemes;
mod split;
mod tree;
mod uri;

pub use compare::{compare, compare_with};
pub use edition::Edition;
pub use error::{ParseError, SyntaxError, UnknownProduction};
pub use host::{Host, HostKind};
pub use normalize::{Change, Normalized, Normalizer, Redirects, Rung};
pub use path::Segments;
pub use query::Pairs;
pub use reference::Reference;
pub use relativize::{RelativizeError, relativize};
pub use resolve::{ResolveError, Resolver, Step, Target, Warning, remove_dot_segments};
pub use split::{Components, split};
pub use tree::Node;
pub use uri::{BuildError, Builder, Rejected, Uri, UriBuf, UriRef, UriRefBuf};
