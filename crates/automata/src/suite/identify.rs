//! The words that tell the states of an automaton apart.
//!
//! In: a minimal automaton. Out: for each state a set of words, such that any two states have in
//! both of their sets a word that is accepted from one of them only. The empty word is in all of
//! them, so that the state's own verdict is tested too.
//!
//! First there are words enough to tell all states apart, shortest first: `w` splits the states
//! into those from which it is accepted and the others, and for a letter `a` the word `aw` splits
//! them by where `a` leads; when no such word splits anything that was together, all are apart
//! (Moore's partition refinement, and the words it finds). Then a tree of decisions: all states are
//! at its root, and each node divides its states by the word that divides best, the root by the
//! empty one. A state's set are the words from the root to it; the word at which two of them part
//! is in the sets of both.
//!
//! The best is not the evenest: a state counts as often as transitions lead to it, since its set
//! follows each of them. So the dead state, to which most lead, is close to the root.

use std::collections::{BTreeSet, HashMap};

use crate::{LetterDfa, Word};

/// A set of states, as bits.
type StateSet = Vec<u64>;

#[derive(Clone, Debug)]
pub(super) struct Identifiers {
    /// The words of all sets, each once.
    pub(super) words: Vec<Word>,
    /// The index of each word.
    places: HashMap<Word, u32>,
    /// The set of words of each state, by their indices.
    sets: Vec<BTreeSet<u32>>,
}

impl Identifiers {
    pub(super) fn of(dfa: &LetterDfa) -> Self {
        let splits = splits(dfa);
        let mut weights = vec![1; dfa.states()];
        for state in dfa.all() {
            for letter in dfa.alphabet() {
                weights[dfa.step(state, letter) as usize] += 1;
            }
        }
        let mut identifiers = Self {
            words: vec![Word::new()],
            places: HashMap::from([(Word::new(), 0)]),
            sets: vec![BTreeSet::from([0]); dfa.states()],
        };
        let accepts = |state: &u32| dfa.accepts(*state);
        let (yes, no) = dfa.all().partition::<Vec<u32>, _>(accepts);
        let mut waiting = vec![yes, no];
        while let Some(together) = waiting.pop() {
            if together.len() < 2 {
                continue;
            }
            let Some((word, accepting)) = best(&splits, &together, &weights) else { continue };
            let place = identifiers.place(word);
            for &state in &together {
                identifiers.sets[state as usize].insert(place);
            }
            let (yes, no) = together.into_iter().partition(|&state| has(accepting, state));
            waiting.extend([yes, no]);
        }
        identifiers
    }

    fn place(&mut self, word: &Word) -> u32 {
        *self.places.entry(word.clone()).or_insert_with(|| {
            self.words.push(word.clone());
            self.words.len() as u32 - 1
        })
    }

    /// The words of a state.
    pub(super) fn of_state(&self, state: u32) -> impl Iterator<Item = &[u16]> {
        self.sets[state as usize].iter().map(|&place| &*self.words[place as usize])
    }

    /// Whether a word is one of the words of a state.
    pub(super) fn has(&self, state: u32, word: &[u16]) -> bool {
        let place = self.places.get(word);
        place.is_some_and(|place| self.sets[state as usize].contains(place))
    }
}

fn has(set: &StateSet, state: u32) -> bool {
    set[state as usize / 64] >> (state % 64) & 1 == 1
}

/// Words that tell all states apart, each with the states from which it is accepted.
fn splits(dfa: &LetterDfa) -> Vec<(Word, StateSet)> {
    let collect = |is_in: &dyn Fn(u32) -> bool| {
        let mut set: StateSet = vec![0; dfa.states().div_ceil(64)];
        for state in dfa.all().filter(|&state| is_in(state)) {
            set[state as usize / 64] |= 1 << (state % 64);
        }
        set
    };
    let mut splits = vec![(Word::new(), collect(&|state| dfa.accepts(state)))];
    let mut blocks = vec![0_u32; dfa.states()];
    let mut count = refine(&mut blocks, &splits[0].1);
    let mut at = 0;
    while at < splits.len() && count < dfa.states() {
        for letter in dfa.alphabet() {
            let set = collect(&|state| has(&splits[at].1, dfa.step(state, letter)));
            let finer = refine(&mut blocks, &set);
            if finer > count {
                count = finer;
                splits.push(([&[letter], &splits[at].0[..]].concat(), set));
            }
        }
        at += 1;
    }
    splits
}

/// Divides each block of states by a set, and returns the number of blocks.
fn refine(blocks: &mut [u32], set: &StateSet) -> usize {
    let mut numbers = HashMap::new();
    for (state, block) in (0..).zip(blocks) {
        let next = numbers.len() as u32;
        *block = *numbers.entry((*block, has(set, state))).or_insert(next);
    }
    numbers.len()
}

/// The word that divides these states best by weight. Of equally good words, the first, which is
/// also the shortest.
fn best<'s>(
    splits: &'s [(Word, StateSet)],
    together: &[u32],
    weights: &[usize],
) -> Option<&'s (Word, StateSet)> {
    let weight = |state: &u32| weights[*state as usize];
    let all: usize = together.iter().map(weight).sum();
    let divides = |split: &'s (Word, StateSet)| {
        let is_in = |state: &&u32| has(&split.1, **state);
        let (count, yes) = together
            .iter()
            .filter(is_in)
            .map(weight)
            .fold((0, 0), |(count, sum), weight| (count + 1, sum + weight));
        (count > 0 && count < together.len()).then_some((yes.abs_diff(all - yes), split))
    };
    splits
        .iter()
        .filter_map(divides)
        .min_by_key(|(difference, _)| *difference)
        .map(|(_, split)| split)
}
