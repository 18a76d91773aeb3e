//! Choices of words (sequences of sets of bytes), as tries (Fredkin, *Trie memory*, 1960): a choice of fifty thousand
//! words is decided by as many formulas at once as alternatives begin alike, and a trie by one.
//!
//! Of the words that begin the input the first in the choice wins. So a word that has a word before it as its
//! beginning is never taken: of `"a" | "ab"` there is `"a"` alone. Of those that are left, of two that begin the same
//! input the longer stands first, and the trie reads as far as it can: `"ab" | "a"` is `"a" ~ "b"?`.

use std::collections::BTreeMap;

use grammar_automata::build::{ByteSet, Classes};

use super::program::{Id, Instruction, PegProgram};

pub(super) type Word = Vec<ByteSet>;

/// How many sets the words may have that are put in the place of other alternatives, in all choices of a
/// program together. An alternative that is a word is always taken.
pub(super) const SETS: usize = 4_000_000;
/// How many calls and branches may lead to a word within another expression.
const DEPTH: usize = 64;
/// How often a set may be looked at, on average. Where sets overlap, some bytes lead to words that
/// others do not lead to, and words have several ways through the trie.
const LOOKS: usize = 16;

impl PegProgram {
    /// Puts tries in the place of choices of words.
    pub(super) fn factor(&mut self) {
        self.factor_from(0);
    }

    /// Puts tries in the place of choices of words, of the expressions from a number on.
    pub(super) fn factor_from(&mut self, from: usize) {
        let (mut left, mut replaced) = (SETS, Vec::new());
        for id in from as Id..self.size() as Id {
            let Instruction::Choice(parts) = self.node(id) else { continue };
            let (mut found, mut run) = (Vec::new(), (Vec::new(), Vec::new()));
            for part in parts.clone() {
                let one = |this: &Self| this.word(part).map(|word| vec![word]);
                match one(self).or_else(|| self.words(part, &mut left)) {
                    Some(words) => {
                        run.0.push(part);
                        run.1.extend(words);
                    }
                    None => {
                        self.end_run(&mut run, &mut found);
                        found.push(part);
                    }
                }
            }
            self.end_run(&mut run, &mut found);
            let node = match found[..] {
                [only] => self.node(only).clone(),
                _ => Instruction::Choice(found),
            };
            replaced.push((id, node));
        }
        replaced.into_iter().for_each(|(id, node)| self.replace(id, node));
    }

    /// Adds a run of alternatives that are words, as one alternative if that can be.
    fn end_run(&mut self, run: &mut (Vec<Id>, Vec<Word>), found: &mut Vec<Id>) {
        let (parts, words) = std::mem::take(run);
        match Trie::of(&words) {
            Some(trie) if parts.len() > 1 => found.push(trie.root(self)),
            _ => found.extend(parts),
        }
    }

    fn word(&self, id: Id) -> Option<Word> {
        let set = |&part: &Id| match self.node(part) {
            Instruction::Byte(set) => Some(*set),
            _ => None,
        };
        match self.node(id) {
            Instruction::Seq(parts) => parts.iter().map(set).collect(),
            _ => Some(vec![set(&id)?]),
        }
    }

    /// The words of an expression that is nothing but a choice of words, those first that are tried
    /// first. There are none if there are more than `left` sets in them.
    pub(super) fn words(&self, id: Id, left: &mut usize) -> Option<Vec<Word>> {
        let mut found = Vec::new();
        self.add_words(id, DEPTH, &[], left, &mut found)?;
        Some(found)
    }

