//! For each state of a minimal automaton a set of words, such that any two states have in both of their sets a word
//! that is accepted from one of them only. The empty word is in all of them.
//!
//! First there are words enough to tell all states apart, shortest first (Moore's partition refinement, and the words
//! it finds). Then a tree of decisions: each node divides its states by the word that divides best, the root by the
//! empty one. A state's set are the words from the root to it. The best is not the evenest: a state counts as often as
//! transitions lead to it, since its set follows each of them.

use std::collections::{BTreeSet, HashMap};

use crate::{LetterDfa, Word};

type StateSet = Vec<u64>;

#[derive(Clone, Debug)]
pub(super) struct Identifiers {
    pub(super) words: Vec<Word>,
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

    pub(super) fn of_state(&self, state: u32) -> impl Iterator<Item = &[u16]> {
        self.sets[state as usize].iter().map(|&place| &*self.words[place as usize])
    }

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

fn refine(blocks: &mut [u32], set: &StateSet) -> usize {
    let mut numbers = HashMap::new();
    for (state, block) in (0..).zip(blocks) {
        let next = numbers.len() as u32;
        *block = *numbers.entry((*block, has(set, state))).or_insert(next);
    }
    numbers.len()
}

/// The word that divides these states best by weight. Of equally good words, the first, which is also the shortest.
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

// Set cover: a small choice of strings that kills all mutants. The minimum is NP-hard (Karp, *Reducibility among
// combinatorial problems*, 1972, "set covering"). The greedy choice is larger by a factor of at most 1 + ln n, where n
// is the greatest number of mutants that one string kills (Chvátal, *A greedy heuristic for the set-covering problem*,
// 1979).

/// Chooses strings that kill every mutant that any string kills, and returns their indices in the order in which they
/// are chosen. `kills` has, for each string, the indices of the mutants that it kills, all below `mutants`. Of two strings
/// that kill as many, the earlier one is taken.
///
/// The choice is greedy, without the strings that are redundant in the end. It need not be the smallest one.
///
/// ```
/// use grammar_automata::suite::{cover_bound, greedy_cover};
///
/// let kills = [vec![0], vec![0, 1], vec![2]];
/// assert_eq!(greedy_cover(&kills, 3), [1, 2]);
/// assert_eq!(cover_bound(&kills, 3), 2);
/// ```
pub fn greedy_cover<K: AsRef<[usize]>>(kills: &[K], mutants: usize) -> Vec<usize> {
    let kills: Vec<&[usize]> = kills.iter().map(AsRef::as_ref).collect();
    let mut left = vec![false; mutants];
    kills.iter().copied().flatten().for_each(|&mutant| left[mutant] = true);
    let mut chosen = Vec::new();
    loop {
        let gain = |all: &[usize]| all.iter().filter(|&&mutant| left[mutant]).count();
        let gains = kills.iter().copied().map(gain).enumerate();
        let Some((at, gain)) = gains.rev().max_by_key(|&(_, gain)| gain) else { break };
        if gain == 0 {
            break;
        }
        kills[at].iter().for_each(|&mutant| left[mutant] = false);
        chosen.push(at);
    }
    // How many of the chosen tell each mutant.
    let mut times = vec![0_usize; mutants];
    chosen.iter().flat_map(|&at| kills[at]).for_each(|&mutant| times[mutant] += 1);
    for place in (0..chosen.len()).rev() {
        let at = chosen[place];
        if kills[at].iter().all(|&mutant| times[mutant] > 1) {
            kills[at].iter().for_each(|&mutant| times[mutant] -= 1);
            chosen.remove(place);
        }
    }
    chosen
}

/// A lower bound on the size of every choice of strings that kills what [`greedy_cover`] kills.
///
/// Mutants are chosen, the rarest first, of which no string kills two: each needs a string of its own.
pub fn cover_bound<K: AsRef<[usize]>>(kills: &[K], mutants: usize) -> usize {
    let mut tellers: Vec<Vec<usize>> = vec![Vec::new(); mutants];
    for (at, all) in kills.iter().enumerate() {
        all.as_ref().iter().for_each(|&mutant| tellers[mutant].push(at));
    }
    let mut mutants: Vec<usize> =
        (0..mutants).filter(|&mutant| !tellers[mutant].is_empty()).collect();
    mutants.sort_by_key(|&mutant| (tellers[mutant].len(), mutant));
    let (mut used, mut count) = (vec![false; kills.len()], 0);
    for mutant in mutants {
        if tellers[mutant].iter().all(|&at| !used[at]) {
            tellers[mutant].iter().for_each(|&at| used[at] = true);
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cover_is_greedy_and_without_redundant_elements() {
        // The second kills three; then the first and the third kill one each, and the fourth none.
        let kills = [vec![0, 1], vec![1, 2, 3], vec![4], vec![2]];
        assert_eq!((greedy_cover(&kills, 6), cover_bound(&kills, 6)), (vec![1, 0, 2], 3));
        // The greedy choice begins with the first; the two others are then needed, and kill everything it kills.
        let kills = [vec![0, 1, 2, 3], vec![0, 1, 4], vec![2, 3, 5]];
        assert_eq!((greedy_cover(&kills, 6), cover_bound(&kills, 6)), (vec![1, 2], 2));
        assert_eq!(
            (greedy_cover::<Vec<usize>>(&[], 2), cover_bound::<Vec<usize>>(&[], 2)),
            (vec![], 0)
        );
    }
}
