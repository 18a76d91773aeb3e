//! Membership: whether a production derives one string.
//!
//! In: a printed grammar and a string. Out: whether a production has the string. No automaton is
//! built, so productions may nest in themselves, and call themselves on the left. For each
//! production and each start offset, the set of end offsets is computed by a fixed-point iteration
//! over the right side. The least fixed point is what the grammar derives.

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::dfa::Dfa;
use crate::languages::replaced::Replaced;
use crate::notation::Term;
use crate::printed::rules::Rules;
use rustc_hash::FxHashMap as HashMap;

/// The number of steps that one string may take, and all of them.
const STEPS: usize = 1_000_000;
const ALL: usize = 200_000_000;

/// The productions of a grammar, to be held against strings.
pub(crate) struct MembershipTest<'d> {
    rules: &'d Rules,
    /// For each production, the automaton and the state that replace it, if any do.
    replaced: Vec<Option<(&'d Dfa, u32)>>,
    /// The number of steps that are left for further strings.
    left: Cell<usize>,
}

impl<'d> MembershipTest<'d> {
    /// `rules` are those of a grammar with what is replaced.
    pub(crate) fn of(rules: &'d Rules, replaced: &Replaced<'d>) -> Self {
        let mut states = vec![None; rules.productions.len()];
        for (key, state) in replaced.states() {
            if let Some(place) = rules.place(key) {
                states[place] = Some(state);
            }
        }
        Self { rules, replaced: states, left: Cell::new(ALL) }
    }

    /// With so many steps for all strings, and no more than these.
    pub(crate) fn with_steps(self, all: usize) -> Self {
        Self { left: Cell::new(all), ..self }
    }

    /// Whether a production has a string. Nothing is known if that takes too long, after the deadline,
    /// or if the production reaches one that cannot be used as printed.
    pub(crate) fn has(&self, name: &str, text: &[u8]) -> Option<bool> {
        if self.rules.deadline.has_passed() {
            return None;
        }
        let place = self.rules.place(name)?;
        let given = STEPS.min(self.left.get());
        let (ends, asked) = (HashMap::default(), Vec::new());
        let mut chart = Chart { of: self, text, ends, asked, steps: given };
        let has = chart.has(place);
        self.left.set(self.left.get() - (given - chart.steps));
        has
    }
}

struct Chart<'c> {
    of: &'c MembershipTest<'c>,
    text: &'c [u8],
    /// Where a production may end that begins at a place, as far as that is known.
    ends: HashMap<(usize, usize), BTreeSet<usize>>,
    /// The productions and places that were asked for.
    asked: Vec<(usize, usize)>,
    steps: usize,
}

impl Chart<'_> {
    /// Whether a production has the whole text.
    fn has(&mut self, place: usize) -> Option<bool> {
        self.ask(place, 0);
        loop {
            let (before, mut has_grown) = (self.asked.len(), false);
            for at in 0..before {
                let (place, from) = self.asked[at];
                let ends = match self.of.replaced[place] {
                    Some(state) => self.read(state, from),
                    None => {
                        self.term(self.of.rules.productions[place].term.as_ref().ok()?, from)?
                    }
                };
                let known = self.ends.entry((place, from)).or_default();
                has_grown |= ends.len() > known.len();
                *known = ends;
            }
            if !has_grown && self.asked.len() == before {
                return Some(self.ends[&(place, 0)].contains(&self.text.len()));
            }
        }
    }

    fn ask(&mut self, place: usize, from: usize) -> BTreeSet<usize> {
        match self.ends.get(&(place, from)) {
            Some(known) => known.clone(),
            None => {
                self.ends.insert((place, from), BTreeSet::new());
                self.asked.push((place, from));
                BTreeSet::new()
            }
        }
    }

    /// The places where a string of an automaton may end that begins at a place.
    fn read(&self, (dfa, mut state): (&Dfa, u32), from: usize) -> BTreeSet<usize> {
        let mut ends = BTreeSet::new();
        for at in from..=self.text.len() {
            ends.extend(dfa.accepts(state).then_some(at));
            if let Some(&byte) = self.text.get(at) {
                state = dfa.next(state, dfa.classes().of(byte));
            }
        }
        ends
    }

    /// The places where a term may end that begins at a place. The recursion goes no deeper than
    /// brackets nest.
    fn term(&mut self, term: &Term, from: usize) -> Option<BTreeSet<usize>> {
        self.steps = self.steps.checked_sub(1)?;
        Some(match term {
            Term::Name(name) => {
                let place = self.of.rules.place(name)?;
                let ends = self.ask(place, from);
                self.steps = self.steps.checked_sub(ends.len())?;
                ends
            }
            Term::Bytes(set) => {
                let is_read = self.text.get(from).is_some_and(|&byte| set.contains(byte));
                is_read.then_some(from + 1).into_iter().collect()
            }
            Term::Literal { bytes, ignore_case } => {
                let found = self.text.get(from..from + bytes.len());
                let is_read = found.is_some_and(|found| match ignore_case {
                    true => found.eq_ignore_ascii_case(bytes),
                    false => found == bytes,
                });
                is_read.then_some(from + bytes.len()).into_iter().collect()
            }
            Term::Sequence(terms) => {
                let mut ends = BTreeSet::from([from]);
                for term in terms {
                    ends = self.all(term, &ends)?;
                }
                ends
            }
            Term::Choice(all) => {
                let mut ends = BTreeSet::new();
                for one in all {
                    ends.extend(self.term(&one.term, from)?);
                }
                ends
            }
            // What is found step by step only grows, and a difference may shrink.
            Term::Difference { .. } => return None,
            Term::Repeat { min, max, term } => {
                let (mut ends, mut last) = (BTreeSet::new(), BTreeSet::from([from]));
                for times in 0..=max.unwrap_or(u32::MAX) {
                    if times >= *min {
                        let before = ends.len();
                        ends.extend(&last);
                        if ends.len() == before {
                            break;
                        }
                    }
                    // As often as there are places, nothing new can come.
                    if last.is_empty() || times as usize > self.text.len() + *min as usize {
                        break;
                    }
                    last = self.all(term, &last)?;
                }
                ends
            }
        })
    }

    fn all(&mut self, term: &Term, from: &BTreeSet<usize>) -> Option<BTreeSet<usize>> {
        let mut ends = BTreeSet::new();
        for &from in from {
            ends.extend(self.term(term, from)?);
        }
        Some(ends)
    }
}
