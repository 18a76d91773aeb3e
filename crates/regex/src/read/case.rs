//! Case of Java and of .NET, which both engines ignore in more ways than one.
//!
//! In: a set. Out: the set with every character that the engine takes for one of the set; or that it is
//! refused, since the engine takes a character otherwise in one place than in another. The surprising
//! case: in Java, `(?iu)ß` is not found in `ẞ`, and `(?iu)ßa` is found in `ẞa`.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::LazyLock;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};
use rustc_hash::FxHashMap as HashMap;

use super::sets;
use super::sets::Set;

/// Characters, as a set, which are not letters of which the engine makes one thing.
type Unclear = &'static str;

fn one_of(mut all: impl Iterator<Item = char>) -> Option<char> {
    all.next().filter(|_| all.next().is_none())
}

fn upper(one: char) -> Option<char> {
    if one == 'ß' { Some('ß') } else { one_of(one.to_uppercase()) }
}

fn lower(one: char) -> Option<char> {
    if one == 'İ' { Some('i') } else { one_of(one.to_lowercase()) }
}

/// What Java compares of a character: the lower case of its upper case.
fn key(one: char) -> char {
    let upper = upper(one).unwrap_or(one);
    lower(upper).unwrap_or(upper)
}

/// The characters that have others of the same key. No letter beyond has case.
static KNOWN: LazyLock<Mates> = LazyLock::new(|| mates('\u{1EFFF}', key));

/// The characters of a set that have others of the same key, with these.
fn among(set: &Set) -> Vec<(char, &'static [char])> {
    let within = set.ranges().flat_map(|(first, last)| KNOWN.range(first..=last));
    within.map(|(&one, group)| (one, &group[..])).collect()
}

const UNCLEAR: &str = "a letter whose case Java ignores in some places and not in others, with the flags \
                       `i` and `u`: write its cases in brackets, without the flag `u`";

/// Characters that each stand alone in a pattern, with what differs in case, with the flags `i` and `u` of
/// Java. A character alone, one of several in a row and one in brackets below U+0100 are each compared in
/// another way. Where these disagree, the set is refused.
pub(super) fn java(set: Set) -> Result<Set, Unclear> {
    let is_clear = |(one, group): (char, &[char])| {
        let alone = upper(one) != Some(key(one)) || group.len() == 1;
        // Of these Java knows that they are one with characters from U+0100 on.
        let has_far = matches!(one, 'ÿ' | 'µ' | 'Å' | 'å');
        let is_near = one.is_ascii() || has_far || one > '\u{FF}' || {
            let cases = [Some(one), upper(one), lower(one)];
            group.iter().all(|&other| cases.contains(&Some(other)))
        };
        alone && is_near && has_cases(one)
    };
    if among(&set).into_iter().all(is_clear) { Ok(close(set, &KNOWN)) } else { Err(UNCLEAR) }
}

/// Characters of ranges, with what differs in case, with the flags `i` and `u` of Java: those that are in
/// the range, or whose upper case is, or the lower case of that. So `(?iu)[A-Z]` has no U+212A, and
/// `(?iu)K` and `(?iu)[a-z]` have.
pub(super) fn java_ranges(set: Set) -> Result<Set, Unclear> {
    if !among(&set).into_iter().all(|(one, _)| has_cases(one)) {
        return Err(UNCLEAR);
    }
    // What has its upper case or its key in the set has the key of a character of the set.
    let all = close(set.clone(), &KNOWN);
    let found = among(&all)
        .into_iter()
        .map(|(one, _)| one)
        .filter(|&one| set.contains(upper(one).unwrap_or(one)) || set.contains(key(one)));
    let found: Vec<(char, char)> = found.map(|one| (one, one)).collect();
    Ok(set.union(&Set::of(found)))
}

fn has_cases(one: char) -> bool {
    upper(one).is_some() && lower(one).is_some()
}

