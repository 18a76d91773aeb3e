//! The sets of characters that classes stand for: tables of Unicode, and the small ASCII ones.
//!
//! In: a name. Out: a set. The tables are those of `regex-syntax`; what a dialect calls them is said
//! where the dialect is read. Only tables are asked of that crate, and no complement: its complement of a
//! set that ends with U+D7FF and goes on with U+E000 has both.

use std::sync::OnceLock;

use regex_syntax::hir::{Class, ClassUnicode, HirKind};

use super::super::{CharacterSet, Tree};

/// The version of Unicode whose tables are used.
pub(super) const UNICODE: &str = "16.0";

/// A set of characters while it is put together.
pub(super) type Set = CharacterSet;

/// The set of some ranges, both ends included.
pub(super) fn of(ranges: &[(char, char)]) -> Set {
    Set::of(ranges.iter().copied())
}

/// The characters of a string.
pub(super) fn among(characters: &str) -> Set {
    Set::of(characters.chars().map(|one| (one, one)))
}

/// The set of one character.
pub(super) fn single(character: char) -> Set {
    Set::single(character)
}

/// Every character.
pub(super) fn all() -> Set {
    Set::all()
}

/// Every character but those of a set.
pub(super) fn without(set: Set) -> Set {
    set.complement()
}

/// The characters of either set.
pub(super) fn either(set: Set, other: &Set) -> Set {
    set.union(other)
}

/// A character of the set, as a tree.
pub(super) fn tree(set: Set) -> Tree {
    Tree::Set(set)
}

/// The ASCII digits.
pub(super) fn digits() -> Set {
    of(&[('0', '9')])
}

/// The ASCII letters and digits, and `_`.
pub(super) fn word() -> Set {
    of(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')])
}

/// A property of Unicode, as in `\p{name}` or `\p{key=value}`. None if there is no such property,
/// by the loose comparison of names of UAX 44, LM3.
pub(super) fn property(name: &str) -> Option<Set> {
    let is_name = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '=' | ' ' | '-');
    if name.is_empty() || name.len() > 80 || !name.chars().all(is_name) {
        return None;
    }
    class(&format!(r"\p{{{name}}}"))
}

/// The set of a class of the crate `regex`.
fn class(pattern: &str) -> Option<Set> {
    match regex_syntax::parse(pattern).ok()?.into_kind() {
        HirKind::Class(Class::Unicode(set)) => Some(of_class(&set)),
        HirKind::Class(Class::Bytes(set)) => set.to_unicode_class().as_ref().map(of_class),
        // A class of one character is a literal.
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            Some(among(text))
        }
        _ => None,
    }
}

/// A set of the crate `regex-syntax`.
pub(super) fn of_class(class: &ClassUnicode) -> Set {
    Set::of(class.ranges().iter().map(|range| (range.start(), range.end())))
}

/// The union of properties that are known to exist.
fn known(cell: &'static OnceLock<Set>, pattern: &str) -> Set {
    cell.get_or_init(|| class(pattern).unwrap_or_else(Set::empty)).clone()
}

/// `\w` of UTS 18, as the crate `regex` has it.
pub(super) fn unicode_word() -> Set {
    static WORD: OnceLock<Set> = OnceLock::new();
    known(&WORD, r"\w")
}

/// What Python calls a character of a word: a letter, a numeral or `_`.
pub(super) fn letters_and_numerals() -> Set {
    static WORD: OnceLock<Set> = OnceLock::new();
    known(&WORD, r"[\p{L}\p{N}_]")
}

/// The decimal digits of all scripts.
pub(super) fn decimals() -> Set {
    static DECIMALS: OnceLock<Set> = OnceLock::new();
    known(&DECIMALS, r"\p{Nd}")
}

/// What Python calls white space: that of Unicode, and the four separators of ASCII.
pub(super) fn python_space() -> Set {
    static SPACE: OnceLock<Set> = OnceLock::new();
    known(&SPACE, r"[\s\x1C-\x1F]")
}

/// WhiteSpace and LineTerminator of ECMA-262, 12.2 and 12.3.
pub(super) fn ecmascript_space() -> Set {
    static SPACE: OnceLock<Set> = OnceLock::new();
    known(&SPACE, r"[\t\n\x0B\x0C\r\p{Zs}\x{2028}\x{2029}\x{FEFF}]")
}

/// What XML Schema calls a character of a word: whatever is no punctuation, separator or other.
pub(super) fn xsd_word() -> Set {
    static WORD: OnceLock<Set> = OnceLock::new();
    WORD.get_or_init(|| class(r"[\p{P}\p{Z}\p{C}]").map_or_else(Set::empty, without)).clone()
}

/// What PCRE calls a character of a word with `(*UCP)`, since 10.43.
pub(super) fn pcre_word() -> Set {
    static WORD: OnceLock<Set> = OnceLock::new();
    known(&WORD, r"[\p{L}\p{N}\p{Mn}\p{Pc}]")
}

/// What PCRE calls white space with `(*UCP)`: separators, and what `\h` and `\v` have.
pub(super) fn pcre_space() -> Set {
    static SPACE: OnceLock<Set> = OnceLock::new();
    known(&SPACE, r"[\p{Z}\t-\r\x{85}\x{180E}]")
}

/// The general categories of Unicode, as each dialect that has `\p` calls them.
pub(super) const CATEGORIES: [&str; 37] = [
    "C", "Cc", "Cf", "Cn", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn",
    "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm",
    "So", "Z", "Zl", "Zp", "Zs",
];

/// A general category, by its short name. `Cs` has no characters.
pub(super) fn category(name: &str) -> Option<Set> {
    match name {
        "Cs" => Some(Set::empty()),
        _ if CATEGORIES.contains(&name) => property(&format!("gc={name}")),
        _ => None,
    }
}

/// A script, by its name as the standard writes it: `Greek`, `Old_Italic`.
pub(super) fn script(name: &str, key: &str) -> Option<Set> {
    let is_word = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|first| first.is_ascii_uppercase())
            && letters.all(|one| one.is_ascii_lowercase())
    };
    let is_written_so = name == "SignWriting" || name.split('_').all(is_word);
    if is_written_so { property(&format!("{key}={name}")) } else { None }
}

/// A class of POSIX, `[:name:]`, of ASCII.
pub(super) fn posix(name: &str) -> Option<Set> {
    const NAMES: [&str; 14] = [
        "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
        "space", "upper", "word", "xdigit",
    ];
    if NAMES.contains(&name) { class(&format!("[[:{name}:]]")) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_category() {
        for name in CATEGORIES {
            let set = category(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(set.is_empty(), name == "Cs", "{name}");
        }
        assert_eq!(category("Lu").unwrap().ranges().next(), Some(('A', 'Z')));
        assert_eq!(category("LU"), None);
        assert_eq!(property("L}|[a"), None);
    }

    #[test]
    fn finds_scripts_as_the_standard_writes_them() {
        assert!(script("Greek", "sc").is_some());
        assert!(script("Old_Italic", "scx").is_some());
        assert_eq!(script("greek", "sc"), None);
        assert_eq!(script("Klingon", "sc"), None);
    }
}
