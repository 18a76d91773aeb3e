//! A pattern made from a minimal automaton.
//!
//! In: an automaton. Out: a [`Tree`] with its language, by eliminating one state after the other: a
//! way through the state becomes an edge around it (Brzozowski and McCluskey, *Signal flow graph
//! techniques for sequential circuit state diagrams*, 1963). The state that costs least goes first.
//!
//! The surprising case: the pattern of a smaller automaton may be the larger one. An automaton of an
//! IPv6 address has some hundred states, and each elimination may double what is around it.

use std::collections::{BTreeMap, BTreeSet};

use grammar_automata::build::Dfa;

use super::{PARTS, letters};
use crate::regex::{CharacterSet, Mode, Tree};

/// The tree of the language of a start of a minimal automaton. There is none if it would be too large,
/// or if the language is empty.
pub(crate) fn eliminate(dfa: &Dfa, start: usize) -> Option<Tree> {
    let mut graph = Graph::of(dfa, start);
    let mut left: Vec<u32> = graph.inner.clone();
    if left.len() > STATES {
        return None;
    }
    while !left.is_empty() {
        let costs = left.iter().map(|&state| graph.cost(state));
        let (at, _) = costs.enumerate().min_by_key(|&(_, cost)| cost)?;
        let state = left.swap_remove(at);
        graph.remove(state)?;
    }
    graph.edges.remove(&(BEGIN, END)).map(|edge| edge.tree())
}

/// The number of states that are eliminated at most.
const STATES: usize = 2_000;

const BEGIN: u32 = u32::MAX - 1;
const END: u32 = u32::MAX;

/// What is read on the way from one state to another.
#[derive(Clone, Default)]
struct Edge {
    /// The empty string.
    is_empty: bool,
    characters: Option<CharacterSet>,
    others: Vec<Tree>,
    size: usize,
}

struct Graph {
    edges: BTreeMap<(u32, u32), Edge>,
    /// For each state, the states that an edge leads from.
    into: BTreeMap<u32, BTreeSet<u32>>,
    inner: Vec<u32>,
    size: usize,
}

impl Graph {
    fn of(dfa: &Dfa, start: usize) -> Self {
        let start = dfa.start(start);
        let dead = dfa.dead(None);
        let mut reached = dfa.reachable([start]);
        reached.retain(|&state| Some(state) != dead);
        let mut graph =
            Self { edges: BTreeMap::new(), into: BTreeMap::new(), inner: reached, size: 0 };
        for &state in &graph.inner {
            for (next, set) in letters::steps(dfa, state, dead) {
                let edge = Edge { characters: Some(set), size: 1, ..Edge::default() };
                graph.edges.insert((state, next), edge);
            }
            if dfa.accepts(state) {
                graph.edges.insert((state, END), Edge { is_empty: true, ..Edge::default() });
            }
        }
        graph.edges.insert((BEGIN, start), Edge { is_empty: true, ..Edge::default() });
        graph.size = graph.edges.len();
        for &(from, to) in graph.edges.keys() {
            graph.into.entry(to).or_default().insert(from);
        }
        graph
    }

    fn around(&self, state: u32) -> (Vec<u32>, Vec<u32>) {
        let into = self.into.get(&state).into_iter().flatten().filter(|from| **from != state);
        let from = self.edges.range((state, 0)..=(state, END)).filter(|((_, to), _)| *to != state);
        (into.copied().collect(), from.map(|((_, to), _)| *to).collect())
    }

    /// The number of parts that eliminating a state adds.
    fn cost(&self, state: u32) -> usize {
        let (into, from) = self.around(state);
        let size = |edge: (u32, u32)| self.edges.get(&edge).map_or(0, |edge| edge.size);
        let own = size((state, state));
        let all_into: usize = into.iter().map(|&one| size((one, state))).sum();
        let all_from: usize = from.iter().map(|&one| size((state, one))).sum();
        let pairs = into.len() * from.len();
        (all_into * from.len() + all_from * into.len() + own * pairs)
            .saturating_sub(all_into + all_from + own)
    }

    /// Eliminates a state. There is none if the pattern gets too large.
    fn remove(&mut self, state: u32) -> Option<()> {
        let (into, from) = self.around(state);
        let own = self.edges.remove(&(state, state));
        let own = own.map(|edge| Tree::Repeat {
            of: Box::new(edge.tree()),
            min: 0,
            max: None,
            mode: Mode::Greedy,
        });
        let into: Vec<_> =
            into.iter().filter_map(|&one| Some((one, self.edges.remove(&(one, state))?))).collect();
        let from: Vec<_> =
            from.iter().filter_map(|&one| Some((one, self.edges.remove(&(state, one))?))).collect();
        for (after, _) in &from {
            self.into.entry(*after).or_default().remove(&state);
        }
        for (before, first) in &into {
            for (after, last) in &from {
                let parts = [first.clone().part(), own.clone(), last.clone().part()];
                let parts: Vec<Tree> = parts.into_iter().flatten().collect();
                self.into.entry(*after).or_default().insert(*before);
                let edge = self.edges.entry((*before, *after)).or_default();
                let size = first.size + last.size + 1;
                edge.size += size;
                self.size += size;
                edge.add(parts);
            }
        }
        (self.size <= PARTS).then_some(())
    }
}

impl Edge {
    /// One more way.
    fn add(&mut self, mut parts: Vec<Tree>) {
        match &parts[..] {
            [] => self.is_empty = true,
            [Tree::Set(set)] => {
                let known = self.characters.take();
                self.characters = Some(known.map_or_else(|| set.clone(), |known| known.union(set)));
            }
            [_] => self.others.extend(parts.pop()),
            _ => {
                let mut flat = Vec::new();
                for part in parts {
                    match part {
                        Tree::Sequence(inner) => flat.extend(inner),
                        part => flat.push(part),
                    }
                }
                self.others.push(Tree::Sequence(flat));
            }
        }
    }

    /// The tree, or nothing for the empty string alone.
    fn part(self) -> Option<Tree> {
        let is_empty = self.characters.is_none() && self.others.is_empty();
        (!is_empty).then(|| self.tree())
    }

    fn tree(self) -> Tree {
        let mut all: Vec<Tree> = self.characters.map(Tree::Set).into_iter().collect();
        all.extend(self.others);
        let some = match all.len() {
            0 => return Tree::EMPTY,
            1 => all.remove(0),
            _ => Tree::Choice(all),
        };
        if !self.is_empty {
            return some;
        }
        Tree::Repeat { of: Box::new(some), min: 0, max: Some(1), mode: Mode::Greedy }
    }
}
