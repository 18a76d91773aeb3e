//! Derivatives of pest's rules.
//!
//! The strings that a rule reads to their end are represented as a *question* about a string. This module computes the
//! answer for the empty string, and the *derivative* of a question by a byte: a question about the rest of the string.
//!
//! The smallest question is a list of expressions that must succeed one after the other at the current position; at the
//! end of the list, the string must end ([`END`]) or may continue ([`ANY`]). pest never revises a decision: `a | b`
//! continues after `a` if `a` succeeds, whatever follows, and after `b` only if `a` fails. The list `(a | b) rest` is
//! therefore: *if* the list `a`, with any end, *then* `a rest`, *else* `b rest`. A repetition `a*` is `a a* | ""`; `!a`
//! is: if `a` with any end, then no, else continue. There are no other rules.
//!
//! A question is a nested *if* over lists in a canonical form, a reduced ordered binary decision diagram: it tests the
//! lists in the order of their indexes, omits each test that does not matter, and is stored once. Logically equivalent
//! questions are therefore identical, and their number is finite if the number of lists is finite, as for rules that
//! call themselves only at their ends.

use std::collections::HashMap;

use crate::bytes::{ByteSet, Partition, Store};
use crate::certificate::Machine;
use crate::pest::{Rule, RuleKind, between, built_in, optimized};
use crate::tree::Term;

/// The index of an expression, of a list or of a question.
type Id = u32;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum PegNode {
    Bytes(ByteSet),
    Empty,
    Seq(Id, Id),
    Choice(Id, Id),
    Repeat(Id),
    Not(Id),
    /// A rule, by its index and whether it is run as atomic.
    Call(usize, bool),
    /// The beginning of the string.
    Start,
}

/// The empty list, after which the string must end.
const END: Id = 0;
/// The empty list, after which the string may continue.
const ANY: Id = 1;
/// The list that never succeeds.
const NEVER: Id = 2;
const NO: Id = 0;
const YES: Id = 1;
/// The state before the first byte.
const START: u32 = u32::MAX;
/// The maximum depth of nested expressions before a byte is read.
const DEEPEST: u32 = 12_000;
/// The maximum number of stored answers, lists and questions together.
const MOST: usize = 4_000_000;

/// The rules of a file, with the expressions, lists and questions derived from them.
pub(crate) struct Peg<'r> {
    /// The index and the kind of each rule.
    kinds: HashMap<&'r str, (usize, RuleKind)>,
    /// For each rule, its expression if run as non-atomic and if run as atomic. An error states why there is none.
    bodies: Vec<[Result<Id, String>; 2]>,
    /// The expression that skips whitespace and comments in a rule that is not atomic, if the grammar defines any.
    between: Option<Id>,
    nodes: Store<PegNode>,
    /// The lists, each as an expression and the list that follows it. [`END`], [`ANY`] and [`NEVER`] come first.
    lists: Store<(Id, Id)>,
    /// The questions. Each is a list, the question to ask if the list succeeds, and the question to ask if not.
    questions: Store<(Id, Id, Id)>,
    joined: HashMap<(Id, Id, Id), Id>,
    asked: HashMap<(Id, Option<u8>, bool), Id>,
    derivatives: HashMap<(Id, u8), Id>,
    partition: Partition,
    /// The list of the rule that reads a whole string, beginning in the state [`START`].
    whole: Id,
}

/// A position in the string: the next byte, or `None` at the end, and whether the position is the beginning.
type At = (Option<u8>, bool);

impl<'r> Peg<'r> {
    pub(crate) fn new(rules: &'r [Rule]) -> Self {
        let mut this = Self {
            kinds: rules.iter().enumerate().map(|(at, rule)| (&*rule.name, (at, rule.kind))).collect(),
            bodies: Vec::new(),
            between: None,
            nodes: Store::new(&[]),
            lists: Store::new(&[(Id::MAX, END), (Id::MAX, ANY), (Id::MAX, NEVER)]),
            // No list has the greatest index, so that tests of lists come before the two answers.
            questions: Store::new(&[(Id::MAX, NO, NO), (Id::MAX, YES, YES)]),
            joined: HashMap::new(),
            asked: HashMap::new(),
            derivatives: HashMap::new(),
            partition: Partition::of([].into_iter()),
            whole: END,
        };
        let between = between(|name| this.kinds.contains_key(name));
        this.between = between.and_then(|term| this.lower(&term, true).ok());
        for rule in rules {
            let term = optimized(rule);
            let bodies = [false, true].map(|is_atomic| {
                let lowered = term.clone().and_then(|term| this.lower(&term, is_atomic));
                lowered.map_err(|why| format!("the rule `{}`: {why}", rule.name))
            });
            this.bodies.push(bodies);
        }
        let sets =
            this.nodes.all.iter().filter_map(|node| if let PegNode::Bytes(set) = node { Some(*set) } else { None });
        this.partition = Partition::of(sets);
        this
    }

