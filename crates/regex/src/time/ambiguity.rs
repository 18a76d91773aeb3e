//! How the number of ways through a graph grows.
//!
//! In: a graph. Out: loops of which a string goes along with two (exponential), or a chain of loops such that a string that
//! goes along with one goes from it to the next, and along with that (polynomial, by the length of the chain), each with
//! the string (Weber and Seidl 1991: EDA and IDA). What is forgotten is how often a way is gone that lies in no loop.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::graph::{Graph, Label};
use grammar_automata::engine::graph::{components, membership, reached};

/// The number of strings of which the shortest is taken.
const CANDIDATES: usize = 40;

/// A part of a string that may stand there any number of times: from a node to a node, which are one if the growth is
/// exponential.
#[derive(Clone, Debug)]
pub(super) struct Pump {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) letters: Vec<usize>,
}

/// How the ways through a graph grow with the length of a string, and whether as a power of two, with one pump. Otherwise they
/// grow as a power of the length, one for each pump. Nothing, if that takes too many steps.
pub(super) fn growth(graph: &Graph, left: &mut usize) -> Option<(Vec<Pump>, bool)> {
    let components = components(&graph.plain);
    let component = membership(&components);
    let loops: Vec<bool> = components
        .iter()
        .map(|all| {
            all.iter()
                .any(|&node| graph.plain[node].iter().any(|&to| component[to] == component[node]))
        })
        .collect();
    let known = Loops { graph, component: &component, components: &components, loops: &loops };
    let twice = match known.twice_at_once() {
        None => known.twice(left)?,
        twice => twice,
    };
    Some(match twice {
        Some(pump) => (vec![pump], true),
        None => (known.chain(left)?, false),
    })
}

/// A graph, and which of its components are loops.
struct Loops<'g> {
    graph: &'g Graph,
    component: &'g [usize],
    components: &'g [Vec<usize>],
    loops: &'g [bool],
}

impl Loops<'_> {
    /// The edges of a node that stay within its component.
    fn within(&self, node: usize) -> impl Iterator<Item = (Label, usize)> + '_ {
        let edges = self.graph.edges[node].iter().copied();
        edges.filter(move |&(_, to)| self.component[to] == self.component[node])
    }

    /// A loop with an edge that is gone twice.
    fn twice_at_once(&self) -> Option<Pump> {
        (0..self.graph.edges.len()).find_map(|node| {
            let edges: Vec<(Label, usize)> = self.within(node).collect();
            let double = edges.windows(2).find(|two| two[0] == two[1])?[0];
            let mut letters = vec![double.0.letter];
            letters.extend(way([double.1], |&at| at == node, |&at| self.within(at))?.0);
            Some(Pump { from: node, to: node, letters })
        })
    }

    /// A loop along which a string goes in two ways.
    fn twice(&self, left: &mut usize) -> Option<Option<Pump>> {
        let next = |&(one, other): &(usize, usize)| {
            self.within(one).flat_map(move |(label, one)| {
                let others = self.graph.along(other, label).iter();
                let others =
                    others.filter(move |edge| self.component[edge.1] == self.component[other]);
                others.map(move |edge| (label, (one.min(edge.1), one.max(edge.1))))
            })
        };
        let starts = (0..self.component.len()).filter(|&at| self.loops[self.component[at]]);
        let pairs = Explored::new(starts.map(|at| (at, at)), next, left)?;
        let all = components(&pairs.edges);
        let both = all.iter().find(|all| {
            let is_one = |&&at: &&usize| pairs.nodes[at].0 == pairs.nodes[at].1;
            all.iter().any(|at| is_one(&at)) && !all.iter().all(|at| is_one(&at))
        });
        let Some(both) = both else { return Some(None) };
        let is_of: HashSet<(usize, usize)> = both.iter().map(|&at| pairs.nodes[at]).collect();
        let is_one = |&(one, other): &(usize, usize)| one == other;
        let next = |pair: &(usize, usize)| {
            next(pair).filter(|(_, pair)| is_of.contains(pair)).collect::<Vec<_>>()
        };
        let begins = both.iter().map(|&at| pairs.nodes[at]).filter(is_one).take(CANDIDATES);
        let pumps = begins.filter_map(|begin| {
            let (mut letters, apart) = way([begin], |pair| !is_one(pair), next)?;
            letters.extend(way([apart], |pair| *pair == begin, next)?.0);
            Some(Pump { from: begin.0, to: begin.0, letters })
        });
        Some(pumps.min_by_key(|pump| (pump.letters.len(), pump.from)))
    }

    /// A longest chain of loops such that a string goes along with one, from it to the next, and along with that.
    fn chain(&self, left: &mut usize) -> Option<Vec<Pump>> {
        let mut by_end: HashMap<usize, Vec<usize>> = HashMap::default();
        for at in (0..self.component.len()).filter(|&at| self.loops[self.component[at]]) {
            by_end.entry(self.graph.ends[at]).or_default().push(at);
        }
        let (mut reach, mut starts) = (HashMap::default(), Vec::new());
        for nodes in by_end.values() {
            *left = left.checked_sub(nodes.len() * nodes.len())?;
            for &from in nodes {
                let own = self.component[from];
                if let Entry::Vacant(new) = reach.entry(own) {
                    *left = left.checked_sub(self.component.len())?;
                    new.insert(reached(&self.graph.plain, [from]));
                }
                let others =
                    nodes.iter().filter(|&&to| self.component[to] != own && reach[&own][to]);
                starts.extend(others.map(|&to| (from, from, to)));
            }
        }
        starts.sort_unstable();
        let next = |&(one, middle, other): &(usize, usize, usize)| {
            self.within(one).flat_map(move |(label, one)| {
                let others = self.graph.along(other, label).iter();
                let others =
                    others.filter(move |edge| self.component[edge.1] == self.component[other]);
                others.flat_map(move |&(label, other)| {
                    let middles = self.graph.along(middle, label).iter();
                    middles.map(move |&(label, middle)| (label, (one, middle, other)))
                })
            })
        };
        let mut triples = Explored::new(starts, next, left)?;
        // Once the middle one has come to the other loop, the string may be read again.
        let back: Vec<(usize, usize)> = (0..triples.nodes.len())
            .filter_map(|at| {
                let (one, middle, other) = triples.nodes[at];
                if middle != other {
                    return None;
                }
                Some((at, *triples.numbers.get(&(one, one, other))?))
            })
            .collect();
        back.iter().for_each(|&(at, begin)| triples.edges[at].push(begin));
        let part = membership(&components(&triples.edges));
        let mut links: HashMap<usize, Vec<(usize, usize)>> = HashMap::default();
        for (at, _) in back.into_iter().filter(|&(at, begin)| part[at] == part[begin]) {
            let (from, _, to) = triples.nodes[at];
            links.entry(self.component[from]).or_default().push((from, to));
        }
        let mut pumps = Vec::new();
        for (from, to) in self.longest(&links) {
            let next = |at: &(usize, usize, usize)| next(at).collect::<Vec<_>>();
            let others = links[&self.component[from]]
                .iter()
                .filter(|other| self.component[other.1] == self.component[to]);
            let all = others.take(CANDIDATES).filter_map(|&(from, to)| {
                let (letters, _) = way([(from, from, to)], |&at| at == (from, to, to), next)?;
                Some(Pump { from, to, letters })
            });
            pumps.push(all.min_by_key(|pump| (pump.letters.len(), pump.from))?);
        }
        Some(pumps)
    }

    /// The links of a longest chain, of those the one with a short end. A component stands behind those that it leads to.
    fn longest(&self, links: &HashMap<usize, Vec<(usize, usize)>>) -> Vec<(usize, usize)> {
        let mut best: Vec<Chain> = Vec::new();
        // Of each component, that in which the longest chain from it on begins.
        let mut from: Vec<usize> = Vec::new();
        for (number, nodes) in self.components.iter().enumerate() {
            let own = links.get(&number).into_iter().flatten().map(|&(one, to)| {
                let (length, end) = best[from[self.component[to]]].key;
                let end = if length == 0 { Reverse(self.graph.ends[to]) } else { end };
                Chain { key: (length + 1, end), first: Some((one, to)) }
            });
            let none = Chain { key: (0, Reverse(usize::MAX)), first: None };
            best.push(own.max_by_key(|chain| chain.key).unwrap_or(none));
            let others = nodes.iter().flat_map(|&node| &self.graph.plain[node]);
            let others = others.map(|&to| self.component[to]).filter(|&other| other != number);
            let first = others.map(|other| from[other]).chain([number]);
            from.push(first.max_by_key(|&at| best[at].key).unwrap_or(number));
        }
        let mut at = (0..best.len()).max_by_key(|&number| best[number].key);
        let mut chain = Vec::new();
        while let Some((one, to)) = at.and_then(|at| best[at].first) {
            chain.push((one, to));
            at = Some(from[self.component[to]]);
        }
        chain
    }
}

