//! What can be asked: one module for each request.

pub(crate) mod documents;
pub(crate) mod parse;
