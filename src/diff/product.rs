//! Two languages, walked side by side.
//!
//! In: the starts of both in their tables. Out: every pair of states that some string leads to,
//! breadth first, so that the first pair of a sort is met on a shortest string of it. What is
//! forgotten: which byte of a class it was; the least that can be seen speaks for all that neither
//! language tells apart.

use std::collections::{HashMap, VecDeque};

use super::Language;
use crate::automaton::Automaton;

/// The product of two languages: the pairs of states that strings lead to. The state of a language
/// is one state for each of its productions.
pub(super) struct Product {
    /// The bytes that stand for the classes, in their order. Visible bytes come first.
    pub(super) letters: Vec<u8>,
    /// The letter of each byte.
    letter_of: [u8; 256],
    pub(super) nodes: Vec<StatePair>,
    /// The node after a node and a letter. There is none where both languages have ended.
    next: Vec<Option<u32>>,
}

/// A node of the product: a pair of states.
pub(super) struct StatePair {
    /// The last step of a shortest string that reaches the node: the node before, and the letter.
    /// There is none at the start.
    came: Option<(u32, u8)>,
    /// The length of that shortest string.
    pub(super) depth: u32,
    /// For each language, whether a string may end here.
    pub(super) accepts: [bool; 2],
    /// For each language, whether any string goes on from here.
    pub(super) lives: [bool; 2],
    /// For each language, the number of its state. Nodes with the same state have the same number.
    pub(super) state: [u32; 2],
}

impl Product {
    pub(super) fn of(left: &Language, right: &Language) -> Self {
        let split = left.starts().count();
        let (automata, start): (Vec<_>, Vec<_>) = left.starts().chain(right.starts()).unzip();
        let (letters, letter_of) = letters(&automata);
        let mut product = Self { letters, letter_of, nodes: Vec::new(), next: Vec::new() };
        let mut known = HashMap::new();
        let mut sides = [HashMap::new(), HashMap::new()];
        let mut node = |states: &[u16], came, depth| {
            let halves = [0..split, split..states.len()];
            let live = |at: usize| states[at] != Automaton::DEAD;
            let accepts = |at: usize| automata[at].accepts(states[at]);
            let mut number = |side: usize| {
                let fresh = sides[side].len() as u32;
                *sides[side].entry(states[halves[side].clone()].to_vec()).or_insert(fresh)
            };
            let state = [number(0), number(1)];
            StatePair {
                came,
                depth,
                accepts: halves.clone().map(|mut half| half.any(accepts)),
                lives: halves.clone().map(|mut half| half.any(live)),
                state,
            }
        };
        let mut waiting = VecDeque::from([start.clone()]);
        product.nodes.push(node(&start, None, 0));
        known.insert(start, 0_u32);
        while let Some(states) = waiting.pop_front() {
            let at = (product.next.len() / product.letters.len()) as u32;
            let depth = product.nodes[at as usize].depth + 1;
            for letter in 0..product.letters.len() {
                let byte = product.letters[letter];
                let states = automata.iter().zip(&states);
                let after: Vec<u16> =
                    states.map(|(automaton, &state)| automaton.step(state, byte)).collect();
                if after.iter().all(|&state| state == Automaton::DEAD) {
                    product.next.push(None);
                    continue;
                }
                let found = known.get(&after).copied().unwrap_or_else(|| {
                    let fresh = product.nodes.len() as u32;
                    product.nodes.push(node(&after, Some((at, byte)), depth));
                    known.insert(after.clone(), fresh);
                    waiting.push_back(after);
                    fresh
                });
                product.next.push(Some(found));
            }
        }
        product
    }

    /// The nodes after a node, with the number of the letter that leads there.
    pub(super) fn after(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let row = &self.next[node * self.letters.len()..][..self.letters.len()];
        row.iter().enumerate().filter_map(|(letter, next)| Some((letter, (*next)? as usize)))
    }

    /// A shortest string that leads to a node.
    pub(super) fn word(&self, node: usize) -> Vec<u8> {
        let (mut word, mut at) = (Vec::new(), node);
        while let Some((before, byte)) = self.nodes[at].came {
            word.push(byte);
            at = before as usize;
        }
        word.reverse();
        word
    }

    /// The shortest string that exactly the wanted ones of the two languages have.
    pub(super) fn shortest(&self, wanted: [bool; 2]) -> Option<String> {
        let node = self.nodes.iter().position(|node| node.accepts == wanted)?;
        Some(text(&self.word(node)))
    }

    /// The bytes that a letter stands for.
    pub(super) fn bytes(&self, letter: usize) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(move |&byte| usize::from(self.letter_of[usize::from(byte)]) == letter)
    }

    /// For each node, the number of bytes that a string of one of the languages must still have.
    /// There is none where no string of that language goes on.
    pub(super) fn distances(&self, side: usize) -> Vec<Option<u32>> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        for node in 0..self.nodes.len() {
            self.after(node).for_each(|(_, next)| before[next].push(node as u32));
        }
        let is_end = |node: &usize| self.nodes[*node].accepts[side];
        let mut waiting: VecDeque<usize> = (0..self.nodes.len()).filter(is_end).collect();
        let mut distances = vec![None; self.nodes.len()];
        waiting.iter().for_each(|&end| distances[end] = Some(0));
        while let Some(node) = waiting.pop_front() {
            for &earlier in &before[node] {
                let earlier = earlier as usize;
                if distances[earlier].is_none() {
                    distances[earlier] = distances[node].map(|distance: u32| distance + 1);
                    waiting.push_back(earlier);
                }
            }
        }
        distances
    }

    /// The shortest string from a node to the end of one of the languages.
    pub(super) fn completion(&self, mut node: usize, distances: &[Option<u32>]) -> Vec<u8> {
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

/// The classes of bytes that no automaton tells apart: the most visible byte of each class, and the
/// class of each byte.
fn letters(automata: &[&Automaton]) -> (Vec<u8>, [u8; 256]) {
    let mut order: Vec<u8> = (0..=u8::MAX).collect();
    order.sort_by_key(|byte| !byte.is_ascii_graphic());
    let (mut letters, mut known, mut letter_of) = (Vec::new(), HashMap::new(), [0; 256]);
    for byte in order {
        let key: Vec<u8> = automata.iter().map(|automaton| automaton.class(byte)).collect();
        letter_of[usize::from(byte)] = *known.entry(key).or_insert_with(|| {
            letters.push(byte);
            (letters.len() - 1) as u8 // at most 256 classes, numbered from 0
        });
    }
    (letters, letter_of)
}

/// The text of a word. The languages are of ASCII only.
pub(super) fn text(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}
