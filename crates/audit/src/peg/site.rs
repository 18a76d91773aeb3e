//! The place of an expression that is lowered.

use super::instance::Instance;

/// Where an expression stands: in which instance, how much deeper calls may nest, and whether the
/// expression is the last thing of the instance, or within a lookahead.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Site {
    pub(super) caller: Instance,
    pub(super) number: usize,
    pub(super) level: usize,
    pub(super) last: bool,
    pub(super) is_lookahead: bool,
}

impl Site {
    pub(super) fn inner(self) -> Self {
        Self { last: false, ..self }
    }

    pub(super) fn in_lookahead(self) -> Self {
        Self { is_lookahead: true, ..self }
    }
}