    /// Adds the words of an expression, each with the same beginning.
    fn add_words(
        &self,
        id: Id,
        depth: usize,
        begin: &[ByteSet],
        left: &mut usize,
        found: &mut Vec<Word>,
    ) -> Option<()> {
        *left = left.checked_sub(1 + begin.len())?;
        match self.node(id) {
            Instruction::Byte(_) | Instruction::Seq(_) => {
                let word = self.word(id)?;
                *left = left.checked_sub(word.len())?;
                found.push([begin, &word].concat());
            }
            Instruction::Choice(parts) => {
                for &part in parts {
                    self.add_words(part, depth, begin, left, found)?;
                }
            }
            Instruction::Branch(after) => {
                let depth = depth.checked_sub(1)?;
                for &(set, id) in after {
                    self.add_words(id, depth, &[begin, &[set]].concat(), left, found)?;
                }
            }
            &Instruction::Opt(inner) => {
                self.add_words(inner, depth, begin, left, found)?;
                found.push(begin.to_vec());
            }
            &Instruction::Call(place) => {
                self.add_words(self.body(place), depth.checked_sub(1)?, begin, left, found)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// The expression that reads the first of some words that begins the input.
    pub(super) fn any_of(&mut self, words: Vec<Word>) -> Id {
        match Trie::of(&words) {
            Some(trie) => trie.root(self),
            None => {
                let parts = words.iter().map(|word| self.sequence(word.iter().copied())).collect();
                self.choice(parts)
            }
        }
    }
}

#[derive(Debug)]
struct TrieNode {
    after: Vec<(ByteSet, After)>,
    ends: bool,
}

/// What comes after a set.
#[derive(Debug)]
enum After {
    /// The node of this number.
    Node(usize),
    Rest(usize, usize),
}

pub(super) struct Trie<'w> {
    words: &'w [Word],
    /// The nodes, those that lead on before those they lead to.
    nodes: Vec<TrieNode>,
    /// Whether each word is taken for some input.
    pub(super) taken: Vec<bool>,
}

impl<'w> Trie<'w> {
    /// The trie of some words, in the order of a choice. There is none if that is too large.
    pub(super) fn of(words: &'w [Word]) -> Option<Self> {
        let mut this = Self { words, nodes: Vec::new(), taken: vec![false; words.len()] };
        let mut left = LOOKS * words.iter().map(|word| word.len() + 1).sum::<usize>();
        // The words of each node, and how many sets lead to it.
        let can_match = |&word: &usize| !words[word].contains(&ByteSet::EMPTY);
        let mut open = vec![((0..words.len()).filter(can_match).collect::<Vec<usize>>(), 0)];
        let mut at = 0;
        while at < open.len() {
            let (mut all, depth) = std::mem::take(&mut open[at]);
            left = left.checked_sub(all.len())?;
            let end = all.iter().position(|&word| words[word].len() == depth);
            if let Some(end) = end {
                this.taken[all[end]] = true;
                all.truncate(end);
            }
            let mut node = TrieNode { after: Vec::new(), ends: end.is_some() };
            for (set, all) in divided(words, &all, depth) {
                let after = match all[..] {
                    [only] => {
                        this.taken[only] = true;
                        After::Rest(only, depth + 1)
                    }
                    _ => {
                        open.push((all, depth + 1));
                        After::Node(open.len() - 1)
                    }
                };
                node.after.push((set, after));
            }
            this.nodes.push(node);
            at += 1;
        }
        Some(this)
    }

    pub(super) fn root(&self, program: &mut PegProgram) -> Id {
        let mut ids = vec![0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            // What goes on alike is one set.
            let mut after: BTreeMap<Id, ByteSet> = BTreeMap::new();
            for (set, next) in &node.after {
                let id = match *next {
                    After::Node(number) => ids[number],
                    After::Rest(word, from) => {
                        program.sequence(self.words[word][from..].iter().copied())
                    }
                };
                let known = after.entry(id).or_default();
                *known = known.union(*set);
            }
            let after: Vec<(ByteSet, Id)> = after.into_iter().map(|(id, set)| (set, id)).collect();
            ids[at] = match (after.is_empty(), node.ends) {
                (true, true) => program.seq(Vec::new()),
                (true, false) => program.add(Instruction::Fail),
                (false, ends) => {
                    let branch = program.add(Instruction::Branch(after));
                    if ends { program.add(Instruction::Opt(branch)) } else { branch }
                }
            };
        }
        ids[0]
    }
}

/// The words by their next sets: disjoint sets, each with the words that it leads to, in their order.
fn divided(words: &[Word], all: &[usize], depth: usize) -> Vec<(ByteSet, Vec<usize>)> {
    let mut by_set: BTreeMap<ByteSet, Vec<usize>> = BTreeMap::new();
    for &word in all {
        by_set.entry(words[word][depth]).or_default().push(word);
    }
    let mut known = ByteSet::EMPTY;
    let is_disjoint = by_set.keys().all(|&set| {
        let is_new = known.intersection(set).is_empty();
        known = known.union(set);
        is_new
    });
    if is_disjoint {
        return by_set.into_iter().collect();
    }
    let classes = Classes::refine(by_set.keys().copied());
    let division = classes.representatives().iter().enumerate().map(|(class, &byte)| {
        let leads = by_set.iter().filter(|(set, _)| set.contains(byte));
        let mut all: Vec<usize> = leads.flat_map(|(_, all)| all).copied().collect();
        all.sort_unstable();
        (classes.members(class), all)
    });
    division.filter(|(_, all)| !all.is_empty()).collect()
}
