//! Derivatives of printed productions, after Brzozowski (*Derivatives of regular expressions*, 1964).
//!
//! In: a [`Grammar`]. Out: expressions, each with one number however it came about; whether an expression has the
//! empty string; and the expression that is left of it after a byte. Expressions that are alike in these ways have
//! one number, so that finitely many come: a choice is a sorted set without choices in it; a sequence leans to the
//! right and has no empty part; what follows a choice follows each of its parts; sets of single bytes in a choice
//! are one set. A counted repetition counts down.

use std::collections::HashMap;

use crate::bytes::{ByteSet, Partition, any_case, utf8};
use crate::certificate::Automaton;
use crate::grammar::Grammar;
use crate::printed::Term;

/// The number of an expression.
pub(crate) type Id = u32;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    /// One byte of these. None: no string at all.
    Bytes(ByteSet),
    Empty,
    Seq(Id, Id),
    Choice(Box<[Id]>),
    Repeat(Id, u32, Option<u32>),
    /// A production of the grammar.
    Name(u32),
    /// A state of an automaton that stands for a production.
    State(u32, u32),
}

/// The number of expressions and of derivatives that may be made.
const MOST: usize = 4_000_000;
/// How deeply calls may nest before a byte is read.
const DEEPEST: u32 = 4_000;

/// The expressions of a grammar.
pub(crate) struct Regular<'g> {
    nodes: Vec<Node>,
    ids: HashMap<Node, Id>,
    derivatives: HashMap<(Id, u8), Id>,
    /// The right side of each production; or why it has none.
    bodies: Vec<Result<Id, String>>,
    /// Whether each production has the empty string.
    empties: Vec<bool>,
    automata: &'g [Automaton],
    /// The automaton that stands for each production, if one does.
    stands: Vec<Option<u32>>,
    partition: Partition,
}

/// The set without a byte, and so the language without a string.
const NOTHING: Id = 0;
const EMPTY: Id = 1;

impl<'g> Regular<'g> {
    /// Makes the expressions of a grammar. For some productions stand automata.
    pub(crate) fn new(grammar: &Grammar, automata: &'g [Automaton], stands: Vec<Option<u32>>) -> Self {
        let mut this = Self {
            nodes: Vec::new(),
            ids: HashMap::new(),
            derivatives: HashMap::new(),
            bodies: Vec::new(),
            empties: vec![false; grammar.productions.len()],
            automata,
            stands,
            partition: Partition::of([]),
        };
        this.id(Node::Bytes(ByteSet::default()));
        this.id(Node::Empty);
        for (production, &document) in grammar.productions.iter().zip(&grammar.documents) {
            let term = production.term.clone();
            let body = term.and_then(|term| this.lower(&term, grammar, document));
            this.bodies.push(body.map_err(|why| format!("`{}` cannot be used: {why}", production.name)));
        }
        // The least solution: a production has the empty string if that follows from what is known already.
        loop {
            let found = |body: &Result<Id, String>| body.as_ref().is_ok_and(|&body| this.has_empty(body));
            let next: Vec<bool> = this.bodies.iter().map(found).collect();
            if std::mem::replace(&mut this.empties, next.clone()) == next {
                break;
            }
        }
        let own = this.nodes.iter().filter_map(|node| match node {
            Node::Bytes(set) => Some(*set),
            _ => None,
        });
        let all: Vec<ByteSet> = own.chain(automata.iter().flat_map(|one| one.table.sets())).collect();
        this.partition = Partition::of(&all);
        this
    }

    /// The bytes that no expression and no automaton tells apart.
    pub(crate) fn partition(&self) -> &Partition {
        &self.partition
    }

    /// The expression of a production: its automaton, if one stands for it.
    pub(crate) fn call(&mut self, production: usize) -> Id {
        self.id(match self.stands[production] {
            Some(automaton) => Node::State(automaton, 0),
            None => Node::Name(production as u32),
        })
    }

    /// The right side of a production.
    pub(crate) fn right_side(&self, production: usize) -> Result<Id, String> {
        self.bodies[production].clone()
    }

