//! The expressions of a pattern, each kept once.
//!
//! In: expressions. Out: a [`PatternProgram`], in which equal expressions have equal numbers, an expression
//! has a greater number than its parts, characters are sequences of bytes, and some [`ExprFacts`] are
//! known of each expression. What is forgotten is the names of groups.

use grammar_automata::build::ByteSet;
use rustc_hash::FxHashMap as HashMap;

use super::{LanguageError, NESTED, STEPS};
use crate::{Direction, Mode, Tree};
use grammar_automata::engine::text;

pub(super) type Id = u32;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum PatternExpr {
    /// Reads a byte of one of some sets, no two of which share a byte, and then what belongs to that
    /// set, if that is not all of the character.
    Byte(Vec<(ByteSet, Option<Id>)>),
    /// Expressions one after the other. None of them is a sequence.
    Sequence(Vec<Id>),
    /// Expressions of which one is matched; the first that can be, where that matters.
    Choice(Vec<Id>),
    Repeat(Round),
    /// The first match of an expression, and no other.
    Atomic(Id),
    /// Whether an expression matches what comes next. The second field says that it must not.
    Ahead(Id, bool),
    /// Whether something is the case before this place. The last field says that it must not be.
    Before(Before, bool),
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Before {
    Nothing,
    /// Whether an expression matches some of them that end at the place.
    Match(Id),
}

/// The iterations of a repetition that are still to come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Round {
    pub(super) of: Id,
    pub(super) min: u32,
    pub(super) max: Option<u32>,
    pub(super) is_lazy: bool,
}

/// What is true of an expression by its shape. A fact that is false is not known.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExprFacts {
    /// Every match reads something.
    pub(super) reads: bool,
    /// No match reads anything.
    pub(super) is_blank: bool,
    /// There is a match at every place.
    pub(super) is_total: bool,
    /// There is a match that reads nothing at every place.
    pub(super) is_skippable: bool,
    /// Of the matches at a place, those that read something are tried before those that read nothing.
    pub(super) tries_empty_last: bool,
    /// What comes before its place is not asked before something is read.
    pub(super) is_blind: bool,
}

#[derive(Default, Debug)]
pub(super) struct PatternProgram {
    expressions: Vec<PatternExpr>,
    facts: Vec<ExprFacts>,
    numbers: HashMap<PatternExpr, Id>,
    sets: HashMap<Vec<(char, char)>, Id>,
    /// What the expressions have cost: one step for each, and for each part.
    pub(super) cost: usize,
}

impl PatternProgram {
    pub(super) fn get(&self, id: Id) -> &PatternExpr {
        &self.expressions[id as usize]
    }

    pub(super) fn facts(&self, id: Id) -> ExprFacts {
        self.facts[id as usize]
    }

    /// The byte sets that the program tells apart.
    pub(super) fn byte_sets(&self) -> impl Iterator<Item = ByteSet> {
        let sets = self.expressions.iter().filter_map(|expression| match expression {
            PatternExpr::Byte(sets) => Some(sets),
            _ => None,
        });
        sets.flatten().map(|&(set, _)| set)
    }

    /// What an expression asks about the characters before its places, in order. What a look-behind
    /// asks in turn comes before the look-behind.
    pub(super) fn asked(&self, id: Id) -> Vec<Before> {
        let mut seen = vec![false; self.expressions.len()];
        let (mut open, mut asked) = (vec![id], Vec::new());
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut seen[id as usize], true) {
                continue;
            }
            match *self.get(id) {
                // What is within the bytes of a character asks nothing.
                PatternExpr::Byte(_) | PatternExpr::End => {}
                PatternExpr::Sequence(ref parts) | PatternExpr::Choice(ref parts) => {
                    open.extend(parts);
                }
                PatternExpr::Repeat(Round { of, .. })
                | PatternExpr::Atomic(of)
                | PatternExpr::Ahead(of, _) => open.push(of),
                PatternExpr::Before(before, _) => asked.push(before),
            }
        }
        asked.sort_unstable();
        asked.dedup();
        asked
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

    /// Expressions one after the other. One alone is itself.
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

    /// A choice. One alternative alone is itself.
    pub(super) fn choice(&mut self, parts: &[Id]) -> Id {
        self.cost += parts.len();
        match *parts {
            [only] => only,
            _ => self.add(PatternExpr::Choice(parts.to_vec())),
        }
    }

    /// Reads a character of some ranges.
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

    /// Reads any of some sequences, none of which begins another. The recursion goes no deeper than
    /// the four bytes of a character.
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
        // Those of a look-around, and of a sequence and a choice without parts.
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
                    // Once an alternative may have matched nothing, no other may read anything.
                    facts.tries_empty_last &= part.is_blank || facts.reads && part.tries_empty_last;
                    facts.is_blind &= part.is_blind;
                    facts.reads &= part.reads;
                    facts.is_blank &= part.is_blank;
                    facts.is_total |= part.is_total;
                    facts.is_skippable |= part.is_skippable;
                }
                facts
            }
            PatternExpr::Repeat(Round { of, min, max, is_lazy }) => {
                let of = self.facts(of);
                let reads = min > 0 && of.reads;
                // A lazy repetition goes on to what follows before it reads more.
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

// From a tree to expressions. Nothing here recurses: the nodes are listed from the outside to the inside, and made from
// the last of the list to the first.

struct ProgramNode<'t> {
    tree: &'t Tree,
    /// The index of the first part. The others follow it.
    parts: usize,
    depth: usize,
    /// Whether the node is part of an atomic group, in which the order of matches counts.
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
            // Of a look-around nothing is asked but whether there is a match.
            is_ordered: !is_look && (is_ordered || is_atomic),
            is_behind: is_behind || looks_behind,
        }));
        nodes[at].parts = parts;
        at += 1;
    }
    Ok(nodes)
}

/// Makes the expression of a node. `ids` begins with those of its parts.
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
            let repeat = program.add(PatternExpr::Repeat(round));
            match mode {
                Mode::Possessive => program.add(PatternExpr::Atomic(repeat)),
                Mode::Greedy | Mode::Lazy => repeat,
            }
        }
    };
    Ok(id)
}
