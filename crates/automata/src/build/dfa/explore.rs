//! Builds an automaton start state by start state, each on a budget. States that two starts share are visited once. A
//! start with too many states is removed with them; the caller may keep the visited part as a [`PartialDfa`], which
//! may already show a difference to another automaton.

use std::hash::Hash;

use super::Dfa;
use crate::Acceptor;
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

    /// Visits what is reachable from a start and was not yet visited, breadth first: at most `limit` states. `row`
    /// says of a state whether a string may end there, and the states after each class; nothing, when that takes too
    /// many steps. On failure [`Explorer::take_back`] must follow.
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
    /// The automaton of the states that the starts reach, breadth first, and the old numbers of these states.
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

// Restricts an automaton to one start state, or rewrites it over another alphabet.

impl Dfa {
    /// The minimal automaton of one start state, over the coarsest classes that its language distinguishes.
    ///
    /// An automaton of a whole grammar has the classes of all its productions; `DIGIT` alone has two.
    pub fn alone(&self, start: usize) -> Self {
        self.alone_from(self.starts[start])
    }

    /// The smallest automaton of what is accepted from a state, over the coarsest classes that it tells apart.
    pub fn alone_from(&self, state: u32) -> Self {
        let fine = Self { starts: vec![state], ..self.clone() }.minimize();
        let column = |class| -> Vec<u32> {
            (0..fine.states() as u32).map(|state| fine.next(state, class)).collect()
        };
        let columns: Vec<_> = (0..fine.classes.count()).map(column).collect();
        let classes = Classes::numbered(|byte| &columns[fine.classes.of(byte)]);
        fine.over(classes)
    }

    /// The minimal automaton of one start, which answers for its language alone.
    pub fn acceptor(&self, start: usize) -> Acceptor {
        let alone = self.alone(start);
        let classes = std::array::from_fn(|byte| alone.classes.of(byte as u8) as u8);
        let representatives = alone.classes.representatives().to_vec();
        Acceptor::new(classes, representatives, alone.next, alone.accept, alone.starts[0])
    }

    /// The same automaton over finer classes: its own classes, refined by `others`.
    pub fn finer(&self, others: &Classes) -> Self {
        self.over(self.classes.common(others))
    }

    /// The same automaton over other classes. It must not tell apart two bytes of one of these.
    fn over(&self, classes: Classes) -> Self {
        let row = |state| {
            let letters = classes.representatives();
            letters.iter().map(move |&byte| self.next(state, self.classes.of(byte)))
        };
        let next = (0..self.states() as u32).flat_map(row).collect();
        Self { classes, next, accept: self.accept.clone(), starts: self.starts.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::bytes::{ByteSet, Classes};
    use crate::build::dfa::difference;

    /// Returns the row of a state that counts up to 9 and stays there. Only the last state accepts.
    fn row(state: &u8, classes: &Classes) -> Option<(bool, Vec<u8>)> {
        Some((*state == 9, vec![9.min(state + 1); classes.count()]))
    }

    #[test]
    fn shared_states_are_free_and_excess_is_rolled_back() {
        let mut explorer = Explorer::new(Classes::refine([]));
        assert_eq!(explorer.add(7, 3, row), Ok(0));
        // Five states in all, three of which are known.
        assert_eq!((explorer.add(5, 2, row), explorer.states()), (Ok(3), 5));
        assert_eq!(explorer.add(0, 4, row), Err(Spent::States));
        let partial = explorer.partial(5);
        // 0 to 3 were visited, 4 was not.
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

    #[test]
    fn classes_irrelevant_to_a_start_are_merged() {
        // Start 0: any number of digits; start 1: any number of bytes before `5`.
        let sets = [ByteSet::range(b'0', b'9'), ByteSet::range(0, b'4')];
        let step = |&limit: &u8, byte: u8| match (limit, byte) {
            (9, b'0'..=b'9') => 9,
            (4, ..=b'4') => 4,
            _ => 0,
        };
        let both = Dfa::explore(Classes::refine(sets), vec![9, 4], 9, |&limit| limit > 0, step);
        let both = both.unwrap();
        assert_eq!(both.classes().count(), 4);
        for start in [0, 1] {
            let alone = both.alone(start);
            assert_eq!((alone.classes().count(), alone.states(), alone.starts()), (2, 2, 1));
            assert!(difference((&both, start), (&alone, 0)).is_equal());
            let finer = alone.finer(&Classes::refine([ByteSet::single(b'3')]));
            assert_eq!(finer.classes().count(), 3);
            assert!(difference((&finer, 0), (&alone, 0)).is_equal());
        }
    }
}
