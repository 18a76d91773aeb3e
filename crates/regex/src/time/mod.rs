//! The matching time of a backtracking engine: whether the number of its steps grows linearly, polynomially or
//! exponentially with the length of the string. Strings are returned as witnesses. The optimizations of engines are
//! ignored.
//!
//! This file defines the steps that an engine tries, in order. The module `ambiguity` builds a graph of the paths that
//! an engine tries on a string before it finds a match, and counts the paths. `(a|a)*` is fast, since it always
//! matches; `(a|a)*$` takes 2ⁿ steps for `aaa…!`, and `(a|a)*b|a*` takes 2ⁿ steps for `aaa…`, although it matches.

mod ambiguity;
pub(super) mod references;
#[cfg(test)]
mod tests;

use ambiguity::{Boundary, Graph, Successes, Suffixes, Walk, growth, way};
use grammar_automata::build::PumpWitness;
use grammar_automata::engine::CharacterSet;
use rustc_hash::FxHashMap as HashMap;

use super::{Matching, Tree};
use crate::{Direction, Mode};

/// The maximum number of steps of the analysis: visited nodes, pairs and triples of nodes.
const STEPS: usize = 12_000_000;

/// The growth of the number of steps of a backtracking engine with the length of the string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchTime {
    /// At most linear in the length of the string.
    Linear,
    /// Polynomial in the length of the string.
    Polynomial {
        /// The exponent, 2 or more.
        degree: usize,
        /// Strings that show the growth.
        attack: PumpWitness,
    },
    /// Exponential in the length of the string.
    Exponential {
        /// Strings that show the growth.
        attack: PumpWitness,
    },
}

impl MatchTime {
    /// Returns the witness, with the exponent if the growth is polynomial, or `None` if the growth is linear.
    #[doc(hidden)]
    #[must_use]
    pub fn into_witness(self) -> Option<(Option<usize>, PumpWitness)> {
        match self {
            Self::Linear => None,
            Self::Exponential { attack } => Some((None, attack)),
            Self::Polynomial { degree, attack } => Some((Some(degree), attack)),
        }
    }
}

/// Returns the growth of the steps of an engine, or the reason why it is not decided.
pub(super) fn match_time(
    tree: &Tree,
    matching: Matching,
    fails_on_nothing: bool,
) -> Result<MatchTime, &'static str> {
    if !repeats(tree) {
        return Ok(MatchTime::Linear);
    }
    let program = Compiler::compile(tree, matching, fails_on_nothing)
        .ok_or_else(|| why_not_compiled(tree))?;
    growth_of(&program).ok_or("the analysis takes too many steps")
}

/// Returns whether a tree contains a repetition. Without one, the steps from each position are bounded.
fn repeats(tree: &Tree) -> bool {
    let mut open = vec![tree];
    while let Some(one) = open.pop() {
        if matches!(one, Tree::Repeat { max, .. } if max.is_none_or(|max| max > 1)) {
            return true;
        }
        open.extend(one.parts());
    }
    false
}

/// Returns the reason why [`Compiler::compile`] refuses a tree.
fn why_not_compiled(tree: &Tree) -> &'static str {
    let (mut open, mut is_nested) = (vec![(tree, 0)], false);
    while let Some((one, level)) = open.pop() {
        let is_atomic =
            matches!(one, Tree::Atomic(_) | Tree::Repeat { mode: Mode::Possessive, .. });
        let level = level + u8::from(is_atomic);
        is_nested |= level > LEVELS;
        if let Tree::Look { of, way: Direction::Behind, .. } = one
            && !matches!(**of, Tree::Set(_))
        {
            return "it looks behind for more than one character";
        }
        open.extend(one.parts().iter().map(|part| (part, level)));
    }
    match is_nested {
        true => "its atomic groups are nested too deep",
        false => "it is too large when its counts are expanded",
    }
}

