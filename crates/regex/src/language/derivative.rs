//! Derivatives of continuations, and of formulas over them.
//!
//! A state of the automaton is a [`Bdd`] over continuations. Its derivative by a byte is the formula that holds of what
//! follows the byte where the first one holds of both; its value at the end of the string is that for no byte at all. So a
//! look-ahead costs a conjunction: `(?=a)k` holds where both `a` and then anything hold, and `k`. What came before is known
//! where a derivative is made: a look-behind is true or false there.

use std::rc::Rc;

use grammar_automata::build::{Bdd, Bdds, ByteSet, Derivative, Letters, Memo, constant, only};
use grammar_automata::engine::{DerivativeTable, Differentiable, Rest};
use rustc_hash::FxHashMap as HashMap;

use super::continuation::{ANYTHING, Continuation, Continuations, Follow};
use super::program::{Id, PatternExpr, PatternProgram, Round};
use super::{Context, Contexts, Extent, LanguageState, Prepared, StateRows};

/// The context of a derivative that does not ask what came before.
const ANY_CONTEXT: Context = 0;

pub(super) struct Derivatives<'p> {
    pub(super) continuations: Continuations<'p>,
    pub(super) contexts: Contexts<'p>,
    table: DerivativeTable<Context>,
    shortened: Memo<Bdd, Bdd>,
}

impl<'p> Derivatives<'p> {
    pub(super) fn new(program: &'p PatternProgram, contexts: Contexts<'p>, steps: usize) -> Self {
        let continuations = Continuations::new(program, steps);
        Self { continuations, contexts, table: DerivativeTable::new(), shortened: Memo::new() }
    }

    /// A formula without what says nothing beside the rest.
    pub(super) fn shortened(&mut self, formula: Bdd) -> Bdd {
        if let Some(&known) = self.shortened.get(&formula) {
            return known;
        }
        let shortened = self.continuations.shortened(formula);
        self.shortened.insert(formula, shortened);
        shortened
    }

    /// The formula that a continuation holds.
    pub(super) fn holds(&mut self, rest: Rest) -> Bdd {
        match rest {
            ANYTHING => Bdd::TRUE,
            _ => self.continuations.bdds.variable(rest),
        }
    }
}

impl Differentiable for Derivatives<'_> {
    type Context = Context;

    fn table(&mut self) -> &mut DerivativeTable<Context> {
        &mut self.table
    }

    fn bdds(&mut self) -> &mut Bdds {
        &mut self.continuations.bdds
    }

    fn key(&self, (rest, context): (Rest, Context)) -> (Rest, Context) {
        (rest, if self.continuations.asks(rest) { context } else { ANY_CONTEXT })
    }

    fn parts(&mut self, (rest, context): (Rest, Context)) -> Vec<(Rest, Context)> {
        self.rests(rest, context).into_iter().map(|rest| (rest, context)).collect()
    }

    fn made_of(&mut self, (rest, _): (Rest, Context), parts: &[Derivative]) -> Derivative {
        let [all, none] = [Bdd::TRUE, Bdd::FALSE].map(constant);
        let program = self.continuations.program;
        match self.continuations.get(rest) {
            Continuation::Anything => all,
            Continuation::Nothing => only(Letters::END, Bdd::TRUE),
            Continuation::Locked(_) => none,
            Continuation::Then(id, follow) => match *program.get(id) {
                PatternExpr::Byte(ref sets) => self.of_byte(sets, follow),
                PatternExpr::Choice(_) => {
                    let formulas = &mut self.continuations.bdds;
                    match follow.guard {
                        None => parts
                            .iter()
                            .fold(none, |other, one| formulas.by_letter(one, &all, &other)),
                        Some(_) => parts.chunks_exact(2).fold(none, |other, both| {
                            formulas.by_letter(&both[1], &both[0], &other)
                        }),
                    }
                }
                PatternExpr::Ahead(_, is_negative) => {
                    let formulas = &mut self.continuations.bdds;
                    match is_negative {
                        false => formulas.by_letter(&parts[0], &parts[1], &none),
                        true => formulas.by_letter(&parts[0], &none, &parts[1]),
                    }
                }
                PatternExpr::End => {
                    let is_end = only(Letters::END, Bdd::TRUE);
                    self.continuations.bdds.by_letter(&is_end, &parts[0], &none)
                }
                PatternExpr::Before(..) => parts.first().cloned().unwrap_or(none),
                PatternExpr::Sequence(_) | PatternExpr::Repeat(_) | PatternExpr::Atomic(_) => {
                    parts[0].clone()
                }
            },
            Continuation::Repeat(round, _) => {
                let formulas = &mut self.continuations.bdds;
                match parts {
                    [goes_on] => goes_on.clone(),
                    [goes_on, leaves] => formulas.by_letter(goes_on, &all, leaves),
                    [goes_on, leaves, guard, ..] if round.is_lazy => {
                        formulas.by_letter(guard, leaves, goes_on)
                    }
                    [goes_on, leaves, is_first, ..] => {
                        formulas.by_letter(is_first, goes_on, leaves)
                    }
                    [] => none,
                }
            }
        }
    }
}