    /// Returns the state in which a rule begins to read a whole string. `@` before the name runs the rule as if an atomic rule had
    /// called it.
    pub(crate) fn start(&mut self, name: &str) -> Result<u32, String> {
        let (name, is_within) = name.strip_prefix('@').map_or((name, false), |name| (name, true));
        let call = self.call(name, is_within).ok_or_else(|| format!("unknown rule `{name}`"))?;
        self.whole = self.lists.number((call, END));
        Ok(START)
    }

    /// Returns the expression that calls a rule. `is_within` states whether the caller is atomic.
    fn call(&mut self, name: &str, is_within: bool) -> Option<Id> {
        let &(place, kind) = self.kinds.get(name)?;
        let is_atomic = match kind {
            _ if matches!(name, "WHITESPACE" | "COMMENT") => true,
            RuleKind::Normal => is_within,
            RuleKind::Atomic | RuleKind::CompoundAtomic => true,
            RuleKind::NonAtomic => false,
        };
        Some(self.nodes.number(PegNode::Call(place, is_atomic)))
    }

    fn lower(&mut self, term: &Term, is_atomic: bool) -> Result<Id, String> {
        let between = self.between.filter(|_| !is_atomic);
        let node = match term {
            Term::Bytes(set) => PegNode::Bytes(*set),
            Term::Name(name) => match (self.call(name, is_atomic), built_in(name)) {
                (Some(call), _) => return Ok(call),
                _ if name == "SOI" => PegNode::Start,
                (None, Some(term)) => return self.lower(&term, true),
                (None, None) => return Err(format!("unknown rule `{name}`: neither defined nor a supported built-in")),
            },
            Term::Seq(all) => {
                let all: Result<Vec<Id>, String> = all.iter().map(|one| self.lower(one, is_atomic)).collect();
                let joined = all?.into_iter().rev().reduce(|rest, one| {
                    let rest = between.map_or(rest, |between| self.nodes.number(PegNode::Seq(between, rest)));
                    self.nodes.number(PegNode::Seq(one, rest))
                });
                return Ok(joined.unwrap_or_else(|| self.nodes.number(PegNode::Empty)));
            }
            Term::Choice(all) => {
                let all: Result<Vec<Id>, String> = all.iter().map(|one| self.lower(one, is_atomic)).collect();
                let joined = all?.into_iter().rev().reduce(|rest, one| self.nodes.number(PegNode::Choice(one, rest)));
                return Ok(joined.unwrap_or_else(|| self.nodes.number(PegNode::Bytes(ByteSet::default()))));
            }
            Term::Repeat(_, most, of) => {
                let of = self.lower(of, is_atomic)?;
                // The optimizer leaves two kinds of counts: from 0 to 1, and from 0 on.
                let all = match (most, between) {
                    (Some(_), _) => of,
                    (None, None) => return Ok(self.nodes.number(PegNode::Repeat(of))),
                    (None, Some(between)) => {
                        let next = self.nodes.number(PegNode::Seq(between, of));
                        let more = self.nodes.number(PegNode::Repeat(next));
                        self.nodes.number(PegNode::Seq(of, more))
                    }
                };
                PegNode::Choice(all, self.nodes.number(PegNode::Empty))
            }
            Term::Look(is_and, of) => {
                let not = PegNode::Not(self.lower(of, is_atomic)?);
                if *is_and { PegNode::Not(self.nodes.number(not)) } else { not }
            }
            leaf => return self.lower(&leaf.in_bytes(true), true),
        };
        Ok(self.nodes.number(node))
    }

    /// Returns the question *if* `of` *then* `then` *else* `other`, in canonical form.
    fn join(&mut self, of: Id, then: Id, other: Id) -> Result<Id, String> {
        match (of, then, other) {
            (YES, _, _) => return Ok(then),
            (NO, _, _) => return Ok(other),
            (_, YES, NO) => return Ok(of),
            _ if then == other => return Ok(then),
            _ => {}
        }
        if let Some(&known) = self.joined.get(&(of, then, other)) {
            return Ok(known);
        }
        self.count()?;
        let list = [of, then, other].map(|one| self.questions.get(one).0).into_iter().min().unwrap_or(Id::MAX);
        let [yes, no] = [true, false].map(|answer| {
            let [of, then, other] = [of, then, other].map(|one| match *self.questions.get(one) {
                (asked, _, _) if asked != list => one,
                (_, yes, no) => [no, yes][usize::from(answer)],
            });
            self.join(of, then, other)
        });
        let (yes, no) = (yes?, no?);
        // `list` has a smaller index than all lists in `yes` and `no`.
        let found = if yes == no { yes } else { self.questions.number((list, yes, no)) };
        self.joined.insert((of, then, other), found);
        Ok(found)
    }

