//! The product automaton of two languages.

use std::collections::{HashMap, VecDeque};

use crate::Automaton;

/// A language: the union of the languages of some start states, each with its static table.
pub type Starts = Vec<(&'static Automaton, u16)>;

/// The product of two languages: the reachable pairs of their states. The state of a language is a tuple of
/// table states, one for each of its starts.
pub struct Product {
    /// The bytes that represent the classes, in order. Visible bytes come first.
    pub letters: Vec<u8>,
    letter_of: [u8; 256],
    /// The pairs, in the order in which they were discovered. The first is the pair of starts.
    pub nodes: Vec<StatePair>,
    /// For each node and letter, the next node, or `None` if neither language continues.
    next: Vec<Option<u32>>,
}

/// A node of the product: a pair of states.
pub struct StatePair {
    /// The last step of a shortest string that reaches the node: the previous node, and the letter. The start has none.
    came: Option<(u32, u8)>,
    /// The length of a shortest string that reaches the node.
    pub depth: u32,
    /// For each language, whether it accepts the strings that lead to the node.
    pub accepts: [bool; 2],
    /// For each language, whether it accepts some string that passes through the node.
    pub lives: [bool; 2],
    /// For each language, the number of its state. Nodes with the same state have the same number.
    pub state: [u32; 2],
}

impl Product {
    /// Builds the whole product.
    pub fn new(left: Starts, right: Starts) -> Self {
        Self::until([left, right], &|_| false)
    }

    /// Builds the product up to the first node for which `is_enough` is true. That node is the last, and has no
    /// successors.
    pub fn until(languages: [Starts; 2], is_enough: &dyn Fn(&StatePair) -> bool) -> Self {
        let mut sides = languages.map(ProductSide::new);
        let (letters, letter_of) = letters(&sides);
        let mut product = Self { letters, letter_of, nodes: Vec::new(), next: Vec::new() };
        let mut known = HashMap::from([([0, 0], 0)]);
        product.nodes.push(StatePair::new(&sides, [0, 0], None, 0));
        let mut at = 0;
        while at < product.nodes.len() && !product.nodes.last().is_some_and(is_enough) {
            let StatePair { state: [one, other], depth, .. } = product.nodes[at];
            sides[0].fill(one, &product.letters);
            sides[1].fill(other, &product.letters);
            for letter in 0..product.letters.len() {
                let state = [sides[0].next(one, letter), sides[1].next(other, letter)];
                if (0..2).all(|side| !sides[side].lives[state[side] as usize]) {
                    product.next.push(None);
                    continue;
                }
                let fresh = product.nodes.len() as u32;
                let found = *known.entry(state).or_insert(fresh);
                if found == fresh {
                    let came = Some((at as u32, product.letters[letter]));
                    product.nodes.push(StatePair::new(&sides, state, came, depth + 1));
                    if product.nodes.last().is_some_and(is_enough) {
                        break;
                    }
                }
                product.next.push(Some(found));
            }
            at += 1;
        }
        product
    }

    /// Returns whether both languages have the same strings. The tables are minimal, so the search ends at the first
    /// node at which only one language accepts or is alive.
    pub fn is_equal(left: Starts, right: Starts) -> bool {
        let differs = |node: &StatePair| {
            let [one, other] = [0, 1].map(|side| (node.accepts[side], node.lives[side]));
            one != other
        };
        !Self::until([left, right], &differs).nodes.last().is_some_and(differs)
    }

    /// Returns the nodes after a node, each preceded by the number of the letter that leads to it.
    pub fn after(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let row = &self.next[node * self.letters.len()..][..self.letters.len()];
        row.iter().enumerate().filter_map(|(letter, next)| Some((letter, (*next)? as usize)))
    }

    /// Returns a shortest string that leads to a node.
    pub fn word(&self, node: usize) -> Vec<u8> {
        way(node, |&node| self.nodes[node].came.map(|(before, byte)| (before as usize, byte)))
    }

    /// Returns the shortest string that is in exactly the languages for which `wanted` is true.
    pub fn shortest(&self, wanted: [bool; 2]) -> Option<Vec<u8>> {
        let node = self.nodes.iter().position(|node| node.accepts == wanted)?;
        Some(self.word(node))
    }

    /// Returns the bytes that a letter represents.
    pub fn bytes(&self, letter: usize) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(move |&byte| usize::from(self.letter_of[usize::from(byte)]) == letter)
    }

    /// Returns, for each node, the length of the shortest string that the language `side`, 0 or 1, accepts from
    /// the node on, or `None` if there is no such string.
    pub fn distances(&self, side: usize) -> Vec<Option<u32>> {
        let edges = || {
            let from = |node| self.after(node).map(move |(_, next)| (node, next));
            (0..self.nodes.len()).flat_map(from)
        };
        to_goals(self.nodes.len(), |node| self.nodes[node].accepts[side], edges)
    }

    /// Returns the shortest string that is accepted from a node on by the language with these [`Product::distances`].
    pub fn completion(&self, mut node: usize, distances: &[Option<u32>]) -> Vec<u8> {
        let mut word = Vec::new();
        while let Some(nearer) = distances[node].and_then(|distance| distance.checked_sub(1)) {
            let step = self.after(node).find(|&(_, next)| distances[next] == Some(nearer));
            let Some((letter, next)) = step else { break };
            word.push(self.letters[letter]);
            node = next;
        }
        word
    }
}