/// A longest chain that begins in a component.
struct Chain {
    key: (usize, Reverse<usize>),
    first: Option<(usize, usize)>,
}

/// What is reached of a graph that is not written down.
struct Explored<N> {
    nodes: Vec<N>,
    numbers: HashMap<N, usize>,
    edges: Vec<Vec<usize>>,
}

impl<N: Copy + Eq + Hash> Explored<N> {
    /// What is reached from some nodes; nothing, if it takes too many steps.
    fn new<I: Iterator<Item = (Label, N)>>(
        starts: impl IntoIterator<Item = N>,
        next: impl Fn(&N) -> I,
        left: &mut usize,
    ) -> Option<Self> {
        let mut this = Self { nodes: Vec::new(), numbers: HashMap::default(), edges: Vec::new() };
        starts.into_iter().for_each(|node| _ = this.number(node));
        while let Some(node) = this.nodes.get(this.edges.len()).copied() {
            let own: Vec<usize> = next(&node).map(|(_, to)| this.number(to)).collect();
            *left = left.checked_sub(own.len() + 1)?;
            this.edges.push(own);
        }
        Some(this)
    }

    fn number(&mut self, node: N) -> usize {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }
}

/// The letters of a shortest way from one of some nodes to one that is looked for, and that node.
pub(super) fn way<N: Copy + Eq + Hash, I: IntoIterator<Item = (Label, N)>>(
    starts: impl IntoIterator<Item = N>,
    is_end: impl Fn(&N) -> bool,
    next: impl Fn(&N) -> I,
) -> Option<(Vec<usize>, N)> {
    let mut waiting: VecDeque<N> = starts.into_iter().collect();
    let mut came: HashMap<N, Option<(usize, N)>> =
        waiting.iter().map(|&node| (node, None)).collect();
    while let Some(node) = waiting.pop_front() {
        if is_end(&node) {
            let (mut letters, mut at) = (Vec::new(), node);
            while let Some(&Some((letter, before))) = came.get(&at) {
                letters.push(letter);
                at = before;
            }
            letters.reverse();
            return Some((letters, node));
        }
        for (label, to) in next(&node) {
            came.entry(to).or_insert_with(|| {
                waiting.push_back(to);
                Some((label.letter, node))
            });
        }
    }
    None
}
