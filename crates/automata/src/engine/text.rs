//! The text of grammar files: its comments, and the encoding of its characters as bytes.

use std::iter;

use crate::build::ByteSet;

/// Returns the comment lines at the end of `lines`. For a comment line, `text` returns its text without the
/// comment sign; for any other line, `text` returns `None`.
pub fn comment_at_end<'l>(
    lines: &[&'l str],
    text: impl Fn(&'l str) -> Option<&'l str>,
) -> Vec<&'l str> {
    let mut comment: Vec<_> = lines.iter().rev().map_while(|&line| text(line)).collect();
    comment.reverse();
    comment
}

// Ranges of characters as disjoint sequences of byte sets: pest reads characters and an automaton reads bytes.
// pest's `ANY` becomes nine sequences, since U+D800 to U+DFFF are not characters.

/// Returns the UTF-8 of the characters from `first` to `last`, inclusive, as sequences of byte sets.
pub fn range(first: char, last: char) -> Vec<Vec<ByteSet>> {
    let (mut open, mut sequences) = (vec![(u32::from(first), u32::from(last))], Vec::new());
    while let Some((first, last)) = open.pop() {
        if first > last {
            continue;
        }
        if let Some(middle) = split(first, last) {
            open.extend([(middle + 1, last), (first, middle)]);
        } else if let (Some(first), Some(last)) = (char::from_u32(first), char::from_u32(last)) {
            sequences.push(encoded(first, last));
        }
    }
    sequences
}

/// Returns the code point after which a range must be split, or `None` if one sequence encodes the whole range.
fn split(first: u32, last: u32) -> Option<u32> {
    let between = |&value: &u32| first <= value && value < last;
    // The encoded length changes, or the surrogates begin or end.
    if let Some(edge) = [0x7F, 0x7FF, 0xD7FF, 0xDFFF, 0xFFFF].into_iter().find(between) {
        return Some(edge);
    }
    // Where a byte differs, all bytes after it must be unrestricted.
    let low = |digits: u32| (1 << (6 * digits)) - 1;
    let longest = if first < 0x80 { 0 } else { 3 };
    (1..=longest).map(low).filter(|mask| first & !mask != last & !mask).find_map(|mask| {
        let (begins, ends) = (first & mask == 0, last & mask == mask);
        if begins { (!ends).then(|| (last & !mask) - 1) } else { Some(first | mask) }
    })
}

fn encoded(first: char, last: char) -> Vec<ByteSet> {
    let (mut from, mut to) = ([0; 4], [0; 4]);
    let pairs = first.encode_utf8(&mut from).bytes().zip(last.encode_utf8(&mut to).bytes());
    pairs.map(|(first, last)| ByteSet::range(first, last)).collect()
}

// Sets of characters. U+D7FF and U+E000 are never in one range, although only surrogates are between them. So a
// range has the same characters whether it is read as one of characters, of code points or of code units.

/// A set of Unicode characters (scalar values).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CharacterSet(Vec<(char, char)>);

