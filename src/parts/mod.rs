//! The parts of a string, before any document: percent-encoding, delimiters, hosts, segments and pairs.
//!
//! In: bytes, or the text of one component. Out: what is in it by RFC 3986, whichever document asks. No
//! edition is known here.

#[cfg(feature = "grammars")]
pub(crate) mod address;
pub(crate) mod count;
pub(crate) mod host;
pub(crate) mod path;
pub mod percent;
pub(crate) mod query;
pub(crate) mod schemes;
pub(crate) mod split;
pub(crate) mod vector;
