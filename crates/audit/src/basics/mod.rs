//! What everything else stands on, beside `grammar_automata::build`: graphs, derivatives, budgets of work.

pub(crate) mod attack;
pub(crate) mod budget;
pub(crate) mod text;
pub(crate) mod derivatives;
pub(crate) mod graph;
pub(crate) mod probe;

/// How much a test does: so much, or with `URISPEC_LONG` the other.
#[cfg(test)]
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}
