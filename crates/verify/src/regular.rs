//! Derivatives of productions and patterns, after Brzozowski (*Derivatives of regular expressions*, 1964).
//!
//! The result is a deterministic automaton, whose states are expressions. Their number is finite, since a choice is a
//! sorted set without nested choices (theorem 5.2 of this paper), and equal expressions have one index.

use std::collections::{HashMap, HashSet};

use crate::bytes::{ByteSet, Cursor, Partition, Store};
use crate::certificate::{Machine, Table};
use crate::grammar::Grammar;
use crate::tree::Term;

/// The index of an expression.
type Id = u32;

#[derive(Clone, PartialEq, Eq, Hash)]
enum RegularNode {
    Bytes(ByteSet),
    Empty,
    Seq(Id, Id),
    Choice(Vec<Id>),
    Repeat(Id, u32, Option<u32>),
    /// A production or a pattern, by its index.
    Name(usize),
    /// A state of the automaton that replaces a production, by the index of the production.
    State(usize, u32),
}

/// The maximum number of expressions and of derivatives.
const MOST: usize = 4_000_000;
/// The maximum depth of nested calls before a byte is read.
const DEEPEST: u32 = 4_000;

/// The expressions of a grammar and of patterns, with their derivatives.
pub(crate) struct Regular<'g> {
    nodes: Store<RegularNode>,
    derivatives: HashMap<(Id, u8), Id>,
    /// For each production, and then each pattern, its expression, or an error that states why there is none.
    pub(crate) bodies: Vec<Result<Id, String>>,
    /// Whether the language of each expression in `bodies` contains the empty string.
    empties: Vec<bool>,
    /// The automata that replace productions, by the indexes of the productions.
    automata: HashMap<usize, &'g Table>,
    partition: Partition,
}

/// The empty set of bytes, and therefore the empty language.
const NOTHING: Id = 0;
const EMPTY: Id = 1;

impl<'g> Regular<'g> {
    pub(crate) fn new(grammar: &Grammar, patterns: &[(usize, Term)], automata: HashMap<usize, &'g Table>) -> Self {
        let mut this = Self {
            nodes: Store::new(&[RegularNode::Bytes(ByteSet::default()), RegularNode::Empty]),
            derivatives: HashMap::new(),
            bodies: Vec::new(),
            empties: vec![false; grammar.productions.len() + patterns.len()],
            automata,
            partition: Partition::of([].into_iter()),
        };
        for (document, production) in &grammar.productions {
            let term = production.term.clone();
            let body = term.and_then(|term| this.lower(&term, grammar, Some(*document)));
            this.bodies.push(body.map_err(|why| format!("`{}` cannot be used: {why}", production.name)));
        }
        for (_, pattern) in patterns {
            let body = this.lower(pattern, grammar, None);
            this.bodies.push(body);
        }
        // The least solution: a production contains the empty string if this follows from what is already known.
        loop {
            let found = |body: &Result<Id, String>| body.as_ref().is_ok_and(|&body| this.has_empty(body));
            let next: Vec<bool> = this.bodies.iter().map(found).collect();
            if std::mem::replace(&mut this.empties, next.clone()) == next {
                break;
            }
        }
        let own =
            this.nodes.all.iter().filter_map(|node| if let RegularNode::Bytes(set) = node { Some(*set) } else { None });
        this.partition = Partition::of(own.chain(this.automata.values().flat_map(|table| table.sets())));
        this
    }

    /// Returns the expression that calls the production or the pattern with this index. Patterns have higher indexes
    /// than productions. If an automaton replaces the production, the expression is the first state of the automaton.
    pub(crate) fn call(&mut self, place: usize) -> Id {
        let has_automaton = self.automata.contains_key(&place);
        self.nodes.number(if has_automaton { RegularNode::State(place, 0) } else { RegularNode::Name(place) })
    }

    /// Converts a term to an expression. `document` is the document of the term, or `None` for a pattern.
    fn lower(&mut self, term: &Term, grammar: &Grammar, document: Option<usize>) -> Result<Id, String> {
        Ok(match term {
            Term::Bytes(set) => self.nodes.number(RegularNode::Bytes(*set)),
            Term::Seq(all) | Term::Choice(all) => {
                let all: Result<Vec<Id>, String> = all.iter().map(|one| self.lower(one, grammar, document)).collect();
                match term {
                    Term::Seq(_) => all?.into_iter().rev().fold(EMPTY, |rest, one| self.seq(one, rest)),
                    _ => self.choice(all?),
                }
            }
            Term::Repeat(min, max, of) => {
                let of = self.lower(of, grammar, document)?;
                self.repeat(of, *min, *max)
            }
            Term::Name(name) => match document.and_then(|document| grammar.place(document, name)) {
                Some(place) => self.call(place),
                None => return Err(format!("`{name}` is not defined")),
            },
            Term::Look(..) => return Err("a production cannot contain a lookahead".to_owned()),
            leaf => {
                let are_characters = document.is_none_or(|document| grammar.scopes[document].is_wide);
                return self.lower(&leaf.in_bytes(are_characters), grammar, document);
            }
        })
    }

