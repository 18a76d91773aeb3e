//! The expressions of a pattern, hash-consed.
//!
//! In a [`PatternProgram`] equal expressions have equal numbers, an expression has a greater number than its
//! parts, characters are sequences of bytes, and each expression has its [`ExprFacts`]. Group names are
//! dropped.

use grammar_automata::build::ByteSet;
use rustc_hash::FxHashMap as HashMap;

use super::{LanguageError, NESTED, STEPS};
use crate::{Direction, Mode, Tree};
use grammar_automata::engine::text;

pub(super) type Id = u32;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum PatternExpr {
    /// A byte from one of several disjoint sets, and then the rest of the character. Each set is paired with the
    /// expression for this rest, if there is a rest.
    Byte(Vec<(ByteSet, Option<Id>)>),
    /// A sequence of expressions. None of them is a sequence.
    Sequence(Vec<Id>),
    /// Alternatives; where the order matters, only the first one that matches is used.
    Choice(Vec<Id>),
    Repeat(Iterations),
    /// Only the first match of an expression.
    Atomic(Id),
    /// A look-ahead. If the flag is set, the look-ahead is negative: the expression must not match.
    Ahead(Id, bool),
    /// A condition on the preceding text. If the flag is set, the condition must be false.
    Before(Before, bool),
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Before {
    Nothing,
    /// The preceding text ends with a match of the expression.
    Match(Id),
}

/// The remaining iterations of a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Iterations {
    pub(super) of: Id,
    pub(super) min: u32,
    pub(super) max: Option<u32>,
    pub(super) is_lazy: bool,
}

/// Facts about an expression that follow from its shape. False means unknown.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExprFacts {
    /// Every match reads something.
    pub(super) reads: bool,
    /// No match reads anything.
    pub(super) is_blank: bool,
    /// There is a match at every position.
    pub(super) is_total: bool,
    /// At every position there is a match that reads nothing.
    pub(super) is_skippable: bool,
    /// At each position, matches that read something are tried before those that read nothing.
    pub(super) tries_empty_last: bool,
    /// The expression does not depend on the preceding text until it has read something.
    pub(super) is_blind: bool,
}

#[derive(Default, Debug)]
pub(super) struct PatternProgram {
    expressions: Vec<PatternExpr>,
    facts: Vec<ExprFacts>,
    numbers: HashMap<PatternExpr, Id>,
    sets: HashMap<Vec<(char, char)>, Id>,
    /// The number of steps that the expressions cost: one for each expression, and one for each of its parts.
    pub(super) cost: usize,
}

impl PatternProgram {
    pub(super) fn get(&self, id: Id) -> &PatternExpr {
        &self.expressions[id as usize]
    }

    pub(super) fn facts(&self, id: Id) -> ExprFacts {
        self.facts[id as usize]
    }

    /// Returns the byte sets that the program distinguishes.
    pub(super) fn byte_sets(&self) -> impl Iterator<Item = ByteSet> {
        let sets = self.expressions.iter().filter_map(|expression| match expression {
            PatternExpr::Byte(sets) => Some(sets),
            _ => None,
        });
        sets.flatten().map(|&(set, _)| set)
    }

