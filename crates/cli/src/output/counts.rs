//! Numbers of the strings of an input that were answered with yes and with no.

use crate::output::counted::grouped;
use crate::output::outcome::Outcome;

/// What is counted of the strings of an input, part by part.
pub(crate) trait Tally: Default + Send + 'static {
    /// Adds what was counted of the next part.
    fn add(&mut self, more: Self);
}

/// Of many inputs, nothing else is counted.
impl Tally for () {
    fn add(&mut self, (): Self) {}
}

/// How many things there are.
impl Tally for u64 {
    fn add(&mut self, more: Self) {
        *self += more;
    }
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) yes: u64,
    pub(crate) no: u64,
}

impl Counts {
    pub(crate) const fn count(&mut self, is_yes: bool) {
        if is_yes { self.yes += 1 } else { self.no += 1 }
    }

    pub(crate) fn outcome(&mut self, outcome: Outcome) {
        self.count(outcome == Outcome::Yes);
    }

    pub(crate) const fn add(&mut self, more: &Self) {
        self.yes += more.yes;
        self.no += more.no;
    }

    pub(crate) const fn all(&self) -> u64 {
        self.yes + self.no
    }

    /// The numbers on one line, with a word for what was done and words for the two kinds.
    pub(crate) fn said(&self, done: &str, [yes, no]: [&str; 2]) -> String {
        let [all, of_yes, of_no] = [self.all(), self.yes, self.no].map(grouped);
        format!("{all} {done}: {of_yes} {yes}, {of_no} {no}")
    }
}
