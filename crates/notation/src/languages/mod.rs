//! Builds automata from productions: partial derivatives, automata in place of productions, recursive productions with
//! regular languages, and recursion unrolled to a depth.

pub mod regular;
pub(crate) mod partial;

use std::cell::Cell;

use grammar_automata::build::Dfa;
use rustc_hash::FxHashMap as HashMap;

use crate::languages::partial::Replaced;
use crate::notations::Term;
use crate::printed::rules::Rules;

// Membership: whether a production derives one string. Productions may nest in themselves, and be
// left-recursive: the end positions of a production from a start are recomputed whenever a callee has new end
// positions. The least fixed point consists of the end positions that the grammar derives.

/// The maximum number of steps for one string. [`ALL`] is the maximum for all strings together.
const STEPS: usize = 1_000_000;
const ALL: usize = 200_000_000;

/// A test of whether a production of a grammar derives a string.
pub struct MembershipTest<'d> {
    rules: &'d Rules,
    /// For each production, the automaton and the state that replace it, if any.
    replaced: Vec<Option<(&'d Dfa, u32)>>,
    left: Cell<usize>,
}

impl<'d> MembershipTest<'d> {
    /// Creates a test. `rules` must belong to the grammar that [`Replaced::within`] returns.
    pub fn new(rules: &'d Rules, replaced: &Replaced<'d>) -> Self {
        let mut states = vec![None; rules.productions.len()];
        for (key, state) in replaced.states() {
            if let Some(place) = rules.place(key) {
                states[place] = Some(state);
            }
        }
        Self { rules, replaced: states, left: Cell::new(ALL) }
    }

    /// Sets the maximum number of steps for all strings together.
    pub fn with_steps(self, all: usize) -> Self {
        Self { left: Cell::new(all), ..self }
    }

    /// Returns whether a production derives a string, or `None` if that takes too long, if the deadline has
    /// passed, or if the production reaches a production that cannot be used as printed.
    pub fn has(&self, name: &str, text: &[u8]) -> Option<bool> {
        if self.rules.deadline.has_passed() {
            return None;
        }
        let place = self.rules.place(name)?;
        let given = STEPS.min(self.left.get());
        let mut chart = Chart {
            of: self,
            text,
            numbers: HashMap::default(),
            asked: Vec::new(),
            waiting: Vec::new(),
            steps: given,
        };
        let has = chart.has(place);
        self.left.set(self.left.get() - (given - chart.steps));
        has
    }
}

#[derive(Clone, Default)]
struct Places(Vec<u64>);

impl Places {
    fn one(place: usize) -> Self {
        let mut all = Self::default();
        all.insert(place);
        all
    }

    fn insert(&mut self, place: usize) {
        let word = place / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (place % 64);
    }

    fn contains(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    fn extend(&mut self, other: &Self) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn remove_all(&mut self, other: &Self) {
        for (word, less) in self.0.iter_mut().zip(&other.0) {
            *word &= !less;
        }
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().zip(0..).flat_map(|(&word, number)| {
            let next = |&left: &u64| Some(left & left.wrapping_sub(1)).filter(|&left| left != 0);
            let lefts = std::iter::successors(Some(word).filter(|&word| word != 0), next);
            lefts.map(move |left| number * 64 + left.trailing_zeros() as usize)
        })
    }
}

struct PendingProduction {
    production: usize,
    from: usize,
    ends: Places,
    /// The entries that depend on this entry.
    askers: Vec<usize>,
    is_waiting: bool,
}

struct Chart<'c> {
    of: &'c MembershipTest<'c>,
    text: &'c [u8],
    numbers: HashMap<(usize, usize), usize>,
    asked: Vec<PendingProduction>,
    /// The entries to compute: new entries, and entries that depend on an entry with new end positions.
    waiting: Vec<usize>,
    steps: usize,
}

