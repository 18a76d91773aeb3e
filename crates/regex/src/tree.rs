//! A pattern as a tree, independent of the dialect.
//!
//! The differences between dialects are resolved: a class is a set of characters, with case folding applied
//! where case is ignored, and so is `.`; a line anchor or a word boundary is a look-around. The only anchors
//! are [`Tree::Start`] and [`Tree::End`], the ends of the whole string. A tree has no back references and no
//! recursion.

use super::CharacterSet;

/// A regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// A character of a set. The empty set matches nothing.
    Set(CharacterSet),
    /// A sequence of trees; an empty sequence is the empty string.
    Sequence(Vec<Tree>),
    /// Alternatives, tried in this order.
    Choice(Vec<Tree>),
    /// A repetition.
    Repeat {
        /// The repeated tree.
        of: Box<Tree>,
        /// The minimum number of repetitions.
        min: u32,
        /// The maximum number of repetitions, if there is one.
        max: Option<u32>,
        /// The order in which numbers of repetitions are tried.
        mode: Mode,
    },
    /// A named or capturing group. It has the language of the tree within.
    Group {
        /// The tree.
        of: Box<Tree>,
        /// The name of the group.
        name: Option<String>,
    },
    /// An atomic group, `(?>…)`: only the first match of the tree is used.
    Atomic(Box<Tree>),
    /// A look-around, which reads nothing.
    Look {
        /// The tree.
        of: Box<Tree>,
        /// The direction of the look-around.
        way: Direction,
        /// Whether the tree must not match.
        is_negative: bool,
    },
    /// The beginning of the string.
    Start,
    /// The end of the string.
    End,
}

/// The order in which numbers of repetitions are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The greatest number first: `*`.
    Greedy,
    /// The least number first: `*?`.
    Lazy,
    /// Only the greatest possible number, without backtracking: `*+`.
    Possessive,
}

/// The direction of a look-around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Look-ahead.
    Ahead,
    /// Look-behind.
    Behind,
}

impl Tree {
    /// The empty string.
    pub const EMPTY: Self = Self::Sequence(Vec::new());

    /// Returns a sequence of trees; a single tree is returned as it is.
    pub fn sequence(mut trees: Vec<Self>) -> Self {
        match trees.pop() {
            Some(only) if trees.is_empty() => only,
            last => {
                trees.extend(last);
                Self::Sequence(trees)
            }
        }
    }

    /// Returns the immediate subtrees.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Set(_) | Self::Start | Self::End => &[],
            Self::Sequence(parts) | Self::Choice(parts) => parts,
            Self::Repeat { of, .. }
            | Self::Group { of, .. }
            | Self::Atomic(of)
            | Self::Look { of, .. } => std::slice::from_ref(of),
        }
    }

    /// Returns whether the tree reads nothing and always matches.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Sequence(parts) => parts.iter().all(Self::is_empty),
            Self::Group { of, .. } => of.is_empty(),
            _ => false,
        }
    }
}