/// Returns the growth of the steps of an engine that runs a program, or `None` if the analysis takes too many steps.
fn growth_of(program: &EngineProgram) -> Option<MatchTime> {
    let mut left = STEPS;
    // The graph of all paths has at least as many paths as the graph without the paths after a match.
    let all = Graph::new(program, None, &mut left)?;
    if growth(&all, &mut left)?.0.is_empty() {
        return Some(MatchTime::Linear);
    }
    let suffixes = Suffixes::new(program, &mut left)?;
    let graph = Graph::new(program, Some(&suffixes), &mut left)?;
    let (pumps, is_exponential) = growth(&graph, &mut left)?;
    let Some(last) = pumps.last() else { return Some(MatchTime::Linear) };
    let degree = pumps.len() + 1;
    let suffix = suffixes.shortest(graph.ends[last.to]);
    let mut at: Vec<usize> = (0..graph.starts).collect();
    let mut parts = Vec::new();
    for pump in pumps {
        let (before, _) =
            way(at, |&node| node == pump.from, |&node| graph.edges[node].iter().copied())?;
        at = vec![pump.to];
        parts.push((before, pump.letters));
    }
    let steps = [10, 20, 40].map(|times| {
        let mut letters: Vec<usize> = Vec::new();
        for (before, pump) in &parts {
            letters.extend(before);
            letters.extend(std::iter::repeat_n(pump, times).flatten());
        }
        letters.extend(&suffix);
        (times, steps(program, &suffixes, &letters))
    });
    let text = |letters: &[usize]| {
        letters.iter().map(|&one| program.letters[one].character).collect::<String>()
    };
    let pumps = parts.iter().map(|(before, pump)| (text(before), text(pump))).collect();
    let attack = PumpWitness::new(pumps, text(&suffix), steps.into());
    Some(if is_exponential {
        MatchTime::Exponential { attack }
    } else {
        MatchTime::Polynomial { degree, attack }
    })
}

fn steps(program: &EngineProgram, suffixes: &Suffixes, letters: &[usize]) -> u64 {
    let mut ends = vec![0];
    for &letter in letters.iter().rev() {
        ends.push(suffixes.before[ends[ends.len() - 1]][letter]);
    }
    let mut open = std::collections::BTreeMap::from([((program.start, None), 1_u64)]);
    let mut all = 0_u64;
    for (at, ends) in ends.windows(2).rev().map(|two| two[0]).map(Some).chain([None]).enumerate() {
        let letter = letters.get(at).copied();
        let kind = letter.and_then(|letter| program.behind[letter]);
        let after: &[Successes] = ends.map_or(&[], |end| &suffixes.sets[end]);
        let ahead = |node| suffixes.successes(after, kind, node);
        let mut next = std::collections::BTreeMap::new();
        for ((node, behind), branches) in open {
            let mut walk =
                Walk::new(program, Boundary { behind, letter, ahead: Some(&ahead) }, u8::MAX);
            let walked = walk.run(node).map_or(1, |(_, steps)| steps as u64);
            all = all.saturating_add(branches.saturating_mul(walked));
            for &node in &walk.next {
                let known: &mut u64 = next.entry((node, kind)).or_default();
                *known = known.saturating_add(branches);
            }
        }
        open = next;
    }
    all
}

// A pattern as a backtracking engine runs it.
//
// A [`Tree`] becomes nodes with ordered alternatives (Thompson 1968, with the order of Pike's machine).
// Bounded repetitions are expanded, and captures are ignored.

type NodeId = usize;

/// The maximum number of nodes of a pattern. Walks recurse over nodes, so this also limits the stack.
const NODES: usize = 3_000;

#[derive(Clone, Debug)]
enum EngineStep {
    /// Reads a letter of a set, and continues with the node.
    Read(usize, NodeId),
    /// Tries these continuations in order.
    Try(Vec<NodeId>),
    /// Continues if a condition is true.
    If(Condition, NodeId),
    /// Enters an atomic group.
    Atomic(NodeId),
    /// Leaves an atomic group, and continues. The other paths through the group are then not tried.
    Commit(NodeId),
    /// Begins an iteration, which must read something.
    Begin(usize, NodeId),
    /// Ends an iteration, and continues with the first node, or with the second if the iteration read nothing.
    Again(usize, NodeId, Option<NodeId>),
    Match,
}

#[derive(Clone, Copy, Debug)]
enum Condition {
    Start,
    End,
    /// The preceding letter is in a set. The flag negates the condition.
    Behind(usize, bool),
    /// A match begins at a node. The flag negates the condition.
    Ahead(NodeId, bool),
}

struct EngineProgram {
    nodes: Vec<EngineStep>,
    /// For each node, the number of atomic groups around it. Within a look-ahead, outer groups are not counted.
    levels: Vec<u8>,
    /// The node at which an engine begins, at the beginning of a string.
    start: NodeId,
    letters: Vec<Letter>,
    /// For each letter, its class: look-behinds treat the letters of a class alike. `None` without look-behinds.
    behind: Vec<Option<usize>>,
}

impl EngineProgram {
    /// Returns the node after a letter. Skips ends of iterations: an iteration that read the letter is not empty.
    fn behind_letter(&self, mut node: NodeId) -> NodeId {
        while let EngineStep::Again(_, again, _) = self.nodes[node] {
            node = again;
        }
        node
    }
}

