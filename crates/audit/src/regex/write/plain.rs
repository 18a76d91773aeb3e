//! A tree without names, and what that makes shorter.

use super::super::Tree;

impl Tree {
    /// The same language without groups. A choice within a choice is one choice, and the characters of
    /// a choice are one class.
    pub(crate) fn plain(self) -> Self {
        match self {
            Self::Group { of, .. } => of.plain(),
            Self::Sequence(parts) => {
                let mut flat = Vec::new();
                for part in parts {
                    match part.plain() {
                        Self::Sequence(inner) => flat.extend(inner),
                        part => flat.push(part),
                    }
                }
                Self::Sequence(flat)
            }
            Self::Choice(parts) => {
                let mut flat = Vec::new();
                for part in parts {
                    match part.plain() {
                        Self::Choice(inner) => {
                            inner.into_iter().for_each(|one| add(&mut flat, one))
                        }
                        part => add(&mut flat, part),
                    }
                }
                if flat.len() == 1 { flat.remove(0) } else { Self::Choice(flat) }
            }
            Self::Repeat { of, min, max, mode } => {
                Self::Repeat { of: Box::new(of.plain()), min, max, mode }
            }
            // Within these the order counts, and what is looked at is not what is read.
            Self::Atomic(of) => Self::Atomic(of),
            Self::Look { of, way, is_negative } => Self::Look { of, way, is_negative },
            tree => tree,
        }
    }
}

/// Adds an alternative. The order of alternatives does not count for the language.
fn add(parts: &mut Vec<Tree>, part: Tree) {
    let known = parts.iter_mut().find_map(|part| match part {
        Tree::Set(known) => Some(known),
        _ => None,
    });
    match (known, part) {
        (Some(known), Tree::Set(set)) => *known = known.clone().union(&set),
        (_, part) => parts.push(part),
    }
}
