//! Continuations and their derivatives. A continuation is a list of expressions that are still to be run: a predicate,
//! which holds of the rest of the input or does not. A state is a [`Bdd`] over continuations. The derivative of a
//! continuation by a byte is the formula that holds of what follows the byte where the continuation holds of the byte
//! and all that follows it.
//!
//! Whether the parser stands at the beginning of the input, which `SOI` asks, is no property of the rest: a start that
//! may come to be asked is a continuation of its own.
//!
//! Where a call is cut, since it would nest too deep, a continuation has [bounds](Bound). What is only tried, `¬(e ·
//! ⊤)`, nests in nothing: its calls may nest as deep as anything, so that a tree of `"a" ~ r? ~ "b"` with no level
//! left for `r` still knows where an `r` would be.

use std::ops::Range;

use grammar_automata::build::{
    Bdd, Bdds, ByteSet, Classes, Derivative, Dfa, Explorer, Letters, Memo, PartialDfa, Spent,
    branches, constant, only,
};
use grammar_automata::engine::budget::{Budget, Short, StepBudget, Stop};
use grammar_automata::engine::{DerivativeTable, Differentiable, Rest, budget};

use super::PegFault;
use super::program::{Id, Instruction, PegProgram, ProgramPart};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Continuation {
    /// `⊤`: accepts any rest of the input.
    Anything,
    Nothing,
    /// Runs an expression, and then a continuation. The bound is that of the expression; it is the
    /// least for an expression that never comes to a cut, of which both bounds are the same.
    Then(Id, Rest, Bound),
    /// Runs a continuation at the beginning of the input.
    Beginning(Rest),
}

/// What is asked of a continuation that may come to a cut.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// That it holds, whatever the cut call does.
    Least,
    /// That it may hold.
    Most,
    /// That it may hold with a tree in which no call is cut: what would nest too deep does not succeed
    /// within the tree, and may succeed where it is only tried.
    Tree,
}

impl Bound {
    /// The bound of what must fail.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Least => Self::Most,
            Self::Most | Self::Tree => Self::Least,
        }
    }

    /// The bound of what must succeed, and has no part in the tree.
    fn in_lookahead(self) -> Self {
        match self {
            Self::Least => Self::Least,
            Self::Most | Self::Tree => Self::Most,
        }
    }
}

const ANYTHING: Rest = 0;
const NOTHING: Rest = 1;

/// The continuations of a program, and their derivatives.
pub(super) struct Predicates<'p> {
    program: &'p PegProgram,
    /// Whether any expression that is asked about asks for the beginning of the input.
    pub(super) asks_start: bool,
    numbers: Memo<Continuation, Rest>,
    pub(super) bdds: Bdds,
    /// The derivatives, by whether they are at the beginning of the input.
    derivatives: DerivativeTable<bool>,
}

impl<'p> Predicates<'p> {
    pub(super) fn new(program: &'p PegProgram) -> Self {
        let mut predicates = Self {
            program,
            asks_start: program.asks_start,
            numbers: Memo::new(),
            bdds: Bdds::new(),
            derivatives: DerivativeTable::new(),
        };
        predicates.number(Continuation::Anything);
        predicates.number(Continuation::Nothing);
        predicates
    }

    pub(super) fn bytes(&self) -> usize {
        self.numbers.bytes() + self.derivatives.bytes()
    }

    pub(super) fn mark(&self) -> [usize; 5] {
        let [decisions, known] = self.bdds.mark();
        let [continuations, formulas] = self.derivatives.mark();
        [self.numbers.keys().len(), continuations, formulas, decisions, known]
    }

    pub(super) fn take_back(
        &mut self,
        [numbers, continuations, formulas, decisions, known]: [usize; 5],
    ) {
        self.numbers.truncate(numbers);
        self.derivatives.take_back([continuations, formulas]);
        self.bdds.take_back([decisions, known]);
    }

    /// The formula that a body reads all of the input, from its beginning.
    pub(super) fn whole(&mut self, place: usize, bound: Bound) -> Bdd {
        self.reads(self.program.bodies[place], true, bound)
    }

