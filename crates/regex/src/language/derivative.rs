//! Derivatives of patterns, and the continuations from which they are built.

use std::collections::BTreeMap;
use std::rc::Rc;

use grammar_automata::build::{Bdd, Bdds, ByteSet, Derivative, Letters, Memo, constant, only};
use grammar_automata::engine::{DerivativeTable, Differentiable, Rest};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::program::{Id, Iterations, PatternExpr, PatternProgram};
use super::{Context, Contexts, Extent, LanguageState, Prepared, StateRows};

// Derivatives of continuations, and of formulas over them.
//
// A state of the automaton is a [`Bdd`] over continuations. Its derivative by a byte is a formula on the string
// after the byte; its value at the end of the string is its value for the empty string. So a look-ahead is a
// conjunction: `(?=a)k` is true where both `a` followed by anything, and `k`, are true. The context is known
// when a derivative is built, so a look-behind is a constant there.

/// The context that is stored with a derivative if the derivative is the same in every context.
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

    /// Returns a formula without its redundant disjuncts.
    pub(super) fn shortened(&mut self, formula: Bdd) -> Bdd {
        if let Some(&known) = self.shortened.get(&formula) {
            return known;
        }
        let shortened = self.continuations.shortened(formula);
        self.shortened.insert(formula, shortened);
        shortened
    }

    /// Returns the formula for a continuation: it is true if and only if the continuation is true.
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
            Continuation::Repeat(iterations, _) => {
                let formulas = &mut self.continuations.bdds;
                match parts {
                    [goes_on] => goes_on.clone(),
                    [goes_on, leaves] => formulas.by_letter(goes_on, &all, leaves),
                    [goes_on, leaves, guard, ..] if iterations.is_lazy => {
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
    /// Returns the continuations whose derivatives are combined into the derivative of `rest`.
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
            Continuation::Repeat(iterations, follow) => {
                let again = all.again(iterations, follow);
                let goes_on = all.then(iterations.of, again);
                if iterations.min > 0 {
                    return vec![goes_on];
                }
                let mut parts = vec![goes_on, follow.rest];
                if let (Some(guard), Some(again)) = (follow.guard, again.guard) {
                    let is_first = all.then(iterations.of, Follow::plain(again));
                    parts.push(if iterations.is_lazy { guard } else { is_first });
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

    /// Returns the formula for a match of an expression, followed by a string for which the continuation `follows` is
    /// true. If `skips` is the expression for any character, the match may begin after any number of characters.
    pub(super) fn begin(&mut self, id: Id, follows: Rest, skips: Option<Id>) -> Bdd {
        let all = &mut self.continuations;
        let mut rest = all.then(id, Follow::plain(follows));
        if let Some(of) = skips {
            let iterations = Iterations { of, min: 0, max: None, is_lazy: true };
            rest = all.repeat(iterations, Follow::plain(rest));
        }
        self.holds(rest)
    }
}

// A pattern, one derivative at a time.

/// The maximum number of residuals of a pattern.
const KEPT: usize = 200_000;

/// The number of a residual, which is the rest of a pattern after the beginning of a string has been read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PatternResidual(u32);

/// Whether the string may end at a residual, and the next residual for each set of bytes.
type Row = Rc<(bool, Vec<(ByteSet, PatternResidual)>)>;

/// The numbered residuals of a pattern, computed on demand.
pub struct PatternResiduals<'p> {
    prepared: &'p Prepared,
    run: StateRows<'p>,
    /// The bytes of each byte class.
    sets: Vec<ByteSet>,
    numbers: Memo<LanguageState, PatternResidual>,
    rows: HashMap<PatternResidual, Row>,
    is_exhausted: bool,
}

impl Prepared {
    /// Returns the residuals of the pattern, which are computed on demand.
    pub fn residuals(&self) -> PatternResiduals<'_> {
        let classes = &self.classes;
        PatternResiduals {
            prepared: self,
            run: StateRows::new(self, self.pattern, Extent::new(self.well_formed.as_ref())),
            sets: (0..classes.count()).map(|class| classes.members(class)).collect(),
            numbers: Memo::new(),
            rows: HashMap::default(),
            is_exhausted: false,
        }
    }
}

impl PatternResiduals<'_> {
    /// Returns whether a limit was reached. If so, the residuals are not valid.
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// Returns the residual of the whole pattern.
    pub fn start(&mut self) -> PatternResidual {
        self.number(self.run.start)
    }

    /// Returns whether the string may end at a residual.
    pub fn has_empty(&mut self, residual: PatternResidual) -> bool {
        self.row(residual).0
    }

    /// Returns the residuals after one more byte, each with the bytes that lead to it. These sets contain all bytes.
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

// The continuations, hash-consed: lists of expressions in sequence. A continuation is a predicate on the rest
// of the string; the text before is not part of it.
//
// Outside of atomic groups a continuation is true if any choice of alternatives and numbers of iterations
// matches. An atomic group takes its first match, whatever follows. So a continuation within a group has a
// [guard](Follow::guard): the same continuation to the end of the group, followed by anything. If the guard of
// an alternative is true, the group commits to that alternative, and the rest after the group is true there or
// not. Compare Medeiros, Mascarenhas and Ierusalimschy, *From regexes to PEGs*, 2014.
//
// Beyond the minimum number of iterations, one that reads nothing makes no progress. Its continuation is
// [locked](Continuation::Locked) until something is read. Below the minimum every iteration counts, since it
// may look around. Within an atomic group engines disagree about what follows such an iteration. If an
// iteration tries to read before it tries not to, everything that could follow has already been tried in vain;
// other iterations are refused.

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Continuation {
    Anything,
    Nothing,
    /// A match of an expression, and a continuation after the match.
    Then(Id, Follow),
    Repeat(Iterations, Follow),
    /// A continuation that cannot match until something is read.
    Locked(Rest),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Follow {
    pub(super) rest: Rest,
    /// Within an atomic group: the part of `rest` up to the end of the group, then any string. Elsewhere: `None`.
    pub(super) guard: Option<Rest>,
}

impl Follow {
    /// Creates a continuation that is not within an atomic group.
    pub(super) fn plain(rest: Rest) -> Self {
        Self { rest, guard: None }
    }
}

pub(super) const ANYTHING: Rest = 0;
pub(super) const NOTHING: Rest = 1;

pub(super) struct Continuations<'p> {
    pub(super) program: &'p PatternProgram,
    numbers: Memo<Continuation, Rest>,
    /// Two flags for each continuation: whether it contains [`Locked`](Continuation::Locked), and whether it depends on
    /// the preceding text until it reads something.
    flags: Vec<[bool; 2]>,
    unlocked: Memo<Rest, Rest>,
    /// The formulas over the continuations, with the count of the remaining steps for formulas and for continuations.
    pub(super) bdds: Bdds,
}

impl<'p> Continuations<'p> {
    pub(super) fn new(program: &'p PatternProgram, steps: usize) -> Self {
        let (numbers, unlocked) = (Memo::new(), Memo::new());
        let mut this = Self { program, numbers, flags: Vec::new(), unlocked, bdds: Bdds::new() };
        this.bdds.give(steps);
        this.number(Continuation::Anything);
        this.number(Continuation::Nothing);
        this
    }

    pub(super) fn get(&self, rest: Rest) -> Continuation {
        self.numbers.keys()[rest as usize]
    }

    fn is_locked(&self, rest: Rest) -> bool {
        self.flags[rest as usize][0]
    }

    /// Returns whether a continuation may depend on the text before it.
    pub(super) fn asks(&self, rest: Rest) -> bool {
        self.flags[rest as usize][1]
    }

    fn number(&mut self, continuation: Continuation) -> Rest {
        if let Some(&known) = self.numbers.get(&continuation) {
            return known;
        }
        let fresh = self.numbers.keys().len() as Rest; // fewer than steps
        self.bdds.spend(1);
        let flags = self.flags(continuation);
        self.flags.push(flags);
        self.numbers.insert(continuation, fresh);
        fresh
    }

    fn flags(&self, continuation: Continuation) -> [bool; 2] {
        let (id, follow, reads) = match continuation {
            Continuation::Anything | Continuation::Nothing => return [false; 2],
            Continuation::Locked(_) => return [true, false],
            Continuation::Then(id, follow) => (id, follow, self.program.facts(id).reads),
            Continuation::Repeat(Iterations { of, min, .. }, follow) => {
                (of, follow, min > 0 && self.program.facts(of).reads)
            }
        };
        let follows = || follow.guard.into_iter().chain([follow.rest]);
        let is_locked = follows().any(|rest| self.is_locked(rest));
        let asks =
            !self.program.facts(id).is_blind || !reads && follows().any(|rest| self.asks(rest));
        [is_locked, asks]
    }

    /// Returns the continuation that matches an expression and then continues with `follow`.
    pub(super) fn then(&mut self, id: Id, mut follow: Follow) -> Rest {
        let program = self.program;
        match program.get(id) {
            _ if follow.rest == ANYTHING && program.facts(id).is_total => ANYTHING,
            PatternExpr::Sequence(parts) => {
                self.bdds.spend(parts.len());
                for &part in parts.iter().rev() {
                    // No part is a sequence, so the recursion is one level deep.
                    let guard = follow.guard.map(|guard| self.then(part, Follow::plain(guard)));
                    follow = Follow { rest: self.then(part, follow), guard };
                }
                follow.rest
            }
            PatternExpr::Repeat(iterations) => self.repeat(*iterations, follow),
            PatternExpr::Choice(_) => {
                let follow = self.unordered(follow);
                self.number(Continuation::Then(id, follow))
            }
            // Nothing is left to choose before the rest, which has its own guards.
            _ => self.number(Continuation::Then(id, Follow::plain(follow.rest))),
        }
    }

    /// Returns the continuation that matches the iterations of a repetition and then continues with `follow`.
    pub(super) fn repeat(&mut self, mut iterations: Iterations, follow: Follow) -> Rest {
        let facts = self.program.facts(iterations.of);
        if iterations.max == Some(0) {
            return follow.rest;
        }
        if follow.rest == ANYTHING && (iterations.min == 0 || facts.is_total) {
            return ANYTHING;
        }
        let follow = self.unordered(follow);
        if follow.guard.is_none() {
            iterations.is_lazy = false;
            if facts.is_skippable {
                // Iterations that read nothing can make up the minimum.
                iterations.min = 0;
            }
            if follow.rest == ANYTHING {
                // More than the minimum is irrelevant.
                iterations.max = None;
            }
        }
        self.number(Continuation::Repeat(iterations, follow))
    }

    /// Returns the continuation after the next iteration of a repetition.
    pub(super) fn again(&mut self, iterations: Iterations, follow: Follow) -> Follow {
        let is_needed = iterations.min > 0;
        let min = iterations.min.saturating_sub(1);
        let max = iterations.max.map(|max| max.saturating_sub(1));
        let next = Iterations { min, max, ..iterations };
        let reads = self.program.facts(iterations.of).reads;
        let mut one = |follow: Follow| {
            let rest = self.repeat(next, follow);
            if is_needed || reads { rest } else { self.number(Continuation::Locked(rest)) }
        };
        Follow { rest: one(follow), guard: follow.guard.map(|guard| one(Follow::plain(guard))) }
    }

    /// Removes the guard if it equals the rest, since the order of matches does not matter then.
    fn unordered(&self, follow: Follow) -> Follow {
        Follow { guard: follow.guard.filter(|&guard| guard != follow.rest), ..follow }
    }

    /// Returns the continuation that remains once something is read. It contains no [`Locked`](Continuation::Locked).
    pub(super) fn unlocked(&mut self, Follow { rest, guard }: Follow) -> Follow {
        Follow { rest: self.unlock(rest), guard: guard.map(|guard| self.unlock(guard)) }
    }

    /// Removes [`Locked`](Continuation::Locked) from a continuation. Does not recurse, since a chain may be long.
    fn unlock(&mut self, rest: Rest) -> Rest {
        let mut open = vec![rest];
        while let Some(&top) = open.last() {
            if self.known_unlocked(top).is_some() {
                open.pop();
                continue;
            }
            self.bdds.spend(1);
            if self.bdds.is_exhausted() {
                break;
            }
            let continuation = self.get(top);
            let (rest, guard) = match continuation {
                Continuation::Anything | Continuation::Nothing => (top, None),
                Continuation::Locked(rest) => (rest, None),
                Continuation::Then(_, follow) | Continuation::Repeat(_, follow) => {
                    (follow.rest, follow.guard)
                }
            };
            let parts = [rest, guard.unwrap_or(rest)];
            let [Some(rest), Some(other)] = parts.map(|part| self.known_unlocked(part)) else {
                open.extend(parts);
                continue;
            };
            let follow = Follow { rest, guard: guard.map(|_| other) };
            let result = match continuation {
                Continuation::Then(id, _) => self.then(id, follow),
                Continuation::Repeat(iterations, _) => self.repeat(iterations, follow),
                _ => rest,
            };
            self.unlocked.insert(top, result);
        }
        self.known_unlocked(rest).unwrap_or(rest)
    }

    fn known_unlocked(&self, rest: Rest) -> Option<Rest> {
        if self.is_locked(rest) { self.unlocked.get(&rest).copied() } else { Some(rest) }
    }
}

// Removes disjuncts that others imply. When a pattern with bounded repetitions is searched for, a repetition
// begins at each position, and without this there would be a state for each set of positions.

const FAR: usize = 16;
/// The maximum number of continuations that are compared pairwise. There are rarely more than a few.
const MANY: usize = 64;

impl Continuations<'_> {
    /// Returns a formula without the disjuncts that another disjunct implies.
    pub(super) fn shortened(&mut self, formula: Bdd) -> Bdd {
        let mut families: BTreeMap<(bool, Id), Vec<Rest>> = BTreeMap::new();
        for rest in self.asked_for(formula) {
            match self.get(rest) {
                Continuation::Repeat(iterations, _) => {
                    families.entry((true, iterations.of)).or_default().push(rest);
                }
                Continuation::Then(id, _) => families.entry((false, id)).or_default().push(rest),
                _ => {}
            }
        }
        let mut dropped = HashSet::default();
        for family in families.into_values().filter(|family| family.len() > 1) {
            let family = &family[..family.len().min(MANY)];
            // A comparison is cheap compared with a decision.
            self.bdds.spend(family.len() * family.len() / 16);
            for &one in family {
                let implied = |&other: &Rest| {
                    one != other && !dropped.contains(&other) && self.implies(one, other)
                };
                let others: Vec<Rest> = family.iter().copied().filter(implied).collect();
                if others.into_iter().any(|other| self.is_disjunct(other, formula)) {
                    dropped.insert(one);
                }
            }
        }
        if dropped.is_empty() { formula } else { self.without(formula, &dropped) }
    }

    /// Returns the continuations that occur in a formula.
    fn asked_for(&mut self, formula: Bdd) -> Vec<Rest> {
        let (mut seen, mut open, mut conditions) =
            (HashSet::default(), vec![formula], HashSet::default());
        while let Some(formula) = open.pop() {
            if matches!(formula, Bdd::TRUE | Bdd::FALSE) || !seen.insert(formula) {
                continue;
            }
            let (variable, high, low) = self.bdds.parts(formula);
            conditions.insert(variable);
            open.extend([high, low]);
        }
        self.bdds.spend(seen.len());
        let mut conditions: Vec<Rest> = conditions.into_iter().collect();
        // The newest continuations have the most iterations before them.
        conditions.sort_unstable();
        conditions
    }

    /// Returns whether a continuation implies a formula. Only the form of the formula is examined.
    fn is_disjunct(&mut self, rest: Rest, formula: Bdd) -> bool {
        let holds = self.bdds.variable(rest);
        self.bdds.either(holds, formula, Bdd::TRUE) == Bdd::TRUE
    }

    /// Returns whether the continuation `one` implies the continuation `other`. Only their forms are compared.
    fn implies(&self, mut one: Rest, mut other: Rest) -> bool {
        for _ in 0..FAR {
            if one == other || other == ANYTHING {
                return true;
            }
            let follows = match (self.get(one), self.get(other)) {
                (Continuation::Then(id, one), Continuation::Then(same, other)) if id == same => {
                    [one, other]
                }
                (Continuation::Repeat(few, one), Continuation::Repeat(many, other))
                    if is_within(few, many) =>
                {
                    [one, other]
                }
                _ => return false,
            };
            // Where the order of matches matters, more iterations may match less.
            let [one_follow, other_follow] = follows;
            if one_follow.guard.is_some() || other_follow.guard.is_some() {
                return false;
            }
            (one, other) = (one_follow.rest, other_follow.rest);
        }
        false
    }

    /// Returns the formula with some continuations replaced by false.
    fn without(&mut self, formula: Bdd, dropped: &HashSet<Rest>) -> Bdd {
        let (mut open, mut made) = (vec![formula], HashMap::default());
        made.extend([Bdd::TRUE, Bdd::FALSE].map(|constant| (constant, constant)));
        while let Some(&top) = open.last() {
            if made.contains_key(&top) {
                open.pop();
                continue;
            }
            let (variable, high, low) = self.bdds.parts(top);
            let is_dropped = dropped.contains(&variable);
            let high = if is_dropped { low } else { high };
            let (Some(&then), Some(&other)) = (made.get(&high), made.get(&low)) else {
                open.extend([high, low]);
                continue;
            };
            self.bdds.spend(1);
            let condition = self.bdds.variable(variable);
            made.insert(top, self.bdds.either(condition, then, other));
        }
        made.get(&formula).copied().unwrap_or(formula)
    }
}

/// Returns whether the repetition `many` allows every number of iterations that the repetition `few` allows.
fn is_within(few: Iterations, many: Iterations) -> bool {
    let most = many.max.is_none_or(|many| few.max.is_some_and(|few| few <= many));
    few.of == many.of && many.min <= few.min && most
}
