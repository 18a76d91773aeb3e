//! How many characters a tree takes at least and at most: what look-behind is bounded by.

use super::super::Tree;

/// The least and the greatest number of characters that a match has. There is no greatest if the
/// second is none.
pub(super) fn width(tree: &Tree) -> (u64, Option<u64>) {
    match tree {
        Tree::Set(_) => (1, Some(1)),
        Tree::Look { .. } | Tree::Start | Tree::End => (0, Some(0)),
        Tree::Group { of, .. } | Tree::Atomic(of) => width(of),
        Tree::Sequence(items) => items.iter().map(width).fold((0, Some(0)), |sum, one| {
            (sum.0.saturating_add(one.0), sum.1.zip(one.1).map(|(a, b)| a.saturating_add(b)))
        }),
        Tree::Choice(choices) => {
            let widths = choices.iter().map(width);
            let either = |left: (u64, Option<u64>), right: (u64, Option<u64>)| {
                (left.0.min(right.0), left.1.zip(right.1).map(|(a, b)| a.max(b)))
            };
            widths.reduce(either).unwrap_or((0, Some(0)))
        }
        Tree::Repeat { of, min, max, .. } => {
            let (least, most) = width(of);
            let most = match (most, max) {
                (Some(0), _) => Some(0),
                (Some(most), Some(max)) => Some(most.saturating_mul(u64::from(*max))),
                _ => None,
            };
            (least.saturating_mul(u64::from(*min)), most)
        }
    }
}
