//! Parsing a prefix of the language: the productions that contain the end of the prefix, once the
//! prefix is completed.
//!
//! In: a prefix, and text to put after it. Out: the productions from the whole string to the end of
//! the prefix, by the tree of prefix and text together. The surprising case: which production was
//! being read may depend on the text after the prefix. Then none was being read below those that
//! all texts share.

use std::cell::Cell;

use crate::editions::grammar::Node;
use crate::editions::grammar::{Grammar, Production};

/// A prefix of the language, to be completed and parsed.
pub(super) struct Prefix<'g> {
    pub(super) grammar: &'g Grammar,
    production: &'static Production,
    prefix: Vec<u8>,
    lacks_trees: Cell<bool>,
}

/// A production on the way from the whole string to an offset.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct OpenProduction {
    pub(super) production: &'static Production,
    /// Whether the production began before the end of the prefix.
    pub(super) begun: bool,
    pub(super) is_leaf: bool,
}

impl<'g> Prefix<'g> {
    pub(super) const fn of(
        grammar: &'g Grammar,
        production: &'static Production,
        prefix: Vec<u8>,
    ) -> Self {
        Self { grammar, production, prefix, lacks_trees: Cell::new(false) }
    }

    /// Whether pest made every tree so far.
    pub(super) const fn is_whole(&self) -> bool {
        !self.lacks_trees.get()
    }

    /// The continuations from the state that the prefix leads to, each completed by the shortest
    /// string.
    pub(super) fn ways_on(&self, state: u16) -> Vec<Extension> {
        let automaton = self.grammar.automaton;
        let way = |class: Vec<u8>| {
            let after = automaton.step(state, class[0]);
            let path = self.path(&[&class[..1], &automaton.completion(after)].concat());
            (class, path)
        };
        automaton.expected(state).map(way).collect()
    }

    /// The productions that contain the end of the prefix when `rest` stands after it. The end is
    /// the first byte of `rest`; without `rest` it is the end of the string, where an empty node
    /// says nothing of what was read.
    pub(super) fn path(&self, rest: &[u8]) -> Vec<OpenProduction> {
        let whole = [&self.prefix, rest].concat();
        let at = self.prefix.len();
        let tree = std::str::from_utf8(&whole).ok();
        let tree = tree.and_then(|text| self.grammar.tree(self.production, text).ok());
        self.lacks_trees.update(|lacks| lacks || tree.is_none());
        let holds = |node: &Node<'_>| match rest {
            [] => node.start() < at && node.end() == at,
            _ => node.start() <= at && at < node.end(),
        };
        let mut steps = Vec::new();
        let mut deeper = tree.as_ref();
        while let Some(node) = deeper {
            let (begun, is_leaf) = (node.start() < at, node.children().is_empty());
            steps.push(OpenProduction { production: node.production, begun, is_leaf });
            deeper = node.children().iter().rev().find(|child| holds(child));
        }
        steps
    }
}

/// A continuation of the prefix: the bytes of a class, and the productions that contain its first
/// byte.
pub(super) type Extension = (Vec<u8>, Vec<OpenProduction>);

/// The productions that were being read: those that begin before the end of the prefix, and those
/// that everything that could stand there would begin. `at` are the productions that contain the
/// end of the prefix when as little as possible is put after it.
///
/// Of the productions that would begin there, the innermost does not count: of `a:` the only fault
/// is that RFC 2396 has no `opaque_part` there, so no production was being read.
pub(super) fn being_read(mut at: Vec<OpenProduction>, ways: &[Extension]) -> Vec<OpenProduction> {
    let begun = at.iter().take_while(|step| step.begun).count();
    let mut shared = ways.iter().map(|(_, path)| common(&at, path)).min().unwrap_or(at.len());
    if at.get(shared.saturating_sub(1)).is_some_and(|innermost| innermost.is_leaf) {
        shared = shared.saturating_sub(1);
    }
    at.truncate(shared.max(begun).max(1));
    at
}

/// The number of productions that two paths from the whole string share.
pub(super) fn common(a: &[OpenProduction], b: &[OpenProduction]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a.production == b.production).count()
}
