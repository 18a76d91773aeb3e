//! A printed grammar with all that it uses: what other documents define, which productions call which, and
//! what the grammar derives.
//!
//! In: a text, in a [notation](crate::notations). Out: its productions, those that they import, and the rules
//! that say which of them have an automaton.

pub(crate) mod chart;
pub(crate) mod library;
pub(crate) mod reader;
pub(crate) mod rules;
