//! Which strings a pattern matches: those that it spans, those that it begins, or those that it is found in.

use std::fmt;

/// How a pattern is matched against a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Matching {
    /// The pattern is searched for: a match may lie anywhere in the string.
    Search,
    /// A match begins where the string begins.
    Prefix,
    /// A match spans the whole string.
    Whole,
}

impl Matching {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Search, Self::Prefix, Self::Whole];

    /// The name of the way of matching: `search`, `prefix` or `whole`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Prefix => "prefix",
            Self::Whole => "whole",
        }
    }
}

impl fmt::Display for Matching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
