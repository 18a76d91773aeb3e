//! Builds an automaton start state by start state, each on a budget.
//!
//! In: starts, and a function from a state to the states after each class. Out: a [`Dfa`] of those
//! starts whose states were all visited. States that two starts share are visited once. A start
//! with too many states is removed, with the states that were visited for it. The caller may keep
//! the visited states as a [`PartialDfa`], which may already show a difference to another
//! automaton.

use std::hash::Hash;

use super::Dfa;
use crate::build::bytes::Classes;
use crate::build::deadline::{Deadline, Held};
use crate::build::memo::Memo;

/// An automaton that is being built: all states that its starts reach have been visited.
#[derive(Debug)]
pub struct Explorer<S> {
    classes: Classes,
    numbers: Memo<S, u32>,
    next: Vec<u32>,
    accept: Vec<bool>,
    held: Held,
}

/// The memory that a transition takes, in bytes: once in the table, and twice while the table is minimized.
const TRANSITION: usize = 12;

/// The reason why the states of a start were not all visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// There are more states than are allowed.
    States,
    /// Making the states took more steps than are allowed.
    Steps,
}

/// The visited part of an automaton with one start, when the budget was spent.
#[derive(Clone, Debug)]
pub struct PartialDfa {
    /// The automaton. One of its states stands for all that were not visited.
    pub dfa: Dfa,
    /// The state that stands for those not visited.
    pub unknown: u32,
}

impl<S: Eq + Hash + Clone> Explorer<S> {
    /// An automaton over these classes, without a state.
    #[must_use]
    pub fn new(classes: Classes) -> Self {
        let held = Held::default();
        Self { classes, numbers: Memo::new(), next: Vec::new(), accept: Vec::new(), held }
    }

    /// Counts the states as a part of the memory that there is until a deadline. Where it is spent, `row` must say so.
    pub fn until(self, deadline: &Deadline) -> Self {
        Self { held: deadline.hold(), ..self }
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.numbers.keys().len()
    }

    /// Visits what is reachable from a start and was not yet visited, breadth first: at most `limit`
    /// states. `row` says of a state whether a string may end there, and the states after each
    /// class; nothing, when that takes too many steps. On failure [`Explorer::take_back`] must
    /// follow.
    pub fn add(
        &mut self,
        start: S,
        limit: usize,
        mut row: impl FnMut(&S, &Classes) -> Option<(bool, Vec<S>)>,
    ) -> Result<u32, Spent> {
        let before = self.states();
        let start = self.number(start);
        while let Some(state) = self.numbers.keys().get(self.accept.len()) {
            if self.states() - before > limit {
                return Err(Spent::States);
            }
            let (accepts, next) = row(&state.clone(), &self.classes).ok_or(Spent::Steps)?;
            self.accept.push(accepts);
            for state in next {
                let state = self.number(state);
                self.next.push(state);
            }
            self.held.set(self.numbers.bytes() + TRANSITION * self.next.len());
        }
        Ok(start)
    }

    fn number(&mut self, state: S) -> u32 {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let fresh = self.states() as u32; // limited to far fewer
        self.numbers.insert(state, fresh);
        fresh
    }

    /// The visited part for a start that failed. `before` is the number of states before the start.
    pub fn partial(&self, before: usize) -> PartialDfa {
        let (visited, count) = (self.accept.len(), self.classes.count());
        let unknown = visited as u32;
        let mut next: Vec<u32> = self.next.iter().map(|&state| state.min(unknown)).collect();
        next.extend(std::iter::repeat_n(unknown, count));
        let mut accept = self.accept.clone();
        accept.push(false);
        // A start that was known before cannot fail: it is the first that was met.
        let starts = vec![(before as u32).min(unknown)];
        let dfa = Dfa { classes: self.classes.clone(), next, accept, starts };
        let (dfa, kept) = dfa.pruned();
        let unknown = kept.iter().position(|&state| state == unknown).unwrap_or(kept.len());
        PartialDfa { dfa, unknown: unknown as u32 }
    }

    /// Forgets all states but the first `states`, all of which were visited.
    pub fn take_back(&mut self, states: usize) {
        self.numbers.truncate(states);
        self.accept.truncate(states);
        self.next.truncate(states * self.classes.count());
    }

    /// Makes the automaton with the given starts.
    pub fn finish(self, starts: Vec<u32>) -> Dfa {
        let Self { classes, next, accept, .. } = self;
        if accept.is_empty() {
            return Dfa::default();
        }
        Dfa { classes, next, accept, starts }
    }
}

impl Dfa {
    /// The automaton of the states that the starts reach, breadth first, and the old numbers of
    /// these states.
    fn pruned(&self) -> (Self, Vec<u32>) {
        let kept = self.reachable(self.starts.iter().copied());
        let mut numbers = vec![0; self.states()];
        kept.iter().zip(0..).for_each(|(&state, number)| numbers[state as usize] = number);
        let number = |state: &u32| numbers[*state as usize];
        let pruned = Self {
            classes: self.classes.clone(),
            next: kept.iter().flat_map(|&state| self.row(state)).map(number).collect(),
            accept: kept.iter().map(|&state| self.accepts(state)).collect(),
            starts: self.starts.iter().map(number).collect(),
        };
        (pruned, kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state that counts up to 9 and stays there. Only the last state accepts.
    fn row(state: &u8, classes: &Classes) -> Option<(bool, Vec<u8>)> {
        Some((*state == 9, vec![9.min(state + 1); classes.count()]))
    }

    #[test]
    fn what_is_shared_costs_nothing_and_what_is_too_much_is_taken_back() {
        let mut explorer = Explorer::new(Classes::refine([]));
        assert_eq!(explorer.add(7, 3, row), Ok(0));
        // Five states in all, of which three are known.
        assert_eq!((explorer.add(5, 2, row), explorer.states()), (Ok(3), 5));
        assert_eq!(explorer.add(0, 4, row), Err(Spent::States));
        let partial = explorer.partial(5);
        // 0 to 3 were visited, and 4 not.
        assert_eq!((partial.dfa.states(), partial.dfa.walk(0, b"aaaa")), (5, partial.unknown));
        explorer.take_back(5);
        assert_eq!((explorer.add(0, 5, row), explorer.states()), (Ok(5), 10));
        let dfa = explorer.finish(vec![5, 0]);
        assert!(dfa.matches(0, b"123456789") && dfa.matches(1, b"12") && !dfa.matches(1, b"1"));
    }

    #[test]
    fn a_row_may_run_out_of_steps() {
        let mut explorer = Explorer::new(Classes::refine([]));
        let stops = |state: &u8, classes: &Classes| (*state < 3).then(|| row(state, classes))?;
        assert_eq!(explorer.add(0, 99, stops), Err(Spent::Steps));
        explorer.take_back(0);
        assert_eq!(explorer.finish(Vec::new()), Dfa::default());
    }
}
