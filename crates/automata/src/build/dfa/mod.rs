//! Deterministic automata: exploration, minimization, comparison. A whole grammar becomes one automaton, so
//! states that several productions share are explored once. [`Dfa::minimize`] is Hopcroft's algorithm (*An n
//! log n algorithm for minimizing states in a finite automaton*, 1971). [`difference`] searches the product of
//! two automata breadth first, so it finds shortest witnesses.

use std::hash::Hash;

use crate::build::bytes::{ByteSet, Classes};

mod explore;
mod search;

pub use explore::{Distances, Explorer, PartialDfa, Spent};
pub use search::{ClassBoundaries, Difference, GaveUp, Members, ProductSearch, Wanted, difference};

/// A complete deterministic automaton over classes of bytes, with several starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dfa {
    classes: Classes,
    next: Vec<u32>,
    accept: Vec<bool>,
    starts: Vec<u32>,
}

/// The empty automaton, without starts and with the dead state only.
impl Default for Dfa {
    fn default() -> Self {
        let classes = Classes::refine([]);
        Self { classes, next: vec![0], accept: vec![false], starts: Vec::new() }
    }
}

/// The error for an automaton with more states than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "more than {limit} states: the grammar is too large to decide; raise the limit or decide fewer rules"
)]
#[non_exhaustive]
pub struct TooLarge {
    /// The number of states allowed.
    pub limit: usize,
}

impl Dfa {
    /// Explores the states that are reachable from `starts`: start by start, and breadth first from each.
    ///
    /// `step` receives the representative of a class. The states are numbered in the order of discovery.
    ///
    /// # Errors
    /// Returns [`TooLarge`] if there are more than `limit` states.
    pub fn explore<S: Eq + Hash + Clone>(
        classes: Classes,
        starts: Vec<S>,
        limit: usize,
        mut accepts: impl FnMut(&S) -> bool,
        mut step: impl FnMut(&S, u8) -> S,
    ) -> Result<Self, TooLarge> {
        let mut explorer = Explorer::new(classes);
        let starts = starts.into_iter().map(|start| {
            let left = limit - explorer.states();
            explorer.add(start, left, |state, classes| {
                let next = classes.representatives().iter().map(|&byte| step(state, byte));
                Some((accepts(state), next.collect()))
            })
        });
        let starts = starts.collect::<Result<_, _>>().map_err(|_| TooLarge { limit })?;
        Ok(explorer.finish(starts))
    }

