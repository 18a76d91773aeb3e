//! The ambiguity of a pattern, in the graph of its states.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use grammar_automata::engine::graph::{components, membership, reached};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::{Condition, EngineProgram, EngineStep, NodeId};

// How the number of paths through a graph grows.
//
// Growth is exponential if some string follows a loop along two paths. It is polynomial if there is a chain of
// loops such that one string follows a loop, leads from it to the next loop, and follows the next loop; the
// degree is the length of the chain. The string is a witness (Weber and Seidl 1991: EDA and IDA). Paths outside
// of loops are ignored.

/// The maximum number of witnesses that are compared to find the shortest witness.
const CANDIDATES: usize = 40;

/// A part of a string that may be repeated any number of times, and that leads from the node `from` to the node `to`.
/// If the growth is exponential, `from` and `to` are the same node.
#[derive(Clone, Debug)]
pub(super) struct Pump {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) letters: Vec<usize>,
}

/// Returns pumps, which show how the number of paths grows with the length of a string, and whether the growth is
/// exponential. If it is exponential, there is one pump; if it is polynomial, there is one pump for each power of the
/// length. Returns `None` if the analysis takes too many steps.
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

/// A graph with its strongly connected components, and whether each of them has a loop.
struct Loops<'g> {
    graph: &'g Graph,
    component: &'g [usize],
    components: &'g [Vec<usize>],
    loops: &'g [bool],
}

