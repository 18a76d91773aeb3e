//! Builds patterns from the productions of a grammar, or from a minimal automaton.

use std::collections::{BTreeMap, BTreeSet};

use grammar_automata::build::{ByteSet, Dfa};
use grammar_automata::engine::CharacterSet;
use grammar_notation::{Printed, PrintedProduction, Term};
use grammar_regex::engine::{Mode, Tree};

use super::sets::Productions;
use super::{PARTS, sets};

// A pattern that follows the productions of a grammar. A production of one line can become a pattern of megabytes, since
// each call is expanded; the number of parts is limited.

/// The reason why no pattern can be built from a production and the productions that it calls.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unstructured {
    /// A name is not defined.
    #[error("`{0}` is not defined")]
    Undefined(String),
    /// A production cannot be used as printed.
    #[error("{0}")]
    Unreadable(String),
    /// Productions call each other in a cycle.
    #[error(
        "`{}` calls itself ({}), which a pattern cannot express; the minimal automaton (`--minimal`) may have a pattern",
        .0[0], .0.join(" → ")
    )]
    Recursive(Vec<String>),
    /// A production subtracts one set of strings from another.
    #[error(
        "`{0}` subtracts strings from others, which a pattern cannot express; the minimal \
         automaton (`--minimal`) has a pattern"
    )]
    Exception(String),
    /// The pattern would be too large.
    #[error(
        "a pattern that follows the productions would have more than {PARTS} parts; the pattern of the minimal automaton (`--minimal`) may be smaller"
    )]
    TooLarge,
    /// A production has bytes that are not characters.
    #[error("`{0}` has octets above 7F that are not characters, but a pattern matches characters")]
    Octets(String),
}

/// Returns the pattern of a production, as a tree.
pub(crate) fn structure(printed: &Printed, name: &str) -> Result<Tree, Unstructured> {
    Following { productions: Productions::of(printed), way: Vec::new(), parts: 0 }.named(name)
}

struct Following<'g> {
    productions: Productions<'g>,
    /// The productions that are being expanded, the outermost first.
    way: Vec<&'g PrintedProduction>,
    parts: usize,
}

/// The alternatives of a production, split by whether they end with a call of the production itself.
#[derive(Default)]
struct Split {
    /// The alternatives that end with a call of the production itself, without that call.
    again: Vec<Tree>,
    /// The alternatives that do not end with a call of the production itself.
    ends: Vec<Tree>,
}

impl<'g> Following<'g> {
    fn named(&mut self, name: &str) -> Result<Tree, Unstructured> {
        let production = self.productions.get(name);
        let production = production.ok_or_else(|| Unstructured::Undefined(name.to_owned()))?;
        if let Some(at) = self.way.iter().position(|one| one.name == production.name) {
            let mut cycle: Vec<String> =
                self.way[at..].iter().map(|one| one.name.clone()).collect();
            cycle.push(production.name.clone());
            return Err(Unstructured::Recursive(cycle));
        }
        let term = production.term.as_ref();
        let term = term.map_err(|why| Unstructured::Unreadable(why.to_string()))?;
        self.way.push(production);
        let Split { again, ends } = self.split(term)?;
        self.way.pop();
        let end = choice(ends);
        let tree = if again.is_empty() { end } else { repeated(choice(again), end) };
        Ok(Tree::Group { of: Box::new(tree), name: Some(production.name.clone()) })
    }

    /// Splits a term by whether it ends with a call of the production that is being expanded.
    fn split(&mut self, term: &'g Term) -> Result<Split, Unstructured> {
        if !self.calls_itself(term) {
            return Ok(Split { again: Vec::new(), ends: vec![self.tree(term)?] });
        }
        match term {
            Term::Name(_) => Ok(Split { again: vec![Tree::EMPTY], ends: Vec::new() }),
            Term::Choice(all) => {
                let mut split = Split::default();
                for one in all {
                    let Split { again, ends } = self.split(&one.term)?;
                    split.again.extend(again);
                    split.ends.extend(ends);
                }
                Ok(split)
            }
            Term::Repeat { min: 0, max: Some(1), term } => {
                let mut split = self.split(term)?;
                split.ends.push(Tree::EMPTY);
                Ok(split)
            }
            Term::Sequence(parts) => {
                let Some((last, before)) = parts.split_last() else { return Ok(Split::default()) };
                let begin = before.iter().map(|part| self.tree(part));
                let begin = begin.collect::<Result<Vec<Tree>, _>>()?;
                let Split { again, ends } = self.split(last)?;
                let with = |tree: Tree| Tree::Sequence([&begin[..], &[tree]].concat());
                Ok(Split {
                    again: again.into_iter().map(with).collect(),
                    ends: ends.into_iter().map(with).collect(),
                })
            }
            // The call is not at the end. Expanding it reports the recursion.
            _ => Ok(Split { again: Vec::new(), ends: vec![self.tree(term)?] }),
        }
    }