    fn seq(&mut self, first: Id, rest: Id) -> Id {
        match (first, rest) {
            (NOTHING, _) | (_, NOTHING) => NOTHING,
            (EMPTY, one) | (one, EMPTY) => one,
            _ => self.nodes.number(RegularNode::Seq(first, rest)),
        }
    }

    fn choice(&mut self, mut open: Vec<Id>) -> Id {
        let (mut set, mut found) = (ByteSet::default(), Vec::new());
        while let Some(one) = open.pop() {
            match self.nodes.get(one) {
                RegularNode::Bytes(bytes) => set = set.union(*bytes),
                RegularNode::Choice(inner) => open.extend(inner),
                _ => found.push(one),
            }
        }
        if set != ByteSet::default() {
            found.push(self.nodes.number(RegularNode::Bytes(set)));
        }
        found.sort_unstable();
        found.dedup();
        match found[..] {
            [] => NOTHING,
            [one] => one,
            _ => self.nodes.number(RegularNode::Choice(found)),
        }
    }

    fn repeat(&mut self, of: Id, min: u32, max: Option<u32>) -> Id {
        if max == Some(0) { EMPTY } else { self.nodes.number(RegularNode::Repeat(of, min, max)) }
    }

    /// Returns whether the language of an expression contains the empty string.
    fn has_empty(&self, mut id: Id) -> bool {
        while let &RegularNode::Seq(first, rest) = self.nodes.get(id) {
            id = if self.has_empty(first) { rest } else { NOTHING };
        }
        match self.nodes.get(id) {
            RegularNode::Bytes(_) | RegularNode::Seq(..) => false,
            RegularNode::Empty => true,
            RegularNode::Choice(all) => all.iter().any(|&one| self.has_empty(one)),
            &RegularNode::Repeat(of, min, _) => min == 0 || self.has_empty(of),
            &RegularNode::Name(name) => self.empties[name],
            RegularNode::State(place, state) => self.automata[place].accepts[*state as usize],
        }
    }

    /// Returns the derivative of an expression by a byte: an expression for the strings `s` such that the byte followed
    /// by `s` is in the language of the given expression.
    ///
    /// Some parts of an expression derive only strings that the whole expression derives, too: its alternatives, the
    /// content of an option, the definition of a name, and the rest of a sequence whose beginning may be empty. The
    /// function visits each such part once and returns the union of their derivatives, so the call of `a` in `a = a /
    /// "x"` adds nothing.
    fn derive(&mut self, id: Id, byte: u8, depth: u32) -> Result<Id, String> {
        let key = (id, self.partition.class(byte));
        if let Some(&known) = self.derivatives.get(&key) {
            return Ok(known);
        }
        if depth > DEEPEST {
            return Err("a production calls itself before it reads a byte, or calls nest too deeply".to_owned());
        }
        if self.nodes.all.len() + self.derivatives.len() > MOST {
            return Err("too many expressions, perhaps infinitely many".to_owned());
        }
        let (mut all, mut open, mut seen) = (Vec::new(), vec![id], HashSet::from([id]));
        while let Some(one) = open.pop() {
            let mut last = |next: Id| {
                if seen.insert(next) {
                    open.push(next)
                }
            };
            match self.nodes.get(one).clone() {
                RegularNode::Bytes(set) if set.contains(byte) => all.push(EMPTY),
                RegularNode::Bytes(_) | RegularNode::Empty => {}
                RegularNode::Seq(first, rest) => {
                    if self.has_empty(first) {
                        last(rest);
                    }
                    let left = self.derive(first, byte, depth + 1)?;
                    all.push(self.seq(left, rest));
                }
                RegularNode::Choice(parts) => parts.into_iter().for_each(last),
                RegularNode::Repeat(of, _, Some(1)) => last(of),
                // This is also correct if the repeated expression may be empty: then fewer iterations may suffice.
                RegularNode::Repeat(of, min, max) => {
                    let left = self.derive(of, byte, depth + 1)?;
                    let rest = self.repeat(of, min.saturating_sub(1), max.map(|max| max - 1));
                    all.push(self.seq(left, rest));
                }
                RegularNode::Name(name) => last(self.bodies[name].clone()?),
                RegularNode::State(place, state) => {
                    let next = self.automata[&place].next(state, byte);
                    all.push(self.nodes.number(RegularNode::State(place, next)));
                }
            }
        }
        let found = self.choice(all);
        self.derivatives.insert(key, found);
        Ok(found)
    }

