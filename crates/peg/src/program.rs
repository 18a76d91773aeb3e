//! The expressions of a pest file in executable form, hash-consed.

use std::collections::BTreeMap;
use std::ops::Range;

use grammar_automata::build::{ByteSet, Classes};
use grammar_automata::engine::{CharacterSet, graph, text};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

pub(super) type Id = u32;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Instruction {
    Fail,
    /// An expression that would nest too deep, so its behaviour is unknown. If it is a call, the value is the place of
    /// the called body at full depth.
    DepthLimit(Option<usize>),
    Start,
    End,
    Byte(ByteSet),
    /// Reads one byte, and then runs the expression for the set that contains the byte. The sets are disjoint.
    Branch(Vec<(ByteSet, Id)>),
    /// Runs expressions in sequence. An empty sequence succeeds without reading.
    Seq(Vec<Id>),
    Choice(Vec<Id>),
    Opt(Id),
    Rep(Id),
    And(Id),
    Not(Id),
    Call(usize),
    /// A stack operation that could not be resolved beforehand.
    Stack(StackStep),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum StackStep {
    Peek,
    PeekAll,
    PeekSlice(i32, Option<i32>),
    Pop,
    PopAll,
    Drop,
    Push(Id),
    Restore(Id),
}

/// Returns the range of `PEEK[start..end]` on a stack, or `None` if a bound is out of range.
pub(super) fn slice(length: usize, start: i32, end: Option<i32>) -> Option<Range<usize>> {
    let index = |bound: i32| match usize::try_from(bound) {
        Ok(bound) => Some(bound).filter(|&bound| bound <= length),
        Err(_) => length.checked_sub(bound.unsigned_abs() as usize),
    };
    let (start, end) = (index(start)?, end.map_or(Some(length), index)?);
    Some(start..end.max(start))
}

impl Instruction {
    fn length(&self) -> usize {
        1 + match self {
            Self::Seq(parts) | Self::Choice(parts) => parts.len(),
            Self::Branch(after) => after.len(),
            _ => 0,
        }
    }
}

/// The information that a search needs about the expressions that it reaches.
#[derive(Default, Debug)]
pub(super) struct ProgramPart {
    pub(super) sets: HashSet<ByteSet>,
    pub(super) length: usize,
    pub(super) uses_start: bool,
}

impl ProgramPart {
    fn add(&mut self, node: &Instruction) {
        self.length += node.length();
        match node {
            Instruction::Byte(set) => drop(self.sets.insert(*set)),
            Instruction::Branch(after) => self.sets.extend(after.iter().map(|&(set, _)| set)),
            Instruction::Start => self.uses_start = true,
            _ => {}
        }
    }
}

#[derive(Default, Debug)]
pub(super) struct PegProgram {
    nodes: Vec<Instruction>,
    numbers: HashMap<Instruction, Id>,
    /// For each expression, whether it succeeds on any input.
    pub(super) total: Vec<bool>,
    /// For each expression, whether it may reach a depth limit. Expressions added after the computation are missing.
    reaches_limit: Vec<bool>,
    /// For each expression, whether it may reach a depth limit if its parts may be replaced by their fresh
    /// copies.
    pub(super) reaches_limit_afresh: Vec<bool>,
    /// For each expression, its fresh copy, in which calls may nest to the full depth again. An expression
    /// added after the copies were made is its own copy.
    afresh: Vec<Id>,
    /// The bodies, by the place to which [`Instruction::Call`] refers. Undefined bodies fail.
    pub(super) bodies: Vec<Id>,
    /// The requested places that have no body because their stack use is unbounded.
    pub(super) undefined: HashSet<usize>,
    pub(super) extra: Vec<Id>,
    pub(super) uses_start: bool,
    /// Whether the program runs with a stack. `stacked` has the places of the bodies that use the stack.
    pub(super) has_stack: bool,
    pub(super) stacked: HashSet<usize>,
}

impl PegProgram {
    pub(super) fn new(bodies: usize) -> Self {
        let mut program = Self::default();
        let fail = program.add(Instruction::Fail);
        program.bodies = vec![fail; bodies];
        program
    }

    pub(super) fn size(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn length(&self) -> usize {
        self.nodes.iter().map(Instruction::length).sum()
    }

    pub(super) fn node(&self, id: Id) -> &Instruction {
        &self.nodes[id as usize]
    }

    pub(super) fn reserve(&mut self) -> usize {
        self.bodies.push(0); // the number of `Fail`
        self.bodies.len() - 1
    }

    pub(super) fn reaches_limit(&self, id: Id) -> bool {
        self.reaches_limit.get(id as usize).is_some_and(|&may| may)
    }

    /// Returns the fresh copy of an expression, in which calls may nest to the full depth again.
    pub(super) fn afresh(&self, id: Id) -> Id {
        self.afresh.get(id as usize).copied().unwrap_or(id)
    }

    /// Adds the fresh copy of each expression that has none yet. `top` returns the place of a body at full
    /// depth.
    pub(super) fn add_afresh(&mut self, top: impl Fn(usize) -> usize) {
        while let Some(node) = self.nodes.get(self.afresh.len()) {
            // The parts of an expression have smaller numbers than the expression.
            let afresh = |id: &Id| self.afresh[*id as usize];
            let all = |parts: &[Id]| parts.iter().map(afresh).collect();
            let node = match node {
                Instruction::Seq(parts) => Instruction::Seq(all(parts)),
                Instruction::Choice(parts) => Instruction::Choice(all(parts)),
                Instruction::Opt(inner) => Instruction::Opt(afresh(inner)),
                Instruction::Rep(inner) => Instruction::Rep(afresh(inner)),
                Instruction::And(inner) => Instruction::And(afresh(inner)),
                Instruction::Not(inner) => Instruction::Not(afresh(inner)),
                Instruction::Call(place) => Instruction::Call(top(*place)),
                Instruction::DepthLimit(Some(place)) => Instruction::Call(*place),
                other => other.clone(),
            };
            let id = self.add(node);
            self.afresh.push(id);
        }
    }

    /// Returns the expressions that an expression may run.
    fn parts(&self, id: usize) -> Vec<usize> {
        match &self.nodes[id] {
            Instruction::Seq(parts) | Instruction::Choice(parts) => {
                parts.iter().map(|&part| part as usize).collect()
            }
            Instruction::Opt(inner)
            | Instruction::Rep(inner)
            | Instruction::And(inner)
            | Instruction::Not(inner)
            | Instruction::Stack(StackStep::Push(inner) | StackStep::Restore(inner)) => {
                vec![*inner as usize]
            }
            Instruction::Branch(after) => after.iter().map(|&(_, id)| id as usize).collect(),
            Instruction::Call(place) => vec![self.bodies[*place] as usize],
            _ => Vec::new(),
        }
    }

    /// Computes which expressions may reach a depth limit, beginning with the expression number `from`. All bodies that
    /// any expression calls must be defined, and no expression may have a fresh copy.
    pub(super) fn find_reaching_limit_from(&mut self, from: usize) {
        let mut edges = vec![Vec::new(); self.nodes.len() - from];
        let mut limits = Vec::new();
        for id in from..self.nodes.len() {
            let parts = self.parts(id);
            let reaches_limit = |&part: &usize| part < from && self.reaches_limit(part as Id);
            if matches!(self.nodes[id], Instruction::DepthLimit(_))
                || parts.iter().any(reaches_limit)
            {
                limits.push(id - from);
            }
            let fresh = parts.into_iter().filter(|&part| part >= from);
            fresh.for_each(|part| edges[part - from].push(id - from));
        }
        self.reaches_limit.truncate(from);
        self.reaches_limit.extend(graph::reached(&edges, limits));
        self.reaches_limit_afresh.clone_from(&self.reaches_limit);
    }

    pub(super) fn part(&self, ids: impl IntoIterator<Item = Id>) -> ProgramPart {
        let (mut part, mut seen) = (ProgramPart::default(), vec![false; self.nodes.len()]);
        let mut open: Vec<usize> = ids.into_iter().map(|id| id as usize).collect();
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut seen[id], true) {
                continue;
            }
            part.add(&self.nodes[id]);
            open.extend(self.parts(id));
        }
        part
    }

    pub(super) fn all(&self) -> ProgramPart {
        let mut part = ProgramPart::default();
        self.nodes.iter().for_each(|node| part.add(node));
        part
    }

    /// Computes which expressions may reach a depth limit, after all bodies are defined.
    pub(super) fn find_reaching_limit(&mut self) {
        let mut parts: Vec<Vec<usize>> = (0..self.nodes.len()).map(|id| self.parts(id)).collect();
        let is_limit = |id: &usize| matches!(self.nodes[*id], Instruction::DepthLimit(_));
        let limits = || (0..self.nodes.len()).filter(is_limit);
        self.reaches_limit = graph::reached(&graph::reversed(&parts), limits());
        for (id, parts) in parts.iter_mut().enumerate() {
            parts.push(self.afresh(id as Id) as usize);
        }
        self.reaches_limit_afresh = graph::reached(&graph::reversed(&parts), limits());
    }

    pub(super) fn add(&mut self, node: Instruction) -> Id {
        if let Some(&id) = self.numbers.get(&node) {
            return id;
        }
        let total = match &node {
            Instruction::Opt(_) | Instruction::Rep(_) => true,
            Instruction::Seq(parts) => parts.iter().all(|&part| self.total[part as usize]),
            Instruction::Choice(parts) => parts.iter().any(|&part| self.total[part as usize]),
            _ => false,
        };
        self.uses_start |= node == Instruction::Start;
        let id = self.nodes.len() as Id; // the file's terms are limited to far fewer
        self.nodes.push(node.clone());
        self.total.push(total);
        self.numbers.insert(node, id);
        id
    }

    /// Returns a sequence of expressions; a single expression is returned as it is.
    pub(super) fn seq(&mut self, parts: Vec<Id>) -> Id {
        match parts[..] {
            [only] => only,
            _ => self.add(Instruction::Seq(parts)),
        }
    }

    /// Returns a choice; a single alternative is returned as it is.
    pub(super) fn choice(&mut self, alternatives: Vec<Id>) -> Id {
        match alternatives[..] {
            [only] => only,
            _ => self.add(Instruction::Choice(alternatives)),
        }
    }

    pub(super) fn sequence(&mut self, sets: impl IntoIterator<Item = ByteSet>) -> Id {
        let parts = sets.into_iter().map(|set| self.add(Instruction::Byte(set))).collect();
        self.seq(parts)
    }

    pub(super) fn literal(&mut self, text: &str) -> Id {
        self.sequence(text.bytes().map(ByteSet::single))
    }

    pub(super) fn any(&mut self) -> Id {
        self.range('\0', char::MAX)
    }

    /// Returns the expression that reads any text to its end. pest never parses strings that are not UTF-8.
    pub(super) fn text(&mut self) -> Id {
        let any = self.any();
        let (text, end) = (self.add(Instruction::Rep(any)), self.add(Instruction::End));
        self.add(Instruction::Seq(vec![text, end]))
    }

    pub(super) fn range(&mut self, first: char, last: char) -> Id {
        let sequences = text::range(first, last);
        let parts = sequences.into_iter().map(|sets| self.sequence(sets)).collect();
        self.add(Instruction::Choice(parts))
    }

    /// Returns the expression that reads one character of a set.
    ///
    /// A Unicode property may have seven hundred ranges. As a trie, these ranges need only a few expressions.
    pub(super) fn characters(&mut self, set: &CharacterSet) -> Id {
        let words = set.ranges().flat_map(|(first, last)| text::range(first, last)).collect();
        self.any_of(words)
    }
}