impl Loops<'_> {
    /// Returns the edges of a node that stay within its component.
    fn within(&self, node: usize) -> impl Iterator<Item = (Label, usize)> + '_ {
        let edges = self.graph.edges[node].iter().copied();
        edges.filter(move |&(_, to)| self.component[to] == self.component[node])
    }

    /// Finds a loop with a double edge.
    fn twice_at_once(&self) -> Option<Pump> {
        (0..self.graph.edges.len()).find_map(|node| {
            let edges: Vec<(Label, usize)> = self.within(node).collect();
            let double = edges.windows(2).find(|two| two[0] == two[1])?[0];
            let mut letters = vec![double.0.letter];
            letters.extend(way([double.1], |&at| at == node, |&at| self.within(at))?.0);
            Some(Pump { from: node, to: node, letters })
        })
    }

    /// Finds a loop with two paths for the same string. Returns `None` if the search takes too many steps.
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

    /// Finds a longest chain of loops. For each two consecutive loops, a single string can follow the first loop, can
    /// lead from the first loop to the second, and can follow the second loop.
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
        // Once the middle node has reached the other loop, the string may be read again.
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

    /// Returns the links of a longest chain. Prefers a chain with a short suffix at its end. Each component must come
    /// after all components to which its edges lead.
    fn longest(&self, links: &HashMap<usize, Vec<(usize, usize)>>) -> Vec<(usize, usize)> {
        let mut best: Vec<Chain> = Vec::new();
        // For each component, the component in which the longest chain from it begins.
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

/// The length and the first link of a longest chain that begins in some component.
struct Chain {
    key: (usize, Reverse<usize>),
    first: Option<(usize, usize)>,
}

/// The reachable part of an implicit graph.
struct Explored<N> {
    nodes: Vec<N>,
    numbers: HashMap<N, usize>,
    edges: Vec<Vec<usize>>,
}

impl<N: Copy + Eq + Hash> Explored<N> {
    /// Explores the part that is reachable from some nodes, or returns `None` if that takes too many steps.
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

/// Returns a shortest path from a start to a node that satisfies `is_end`: its letters, and its last node.
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

// The paths of an engine through a string, as a graph.
//
// The graph has a node for each point of the program and each possible suffix, and an edge for each letter, as
// many times as the engine takes that path. A string is a path through the suffixes, and the steps of an engine
// on the string are the paths in the graph that follow it (Weber and Seidl, *On the degree of ambiguity of
// finite automata*, 1991).

const EDGES: usize = 400_000;

/// A letter that is read, and the suffix after it. Two paths with equal labels follow the same string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Label {
    pub(super) letter: usize,
    pub(super) end: usize,
}

pub(super) struct Graph {
    /// For each node, the state in [`Suffixes`] that represents the rest of the string.
    pub(super) ends: Vec<usize>,
    /// The edges of each node, sorted by label. An edge that an engine takes twice is listed twice.
    pub(super) edges: Vec<Vec<(Label, usize)>>,
    /// The number of nodes at which an engine begins. They come before all other nodes.
    pub(super) starts: usize,
    /// The edges without labels.
    pub(super) plain: Vec<Vec<usize>>,
}

impl Graph {
    /// Builds the graph of a program, or returns `None` if that takes too many steps. If `suffixes` is `None`, suffixes
    /// are not distinguished, and the graph has all paths that an engine may take.
    pub(super) fn new(
        program: &EngineProgram,
        suffixes: Option<&Suffixes>,
        left: &mut usize,
    ) -> Option<Self> {
        let one = vec![vec![0; program.letters.len()]];
        let before = suffixes.map_or(&one, |suffixes| &suffixes.before);
        let mut labels: Vec<Vec<Label>> = vec![Vec::new(); before.len()];
        for (end, row) in before.iter().enumerate() {
            row.iter().enumerate().for_each(|(letter, &end_before)| {
                labels[end_before].push(Label { letter, end });
            });
        }
        let mut nodes: Vec<(ProgramPoint, usize)> =
            (0..before.len()).map(|end| ((program.start, None), end)).collect();
        let starts = nodes.len();
        let mut numbers: HashMap<(ProgramPoint, usize), usize> =
            nodes.iter().enumerate().map(|(number, &node)| (node, number)).collect();
        let (mut edges, mut count) = (Vec::new(), 0);
        while let Some(&((node, behind), end)) = nodes.get(edges.len()) {
            let mut own = Vec::new();
            for &label in &labels[end] {
                let kind = program.behind[label.letter];
                let ahead = suffixes.map(|suffixes| {
                    move |node| suffixes.successes(&suffixes.sets[label.end], kind, node)
                });
                let ahead = ahead.as_ref().map(|ahead| ahead as &dyn Fn(_) -> _);
                let place = Boundary { behind, letter: Some(label.letter), ahead };
                let mut walk = Walk::new(program, place, 2);
                let (_, steps) = walk.run(node)?;
                *left = left.checked_sub(steps)?;
                for &next in &walk.next {
                    let next = ((next, kind), label.end);
                    own.push((
                        label,
                        *numbers.entry(next).or_insert_with(|| {
                            nodes.push(next);
                            nodes.len() - 1
                        }),
                    ));
                }
            }
            count += own.len();
            if count > EDGES {
                return None;
            }
            own.sort_unstable();
            edges.push(own);
        }
        let ends = nodes.into_iter().map(|(_, end)| end).collect();
        let plain = edges.iter().map(|own| own.iter().map(|edge| edge.1).collect()).collect();
        Some(Self { ends, edges, starts, plain })
    }

    /// Returns the edges of a node that have a label.
    pub(super) fn along(&self, node: usize, label: Label) -> &[(Label, usize)] {
        let edges = &self.edges[node];
        let begin = edges.partition_point(|edge| edge.0 < label);
        let end = edges.partition_point(|edge| edge.0 <= label);
        &edges[begin..end]
    }
}

// The suffixes of strings, classified by the points of the program that match them.

/// The levels at which an engine succeeds from a node, as bits. Bit 0 is a match of the pattern, or of the enclosing
/// look-ahead. Bit `n` is the end of the innermost of `n` nested atomic groups.
///
/// An engine leaves an atomic group by the first path that reaches its end, so the bits below `n` describe only that
/// path.
pub(super) type Successes = u8;

/// A node from which an engine continues, and the look-behind class of the preceding letter.
pub(super) type ProgramPoint = (NodeId, Option<usize>);

const STATES: usize = 1_500;

pub(super) struct Suffixes {
    pub(super) points: Vec<ProgramPoint>,
    numbers: HashMap<ProgramPoint, usize>,
    /// For each state, the [successes](Successes) from each of the `points`. State 0 represents the empty suffix.
    pub(super) sets: Vec<Vec<Successes>>,
    /// For each state and each letter, the state of the suffix that consists of the letter and the suffix of the state.
    pub(super) before: Vec<Vec<usize>>,
    /// For each state except the first, the first letter of a shortest suffix, and the state of the rest.
    shortest: Vec<Option<(usize, usize)>>,
}

impl Suffixes {
    /// Builds the automaton of the suffixes, or returns `None` if that takes too many steps.
    pub(super) fn new(program: &EngineProgram, left: &mut usize) -> Option<Self> {
        let points = points(program);
        let numbers: HashMap<ProgramPoint, usize> =
            points.iter().enumerate().map(|(number, &point)| (point, number)).collect();
        let mut this =
            Self { points, numbers, sets: Vec::new(), before: Vec::new(), shortest: vec![None] };
        let mut states = HashMap::default();
        let empty = this.set(program, None, &[], left)?;
        states.insert(empty.clone(), 0);
        this.sets.push(empty);
        while this.before.len() < this.sets.len() {
            let state = this.before.len();
            let mut row = Vec::with_capacity(program.letters.len());
            for letter in 0..program.letters.len() {
                let set = this.set(program, Some(letter), &this.sets[state], left)?;
                row.push(*states.entry(set).or_insert_with_key(|set| {
                    this.sets.push(set.clone());
                    this.shortest.push(Some((letter, state)));
                    this.sets.len() - 1
                }));
            }
            this.before.push(row);
            if this.sets.len() > STATES {
                return None;
            }
        }
        Some(this)
    }

    pub(super) fn shortest(&self, mut state: usize) -> Vec<usize> {
        let mut letters = Vec::new();
        while let Some((letter, rest)) = self.shortest[state] {
            letters.push(letter);
            state = rest;
        }
        letters
    }

    /// Returns the successes from `node` on. `set` has the successes of the suffix, and `behind` is the class of the
    /// preceding letter.
    pub(super) fn successes(
        &self,
        set: &[Successes],
        behind: Option<usize>,
        node: NodeId,
    ) -> Successes {
        let number = self.numbers.get(&(node, behind));
        number.and_then(|&number| set.get(number)).copied().unwrap_or_default()
    }

    /// Returns the successes from each point, for `letter` followed by a suffix with the successes `after`.
    fn set(
        &self,
        program: &EngineProgram,
        letter: Option<usize>,
        after: &[Successes],
        left: &mut usize,
    ) -> Option<Vec<Successes>> {
        let kind = letter.and_then(|letter| program.behind[letter]);
        let ahead = |node| self.successes(after, kind, node);
        let set = self.points.iter().map(|&(node, behind)| {
            let mut walk = Walk::new(program, Boundary { behind, letter, ahead: Some(&ahead) }, 1);
            let (successes, steps) = walk.run(node)?;
            *left = left.checked_sub(steps)?;
            Some(successes)
        });
        set.collect()
    }
}

/// Returns the points of a program: its start, and the points after a letter.
fn points(program: &EngineProgram) -> Vec<ProgramPoint> {
    let mut points = vec![(program.start, None)];
    for node in &program.nodes {
        let EngineStep::Read(set, next) = *node else { continue };
        let next = program.behind_letter(next);
        let letters = program.letters.iter().zip(&program.behind);
        points
            .extend(letters.filter(|(letter, _)| letter.is_in[set]).map(|(_, &kind)| (next, kind)));
    }
    points.sort_unstable();
    points.dedup();
    points
}

// The paths that an engine tries at a position before it reads a letter. Paths after a path with a match are
// not tried (Weideman and others, *Analyzing matching time behavior of backtracking regular expression matchers
// by using ambiguity of NFA*, 2016).

/// A position between two letters, as far as a pattern can observe it.
#[derive(Clone, Copy)]
pub(super) struct Boundary<'a> {
    /// The look-behind class of the preceding letter, or `None` at the beginning of the string.
    pub(super) behind: Option<usize>,
    /// The next letter, or `None` at the end of the string.
    pub(super) letter: Option<usize>,
    /// A function that returns the successes from a node after `letter`. If it is `None`, all paths are followed.
    pub(super) ahead: Option<&'a dyn Fn(NodeId) -> Successes>,
}

