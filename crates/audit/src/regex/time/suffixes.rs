//! The suffixes of strings, classified by the points of the program that match them.
//!
//! In: a program. Out: an automaton that reads a string from its last letter to its first, whose state is the set of the
//! points from which an engine finds a match. What is forgotten is which match.

use rustc_hash::FxHashMap as HashMap;

use super::program::{Node, NodeId, Program};
use super::walk::{Place, Walk};

/// A node from which an engine goes on, and what look-behinds can tell of the letter before.
pub(super) type Point = (NodeId, Option<usize>);

/// The number of states that the automaton may have.
const STATES: usize = 1_500;

/// The ends of strings.
pub(super) struct Suffixes {
    /// The points, in order.
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
    pub(super) fn new(program: &Program, left: &mut usize) -> Option<Self> {
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

    /// The letters of a shortest end of a state.
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
        program: &Program,
        letter: Option<usize>,
        after: &[bool],
        left: &mut usize,
    ) -> Option<Vec<bool>> {
        let kind = letter.and_then(|letter| program.behind[letter]);
        let is_match = |node| self.is_match(after, kind, node);
        let set = self.points.iter().map(|&(node, behind)| {
            let mut walk =
                Walk::new(program, Place { behind, letter, is_match: Some(&is_match) }, 1);
            let (is_match, steps) = walk.matches(node)?;
            *left = left.checked_sub(steps)?;
            Some(is_match)
        });
        set.collect()
    }
}

/// The points of a program: its start, and what comes after a letter.
fn points(program: &Program) -> Vec<Point> {
    let mut points = vec![(program.start, None)];
    for node in &program.nodes {
        let Node::Read(set, next) = *node else { continue };
        let next = program.behind_letter(next);
        let letters = program.letters.iter().zip(&program.behind);
        points
            .extend(letters.filter(|(letter, _)| letter.is_in[set]).map(|(_, &kind)| (next, kind)));
    }
    points.sort_unstable();
    points.dedup();
    points
}
