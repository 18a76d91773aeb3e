//! Numbers of things, and of the strings of an input that were answered with yes and with no.

use crate::outcome::Outcome;
use crate::progress::grouped;

/// A number of things, whose name is in the singular of one: `1 pair`, `2,746 pairs`.
pub(crate) fn counted(number: u64, name: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {name}{plural}", grouped(number))
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

    /// On one line: what was done with all, and what the two kinds are called.
    pub(crate) fn said(&self, done: &str, [yes, no]: [&str; 2]) -> String {
        let [all, of_yes, of_no] = [self.all(), self.yes, self.no].map(grouped);
        format!("{all} {done}: {of_yes} {yes}, {of_no} {no}")
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_thing_is_in_the_singular() {
        let all = [0, 1, 2, 2746].map(|number| counted(number, "pair"));
        assert_eq!(all, ["0 pairs", "1 pair", "2 pairs", "2,746 pairs"]);
    }
}
