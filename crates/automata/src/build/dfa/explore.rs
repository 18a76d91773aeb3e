//! Determinization, minimization, and restriction to one start.

use std::hash::Hash;

use rustc_hash::FxHashMap as HashMap;

use super::Dfa;
use crate::Acceptor;
use crate::build::bytes::Classes;
use crate::build::deadline::{Deadline, Held};
use crate::build::memo::Memo;
use crate::product::{descend, to_goals};

// Builds an automaton start by start, each within a budget. States that two starts share are visited once. A
// start with too many states is removed together with its new states; the caller may keep the explored part as
// a [`PartialDfa`], which may already show a difference from another automaton.

/// An automaton under construction: all states that its starts reach have been visited.
#[derive(Debug)]
pub struct Explorer<S> {
    classes: Classes,
    numbers: Memo<S, u32>,
    next: Vec<u32>,
    accept: Vec<bool>,
    held: Held,
}

/// The memory of a transition in bytes: four in the table, and eight more while the table is minimized.
const TRANSITION: usize = 12;

/// The reason why the states of a start were not all visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// There are more states than allowed.
    States,
    /// Computing the states took more steps than allowed.
    Steps,
}

/// The part of an automaton with one start that was explored before the budget was spent.
#[derive(Clone, Debug)]
pub struct PartialDfa {
    /// The automaton. One of its states represents all unvisited states.
    pub dfa: Dfa,
    /// The state that represents the unvisited states.
    pub unknown: u32,
}

impl<S: Eq + Hash + Clone> Explorer<S> {
    /// Creates an explorer over these classes, without states.
    pub fn new(classes: Classes) -> Self {
        let held = Held::default();
        Self { classes, numbers: Memo::new(), next: Vec::new(), accept: Vec::new(), held }
    }

    /// Counts the states towards the memory limit of a deadline. Once the limit is exceeded, the `row` of
    /// [`Explorer::add`] must return `None`.
    pub fn until(self, deadline: &Deadline) -> Self {
        Self { held: deadline.hold(), ..self }
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.numbers.keys().len()
    }

    /// Visits the unvisited states that are reachable from a start, breadth first and at most `limit` of them.
    /// Returns the number of the start. `row` returns whether a string may end in a state, and the state after
    /// each class, or `None` if that takes too many steps. After an error, [`Explorer::take_back`] must be
    /// called.
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

    /// Returns the part explored before a start failed. `before` is the number of states before that start.
    pub fn partial(&self, before: usize) -> PartialDfa {
        let (visited, count) = (self.accept.len(), self.classes.count());
        let unknown = visited as u32;
        let mut next: Vec<u32> = self.next.iter().map(|&state| state.min(unknown)).collect();
        next.extend(std::iter::repeat_n(unknown, count));
        let mut accept = self.accept.clone();
        accept.push(false);
        // A known start cannot fail, so the failed start is the first new state.
        let starts = vec![(before as u32).min(unknown)];
        let dfa = Dfa { classes: self.classes.clone(), next, accept, starts };
        let (dfa, kept) = dfa.pruned();
        let unknown = kept.iter().position(|&state| state == unknown).unwrap_or(kept.len());
        PartialDfa { dfa, unknown: unknown as u32 }
    }

    /// Forgets all states except the first `states`, each of which must have been visited.
    pub fn take_back(&mut self, states: usize) {
        self.numbers.truncate(states);
        self.accept.truncate(states);
        self.next.truncate(states * self.classes.count());
    }

    /// Returns the automaton with the given starts.
    pub fn finish(self, starts: Vec<u32>) -> Dfa {
        let Self { classes, next, accept, .. } = self;
        if accept.is_empty() {
            return Dfa::default();
        }
        Dfa { classes, next, accept, starts }
    }
}

impl Dfa {
    /// Returns the automaton with the reachable states, renumbered breadth first, and the old number of each.
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

// Restricts an automaton to one start, or rewrites it over another alphabet.

impl Dfa {
    /// Returns the minimal automaton of one start, over the fewest classes that its language needs.
    ///
    /// The automaton of a whole grammar has the classes of all its productions, but `DIGIT` alone needs only two.
    pub fn restrict(&self, start: usize) -> Self {
        self.restrict_to_state(self.starts[start])
    }

    /// Returns the minimal automaton of the strings accepted from a state, over as few classes as possible.
    pub fn restrict_to_state(&self, state: u32) -> Self {
        let fine = Self { starts: vec![state], ..self.clone() }.minimize();
        let column = |class| -> Vec<u32> {
            (0..fine.states() as u32).map(|state| fine.next(state, class)).collect()
        };
        let columns: Vec<_> = (0..fine.classes.count()).map(column).collect();
        let classes = Classes::numbered(|byte| &columns[fine.classes.of(byte)]);
        fine.over(classes)
    }

    /// Returns the minimal automaton of one start as an [`Acceptor`].
    pub fn acceptor(&self, start: usize) -> Acceptor {
        let alone = self.restrict(start);
        let classes = std::array::from_fn(|byte| alone.classes.of(byte as u8) as u8);
        let representatives = alone.classes.representatives().to_vec();
        Acceptor::new(classes, representatives, alone.next, alone.accept, alone.starts[0])
    }