pub(super) struct Walk<'a> {
    program: &'a EngineProgram,
    place: Boundary<'a>,
    /// The maximum number of visits of one node. Two visits are enough to detect two paths.
    most: u8,
    /// The iterations that have begun at this position.
    begun: Vec<usize>,
    seen: HashMap<(NodeId, Vec<usize>), (u8, Successes)>,
    /// The nodes that the engine reaches by reading the letter.
    pub(super) next: Vec<NodeId>,
    depth: usize,
    /// The number of visits that are left.
    left: usize,
}

/// The maximum number of visits from one position, and the maximum depth of the recursion.
const STEPS: usize = 20_000;
const DEPTH: usize = 1_500;

impl<'a> Walk<'a> {
    pub(super) fn new(program: &'a EngineProgram, place: Boundary<'a>, most: u8) -> Self {
        let (begun, seen, next) = (Vec::new(), HashMap::default(), Vec::new());
        Self { program, place, most, begun, seen, next, depth: 0, left: STEPS }
    }

    /// Returns the successes from a node on, and the number of visited nodes, or `None` if there are too many.
    pub(super) fn run(&mut self, node: NodeId) -> Option<(Successes, usize)> {
        let successes = self.from(node);
        (self.left > 0).then_some((successes, STEPS - self.left))
    }

