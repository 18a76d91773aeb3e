//! The uses of a production, and grammars in which one use can be changed by itself.
//!
//! A [`Use`] is a chain of calls from a production outward: `pchar` within `segment` within `path-abempty`. Every call
//! of a production is a use. Chains of more than one call are only for classes of characters, such as `pchar`, since
//! parsers treat text differently from component to component. Chains for each digit of each address would need
//! thousands of strings.

use std::collections::HashMap;

use grammar_notation::{Alternative, Printed, Term};

/// A call of a production.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Call {
    /// The production that contains the call.
    caller: usize,
    /// The number of earlier calls of the same production by the caller.
    nth: usize,
}

/// A use of a production: its call, then the call of the caller, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Use(Vec<Call>);

/// The calls of the productions of a grammar.
pub(super) struct Calls<'g> {
    printed: &'g Printed,
    /// The production whose language is mutated. No chain continues beyond it.
    whole: Option<usize>,
    /// For each production, its calls by the reached productions.
    of: Vec<Vec<Call>>,
}

impl<'g> Calls<'g> {
    pub(super) fn new(printed: &'g Printed, whole: &str, reached: &[bool]) -> Self {
        let key = |name: &str| printed.notation.key(name);
        let names = printed.productions.iter().map(|one| key(&one.name));
        let numbers: HashMap<String, usize> = names.zip(0..).collect();
        let mut of = vec![Vec::new(); printed.productions.len()];
        for (caller, one) in printed.productions.iter().enumerate() {
            let Some(term) = one.term.as_ref().ok().filter(|_| reached[caller]) else { continue };
            let mut times: HashMap<usize, usize> = HashMap::new();
            for term in term.all() {
                let Term::Name(name) = term else { continue };
                let Some(&callee) = numbers.get(&key(name)) else { continue };
                let nth = times.entry(callee).or_default();
                of[callee].push(Call { caller, nth: *nth });
                *nth += 1;
            }
        }
        Self { printed, whole: numbers.get(&key(whole)).copied(), of }
    }

    /// Returns the uses of a production, with chains of at least one call. The chains are as long as possible without
    /// more than `most` uses. Returns none if there is only one use, or if the production is the whole one.
    pub(super) fn uses(&self, production: usize, most: usize) -> Vec<Use> {
        if self.whole == Some(production) {
            return Vec::new();
        }
        let mut uses = self.longer(production, &Use(Vec::new()));
        while uses.len() <= most {
            let longer: Vec<Use> =
                uses.iter().flat_map(|one| self.longer(production, one)).collect();
            if longer == uses || longer.len() > most {
                break;
            }
            uses = longer;
        }
        if uses.len() > 1 { uses } else { Vec::new() }
    }

    /// Returns the chains with one more call, or the chain itself if none is longer. No production calls twice in a
    /// chain.
    fn longer(&self, production: usize, one: &Use) -> Vec<Use> {
        let last = one.0.last().map_or(production, |call| call.caller);
        if self.whole == Some(last) {
            return vec![one.clone()];
        }
        let is_new = |call: &&Call| {
            let mut callers = one.0.iter().map(|call| call.caller);
            call.caller != production && callers.all(|caller| caller != call.caller)
        };
        let calls = self.of[last].iter().filter(is_new);
        let longer: Vec<Use> = calls.map(|&call| Use([&one.0[..], &[call]].concat())).collect();
        if longer.is_empty() { vec![one.clone()] } else { longer }
    }

    /// Describes a use, with `quote` around each name: "the 2nd dec-octet within IPv4address".
    pub(super) fn text(&self, one: &Use, production: usize, quote: &str) -> String {
        let name = |at: usize| format!("{quote}{}{quote}", self.printed.productions[at].name);
        let mut text = String::new();
        let mut callee = production;
        for call in &one.0 {
            let mut calls = self.of[callee].iter().filter(|other| other.caller == call.caller);
            let within = if text.is_empty() { "" } else { " within " };
            text.push_str(within);
            if calls.nth(1).is_some() {
                text.push_str(&format!("the {} ", ordinal(call.nth + 1)));
            }
            text.push_str(&name(callee));
            callee = call.caller;
        }
        // Everything is within the whole production.
        if one.0.len() > 1 && self.whole == Some(callee) {
            return text;
        }
        format!("{text} within {}", name(callee))
    }

    /// Returns an equal grammar whose last production is a copy of the given one that only the given use calls.
    pub(super) fn with_copy(&self, one: &Use, production: usize) -> Printed {
        let mut copied = self.printed.clone();
        let mut callee = production;
        let mut copies = Vec::new();
        for (at, call) in one.0.iter().enumerate() {
            let mut caller = self.printed.productions[call.caller].clone();
            let (name, copy) = (&self.printed.productions[callee].name, self.copy_name(callee));
            let mut nth = 0;
            caller.term = caller.term.map(|term| {
                renamed(&term, &mut |called| {
                    let is_callee = self.printed.notation.is_same(called, name);
                    nth += usize::from(is_callee);
                    (is_callee && nth == call.nth + 1).then(|| copy.clone())
                })
            });
            if at + 1 == one.0.len() {
                copied.productions[call.caller] = caller;
            } else {
                caller.name = self.copy_name(call.caller);
                copies.push(caller);
            }
            callee = call.caller;
        }
        let mut copy = self.printed.productions[production].clone();
        copy.term = copy.term.map(|term| self.own(&term, production));
        copy.name = self.copy_name(production);
        copied.productions.extend(copies);
        copied.productions.push(copy);
        copied
    }

    /// Returns a right side of a copy, which calls the copy where the production calls itself.
    pub(super) fn own(&self, term: &Term, production: usize) -> Term {
        let name = &self.printed.productions[production].name;
        let is_own = |called: &str| self.printed.notation.is_same(called, name);
        renamed(term, &mut |called| is_own(called).then(|| self.copy_name(production)))
    }

    /// Returns the name of a copy. It has a space, so it is not in the grammar.
    fn copy_name(&self, production: usize) -> String {
        format!("{} copied", self.printed.productions[production].name)
    }
}

/// Returns a term in which `rename` may replace each name. It sees the names in the order of [`Term::all`].
fn renamed(term: &Term, rename: &mut dyn FnMut(&str) -> Option<String>) -> Term {
    match term {
        Term::Name(name) => Term::Name(rename(name).unwrap_or_else(|| name.clone())),
        Term::Bytes(_) | Term::Literal { .. } => term.clone(),
        Term::Sequence(parts) => {
            Term::Sequence(parts.iter().map(|part| renamed(part, rename)).collect())
        }
        Term::Choice(all) => Term::Choice(
            all.iter().map(|one| Alternative::new(&one.text, renamed(&one.term, rename))).collect(),
        ),
        &Term::Repeat { min, max, ref term } => {
            Term::Repeat { min, max, term: Box::new(renamed(term, rename)) }
        }
        Term::Difference { from, without } => Term::Difference {
            from: Box::new(renamed(from, rename)),
            without: Box::new(renamed(without, rename)),
        },
    }
}

/// Returns the English ordinal of a number, such as `22nd`.
fn ordinal(number: usize) -> String {
    let suffix = match (number % 10, number % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}
