//! Members and near misses as `proptest` strategies that shrink. A string shrinks by cuts: a member remains a member,
//! and a near miss remains a near miss. A cut removes the bytes between two positions with the same state, or replaces
//! the bytes before a position with a shorter string to its state, or the bytes after it with a shorter string that is
//! accepted from there. The seed comes from proptest, so its regression files reproduce failures.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rand_pcg::rand_core::Rng;

use super::{ByteSampler, NearMiss};
use crate::Acceptor;
use crate::product::{descend, to_goals, way};

impl ByteSampler {
    /// Returns the members of the language as a `proptest` strategy. They shrink towards the shortest member.
    ///
    /// ```
    /// use grammar_automata::{Acceptor, sample::ByteSampler};
    /// use proptest::prelude::*;
    ///
    /// // One digit or more: state 0 is dead, 1 the start, 2 the end; class 1 has all but the digits.
    /// let classes = std::array::from_fn(|byte| u8::from(!(0x30..=0x39).contains(&byte)));
    /// let next = vec![0, 0, 2, 0, 2, 0];
    /// let port = Acceptor::new(classes, vec![b'0', b'/'], next, vec![false, false, true], 1);
    /// let members = ByteSampler::new(port)?.members();
    /// proptest!(|(digits in members)| prop_assert!(digits.iter().all(u8::is_ascii_digit)));
    /// # Ok::<(), grammar_automata::sample::NotSampled>(())
    /// ```
    #[must_use]
    pub fn members(self) -> Members {
        let cuts = Arc::new(Cuts::new(&self.acceptor));
        Members { sampler: self, cuts }
    }

    /// Returns the near misses of the language as a `proptest` strategy: see [`ByteSampler::near_miss`]. A near
    /// miss shrinks until the member from which it derives cannot be cut further. The language of all strings
    /// has no near misses, so its strategy rejects every draw.
    #[must_use]
    pub fn near_misses(self) -> NearMisses {
        let cuts = Arc::new(Cuts::new(&self.acceptor));
        NearMisses { sampler: self, cuts }
    }
}

/// The strategy that generates members of a language: see [`ByteSampler::members`].
#[derive(Clone, Debug)]
pub struct Members {
    sampler: ByteSampler,
    cuts: Arc<Cuts>,
}

/// The strategy that generates near misses of a language: see [`ByteSampler::near_misses`].
#[derive(Clone, Debug)]
pub struct NearMisses {
    sampler: ByteSampler,
    cuts: Arc<Cuts>,
}

impl Strategy for Members {
    type Tree = Shrinking;
    type Value = Vec<u8>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let after = drawn(&self.sampler, runner, ByteSampler::member);
        Ok(Shrinking::new(NearMiss { after, ..NearMiss::default() }, self.cuts.clone()))
    }
}

impl Strategy for NearMisses {
    type Tree = Shrinking;
    type Value = Vec<u8>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let found = drawn(&self.sampler, runner, ByteSampler::near_miss_apart);
        let found = found.ok_or("every string is a member")?;
        Ok(Shrinking::new(found, self.cuts.clone()))
    }
}

/// The number of strings from which one is chosen at random for each seed.
const SKIPPED: usize = 8;

fn drawn<T>(
    sampler: &ByteSampler,
    runner: &mut TestRunner,
    draw: impl Fn(&mut ByteSampler) -> T,
) -> T {
    let mut sampler = sampler.clone().seed(runner.rng().next_u64());
    // The first strings of every seed use the rarest transitions, and resemble each other.
    let skipped = sampler.random.below(SKIPPED);
    (0..skipped).for_each(|_| drop(draw(&mut sampler)));
    draw(&mut sampler)
}

/// A string and the strings to which it shrinks.
#[derive(Clone)]
pub struct Shrinking {
    cuts: Arc<Cuts>,
    now: NearMiss,
    before: Option<NearMiss>,
    /// The untried strings to which the last failing string shrinks, the shortest last.
    waiting: Vec<NearMiss>,
}

impl Shrinking {
    fn new(now: NearMiss, cuts: Arc<Cuts>) -> Self {
        let waiting = cuts.shorter(&now);
        Self { cuts, now, before: None, waiting }
    }

    fn next(&mut self, from: NearMiss) -> bool {
        let found = self.waiting.pop();
        let is_found = found.is_some();
        self.now = found.unwrap_or_else(|| from.clone());
        self.before = is_found.then_some(from);
        is_found
    }
}

impl ValueTree for Shrinking {
    type Value = Vec<u8>;

    fn current(&self) -> Vec<u8> {
        self.now.text()
    }

    fn simplify(&mut self) -> bool {
        let now = self.now.clone();
        if self.before.is_some() {
            self.waiting = self.cuts.shorter(&now);
        }
        self.next(now)
    }

    fn complicate(&mut self) -> bool {
        match self.before.take() {
            Some(before) => self.next(before),
            None => false,
        }
    }
}

impl fmt::Debug for Shrinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shrinking(\"{}\")", self.current().escape_ascii())
    }
}

struct Cuts {
    acceptor: Acceptor,
    /// For each state, the length of the shortest string that is accepted from it. The dead state has none.
    to_end: Vec<Option<u32>>,
    /// For each state except the start, the last step of a shortest path to it: the state before it, and the byte.
    came: Vec<Option<(u32, u8)>>,
}

