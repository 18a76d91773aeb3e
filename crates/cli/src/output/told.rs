//! How many messages there were about the lines of files, by their causes.
//!
//! In: the cause of each message, in the order of the lines. Out: whether the message is shown; and what was not
//! shown, in one line. So a million invalid lines have a few messages, and a number.

use std::collections::BTreeMap;

use crate::output::counted::{counted, grouped};

/// So many causes are named in the line about what was not shown.
const NAMED: usize = 5;

pub(crate) struct Told {
    /// So many messages of each cause are shown.
    most: u64,
    counts: BTreeMap<&'static str, u64>,
}

impl Told {
    /// Nothing was told yet. Of each cause so many messages are shown.
    pub(crate) const fn up_to(most: u64) -> Self {
        Self { most, counts: BTreeMap::new() }
    }

    /// Counts a message, and says whether it is shown.
    pub(crate) fn is_shown(&mut self, cause: &'static str) -> bool {
        let count = self.counts.entry(cause).or_default();
        *count += 1;
        *count <= self.most
    }

    /// How many messages were not shown, the most frequent cause first. None if all were.
    pub(crate) fn hidden(&self) -> Option<String> {
        let more = |(cause, count): (&&'static str, &u64)| {
            Some((*cause, count.checked_sub(self.most).filter(|more| *more > 0)?))
        };
        let mut causes: Vec<(&str, u64)> = self.counts.iter().filter_map(more).collect();
        causes.sort_by_key(|(_, more)| std::cmp::Reverse(*more));
        let all: u64 = causes.iter().map(|(_, more)| more).sum();
        let (named, rest) = causes.split_at(causes.len().min(NAMED));
        let mut named: Vec<_> =
            named.iter().map(|(cause, more)| format!("{} {cause}", grouped(*more))).collect();
        if !rest.is_empty() {
            named.push(format!("{} others", grouped(rest.iter().map(|(_, more)| more).sum())));
        }
        (all > 0).then(|| {
            format!(
                "{} not shown: {}; --messages all shows them",
                counted(all, "message"),
                named.join(", ")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_each_cause_are_shown() {
        let mut told = Told::up_to(2);
        let shown = ["a", "b", "a", "a", "b", "a"].map(|cause| told.is_shown(cause));
        assert_eq!(shown, [true, true, true, false, true, false]);
        let said = "2 messages not shown: 2 a; --messages all shows them";
        assert_eq!(told.hidden().as_deref(), Some(said));
        assert!(!told.is_shown("b"));
        let said = "3 messages not shown: 2 a, 1 b; --messages all shows them";
        assert_eq!(told.hidden().as_deref(), Some(said));
    }

    #[test]
    fn all_may_be_shown() {
        let mut told = Told::up_to(u64::MAX);
        assert!((0..9).all(|_| told.is_shown("a")));
        assert_eq!(told.hidden(), None);
    }

    #[test]
    fn many_causes_are_named_in_part() {
        let mut told = Told::up_to(0);
        for (cause, count) in [("a", 1), ("b", 7), ("c", 6), ("d", 5), ("e", 4), ("f", 3), ("g", 2)]
        {
            (0..count).for_each(|_| assert!(!told.is_shown(cause)));
        }
        let said =
            "28 messages not shown: 7 b, 6 c, 5 d, 4 e, 3 f, 3 others; --messages all shows them";
        assert_eq!(told.hidden().as_deref(), Some(said));
    }
}
