//! Which characters are one where case is ignored.
//!
//! In: a set. Out: the set with every character that the dialect takes for one of the set. The
//! surprising case: `k` takes U+212A, the Kelvin sign, by Unicode and in Python, and not in ECMAScript
//! without the flag `u`; `i` takes the dotless `ı` in Python alone.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::OnceLock;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};
use rustc_hash::FxHashMap as HashMap;

use super::sets::{self, Set};

/// A rule for ignoring case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    /// Letters of ASCII only.
    Ascii,
    /// The simple case folding of Unicode.
    Simple,
    /// Python's, of `str`: what has one lower case, or one upper case.
    Python,
    /// Canonicalize of ECMA-262, 22.2.2.7.3, without the flag `u`: what has one upper case of one
    /// code unit, and does not become ASCII by it.
    UpperCase,
}

impl Fold {
    /// A set with every character that is one of the set when case is ignored.
    pub(super) fn of(self, set: Set) -> Set {
        match self {
            Self::Simple => {
                let ranges = set.ranges().map(|(first, last)| ClassUnicodeRange::new(first, last));
                let mut class = ClassUnicode::new(ranges);
                // Without the tables nothing is folded; they are a default of the crate.
                let _ = class.try_case_fold_simple();
                sets::of_class(&class)
            }
            Self::Ascii => {
                let letters = set.intersection(&sets::of(&[('A', 'Z'), ('a', 'z')]));
                let other = |letter: char| char::from(letter as u8 ^ 0x20);
                let others = letters.ranges().map(|(first, last)| (other(first), other(last)));
                let others = Set::of(others);
                sets::either(set, &others)
            }
            Self::Python => close(set, python()),
            Self::UpperCase => close(set, upper_case()),
        }
    }
}

/// For each character that is one with others, all of these.
pub(super) type Mates = BTreeMap<char, Vec<char>>;

pub(super) fn close(set: Set, mates: &Mates) -> Set {
    let mut other = Vec::new();
    for (first, last) in set.ranges() {
        for (_, mates) in mates.range(first..=last) {
            other.extend(mates.iter().map(|&one| (one, one)));
        }
    }
    sets::either(set, &Set::of(other))
}

pub(super) fn mates<K: Eq + Hash>(last: char, key: impl Fn(char) -> K) -> Mates {
    let mut groups: HashMap<K, Vec<char>> = HashMap::default();
    for one in '\0'..=last {
        groups.entry(key(one)).or_default().push(one);
    }
    let groups = groups.into_values().filter(|group| group.len() > 1);
    groups
        .flat_map(|group| group.clone().into_iter().map(move |one| (one, group.clone())))
        .collect()
}

fn python() -> &'static Mates {
    static MATES: OnceLock<Mates> = OnceLock::new();
    // No letter beyond has case.
    MATES.get_or_init(|| {
        mates('\u{1EFFF}', |one| {
            let mut lower = one.to_lowercase();
            let lower = match (one, lower.len()) {
                ('İ', _) => 'i',
                (_, 1) => lower.next().unwrap_or(one),
                _ => one,
            };
            lower.to_uppercase().collect::<String>()
        })
    })
}

fn upper_case() -> &'static Mates {
    static MATES: OnceLock<Mates> = OnceLock::new();
    MATES.get_or_init(|| {
        mates('\u{FFFF}', |one| {
            let mut upper = one.to_uppercase();
            match (upper.len(), upper.next()) {
                (1, Some(upper)) if one.is_ascii() || !upper.is_ascii() => upper,
                _ => one,
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fold: Fold, one: &str, all: &str) {
        assert_eq!(fold.of(sets::among(one)), sets::among(all), "{fold:?}");
    }

    #[test]
    fn folds_by_each_rule() {
        check(Fold::Ascii, "k1", "kK1");
        check(Fold::Ascii, "é", "é");
        check(Fold::Simple, "k", "kK\u{212A}");
        check(Fold::Simple, "i", "iI");
        check(Fold::Simple, "σ", "σςΣ");
        check(Fold::Python, "k", "kK\u{212A}");
        check(Fold::Python, "i", "iIİı");
        check(Fold::Python, "ß", "ßẞ");
        check(Fold::UpperCase, "k", "kK");
        check(Fold::UpperCase, "i", "iI");
        check(Fold::UpperCase, "ß", "ß");
        check(Fold::UpperCase, "é", "éÉ");
    }
}
