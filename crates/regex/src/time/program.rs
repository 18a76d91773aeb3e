//! A pattern as a backtracking engine runs it.
//!
//! A [`Tree`] becomes nodes with ordered alternatives (Thompson 1968, with the order of Pike's machine).
//! Bounded repetitions are expanded, and captures are ignored.

use grammar_automata::engine::CharacterSet;
use rustc_hash::FxHashMap as HashMap;

use crate::{Direction, Matching, Mode, Tree};

pub(super) type NodeId = usize;

/// The number of nodes that a pattern may have. Their closure recurses, so this also limits the stack.
const NODES: usize = 3_000;

#[derive(Clone, Debug)]
pub(super) enum EngineStep {
    /// Reads a letter of a set, and continues.
    Read(usize, NodeId),
    /// Tries these continuations in order.
    Try(Vec<NodeId>),
    /// Continues if a condition is true.
    If(Condition, NodeId),
    /// Begins an iteration, which must read something.
    Begin(usize, NodeId),
    /// Ends an iteration, and continues with the first node, or with the second if the iteration read nothing.
    Again(usize, NodeId, Option<NodeId>),
    Match,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Condition {
    Start,
    End,
    /// Whether the letter before is in a set.
    Behind(usize, bool),
    /// Whether there is a match from a node on.
    Ahead(NodeId, bool),
}

pub(super) struct EngineProgram {
    pub(super) nodes: Vec<EngineStep>,
    /// Where an engine begins, at the beginning of a string.
    pub(super) start: NodeId,
    pub(super) letters: Vec<Letter>,
    /// For each letter, the number of its class for look-behinds, or `None` if the pattern has none.
    pub(super) behind: Vec<Option<usize>>,
}

impl EngineProgram {
    /// Returns where an engine continues after a letter: an iteration that ends there has read something.
    pub(super) fn behind_letter(&self, mut node: NodeId) -> NodeId {
        while let EngineStep::Again(_, again, _) = self.nodes[node] {
            node = again;
        }
        node
    }
}

pub(super) struct Compiler {
    nodes: Vec<EngineStep>,
    sets: Sets,
    looked_behind: Vec<usize>,
    iterations: usize,
    /// Whether an iteration that reads nothing fails, as in ECMAScript (ECMA-262, 22.2.2.3.1), or ends the
    /// repetition.
    fails_on_nothing: bool,
}

impl Compiler {
    /// Compiles a tree, or returns `None` if it has atomic groups, looks behind for more than a character, or
    /// is too large.
    pub(super) fn compile(
        tree: &Tree,
        matching: Matching,
        fails_on_nothing: bool,
    ) -> Option<EngineProgram> {
        let mut this = Self {
            nodes: Vec::new(),
            sets: Sets::default(),
            looked_behind: Vec::new(),
            iterations: 0,
            fails_on_nothing,
        };
        let all = this.sets.number(CharacterSet::all());
        let mut last = this.add(EngineStep::Match)?;
        if matching == Matching::Whole {
            last = this.add(EngineStep::If(Condition::End, last))?;
        }
        let mut start = this.steps(tree, last)?;
        if matching == Matching::Search {
            // The next position is tried if this one has no match.
            let attempt = this.add(EngineStep::Try(vec![start]))?;
            let skip = this.add(EngineStep::Read(all, attempt))?;
            this.nodes[attempt] = EngineStep::Try(vec![start, skip]);
            start = attempt;
        }
        let letters = this.sets.letters();
        let asks = this.nodes.iter().any(|node| {
            matches!(node, EngineStep::If(Condition::Start | Condition::Behind(..), _))
        });
        let (mut kinds, mut behind) = (Vec::new(), Vec::new());
        for letter in &letters {
            let kind: Vec<bool> = this.looked_behind.iter().map(|&set| letter.is_in[set]).collect();
            let known = kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
            behind.push(asks.then_some(known));
        }
        Some(EngineProgram { nodes: this.nodes, start, letters, behind })
    }

    fn add(&mut self, node: EngineStep) -> Option<NodeId> {
        self.nodes.push(node);
        (self.nodes.len() <= NODES).then(|| self.nodes.len() - 1)
    }