/// The maximum number of nested atomic groups: each takes one bit of [`Successes`], besides the bit for matches.
const LEVELS: u8 = 7;

struct Compiler {
    nodes: Vec<EngineStep>,
    levels: Vec<u8>,
    /// The number of atomic groups around the next node to be added.
    level: u8,
    sets: Sets,
    looked_behind: Vec<usize>,
    iterations: usize,
    /// Whether an iteration that reads nothing fails, as in ECMAScript (ECMA-262, 22.2.2.3.1). Otherwise it ends
    /// the repetition.
    fails_on_nothing: bool,
}

impl Compiler {
    /// Compiles a tree, or returns `None` if it looks behind for more than a character, or is too large.
    fn compile(tree: &Tree, matching: Matching, fails_on_nothing: bool) -> Option<EngineProgram> {
        let mut this = Self {
            nodes: Vec::new(),
            levels: Vec::new(),
            level: 0,
            sets: Sets::default(),
            looked_behind: Vec::new(),
            iterations: 0,
            fails_on_nothing,
        };
        let all = this.sets.number(CharacterSet::all());
        let mut last = this.add(EngineStep::Match)?;
        if matching == Matching::Whole {
            last = this.add(EngineStep::If(Condition::End, last))?;
        }
        let mut start = if matching == Matching::Global {
            this.global(tree, all, last)?
        } else {
            this.steps(tree, last)?
        };
        if matching == Matching::Search {
            // The next position is tried if this one has no match.
            let attempt = this.add(EngineStep::Try(vec![start]))?;
            let skip = this.add(EngineStep::Read(all, attempt))?;
            this.nodes[attempt] = EngineStep::Try(vec![start, skip]);
            start = attempt;
        }
        let letters = this.sets.letters();
        let asks = this.nodes.iter().any(|node| {
            matches!(node, EngineStep::If(Condition::Start | Condition::Behind(..), _))
        });
        let (mut kinds, mut behind) = (Vec::new(), Vec::new());
        for letter in &letters {
            let kind: Vec<bool> = this.looked_behind.iter().map(|&set| letter.is_in[set]).collect();
            let known = kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
            behind.push(asks.then_some(known));
        }
        let Self { nodes, levels, .. } = this;
        Some(EngineProgram { nodes, levels, start, letters, behind })
    }

    fn add(&mut self, node: EngineStep) -> Option<NodeId> {
        self.nodes.push(node);
        self.levels.push(self.level);
        (self.nodes.len() <= NODES).then(|| self.nodes.len() - 1)
    }

    /// Compiles a search for all matches of a tree in the string, and returns the first node of the search. After each
    /// match, the search resumes where the match ends, or one letter later if the match is empty.
    fn global(&mut self, tree: &Tree, all: usize, last: NodeId) -> Option<NodeId> {
        let attempt = self.add(EngineStep::Try(Vec::new()))?;
        let skip = self.add(EngineStep::Read(all, attempt))?;
        let end = self.add(EngineStep::If(Condition::End, last))?;
        let after_nothing = self.add(EngineStep::Try(vec![skip, end]))?;
        let iteration = self.iterations;
        self.iterations += 1;
        let again = self.add(EngineStep::Again(iteration, attempt, Some(after_nothing)))?;
        let body = self.atomic(tree, again)?;
        let begin = self.add(EngineStep::Begin(iteration, body))?;
        self.nodes[attempt] = EngineStep::Try(vec![begin, skip, end]);
        Some(attempt)
    }

    /// Compiles an atomic group that continues with `next`, and returns its first node.
    fn atomic(&mut self, of: &Tree, next: NodeId) -> Option<NodeId> {
        self.level += 1;
        if self.level > LEVELS {
            return None;
        }
        let commit = self.add(EngineStep::Commit(next))?;
        let body = self.steps(of, commit)?;
        self.level -= 1;
        self.add(EngineStep::Atomic(body))
    }

