//! Tests that a suite finds every implementation of another language, and repeats no string.

use std::collections::{BTreeSet, HashSet};

use proptest::prelude::*;
use proptest::sample::Index;

use urispec::Edition;

use super::*;
use crate::of_editions::{acceptor, of_edition};
use crate::scaled;

fn suite(rule: &str) -> ByteSuite {
    ByteSuite::new(acceptor(rule)).unwrap()
}

/// An implementation: for each state, whether a string may end there, and the successor by each letter.
#[derive(Clone)]
struct Implementation(Vec<(bool, Vec<u32>)>);

impl Implementation {
    fn right(dfa: &LetterDfa) -> Self {
        let row = |state| dfa.alphabet().map(|letter| dfa.step(state, letter)).collect();
        Self(dfa.all().map(|state| (dfa.accepts(state), row(state))).collect())
    }

    fn step(&self, state: u32, letter: u16) -> u32 {
        self.0[state as usize].1[usize::from(letter)]
    }

    fn accepts(&self, word: &[u16]) -> bool {
        let state = word.iter().fold(0, |state, &letter| self.step(state, letter));
        self.0[state as usize].0
    }

    /// Decides equivalence by walking both automata in parallel.
    fn is_right(&self, dfa: &LetterDfa) -> bool {
        let (mut seen, mut waiting) = (HashSet::from([(0, 0)]), vec![(0, 0)]);
        while let Some((own, its)) = waiting.pop() {
            if self.0[own as usize].0 != dfa.accepts(its) {
                return false;
            }
            let after = |letter| (self.step(own, letter), dfa.step(its, letter));
            waiting.extend(dfa.alphabet().map(after).filter(|&pair| seen.insert(pair)));
        }
        true
    }

    fn passes(&self, suite: &ByteSuite) -> bool {
        suite.words().all(|word| {
            let state = suite.dfa.after(0, &word);
            self.accepts(&word) == suite.dfa.accepts(state)
        })
    }

    fn redirect(&mut self, state: Index, letter: Index, to: Index) {
        let states = self.0.len();
        let row = &mut state.get_mut(&mut self.0).1;
        *letter.get_mut(row) = to.index(states) as u32;
    }
}

#[test]
fn identifiers_of_two_states_share_a_distinguishing_word() {
    for (edition, grammar) in Edition::ALL
        .iter()
        .flat_map(|&edition| edition.grammars().iter().map(move |one| (edition, one)))
    {
        let rules = grammar.productions().iter().map(|rule| rule.name());
        let mut parts: Vec<_> = rules
            .map(|rule| (rule, LetterDfa::new(&of_edition(edition, rule), false).unwrap()))
            .collect();
        parts.sort_by_key(|(_, dfa)| dfa.states());
        for (name, dfa) in [&parts[0], &parts[parts.len() - 1]] {
            let identifiers = Identifiers::new(dfa);
            for (a, b) in dfa.all().flat_map(|a| (0..a).map(move |b| (a, b))) {
                let tells = |word: &[u16]| {
                    dfa.accepts(dfa.after(a, word)) != dfa.accepts(dfa.after(b, word))
                };
                let mut words = identifiers.of_state(a);
                let found = words.any(|word| identifiers.has(b, word) && tells(word));
                assert!(found, "{name}: {a} and {b}");
            }
        }
    }
}

/// Compares the suite with its definition, using a set to find repetitions.
#[test]
fn each_string_of_a_suite_is_unique() {
    for (rule, extra) in [("dec-octet", 0), ("pct-encoded", 1), ("IPv6address", 0), ("scheme", 2)] {
        let suite = suite(rule).extra(extra);
        let mut all = BTreeSet::new();
        for state in suite.dfa.all() {
            let mut middles = vec![Word::new()];
            for length in 0..=extra + 1 {
                for middle in &middles {
                    let after = suite.dfa.after(state, middle);
                    let word = [suite.dfa.access(state), middle.clone()].concat();
                    let ends = suite.identifiers.of_state(after);
                    all.extend(ends.map(|end| [&word[..], end].concat()));
                }
                let longer = |word: &Word| {
                    let longer = suite.dfa.alphabet().map(|letter| [&word[..], &[letter]].concat());
                    longer.collect::<Vec<_>>()
                };
                middles =
                    middles.iter().filter(|word| word.len() == length).flat_map(longer).collect();
            }
        }
        let words: Vec<_> = suite.words().collect();
        assert_eq!(words.len(), all.len(), "{rule}");
        assert!(words.into_iter().collect::<BTreeSet<_>>() == all, "{rule}");
    }
}

/// Tries every single redirected transition and every single inverted verdict.
#[test]
fn a_single_fault_is_found() {
    for rule in ["pct-encoded", "dec-octet", "path-empty", "scheme", "unreserved", "IPvFuture"] {
        let suite = suite(rule);
        let right = Implementation::right(&suite.dfa);
        assert!(right.passes(&suite));
        for state in suite.dfa.all().map(|state| state as usize) {
            let mut wrong = right.clone();
            wrong.0[state].0 ^= true;
            assert!(!wrong.passes(&suite), "{rule}: the verdict in {state}");
            for letter in suite.dfa.alphabet().map(usize::from) {
                for to in suite.dfa.all().filter(|&to| to != right.0[state].1[letter]) {
                    let mut wrong = right.clone();
                    wrong.0[state].1[letter] = to;
                    assert!(!wrong.passes(&suite), "{rule}: {state} by {letter} to {to}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: scaled(50, 150) as u32,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Without extra states, only a right implementation passes, however many faults are tried at once.
    #[test]
    fn an_implementation_that_passes_is_right(
        faults in prop::collection::vec(any::<(Index, Index, Index)>(), 0..4),
        rule in rules(),
    ) {
        let suite = suite(rule);
        let mut tested = Implementation::right(&suite.dfa);
        faults.into_iter().for_each(|(state, letter, to)| tested.redirect(state, letter, to));
        prop_assert_eq!(tested.passes(&suite), tested.is_right(&suite.dfa));
    }

    /// Also with extra states, each of which is a faulty copy of another state, only a right implementation passes.
    #[test]
    fn an_implementation_with_extra_states_that_passes_is_right(
        copies in prop::collection::vec(any::<(Index, Index, Index)>(), 1..3),
        faults in prop::collection::vec(any::<(Index, Index)>(), 0..3),
        rule in prop::sample::select(&["dec-octet", "pct-encoded", "scheme", "path-empty"][..]),
    ) {
        let suite = suite(rule).extra(copies.len());
        let mut tested = Implementation::right(&suite.dfa);
        let mut last = 0;
        for (copied, from, letter) in copies {
            last = tested.0.len() as u32;
            tested.0.push(copied.get(&tested.0).clone());
            let row = &mut from.get_mut(&mut tested.0).1;
            row[letter.index(suite.dfa.letters.len())] = last;
        }
        for (letter, to) in faults {
            let to = to.index(tested.0.len()) as u32;
            tested.0[last as usize].1[letter.index(suite.dfa.letters.len())] = to;
        }
        prop_assert_eq!(tested.passes(&suite), tested.is_right(&suite.dfa));
    }
}

fn rules() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["dec-octet", "IPv4address", "scheme", "authority", "URI-reference"][..])
}