// Choices of words (sequences of byte sets) as tries (Fredkin, *Trie memory*, 1960). A choice of fifty thousand
// words needs as many formulas at once as alternatives share a beginning; a trie needs one.
//
// The first word in the choice that is a prefix of the input wins. So a word after one of its own prefixes is
// never taken: `"a" | "ab"` is just `"a"`. Among the remaining words, the longer of two prefixes of the same
// input comes first, and the trie reads as far as it can: `"ab" | "a"` is `"a" ~ "b"?`.

pub(super) type Word = Vec<ByteSet>;

/// An alternative that is not a word may be replaced by the words that it matches. This is the maximum number of byte
/// sets in all such words of a program. Alternatives that are already words do not count.
pub(super) const SETS: usize = 4_000_000;
/// The maximum number of nested calls and branches that are followed to find the words of an expression.
const DEPTH: usize = 64;
/// The maximum average number of visits to a set while a trie is built. If sets overlap, a word has several paths
/// through the trie.
const LOOKS: usize = 16;

impl PegProgram {
    pub(super) fn factor(&mut self) {
        self.factor_from(0);
    }

    /// Replaces choices of words by tries, beginning with the expression number `from`.
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
        replaced.into_iter().for_each(|(id, node)| self.nodes[id as usize] = node);
    }

    /// Adds consecutive alternatives that are words: as one alternative if possible, and unchanged otherwise.
    fn end_run(&mut self, run: &mut (Vec<Id>, Vec<Word>), found: &mut Vec<Id>) {
        let (parts, words) = std::mem::take(run);
        match Trie::new(&words) {
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

    /// Returns the words of an expression that is a choice of words, in the order in which they are tried, or
    /// `None` if they have more than `left` sets.
    pub(super) fn words(&self, id: Id, left: &mut usize) -> Option<Vec<Word>> {
        let mut found = Vec::new();
        self.add_words(id, DEPTH, &[], left, &mut found)?;
        Some(found)
    }

    /// Adds the words of an expression, each with the given prefix.
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
                self.add_words(self.bodies[place], depth.checked_sub(1)?, begin, left, found)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns the expression that tries the words in order, and reads the first one with which the input begins.
    pub(super) fn any_of(&mut self, words: Vec<Word>) -> Id {
        match Trie::new(&words) {
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

#[derive(Debug)]
enum After {
    Node(usize),
    Rest(usize, usize),
}

pub(super) struct Trie<'w> {
    words: &'w [Word],
    /// The nodes, parents before children.
    nodes: Vec<TrieNode>,
    pub(super) taken: Vec<bool>,
}

impl<'w> Trie<'w> {
    /// Builds the trie of some words in the order of a choice, or returns `None` if it is too large.
    pub(super) fn new(words: &'w [Word]) -> Option<Self> {
        let mut this = Self { words, nodes: Vec::new(), taken: vec![false; words.len()] };
        let mut left = LOOKS * words.iter().map(|word| word.len() + 1).sum::<usize>();
        // The words of each node, and the number of sets that lead to it.
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
            // Bytes with the same successor are merged into one set.
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

/// Splits the sets of words at position `depth` into disjoint sets. Returns each disjoint set with its words, in order.
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
