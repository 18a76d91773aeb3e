//! The parts of a string, independent of any edition: percent-encoding, delimiters, hosts, segments and pairs.
//!
//! In: bytes, or the text of one component. Out: its parts by RFC 3986, the same for every edition. This module knows
//! no edition.

#[cfg(feature = "trees")]
pub(crate) mod address;
pub(crate) mod count;
pub(crate) mod host;
#[cfg(feature = "unicode")]
pub(crate) mod idna;
pub(crate) mod path;
pub mod percent;
pub(crate) mod query;
#[cfg(feature = "grammars")]
pub mod registry;
pub(crate) mod schemes;
pub(crate) mod split;
pub(crate) mod vector;
