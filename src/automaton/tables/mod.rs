//! The tables. `URISPEC_BLESS=1 cargo test --test tables` writes them.

pub(crate) mod rfc3986;
