//! The tables, one for each grammar. `cargo run -p urispec-generate` writes them.

pub(crate) mod rfc1630_uri;
pub(crate) mod rfc1630_url;
pub(crate) mod rfc1738;
pub(crate) mod rfc2396;
pub(crate) mod rfc2396bis_01;
pub(crate) mod rfc3986;
pub(crate) mod url_syntax_05;
