//! From a tree to expressions.
//!
//! In: a [`Tree`]. Out: the number of its expression in a [`Program`], or why the tree is refused.
//! Nothing here recurses. The nodes of the tree are listed from the outside to the inside, and made
//! from the last of the list to the first, so that the parts of a node are made before the node.

use super::LanguageError;
use super::program::{Before, Expression, Id, Program, Round};
use super::{NESTED, STEPS};
use crate::regex::{Direction, Mode, Tree};

/// A node of a tree, and where it stands.
struct Node<'t> {
    tree: &'t Tree,
    /// The index of the first part. The others follow it.
    parts: usize,
    depth: usize,
    /// Whether the node is part of an atomic group, in which the order of matches counts.
    is_ordered: bool,
    /// Whether the node is part of a look-behind.
    is_behind: bool,
}

/// Lowers a tree.
pub(super) fn lower(tree: &Tree, program: &mut Program) -> Result<Id, LanguageError> {
    let nodes = listed(tree)?;
    let mut ids: Vec<Id> = vec![0; nodes.len()];
    for (at, node) in nodes.iter().enumerate().rev() {
        ids[at] = made(node, &ids[node.parts..], program)?;
        if program.cost > STEPS {
            return Err(LanguageError::Steps(STEPS));
        }
    }
    Ok(ids[0])
}

fn listed(tree: &Tree) -> Result<Vec<Node<'_>>, LanguageError> {
    let root = Node { tree, parts: 0, depth: 0, is_ordered: false, is_behind: false };
    let (mut nodes, mut at) = (vec![root], 0);
    while let Some(node) = nodes.get(at) {
        let Node { tree, depth, is_ordered, is_behind, .. } = *node;
        if depth > NESTED {
            return Err(LanguageError::Nested(NESTED));
        }
        let is_possessive = matches!(tree, Tree::Repeat { mode: Mode::Possessive, .. });
        let is_atomic = is_possessive || matches!(tree, Tree::Atomic(_));
        let looks_behind = matches!(tree, Tree::Look { way: Direction::Behind, .. });
        let looks_ahead = matches!(tree, Tree::Look { way: Direction::Ahead, .. });
        match tree {
            _ if !is_behind => {}
            Tree::End => return Err(LanguageError::EndWithinBehind),
            _ if is_atomic => return Err(LanguageError::AtomicWithinBehind),
            _ if looks_ahead => return Err(LanguageError::AheadWithinBehind),
            _ => {}
        }
        let parts = nodes.len();
        let is_look = looks_ahead || looks_behind;
        nodes.extend(parts_of(tree).iter().map(|tree| Node {
            tree,
            parts: 0,
            depth: depth + 1,
            // Of a look-around nothing is asked but whether there is a match.
            is_ordered: !is_look && (is_ordered || is_atomic),
            is_behind: is_behind || looks_behind,
        }));
        nodes[at].parts = parts;
        at += 1;
    }
    Ok(nodes)
}

fn parts_of(tree: &Tree) -> &[Tree] {
    match tree {
        Tree::Set(_) | Tree::Start | Tree::End => &[],
        Tree::Sequence(parts) | Tree::Choice(parts) => parts,
        Tree::Repeat { of, .. }
        | Tree::Group { of, .. }
        | Tree::Atomic(of)
        | Tree::Look { of, .. } => std::slice::from_ref(of),
    }
}

/// Makes the expression of a node. `ids` begins with those of its parts.
fn made(node: &Node<'_>, ids: &[Id], program: &mut Program) -> Result<Id, LanguageError> {
    let id = match *node.tree {
        Tree::Set(ref set) => program.characters(set.ranges().collect()),
        Tree::Sequence(ref parts) => program.sequence(&ids[..parts.len()]),
        Tree::Choice(ref parts) => program.choice(&ids[..parts.len()]),
        Tree::Group { .. } => ids[0],
        Tree::Atomic(_) => program.add(Expression::Atomic(ids[0])),
        Tree::Look { way: Direction::Ahead, is_negative, .. } => {
            program.add(Expression::Ahead(ids[0], is_negative))
        }
        Tree::Look { way: Direction::Behind, is_negative, .. } => {
            program.add(Expression::Before(Before::Match(ids[0]), is_negative))
        }
        Tree::Start => program.add(Expression::Before(Before::Nothing, false)),
        Tree::End => program.add(Expression::End),
        Tree::Repeat { max: Some(0), .. } => program.sequence(&[]),
        // There is no number of iterations that is allowed.
        Tree::Repeat { min, max: Some(max), .. } if max < min => program.choice(&[]),
        Tree::Repeat { min: 1, max: Some(1), mode: Mode::Greedy | Mode::Lazy, .. } => ids[0],
        Tree::Repeat { min, max, mode, .. } => {
            let of = program.facts(ids[0]);
            let is_ordered = node.is_ordered || mode == Mode::Possessive;
            if is_ordered && max != Some(min) && !of.reads && !of.tries_empty_last {
                return Err(LanguageError::EmptyWithinAtomic);
            }
            let round = Round { of: ids[0], min, max, is_lazy: mode == Mode::Lazy };
            let repeat = program.add(Expression::Repeat(round));
            match mode {
                Mode::Possessive => program.add(Expression::Atomic(repeat)),
                Mode::Greedy | Mode::Lazy => repeat,
            }
        }
    };
    Ok(id)
}