    fn calls_itself(&self, term: &Term) -> bool {
        let Some(own) = self.way.last().map(|one| self.productions.key(&one.name)) else {
            return false;
        };
        let mut all = term.all().into_iter();
        all.any(|term| term.name().is_some_and(|name| self.productions.key(name) == own))
    }

    fn tree(&mut self, term: &'g Term) -> Result<Tree, Unstructured> {
        self.parts += 1;
        if self.parts > PARTS {
            return Err(Unstructured::TooLarge);
        }
        // A class is self-explanatory, and needs no name.
        if let Some(set) = self.productions.set(term) {
            return Ok(Tree::Set(set));
        }
        match term {
            Term::Name(name) => self.named(name),
            Term::Bytes(_) => Err(self.octets()),
            Term::Literal { bytes, ignore_case } => self.literal(bytes, *ignore_case),
            Term::Sequence(parts) => {
                let parts = parts.iter().map(|part| self.tree(part)).collect::<Result<_, _>>()?;
                Ok(Tree::Sequence(parts))
            }
            Term::Choice(all) => self.choice(all.iter().map(|one| &one.term)),
            Term::Repeat { max: Some(0), .. } => Ok(Tree::EMPTY),
            Term::Repeat { min, max, term } => Ok(repeat(self.tree(term)?, *min, *max)),
            Term::Difference { .. } => {
                let name = self.way.last().map(|one| one.name.clone());
                Err(Unstructured::Exception(name.unwrap_or_default()))
            }
        }
    }

    /// Returns a choice in which all alternatives that are sets of characters are merged into one class.
    fn choice(&mut self, all: impl Iterator<Item = &'g Term>) -> Result<Tree, Unstructured> {
        let (mut parts, mut has_empty): (Vec<Tree>, bool) = (Vec::new(), false);
        for term in all {
            let tree = self.tree(term)?;
            if tree.is_empty() {
                has_empty = true;
                continue;
            }
            let known = parts.iter_mut().find_map(|part| match part {
                Tree::Set(known) => Some(known),
                _ => None,
            });
            match (known, tree) {
                (Some(known), Tree::Set(set)) => *known = known.clone().union(&set),
                (_, tree) => parts.push(tree),
            }
        }
        let some = choice(parts);
        Ok(if has_empty { repeat(some, 0, Some(1)) } else { some })
    }

    fn literal(&self, bytes: &[u8], ignore_case: bool) -> Result<Tree, Unstructured> {
        let text = std::str::from_utf8(bytes).map_err(|_| self.octets())?;
        let set = |one: char| match u8::try_from(one) {
            Ok(byte) if ignore_case => CharacterSet::from_ranges(
                ByteSet::ignoring_case(byte).iter().map(|byte| (byte.into(), byte.into())),
            ),
            _ => CharacterSet::single(one),
        };
        Ok(Tree::Sequence(text.chars().map(|one| Tree::Set(set(one))).collect()))
    }

    fn octets(&self) -> Unstructured {
        let name = self.way.last().map(|one| one.name.clone());
        Unstructured::Octets(name.unwrap_or_default())
    }
}

/// Returns `once* end`, or `once+` if `end` equals `once`.
fn repeated(once: Tree, end: Tree) -> Tree {
    // `a = b [ a ]` becomes `b+`.
    match (&once, &end) {
        (Tree::Sequence(again), Tree::Sequence(ends))
            if again.last() == Some(&Tree::EMPTY)
                && (again == ends || again[..again.len() - 1] == ends[..]) =>
        {
            repeat(Tree::Sequence(again[..again.len() - 1].to_vec()), 1, None)
        }
        _ => Tree::Sequence(vec![repeat(once, 0, None), end]),
    }
}