    /// Returns the classes of bytes that the automaton distinguishes: its alphabet.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.accept.len()
    }

    /// Returns the number of starts.
    pub fn starts(&self) -> usize {
        self.starts.len()
    }

    /// Returns the start state with the index `start`.
    ///
    /// # Panics
    /// Panics if no start has this index. Other methods with a parameter `start` do the same.
    pub fn start(&self, start: usize) -> u32 {
        self.starts[start]
    }

    /// Returns the state to which the bytes of a class lead from `state`.
    pub fn next(&self, state: u32, class: usize) -> u32 {
        self.next[state as usize * self.classes.count() + class]
    }

    /// Returns the successors of a state, one for each class of bytes.
    pub fn row(&self, state: u32) -> &[u32] {
        let count = self.classes.count();
        &self.next[state as usize * count..][..count]
    }

    /// Returns whether a state is accepting.
    pub fn accepts(&self, state: u32) -> bool {
        self.accept[state as usize]
    }

    /// Returns the state to which a string leads from `state`.
    pub fn walk(&self, state: u32, bytes: &[u8]) -> u32 {
        bytes.iter().fold(state, |state, &byte| self.next(state, self.classes.of(byte)))
    }

    /// Returns whether a string is in the language of a start.
    pub fn matches(&self, start: usize, bytes: &[u8]) -> bool {
        self.accepts(self.walk(self.starts[start], bytes))
    }

    /// Returns the number of states of the minimal automaton of one start. The dead state is counted if it is
    /// reachable.
    pub fn size(&self, start: usize) -> usize {
        let alone = Self { starts: vec![self.starts[start]], ..self.clone() };
        let minimal = alone.minimize();
        minimal.reachable([minimal.starts[0]]).len()
    }

    /// Returns the bytes with which strings of a start's language may begin, and whether the empty string is in
    /// the language. The automaton must be minimal.
    pub fn first(&self, start: usize) -> (ByteSet, bool) {
        let state = self.starts[start];
        let live = self.row(state).iter().enumerate().filter(|(_, next)| **next != 0);
        let members = live.map(|(class, _)| self.classes.members(class));
        (members.fold(ByteSet::EMPTY, ByteSet::union), self.accepts(state))
    }

    /// Returns, for each start, whether its language is nonempty.
    pub fn live(&self) -> Vec<bool> {
        let distances = Distances::new(self);
        self.starts.iter().map(|&start| distances.get(start).is_some()).collect()
    }

    /// Returns whether some string of a start's language contains a byte that is at least `least`.
    pub fn has_byte(&self, start: usize, least: u8) -> bool {
        let is_dead =
            |state: u32| !self.accepts(state) && self.row(state).iter().all(|&next| next == state);
        self.reachable([self.start(start)]).into_iter().any(|state| {
            (least..=u8::MAX).any(|byte| !is_dead(self.next(state, self.classes().of(byte))))
        })
    }

    /// Returns the states that are reachable from the given states, in breadth-first order.
    pub fn reachable(&self, from: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut seen = vec![false; self.states()];
        let mut order = Vec::new();
        let mut visit = |state: u32, order: &mut Vec<u32>| {
            if !std::mem::replace(&mut seen[state as usize], true) {
                order.push(state);
            }
        };
        from.into_iter().for_each(|state| visit(state, &mut order));
        let mut at = 0;
        while let Some(&state) = order.get(at) {
            self.row(state).iter().for_each(|&state| visit(state, &mut order));
            at += 1;
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::search::common;
    use super::*;

    /// Returns the automaton of the binary numerals divisible by a number. Divisibility by 3 takes five states:
    /// one for each remainder, one for no digit at all, and the dead state.
    fn divisible_by(divisor: u32) -> Dfa {
        let classes = Classes::refine([ByteSet::single(b'0'), ByteSet::single(b'1')]);
        let step = |state: &Option<(bool, u32)>, byte| match (state, byte) {
            (Some((_, rest)), b'0' | b'1') => {
                Some((true, (rest * 2 + u32::from(byte == b'1')) % divisor))
            }
            _ => None,
        };
        let accepts = |state: &Option<(bool, u32)>| *state == Some((true, 0));
        let starts = vec![Some((false, 0)), Some((true, 1))];
        Dfa::explore(classes, starts, 50, accepts, step).unwrap()
    }

    #[test]
    fn exploration_begins_at_every_start() {
        let dfa = divisible_by(3);
        assert_eq!((dfa.states(), dfa.starts(), dfa.classes().count()), (5, 2, 3));
        for number in 0..100_u32 {
            let text = format!("{number:b}");
            assert_eq!(dfa.matches(0, text.as_bytes()), number % 3 == 0, "{text}");
        }
        assert!(!dfa.matches(0, b"") && !dfa.matches(0, b"11x") && dfa.matches(1, b"1"));
        assert_eq!(dfa.size(0), 5);
    }

    #[test]
    fn exploration_stops_at_its_limit() {
        let count = |limit| {
            Dfa::explore(Classes::refine([]), vec![0_u8], limit, |_| true, |&n, _| (n + 1) % 9)
        };
        assert_eq!(count(9).unwrap().states(), 9);
        assert_eq!(count(8), Err(TooLarge { limit: 8 }));
    }

    #[test]
    fn minimization_yields_the_minimal_automaton() {
        // The numerals divisible by 6, with the states doubled as remainders of 12. Needed are the remainder of 3
        // before the last digit, and its parity.
        let twelve = {
            let classes = Classes::refine([ByteSet::single(b'0'), ByteSet::single(b'1')]);
            let step = |&rest: &u32, byte| match byte {
                b'0' | b'1' if rest < 12 => (rest * 2 + u32::from(byte == b'1')) % 12,
                _ => 12,
            };
            Dfa::explore(classes, vec![0, 5], 50, |rest| rest % 6 == 0 && *rest < 12, step)
        };
        let minimal = twelve.unwrap().minimize();
        // 0 alone; 3; 1 and 4 merged; 2 and 5 merged (after either digit they meet); dead.
        assert_eq!(minimal.states(), 5);
        assert_eq!(minimal.start(0), 1);
        assert!(minimal.row(0).iter().all(|&state| state == 0) && !minimal.accepts(0));
        assert_eq!(minimal, minimal.minimize());
        assert!(minimal.matches(0, b"1100") && !minimal.matches(0, b"1101"));
        assert!(minimal.matches(1, b"010") && !minimal.matches(1, b"1"));
    }

    #[test]
    fn the_dead_state_exists_even_if_unreachable() {
        let all = Dfa::explore(Classes::refine([]), vec![()], 1, |()| true, |(), _| ()).unwrap();
        let minimal = all.minimize();
        assert_eq!((minimal.states(), minimal.start(0), minimal.size(0)), (2, 1, 1));
    }

    #[test]
    fn differences_have_shortest_witnesses() {
        let (three, six) = (divisible_by(3), divisible_by(6));
        let witness = difference((&three, 0), (&six, 0));
        assert_eq!(witness.only_left.as_deref(), Some(&b"11"[..]));
        assert_eq!(witness.only_right, None);
        assert!(!witness.is_equal() && difference((&six, 0), (&six.minimize(), 0)).is_equal());
        assert_eq!(common((&three, 0), (&divisible_by(2), 0)).as_deref(), Some(&b"0"[..]));
        // Start 1 follows a digit 1: `11` would be divisible by 3 and odd, so 1.
        assert_eq!(common((&three, 1), (&six, 1)).as_deref(), Some(&b"10"[..]));
    }

    #[test]
    fn members_come_shortest_first() {
        let three = divisible_by(3);
        let members: Vec<_> = three.members(0).take(5).collect();
        assert_eq!(members, [&b"0"[..], b"00", b"11", b"000", b"011"]);
        assert_eq!(three.shortest(0).as_deref(), Some(&b"0"[..]));
        let finite =
            Dfa::explore(Classes::refine([]), vec![0], 9, |n| n % 3 == 1, |n, _| 4.min(n + 1));
        // 1 and 4 accept, and 4 repeats.
        assert_eq!(
            finite.unwrap().members(0).take(3).map(|m| m.len()).collect::<Vec<_>>(),
            [1, 4, 5]
        );
        let step = |&n: &u8, byte| if byte == b'0' { 5.min(n + 1) } else { 5 };
        let digits = Classes::refine([ByteSet::single(b'0')]);
        let finite = Dfa::explore(digits, vec![0], 9, |n| n % 2 == 1 && *n < 5, step).unwrap();
        assert_eq!(finite.members(0).collect::<Vec<_>>(), [&b"0"[..], b"000"]);
        assert_eq!(divisible_by(3).members(0).nth(500).map(|m| m.len() > 9), Some(true));
    }
}
