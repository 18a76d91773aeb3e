//! The parsers of this library accept exactly their productions and find the components where the trees have them: on suites
//! that would tell them from every other automaton of their size, on these suites moved to where blocks of bytes meet, on all
//! short strings, and on random long ones. The suites of resolution and of normalization find implementations that are wrong.

#[path = "../support/common.rs"]
mod common;
mod divided;
mod parts;
mod processing;
mod suites;
mod validity;