    /// Returns the productions that a production may call *alone*: everything around the call may be empty.
    pub(crate) fn alone(&self, production: usize) -> Vec<usize> {
        let (mut found, mut open) = (Vec::new(), Vec::new());
        open.extend(self.bodies[production].as_ref().ok().copied());
        while let Some(id) = open.pop() {
            match self.nodes.get(id) {
                RegularNode::Bytes(_) | RegularNode::Empty => {}
                RegularNode::Seq(..) => {
                    let (mut parts, mut last) = (Vec::new(), id);
                    while let &RegularNode::Seq(first, rest) = self.nodes.get(last) {
                        parts.push(first);
                        last = rest;
                    }
                    parts.push(last);
                    let full: Vec<Id> = parts.iter().copied().filter(|&part| !self.has_empty(part)).collect();
                    if full.len() <= 1 {
                        open.extend(if full.is_empty() { parts } else { full });
                    }
                }
                RegularNode::Choice(all) => open.extend(all),
                &RegularNode::Repeat(of, ..) => open.push(of),
                &RegularNode::Name(place) | &RegularNode::State(place, _) => found.push(place),
            }
        }
        found
    }
}

impl Machine for Regular<'_> {
    fn class(&self, byte: u8) -> u8 {
        self.partition.class(byte)
    }

    fn accepts(&mut self, state: u32) -> Result<bool, String> {
        Ok(self.has_empty(state))
    }

    fn after(&mut self, state: u32, byte: u8) -> Result<u32, String> {
        self.derive(state, byte, 0)
    }
}

// Reads regular expressions in the syntax that the dialects share, and a little more. The result is the set of strings in which
// a pattern is found. Supported are literals, escapes, classes, groups, alternatives, counts, `.`, and `^` and `$` at the ends
// of a top-level alternative. Everything else is refused: look-around, backreferences, flags, other anchors, and classes that
// depend on Unicode tables.

/// The maximum depth of nested groups.
const DEEPEST_PATTERN: usize = 200;
/// The characters that must be escaped.
const SPECIAL: &str = r"\^$.*+?()[]{}|";

type Ranges = Vec<(u32, u32)>;

/// Reads a pattern. Returns an expression for the strings in which it is found, or the reason why it cannot be read.
pub(crate) fn read(dialect: &str, matching: &str, text: &str) -> Result<Term, String> {
    if !["ecmascript", "rust", "python", "pcre", "re2"].contains(&dialect) {
        return Err(format!("patterns of the dialect {dialect} are not supported"));
    }
    // A literal `/…/` has flags. With the flag `u`, it means the same as a pattern without slashes.
    let text = match text.strip_prefix('/').filter(|_| dialect == "ecmascript") {
        Some(inner) => {
            inner.strip_suffix("/u").ok_or("a slash at the beginning is supported only in a literal `/…/u`")?
        }
        None => text,
    };
    let (is_start, is_end) = match matching {
        "search" => (false, false),
        "prefix" => (true, false),
        "whole" => (true, true),
        other => return Err(format!("unknown matching mode {other:?}")),
    };
    let any = || Term::Repeat(0, None, Box::new(Term::Range(0, 0x10_FFFF)));
    let (mut reader, mut all) = (Reader { dialect, cursor: Cursor::new(text) }, Vec::new());
    loop {
        let mut found = Vec::new();
        found.extend((!reader.cursor.takes("^") && !is_start).then(any));
        found.push(reader.sequence(0)?);
        found.extend(match reader.cursor.takes("$") {
            _ if is_end => None,
            // In these dialects `$` also matches before a final line feed.
            true if ["python", "pcre"].contains(&dialect) => Some(Term::option(Term::Range(0x0A, 0x0A))),
            is_anchored => (!is_anchored).then(any),
        });
        all.push(Term::Seq(found));
        match reader.cursor.next() {
            Some('|') => {}
            Some(other) => return Err(format!("`{other}` is not supported here")),
            None => return Ok(Term::Choice(all)),
        }
    }
}

struct Reader<'t> {
    dialect: &'t str,
    cursor: Cursor<'t>,
}

