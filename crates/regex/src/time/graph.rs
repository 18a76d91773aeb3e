//! The ways of an engine through a string, as a graph.
//!
//! In: a program and the ends of its strings. Out: a node for each point and each end that may follow, and an edge for each
//! letter, as often as the engine goes that way. A string is a way through the ends, and the steps that an engine takes on
//! the string are the ways in the graph that go along with it (Weber and Seidl, *On the degree of ambiguity of finite
//! automata*, 1991).

use rustc_hash::FxHashMap as HashMap;

use super::program::{Condition, EngineProgram, EngineStep, NodeId};

const EDGES: usize = 400_000;

/// A letter that is read, and the end that follows it. Two ways go along with each other where these are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Label {
    pub(super) letter: usize,
    pub(super) end: usize,
}

pub(super) struct Graph {
    /// The end that follows at a node.
    pub(super) ends: Vec<usize>,
    /// The edges of each node, in the order of their labels. An edge that an engine goes twice is there twice.
    pub(super) edges: Vec<Vec<(Label, usize)>>,
    /// The nodes at which an engine begins.
    pub(super) starts: usize,
    /// The edges without what they read.
    pub(super) plain: Vec<Vec<usize>>,
}

impl Graph {
    /// The graph of a program; nothing, if it takes too many steps. If the ends are not known, the graph has all ways that
    /// an engine ever goes, and one end.
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
        let mut nodes: Vec<(Point, usize)> =
            (0..before.len()).map(|end| ((program.start, None), end)).collect();
        let starts = nodes.len();
        let mut numbers: HashMap<(Point, usize), usize> =
            nodes.iter().enumerate().map(|(number, &node)| (node, number)).collect();
        let (mut edges, mut count) = (Vec::new(), 0);
        while let Some(&((node, behind), end)) = nodes.get(edges.len()) {
            let mut own = Vec::new();
            for &label in &labels[end] {
                let kind = program.behind[label.letter];
                let is_match = suffixes.map(|suffixes| {
                    move |node| suffixes.is_match(&suffixes.sets[label.end], kind, node)
                });
                let is_match = is_match.as_ref().map(|is_match| is_match as &dyn Fn(_) -> _);
                let place = Boundary { behind, letter: Some(label.letter), is_match };
                let mut walk = Walk::new(program, place, 2);
                let (_, steps) = walk.matches(node)?;
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

    /// The edges of a node that have a label.
    pub(super) fn along(&self, node: usize, label: Label) -> &[(Label, usize)] {
        let edges = &self.edges[node];
        let begin = edges.partition_point(|edge| edge.0 < label);
        let end = edges.partition_point(|edge| edge.0 <= label);
        &edges[begin..end]
    }
}

// The suffixes of strings, classified by the points of the program that match them.

/// A node from which an engine goes on, and what look-behinds can tell of the letter before.
pub(super) type Point = (NodeId, Option<usize>);

const STATES: usize = 1_500;

pub(super) struct Suffixes {
    pub(super) points: Vec<Point>,
    numbers: HashMap<Point, usize>,
    /// For each state, whether there is a match from each point. State 0 is the state of the empty end.
    pub(super) sets: Vec<Vec<bool>>,
    /// Of each state and letter, the state of an end that begins with the letter.
    pub(super) before: Vec<Vec<usize>>,
    /// Of each state but the first, the first letter of a shortest end, and the state of the rest.
    shortest: Vec<Option<(usize, usize)>>,
}

impl Suffixes {
    /// The automaton of a program; nothing, if it takes too many steps.
    pub(super) fn new(program: &EngineProgram, left: &mut usize) -> Option<Self> {
        let points = points(program);
        let numbers: HashMap<Point, usize> =
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

    /// Whether there is a match behind a letter, from a node on, if the end behind the letter has this state.
    pub(super) fn is_match(&self, set: &[bool], behind: Option<usize>, node: NodeId) -> bool {
        self.numbers.get(&(node, behind)).is_some_and(|&number| set.get(number) == Some(&true))
    }

    /// The points from which there is a match of a letter and an end.
    fn set(
        &self,
        program: &EngineProgram,
        letter: Option<usize>,
        after: &[bool],
        left: &mut usize,
    ) -> Option<Vec<bool>> {
        let kind = letter.and_then(|letter| program.behind[letter]);
        let is_match = |node| self.is_match(after, kind, node);
        let set = self.points.iter().map(|&(node, behind)| {
            let mut walk =
                Walk::new(program, Boundary { behind, letter, is_match: Some(&is_match) }, 1);
            let (is_match, steps) = walk.matches(node)?;
            *left = left.checked_sub(steps)?;
            Some(is_match)
        });
        set.collect()
    }
}

/// The points of a program: its start, and what comes after a letter.
fn points(program: &EngineProgram) -> Vec<Point> {
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

// What an engine tries at a place before it reads a letter. What comes after a way with a match is not tried (Weideman
// and others, *Analyzing matching time behavior of backtracking regular expression matchers by using ambiguity of NFA*,
// 2016).

/// A place between two letters, as far as a pattern can tell.
#[derive(Clone, Copy)]
pub(super) struct Boundary<'a> {
    /// What look-behinds can tell of the letter before; nothing at the beginning.
    pub(super) behind: Option<usize>,
    /// The letter after; nothing at the end.
    pub(super) letter: Option<usize>,
    /// Whether there is a match behind that letter, from a node on. If that is not known, all is tried that ever is.
    pub(super) is_match: Option<&'a dyn Fn(NodeId) -> bool>,
}

pub(super) struct Walk<'a> {
    program: &'a EngineProgram,
    place: Boundary<'a>,
    /// How often one node is walked through from at most. Twice is enough to know that there are two ways.
    most: u8,
    /// The iterations that have begun at this place.
    begun: Vec<usize>,
    seen: HashMap<(NodeId, Vec<usize>), (u8, bool)>,
    /// The nodes behind the letter.
    pub(super) next: Vec<NodeId>,
    depth: usize,
    /// The number of nodes that may still be walked through.
    left: usize,
}

/// How many nodes may be walked through from one place, and how many one after the other.
const STEPS: usize = 20_000;
const DEPTH: usize = 1_500;

impl<'a> Walk<'a> {
    pub(super) fn new(program: &'a EngineProgram, place: Boundary<'a>, most: u8) -> Self {
        let (begun, seen, next) = (Vec::new(), HashMap::default(), Vec::new());
        Self { program, place, most, begun, seen, next, depth: 0, left: STEPS }
    }

    /// Whether there is a match from a node on, and the number of nodes walked through; nothing if these are too many.
    pub(super) fn matches(&mut self, node: NodeId) -> Option<(bool, usize)> {
        let is_match = self.from(node);
        (self.left > 0).then_some((is_match, STEPS - self.left))
    }

    fn from(&mut self, node: NodeId) -> bool {
        if self.left == 0 || self.depth == DEPTH {
            self.left = 0;
            return true;
        }
        self.left -= 1;
        let key = (node, self.begun.clone());
        match self.seen.get_mut(&key) {
            Some((times, is_match)) if *times >= self.most => return *is_match,
            Some((times, _)) => *times += 1,
            None => {
                self.seen.insert(key.clone(), (1, false));
            }
        }
        self.depth += 1;
        let is_match = self.tried(node);
        self.depth -= 1;
        if let Some(known) = self.seen.get_mut(&key) {
            known.1 = is_match;
        }
        is_match
    }

    fn tried(&mut self, node: NodeId) -> bool {
        match self.program.nodes[node] {
            EngineStep::Match => self.place.is_match.is_some(),
            EngineStep::Read(set, next) => {
                let letters = &self.program.letters;
                let is_read = self.place.letter.is_some_and(|letter| letters[letter].is_in[set]);
                let next = self.program.behind_letter(next);
                if is_read {
                    self.next.push(next);
                }
                is_read && self.place.is_match.is_some_and(|is_match| is_match(next))
            }
            EngineStep::Try(ref ways) => ways.iter().any(|&way| self.from(way)),
            EngineStep::If(condition, next) => self.holds(condition) && self.from(next),
            EngineStep::Begin(iteration, body) => {
                self.begun.push(iteration);
                let is_match = self.from(body);
                self.begun.pop();
                is_match
            }
            EngineStep::Again(iteration, again, other) => {
                // What begins within an iteration has ended before it.
                match self.begun.iter().position(|&one| one == iteration) {
                    None => self.from(again),
                    Some(at) => other.is_some_and(|other| {
                        let begun = self.begun.split_off(at);
                        let is_match = self.from(other);
                        self.begun.extend(begun);
                        is_match
                    }),
                }
            }
        }
    }

    fn holds(&mut self, condition: Condition) -> bool {
        match condition {
            Condition::Start => self.place.behind.is_none(),
            Condition::End => self.place.letter.is_none() || self.place.is_match.is_none(),
            Condition::Behind(set, is_negative) => {
                let program = self.program;
                let letter = |kind| program.behind.iter().position(|&known| known == Some(kind));
                let letter = self.place.behind.and_then(letter);
                letter.is_some_and(|letter| program.letters[letter].is_in[set]) != is_negative
            }
            Condition::Ahead(of, is_negative) => {
                let begun = std::mem::take(&mut self.begun);
                let is_match = self.from(of);
                self.begun = begun;
                is_match != is_negative || self.place.is_match.is_none()
            }
        }
    }
}