    /// Returns the first node of a tree that continues with `next`.
    fn steps(&mut self, tree: &Tree, next: NodeId) -> Option<NodeId> {
        match tree {
            Tree::Set(set) => {
                let set = self.sets.number(set.clone());
                self.add(EngineStep::Read(set, next))
            }
            Tree::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.steps(part, next))
            }
            Tree::Choice(parts) => {
                let branches = parts.iter().map(|part| self.steps(part, next));
                let branches = branches.collect::<Option<Vec<_>>>()?;
                self.add(EngineStep::Try(branches))
            }
            Tree::Group { of, .. } => self.steps(of, next),
            Tree::Start => self.add(EngineStep::If(Condition::Start, next)),
            Tree::End => self.add(EngineStep::If(Condition::End, next)),
            Tree::Look { of, way: Direction::Ahead, is_negative } => {
                let found = self.add(EngineStep::Match)?;
                let of = self.steps(of, found)?;
                self.add(EngineStep::If(Condition::Ahead(of, *is_negative), next))
            }
            Tree::Look { of, way: Direction::Behind, is_negative } => {
                let Tree::Set(set) = &**of else { return None };
                let set = self.sets.number(set.clone());
                self.looked_behind.push(set);
                self.add(EngineStep::If(Condition::Behind(set, *is_negative), next))
            }
            Tree::Repeat { mode: Mode::Possessive, .. } | Tree::Atomic(_) => None,
            &Tree::Repeat { ref of, min, max, mode } => {
                if max.is_some_and(|max| max < min) {
                    return self.add(EngineStep::Try(Vec::new()));
                }
                let is_lazy = mode == Mode::Lazy;
                let mut first = match max {
                    None => {
                        let head = self.add(EngineStep::Try(Vec::new()))?;
                        self.optional(of, head, head, next, is_lazy)?
                    }
                    Some(max) => {
                        let mut first = next;
                        for _ in min..max {
                            let head = self.add(EngineStep::Try(Vec::new()))?;
                            first = self.optional(of, head, first, next, is_lazy)?;
                        }
                        first
                    }
                };
                for _ in 0..min {
                    first = self.steps(of, first)?;
                }
                Some(first)
            }
        }
    }

    /// An optional iteration at the node `head`, followed by `again`; without it the engine continues with
    /// `next`.
    fn optional(
        &mut self,
        of: &Tree,
        head: NodeId,
        again: NodeId,
        next: NodeId,
        is_lazy: bool,
    ) -> Option<NodeId> {
        let iteration = self.iterations;
        self.iterations += 1;
        let other = (!self.fails_on_nothing).then_some(next);
        let end = self.add(EngineStep::Again(iteration, again, other))?;
        let body = self.steps(of, end)?;
        let begin = self.add(EngineStep::Begin(iteration, body))?;
        let branches = if is_lazy { vec![next, begin] } else { vec![begin, next] };
        self.nodes[head] = EngineStep::Try(branches);
        Some(head)
    }
}

// The alphabet of a pattern: characters that none of its sets distinguishes are one letter.

#[derive(Default)]
pub(super) struct Sets(Vec<CharacterSet>);

pub(super) struct Letter {
    pub(super) character: char,
    /// For each set, whether it contains the letter.
    pub(super) is_in: Vec<bool>,
}

impl Sets {
    pub(super) fn number(&mut self, set: CharacterSet) -> usize {
        self.0.iter().position(|known| *known == set).unwrap_or_else(|| {
            self.0.push(set);
            self.0.len() - 1
        })
    }

    /// Returns as few letters as distinguish the sets. The first letter is in few sets, since a string needs it
    /// in order not to match.
    pub(super) fn letters(&self) -> Vec<Letter> {
        let mut borders: Vec<char> =
            self.0.iter().flat_map(CharacterSet::ranges).map(|range| range.0).collect();
        let after = |(_, last)| {
            char::from_u32(u32::from(last) + 1).or((last < '\u{E000}').then_some('\u{E000}'))
        };
        borders.extend(self.0.iter().flat_map(CharacterSet::ranges).filter_map(after));
        borders.push('\0');
        borders.sort_unstable();
        borders.dedup();
        let mut letters: Vec<Letter> = Vec::new();
        let mut known: HashMap<Vec<bool>, usize> = HashMap::default();
        // Readable characters come first, so that they represent their letters.
        for character in READABLE.chars().chain(borders) {
            let is_in: Vec<bool> = self.0.iter().map(|set| set.contains(character)).collect();
            known.entry(is_in.clone()).or_insert_with(|| {
                letters.push(Letter { character, is_in });
                letters.len() - 1
            });
        }
        letters.sort_by_key(|letter| letter.is_in.iter().filter(|is_in| **is_in).count());
        letters
    }
}

/// The characters to prefer in strings.
const READABLE: &str = "a0bcdefghijklmnopqrstuvwxyz123456789!AZ-._~:/?#@%& ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_the_fewest_that_distinguish_the_sets() {
        let mut sets = Sets::default();
        assert_eq!(sets.number(CharacterSet::from_ranges([('a', 'f'), ('0', '9')])), 0);
        assert_eq!(sets.number(CharacterSet::single('b')), 1);
        assert_eq!(sets.number(CharacterSet::from_ranges([('a', 'f'), ('0', '9')])), 0);
        let shown: Vec<(char, Vec<bool>)> =
            sets.letters().into_iter().map(|one| (one.character, one.is_in)).collect();
        assert_eq!(
            shown,
            [('g', vec![false, false]), ('a', vec![true, false]), ('b', vec![true, true])]
        );
        // A bound beside the surrogates is handled.
        let mut sets = Sets::default();
        sets.number(CharacterSet::from_ranges([('\0', '\u{D7FF}')]));
        let characters: Vec<char> = sets.letters().iter().map(|one| one.character).collect();
        assert_eq!(characters, ['\u{E000}', 'a']);
    }
}