impl StatePair {
    fn new(sides: &[ProductSide; 2], state: [u32; 2], came: Option<(u32, u8)>, depth: u32) -> Self {
        let both = |of: fn(&ProductSide) -> &Vec<bool>| {
            [0, 1].map(|side: usize| of(&sides[side])[state[side] as usize])
        };
        Self {
            came,
            depth,
            accepts: both(|side| &side.accepts),
            lives: both(|side| &side.lives),
            state,
        }
    }
}

/// One of the two languages: its reachable states, numbered as they are discovered. A state of the language is
/// a tuple of table states, one for each of its starts.
struct ProductSide {
    automata: Vec<&'static Automaton>,
    states: Vec<Vec<u16>>,
    numbers: HashMap<Vec<u16>, u32>,
    accepts: Vec<bool>,
    lives: Vec<bool>,
    /// For each state, the state after each letter. A row is empty until it is needed.
    rows: Vec<Vec<u32>>,
}

impl ProductSide {
    fn new(starts: Starts) -> Self {
        let (automata, start) = starts.into_iter().unzip();
        let (accepts, lives, rows) = (Vec::new(), Vec::new(), Vec::new());
        let (states, numbers) = (Vec::new(), HashMap::new());
        let mut side = Self { automata, states, numbers, accepts, lives, rows };
        side.number(start);
        side
    }

    fn number(&mut self, states: Vec<u16>) -> u32 {
        let fresh = self.states.len() as u32;
        let number = *self.numbers.entry(states.clone()).or_insert(fresh);
        if number == fresh {
            let mut all = self.automata.iter().zip(&states);
            self.accepts.push(all.any(|(automaton, &state)| automaton.accepts(state)));
            self.lives.push(states.iter().any(|&state| state != Automaton::DEAD));
            self.rows.push(Vec::new());
            self.states.push(states);
        }
        number
    }

    fn fill(&mut self, number: u32, letters: &[u8]) {
        let at = number as usize;
        if !self.rows[at].is_empty() {
            return;
        }
        let states = self.states[at].clone();
        let step = |&letter: &u8| {
            let all = self.automata.iter().zip(&states);
            let after = all.map(|(automaton, &state)| automaton.step(state, letter)).collect();
            self.number(after)
        };
        self.rows[at] = letters.iter().map(step).collect();
    }

    fn next(&self, number: u32, letter: usize) -> u32 {
        self.rows[number as usize][letter]
    }
}

