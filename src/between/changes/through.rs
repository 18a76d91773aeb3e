//! The called productions that make two productions differ.
//!
//! In: a string that only one of two productions derives. Out: the productions deepest in its tree
//! whose counterparts do not derive their parts of the string. None means that the productions
//! differ in themselves, as far as the string goes.
//!
//! The surprising case: a class of characters leaves no node in a tree, so nothing differs through
//! it. What is wider by a character says so itself.

use crate::between::diff::{Comparison, Language};
use crate::editions::grammar::Node;

/// A side of a comparison.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Left,
    Right,
}

impl Side {
    /// The language of this side of a pair, and that of the other.
    fn of(self, pair: &Comparison) -> (&Language, &Language) {
        match self {
            Self::Left => (&pair.left, &pair.right),
            Self::Right => (&pair.right, &pair.left),
        }
    }
}

/// The numbers of the pairs through which a string of one side of a pair is not in the other side.
pub(super) fn through(
    text: &str,
    side: Side,
    pair: &Comparison,
    pairs: &[Comparison],
) -> Vec<usize> {
    let (language, _) = side.of(pair);
    let mut found = Vec::new();
    let tree = language.deriving(text).and_then(|production| production.tree(text).ok());
    if let Some(tree) = tree {
        let stem = language.first().grammar.stem;
        tree.children().iter().for_each(|child| deepest(child, side, stem, pairs, &mut found));
    }
    found
}

/// Collects the deepest nodes whose text the counterpart of their production does not derive. The
/// depth of a tree is bounded by what the grammars print, since none of them recurses.
fn deepest(node: &Node<'_>, side: Side, stem: &str, pairs: &[Comparison], found: &mut Vec<usize>) {
    let before = found.len();
    node.children().iter().for_each(|child| deepest(child, side, stem, pairs, found));
    if found.len() > before {
        return;
    }
    let is_lost = |pair: &Comparison| {
        let (own, other) = side.of(pair);
        let production = own.first();
        production.rule() == node.rule()
            && production.grammar.stem == stem
            && !other.has(node.text())
    };
    found.extend(pairs.iter().position(is_lost));
}
