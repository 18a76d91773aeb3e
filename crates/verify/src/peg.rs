//! Derivatives of pest's rules.
//!
//! In: rules. Out: for each rule the strings that the rule reads to their end, as *questions*; whether the answer to
//! a question is yes of the empty string; and the question that is left after a byte.
//!
//! The smallest question is a list of expressions that are to succeed one after the other, from where the string is
//! now; at the end of the list, the string must be at its end ([`END`]) or may go on ([`ANY`]). pest never takes a
//! decision back: `a | b` goes on behind `a` if `a` succeeds, whatever comes later, and behind `b` if `a` fails. So the
//! list `(a | b) rest` is: *if* the list `a`, to any end, *then* `a rest`, *else* `b rest`. A repetition `a*` is
//! `a a* | ""`; `!a` is: if `a` to any end, then no, else go on. These are all the rules there are.
//!
//! A question is such an *if* of lists. Of all ways to write it there is one: it asks the lists in the order of their
//! numbers, never asks what does not matter, and each question is stored once. So two questions with the same answers
//! by logic are one, and there are finitely many where there are finitely many lists, as in rules that call
//! themselves at their ends alone.

use std::collections::HashMap;

use crate::bytes::{ByteSet, Partition, any_case, utf8};
use crate::pest::{Expr, Kind, Rule, optimized};

/// The number of an expression, of a list or of a question.
pub(crate) type Id = u32;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    /// One byte of these.
    Bytes(ByteSet),
    Empty,
    Seq(Id, Id),
    Choice(Id, Id),
    Rep(Id),
    Not(Id),
    /// A rule, by its number and by whether it runs as atomic.
    Call(usize, bool),
    /// The end of the string.
    Eoi,
    /// The beginning of the string.
    Soi,
}

/// The list without an expression, after which the string must be at its end.
const END: Id = 0;
/// The list without an expression, after which the string may go on.
const ANY: Id = 1;
const NO: Id = 0;
const YES: Id = 1;
/// How deeply expressions may nest before a byte is read.
const DEEPEST: u32 = 12_000;
/// How many answers, lists and questions may be kept.
const MOST: usize = 4_000_000;

/// What is known of the rules of a file.
pub(crate) struct Peg {
    places: HashMap<String, usize>,
    kinds: Vec<Kind>,
    /// For each rule its expression, run as not atomic and as atomic; or why there is none.
    bodies: Vec<[Result<Id, String>; 2]>,
    nodes: Vec<Node>,
    ids: HashMap<Node, Id>,
    /// The first expression of each list, and the list of the others. That of the two empty ones is not used.
    lists: Vec<(Id, Id)>,
    list_ids: HashMap<(Id, Id), Id>,
    /// A list, and the questions if its answer is yes and if it is no.
    questions: Vec<(Id, Id, Id)>,
    question_ids: HashMap<(Id, Id, Id), Id>,
    joined: HashMap<(Id, Id, Id), Id>,
    asked: HashMap<(Id, u16, bool), Id>,
    derivatives: HashMap<(Id, u8), Id>,
    partition: Partition,
}

/// Where the string is: before a byte or at its end; and whether it is at its beginning.
#[derive(Clone, Copy)]
struct At {
    byte: Option<u8>,
    is_start: bool,
}

impl Peg {
    pub(crate) fn new(rules: &[Rule]) -> Self {
        let mut this = Self {
            places: rules.iter().enumerate().map(|(place, rule)| (rule.name.clone(), place)).collect(),
            kinds: rules.iter().map(|rule| rule.kind).collect(),
            bodies: Vec::new(),
            nodes: Vec::new(),
            ids: HashMap::new(),
            lists: vec![(0, 0); 2],
            list_ids: HashMap::new(),
            // No list has the greatest number, so that the two answers come last.
            questions: vec![(Id::MAX, NO, NO), (Id::MAX, YES, YES)],
            question_ids: HashMap::new(),
            joined: HashMap::new(),
            asked: HashMap::new(),
            derivatives: HashMap::new(),
            partition: Partition::of([]),
        };
        for rule in rules {
            let expr = optimized(rule);
            let bodies = [false, true].map(|is_atomic| {
                let lowered = expr.clone().and_then(|expr| this.lower(&expr, is_atomic));
                lowered.map_err(|why| format!("the rule `{}`: {why}", rule.name))
            });
            this.bodies.push(bodies);
        }
        this.partition = Partition::of(this.nodes.iter().filter_map(|node| match node {
            Node::Bytes(set) => Some(set),
            _ => None,
        }));
        this
    }

