//! Continuations, their derivatives, and the automaton of all that are reachable.
//!
//! In: a [`Program`] and what to begin with. Out: a [`Dfa`]. A continuation is a list of
//! expressions that are still to be run, and it is a predicate on the rest of the input; a
//! [`Formula`] over continuations is one too, and is a state. The derivative of a continuation by
//! a byte is the formula that holds of what follows the byte where the continuation holds of the
//! byte and all that follows it. Its value at the end of the input is that formula for no byte at
//! all, and a constant.
//!
//! Whether the parser stands at the beginning of the input, which `SOI` asks, is no property of
//! the rest. A start that may come to be asked is a continuation of its own, and its derivatives
//! stand elsewhere.

use std::cell::RefCell;
use std::collections::HashMap;

use super::Fault;
use super::formula::{Formula, Formulas};
use super::letters::{Derivative, Letters, constant, only};
use super::lower::{Id, Node, Program};
use crate::audit::bytes::Classes;
use crate::audit::dfa::Dfa;

/// What a state begins with, one of several.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    /// A rule that must read all of the input.
    Whole(usize),
    /// An expression that succeeds, whatever it leaves.
    Succeeds(Id),
    /// An expression that fails.
    Fails(Id),
}

/// The number of a continuation, which is the variable of a formula.
type Rest = u32;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Continuation {
    /// `⊤`: holds of anything.
    Anything,
    /// Holds of the end of the input.
    Nothing,
    /// An expression, and what comes after it.
    Then(Id, Rest),
    /// At the beginning of the input.
    Beginning(Rest),
}

const ANYTHING: Rest = 0;
const NOTHING: Rest = 1;

/// How many expressions may stand open before a byte is read.
const OPEN: usize = 1_000;
/// How many continuations there may be. Rules that call others twice before anything is read have
/// twice as many as these.
const CONTINUATIONS: usize = 100_000;
/// How many parts all derivatives together may have.
const PARTS: usize = 1_000_000;

/// The automaton with a start for each of `starts`, a conjunction; `begun` at the beginning of the
/// input, or elsewhere.
pub(super) fn explore(
    program: &Program,
    starts: &[Vec<Start>],
    begun: bool,
    limit: usize,
) -> Result<Dfa, Fault> {
    let mut predicates = Predicates::new(program);
    let starts = starts.iter().map(|start| predicates.start(start, begun)).collect();
    let predicates = RefCell::new(predicates);
    let accepts = |&state: &Formula| {
        let after = predicates.borrow_mut().after(state);
        after.iter().any(|(letters, formula)| letters.end && *formula == Formula::TRUE)
    };
    let step = |&state: &Formula, byte| {
        let after = predicates.borrow_mut().after(state);
        let found = after.iter().find(|(letters, _)| letters.bytes.contains(byte));
        found.map_or(Formula::FALSE, |&(_, formula)| formula)
    };
    let classes = Classes::refine(program.sets());
    let dfa = Dfa::explore(classes, starts, limit, accepts, step);
    if predicates.borrow().is_exhausted() {
        return Err(Fault::Formula);
    }
    dfa.map_err(|_| Fault::States(limit))
}

/// Continuations of a program, and their derivatives.
pub(super) struct Predicates<'p> {
    program: &'p Program,
    continuations: Vec<Continuation>,
    numbers: HashMap<Continuation, Rest>,
    formulas: Formulas,
    derivatives: HashMap<(Rest, bool), Derivative>,
    after: HashMap<Formula, Derivative>,
    open: usize,
    parts: usize,
    exhausted: bool,
}

