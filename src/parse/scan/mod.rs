//! Scanning: from a whole string to where its components lie, many bytes at a time.
//!
//! In: a string of at most 4 GiB. Out: the spans that lowering its tree gives, or where it is wrong.
//! What is forgotten is the tree. Only RFC 3986 and RFC 3987 have scans: their delimiters alone divide a
//! string.
//! [`constant`] finds the same where a constant is computed.

mod block;
pub(crate) mod constant;
pub(crate) mod fault;
pub(super) mod rfc3986;