    /// Fails if the limit of stored items is exceeded.
    fn count(&self) -> Result<(), String> {
        let answers = self.asked.len() + self.joined.len() + self.derivatives.len();
        match answers + self.lists.all.len() + self.questions.all.len() > MOST {
            true => Err("too many questions, perhaps infinitely many".to_owned()),
            false => Ok(()),
        }
    }

    /// Asks whether the list succeeds at this position. Returns a question about the text after the next byte, or, at
    /// the end of the string, [`YES`] or [`NO`].
    fn ask(&mut self, list: Id, at: At, depth: u32) -> Result<Id, String> {
        let (byte, is_start) = at;
        match list {
            ANY => return Ok(YES),
            NEVER => return Ok(NO),
            END => return Ok(if byte.is_none() { YES } else { NO }),
            _ => {}
        }
        let key = (list, byte.map(|byte| self.partition.class(byte)), is_start);
        if let Some(&known) = self.asked.get(&key) {
            return Ok(known);
        }
        if depth > DEEPEST {
            return Err("a rule calls or repeats itself before it reads a byte, or calls nest too deeply".to_owned());
        }
        self.count()?;
        let (first, rest) = *self.lists.get(list);
        let found = match *self.nodes.get(first) {
            PegNode::Bytes(set) => match byte.is_some_and(|byte| set.contains(byte)) {
                true if rest == ANY => YES,
                true => self.questions.number((rest, YES, NO)),
                false => NO,
            },
            PegNode::Empty => self.ask(rest, at, depth + 1)?,
            PegNode::Start if is_start => self.ask(rest, at, depth + 1)?,
            PegNode::Start => NO,
            PegNode::Seq(one, other) => {
                let rest = self.lists.number((other, rest));
                let all = self.lists.number((one, rest));
                self.ask(all, at, depth + 1)?
            }
            PegNode::Call(rule, is_atomic) => {
                let body = self.bodies[rule][usize::from(is_atomic)].clone()?;
                let all = self.lists.number((body, rest));
                self.ask(all, at, depth + 1)?
            }
            PegNode::Choice(one, other) => {
                let [then, other] = [one, other].map(|one| self.lists.number((one, rest)));
                self.decide(one, then, other, at, depth)?
            }
            PegNode::Repeat(of) => {
                let then = self.lists.number((of, list));
                self.decide(of, then, rest, at, depth)?
            }
            PegNode::Not(of) => self.decide(of, NEVER, rest, at, depth)?,
        };
        self.asked.insert(key, found);
        Ok(found)
    }

    /// Asks whether the list `then` succeeds if the expression `of` succeeds with any end, and whether the list `other`
    /// succeeds if `of` fails.
    fn decide(&mut self, of: Id, then: Id, other: Id, at: At, depth: u32) -> Result<Id, String> {
        let asked = self.lists.number((of, ANY));
        let asked = self.ask(asked, at, depth + 1)?;
        let then = if asked == NO { NO } else { self.ask(then, at, depth + 1)? };
        let other = if asked == YES { NO } else { self.ask(other, at, depth + 1)? };
        self.join(asked, then, other)
    }

    /// Returns the derivative of a question by a byte.
    fn derive(&mut self, question: Id, byte: u8) -> Result<Id, String> {
        if question <= YES {
            return Ok(question);
        }
        let key = (question, self.partition.class(byte));
        if let Some(&known) = self.derivatives.get(&key) {
            return Ok(known);
        }
        let (list, then, other) = *self.questions.get(question);
        let asked = self.ask(list, (Some(byte), false), 0)?;
        let then = if asked == NO { NO } else { self.derive(then, byte)? };
        let other = if asked == YES { NO } else { self.derive(other, byte)? };
        let found = self.join(asked, then, other)?;
        self.derivatives.insert(key, found);
        Ok(found)
    }
}

impl Machine for Peg<'_> {
    fn class(&self, byte: u8) -> u8 {
        self.partition.class(byte)
    }

    fn accepts(&mut self, mut state: u32) -> Result<bool, String> {
        if state == START {
            return Ok(self.ask(self.whole, (None, true), 0)? == YES);
        }
        while state > YES {
            let (list, then, other) = *self.questions.get(state);
            let is_yes = self.ask(list, (None, false), 0)? == YES;
            state = if is_yes { then } else { other };
        }
        Ok(state == YES)
    }

    fn after(&mut self, state: u32, byte: u8) -> Result<u32, String> {
        match state {
            START => self.ask(self.whole, (Some(byte), true), 0),
            question => self.derive(question, byte),
        }
    }
}
