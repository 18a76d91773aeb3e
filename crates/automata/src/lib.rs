//! Minimal automata over bytes: static tables, tables in memory, and automata over letters.
//!
//! In: a table that somebody built, such as `grammar-audit`. Out: whether a string belongs to a language, and if
//! not, the first byte after which no string of the language goes on. That offset is exact, where the furthest
//! point that a parser reached is a guess: of `http://a/%4` a parser that tries and returns knows only that
//! something began to go wrong at the `%`; no byte of it is wrong, there are too few.
//!
//! A [`Table`] is complete and minimal, and has one dead state. [`Automaton`] is a static table with a start for
//! each production of a grammar, and needs no allocator to be walked. [`Acceptor`] owns the table of one
//! language, and knows characters. [`LetterDfa`] has the letters of which the strings of a suite or a sample are
//! made. With the feature `build`, the module `build` explores, minimizes and compares automata; it knows no notation:
//! what is forgotten is the grammar.
//!
//! ```
//! use grammar_automata::Table;
//!
//! // By hand: an `a` and any number of `b`. State 0 is dead, 1 is the start, and 2 may end a string.
//! let mut classes = [0; 256];
//! (classes[usize::from(b'a')], classes[usize::from(b'b')]) = (1, 2);
//! let next = [0, 0, 0, 0, 6, 0, 0, 0, 6];
//! let accept = [false, false, true];
//! let table = Table { classes: &classes, class_count: 3, next: &next, accept: &accept };
//! assert!(table.walk(1, b"abb").is_ok_and(|state| table.accepts(state)));
//! // No string of the language begins with `aba`, and some do with `ab`.
//! assert_eq!(table.walk(1, b"aba"), Err((2, 2)));
//! ```

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "std")]
mod acceptor;
#[cfg(all(test, feature = "std"))]
mod model_tests;
#[cfg(feature = "std")]
mod letters;
#[cfg(all(test, feature = "sample"))]
mod of_editions;
#[cfg(feature = "build")]
pub mod build;
#[cfg(feature = "build")]
#[doc(hidden)]
pub mod engine;
#[cfg(feature = "std")]
mod product;
mod relation;
#[cfg(feature = "sample")]
pub mod sample;
#[cfg(feature = "suite")]
pub mod suite;
mod table;

#[cfg(feature = "std")]
pub use acceptor::{Acceptor, Alike, LetterRange, Rejection};
#[cfg(feature = "std")]
pub use letters::{Letter, LetterDfa, Word};
#[cfg(feature = "std")]
pub use product::{Product, Starts, StatePair};
pub use relation::Relation;
pub use table::{Automaton, Table};

/// How much a test does: so much, or with `URISPEC_LONG` the other.
#[cfg(test)]
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}
