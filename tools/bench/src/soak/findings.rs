//! The disagreements, each with how often it was seen and its shortest string.

use std::collections::BTreeMap;
use std::fmt;

use super::judges::NAMES;

/// What a judge does that the scan does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// The judge accepts what the scan rejects.
    Accepts,
    /// The judge rejects what the scan accepts.
    Rejects,
    /// Both accept or both reject, and find something else.
    Differs,
}

/// A kind of disagreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Disagreement {
    /// The judge, by its place in [`NAMES`].
    pub judge: usize,
    /// What the judge does.
    pub direction: Direction,
    /// The fault that the scan names, the kind of the host, or what differs.
    pub cause: &'static str,
}

/// What was found, by kind.
#[derive(Clone, Debug, Default)]
pub struct Findings(BTreeMap<Disagreement, (u64, String)>);

impl Findings {
    /// Adds a disagreement about a string.
    pub fn add(&mut self, what: Disagreement, text: &str) {
        let (count, shortest) = self.0.entry(what).or_insert_with(|| (0, text.to_owned()));
        *count += 1;
        if text.len() < shortest.len() {
            text.clone_into(shortest);
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        for (what, (count, text)) in other.0 {
            self.add(what, &text);
            self.0.entry(what).and_modify(|(sum, _)| *sum += count - 1);
        }
    }

    /// Each kind of disagreement, how often it was seen, and its shortest string.
    pub fn iter(&self) -> impl Iterator<Item = (&Disagreement, u64, &str)> {
        self.0.iter().map(|(what, (count, text))| (what, *count, text.as_str()))
    }

    /// Whether all judges agreed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return writeln!(f, "no disagreement");
        }
        for (what, count, text) in self.iter() {
            let does = match what.direction {
                Direction::Accepts => "accepts what is rejected",
                Direction::Rejects => "rejects what is accepted",
                Direction::Differs => "finds something else",
            };
            let judge = NAMES[what.judge];
            writeln!(f, "{judge} {does}: {} ({count}), as {text:?}", what.cause)?;
        }
        Ok(())
    }
}
