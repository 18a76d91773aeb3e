//! The ways of an engine through a string, as a graph.
//!
//! In: a program and the ends of its strings. Out: a node for each point and each end that may follow, and an edge for each
//! letter, as often as the engine goes that way. A string is a way through the ends, and the steps that an engine takes on
//! the string are the ways in the graph that go along with it (Weber and Seidl, *On the degree of ambiguity of finite
//! automata*, 1991).

use rustc_hash::FxHashMap as HashMap;

use super::program::Program;
use super::suffixes::{Point, Suffixes};
use super::walk::{Place, Walk};

/// The number of edges that a graph may have.
const EDGES: usize = 400_000;

/// A letter that is read, and the end that follows it. Two ways go along with each other where these are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Label {
    pub(super) letter: usize,
    pub(super) end: usize,
}

/// The ways of an engine.
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
        program: &Program,
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
                let place = Place { behind, letter: Some(label.letter), is_match };
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
