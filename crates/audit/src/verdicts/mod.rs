//! Whether two languages are equal: the search for a witness, the verdict, and where the two part.
//!
//! In: a [pair](crate::GrammarPair), or a production and a pattern. Out: a [`Report`](crate::Report), or a verdict.

pub(crate) mod alternative_members;
pub(crate) mod ambiguity;
pub(crate) mod depth;
pub(crate) mod divergences;
pub(crate) mod judge;
pub(crate) mod mend;
pub(crate) mod report;
pub(crate) mod search;
#[cfg(test)]
mod short;
pub(crate) mod verdict;
