//! Sets of characters.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

/// A set of Unicode characters (scalar values).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::audit) struct CharacterSet(pub(super) ClassUnicode);

impl CharacterSet {
    /// The characters of some ranges, both ends included.
    pub(in crate::audit) fn of(ranges: impl IntoIterator<Item = (char, char)>) -> Self {
        let ranges = ranges.into_iter().map(|(first, last)| ClassUnicodeRange::new(first, last));
        Self(ClassUnicode::new(ranges))
    }

    /// One character.
    pub(in crate::audit) fn single(character: char) -> Self {
        Self::of([(character, character)])
    }

    /// The ranges of the set, in order. No two of them touch.
    pub(in crate::audit) fn ranges(&self) -> impl Iterator<Item = (char, char)> + '_ {
        self.0.ranges().iter().map(|range| (range.start(), range.end()))
    }

    /// The characters of either set.
    pub(in crate::audit) fn union(mut self, other: &Self) -> Self {
        self.0.union(&other.0);
        self
    }

    /// The characters that are not in the other set.
    pub(in crate::audit) fn without(mut self, other: &Self) -> Self {
        self.0.difference(&other.0);
        self
    }

    /// The characters that are not in the set.
    pub(in crate::audit) fn complement(&self) -> Self {
        let mut other = self.0.clone();
        other.negate();
        Self(other)
    }
}