    fn id(&mut self, node: Node) -> Id {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = self.nodes.len() as Id;
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    fn lower(&mut self, term: &Term, grammar: &Grammar, document: usize) -> Result<Id, String> {
        let value = |value: u32| (value, value);
        match term {
            Term::Literal { text, ignore_case } => {
                let set = |byte| if *ignore_case { any_case(byte) } else { ByteSet::range(byte, byte) };
                let all: Vec<Id> = text.bytes().map(|byte| self.id(Node::Bytes(set(byte)))).collect();
                Ok(self.all_of(all))
            }
            Term::Values(values) => {
                let all = values.iter().map(|&one| self.values(value(one), grammar.characters[document]));
                let all: Vec<Id> = all.collect();
                Ok(self.all_of(all))
            }
            &Term::Range(first, last) => Ok(self.values((first, last), grammar.characters[document])),
            Term::Name(name) => match grammar.place(document, name) {
                Some(place) => Ok(self.call(place)),
                None => Err(format!("`{name}` is defined nowhere")),
            },
            Term::Seq(all) => {
                let all: Result<Vec<Id>, _> = all.iter().map(|one| self.lower(one, grammar, document)).collect();
                Ok(self.all_of(all?))
            }
            Term::Choice(all) => {
                let all: Result<Vec<Id>, _> = all.iter().map(|one| self.lower(one, grammar, document)).collect();
                Ok(self.choice(all?))
            }
            Term::Repeat { min, max, of } => {
                let of = self.lower(of, grammar, document)?;
                Ok(self.repeat(of, *min, *max))
            }
        }
    }

    /// One value of a range: a byte, or the bytes of a character.
    fn values(&mut self, (first, last): (u32, u32), are_characters: bool) -> Id {
        if !are_characters {
            return self.id(Node::Bytes(ByteSet::range(first as u8, last as u8)));
        }
        let mut all = Vec::new();
        for sequence in utf8(first, last) {
            let sets: Vec<Id> = sequence.into_iter().map(|set| self.id(Node::Bytes(set))).collect();
            all.push(self.all_of(sets));
        }
        self.choice(all)
    }

    fn all_of(&mut self, all: Vec<Id>) -> Id {
        all.into_iter().rev().fold(EMPTY, |rest, one| self.seq(one, rest))
    }

    fn seq(&mut self, first: Id, rest: Id) -> Id {
        match (&self.nodes[first as usize], rest) {
            _ if first == NOTHING || rest == NOTHING => NOTHING,
            (_, EMPTY) => first,
            (Node::Empty, _) => rest,
            (&Node::Seq(..), _) => {
                let (mut parts, mut last) = (Vec::new(), first);
                while let Node::Seq(one, other) = self.nodes[last as usize] {
                    parts.push(one);
                    last = other;
                }
                let rest = self.seq(last, rest);
                parts.into_iter().rev().fold(rest, |rest, one| self.id(Node::Seq(one, rest)))
            }
            (Node::Choice(all), _) => {
                let all: Vec<Id> = all.clone().iter().map(|&one| self.seq(one, rest)).collect();
                self.choice(all)
            }
            _ => self.id(Node::Seq(first, rest)),
        }
    }

    fn choice(&mut self, all: Vec<Id>) -> Id {
        let (mut set, mut found) = (ByteSet::default(), Vec::new());
        for one in all {
            match &self.nodes[one as usize] {
                Node::Bytes(bytes) => set = set.union(*bytes),
                Node::Choice(inner) => {
                    for &one in inner {
                        match &self.nodes[one as usize] {
                            Node::Bytes(bytes) => set = set.union(*bytes),
                            _ => found.push(one),
                        }
                    }
                }
                _ => found.push(one),
            }
        }
        if !set.is_empty() {
            found.push(self.id(Node::Bytes(set)));
        }
        found.sort_unstable();
        found.dedup();
        match found[..] {
            [] => NOTHING,
            [one] => one,
            _ => self.id(Node::Choice(found.into())),
        }
    }

    fn repeat(&mut self, of: Id, min: u32, max: Option<u32>) -> Id {
        match (min, max) {
            (_, Some(0)) => EMPTY,
            (1, Some(1)) => of,
            (0, Some(1)) => self.choice(vec![EMPTY, of]),
            _ => self.id(Node::Repeat(of, min, max)),
        }
    }

    /// Whether the empty string is in the language of an expression.
    pub(crate) fn has_empty(&self, id: Id) -> bool {
        match &self.nodes[id as usize] {
            Node::Bytes(_) => false,
            Node::Empty => true,
            &Node::Seq(first, rest) => self.has_empty(first) && self.has_empty(rest),
            Node::Choice(all) => all.iter().any(|&one| self.has_empty(one)),
            &Node::Repeat(of, min, _) => min == 0 || self.has_empty(of),
            &Node::Name(name) => self.empties[name as usize],
            &Node::State(automaton, state) => self.automata[automaton as usize].table.accepts[state as usize],
        }
    }

    /// The strings that make a member of the language when they are put behind the byte.
    pub(crate) fn derivative(&mut self, id: Id, byte: u8) -> Result<Id, String> {
        self.derive(id, byte, 0)
    }

    fn derive(&mut self, id: Id, byte: u8, depth: u32) -> Result<Id, String> {
        if let &Node::State(automaton, state) = &self.nodes[id as usize] {
            let next = self.automata[automaton as usize].table.after(state, byte);
            return Ok(self.id(Node::State(automaton, next)));
        }
        let key = (id, self.partition.class(byte));
        if let Some(&known) = self.derivatives.get(&key) {
            return Ok(known);
        }
        if depth > DEEPEST {
            return Err("a production calls itself before it reads a byte, or calls nest too deeply".to_owned());
        }
        if self.nodes.len() + self.derivatives.len() > MOST {
            return Err("more than finitely many, or too many, expressions come".to_owned());
        }
        let found = match self.nodes[id as usize].clone() {
            Node::Bytes(set) => {
                if set.contains(byte) {
                    EMPTY
                } else {
                    NOTHING
                }
            }
            Node::Empty | Node::State(..) => NOTHING,
            Node::Seq(first, rest) => {
                let left = self.derive(first, byte, depth + 1)?;
                let mut found = vec![self.seq(left, rest)];
                if self.has_empty(first) {
                    found.push(self.derive(rest, byte, depth + 1)?);
                }
                self.choice(found)
            }
            Node::Choice(all) => {
                let all: Result<Vec<Id>, _> = all.iter().map(|&one| self.derive(one, byte, depth + 1)).collect();
                self.choice(all?)
            }
            // Right also if the repeated has the empty string: then fewer may come where more are asked for.
            Node::Repeat(of, min, max) => {
                let left = self.derive(of, byte, depth + 1)?;
                let rest = self.repeat(of, min.saturating_sub(1), max.map(|max| max - 1));
                self.seq(left, rest)
            }
            Node::Name(name) => {
                let body = self.bodies[name as usize].clone()?;
                self.derive(body, byte, depth + 1)?
            }
        };
        self.derivatives.insert(key, found);
        Ok(found)
    }

    /// The productions that a production calls where all that stands beside the call may be empty: the production
    /// may be one of these *alone*.
    pub(crate) fn alone(&self, production: usize) -> Vec<usize> {
        let (mut found, mut open) = (Vec::new(), Vec::new());
        open.extend(self.bodies[production].as_ref().ok().copied());
        while let Some(id) = open.pop() {
            match &self.nodes[id as usize] {
                Node::Bytes(_) | Node::Empty => {}
                &Node::Seq(first, rest) => {
                    open.extend(self.has_empty(rest).then_some(first));
                    open.extend(self.has_empty(first).then_some(rest));
                }
                Node::Choice(all) => open.extend(all),
                &Node::Repeat(of, ..) => open.push(of),
                &Node::Name(name) => found.push(name as usize),
                &Node::State(automaton, _) => found.push(self.automata[automaton as usize].place),
            }
        }
        found
    }
}
