//! The alphabet of a pattern: characters that none of its sets distinguishes are one letter.
//!
//! In: sets of characters. Out: a number for each set, and of each letter the sets that have it and a character that
//! stands for it. What is forgotten is every other character: a string that is slow is as slow with these.

use rustc_hash::FxHashMap as HashMap;

use crate::regex::CharacterSet;

/// The sets that a pattern tells apart, each once.
#[derive(Default)]
pub(super) struct Sets(Vec<CharacterSet>);

/// A letter of the alphabet.
pub(super) struct Letter {
    /// The character that stands for it.
    pub(super) character: char,
    /// Of each set, whether it has the letter.
    pub(super) is_in: Vec<bool>,
}

impl Sets {
    /// The number of a set.
    pub(super) fn number(&mut self, set: CharacterSet) -> usize {
        self.0.iter().position(|known| *known == set).unwrap_or_else(|| {
            self.0.push(set);
            self.0.len() - 1
        })
    }

    /// The letters: as few as tell the sets apart. The first is one that few sets have, as a string needs it that
    /// is not to match.
    pub(super) fn letters(&self) -> Vec<Letter> {
        let mut borders: Vec<char> =
            self.0.iter().flat_map(CharacterSet::ranges).map(|range| range.0).collect();
        let after = |(_, last)| {
            char::from_u32(u32::from(last) + 1).or((last < '\u{E000}').then_some('\u{E000}'))
        };
        borders.extend(self.0.iter().flat_map(CharacterSet::ranges).filter_map(after));
        borders.push('\0');
        borders.sort_unstable();
        borders.dedup();
        let mut letters: Vec<Letter> = Vec::new();
        let mut known: HashMap<Vec<bool>, usize> = HashMap::default();
        // What is easily read comes first, so that it stands for the rest.
        for character in READABLE.chars().chain(borders) {
            let is_in: Vec<bool> = self.0.iter().map(|set| set.contains(character)).collect();
            known.entry(is_in.clone()).or_insert_with(|| {
                letters.push(Letter { character, is_in });
                letters.len() - 1
            });
        }
        letters.sort_by_key(|letter| letter.is_in.iter().filter(|is_in| **is_in).count());
        letters
    }
}

/// The characters of which strings are made where they may be.
const READABLE: &str = "a0bcdefghijklmnopqrstuvwxyz123456789!AZ-._~:/?#@%& ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_as_few_as_tell_the_sets_apart() {
        let mut sets = Sets::default();
        assert_eq!(sets.number(CharacterSet::of([('a', 'f'), ('0', '9')])), 0);
        assert_eq!(sets.number(CharacterSet::single('b')), 1);
        assert_eq!(sets.number(CharacterSet::of([('a', 'f'), ('0', '9')])), 0);
        let shown: Vec<(char, Vec<bool>)> =
            sets.letters().into_iter().map(|one| (one.character, one.is_in)).collect();
        assert_eq!(
            shown,
            [('g', vec![false, false]), ('a', vec![true, false]), ('b', vec![true, true])]
        );
        // A border beside the surrogates is no danger.
        let mut sets = Sets::default();
        sets.number(CharacterSet::of([('\0', '\u{D7FF}')]));
        let characters: Vec<char> = sets.letters().iter().map(|one| one.character).collect();
        assert_eq!(characters, ['\u{E000}', 'a']);
    }
}
