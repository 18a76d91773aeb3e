//! The expressions of a file as they run, hash-consed.

use std::ops::Range;

use grammar_automata::build::ByteSet;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use grammar_automata::engine::{graph, text};

/// The number of an expression in its program.
pub(super) type Id = u32;

/// What an expression does when it runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Instruction {
    Fail,
    /// Stands for what would nest too deep: what it does is not known. If that is a call of a body,
    /// the place of the body where it may nest as deep as anything.
    Cut(Option<usize>),
    Start,
    End,
    Byte(ByteSet),
    /// Reads a byte of one of some disjoint sets, and then runs the expression of this set.
    Branch(Vec<(ByteSet, Id)>),
    /// Runs expressions one after the other. Without expressions it succeeds and reads nothing.
    Seq(Vec<Id>),
    /// Runs expressions until the first succeeds.
    Choice(Vec<Id>),
    Opt(Id),
    Rep(Id),
    And(Id),
    Not(Id),
    /// Runs the body of a rule, by the number of its place.
    Call(usize),
    /// Does something with the stack, where that is not worked out beforehand.
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
    /// Pushes what an expression reads.
    Push(Id),
    /// Gives back the stack where an expression fails.
    Restore(Id),
}

/// The places of `PEEK[start..end]` on a stack. There are none if a bound is out of range.
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

/// What a search has to know of the expressions that it comes to.
#[derive(Default, Debug)]
pub(super) struct ProgramPart {
    pub(super) sets: HashSet<ByteSet>,
    pub(super) length: usize,
    pub(super) asks_start: bool,
}

impl ProgramPart {
    fn add(&mut self, node: &Instruction) {
        self.length += node.length();
        match node {
            Instruction::Byte(set) => drop(self.sets.insert(*set)),
            Instruction::Branch(after) => self.sets.extend(after.iter().map(|&(set, _)| set)),
            Instruction::Start => self.asks_start = true,
            _ => {}
        }
    }
}

#[derive(Default, Debug)]
pub(super) struct PegProgram {
    nodes: Vec<Instruction>,
    numbers: HashMap<Instruction, Id>,
    /// For each expression, whether it succeeds on any input.
    total: Vec<bool>,
    /// For each expression, whether it may come to a cut. Later expressions do not.
    may_cut: Vec<bool>,
    /// For each expression, whether it may come to a cut if its parts may be replaced by their fresh copies.
    may_cut_afresh: Vec<bool>,
    /// For each expression, its fresh copy, in which calls may nest to the full depth again. An expression that
    /// was added after the copies were made is its own copy.
    afresh: Vec<Id>,
    /// The body of each place. Bodies that are not defined fail.
    bodies: Vec<Id>,
    /// The wanted places that have no body, since what is done there with the stack has no bound.
    pub(super) undefined: HashSet<usize>,
    /// The lowered expressions that are not bodies of rules.
    pub(super) extra: Vec<Id>,
    pub(super) asks_start: bool,
    /// Whether expressions do something with the stack, and the places whose bodies do.
    pub(super) has_stack: bool,
    pub(super) stacked: HashSet<usize>,
}

impl PegProgram {
    /// A program with that many bodies, all of which fail.
    pub(super) fn of(bodies: usize) -> Self {
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

    /// Puts another instruction, which does the same, in the place of an expression.
    pub(super) fn replace(&mut self, id: Id, node: Instruction) {
        self.nodes[id as usize] = node;
    }

    pub(super) fn node(&self, id: Id) -> &Instruction {
        &self.nodes[id as usize]
    }

    pub(super) fn body(&self, place: usize) -> Id {
        self.bodies[place]
    }

    /// A place for one more body.
    pub(super) fn reserve(&mut self) -> usize {
        self.bodies.push(0); // the number of `Fail`
        self.bodies.len() - 1
    }

    pub(super) fn define(&mut self, place: usize, body: Id) {
        self.bodies[place] = body;
    }

    /// Whether an expression succeeds on any input, by its shape.
    pub(super) fn is_total(&self, id: Id) -> bool {
        self.total[id as usize]
    }

    pub(super) fn may_cut(&self, id: Id) -> bool {
        self.may_cut.get(id as usize).is_some_and(|&may| may)
    }

    /// The same expression where it is tried anew, so that its calls may nest as deep as anything.
    pub(super) fn afresh(&self, id: Id) -> Id {
        self.afresh.get(id as usize).copied().unwrap_or(id)
    }

    /// Adds to each expression the one that is tried anew. `top` gives the place of a body where it may
    /// nest as deep as anything. Expressions that are known already are not asked again.
    pub(super) fn add_afresh(&mut self, top: impl Fn(usize) -> usize) {
        while let Some(node) = self.nodes.get(self.afresh.len()) {
            // The parts of an expression have smaller numbers.
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
                Instruction::Cut(Some(place)) => Instruction::Call(*place),
                other => other.clone(),
            };
            let id = self.add(node);
            self.afresh.push(id);
        }
    }

