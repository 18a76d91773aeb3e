//! A graph with empty edges, from which the automaton of the expansions is made.
//!
//! In: edges as the builder adds them. Out: [`State`]s without empty edges: a step reads one byte, and carries the
//! marks that stand before the byte. What is forgotten is where the graph had its nodes.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

/// What happens between two bytes of an expansion. The number is that of the occurrence of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::template) enum Mark {
    /// A string begins: the value, a member, or the value of a pair.
    Open(u16),
    /// It ends.
    Close(u16),
    /// The name of a pair begins.
    OpenName(u16),
    /// It ends.
    CloseName(u16),
}

pub(in crate::template) type Marks = Box<[Mark]>;

/// A state of the automaton.
#[derive(Clone, Debug, Default)]
pub(in crate::template) struct State {
    pub(in crate::template) steps: Vec<Step>,
    /// The marks at the end of an expansion, for each way to end here.
    pub(in crate::template) ends: Vec<Marks>,
}

/// A step: marks, and then a byte of a range.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::template) struct Step {
    pub(in crate::template) marks: Marks,
    pub(in crate::template) first: u8,
    pub(in crate::template) last: u8,
    pub(in crate::template) next: u32,
}

#[derive(Clone, Copy, Debug)]
enum Edge {
    Empty(u32),
    Mark(Mark, u32),
    Bytes(u8, u8, u32),
}

/// The number of steps that an automaton may have.
const STEPS: usize = 1 << 20;
/// The number of marks that are copied while an automaton is made. Without it a template of n variables in a row, whose
/// every step may pass all that follow, costs the cube of n.
const MARKS: usize = 1 << 23;

/// The graph. Node 0 is there from the beginning.
pub(super) struct Graph {
    edges: Vec<Vec<Edge>>,
}

impl Graph {
    pub(super) const START: u32 = 0;

    pub(super) fn new() -> Self {
        Self { edges: vec![Vec::new()] }
    }

    pub(super) fn nodes(&self) -> usize {
        self.edges.len()
    }

    pub(super) fn node(&mut self) -> u32 {
        self.edges.push(Vec::new());
        (self.edges.len() - 1) as u32
    }

    pub(super) fn empty(&mut self, from: u32, to: u32) {
        self.edges[from as usize].push(Edge::Empty(to));
    }

    pub(super) fn bytes(&mut self, from: u32, first: u8, last: u8, to: u32) {
        self.edges[from as usize].push(Edge::Bytes(first, last, to));
    }

    /// A mark, and the node behind it.
    pub(super) fn mark(&mut self, from: u32, mark: Mark) -> u32 {
        let to = self.node();
        self.edges[from as usize].push(Edge::Mark(mark, to));
        to
    }

    /// A text, and the node behind it.
    pub(super) fn text(&mut self, from: u32, text: &str) -> u32 {
        text.bytes().fold(from, |from, byte| {
            let to = self.node();
            self.bytes(from, byte, byte, to);
            to
        })
    }

    /// The automaton of what leads from the first node to `end`. There is none if it would be too large.
    pub(super) fn automaton(&self, end: u32) -> Option<Vec<State>> {
        let mut numbers = BTreeMap::from([(Self::START, 0_u32)]);
        let (mut order, mut states) = (vec![Self::START], Vec::new());
        let (mut count, mut copied) = (0, 0);
        while let Some(&node) = order.get(states.len()) {
            let mut steps = BTreeSet::new();
            let mut ends = BTreeSet::new();
            // There is no circle of empty edges: between the members of a list stands a byte.
            let mut waiting: Vec<(u32, Vec<Mark>)> = vec![(node, Vec::new())];
            while let Some((at, marks)) = waiting.pop() {
                if at == end {
                    copied += marks.len();
                    ends.insert(Marks::from(&marks[..]));
                }
                for edge in &self.edges[at as usize] {
                    copied += marks.len();
                    match *edge {
                        Edge::Empty(to) => waiting.push((to, marks.clone())),
                        Edge::Mark(mark, to) => {
                            waiting.push((to, [&marks[..], &[mark]].concat()));
                        }
                        Edge::Bytes(first, last, to) => {
                            let next = *numbers.entry(to).or_insert_with(|| {
                                order.push(to);
                                (order.len() - 1) as u32
                            });
                            steps.insert(Step {
                                marks: Marks::from(&marks[..]),
                                first,
                                last,
                                next,
                            });
                        }
                    }
                }
                if count + steps.len() + waiting.len() > STEPS || copied > MARKS {
                    return None;
                }
            }
            count += steps.len();
            states.push(State {
                steps: steps.into_iter().collect(),
                ends: ends.into_iter().collect(),
            });
        }
        Some(states)
    }
}