/// Divides the bytes into classes: no automaton distinguishes two bytes of the same class. Returns one byte of each
/// class, visible if possible, and the class of each byte.
fn letters(sides: &[ProductSide; 2]) -> (Vec<u8>, [u8; 256]) {
    let mut order: Vec<u8> = (0..=u8::MAX).collect();
    order.sort_by_key(|byte| !byte.is_ascii_graphic());
    let (mut letters, mut known, mut letter_of) = (Vec::new(), HashMap::new(), [0; 256]);
    for byte in order {
        let automata = sides.iter().flat_map(|side| &side.automata);
        let key: Vec<u8> = automata.map(|automaton| automaton.class(byte)).collect();
        letter_of[usize::from(byte)] = *known.entry(key).or_insert_with(|| {
            letters.push(byte);
            (letters.len() - 1) as u8 // at most 256 classes, numbered from 0
        });
    }
    (letters, letter_of)
}

// Shortest paths through graphs: the distance of each node from a goal, and the steps of a path.

/// Returns, for each of `count` nodes, the length of a shortest path to a goal, or `None` if no goal is
/// reachable. The time is linear in the number of edges, which are enumerated twice.
pub(crate) fn to_goals<E: Iterator<Item = (usize, usize)>>(
    count: usize,
    is_goal: impl Fn(usize) -> bool,
    edges: impl Fn() -> E,
) -> Vec<Option<u32>> {
    // The predecessors of the nodes, in one array.
    let mut ends = vec![0; count + 1];
    edges().for_each(|(_, to)| ends[to + 1] += 1);
    (0..count).for_each(|node| ends[node + 1] += ends[node]);
    let (mut before, mut free) = (vec![0; ends[count]], ends.clone());
    for (from, to) in edges() {
        before[free[to]] = from;
        free[to] += 1;
    }
    let mut found = vec![None; count];
    let mut waiting: VecDeque<usize> = (0..count).filter(|&node| is_goal(node)).collect();
    waiting.iter().for_each(|&goal| found[goal] = Some(0));
    while let Some(node) = waiting.pop_front() {
        let farther = found[node].map(|distance: u32| distance + 1);
        for &earlier in &before[ends[node]..ends[node + 1]] {
            if found[earlier].is_none() {
                found[earlier] = farther;
                waiting.push_back(earlier);
            }
        }
    }
    found
}

/// Returns the steps from the start to a node, on the path on which the node was first reached. `came` returns the
/// previous node and the step from it, or `None` at the start.
pub(crate) fn way<N, T>(mut at: N, came: impl Fn(&N) -> Option<(N, T)>) -> Vec<T> {
    let mut way = Vec::new();
    while let Some((before, step)) = came(&at) {
        way.push(step);
        at = before;
    }
    way.reverse();
    way
}

/// Returns the letters of a shortest path from a node to a goal. At each node, the first suitable letter of `letters`
/// is chosen. The path is empty if no goal is reachable.
#[cfg(any(feature = "build", feature = "suite", feature = "proptest"))]
pub(crate) fn descend<N: Copy, L: Copy>(
    mut at: N,
    letters: &[L],
    step: impl Fn(N, L) -> N,
    distance: impl Fn(N) -> Option<usize>,
) -> Vec<L> {
    let mut found = Vec::new();
    while let Some(left) = distance(at).filter(|&left| left > 0) {
        let is_nearer = |letter: &&L| distance(step(at, **letter)) == Some(left - 1);
        let Some(&letter) = letters.iter().find(is_nearer) else { break };
        found.push(letter);
        at = step(at, letter);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the graph 0 → 1 → 3, 0 → 2 → 2, 0 → 4 → 1, the goal is 3, and 2 does not reach it.
    #[test]
    fn distances_are_shortest_paths() {
        let edges = [(0, 1), (1, 3), (0, 2), (2, 2), (4, 1), (0, 4)];
        let found = to_goals(5, |node| node == 3, || edges.into_iter());
        assert_eq!(found, [Some(2), Some(1), None, Some(0), Some(2)]);
        assert!(to_goals(0, |_| true, || edges.into_iter().take(0)).is_empty());
    }
}
