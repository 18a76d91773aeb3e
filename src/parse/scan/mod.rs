//! Scanning: finds the components of a whole string, many bytes at a time.
//!
//! A scan returns the spans that lowering the tree of the string would return, or the place where the
//! string is wrong. Only RFC 3986 and RFC 3987 have scans, since in other editions delimiters alone
//! do not divide a string. [`constant`] finds the same spans in constant evaluation.

pub(super) mod block;
pub(crate) mod constant;
pub(crate) mod fault;
pub(super) mod rfc3986;