    /// Whether an expression may come to a cut, if what is tried within it may be tried anew.
    pub(super) fn may_cut_afresh(&self, id: Id) -> bool {
        self.may_cut_afresh.get(id as usize).is_some_and(|&may| may)
    }

    /// The expressions that an expression may run.
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

    /// Finds out which expressions from a number on may come to a cut. All bodies that they and those before them call
    /// are defined, and none has a fresh copy.
    pub(super) fn tell_what_may_cut_from(&mut self, from: usize) {
        let mut edges = vec![Vec::new(); self.nodes.len() - from];
        let mut cuts = Vec::new();
        for id in from..self.nodes.len() {
            let parts = self.parts(id);
            let may_cut = |&part: &usize| part < from && self.may_cut(part as Id);
            if matches!(self.nodes[id], Instruction::Cut(_)) || parts.iter().any(may_cut) {
                cuts.push(id - from);
            }
            let fresh = parts.into_iter().filter(|&part| part >= from);
            fresh.for_each(|part| edges[part - from].push(id - from));
        }
        self.may_cut.truncate(from);
        self.may_cut.extend(graph::reached(&edges, cuts));
        self.may_cut_afresh.clone_from(&self.may_cut);
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

    /// Finds out which expressions may come to a cut, after all bodies are defined.
    pub(super) fn tell_what_may_cut(&mut self) {
        let mut parts: Vec<Vec<usize>> = (0..self.nodes.len()).map(|id| self.parts(id)).collect();
        let is_cut = |id: &usize| matches!(self.nodes[*id], Instruction::Cut(_));
        let cuts = || (0..self.nodes.len()).filter(is_cut);
        self.may_cut = graph::reached(&graph::reversed(&parts), cuts());
        for (id, parts) in parts.iter_mut().enumerate() {
            parts.push(self.afresh(id as Id) as usize);
        }
        self.may_cut_afresh = graph::reached(&graph::reversed(&parts), cuts());
    }

    pub(super) fn add(&mut self, node: Instruction) -> Id {
        if let Some(&id) = self.numbers.get(&node) {
            return id;
        }
        let total = match &node {
            Instruction::Opt(_) | Instruction::Rep(_) => true,
            Instruction::Seq(parts) => parts.iter().all(|&part| self.is_total(part)),
            Instruction::Choice(parts) => parts.iter().any(|&part| self.is_total(part)),
            _ => false,
        };
        self.asks_start |= node == Instruction::Start;
        let id = self.nodes.len() as Id; // the file's terms are limited to far fewer
        self.nodes.push(node.clone());
        self.total.push(total);
        self.numbers.insert(node, id);
        id
    }

    /// Expressions one after the other. One alone is itself.
    pub(super) fn seq(&mut self, parts: Vec<Id>) -> Id {
        match parts[..] {
            [only] => only,
            _ => self.add(Instruction::Seq(parts)),
        }
    }

    /// A choice. One alternative alone is itself.
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

    pub(super) fn range(&mut self, first: char, last: char) -> Id {
        let sequences = text::range(first, last);
        let parts = sequences.into_iter().map(|sets| self.sequence(sets)).collect();
        self.add(Instruction::Choice(parts))
    }

    /// The expression that reads a character of any of some ranges.
    ///
    /// A property of Unicode may have seven hundred ranges. As a trie they are a few expressions.
    pub(super) fn characters(&mut self, ranges: &[(char, char)]) -> Id {
        let words = ranges.iter().flat_map(|&(first, last)| text::range(first, last)).collect();
        self.any_of(words)
    }
}
