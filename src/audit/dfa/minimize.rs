//! Hopcroft's minimization, on the several starts at once.

use std::collections::HashMap;

use super::Dfa;
use crate::audit::bytes::Classes;

impl Dfa {
    /// The smallest automaton with the same languages.
    ///
    /// State 0 is the dead one, whether or not anything leads to it; the others come breadth first
    /// from the starts. The classes are the fewest possible. Two automata with the same languages
    /// are therefore equal, state by state, once minimized.
    #[must_use]
    pub fn minimize(&self) -> Self {
        let blocks = Partition::of(self);
        let mut renumbered = vec![0_u32; blocks.members.len()];
        let mut minimal = Self {
            classes: self.classes.clone(),
            next: vec![0; self.classes.count()],
            accept: vec![false],
            starts: Vec::with_capacity(self.starts.len()),
        };
        let order = self.reachable(self.starts.iter().copied());
        let mut kept = Vec::new();
        for &state in &order {
            let block = blocks.of[state as usize];
            if block != blocks.dead && renumbered[block] == 0 {
                kept.push(state);
                renumbered[block] = kept.len() as u32;
            }
        }
        let number = |state: u32| renumbered[blocks.of[state as usize]];
        for state in kept {
            minimal.accept.push(self.accepts(state));
            minimal.next.extend(self.row(state).iter().map(|&state| number(state)));
        }
        minimal.starts.extend(self.starts.iter().map(|&state| number(state)));
        minimal.merge_classes()
    }

    /// Makes one class of the classes that no state tells apart.
    fn merge_classes(self) -> Self {
        let mut columns: HashMap<Vec<u32>, usize> = HashMap::new();
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

/// The blocks of states that no string tells apart. One more state than the automaton has is dead.
struct Partition {
    members: Vec<Vec<usize>>,
    of: Vec<usize>,
    dead: usize,
}

impl Partition {
    fn of(dfa: &Dfa) -> Self {
        let (states, dead) = (dfa.states() + 1, dfa.states());
        let count = dfa.classes.count();
        let before = predecessors(dfa);
        let mut this = Self { members: vec![Vec::new(); 2], of: vec![0; states], dead: 0 };
        for state in 0..states {
            this.of[state] = usize::from(state != dead && dfa.accept[state]);
            this.members[this.of[state]].push(state);
        }
        let mut waiting: Vec<(usize, usize)> =
            (0..2).flat_map(|block| (0..count).map(move |class| (block, class))).collect();
        let mut marked = vec![false; states];
        while let Some((splitter, class)) = waiting.pop() {
            let mut leading: Vec<usize> = Vec::new();
            for &state in &this.members[splitter] {
                leading
                    .extend(before.leading_into(state, class).iter().map(|&state| state as usize));
            }
            leading.iter().for_each(|&state| marked[state] = true);
            let mut touched: Vec<usize> = leading.iter().map(|&state| this.of[state]).collect();
            touched.sort_unstable();
            touched.dedup();
            for block in touched {
                let (inside, outside): (Vec<_>, Vec<_>) =
                    this.members[block].iter().partition(|&&state| marked[state]);
                if outside.is_empty() {
                    continue;
                }
                // The smaller half becomes the new block, so that a state moves log n times.
                let fresh = this.members.len();
                let (small, large) = if inside.len() < outside.len() {
                    (inside, outside)
                } else {
                    (outside, inside)
                };
                small.iter().for_each(|&state| this.of[state] = fresh);
                this.members[block] = large;
                this.members.push(small);
                // If the old block waits, now both halves do; else the smaller one suffices.
                waiting.extend((0..count).map(|class| (fresh, class)));
            }
            leading.iter().for_each(|&state| marked[state] = false);
        }
        this.dead = this.of[dead];
        this
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