    /// The bytes that no expression tells apart.
    pub(crate) fn partition(&self) -> &Partition {
        &self.partition
    }

    /// The list of a rule that reads a string to its end. `@` before the name runs the rule as if an atomic one
    /// had called it.
    pub(crate) fn whole(&mut self, name: &str) -> Result<Id, String> {
        let (name, is_within) = name.strip_prefix('@').map_or((name, false), |name| (name, true));
        let call = self.call(name, is_within).ok_or_else(|| format!("there is no rule `{name}`"))?;
        let call = self.id(call);
        Ok(self.list(call, END))
    }

    /// A call of a rule, from within an atomic rule or not.
    fn call(&self, name: &str, is_within: bool) -> Option<Node> {
        let &place = self.places.get(name)?;
        let is_implicit = matches!(name, "WHITESPACE" | "COMMENT");
        let is_atomic = match self.kinds[place] {
            _ if is_implicit => true,
            Kind::Normal => is_within,
            Kind::Atomic | Kind::CompoundAtomic => true,
            Kind::NonAtomic => false,
        };
        Some(Node::Call(place, is_atomic))
    }

    fn id(&mut self, node: Node) -> Id {
        let next = self.nodes.len() as Id;
        let id = *self.ids.entry(node.clone()).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    /// A byte of each set, one after the other.
    fn seq(&mut self, sets: impl DoubleEndedIterator<Item = ByteSet>) -> Id {
        let empty = self.id(Node::Empty);
        sets.rev().fold(empty, |rest, set| {
            let one = self.id(Node::Bytes(set));
            if rest == empty { one } else { self.id(Node::Seq(one, rest)) }
        })
    }

    fn option(&mut self, of: Id) -> Id {
        let empty = self.id(Node::Empty);
        self.id(Node::Choice(of, empty))
    }

    /// One character of a range.
    fn range(&mut self, first: char, last: char) -> Id {
        let all = utf8(first.into(), last.into());
        let all = all.into_iter().map(|sequence| self.seq(sequence.into_iter())).collect();
        self.first_of(all)
    }

    /// Whichever of these succeeds first; of none, what never does.
    fn first_of(&mut self, mut all: Vec<Id>) -> Id {
        let last = all.pop().unwrap_or_else(|| self.id(Node::Bytes(ByteSet::default())));
        all.into_iter().rev().fold(last, |rest, one| self.id(Node::Choice(one, rest)))
    }

    fn text(&mut self, text: &str, set: fn(u8) -> ByteSet) -> Id {
        self.seq(text.bytes().map(set))
    }

    /// What pest runs between two expressions: any number of `WHITESPACE` and `COMMENT`, as far as there are such rules
    /// and this is no atomic rule.
    fn between(&mut self, is_atomic: bool) -> Option<Id> {
        let [space, comment] = ["WHITESPACE", "COMMENT"].map(|name| self.call(name, true).filter(|_| !is_atomic));
        let spaces = space.map(|call| {
            let call = self.id(call);
            self.id(Node::Rep(call))
        });
        let Some(comment) = comment else { return spaces };
        let comment = self.id(comment);
        let Some(spaces) = spaces else { return Some(self.id(Node::Rep(comment))) };
        let one = self.id(Node::Seq(comment, spaces));
        let more = self.id(Node::Rep(one));
        Some(self.id(Node::Seq(spaces, more)))
    }

    fn lower(&mut self, expr: &Expr, is_atomic: bool) -> Result<Id, String> {
        let node = match expr {
            Expr::Str(text) => return Ok(self.text(text, |byte| ByteSet::range(byte, byte))),
            Expr::Insens(text) => return Ok(self.text(text, any_case)),
            &Expr::Range(first, last) => return Ok(self.range(first, last)),
            Expr::Name(name) => match self.call(name, is_atomic) {
                Some(call) => call,
                None => return self.built_in(name),
            },
            Expr::Seq(one, other) => {
                let (one, other) = (self.lower(one, is_atomic)?, self.lower(other, is_atomic)?);
                let rest = match self.between(is_atomic) {
                    Some(between) => self.id(Node::Seq(between, other)),
                    None => other,
                };
                Node::Seq(one, rest)
            }
            Expr::Choice(one, other) => Node::Choice(self.lower(one, is_atomic)?, self.lower(other, is_atomic)?),
            Expr::Opt(of) => {
                let of = self.lower(of, is_atomic)?;
                return Ok(self.option(of));
            }
            Expr::Rep(of) => {
                let of = self.lower(of, is_atomic)?;
                let Some(between) = self.between(is_atomic) else {
                    return Ok(self.id(Node::Rep(of)));
                };
                // Between the first and the second, and so on, but not behind the last.
                let next = self.id(Node::Seq(between, of));
                let more = self.id(Node::Rep(next));
                let all = self.id(Node::Seq(of, more));
                return Ok(self.option(all));
            }
            Expr::Not(of) => Node::Not(self.lower(of, is_atomic)?),
            Expr::And(of) => {
                let of = self.lower(of, is_atomic)?;
                Node::Not(self.id(Node::Not(of)))
            }
            Expr::Counted(..) => return Err("a count is left".to_owned()),
        };
        Ok(self.id(node))
    }

    /// What pest knows by itself.
    fn built_in(&mut self, name: &str) -> Result<Id, String> {
        let ranges: &[(char, char)] = match name {
            "ANY" => &[('\0', char::MAX)],
            "ASCII" => &[('\0', '\x7F')],
            "ASCII_DIGIT" => &[('0', '9')],
            "ASCII_NONZERO_DIGIT" => &[('1', '9')],
            "ASCII_BIN_DIGIT" => &[('0', '1')],
            "ASCII_OCT_DIGIT" => &[('0', '7')],
            "ASCII_HEX_DIGIT" => &[('0', '9'), ('a', 'f'), ('A', 'F')],
            "ASCII_ALPHA_LOWER" => &[('a', 'z')],
            "ASCII_ALPHA_UPPER" => &[('A', 'Z')],
            "ASCII_ALPHA" => &[('a', 'z'), ('A', 'Z')],
            "ASCII_ALPHANUMERIC" => &[('a', 'z'), ('A', 'Z'), ('0', '9')],
            "NEWLINE" => {
                let all = ["\n", "\r\n", "\r"].map(|text| self.text(text, |byte| ByteSet::range(byte, byte)));
                return Ok(self.first_of(all.to_vec()));
            }
            "EOI" => return Ok(self.id(Node::Eoi)),
            "SOI" => return Ok(self.id(Node::Soi)),
            _ => {
                return Err(format!("there is no rule `{name}`, and no such name of pest is read"));
            }
        };
        let all = ranges.iter().map(|&(first, last)| self.range(first, last)).collect();
        Ok(self.first_of(all))
    }

    fn list(&mut self, first: Id, rest: Id) -> Id {
        let next = self.lists.len() as Id;
        let id = *self.list_ids.entry((first, rest)).or_insert(next);
        if id == next {
            self.lists.push((first, rest));
        }
        id
    }

    /// If the list, then one question, else another. The list has a smaller number than all in both.
    fn question(&mut self, list: Id, then: Id, other: Id) -> Id {
        if then == other {
            return then;
        }
        let next = self.questions.len() as Id;
        let id = *self.question_ids.entry((list, then, other)).or_insert(next);
        if id == next {
            self.questions.push((list, then, other));
        }
        id
    }

    /// If the first question, then the second, else the third.
    fn join(&mut self, of: Id, then: Id, other: Id) -> Id {
        match (of, then, other) {
            (YES, _, _) => return then,
            (NO, _, _) => return other,
            (_, YES, NO) => return of,
            _ if then == other => return then,
            _ => {}
        }
        if let Some(&known) = self.joined.get(&(of, then, other)) {
            return known;
        }
        let list = [of, then, other].map(|one| self.questions[one as usize].0).into_iter().min().unwrap_or(Id::MAX);
        let [yes, no] = [true, false].map(|answer| {
            let [of, then, other] = [of, then, other].map(|one| {
                let (asked, yes, no) = self.questions[one as usize];
                if asked != list {
                    one
                } else if answer {
                    yes
                } else {
                    no
                }
            });
            self.join(of, then, other)
        });
        let found = self.question(list, yes, no);
        self.joined.insert((of, then, other), found);
        found
    }

    /// The answer to a list before a byte: a question about what comes after the byte. At the end of the string it
    /// is yes or no.
    fn ask(&mut self, list: Id, at: At, depth: u32) -> Result<Id, String> {
        match list {
            ANY => return Ok(YES),
            END => return Ok(if at.byte.is_none() { YES } else { NO }),
            _ => {}
        }
        let key = (list, at.byte.map_or(256, |byte| u16::from(self.partition.class(byte))), at.is_start);
        if let Some(&known) = self.asked.get(&key) {
            return Ok(known);
        }
        if depth > DEEPEST {
            return Err("a rule calls or repeats itself before it reads a byte, or calls nest too deeply".to_owned());
        }
        if self.asked.len() + self.joined.len() + self.derivatives.len() > MOST {
            return Err("more than finitely many, or too many, questions come".to_owned());
        }
        let (first, rest) = self.lists[list as usize];
        let found = match self.nodes[first as usize].clone() {
            Node::Bytes(set) => match at.byte.is_some_and(|byte| set.contains(byte)) {
                true if rest == ANY => YES,
                true => self.question(rest, YES, NO),
                false => NO,
            },
            Node::Empty => self.ask(rest, at, depth + 1)?,
            Node::Seq(one, other) => {
                let rest = self.list(other, rest);
                let all = self.list(one, rest);
                self.ask(all, at, depth + 1)?
            }
            Node::Choice(one, other) => {
                let (then, other) = (self.list(one, rest), self.list(other, rest));
                self.decide(one, then, other, at, depth)?
            }
            Node::Rep(of) => {
                let then = self.list(of, list);
                self.decide(of, then, rest, at, depth)?
            }
            Node::Not(of) => {
                let asked = self.list(of, ANY);
                match self.ask(asked, at, depth + 1)? {
                    YES => NO,
                    asked => {
                        let rest = self.ask(rest, at, depth + 1)?;
                        self.join(asked, NO, rest)
                    }
                }
            }
            Node::Call(rule, is_atomic) => {
                let body = self.bodies[rule][usize::from(is_atomic)].clone()?;
                let all = self.list(body, rest);
                self.ask(all, at, depth + 1)?
            }
            Node::Eoi if at.byte.is_none() => self.ask(rest, at, depth + 1)?,
            Node::Soi if at.is_start => self.ask(rest, at, depth + 1)?,
            Node::Eoi | Node::Soi => NO,
        };
        self.asked.insert(key, found);
        Ok(found)
    }

    /// If an expression succeeds, to any end, then one list, else another.
    fn decide(&mut self, of: Id, then: Id, other: Id, at: At, depth: u32) -> Result<Id, String> {
        let asked = self.list(of, ANY);
        let asked = self.ask(asked, at, depth + 1)?;
        let then = if asked == NO { NO } else { self.ask(then, at, depth + 1)? };
        let other = if asked == YES { NO } else { self.ask(other, at, depth + 1)? };
        Ok(self.join(asked, then, other))
    }

    /// The question that a list is after the first byte of a string.
    pub(crate) fn first(&mut self, list: Id, byte: u8) -> Result<Id, String> {
        self.ask(list, At { byte: Some(byte), is_start: true }, 0)
    }

    /// Whether a list reads the empty string.
    pub(crate) fn is_empty(&mut self, list: Id) -> Result<bool, String> {
        Ok(self.ask(list, At { byte: None, is_start: true }, 0)? == YES)
    }

    /// The question that is left of a question after a byte.
    pub(crate) fn derivative(&mut self, question: Id, byte: u8) -> Result<Id, String> {
        if question <= YES {
            return Ok(question);
        }
        let key = (question, self.partition.class(byte));
        if let Some(&known) = self.derivatives.get(&key) {
            return Ok(known);
        }
        let (list, then, other) = self.questions[question as usize];
        let asked = self.ask(list, At { byte: Some(byte), is_start: false }, 0)?;
        let then = if asked == NO { NO } else { self.derivative(then, byte)? };
        let other = if asked == YES { NO } else { self.derivative(other, byte)? };
        let found = self.join(asked, then, other);
        self.derivatives.insert(key, found);
        Ok(found)
    }

    /// Whether the answer is yes at the end of the string.
    pub(crate) fn ends(&mut self, question: Id) -> Result<bool, String> {
        let mut question = question;
        while question > YES {
            let (list, then, other) = self.questions[question as usize];
            let is_yes = self.ask(list, At { byte: None, is_start: false }, 0)? == YES;
            question = if is_yes { then } else { other };
        }
        Ok(question == YES)
    }
}
