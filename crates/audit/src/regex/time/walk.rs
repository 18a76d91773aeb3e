//! What an engine tries at a place before it reads a letter.
//!
//! In: a node, the letter before the place, the letter after it, and from which nodes there is a match behind that.
//! Out: whether there is a match, and the nodes that the engine goes on from, in order and as often as it does. What comes
//! after a way with a match is not tried (Weideman and others, *Analyzing matching time behavior of backtracking regular
//! expression matchers by using ambiguity of NFA*, 2016).

use rustc_hash::FxHashMap as HashMap;

use super::program::{Condition, Node, NodeId, Program};

/// A place between two letters, as far as a pattern can tell.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// What look-behinds can tell of the letter before; nothing at the beginning.
    pub(super) behind: Option<usize>,
    /// The letter after; nothing at the end.
    pub(super) letter: Option<usize>,
    /// Whether there is a match behind that letter, from a node on. If that is not known, all is tried that ever is.
    pub(super) is_match: Option<&'a dyn Fn(NodeId) -> bool>,
}

/// A walk from one node.
pub(super) struct Walk<'a> {
    program: &'a Program,
    place: Place<'a>,
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
    pub(super) fn new(program: &'a Program, place: Place<'a>, most: u8) -> Self {
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
            Node::Match => self.place.is_match.is_some(),
            Node::Read(set, next) => {
                let letters = &self.program.letters;
                let is_read = self.place.letter.is_some_and(|letter| letters[letter].is_in[set]);
                let next = self.program.behind_letter(next);
                if is_read {
                    self.next.push(next);
                }
                is_read && self.place.is_match.is_some_and(|is_match| is_match(next))
            }
            Node::Try(ref ways) => ways.iter().any(|&way| self.from(way)),
            Node::If(condition, next) => self.holds(condition) && self.from(next),
            Node::Begin(iteration, body) => {
                self.begun.push(iteration);
                let is_match = self.from(body);
                self.begun.pop();
                is_match
            }
            Node::Again(iteration, again, other) => {
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
