//! The automaton of predicates, each search on a budget of its own. A search that is given up is taken back, so that
//! the others do not pay for its memory.

use grammar_automata::build::{Bdd, Classes, Explorer, PartialDfa, Spent};
use grammar_automata::engine::budget::{Budget, Short, StepBudget, Stop};
use grammar_automata::engine::{Differentiable, budget};

use super::PegFault;
use super::predicate::Predicates;
use super::program::{PegProgram, ProgramPart};

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
    /// The visited parts for searches of one start that are too large, with the indices of the
    /// searches.
    pub(super) partial: Vec<(usize, PartialDfa)>,
    pub(super) taken: usize,
}

pub(super) fn budget(program: &PegProgram) -> Budget {
    STEPS.for_size(STEPS_EACH * program.length())
}

/// Builds the automaton of as many searches as do not make it too large, on a budget. `starts` gives the
/// starts of a search; `needs` lists, for each, the searches that it is larger than.
pub(super) fn explore(
    program: &PegProgram,
    budget: Budget,
    needs: &[Vec<usize>],
    starts: impl FnMut(usize, &mut Predicates<'_>) -> Vec<Bdd>,
) -> ExploredPredicates {
    explore_part((program, program.all()), budget, needs, starts)
}

/// The same, where the starts come to a part of the program alone.
pub(super) fn explore_part(
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