    /// Compiles a tree that continues with `next`, and returns its first node.
    fn steps(&mut self, tree: &Tree, next: NodeId) -> Option<NodeId> {
        match tree {
            Tree::Set(set) => {
                let set = self.sets.number(set.clone());
                self.add(EngineStep::Read(set, next))
            }
            Tree::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.steps(part, next))
            }
            Tree::Choice(parts) => {
                let branches = parts.iter().map(|part| self.steps(part, next));
                let branches = branches.collect::<Option<Vec<_>>>()?;
                self.add(EngineStep::Try(branches))
            }
            Tree::Group { of, .. } => self.steps(of, next),
            Tree::Start => self.add(EngineStep::If(Condition::Start, next)),
            Tree::End => self.add(EngineStep::If(Condition::End, next)),
            Tree::Look { of, way: Direction::Ahead, is_negative } => {
                let level = std::mem::take(&mut self.level);
                let found = self.add(EngineStep::Match)?;
                let of = self.steps(of, found)?;
                self.level = level;
                self.add(EngineStep::If(Condition::Ahead(of, *is_negative), next))
            }
            Tree::Look { of, way: Direction::Behind, is_negative } => {
                let Tree::Set(set) = &**of else { return None };
                let set = self.sets.number(set.clone());
                self.looked_behind.push(set);
                self.add(EngineStep::If(Condition::Behind(set, *is_negative), next))
            }
            Tree::Atomic(of) => self.atomic(of, next),
            &Tree::Repeat { ref of, min, max, mode: Mode::Possessive } => {
                let greedy = Tree::Repeat { of: of.clone(), min, max, mode: Mode::Greedy };
                self.atomic(&greedy, next)
            }
            &Tree::Repeat { ref of, min, max, mode } => {
                if max.is_some_and(|max| max < min) {
                    return self.add(EngineStep::Try(Vec::new()));
                }
                let is_lazy = mode == Mode::Lazy;
                let mut first = match max {
                    None => {
                        let head = self.add(EngineStep::Try(Vec::new()))?;
                        self.optional(of, head, head, next, is_lazy)?
                    }
                    Some(max) => {
                        let mut first = next;
                        for _ in min..max {
                            let head = self.add(EngineStep::Try(Vec::new()))?;
                            first = self.optional(of, head, first, next, is_lazy)?;
                        }
                        first
                    }
                };
                for _ in 0..min {
                    first = self.steps(of, first)?;
                }
                Some(first)
            }
        }
    }

    /// Compiles an optional iteration at the node `head`. After the iteration the engine continues with `again`, and
    /// without the iteration with `next`.
    fn optional(
        &mut self,
        of: &Tree,
        head: NodeId,
        again: NodeId,
        next: NodeId,
        is_lazy: bool,
    ) -> Option<NodeId> {
        let iteration = self.iterations;
        self.iterations += 1;
        let other = (!self.fails_on_nothing).then_some(next);
        let end = self.add(EngineStep::Again(iteration, again, other))?;
        let body = self.steps(of, end)?;
        let begin = self.add(EngineStep::Begin(iteration, body))?;
        let branches = if is_lazy { vec![next, begin] } else { vec![begin, next] };
        self.nodes[head] = EngineStep::Try(branches);
        Some(head)
    }
}

// The alphabet of a pattern: characters that none of its sets distinguishes are one letter.

#[derive(Default)]
struct Sets(Vec<CharacterSet>);

struct Letter {
    character: char,
    /// For each set, whether it contains the letter.
    is_in: Vec<bool>,
}

impl Sets {
    fn number(&mut self, set: CharacterSet) -> usize {
        self.0.iter().position(|known| *known == set).unwrap_or_else(|| {
            self.0.push(set);
            self.0.len() - 1
        })
    }

    /// Returns one letter for each class of characters that the sets do not distinguish. The letters in the
    /// fewest sets come first, since they are the most likely to prevent a match.
    fn letters(&self) -> Vec<Letter> {
        let mut borders: Vec<char> =
            self.0.iter().flat_map(CharacterSet::ranges).map(|range| range.0).collect();
        let after = |(_, last)| {
            char::from_u32(u32::from(last) + 1).or((last < '\u{E000}').then_some('\u{E000}'))
        };
        borders.extend(self.0.iter().flat_map(CharacterSet::ranges).filter_map(after));
        borders.push('\0');
        borders.sort_unstable();
        borders.dedup();
        let mut letters: Vec<Letter> = Vec::new();
        let mut known: HashMap<Vec<bool>, usize> = HashMap::default();
        // Readable characters come first, so that they represent their letters.
        for character in READABLE.chars().chain(borders) {
            let is_in: Vec<bool> = self.0.iter().map(|set| set.contains(character)).collect();
            known.entry(is_in.clone()).or_insert_with(|| {
                letters.push(Letter { character, is_in });
                letters.len() - 1
            });
        }
        letters.sort_by_key(|letter| letter.is_in.iter().filter(|is_in| **is_in).count());
        letters
    }
}

/// The characters that are preferred in witnesses.
const READABLE: &str = "a0bcdefghijklmnopqrstuvwxyz123456789!AZ-._~:/?#@%& ";