impl Cuts {
    fn new(acceptor: &Acceptor) -> Self {
        let states = acceptor.size();
        let edges = || {
            let from = |state| {
                let bytes = acceptor.representatives().iter();
                bytes.map(move |&byte| (state, acceptor.step(state as u32, byte) as usize))
            };
            (0..states).flat_map(from)
        };
        let to_end = to_goals(states, |state| acceptor.is_end(state as u32), edges);
        let start = acceptor.start();
        let mut came = vec![None; states];
        let mut waiting = VecDeque::from([start]);
        while let Some(state) = waiting.pop_front() {
            for &byte in acceptor.representatives() {
                let next = acceptor.step(state, byte);
                if next != start && came[next as usize].is_none() {
                    came[next as usize] = Some((state, byte));
                    waiting.push_back(next);
                }
            }
        }
        Self { acceptor: acceptor.clone(), to_end, came }
    }

    fn access(&self, state: u32) -> Vec<u8> {
        way(state, |&state| self.came[state as usize])
    }

    fn completion(&self, state: u32) -> Vec<u8> {
        let distance = |state: u32| self.to_end[state as usize].map(|left| left as usize);
        let step = |state, byte| self.acceptor.step(state, byte);
        descend(state, self.acceptor.representatives(), step, distance)
    }

    fn states(&self, mut state: u32, bytes: &[u8]) -> Vec<u32> {
        let mut all = vec![state];
        for &byte in bytes {
            state = self.acceptor.step(state, byte);
            all.push(state);
        }
        all
    }

    /// Returns the variants of `bytes` in which one loop is removed: the bytes between two positions with the
    /// same state. `states` contains the state at each position.
    fn without_loops(states: &[u32], bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        for (from, state) in states.iter().enumerate() {
            for to in (from + 1..states.len()).filter(|&to| states[to] == *state) {
                all.push([&bytes[..from], &bytes[to..]].concat());
            }
        }
        all
    }

    /// Returns the strings to which a string shrinks in one step, the longest first.
    fn shorter(&self, from: &NearMiss) -> Vec<NearMiss> {
        let NearMiss { before, removed, after, .. } = from;
        let states = self.states(self.acceptor.start(), before);
        let at = states[before.len()];
        let mut befores = Self::without_loops(&states, before);
        befores.push(self.access(at));
        let states = self.states(self.acceptor.walk(at, removed), after);
        let mut afters = Self::without_loops(&states, after);
        let ends = states.iter().enumerate();
        afters
            .extend(ends.map(|(kept, &state)| [&after[..kept], &self.completion(state)].concat()));
        let is_shorter = |one: &Vec<u8>, than: &Vec<u8>| {
            (one.len(), one.as_slice()) < (than.len(), than.as_slice())
        };
        let mut all: Vec<NearMiss> = Vec::new();
        let cut = befores.into_iter().filter(|one| is_shorter(one, before));
        all.extend(cut.map(|before| NearMiss { before, ..from.clone() }));
        let cut = afters.into_iter().filter(|one| is_shorter(one, after));
        all.extend(cut.map(|after| NearMiss { after, ..from.clone() }));
        let is_member = from.is_member();
        all.retain(|one| self.acceptor.accepts(&one.text()) == is_member);
        all.sort_by_key(|one| {
            let text = one.text();
            std::cmp::Reverse((text.len(), text))
        });
        all.dedup();
        all
    }
}

impl fmt::Debug for Cuts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cuts").field("acceptor", &self.acceptor).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the automaton of `1*("a" "b")`: state 0 is dead, 1 is the start, 2 follows an `a`, 3 accepts.
    fn pairs() -> Acceptor {
        let classes = std::array::from_fn(|byte| match byte as u8 {
            b'a' => 0,
            b'b' => 1,
            _ => 2,
        });
        let next = vec![0, 0, 0, 2, 0, 0, 0, 3, 0, 2, 0, 0];
        Acceptor::new(classes, b"ab!".to_vec(), next, vec![false, false, false, true], 1)
    }

    /// Returns the smallest string for which a test fails, as proptest finds it.
    fn least<S: Strategy<Value = Vec<u8>>>(of: &S, fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
        let mut runner = TestRunner::deterministic();
        for _ in 0..1_000 {
            let mut tree = of.new_tree(&mut runner).unwrap();
            if !fails(&tree.current()) {
                continue;
            }
            let mut least = tree.current();
            let mut goes_on = tree.simplify();
            while goes_on {
                goes_on = if fails(&tree.current()) {
                    least = tree.current();
                    tree.simplify()
                } else {
                    tree.complicate()
                };
            }
            return least;
        }
        panic!("no string fails");
    }

    #[test]
    fn members_shrink_to_the_shortest() {
        let members = ByteSampler::new(pairs()).unwrap().members();
        assert_eq!(least(&members, |_| true), b"ab");
        assert_eq!(least(&members, |text| text.len() > 5), b"ababab");
    }

    #[test]
    fn near_misses_shrink_to_near_misses() {
        let near = ByteSampler::new(pairs()).unwrap().near_misses();
        let is_foreign = |byte: &u8| !b"ab".contains(byte);
        let least = least(&near, |text| text.iter().any(is_foreign));
        // With `x` for the other character: `xab`, `axb`, `abx`, `xb`, `ax`, `abxb`.
        let others = least.iter().filter(|byte| !is_foreign(byte)).count();
        assert!(others <= 3, "{least:?}");
        let mut runner = TestRunner::deterministic();
        for _ in 0..200 {
            let mut tree = near.new_tree(&mut runner).unwrap();
            loop {
                assert!(!pairs().accepts(&tree.current()), "{tree:?}");
                if !tree.simplify() {
                    break;
                }
            }
        }
    }

    #[test]
    fn the_seed_determines_the_strings() {
        let members = ByteSampler::new(pairs()).unwrap().members();
        let strings = || {
            let mut runner = TestRunner::deterministic();
            (0..20).map(|_| members.new_tree(&mut runner).unwrap().current()).collect::<Vec<_>>()
        };
        assert_eq!(strings(), strings());
        assert!(strings().iter().any(|one| one.len() > 2));
    }
}