    /// Returns the automaton over finer classes: its own classes, refined by `others`.
    pub fn finer(&self, others: &Classes) -> Self {
        self.over(self.classes.common(others))
    }

    /// Returns the automaton over other classes. No class may contain two bytes that the automaton distinguishes.
    fn over(&self, classes: Classes) -> Self {
        let row = |state| {
            let letters = classes.representatives();
            letters.iter().map(move |&byte| self.next(state, self.classes.of(byte)))
        };
        let next = (0..self.states() as u32).flat_map(row).collect();
        Self { classes, next, accept: self.accept.clone(), starts: self.starts.clone() }
    }
}

// Hopcroft's minimization, for all starts at once.

impl Dfa {
    /// Returns the minimal automaton with the same languages.
    ///
    /// State 0 is dead, whether or not it is reachable; the other states are numbered breadth first from the
    /// starts. There are as few classes as possible. Two minimized automata with the same languages are
    /// therefore equal, state by state.
    pub fn minimize(&self) -> Self {
        let partition = Partition::new(self);
        let mut renumbered = vec![0_u32; partition.blocks.len()];
        let mut minimal = Self {
            classes: self.classes.clone(),
            next: vec![0; self.classes.count()],
            accept: vec![false],
            starts: Vec::with_capacity(self.starts.len()),
        };
        let order = self.reachable(self.starts.iter().copied());
        let mut kept = Vec::new();
        for &state in &order {
            let block = partition.of[state as usize];
            if block != partition.dead && renumbered[block] == 0 {
                kept.push(state);
                renumbered[block] = kept.len() as u32;
            }
        }
        let number = |state: u32| renumbered[partition.of[state as usize]];
        for state in kept {
            minimal.accept.push(self.accepts(state));
            minimal.next.extend(self.row(state).iter().map(|&state| number(state)));
        }
        minimal.starts.extend(self.starts.iter().map(|&state| number(state)));
        minimal.merge_classes()
    }

    /// Merges the classes that no state distinguishes.
    fn merge_classes(self) -> Self {
        let mut columns: HashMap<Vec<u32>, usize> = HashMap::default();
        let merged: Vec<usize> = (0..self.classes.count())
            .map(|class| {
                let fresh = columns.len();
                let column = (0..self.states() as u32).map(|state| self.next(state, class));
                *columns.entry(column.collect()).or_insert(fresh)
            })
            .collect();
        let classes = Classes::numbered(|byte| merged[self.classes.of(byte)]);
        let kept: Vec<usize> =
            classes.representatives().iter().map(|&byte| self.classes.of(byte)).collect();
        let next = (0..self.states() as u32)
            .flat_map(|state| kept.iter().map(move |&class| (state, class)))
            .map(|(state, class)| self.next(state, class))
            .collect();
        Self { classes, next, ..self }
    }
}

/// The blocks of equivalent states, each a range of a permutation of the states (Valmari and Lehtinen,
/// *Efficient minimization of DFAs with partial transition functions*, 2008): splitting a block takes one step
/// for each state that leaves it. An additional dead state is included.
struct Partition {
    states: Vec<usize>,
    places: Vec<usize>,
    of: Vec<usize>,
    blocks: Vec<Block>,
    dead: usize,
}

/// A range of states. The first `marked` states are marked.
#[derive(Clone, Copy)]
struct Block {
    first: usize,
    end: usize,
    marked: usize,
}

impl Partition {
    fn new(dfa: &Dfa) -> Self {
        let (count, before) = (dfa.classes.count(), predecessors(dfa));
        let mut this = Self::by_acceptance(dfa);
        let mut waiting: Vec<(usize, usize)> = (0..this.blocks.len())
            .flat_map(|block| (0..count).map(move |class| (block, class)))
            .collect();
        let (mut leading, mut touched) = (Vec::new(), Vec::new());
        while let Some((splitter, class)) = waiting.pop() {
            let Block { first, end, .. } = this.blocks[splitter];
            leading.clear();
            for &state in &this.states[first..end] {
                leading.extend_from_slice(before.leading_into(state, class));
            }
            for &state in &leading {
                let block = this.of[state as usize];
                if this.blocks[block].marked == 0 {
                    touched.push(block);
                }
                this.mark(state as usize);
            }
            for block in touched.drain(..) {
                // If the old block is waiting, both parts must wait; otherwise the smaller part suffices.
                if let Some(fresh) = this.split(block) {
                    waiting.extend((0..count).map(|class| (fresh, class)));
                }
            }
        }
        this.dead = this.of[dfa.states()];
        this
    }