impl Derivatives<'_> {
    /// The continuations whose derivatives make up the derivative of a continuation.
    fn rests(&mut self, rest: Rest, context: Context) -> Vec<Rest> {
        let all = &mut self.continuations;
        let program = all.program;
        match all.get(rest) {
            Continuation::Anything | Continuation::Nothing | Continuation::Locked(_) => Vec::new(),
            Continuation::Then(id, follow) => match *program.get(id) {
                PatternExpr::Byte(_) => Vec::new(),
                PatternExpr::Sequence(_) | PatternExpr::Repeat(_) => vec![all.then(id, follow)],
                // From the last alternative to the first.
                PatternExpr::Choice(ref parts) => {
                    all.bdds.spend(parts.len());
                    let mut choices = Vec::with_capacity(2 * parts.len());
                    for &part in parts.iter().rev() {
                        choices.push(all.then(part, follow));
                        let guard = follow.guard.map(|guard| all.then(part, Follow::plain(guard)));
                        choices.extend(guard);
                    }
                    choices
                }
                PatternExpr::Atomic(of) => {
                    vec![all.then(of, Follow { guard: Some(ANYTHING), ..follow })]
                }
                PatternExpr::Ahead(of, _) => {
                    vec![all.then(of, Follow::plain(ANYTHING)), follow.rest]
                }
                PatternExpr::Before(before, is_negative) => {
                    let is_so = self.contexts.holds(context, before) != is_negative;
                    if is_so { vec![follow.rest] } else { Vec::new() }
                }
                PatternExpr::End => vec![follow.rest],
            },
            Continuation::Repeat(round, follow) => {
                let again = all.again(round, follow);
                let goes_on = all.then(round.of, again);
                if round.min > 0 {
                    return vec![goes_on];
                }
                let mut parts = vec![goes_on, follow.rest];
                if let (Some(guard), Some(again)) = (follow.guard, again.guard) {
                    let is_first = all.then(round.of, Follow::plain(again));
                    parts.push(if round.is_lazy { guard } else { is_first });
                }
                parts
            }
        }
    }

    fn of_byte(&mut self, sets: &[(ByteSet, Option<Id>)], follow: Follow) -> Derivative {
        let follow = self.continuations.unlocked(follow);
        self.continuations.bdds.spend(sets.len());
        let (mut parts, mut others) = (Vec::new(), Letters::ALL);
        for &(bytes, rest) in sets {
            let letters = Letters { bytes, end: false };
            others = others.both(letters.others());
            let rest = match rest {
                Some(id) => self.continuations.then(id, follow),
                None => follow.rest,
            };
            parts.push((letters, self.holds(rest)));
        }
        parts.push((others, Bdd::FALSE));
        parts.into()
    }

    /// The formula that an expression is matched, and then a continuation holds. `skips` reads a
    /// character that may stand before the match.
    pub(super) fn begin(&mut self, id: Id, follows: Rest, skips: Option<Id>) -> Bdd {
        let all = &mut self.continuations;
        let mut rest = all.then(id, Follow::plain(follows));
        if let Some(of) = skips {
            let round = Round { of, min: 0, max: None, is_lazy: true };
            rest = all.repeat(round, Follow::plain(rest));
        }
        self.holds(rest)
    }
}

// A pattern, one derivative at a time.

/// The number of states of a pattern that are kept.
const KEPT: usize = 200_000;

/// A residual of a pattern, as a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PatternResidual(u32);

/// Whether the string may end, and the residuals after each byte.
type Row = Rc<(bool, Vec<(ByteSet, PatternResidual)>)>;

/// The derivatives of a pattern.
pub struct PatternResiduals<'p> {
    prepared: &'p Prepared,
    run: StateRows<'p>,
    /// The bytes of each class.
    sets: Vec<ByteSet>,
    numbers: Memo<LanguageState, PatternResidual>,
    rows: HashMap<PatternResidual, Row>,
    is_exhausted: bool,
}

impl Prepared {
    /// The derivatives of the pattern, none of which is made.
    pub fn residuals(&self) -> PatternResiduals<'_> {
        let classes = &self.classes;
        PatternResiduals {
            prepared: self,
            run: StateRows::of(self, self.pattern, Extent::of(self.well_formed.as_ref())),
            sets: (0..classes.count()).map(|class| classes.members(class)).collect(),
            numbers: Memo::new(),
            rows: HashMap::default(),
            is_exhausted: false,
        }
    }
}

impl PatternResiduals<'_> {
    /// Whether a limit was reached. From then on no residual can be trusted.
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// The residual of the whole pattern.
    pub fn start(&mut self) -> PatternResidual {
        self.number(self.run.start)
    }

    /// Whether the string may end at a residual.
    pub fn has_empty(&mut self, residual: PatternResidual) -> bool {
        self.row(residual).0
    }

    /// The residuals after each byte: sets that divide all bytes among them.
    pub fn after(&mut self, residual: PatternResidual) -> Vec<(ByteSet, PatternResidual)> {
        self.row(residual).1.clone()
    }

    fn row(&mut self, residual: PatternResidual) -> Row {
        if let Some(known) = self.rows.get(&residual) {
            return Rc::clone(known);
        }
        let state = self.numbers.keys()[residual.0 as usize];
        let Some((accepts, next)) = self.run.row(&state, &self.prepared.classes) else {
            self.is_exhausted = true;
            return Rc::new((false, vec![(ByteSet::ALL, residual)]));
        };
        let mut after: Vec<(ByteSet, PatternResidual)> = Vec::new();
        for (class, state) in next.into_iter().enumerate() {
            let (set, next) = (self.sets[class], self.number(state));
            match after.iter_mut().find(|(_, known)| *known == next) {
                Some((known, _)) => *known = known.union(set),
                None => after.push((set, next)),
            }
        }
        let row = Rc::new((accepts, after));
        self.rows.insert(residual, Rc::clone(&row));
        row
    }

    fn number(&mut self, state: LanguageState) -> PatternResidual {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let fresh = PatternResidual(self.numbers.keys().len() as u32); // fewer than steps
        self.is_exhausted |= self.numbers.keys().len() >= KEPT;
        self.numbers.insert(state, fresh);
        fresh
    }
}
