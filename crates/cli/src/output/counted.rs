//! Counts, in words.

use std::io;

use urispec::{ParseError, Recognizer};
use urispec_compare::suite::Case;
use urispec_views::parse::Components;
use urispec_views::record::Record;

use crate::output::Outcome;

/// Formats a number with its noun, which takes an `s` unless the number is 1.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {noun}{s}", grouped(count))
}

/// Formats a number with its digits in groups: `65,781`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

// How many strings of an input got the answers yes and no.

/// A count over the strings of an input, added up from its parts.
pub(crate) trait Tally: Default + Send + 'static {
    fn add(&mut self, more: Self);
}

/// For inputs that need no further count.
impl Tally for () {
    fn add(&mut self, (): Self) {}
}

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

    /// Formats the counts on one line, with a word for the action and a word for each kind.
    pub(crate) fn summary(&self, done: &str, [yes, no]: [&str; 2]) -> String {
        let [all, of_yes, of_no] = [self.all(), self.yes, self.no].map(grouped);
        format!("{all} {done}: {of_yes} {yes}, {of_no} {no}")
    }
}

/// Formats a generated string as a record, with its components if the production derives whole references.
pub(crate) fn record(production: Recognizer, Case { input, offset }: &Case) -> io::Result<Record> {
    let edition = production.edition();
    let components = match production.reference(input) {
        _ if offset.is_some() => None,
        Ok(reference) => Some(Components::of(edition, &reference)),
        Err(ParseError::NotWhole(_)) => None,
        Err(error) => return Err(io::Error::other(error)),
    };
    Ok(Record::of(edition)
        .with("rule", production.rule())
        .with("input", input)
        .with("valid", offset.is_none())
        .with("components", components)
        .with("offset", offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(counted(0, "state"), "0 states");
        assert_eq!(counted(1, "state"), "1 state");
        assert_eq!(counted(1_234, "state"), "1,234 states");
    }

    #[test]
    fn digits_are_grouped_from_the_right() {
        let all = [0, 12, 999, 1000, 65_781, 1_000_000].map(grouped);
        assert_eq!(all, ["0", "12", "999", "1,000", "65,781", "1,000,000"]);
    }
}