impl CharacterSet {
    /// Returns the set of the characters in ranges, ends included. A range that ends before it begins is empty.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (char, char)>) -> Self {
        let ranges = ranges.into_iter().map(|(first, last)| (first.into(), last.into()));
        Self::from_code_points(ranges)
    }

    /// Returns the set of the characters in the given ranges of code points, both ends included. The
    /// surrogates, U+D800 to U+DFFF, are not characters.
    pub fn from_code_points(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut all: Vec<(char, char)> = ranges.into_iter().flat_map(characters).collect();
        all.sort();
        let mut merged: Vec<(char, char)> = Vec::with_capacity(all.len());
        for (first, last) in all {
            match merged.last_mut() {
                // Compared as code points, so U+D7FF and U+E000 are not adjacent.
                Some((_, end)) if u32::from(first) <= u32::from(*end) + 1 => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        Self(merged)
    }

    /// Returns the empty set.
    pub const fn empty() -> Self {
        Self(Vec::new())
    }

    /// Returns the set of all characters.
    pub fn all() -> Self {
        Self::empty().complement()
    }

    /// Returns the set of one character.
    pub fn single(character: char) -> Self {
        Self(vec![(character, character)])
    }

    /// Returns the ranges of the set, sorted. No two of them are adjacent, and none spans the surrogates.
    pub fn ranges(&self) -> impl Iterator<Item = (char, char)> + '_ {
        self.0.iter().copied()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether the set contains a character.
    pub fn contains(&self, character: char) -> bool {
        let after = self.0.partition_point(|&(_, last)| last < character);
        self.0.get(after).is_some_and(|&(first, _)| first <= character)
    }

    /// Returns the characters in either set.
    pub fn union(self, other: &Self) -> Self {
        Self::from_ranges(self.0.into_iter().chain(other.ranges()))
    }

    /// Returns the characters in both sets.
    pub fn intersection(&self, other: &Self) -> Self {
        self.complement().union(&other.complement()).complement()
    }

    /// Returns the characters of the set that are not in `other`.
    pub fn without(&self, other: &Self) -> Self {
        self.complement().union(other).complement()
    }

    /// Returns the characters that are not in the set.
    pub fn complement(&self) -> Self {
        let begins = self.0.iter().map(|&(_, last)| u32::from(last) + 1);
        let ends = self.0.iter().map(|&(first, _)| u32::from(first));
        let gaps = iter::once(0).chain(begins).zip(ends.chain([LAST + 1]));
        let gaps = gaps.filter(|(begin, end)| begin < end).map(|(begin, end)| (begin, end - 1));
        // The gaps are sorted, and no two are adjacent: between two gaps there is a range of the set.
        Self(gaps.flat_map(characters).collect())
    }
}

const LAST: u32 = char::MAX as u32;

/// Returns the characters in a range of code points, both ends included. They are at most two nonempty ranges:
/// one below the surrogates, and one above.
fn characters((first, last): (u32, u32)) -> impl Iterator<Item = (char, char)> {
    let below = (first, last.min(0xD7FF));
    let above = (first.max(0xE000), last.min(LAST));
    let ranges = [below, above].into_iter().filter(|(first, last)| first <= last);
    ranges.filter_map(|(first, last)| char::from_u32(first).zip(char::from_u32(last)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::scaled;

    fn count(sequences: &[Vec<ByteSet>], text: &str) -> usize {
        let bytes = text.as_bytes();
        let matches = |sequence: &&Vec<ByteSet>| {
            sequence.len() == bytes.len()
                && sequence.iter().zip(bytes).all(|(set, &byte)| set.contains(byte))
        };
        sequences.iter().filter(matches).count()
    }

    #[test]
    fn every_character_is_in_one_sequence() {
        let (any, some) = (range('\0', char::MAX), range('\u{7e}', '\u{1f600}'));
        // 1 + 1 + (E0, E1-EC, ED, EE-EF) + (F0, F1-F3, F4): Unicode's table of well-formed UTF-8.
        assert_eq!(any.len(), 9);
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            assert_eq!(count(&any, &text), 1, "{character:?}");
            let expected = usize::from(('\u{7e}'..='\u{1f600}').contains(&character));
            assert_eq!(count(&some, &text), expected, "{character:?}");
        }
    }

    #[test]
    fn a_reversed_range_is_empty() {
        assert!(range('b', 'a').is_empty());
        assert_eq!(range('a', 'a'), [[ByteSet::single(b'a')]]);
    }

    /// A model of a set: one bit for each code point.
    #[derive(Clone, Debug, PartialEq)]
    struct Bits(Vec<bool>);

    impl Bits {
        fn of(ranges: &[(u32, u32)]) -> Self {
            let mut bits = vec![false; 0x11_0000];
            for &(first, last) in ranges {
                if first <= last {
                    bits[first as usize..=last as usize].fill(true);
                }
            }
            bits[0xD800..=0xDFFF].fill(false);
            Self(bits)
        }

        fn by(&self, other: &Self, has: impl Fn(bool, bool) -> bool) -> Self {
            let pairs = self.0.iter().zip(&other.0);
            let mut bits: Vec<bool> = pairs.map(|(&one, &other)| has(one, other)).collect();
            bits[0xD800..=0xDFFF].fill(false);
            Self(bits)
        }
    }

    #[track_caller]
    fn has(set: &CharacterSet, bits: &Bits) {
        let ranges: Vec<(u32, u32)> =
            set.ranges().map(|(first, last)| (first.into(), last.into())).collect();
        assert!(ranges.iter().all(|&(first, last)| first <= last), "{set:?}");
        assert!(ranges.windows(2).all(|two| two[0].1 + 1 < two[1].0), "{set:?} touch");
        assert!(ranges.iter().all(|&(first, last)| !(first..=last).contains(&0xD800)), "{set:?}");
        assert!(Bits::of(&ranges) == *bits, "{set:?}");
        for code in
            BORDERS.into_iter().chain(ranges.iter().flat_map(|&(first, last)| [first, last]))
        {
            for character in (code.saturating_sub(1)..=code + 1).filter_map(char::from_u32) {
                let is_in = bits.0[character as usize];
                assert_eq!(set.contains(character), is_in, "{character:?} {set:?}");
            }
        }
    }

    /// The code points where the number of bytes or code units changes, and the neighbors of the surrogates.
    const BORDERS: [u32; 13] =
        [0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FE, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xE001, 0xFFFF, LAST];

    fn code() -> impl Strategy<Value = u32> {
        let border = (prop::sample::select(&BORDERS[..]), 0_u32..3);
        let near = border.prop_map(|(code, more)| (code + more).saturating_sub(1).min(LAST));
        prop_oneof![4 => near, 1 => 0_u32..=LAST]
    }

    fn ranges() -> impl Strategy<Value = Vec<(u32, u32)>> {
        prop::collection::vec((code(), code()), 0..5)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(scaled(20, 60) as u32))]

        #[test]
        fn set_operations_agree_with_bit_sets(left in ranges(), right in ranges()) {
            let (a, b) = (Bits::of(&left), Bits::of(&right));
            let (left, right) =
                (CharacterSet::from_code_points(left), CharacterSet::from_code_points(right));
            has(&left, &a);
            has(&left.complement(), &a.by(&b, |a, _| !a));
            has(&left.clone().union(&right), &a.by(&b, |a, b| a || b));
            has(&left.intersection(&right), &a.by(&b, |a, b| a && b));
            has(&left.without(&right), &a.by(&b, |a, b| a && !b));
            prop_assert_eq!(&left.complement().complement(), &left);
            prop_assert_eq!(left == right, a == b);
        }
    }

    #[test]
    fn sets_around_the_surrogates_have_one_form() {
        let sides = CharacterSet::from_ranges([('\0', '\u{D7FF}'), ('\u{E000}', char::MAX)]);
        assert_eq!(CharacterSet::from_ranges([('\0', char::MAX)]), sides);
        assert_eq!(CharacterSet::all(), sides);
        assert_eq!(sides.complement(), CharacterSet::empty());
        let neighbours = CharacterSet::from_ranges([('\u{D7FF}', '\u{E000}')]);
        assert_eq!(neighbours.ranges().count(), 2);
        assert_eq!(neighbours.complement().complement(), neighbours);
        assert!(!neighbours.complement().contains('\u{D7FF}'));
        assert!(neighbours.complement().contains('\u{E001}'));
    }

    #[test]
    fn surrogates_are_not_characters() {
        assert!(CharacterSet::from_code_points([(0xD800, 0xDFFF)]).is_empty());
        assert!(CharacterSet::from_code_points([(0x61, 0x60)]).is_empty());
        let set = CharacterSet::from_code_points([(0xD7FF, 0xD800), (0xDFFF, 0xE000)]);
        assert_eq!(
            set,
            CharacterSet::from_ranges("\u{D7FF}\u{E000}".chars().map(|one| (one, one)))
        );
    }
}
