//! A reference of any edition: its components, its errors, and the methods about its authority.
//!
//! In: a string that an edition accepts, or one that it rejects. Out: a [`Reference`], whose components are borrowed
//! from the string; and from the reference the [endpoint] to connect to, the [origin], the [userinfo] without its
//! password, the [zone] of its address; or the [error].

pub(crate) mod components;
pub(crate) mod endpoint;
pub(crate) mod error;
#[cfg(feature = "grammars")]
pub(crate) mod zone;

pub use components::{Reference, Spans};