    /// A bound of the formula that an expression succeeds, whatever it leaves unread. `begun` says that this is at the
    /// beginning of the input.
    pub(super) fn succeeds(&mut self, id: Id, begun: bool, bound: Bound) -> Bdd {
        let rest = self.then(id, ANYTHING, bound);
        self.begun(rest, begun)
    }

    /// A bound of the formula that an expression reads all of the rest of the input.
    pub(super) fn reads(&mut self, id: Id, begun: bool, bound: Bound) -> Bdd {
        let rest = self.then(id, NOTHING, bound);
        self.begun(rest, begun)
    }

    fn begun(&mut self, mut rest: Rest, begun: bool) -> Bdd {
        if begun && self.asks_start {
            rest = self.number(Continuation::Beginning(rest));
        }
        self.holds(rest)
    }

    /// The two formulas `formula ∧ other` and `formula ∧ ¬other`.
    pub(super) fn both(&mut self, formula: Bdd, other: Bdd) -> [Bdd; 2] {
        let not = self.bdds.not(other);
        [other, not].map(|other| self.bdds.and(formula, other))
    }

    fn number(&mut self, continuation: Continuation) -> Rest {
        if let Some(&known) = self.numbers.get(&continuation) {
            return known;
        }
        let fresh = self.numbers.keys().len() as Rest; // fewer than steps
        self.bdds.spend(1);
        self.numbers.insert(continuation, fresh);
        fresh
    }

    /// The continuation that first runs an expression. An expression that cannot fail leaves `⊤` as it is.
    fn then(&mut self, id: Id, rest: Rest, bound: Bound) -> Rest {
        match self.program.node(id) {
            _ if rest == ANYTHING && self.program.total[id as usize] => ANYTHING,
            Instruction::Seq(parts) => {
                parts.iter().rev().fold(rest, |rest, &part| self.then(part, rest, bound))
            }
            _ if bound != Bound::Tree && self.program.may_cut(id)
                || bound == Bound::Tree
                    && self.program.may_cut_afresh.get(id as usize).is_some_and(|&may| may) =>
            {
                self.number(Continuation::Then(id, rest, bound))
            }
            _ => self.number(Continuation::Then(id, rest, Bound::Least)),
        }
    }

    fn holds(&mut self, rest: Rest) -> Bdd {
        if rest == ANYTHING { Bdd::TRUE } else { self.bdds.variable(rest) }
    }
}

