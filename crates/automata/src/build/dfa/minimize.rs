//! Hopcroft's minimization, for all start states at once.

use rustc_hash::FxHashMap as HashMap;

use super::Dfa;
use crate::build::bytes::Classes;
use crate::product::{descend, to_goals};

impl Dfa {
    /// The smallest automaton with the same languages.
    ///
    /// State 0 is the dead one, whether or not anything leads to it; the others come breadth first
    /// from the starts. The classes are the fewest possible. Two automata with the same languages
    /// are therefore equal, state by state, once minimized.
    pub fn minimize(&self) -> Self {
        let partition = Partition::of(self);
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

    /// Makes one class of the classes that no state tells apart.
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

/// The blocks of states that no string tells apart, each a range of all states in some order (Valmari and
/// Lehtinen, *Efficient minimization of DFAs with partial transition functions*, 2008): a block is split
/// in as many steps as states are taken out of it. One more state than the automaton has is dead.
struct Partition {
    states: Vec<usize>,
    places: Vec<usize>,
    of: Vec<usize>,
    blocks: Vec<Block>,
    dead: usize,
}

/// A range of states, the first of which are marked.
#[derive(Clone, Copy)]
struct Block {
    first: usize,
    end: usize,
    marked: usize,
}

impl Partition {
    fn of(dfa: &Dfa) -> Self {
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
                // If the old block waits, now both parts do; else the smaller one suffices.
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

    /// Splits a block into its marked and its other states. The smaller part becomes the new block, so that a
    /// state changes its block at most log₂ n times. There is no new block if all states are marked.
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
    // The dead state that was added leads to itself.
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

// How far each state of an automaton is from acceptance.

/// For each state of an automaton, the length of the shortest string that is accepted from there.
pub struct Distances(Vec<Option<u32>>);

impl Distances {
    /// Those of all states, in time that is linear in the table.
    pub fn of(dfa: &Dfa) -> Self {
        let states = 0..dfa.states();
        let edges = || {
            let from =
                |state| dfa.row(state as u32).iter().map(move |&next| (state, next as usize));
            states.clone().flat_map(from)
        };
        Self(to_goals(dfa.states(), |state| dfa.accepts(state as u32), edges))
    }

    /// The distance of a state. There is none from a dead state.
    pub fn get(&self, state: u32) -> Option<u32> {
        self.0[state as usize]
    }

    /// A shortest string that is accepted from a state, of the first of these letters that lead
    /// nearer. It is empty from a dead state.
    pub fn completion(&self, dfa: &Dfa, state: u32, letters: impl Iterator<Item = u8>) -> Vec<u8> {
        // Of the letters of a class, all lead to the same.
        let mut seen = vec![false; dfa.classes().count()];
        let letters = letters.map(|byte| (byte, dfa.classes().of(byte)));
        let first = letters.filter(|&(_, class)| !std::mem::replace(&mut seen[class], true));
        let first: Vec<(u8, usize)> = first.collect();
        let step = |state, (_, class)| dfa.next(state, class);
        let found = descend(state, &first, step, |state| self.get(state).map(|left| left as usize));
        found.into_iter().map(|(byte, _)| byte).collect()
    }
}
