//! Decides whether two languages are equal: the search for a witness, the verdict, and the divergences.

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
