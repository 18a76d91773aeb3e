//! The tables, one for each grammar. `cargo run -p urispec-generate` writes them.

#[cfg(feature = "grammars")]
pub(crate) mod rfc1630_uri;
#[cfg(feature = "grammars")]
pub(crate) mod rfc1630_url;
#[cfg(feature = "grammars")]
pub(crate) mod rfc1738;
#[cfg(feature = "grammars")]
pub(crate) mod rfc1808;
#[cfg(feature = "grammars")]
pub(crate) mod rfc2396;
#[cfg(feature = "grammars")]
pub(crate) mod rfc2396bis_01;
pub(crate) mod rfc3986;
#[cfg(feature = "grammars")]
pub(crate) mod url_syntax_05;