    fn from(&mut self, node: NodeId) -> Successes {
        if self.left == 0 || self.depth == DEPTH {
            self.left = 0;
            return Successes::MAX;
        }
        self.left -= 1;
        let key = (node, self.begun.clone());
        match self.seen.get_mut(&key) {
            Some((times, successes)) if *times >= self.most => return *successes,
            Some((times, _)) => *times += 1,
            None => {
                self.seen.insert(key.clone(), (1, 0));
            }
        }
        self.depth += 1;
        let successes = self.step(node);
        self.depth -= 1;
        if let Some(known) = self.seen.get_mut(&key) {
            known.1 = successes;
        }
        successes
    }

    fn step(&mut self, node: NodeId) -> Successes {
        let own = 1 << self.program.levels[node];
        match self.program.nodes[node] {
            EngineStep::Match => Successes::from(self.place.ahead.is_some()),
            EngineStep::Read(set, next) => {
                let letters = &self.program.letters;
                let is_read = self.place.letter.is_some_and(|letter| letters[letter].is_in[set]);
                if !is_read {
                    return 0;
                }
                let next = self.program.behind_letter(next);
                self.next.push(next);
                self.place.ahead.map_or(0, |ahead| ahead(next))
            }
            EngineStep::Try(ref branches) => {
                let successes = branches.iter().map(|&way| self.from(way));
                successes.into_iter().find(|successes| successes & own != 0).unwrap_or_default()
            }
            EngineStep::If(condition, next) if self.holds(condition) => self.from(next),
            EngineStep::If(..) => 0,
            EngineStep::Atomic(body) => self.from(body) & (own | (own - 1)),
            EngineStep::Commit(next) if self.place.ahead.is_none() => self.from(next),
            EngineStep::Commit(next) => self.from(next) | own,
            EngineStep::Begin(iteration, body) => {
                self.begun.push(iteration);
                let successes = self.from(body);
                self.begun.pop();
                successes
            }
            EngineStep::Again(iteration, again, other) => {
                // Iterations that began within this one have ended before it.
                match (self.begun.iter().position(|&one| one == iteration), other) {
                    (None, _) => self.from(again),
                    (Some(_), None) => 0,
                    (Some(at), Some(other)) => {
                        let begun = self.begun.split_off(at);
                        let successes = self.from(other);
                        self.begun.extend(begun);
                        successes
                    }
                }
            }
        }
    }

    fn holds(&mut self, condition: Condition) -> bool {
        match condition {
            Condition::Start => self.place.behind.is_none(),
            Condition::End => self.place.letter.is_none() || self.place.ahead.is_none(),
            Condition::Behind(set, is_negative) => {
                let program = self.program;
                let letter = |kind| program.behind.iter().position(|&known| known == Some(kind));
                let letter = self.place.behind.and_then(letter);
                letter.is_some_and(|letter| program.letters[letter].is_in[set]) != is_negative
            }
            Condition::Ahead(of, is_negative) => {
                let begun = std::mem::take(&mut self.begun);
                let successes = self.from(of);
                self.begun = begun;
                (successes & 1 != 0) != is_negative || self.place.ahead.is_none()
            }
        }
    }
}
