//! A printed grammar in its context: the definitions of other documents, and the calls between productions.

pub(crate) mod chart;
pub(crate) mod library;
pub(crate) mod reader;
pub(crate) mod rules;