    /// Returns the conditions of the look-behinds in an expression, in the order of their numbers.
    pub(super) fn look_behinds(&self, id: Id) -> Vec<Before> {
        let mut seen = vec![false; self.expressions.len()];
        let (mut open, mut conditions) = (vec![id], Vec::new());
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut seen[id as usize], true) {
                continue;
            }
            match *self.get(id) {
                // A condition is never between the bytes of a character.
                PatternExpr::Byte(_) | PatternExpr::End => {}
                PatternExpr::Sequence(ref parts) | PatternExpr::Choice(ref parts) => {
                    open.extend(parts);
                }
                PatternExpr::Repeat(Iterations { of, .. })
                | PatternExpr::Atomic(of)
                | PatternExpr::Ahead(of, _) => open.push(of),
                PatternExpr::Before(before, _) => conditions.push(before),
            }
        }
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }

    pub(super) fn add(&mut self, expression: PatternExpr) -> Id {
        self.cost += 1;
        if let Some(&id) = self.numbers.get(&expression) {
            return id;
        }
        let facts = self.facts_of(&expression);
        let id = self.expressions.len() as Id; // fewer than steps
        self.expressions.push(expression.clone());
        self.facts.push(facts);
        self.numbers.insert(expression, id);
        id
    }

    /// Returns a sequence of expressions; a single expression is returned as it is.
    pub(super) fn sequence(&mut self, parts: &[Id]) -> Id {
        let mut all = Vec::new();
        for &part in parts {
            match self.get(part) {
                PatternExpr::Sequence(inner) => all.extend(inner),
                _ => all.push(part),
            }
        }
        self.cost += all.len();
        match all[..] {
            [only] => only,
            _ => self.add(PatternExpr::Sequence(all)),
        }
    }

    /// Returns a choice; a single alternative is returned as it is.
    pub(super) fn choice(&mut self, parts: &[Id]) -> Id {
        self.cost += parts.len();
        match *parts {
            [only] => only,
            _ => self.add(PatternExpr::Choice(parts.to_vec())),
        }
    }

    /// Returns an expression that reads a character of some ranges.
    pub(super) fn characters(&mut self, ranges: Vec<(char, char)>) -> Id {
        self.cost += ranges.len();
        if let Some(&known) = self.sets.get(&ranges) {
            return known;
        }
        let sequences = ranges.iter().flat_map(|&(first, last)| text::range(first, last));
        let sequences: Vec<Vec<ByteSet>> = sequences.collect();
        let sequences: Vec<&[ByteSet]> = sequences.iter().map(Vec::as_slice).collect();
        let id = self.by_first_byte(&sequences);
        self.sets.insert(ranges, id);
        id
    }

    /// Returns an expression that reads one of several byte sequences, none of which is a prefix of another. The
    /// recursion is at most four deep, since a character has at most four bytes.
    fn by_first_byte(&mut self, sequences: &[&[ByteSet]]) -> Id {
        let mut rests: Vec<Vec<&[ByteSet]>> = vec![Vec::new(); 256];
        for sequence in sequences {
            let Some((first, rest)) = sequence.split_first() else { continue };
            first.iter().for_each(|byte| rests[usize::from(byte)].push(rest));
        }
        let mut sets: Vec<(ByteSet, Option<Id>)> = Vec::new();
        let mut last: Option<(Vec<&[ByteSet]>, Option<Id>)> = None;
        for (byte, rests) in (0..=u8::MAX).zip(rests).filter(|(_, rests)| !rests.is_empty()) {
            let rest = match last {
                Some((ref known, rest)) if *known == rests => rest,
                _ if rests[0].is_empty() => None,
                _ => Some(self.by_first_byte(&rests)),
            };
            last = Some((rests, rest));
            self.cost += 1;
            match sets.iter_mut().find(|(_, known)| *known == rest) {
                Some((set, _)) => *set = set.union(ByteSet::single(byte)),
                None => sets.push((ByteSet::single(byte), rest)),
            }
        }
        self.add(PatternExpr::Byte(sets))
    }

    fn facts_of(&self, expression: &PatternExpr) -> ExprFacts {
        // The facts of a look-around, of an empty sequence and of an empty choice.
        let look = ExprFacts {
            reads: false,
            is_blank: true,
            is_total: false,
            is_skippable: false,
            tries_empty_last: true,
            is_blind: true,
        };
        match *expression {
            PatternExpr::Byte(_) => ExprFacts { reads: true, is_blank: false, ..look },
            PatternExpr::Sequence(ref parts) => {
                let mut facts = ExprFacts { is_total: true, is_skippable: true, ..look };
                for part in parts.iter().map(|&part| self.facts(part)) {
                    facts.is_blind &= facts.reads || part.is_blind;
                    facts.reads |= part.reads;
                    facts.is_blank &= part.is_blank;
                    facts.is_total &= part.is_total;
                    facts.is_skippable &= part.is_skippable;
                    facts.tries_empty_last &= part.tries_empty_last;
                }
                facts.tries_empty_last |= facts.reads || facts.is_blank;
                facts
            }
            PatternExpr::Choice(ref parts) => {
                let mut facts = ExprFacts { reads: true, ..look };
                for part in parts.iter().map(|&part| self.facts(part)) {
                    // Once an alternative may match nothing, no later alternative may read anything.
                    facts.tries_empty_last &= part.is_blank || facts.reads && part.tries_empty_last;
                    facts.is_blind &= part.is_blind;
                    facts.reads &= part.reads;
                    facts.is_blank &= part.is_blank;
                    facts.is_total |= part.is_total;
                    facts.is_skippable |= part.is_skippable;
                }
                facts
            }
            PatternExpr::Repeat(Iterations { of, min, max, is_lazy }) => {
                let of = self.facts(of);
                let reads = min > 0 && of.reads;
                // A lazy repetition tries its continuation before it reads more.
                let is_in_order = of.tries_empty_last && (!is_lazy || max == Some(min));
                ExprFacts {
                    reads,
                    is_total: min == 0 || of.is_total,
                    is_skippable: min == 0 || of.is_skippable,
                    tries_empty_last: of.is_blank || reads || is_in_order,
                    ..of
                }
            }
            PatternExpr::Atomic(of) => {
                let of = self.facts(of);
                let is_skippable = of.is_skippable && of.is_blank;
                ExprFacts { is_skippable, tries_empty_last: true, ..of }
            }
            PatternExpr::Ahead(of, is_negative) => {
                let ExprFacts { is_total, is_blind, .. } = self.facts(of);
                let is_total = is_total && !is_negative;
                ExprFacts { is_total, is_skippable: is_total, is_blind, ..look }
            }
            PatternExpr::Before(..) => ExprFacts { is_blind: false, ..look },
            PatternExpr::End => look,
        }
    }
}

