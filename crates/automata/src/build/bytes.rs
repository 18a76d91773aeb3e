//! Sets of bytes, and the coarsest partition of the bytes into classes such that each of the given sets is a
//! union of classes. The classes are the alphabet of an automaton. `DIGIT` and `"a"` split the 256 bytes into
//! three classes, represented by `0`, `a` and `b`.

use std::fmt;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use crate::Quoted;

/// All bytes by readability: digits, lower case, upper case, punctuation, space, and then bytes that no terminal shows.
const READABLE: [u8; 256] = {
    const RANGES: [(u8, u8); 10] = [
        (b'0', b'9'),
        (b'a', b'z'),
        (b'A', b'Z'),
        (b'!', b'/'),
        (b':', b'@'),
        (b'[', b'`'),
        (b'{', b'~'),
        (b' ', b' '),
        (0, 31),
        (127, 255),
    ];
    let (mut bytes, mut at, mut range) = ([0; 256], 0, 0);
    while range < RANGES.len() {
        let (mut byte, last) = (RANGES[range].0 as usize, RANGES[range].1 as usize);
        while byte <= last {
            bytes[at] = byte as u8;
            (at, byte) = (at + 1, byte + 1);
        }
        range += 1;
    }
    bytes
};

/// Returns all bytes, the most readable first.
pub fn readable_order() -> impl Iterator<Item = u8> + Clone {
    READABLE.into_iter()
}

/// A set of bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 4]);
    /// The set of all bytes.
    pub const ALL: Self = Self([u64::MAX; 4]);

    /// Returns the set of one byte.
    pub const fn single(byte: u8) -> Self {
        let mut words = [0; 4];
        words[byte as usize / 64] = 1 << (byte % 64);
        Self(words)
    }

    /// Returns the set of the bytes from `first` to `last`, inclusive. It is empty if `last` is below `first`.
    pub const fn range(first: u8, last: u8) -> Self {
        if last < first {
            return Self::EMPTY;
        }
        let (mut words, mut at) = ([0; 4], first as usize / 64);
        while at <= last as usize / 64 {
            words[at] = u64::MAX;
            at += 1;
        }
        words[first as usize / 64] &= u64::MAX << (first % 64);
        words[last as usize / 64] &= u64::MAX >> (63 - last % 64);
        Self(words)
    }

    /// Returns the set of a byte and, if the byte is an ASCII letter, its other case.
    pub const fn ignoring_case(byte: u8) -> Self {
        Self::single(byte.to_ascii_lowercase()).union(Self::single(byte.to_ascii_uppercase()))
    }

    /// Returns the bytes that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, other);
        Self([a | e, b | f, c | g, d | h])
    }

    /// Returns the bytes that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, other);
        Self([a & e, b & f, c & g, d & h])
    }

    /// Returns the bytes that are not in the set.
    #[must_use]
    pub const fn complement(self) -> Self {
        let Self([a, b, c, d]) = self;
        Self([!a, !b, !c, !d])
    }

    /// Returns whether the set contains a byte.
    #[must_use]
    pub const fn contains(self, byte: u8) -> bool {
        self.0[byte as usize / 64] >> (byte % 64) & 1 == 1
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let Self([a, b, c, d]) = self;
        a | b | c | d == 0
    }

    /// Returns the bytes of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let Self(mut words) = self;
        let mut at = 0;
        std::iter::from_fn(move || {
            while *words.get(at)? == 0 {
                at += 1;
            }
            let bit = words[at].trailing_zeros() as usize;
            words[at] &= words[at] - 1;
            Some((at * 64 + bit) as u8)
        })
    }

    /// Returns the runs of consecutive bytes in the set, each as its first and its last byte, in order.
    pub fn ranges(self) -> impl Iterator<Item = (u8, u8)> {
        let mut runs: Vec<(u8, u8)> = Vec::new();
        for byte in self.iter() {
            match runs.last_mut() {
                Some((_, last)) if u16::from(*last) + 1 == u16::from(byte) => *last = byte,
                _ => runs.push((byte, byte)),
            }
        }
        runs.into_iter()
    }

    /// Returns the most readable byte of the set. If the set is a class, this byte represents the class.
    #[must_use]
    pub fn readable(self) -> Option<u8> {
        READABLE.into_iter().find(|&byte| self.contains(byte))
    }

    /// Returns the least byte of the set.
    #[must_use]
    pub fn first(self) -> Option<u8> {
        self.iter().next()
    }
}