impl Reader<'_> {
    fn sequence(&mut self, depth: usize) -> Result<Term, String> {
        let mut all = Vec::new();
        while !self.cursor.rest.is_empty() && !self.cursor.rest.starts_with(['|', ')', '$']) {
            let of = self.atom(depth)?;
            all.push(self.counted(of)?);
        }
        Ok(Term::Seq(all))
    }

    /// Reads the count after an expression, if there is one, and returns the repetition.
    fn counted(&mut self, of: Term) -> Result<Term, String> {
        let (least, most) = match () {
            () if self.cursor.takes("*") => (0, None),
            () if self.cursor.takes("+") => (1, None),
            () if self.cursor.takes("?") => (0, Some(1)),
            () if self.cursor.takes("{") => {
                let least = self.cursor.times()?;
                let most = if self.cursor.takes(",") { self.cursor.times()? } else { least };
                let least = least.filter(|least| self.cursor.takes("}") && most.is_none_or(|most| *least <= most));
                (least.ok_or("`{` is supported only as a count, such as {2}, {2,} or {2,3}")?, most)
            }
            () => return Ok(of),
        };
        // A lazy count changes which match is found, but not in which strings.
        self.cursor.takes("?");
        match self.cursor.rest.starts_with(['*', '+', '?', '{']) {
            true => Err("a nested or possessive count is not supported".to_owned()),
            false => Ok(Term::Repeat(least, most, Box::new(of))),
        }
    }

    fn atom(&mut self, depth: usize) -> Result<Term, String> {
        match self.cursor.next().ok_or("the pattern ends too early")? {
            '(' => {
                let is_plain = self.cursor.takes("?:") || !self.cursor.rest.starts_with('?');
                if !is_plain || depth == DEEPEST_PATTERN {
                    return Err(format!(
                        "only the groups `(…)` and `(?:…)` are supported, nested at most {DEEPEST_PATTERN} deep"
                    ));
                }
                let mut all = vec![self.sequence(depth + 1)?];
                while self.cursor.takes("|") {
                    all.push(self.sequence(depth + 1)?);
                }
                let is_closed = self.cursor.takes(")");
                if is_closed {
                    Ok(Term::Choice(all))
                } else {
                    Err("expected `)` or another part of the group".to_owned())
                }
            }
            '[' => self.class(),
            '.' if self.dialect == "ecmascript" => Ok(outside(vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)])),
            '.' => Ok(outside(vec![(0x0A, 0x0A)])),
            '\\' => Ok(inside(self.escaped()?)),
            special if SPECIAL.contains(special) => Err(format!("`{special}` is not supported here")),
            one => Ok(Term::Range(one.into(), one.into())),
        }
    }

    /// Reads the characters of an escape, after `\`.
    fn escaped(&mut self) -> Result<Ranges, String> {
        let is_ascii = ["ecmascript", "pcre", "re2"].contains(&self.dialect);
        let code = match self.cursor.next().ok_or("the pattern ends too early")? {
            one if SPECIAL.contains(one) => one.into(),
            '/' if self.dialect == "ecmascript" => 0x2F,
            't' => 0x09,
            'n' => 0x0A,
            'f' => 0x0C,
            'r' => 0x0D,
            'd' if is_ascii => return Ok(vec![(0x30, 0x39)]),
            'w' if is_ascii => return Ok(vec![(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]),
            other => return Err(format!("`\\{other}` is not supported")),
        };
        Ok(vec![(code, code)])
    }

    fn class(&mut self) -> Result<Term, String> {
        let is_outside = self.cursor.takes("^");
        let mut found: Ranges = Vec::new();
        while found.is_empty() || !self.cursor.takes("]") {
            let first = self.member()?;
            // In some dialects, `--` subtracts one set from another.
            if self.cursor.rest.starts_with("--") {
                return Err("set operations in a class are not supported".to_owned());
            }
            if self.cursor.rest.starts_with("-]") || !self.cursor.takes("-") {
                found.extend(first);
                continue;
            }
            match (&first[..], &self.member()?[..]) {
                (&[(one, end)], &[(last, other)]) if one == end && last == other && one <= last => {
                    found.push((one, last))
                }
                _ => return Err("a range in a class has two characters in order".to_owned()),
            }
        }
        Ok(if is_outside { outside(found) } else { inside(found) })
    }

    /// Reads a character or an escape within a class.
    fn member(&mut self) -> Result<Ranges, String> {
        if ["&&", "--", "~~", "||"].iter().any(|two| self.cursor.rest.starts_with(two)) {
            return Err("set operations in a class are not supported".to_owned());
        }
        match self.cursor.next().ok_or("the pattern ends too early")? {
            '\\' if self.cursor.takes("-") => Ok(vec![(0x2D, 0x2D)]),
            '\\' => self.escaped(),
            one @ ('[' | ']') => Err(format!("`{one}` in a class must be escaped: `\\{one}`")),
            one => Ok(vec![(one.into(), one.into())]),
        }
    }
}

fn inside(ranges: Ranges) -> Term {
    Term::Choice(ranges.into_iter().map(|(first, last)| Term::Range(first, last)).collect())
}

/// Returns the complement of the ranges.
fn outside(mut ranges: Ranges) -> Term {
    ranges.sort_unstable();
    let (mut next, mut found) = (0, Vec::new());
    for (first, last) in ranges {
        found.extend((next < first).then(|| (next, first - 1)));
        next = next.max(last + 1);
    }
    found.extend((next <= 0x10_FFFF).then_some((next, 0x10_FFFF)));
    inside(found)
}
