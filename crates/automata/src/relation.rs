//! The relation between two languages, as reported by every comparison.

/// The relation of one language to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Both languages have the same strings.
    Equal,
    /// The right language contains every string of the left one, and more.
    Within,
    /// The left language contains every string of the right one, and more.
    Contains,
    /// Each language has strings that the other lacks, and they have strings in common.
    Overlaps,
    /// The languages have no string in common.
    Disjoint,
}

impl Relation {
    /// Returns the relation of two languages, given whether each has strings that the other lacks, and whether
    /// they have strings in common.
    pub const fn new(only_left: bool, only_right: bool, common: bool) -> Self {
        match (only_left, only_right) {
            (false, false) => Self::Equal,
            (false, true) => Self::Within,
            (true, false) => Self::Contains,
            (true, true) if common => Self::Overlaps,
            (true, true) => Self::Disjoint,
        }
    }

    /// Returns the name of the relation: `equal`, `within`, `contains`, `overlaps` or `disjoint`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Within => "within",
            Self::Contains => "contains",
            Self::Overlaps => "overlaps",
            Self::Disjoint => "disjoint",
        }
    }
}
