//! A pattern as a tree, the same for all dialects.
//!
//! What dialects write differently is written out: a class is a set of characters, with case folded into it where case is
//! ignored, and so is `.`; a line anchor or a word boundary is a look-around. Of the anchors, only [`Tree::Start`] and
//! [`Tree::End`] are left, the ends of the whole string. Back references and recursion are no part of a tree.

use super::CharacterSet;

/// A regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// A character of a set. Of the empty set nothing matches.
    Set(CharacterSet),
    /// Trees one after the other. Without trees it is the empty string.
    Sequence(Vec<Tree>),
    /// Trees that are tried in this order.
    Choice(Vec<Tree>),
    /// A tree that is repeated.
    Repeat {
        /// The tree.
        of: Box<Tree>,
        /// The least number of repetitions.
        min: u32,
        /// The greatest number of repetitions, if there is one.
        max: Option<u32>,
        /// Which number is tried first.
        mode: Mode,
    },
    /// A group that is named, or captures. The language is that of the tree within.
    Group {
        /// The tree.
        of: Box<Tree>,
        /// The name of the group.
        name: Option<String>,
    },
    /// A tree of whose matches only the first is ever taken: `(?>…)`.
    Atomic(Box<Tree>),
    /// What comes next, or came last, is looked at and not read.
    Look {
        /// The tree.
        of: Box<Tree>,
        /// Where to look.
        way: Direction,
        /// Whether the tree must not match.
        is_negative: bool,
    },
    /// The beginning of the string.
    Start,
    /// The end of the string.
    End,
}

/// Which number of repetitions is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The greatest: `*`.
    Greedy,
    /// The least: `*?`.
    Lazy,
    /// The greatest that there is, and no other: `*+`.
    Possessive,
}

/// Where a look-around looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// At what comes next.
    Ahead,
    /// At what came last.
    Behind,
}

impl Tree {
    /// The empty string.
    pub const EMPTY: Self = Self::Sequence(Vec::new());

    /// Trees one after the other. One tree alone is itself.
    pub fn sequence(mut trees: Vec<Self>) -> Self {
        match trees.pop() {
            Some(only) if trees.is_empty() => only,
            last => {
                trees.extend(last);
                Self::Sequence(trees)
            }
        }
    }

    /// The trees that the tree is made of.
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

    /// Whether the tree reads nothing and asks nothing.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Sequence(parts) => parts.iter().all(Self::is_empty),
            Self::Group { of, .. } => of.is_empty(),
            _ => false,
        }
    }
}