/// A set with what differs in case, with the flag `i` of .NET: letters of ASCII, and U+212A, the Kelvin
/// sign. Of `i` the culture decides, and other letters differ from version to version.
pub(super) fn dotnet(set: Set) -> Result<Set, Unclear> {
    if set.contains('i') || set.contains('I') {
        return Err(
            "a set with `i` or `I` where case is ignored, of which the culture decides in .NET: \
                    write both cases in brackets, without the flag `i`, as `[A-Za-z]`",
        );
    }
    let beyond = set.intersection(&Set::of([('\u{80}', char::MAX)]));
    let is_cased = |(first, last)| KNOWN.range(first..=last).next().is_some();
    if beyond.ranges().any(is_cased) || Fold::Simple.of(beyond.clone()) != beyond {
        return Err(
            "a letter beyond ASCII where case is ignored, which differs from version to version \
                    of .NET: write both cases in brackets, without the flag `i`",
        );
    }
    let has_k = set.contains('k') || set.contains('K');
    let set = Fold::Ascii.of(set);
    Ok(if has_k { set.union(&Set::single('\u{212A}')) } else { set })
}

// Which characters are one where case is ignored.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    Ascii,
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
                let letters = set.intersection(&Set::of([('A', 'Z'), ('a', 'z')]));
                let other = |letter: char| char::from(letter as u8 ^ 0x20);
                let others = letters.ranges().map(|(first, last)| (other(first), other(last)));
                let others = Set::of(others);
                set.union(&others)
            }
            Self::Python => close(set, &PYTHON),
            Self::UpperCase => close(set, &UPPER_CASE),
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
    set.union(&Set::of(other))
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

/// Python's rule. No letter beyond has case.
static PYTHON: LazyLock<Mates> = LazyLock::new(|| {
    mates('\u{1EFFF}', |one| lower(one).unwrap_or(one).to_uppercase().collect::<String>())
});

static UPPER_CASE: LazyLock<Mates> = LazyLock::new(|| {
    mates('\u{FFFF}', |one| match one_of(one.to_uppercase()) {
        Some(upper) if one.is_ascii() || !upper.is_ascii() => upper,
        _ => one,
    })
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_keys_are_idempotent() {
        for one in '\0'..=char::MAX {
            assert_eq!(key(key(one)), key(one), "{one:?}");
            assert_eq!(key(upper(one).unwrap_or(one)), key(one), "{one:?}");
        }
    }

    #[test]
    fn java_compares_the_lower_case_of_the_upper_case() {
        for (one, all) in [
            ("k", Some("kK\u{212A}")),
            ("i", Some("iIİı")),
            ("s", Some("sSſ")),
            ("é", Some("éÉ")),
            ("K", Some("kK\u{212A}")),
            ("µ", Some("µΜμ")),
            ("σ", Some("σςΣ")),
            ("1", Some("1")),
            // Alone it matches itself; in a sequence it also matches `ẞ`.
            ("ß", None),
        ] {
            assert_eq!(java(sets::among(one)).ok(), all.map(sets::among), "{one}");
        }
        for (range, more) in [
            (('a', 'z'), "ABCDEFGHIJKLMNOPQRSTUVWXYZ\u{212A}İıſ"),
            // The upper case of U+212A is U+212A, whose lower case is `k`.
            (('A', 'Z'), "abcdefghijklmnopqrstuvwxyzıſ"),
            (('µ', 'µ'), ""),
            (('ẞ', 'ẞ'), ""),
            (('ß', 'ß'), "ẞ"),
        ] {
            let range = Set::of([range]);
            let all = range.clone().union(&sets::among(more));
            assert_eq!(java_ranges(range), Ok(all), "{more}");
        }
    }

    #[test]
    fn dotnet_refuses_i_and_equates_k_with_the_kelvin_sign() {
        assert_eq!(dotnet(sets::among("k1")), Ok(sets::among("kK1\u{212A}")));
        assert_eq!(dotnet(sets::among("s")), Ok(sets::among("sS")));
        for refused in ["i", "I", "é", "\u{212A}", "ß"] {
            assert!(dotnet(sets::among(refused)).is_err(), "{refused}");
        }
        assert!(dotnet(Set::of([('一', '三')])).is_ok());
    }

    #[track_caller]
    fn check(fold: Fold, one: &str, all: &str) {
        assert_eq!(fold.of(sets::among(one)), sets::among(all), "{fold:?}");
    }

    #[test]
    fn each_rule_folds_case_in_its_way() {
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