impl Differentiable for Predicates<'_> {
    type Context = bool;

    fn table(&mut self) -> &mut DerivativeTable<bool> {
        &mut self.derivatives
    }

    fn bdds(&mut self) -> &mut Bdds {
        &mut self.bdds
    }

    fn parts(&mut self, (rest, begun): (Rest, bool)) -> Vec<(Rest, bool)> {
        let Continuation::Then(id, rest, bound) = self.numbers.keys()[rest as usize] else {
            return match self.numbers.keys()[rest as usize] {
                Continuation::Beginning(rest) => vec![(rest, true)],
                _ => Vec::new(),
            };
        };
        let program = self.program;
        let is_tree = bound == Bound::Tree;
        let succeeds = |this: &mut Self, id, bound| {
            this.then(if is_tree { program.afresh(id) } else { id }, ANYTHING, bound)
        };
        let fails = |this: &mut Self, id| succeeds(this, id, bound.other());
        let parts = match *program.node(id) {
            Instruction::Fail
            | Instruction::Cut(_)
            | Instruction::Byte(_)
            | Instruction::Branch(_)
            // No program with a stack has derivatives.
            | Instruction::Stack(_) => Vec::new(),
            Instruction::Start if !begun => Vec::new(),
            Instruction::Start | Instruction::End => vec![rest],
            Instruction::Seq(_) => vec![self.then(id, rest, bound)],
            Instruction::Call(place) => vec![self.then(program.bodies[place], rest, bound)],
            // From the last alternative to the first.
            Instruction::Choice(ref parts) => {
                self.bdds.spend(parts.len());
                let both = |&part| [self.then(part, rest, bound), fails(self, part)];
                parts.iter().rev().flat_map(both).collect()
            }
            Instruction::Opt(inner) => {
                vec![self.then(inner, rest, bound), rest, fails(self, inner)]
            }
            Instruction::Rep(inner) => {
                let again = self.then(id, rest, bound);
                vec![self.then(inner, again, bound), rest, fails(self, inner)]
            }
            Instruction::And(inner) => vec![succeeds(self, inner, bound.in_lookahead()), rest],
            Instruction::Not(inner) => vec![fails(self, inner), rest],
        };
        parts.into_iter().map(|part| (part, begun)).collect()
    }

    fn made_of(&mut self, (rest, begun): (Rest, bool), parts: &[Derivative]) -> Derivative {
        let fail = constant(Bdd::FALSE);
        let (id, rest, bound) = match self.numbers.keys()[rest as usize] {
            Continuation::Anything => return constant(Bdd::TRUE),
            Continuation::Nothing => return only(Letters::END, Bdd::TRUE),
            Continuation::Beginning(_) => return parts[0].clone(),
            Continuation::Then(id, rest, bound) => (id, rest, bound),
        };
        let is_least = bound == Bound::Least;
        match *self.program.node(id) {
            Instruction::Fail | Instruction::Stack(_) => fail,
            Instruction::Cut(_) if bound == Bound::Most => constant(Bdd::TRUE),
            Instruction::Cut(_) => fail,
            Instruction::Start if !begun => fail,
            Instruction::Start | Instruction::Seq(_) | Instruction::Call(_) => parts[0].clone(),
            Instruction::End => {
                self.bdds.by_letter(&only(Letters::END, Bdd::TRUE), &parts[0], &fail)
            }
            Instruction::Byte(bytes) => only(Letters { bytes, end: false }, self.holds(rest)),
            Instruction::Branch(ref after) => {
                self.bdds.spend(after.len());
                let then = |&(set, id): &(ByteSet, Id)| {
                    let rest = self.then(id, rest, bound);
                    (set, self.holds(rest))
                };
                branches(after.iter().map(then).collect())
            }
            Instruction::Choice(_) => (parts.chunks_exact(2))
                .fold(fail, |other, both| self.first(&both[1], &both[0], &other, is_least)),
            Instruction::Opt(_) | Instruction::Rep(_) => {
                self.first(&parts[2], &parts[0], &parts[1], is_least)
            }
            Instruction::And(_) => self.bdds.by_letter(&parts[0], &parts[1], &fail),
            Instruction::Not(_) => self.bdds.by_letter(&parts[0], &fail, &parts[1]),
        }
    }
}

impl Predicates<'_> {
    /// The derivative of `e · k ∨ (¬(e · ⊤) ∧ l)`: `succeeds` is that of `e · ⊤`, `goes_on` that of
    /// `e · k`, and `other` that of `l`.
    ///
    /// For the least bound the result is `goes_on` where `succeeds` holds, and `other` elsewhere: that is right,
    /// since `e · k` implies `e · ⊤`. For the other bounds `succeeds` is the least bound of `e · ⊤`, which `goes_on`
    /// does not imply. There the result is `goes_on` where `succeeds` holds, and elsewhere `goes_on ∨ other`.
    fn first(
        &mut self,
        succeeds: &Derivative,
        goes_on: &Derivative,
        other: &Derivative,
        is_least: bool,
    ) -> Derivative {
        if is_least {
            return self.bdds.by_letter(succeeds, goes_on, other);
        }
        let may = self.bdds.by_letter(goes_on, &constant(Bdd::TRUE), other);
        self.bdds.by_letter(succeeds, goes_on, &may)
    }
}

// The automaton of predicates, each search on a budget of its own. A search that is given up is taken back, so that
// the others do not pay for its memory.

/// The number of states that a start may have before the automaton is minimized.
const STATES: usize = 50_000;
/// The number of steps that a start may take.
///
/// A step is a continuation, a decision of a formula, or a part of a derivative. Rules that call
/// others twice before anything is read have twice as many continuations as these.
pub(super) const STEPS: Budget = Budget::new(1_500_000, 5_000_000);
/// The number of steps that the kept starts may have taken together, since each is kept in memory.
pub(super) const KEPT: usize = 3_000_000;
/// The number of steps and of states that a start may have for each expression of a large program.
const STEPS_EACH: usize = 32;
const STATES_EACH: usize = 2;
/// The number of transitions that the automaton may have. They take 16 MiB; for a large program, that
/// many times as much at most.
const TRANSITIONS: usize = 4 << 20;
const TIMES: usize = 8;

