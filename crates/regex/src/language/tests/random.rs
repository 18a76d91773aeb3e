//! Random trees, and all small ones, compared with the backtracking engine.

use super::*;
use crate::scaled;

/// SplitMix64 (Steele, Lea and Flood, 2014).
pub(super) struct SplitMix(pub(super) u64);

impl SplitMix {
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % end
    }

    pub(super) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// Returns a tree of a number of nodes. `is_behind` is set within a look-behind.
    pub(super) fn tree(&mut self, size: u64, is_behind: bool) -> Tree {
        if size <= 1 {
            return match self.below(if is_behind { 8 } else { 9 }) {
                0..=2 => set("a"),
                3..=4 => set("b"),
                5 => set(self.one_of(&["ab", "\n", "a\n", ""])),
                6 => Tree::EMPTY,
                7 => Tree::Start,
                _ => Tree::End,
            };
        }
        let inner = size - 1;
        match self.below(if is_behind { 8 } else { 12 }) {
            kind @ 0..=4 if inner > 1 => {
                let left = 1 + self.below(inner - 1);
                let [left, right] = [left, inner - left].map(|size| self.tree(size, is_behind));
                if kind <= 2 { seq([left, right]) } else { choice([left, right]) }
            }
            0..=6 => {
                let (min, max) = self.one_of(&[
                    (0, None),
                    (0, None),
                    (1, None),
                    (0, Some(1)),
                    (2, None),
                    (0, Some(2)),
                    (1, Some(2)),
                    (2, Some(2)),
                    (1, Some(3)),
                    (0, Some(4)),
                    (2, Some(4)),
                ]);
                let modes = [Mode::Greedy, Mode::Greedy, Mode::Lazy, Mode::Possessive];
                let mode = self.one_of(if is_behind { &modes[..3] } else { &modes });
                repeat(self.tree(inner, is_behind), min, max, mode)
            }
            7 => look(self.tree(inner, true), Direction::Behind, self.below(2) == 0),
            8 => look(self.tree(inner, false), Direction::Ahead, self.below(2) == 0),
            9 | 10 => atomic(self.tree(inner, false)),
            _ => group(self.tree(inner, is_behind)),
        }
    }
}

#[test]
fn random_trees_match_what_a_backtracking_engine_matches() {
    let (trees, length) = (scaled(300, 100_000) as u64, scaled(3, 6));
    let strings = strings(&['a', 'b', '\n'], length);
    let (mut refused, mut compared) = (0, 0);
    for number in 0..trees {
        let mut random = SplitMix(number);
        let size = 2 + random.below(11);
        match compare(&random.tree(size, false), &strings) {
            Ok(strings) => compared += strings,
            Err(LanguageError::EmptyWithinAtomic) => refused += 1,
            Err(error) => panic!("{number}: {error}"),
        }
    }
    // Few trees are refused, and the engine rarely takes too long.
    assert!(refused > 0 && refused < trees / 20, "{refused}");
    let all = (trees - refused) as usize * strings.len() * 6;
    assert!(compared > all / 100 * 95, "{compared} of {all}");
}

/// Returns all trees of each small number of nodes.
fn small() -> [Vec<Tree>; 4] {
    let leaves = vec![set("a"), set("b"), Tree::EMPTY, Tree::Start, Tree::End];
    let mut all = [Vec::new(), leaves, Vec::new(), Vec::new()];
    for size in 2..all.len() {
        let mut made = Vec::new();
        for of in &all[size - 1] {
            for (min, max) in [(0, None), (1, None), (0, Some(1)), (2, Some(3))] {
                for mode in [Mode::Greedy, Mode::Lazy, Mode::Possessive] {
                    made.push(repeat(of.clone(), min, max, mode));
                }
            }
            made.push(atomic(of.clone()));
            for way in [Direction::Ahead, Direction::Behind] {
                made.extend([false, true].map(|is_negative| look(of.clone(), way, is_negative)));
            }
        }
        for left_size in 1..size - 1 {
            for left in &all[left_size] {
                for right in &all[size - 1 - left_size] {
                    made.push(seq([left.clone(), right.clone()]));
                    made.push(choice([left.clone(), right.clone()]));
                }
            }
        }
        all[size] = made;
    }
    all
}

#[test]
fn all_small_trees_match_what_a_backtracking_engine_matches() {
    let strings = strings(&['a', 'b'], 3);
    let all = small();
    let mut compared = 0;
    for tree in all.iter().flatten().step_by(scaled(7, 1)) {
        // A character before or after shows what an atomic group has read.
        for tree in [tree.clone(), seq([tree.clone(), set("a")]), seq([set("ab"), tree.clone()])] {
            match compare(&tree, &strings) {
                Ok(strings) => compared += strings,
                Err(
                    LanguageError::EmptyWithinAtomic
                    | LanguageError::AheadWithinBehind
                    | LanguageError::EndWithinBehind
                    | LanguageError::AtomicWithinBehind,
                ) => {}
                Err(error) => panic!("{tree:?}: {error}"),
            }
        }
    }
    assert!(compared > scaled(14_000, 100_000), "{compared}");
}