impl<'p> Predicates<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let mut predicates = Self {
            program,
            continuations: Vec::new(),
            numbers: HashMap::new(),
            formulas: Formulas::new(),
            derivatives: HashMap::new(),
            after: HashMap::new(),
            open: 0,
            parts: 0,
            exhausted: false,
        };
        predicates.number(Continuation::Anything);
        predicates.number(Continuation::Nothing);
        predicates
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted || self.formulas.is_exhausted()
    }

    pub(super) fn start(&mut self, conditions: &[Start], begun: bool) -> Formula {
        let mut all = Formula::TRUE;
        for &condition in conditions {
            let (id, rest) = match condition {
                Start::Whole(rule) => (self.program.body(rule), NOTHING),
                Start::Succeeds(id) | Start::Fails(id) => (id, ANYTHING),
            };
            let mut rest = self.then(id, rest);
            if begun && self.program.asks_start {
                rest = self.number(Continuation::Beginning(rest));
            }
            let holds = self.holds(rest);
            let holds = match condition {
                Start::Fails(_) => self.formulas.not(holds),
                _ => holds,
            };
            all = self.formulas.and(all, holds);
        }
        all
    }

    fn number(&mut self, continuation: Continuation) -> Rest {
        let fresh = self.continuations.len() as Rest; // fewer than formulas
        let number = *self.numbers.entry(continuation).or_insert(fresh);
        if number == fresh {
            self.continuations.push(continuation);
            self.exhausted |= self.continuations.len() > CONTINUATIONS;
        }
        number
    }

    /// The continuation that runs an expression first. What cannot fail leaves `⊤` as it is.
    fn then(&mut self, id: Id, rest: Rest) -> Rest {
        match self.program.node(id) {
            _ if rest == ANYTHING && self.program.is_total(id) => ANYTHING,
            Node::Seq(parts) => parts.iter().rev().fold(rest, |rest, &part| self.then(part, rest)),
            _ => self.number(Continuation::Then(id, rest)),
        }
    }

    fn holds(&mut self, rest: Rest) -> Formula {
        if rest == ANYTHING { Formula::TRUE } else { self.formulas.variable(rest) }
    }

    /// The derivative of a formula.
    pub(super) fn after(&mut self, formula: Formula) -> Derivative {
        if [Formula::TRUE, Formula::FALSE].contains(&formula) || self.is_exhausted() {
            return constant(formula);
        }
        if let Some(known) = self.after.get(&formula) {
            return known.clone();
        }
        let (variable, high, low) = self.formulas.parts(formula);
        let condition = self.derivative(variable, false);
        let (high, low) = (self.after(high), self.after(low));
        let result = self.either(&condition, &high, &low);
        self.after.insert(formula, result.clone());
        result
    }

    /// The derivative of a continuation, `begun` at the beginning of the input.
    fn derivative(&mut self, rest: Rest, begun: bool) -> Derivative {
        if let Some(known) = self.derivatives.get(&(rest, begun)) {
            return known.clone();
        }
        if self.open >= OPEN {
            self.exhausted = true;
        }
        if self.is_exhausted() {
            return constant(Formula::FALSE);
        }
        self.open += 1;
        let result = match self.continuations[rest as usize] {
            Continuation::Anything => constant(Formula::TRUE),
            Continuation::Nothing => only(Letters::END, Formula::TRUE),
            Continuation::Beginning(rest) => self.derivative(rest, true),
            Continuation::Then(id, rest) => self.expression(id, rest, begun),
        };
        self.open -= 1;
        self.derivatives.insert((rest, begun), result.clone());
        result
    }

    fn expression(&mut self, id: Id, rest: Rest, begun: bool) -> Derivative {
        let program = self.program;
        let fail = constant(Formula::FALSE);
        match *program.node(id) {
            Node::Fail => fail,
            Node::Start if begun => self.derivative(rest, begun),
            Node::Start => fail,
            Node::End => {
                let (end, rest) = (only(Letters::END, Formula::TRUE), self.derivative(rest, begun));
                self.either(&end, &rest, &fail)
            }
            Node::Byte(bytes) => only(Letters { bytes, end: false }, self.holds(rest)),
            Node::Seq(_) => {
                let rest = self.then(id, rest);
                self.derivative(rest, begun)
            }
            Node::Call(rule) => self.before(program.body(rule), rest, begun),
            // From the last alternative to the first.
            Node::Choice(ref parts) => parts.iter().rev().fold(fail, |other, &part| {
                let won = self.before(part, rest, begun);
                let succeeds = self.before(part, ANYTHING, begun);
                self.either(&succeeds, &won, &other)
            }),
            Node::Opt(inner) => {
                let (won, other) = (self.before(inner, rest, begun), self.derivative(rest, begun));
                let succeeds = self.before(inner, ANYTHING, begun);
                self.either(&succeeds, &won, &other)
            }
            Node::Rep(inner) => {
                let again = self.then(id, rest);
                let (won, other) = (self.before(inner, again, begun), self.derivative(rest, begun));
                let succeeds = self.before(inner, ANYTHING, begun);
                self.either(&succeeds, &won, &other)
            }
            Node::And(inner) => {
                let succeeds = self.before(inner, ANYTHING, begun);
                let rest = self.derivative(rest, begun);
                self.either(&succeeds, &rest, &fail)
            }
            Node::Not(inner) => {
                let succeeds = self.before(inner, ANYTHING, begun);
                let rest = self.derivative(rest, begun);
                self.either(&succeeds, &fail, &rest)
            }
        }
    }

    /// The derivative of an expression before a continuation.
    fn before(&mut self, id: Id, rest: Rest, begun: bool) -> Derivative {
        let rest = self.then(id, rest);
        self.derivative(rest, begun)
    }

    /// Letter by letter, what `then` is where the condition holds and what `other` is elsewhere.
    /// `e · k ∨ (¬(e · ⊤) ∧ l)` is `e · k` where `e · ⊤` holds and `l` elsewhere, as `e · k`
    /// implies `e · ⊤`.
    fn either(
        &mut self,
        condition: &Derivative,
        then: &Derivative,
        other: &Derivative,
    ) -> Derivative {
        let mut parts: Vec<(Letters, Formula)> = Vec::new();
        let mut add =
            |letters: Letters, formula| match parts.iter_mut().find(|(_, known)| *known == formula)
            {
                Some((known, _)) => *known = known.either(letters),
                None => parts.push((letters, formula)),
            };
        for &(letters, condition) in condition.iter() {
            for &(within, then) in then.iter() {
                let letters = letters.both(within);
                if letters.is_empty() {
                    continue;
                }
                if condition == Formula::TRUE {
                    add(letters, then);
                    continue;
                }
                for &(within, other) in other.iter() {
                    let letters = letters.both(within);
                    if !letters.is_empty() {
                        add(letters, self.formulas.either(condition, then, other));
                    }
                }
            }
        }
        self.parts += parts.len();
        self.exhausted |= self.parts > PARTS;
        parts.into()
    }
}
