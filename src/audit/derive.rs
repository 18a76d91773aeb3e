//! The automaton of a printed grammar.
//!
//! In: a printed grammar with its readings. Out: [`Languages`], one minimal automaton with a start
//! for each production that can be decided, and for each other one the reason why not. What is
//! forgotten is everything but the languages: not which alternative a string took, nor whether
//! there were several.
//!
//! A state is a set of expressions, any of which the rest of the string may be read by: the
//! partial derivatives of the production by the bytes read so far. There are finitely many, as no
//! production calls itself but at its end, and the derivatives of a repetition or of such a call
//! are followed by the same rest each time around.

use super::bnf::Printed;
use super::bytes::Classes;
use super::dfa::{Dfa, TooLarge};
use super::expr::{Expr, Exprs};
use super::graph;
use super::rules::{Rules, Undecidable};

/// How many states an automaton may have before it is minimized.
const LIMIT: usize = 20_000;
/// How many expressions the states may have, all together.
const WORK: usize = 5_000_000;

/// The languages of a grammar, production by production.
#[derive(Debug)]
pub struct Languages {
    dfa: Dfa,
    names: Vec<String>,
    starts: Vec<Result<usize, Undecidable>>,
    rules: Rules,
}

impl Languages {
    /// Decides what can be decided of a grammar.
    #[must_use]
    pub fn of(printed: &Printed) -> Self {
        let rules = Rules::of(printed);
        let count = printed.productions.len();
        let mut exprs = expressions(&rules);
        let wanted: Vec<usize> = (0..count).filter(|&at| rules.faults[at].is_none()).collect();
        let calls: Vec<Expr> = wanted.iter().map(|&place| exprs.call(place)).collect();
        let classes = Classes::refine(exprs.sets());
        let (dfa, kept) = explore_most(&mut exprs, &classes, &calls);
        let mut starts: Vec<_> = (0..count)
            .map(|at| rules.faults[at].clone().map_or_else(|| Err(rules.too_large(at, LIMIT)), Err))
            .collect();
        for (start, kept) in kept.into_iter().enumerate() {
            starts[wanted[kept]] = Ok(start);
        }
        Self {
            dfa: dfa.minimize(),
            names: printed.productions.iter().map(|one| one.name.clone()).collect(),
            starts,
            rules,
        }
    }

    /// The minimal automaton of all that could be decided.
    #[must_use]
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// The names of the productions, in the printed order; those that only readings define, last.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The start of a production in the automaton, or why there is none. Nothing if there is no
    /// such production.
    #[must_use]
    pub fn start(&self, name: &str) -> Option<Result<usize, &Undecidable>> {
        let place = self.rules.place(name)?;
        self.starts.get(place).map(|start| start.as_ref().copied())
    }

    /// How many states the minimal automaton of a production has, the dead one counted.
    #[must_use]
    pub fn size(&self, name: &str) -> Option<usize> {
        let start = self.start(name)?.ok()?;
        Some(self.dfa.reachable([self.dfa.start(start)]).len())
    }

    /// Each name that is used and not defined, with the production that uses it first.
    #[must_use]
    pub fn undefined(&self) -> &[(String, String)] {
        &self.rules.undefined
    }

    /// The productions that none of the given ones reaches, in the printed order.
    #[must_use]
    pub fn unreachable<'s>(&'s self, whole: &[&str]) -> Vec<&'s str> {
        let whole = whole.iter().filter_map(|name| self.rules.place(name));
        let reached = graph::reached(&self.rules.calls, whole);
        let names = self.names.iter().zip(reached);
        names.filter(|(_, reached)| !reached).map(|(name, _)| name.as_str()).collect()
    }
}

/// The right sides of the productions that can be decided.
pub(super) fn expressions(rules: &Rules) -> Exprs {
    let mut exprs = Exprs::new(rules.nullable.clone());
    for &at in &rules.order {
        if let Ok(term) = &rules.productions[at].term {
            let body = exprs.term(term, &|name| rules.place(name));
            exprs.define(at, body);
        }
    }
    exprs
}

/// The automaton of some expressions.
fn explore(exprs: &mut Exprs, classes: &Classes, starts: &[Expr]) -> Result<Dfa, TooLarge> {
    let (mut work, limit) = (0, LIMIT);
    let starts = starts.iter().map(|&start| vec![start]).collect();
    let accepts = |state: &Vec<Expr>| state.iter().any(|expr| expr.has_empty());
    let step = |state: &Vec<Expr>, byte| {
        let mut next = Vec::new();
        // With the work used up, every state is dead: the search ends, and is thrown away.
        for &expr in state.iter().take_while(|_| work <= WORK) {
            let linear = exprs.linear(expr);
            next.extend(linear.iter().filter(|(set, _)| set.contains(byte)).map(|&(_, rest)| rest));
        }
        next.sort_unstable();
        next.dedup();
        work += next.len();
        next
    };
    let dfa = Dfa::explore(classes.clone(), starts, limit, accepts, step)?;
    if work > WORK { Err(TooLarge { limit }) } else { Ok(dfa) }
}

/// The automaton of as many of the starts as do not make it too large; and which they are.
pub(super) fn explore_most(
    exprs: &mut Exprs,
    classes: &Classes,
    starts: &[Expr],
) -> (Dfa, Vec<usize>) {
    if let Ok(dfa) = explore(exprs, classes, starts) {
        return (dfa, (0..starts.len()).collect());
    }
    let (mut kept, mut states, mut failures) = (Vec::new(), 0, 0);
    for (at, &start) in starts.iter().enumerate() {
        match explore(exprs, classes, &[start]) {
            Ok(alone) if states + alone.states() <= LIMIT => {
                kept.push(at);
                states += alone.states();
            }
            _ => failures += 1,
        }
        if failures > 20 {
            break;
        }
    }
    let small: Vec<Expr> = kept.iter().map(|&at| starts[at]).collect();
    match explore(exprs, classes, &small) {
        Ok(dfa) => (dfa, kept),
        Err(_) => (Dfa::default(), Vec::new()),
    }
}