impl Chart<'_> {
    fn has(&mut self, place: usize) -> Option<bool> {
        let whole = self.number(place, 0);
        while let Some(asker) = self.waiting.pop() {
            let PendingProduction { production, from, .. } = self.asked[asker];
            self.asked[asker].is_waiting = false;
            let ends = match self.of.replaced[production] {
                Some(state) => self.read(state, from),
                None => {
                    let term = self.of.rules.productions[production].term.as_ref().ok()?;
                    self.term(term, from, asker)?
                }
            };
            if ends.len() > self.asked[asker].ends.len() {
                self.asked[asker].ends = ends;
                for at in 0..self.asked[asker].askers.len() {
                    self.wait(self.asked[asker].askers[at]);
                }
            }
        }
        Some(self.asked[whole].ends.contains(self.text.len()))
    }

    fn wait(&mut self, number: usize) {
        if !std::mem::replace(&mut self.asked[number].is_waiting, true) {
            self.waiting.push(number);
        }
    }

    fn number(&mut self, production: usize, from: usize) -> usize {
        let fresh = self.asked.len();
        let number = *self.numbers.entry((production, from)).or_insert(fresh);
        if number == fresh {
            let (ends, askers) = (Places::default(), Vec::new());
            self.asked.push(PendingProduction {
                production,
                from,
                ends,
                askers,
                is_waiting: false,
            });
            self.wait(number);
        }
        number
    }

    /// Returns the known end positions of a production that begins at `from`, and makes the entry `asker` depend on
    /// them.
    fn ask(&mut self, production: usize, from: usize, asker: usize) -> Option<Places> {
        let number = self.number(production, from);
        let asked = &mut self.asked[number];
        self.steps = self.steps.checked_sub(asked.ends.len() + asked.askers.len() / 8)?;
        if !asked.askers.contains(&asker) {
            asked.askers.push(asker);
        }
        Some(asked.ends.clone())
    }

    /// Returns the end positions of the strings that begin at `from` and that an automaton accepts.
    fn read(&self, (dfa, mut state): (&Dfa, u32), from: usize) -> Places {
        let mut ends = Places::default();
        for at in from..=self.text.len() {
            if dfa.accepts(state) {
                ends.insert(at);
            }
            if let Some(&byte) = self.text.get(at) {
                state = dfa.next(state, dfa.classes().of(byte));
            }
        }
        ends
    }

    /// Returns the end positions of a term that begins at `from`, for the entry `asker`. The recursion is only as deep
    /// as the brackets.
    fn term(&mut self, term: &Term, from: usize, asker: usize) -> Option<Places> {
        self.steps = self.steps.checked_sub(1)?;
        Some(match term {
            Term::Name(name) => {
                let place = self.of.rules.place(name)?;
                self.ask(place, from, asker)?
            }
            Term::Bytes(set) => match self.text.get(from).is_some_and(|&byte| set.contains(byte)) {
                true => Places::one(from + 1),
                false => Places::default(),
            },
            Term::Literal { bytes, ignore_case } => {
                let found = self.text.get(from..from + bytes.len());
                let is_read = found.is_some_and(|found| match ignore_case {
                    true => found.eq_ignore_ascii_case(bytes),
                    false => found == bytes,
                });
                if is_read { Places::one(from + bytes.len()) } else { Places::default() }
            }
            Term::Sequence(terms) => {
                let mut ends = Places::one(from);
                for term in terms {
                    ends = self.all(term, &ends, asker)?;
                }
                ends
            }
            Term::Choice(all) => {
                let mut ends = Places::default();
                for one in all {
                    ends.extend(&self.term(&one.term, from, asker)?);
                }
                ends
            }
            // The fixed point requires growing results, but a difference may shrink.
            Term::Difference { .. } => return None,
            Term::Repeat { min, max, term } => {
                let (mut ends, mut last) = (Places::default(), Places::one(from));
                for times in 0..=max.unwrap_or(u32::MAX) {
                    if times >= *min {
                        // A position that fewer iterations reached is not visited again.
                        last.remove_all(&ends);
                        ends.extend(&last);
                    }
                    // More iterations than positions find nothing new.
                    if last.is_empty() || times as usize > self.text.len() + *min as usize {
                        break;
                    }
                    last = self.all(term, &last, asker)?;
                }
                ends
            }
        })
    }

    fn all(&mut self, term: &Term, from: &Places, asker: usize) -> Option<Places> {
        let mut ends = Places::default();
        for from in from.iter() {
            ends.extend(&self.term(term, from, asker)?);
        }
        Some(ends)
    }
}
