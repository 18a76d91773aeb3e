//! What everything else stands on: sets of bytes, graphs, binary decision diagrams, budgets of time and work.

pub(crate) mod attack;
pub(crate) mod bdd;
pub(crate) mod budget;
pub(crate) mod bytes;
pub(crate) mod comment;
pub(crate) mod deadline;
pub(crate) mod derivatives;
pub(crate) mod graph;
pub(crate) mod letters;
pub(crate) mod memo;
pub(crate) mod probe;
pub(crate) mod text;
pub(crate) mod utf8;

/// How much a test does: so much, or with `URISPEC_LONG` the other.
#[cfg(test)]
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}
