//! The audit of a grammar: what is known of it ([`View`]), and its JSON ([`record`]).

pub mod pattern;
pub mod record;
mod view;

pub use view::{View, word};