    fn by_acceptance(dfa: &Dfa) -> Self {
        let count = dfa.states() + 1;
        let accepts = |state: usize| dfa.accept.get(state).is_some_and(|&accepts| accepts);
        let (mut states, last): (Vec<usize>, Vec<usize>) =
            (0..count).partition(|&one| !accepts(one));
        let middle = states.len();
        states.extend(last);
        let mut places = vec![0; count];
        states.iter().enumerate().for_each(|(place, &state)| places[state] = place);
        let mut blocks = vec![Block { first: 0, end: middle, marked: 0 }];
        if middle < count {
            blocks.push(Block { first: middle, end: count, marked: 0 });
        }
        let of = (0..count).map(|state| usize::from(accepts(state))).collect();
        Self { states, places, of, blocks, dead: 0 }
    }

    fn mark(&mut self, state: usize) {
        let Block { first, marked, .. } = &mut self.blocks[self.of[state]];
        let (from, to) = (self.places[state], *first + *marked);
        if from < to {
            return;
        }
        *marked += 1;
        let other = self.states[to];
        self.states.swap(from, to);
        (self.places[state], self.places[other]) = (to, from);
    }

    /// Splits a block into its marked and its unmarked states, or returns `None` if all states are marked. The
    /// smaller part becomes the new block, so a state changes its block at most log₂ n times.
    fn split(&mut self, block: usize) -> Option<usize> {
        let Block { first, end, marked } = self.blocks[block];
        self.blocks[block].marked = 0;
        let middle = first + marked;
        if middle == end {
            return None;
        }
        let (kept, taken) = match marked <= end - middle {
            true => ((middle, end), (first, middle)),
            false => ((first, middle), (middle, end)),
        };
        (self.blocks[block].first, self.blocks[block].end) = kept;
        let fresh = self.blocks.len();
        self.states[taken.0..taken.1].iter().for_each(|&state| self.of[state] = fresh);
        self.blocks.push(Block { first: taken.0, end: taken.1, marked: 0 });
        Some(fresh)
    }
}

/// The states that lead into each state by each class, in one array.
struct Predecessors {
    classes: usize,
    bounds: Vec<u32>,
    states: Vec<u32>,
}

fn predecessors(dfa: &Dfa) -> Predecessors {
    let (states, classes) = (dfa.states() + 1, dfa.classes.count());
    let dead = dfa.states();
    // The additional dead state leads to itself.
    let next = |state: usize, class: usize| {
        if state == dead { dead } else { dfa.next[state * classes + class] as usize }
    };
    let mut bounds = vec![0_u32; states * classes + 1];
    for (state, class) in pairs(states, classes) {
        bounds[next(state, class) * classes + class + 1] += 1;
    }
    for at in 1..bounds.len() {
        bounds[at] += bounds[at - 1];
    }
    let mut free = bounds.clone();
    let mut sources = vec![0_u32; states * classes];
    for (state, class) in pairs(states, classes) {
        let slot = &mut free[next(state, class) * classes + class];
        sources[*slot as usize] = state as u32;
        *slot += 1;
    }
    Predecessors { classes, bounds, states: sources }
}

fn pairs(states: usize, classes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..states).flat_map(move |state| (0..classes).map(move |class| (state, class)))
}

impl Predecessors {
    fn leading_into(&self, state: usize, class: usize) -> &[u32] {
        let at = state * self.classes + class;
        &self.states[self.bounds[at] as usize..self.bounds[at + 1] as usize]
    }
}

// The distance of each state from acceptance.

/// For each state of an automaton, the length of the shortest string that is accepted from there.
pub struct Distances(Vec<Option<u32>>);

impl Distances {
    /// Computes the distances of all states, in time linear in the table.
    pub fn new(dfa: &Dfa) -> Self {
        let states = 0..dfa.states();
        let edges = || {
            let from =
                |state| dfa.row(state as u32).iter().map(move |&next| (state, next as usize));
            states.clone().flat_map(from)
        };
        Self(to_goals(dfa.states(), |state| dfa.accepts(state as u32), edges))
    }

    /// Returns the distance of a state, or `None` for a dead state.
    pub fn get(&self, state: u32) -> Option<u32> {
        self.0[state as usize]
    }

    /// Returns a shortest string that is accepted from a state, or the empty string if the state is dead. Each
    /// byte is the first of `letters` that leads nearer to acceptance.
    pub fn completion(&self, dfa: &Dfa, state: u32, letters: impl Iterator<Item = u8>) -> Vec<u8> {
        // All letters of a class lead to the same state.
        let mut seen = vec![false; dfa.classes().count()];
        let letters = letters.map(|byte| (byte, dfa.classes().of(byte)));
        let first = letters.filter(|&(_, class)| !std::mem::replace(&mut seen[class], true));
        let first: Vec<(u8, usize)> = first.collect();
        let step = |state, (_, class)| dfa.next(state, class);
        let found = descend(state, &first, step, |state| self.get(state).map(|left| left as usize));
        found.into_iter().map(|(byte, _)| byte).collect()
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
            let alone = both.restrict(start);
            assert_eq!((alone.classes().count(), alone.states(), alone.starts()), (2, 2, 1));
            assert!(difference((&both, start), (&alone, 0)).is_equal());
            let finer = alone.finer(&Classes::refine([ByteSet::single(b'3')]));
            assert_eq!(finer.classes().count(), 3);
            assert!(difference((&finer, 0), (&alone, 0)).is_equal());
        }
    }
}
