//! A reference of any edition: its components, its errors, and the methods about its authority.
//!
//! A [`Reference`] yields the [endpoint] to connect to, the [origin], the [userinfo] without its
//! password, and the [zone] of its address. A string that is not a reference has an [error].

pub(crate) mod components;
pub(crate) mod endpoint;
pub(crate) mod error;
#[cfg(feature = "grammars")]
pub(crate) mod zone;

pub use components::{Reference, Spans};