impl FromIterator<u8> for ByteSet {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
        bytes.into_iter().fold(Self::EMPTY, |set, byte| set.union(Self::single(byte)))
    }
}

impl fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes: Vec<u8> = self.iter().collect();
        write!(f, "[{}]", bytes.escape_ascii())
    }
}

/// A partition of the 256 bytes into classes, the most readable first.
///
/// Classes are numbered by their representatives in the order digits, lower case, upper case, punctuation,
/// space, and the bytes that no terminal shows. Exploring classes in the order of their numbers therefore finds
/// readable strings first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classes {
    of: [u8; 256],
    representatives: Vec<u8>,
}

impl Classes {
    /// Returns the coarsest partition in which each of the sets is a union of classes.
    pub fn refine(sets: impl IntoIterator<Item = ByteSet>) -> Self {
        Self::of_sets(&mut sets.into_iter())
    }

    /// Does the work of `refine`, and is not generic, so that it is compiled only once.
    fn of_sets(sets: &mut dyn Iterator<Item = ByteSet>) -> Self {
        let (mut blocks, mut count) = ([0_u8; 256], 1_u16);
        let mut seen = HashSet::default();
        for set in sets.filter(|set| seen.insert(*set)) {
            // Each block is split into the bytes in the set and the other bytes, if it has both.
            let mut within = [0_u16; 256];
            set.iter().for_each(|byte| within[usize::from(blocks[usize::from(byte)])] += 1);
            let mut whole = [0_u16; 256];
            blocks.iter().for_each(|&block| whole[usize::from(block)] += 1);
            let mut fresh = [None; 256];
            for byte in set.iter() {
                let block = &mut blocks[usize::from(byte)];
                if within[usize::from(*block)] < whole[usize::from(*block)] {
                    *block = *fresh[usize::from(*block)].get_or_insert_with(|| {
                        count += 1;
                        (count - 1) as u8 // at most 256 blocks, numbered from 0
                    });
                }
            }
        }
        let (mut of, mut representatives, mut numbers) = ([0; 256], Vec::new(), [None; 256]);
        for byte in READABLE {
            let block = usize::from(blocks[usize::from(byte)]);
            of[usize::from(byte)] = *numbers[block].get_or_insert_with(|| {
                representatives.push(byte);
                (representatives.len() - 1) as u8
            });
        }
        Self { of, representatives }
    }

    /// Returns the coarsest partition that refines both partitions.
    pub fn common(&self, other: &Self) -> Self {
        Self::numbered(|byte| (self.of(byte), other.of(byte)))
    }

    /// Returns the partition in which two bytes are in one class exactly if they have the same key.
    pub fn numbered<K: Eq + std::hash::Hash>(key: impl Fn(u8) -> K) -> Self {
        let (mut of, mut representatives, mut numbers) = ([0; 256], Vec::new(), HashMap::default());
        for byte in READABLE {
            of[usize::from(byte)] = *numbers.entry(key(byte)).or_insert_with(|| {
                representatives.push(byte);
                (representatives.len() - 1) as u8
            });
        }
        Self { of, representatives }
    }

    /// Returns the number of classes: 1 to 256.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// Returns the class of a byte.
    pub fn of(&self, byte: u8) -> usize {
        usize::from(self.of[usize::from(byte)])
    }

    /// Returns the byte that represents a class.
    ///
    /// # Panics
    /// Panics if the class does not exist.
    pub fn representative(&self, class: usize) -> u8 {
        self.representatives[class]
    }

    /// Returns the bytes that represent the classes, in order.
    pub fn representatives(&self) -> &[u8] {
        &self.representatives
    }

    /// Returns the bytes of a class.
    pub fn members(&self, class: usize) -> ByteSet {
        (0..=u8::MAX).filter(|&byte| self.of(byte) == class).collect()
    }
}

/// A family of strings on which a parser is slow: parts that are repeated `n` times, each after some text, and
/// a suffix. It is displayed as a sum, such as `"x" + "a" * n + "!"`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PumpWitness {
    /// The repeated parts, each after the text that precedes it.
    pub pumps: Vec<(String, String)>,
    /// The text at the end.
    pub suffix: String,
    /// Numbers of repetitions, each with the number of steps that the parser takes. The latter is [`u64::MAX`]
    /// if it would be larger.
    pub steps: Vec<(usize, u64)>,
}

impl PumpWitness {
    /// Creates a witness from its fields.
    #[doc(hidden)]
    pub fn new(pumps: Vec<(String, String)>, suffix: String, steps: Vec<(usize, u64)>) -> Self {
        Self { pumps, suffix, steps }
    }