fn repeat(of: Tree, min: u32, max: Option<u32>) -> Tree {
    Tree::Repeat { of: Box::new(of), min, max, mode: Mode::Greedy }
}

fn choice(mut parts: Vec<Tree>) -> Tree {
    if parts.len() == 1 { parts.remove(0) } else { Tree::Choice(parts) }
}

// A pattern from a minimal automaton, by eliminating the states one by one (Brzozowski and McCluskey, *Signal flow graph
// techniques for sequential circuit state diagrams*, 1963). The pattern of a smaller automaton may be larger: an automaton
// of an IPv6 address has some hundred states, and each elimination may double the expressions around it.

/// Returns a pattern tree for the strings that a minimal automaton accepts from a start. Returns `None` if the tree
/// would be too large, or if there are no such strings.
pub(crate) fn eliminate(dfa: &Dfa, start: usize) -> Option<Tree> {
    // The steps of a state by characters take time, so the states are counted first. One of them is dead.
    if dfa.reachable([dfa.start(start)]).len() > STATES + 1 {
        return None;
    }
    let mut graph = StructureGraph::of(dfa, start);
    let mut left: Vec<u32> = graph.inner.clone();
    let mut costs: BTreeMap<u32, usize> =
        left.iter().map(|&state| (state, graph.cost(state))).collect();
    while !left.is_empty() {
        let all = left.iter().map(|state| costs[state]).enumerate();
        let (at, _) = all.min_by_key(|&(_, cost)| cost)?;
        let state = left.swap_remove(at);
        let (into, from) = graph.around(state);
        graph.remove(state)?;
        // Only the costs of the states beside it change.
        for near in into.into_iter().chain(from) {
            if let Some(cost) = costs.get_mut(&near) {
                *cost = graph.cost(near);
            }
        }
    }
    graph.edges.remove(&(BEGIN, END)).map(|edge| edge.tree())
}

/// The maximum number of states of an automaton that is turned into a pattern.
const STATES: usize = 2_000;

const BEGIN: u32 = u32::MAX - 1;
const END: u32 = u32::MAX;

/// The strings that lead from one state to another.
#[derive(Clone, Default)]
struct Edge {
    /// Whether the edge includes the empty string.
    is_empty: bool,
    characters: Option<CharacterSet>,
    others: Vec<Tree>,
    size: usize,
}

struct StructureGraph {
    edges: BTreeMap<(u32, u32), Edge>,
    /// For each state, the sources of its incoming edges.
    into: BTreeMap<u32, BTreeSet<u32>>,
    inner: Vec<u32>,
    size: usize,
}

impl StructureGraph {
    fn of(dfa: &Dfa, start: usize) -> Self {
        let start = dfa.start(start);
        let dead = dfa.dead(None);
        let mut reached = dfa.reachable([start]);
        reached.retain(|&state| Some(state) != dead);
        let mut graph =
            Self { edges: BTreeMap::new(), into: BTreeMap::new(), inner: reached, size: 0 };
        for &state in &graph.inner {
            for (next, set) in sets::steps(dfa, state, dead) {
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

    /// Returns the number of parts that the elimination of a state adds to the pattern.
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

    /// Eliminates a state. Returns `None` if the pattern becomes too large.
    fn remove(&mut self, state: u32) -> Option<()> {
        let (into, from) = self.around(state);
        let own = self.edges.remove(&(state, state));
        let own = own.map(|edge| repeat(edge.tree(), 0, None));
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

    /// Returns the pattern tree of the edge's strings, or `None` if the empty string is the only one.
    fn part(self) -> Option<Tree> {
        let is_empty = self.characters.is_none() && self.others.is_empty();
        (!is_empty).then(|| self.tree())
    }

    fn tree(self) -> Tree {
        let mut all: Vec<Tree> = self.characters.map(Tree::Set).into_iter().collect();
        all.extend(self.others);
        match choice(all) {
            Tree::Choice(none) if none.is_empty() => Tree::EMPTY,
            some if self.is_empty => repeat(some, 0, Some(1)),
            some => some,
        }
    }
}