pub(super) struct ExploredPredicates {
    pub(super) explorer: Explorer<Bdd>,
    pub(super) budget: Budget,
    /// For each search the states of its starts, or the reason why there are none.
    pub(super) starts: Vec<Result<Vec<u32>, Short<PegFault>>>,
    /// The visited parts for searches of one start that are too large, with the indices of the searches.
    pub(super) partial: Vec<(usize, PartialDfa)>,
    pub(super) taken: usize,
}

/// For each search the numbers of its starts, or the reason why there are none.
type Starts = Vec<Result<Range<usize>, Short<PegFault>>>;

impl ExploredPredicates {
    /// The automaton, and the numbers of the starts of each search in it.
    pub(super) fn finish(self) -> (Dfa, Starts) {
        let mut states = Vec::new();
        let ranges = self.starts.into_iter().map(|found| {
            let first = states.len();
            states.extend(found?);
            Ok(first..states.len())
        });
        let ranges = ranges.collect();
        (self.explorer.finish(states), ranges)
    }
}

pub(super) fn budget(program: &PegProgram) -> Budget {
    STEPS.for_size(STEPS_EACH * program.length())
}

/// Builds the automaton of as many searches as do not make it too large, on a budget. `starts` gives the starts of a
/// search, which come to a part of the program alone; `needs` lists, for each, the searches that it is larger than.
pub(super) fn explore(
    (program, part): (&PegProgram, ProgramPart),
    budget: Budget,
    needs: &[Vec<usize>],
    mut starts: impl FnMut(usize, &mut Predicates<'_>) -> Vec<Bdd>,
) -> ExploredPredicates {
    let classes = Classes::refine(part.sets);
    let (size, count) = (part.length, classes.count());
    let deadline = budget.deadline.clone();
    let kept_most = KEPT.max(STEPS_EACH * size);
    let most_states = budget::limit(STATES.max(STATES_EACH * size));
    let most = (TRANSITIONS / count).max(most_states.min(TIMES * TRANSITIONS / count));
    let (mut explorer, mut partial) = (Explorer::new(classes).until(&deadline), Vec::new());
    let (mut predicates, mut kept, mut kept_partly) = (Predicates::new(program), 0, 0);
    predicates.asks_start = part.asks_start;
    predicates.bdds.until(&deadline);
    let (mut all, mut held) = (0, deadline.hold());
    let starts = budget.clone().spend(needs, |at, StepBudget { steps, is_all }| {
        let (mark, before) = (predicates.mark(), explorer.states());
        predicates.bdds.give(steps.min(kept_most - kept));
        let limit = most_states.min(most.saturating_sub(before));
        let states = starts(at, &mut predicates).into_iter().map(|start| {
            let limit = (before + limit).saturating_sub(explorer.states());
            explorer.add(start, limit, |&state, classes| {
                let is_room = held.set(predicates.bytes());
                let is_in_time = is_room && !deadline.has_passed();
                is_in_time.then(|| predicates.row(state, false, classes))?
            })
        });
        let states: Result<Vec<u32>, Spent> = states.collect();
        let states = if predicates.bdds.is_exhausted() { Err(Spent::Steps) } else { states };
        let taken = steps.min(kept_most - kept) - predicates.bdds.left();
        all += taken;
        let Err(spent) = states else {
            kept += taken;
            return (taken, states.map_err(|_| Stop::Steps));
        };
        if is_all || spent == Spent::States {
            let one = explorer.partial(before);
            kept_partly += one.dfa.states();
            partial.extend((kept_partly <= most).then_some((at, one)));
        }
        let stop = match spent {
            Spent::States if limit == most_states || before == 0 => {
                Stop::Failed(PegFault::States(limit))
            }
            Spent::Steps if deadline.has_passed() => Stop::Time,
            Spent::Steps if predicates.bdds.is_too_deep() => Stop::Failed(PegFault::Formula),
            Spent::Steps if steps <= kept_most - kept => Stop::Steps,
            _ => Stop::All,
        };
        explorer.take_back(before);
        predicates.take_back(mark);
        (taken, Err(stop))
    });
    ExploredPredicates { explorer, budget, starts, partial, taken: all }
}