    /// Returns the string in which each part is repeated `times` times.
    pub fn text(&self, times: usize) -> String {
        let pumps = self.pumps.iter().map(|(before, pump)| before.clone() + &pump.repeat(times));
        pumps.chain([self.suffix.clone()]).collect()
    }

    /// Returns a number of repetitions with which the parser takes at least `wanted` steps. If no measured number
    /// suffices, extrapolates from the last one with quadratic growth: every witness grows at least that fast.
    pub fn times_for(&self, wanted: u64) -> usize {
        if let Some((times, _)) = self.steps.iter().find(|(_, steps)| *steps >= wanted) {
            return *times;
        }
        let (times, steps) = self.steps.last().copied().unwrap_or((1, 1));
        let factor = (wanted as f64 / steps.max(1) as f64).sqrt().ceil();
        times.saturating_mul(factor as usize)
    }

    /// Returns a sentence about the steps that the strings take; `whom` names the parser.
    #[doc(hidden)]
    pub fn sentence(&self, whom: &str) -> String {
        let many = |&(_, steps): &(usize, u64)| match steps {
            u64::MAX => "over 10^19".to_owned(),
            steps => steps.to_string(),
        };
        let steps: Vec<String> = self.steps.iter().map(many).collect();
        let times: Vec<String> = self.steps.iter().map(|(times, _)| times.to_string()).collect();
        format!("{self} takes {whom} {} steps for n = {}", steps.join(", "), times.join(", "))
    }
}

impl fmt::Display for PumpWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pumps = self.pumps.iter().flat_map(|(before, pump)| {
            let before = (!before.is_empty()).then(|| format!("{}", Quoted(before)));
            before.into_iter().chain([format!("{} * n", Quoted(pump))])
        });
        let suffix = (!self.suffix.is_empty()).then(|| Quoted(&self.suffix).to_string());
        f.write_str(&pumps.chain(suffix).collect::<Vec<_>>().join(" + "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_sets_have_their_members() {
        let hex = ByteSet::range(b'0', b'9').union(ByteSet::range(b'a', b'f'));
        assert!(hex.contains(b'0') && hex.contains(b'f') && !hex.contains(b'g'));
        assert_eq!(hex.iter().collect::<Vec<_>>(), b"0123456789abcdef");
        assert_eq!(hex.intersection(ByteSet::range(b'8', b'b')).iter().count(), 4);
        assert_eq!(hex.complement().iter().count(), 240);
        assert_eq!(hex.complement().first(), Some(0));
        assert_eq!(ByteSet::range(0, u8::MAX), ByteSet::ALL);
        assert!(ByteSet::range(b'b', b'a').is_empty());
        assert_eq!(ByteSet::ignoring_case(b'v').iter().collect::<Vec<_>>(), b"Vv");
        assert_eq!(ByteSet::ignoring_case(b'@').iter().collect::<Vec<_>>(), b"@");
    }

    #[test]
    fn byte_classes_are_coarsest_with_readable_representatives() {
        let digit = ByteSet::range(b'0', b'9');
        let classes = Classes::refine([digit, ByteSet::single(b'a'), digit]);
        assert_eq!(classes.representatives(), b"0ab");
        assert_eq!(classes.of(b'7'), 0);
        assert_eq!(classes.of(b'~'), 2);
        assert_eq!(classes.members(1), ByteSet::single(b'a'));
        assert_eq!(Classes::refine([]).count(), 1);
        assert_eq!(Classes::refine((0..=255).map(ByteSet::single)).count(), 256);
    }

    #[test]
    fn the_common_partition_is_finer_than_both() {
        let left = Classes::refine([ByteSet::range(b'0', b'4')]);
        let right = Classes::refine([ByteSet::range(b'3', b'9')]);
        assert_eq!(left.common(&right).representatives(), b"035a");
    }

    #[test]
    fn an_attack_repeats_its_pumps() {
        let pumps = vec![("x".to_owned(), "ab".to_owned()), (String::new(), "c".to_owned())];
        let attack = PumpWitness { pumps, suffix: "!".to_owned(), steps: vec![(2, 40), (4, 160)] };
        assert_eq!(attack.text(2), "xababcc!");
        assert_eq!(
            attack.sentence("pest"),
            r#""x" + "ab" * n + "c" * n + "!" takes pest 40, 160 steps for n = 2, 4"#
        );
        assert_eq!(
            [41, 160, 161, 640, 16_000].map(|steps| attack.times_for(steps)),
            [4, 4, 8, 8, 40]
        );
    }
}