// Converts a tree to expressions without recursion: the nodes are listed from the outside to the inside, and
// converted from the last to the first.

struct ProgramNode<'t> {
    tree: &'t Tree,
    /// The index of the first part. The other parts follow it.
    parts: usize,
    depth: usize,
    /// Whether the node is within an atomic group, where the order of matches matters.
    is_ordered: bool,
    is_behind: bool,
}

pub(super) fn lower(tree: &Tree, program: &mut PatternProgram) -> Result<Id, LanguageError> {
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

fn listed(tree: &Tree) -> Result<Vec<ProgramNode<'_>>, LanguageError> {
    let root = ProgramNode { tree, parts: 0, depth: 0, is_ordered: false, is_behind: false };
    let (mut nodes, mut at) = (vec![root], 0);
    while let Some(node) = nodes.get(at) {
        let ProgramNode { tree, depth, is_ordered, is_behind, .. } = *node;
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
        nodes.extend(tree.parts().iter().map(|tree| ProgramNode {
            tree,
            parts: 0,
            depth: depth + 1,
            // For a look-around it only matters whether there is a match.
            is_ordered: !is_look && (is_ordered || is_atomic),
            is_behind: is_behind || looks_behind,
        }));
        nodes[at].parts = parts;
        at += 1;
    }
    Ok(nodes)
}

/// Creates the expression of a node. `ids` begins with the expressions of its parts.
fn made(
    node: &ProgramNode<'_>,
    ids: &[Id],
    program: &mut PatternProgram,
) -> Result<Id, LanguageError> {
    let id = match *node.tree {
        Tree::Set(ref set) => program.characters(set.ranges().collect()),
        Tree::Sequence(ref parts) => program.sequence(&ids[..parts.len()]),
        Tree::Choice(ref parts) => program.choice(&ids[..parts.len()]),
        Tree::Group { .. } => ids[0],
        Tree::Atomic(_) => program.add(PatternExpr::Atomic(ids[0])),
        Tree::Look { way: Direction::Ahead, is_negative, .. } => {
            program.add(PatternExpr::Ahead(ids[0], is_negative))
        }
        Tree::Look { way: Direction::Behind, is_negative, .. } => {
            program.add(PatternExpr::Before(Before::Match(ids[0]), is_negative))
        }
        Tree::Start => program.add(PatternExpr::Before(Before::Nothing, false)),
        Tree::End => program.add(PatternExpr::End),
        Tree::Repeat { max: Some(0), .. } => program.sequence(&[]),
        // No number of iterations is allowed.
        Tree::Repeat { min, max: Some(max), .. } if max < min => program.choice(&[]),
        Tree::Repeat { min: 1, max: Some(1), mode: Mode::Greedy | Mode::Lazy, .. } => ids[0],
        Tree::Repeat { min, max, mode, .. } => {
            let of = program.facts(ids[0]);
            let is_ordered = node.is_ordered || mode == Mode::Possessive;
            if is_ordered && max != Some(min) && !of.reads && !of.tries_empty_last {
                return Err(LanguageError::EmptyWithinAtomic);
            }
            let iterations = Iterations { of: ids[0], min, max, is_lazy: mode == Mode::Lazy };
            let repeat = program.add(PatternExpr::Repeat(iterations));
            match mode {
                Mode::Possessive => program.add(PatternExpr::Atomic(repeat)),
                Mode::Greedy | Mode::Lazy => repeat,
            }
        }
    };
    Ok(id)
}
