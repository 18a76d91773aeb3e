//! Sets of characters, and their closure under case folding.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::LazyLock;

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};
use rustc_hash::FxHashMap as HashMap;

use crate::CharacterSet;

// The sets of characters of classes: Unicode tables, the small ASCII sets, and blocks.
//
// The tables come from `regex-syntax`; the names that a dialect uses are resolved where the dialect is read.
// Complements do not come from that crate: its complement of a set with a range that ends at U+D7FF and another
// that begins at U+E000 wrongly contains both.

/// The version of Unicode of the tables.
pub(super) const UNICODE: &str = "16.0";

/// A set of characters under construction.
pub(super) type Set = CharacterSet;

pub(super) fn among(characters: &str) -> Set {
    Set::from_ranges(characters.chars().map(|one| (one, one)))
}

pub(super) fn digits() -> Set {
    Set::from_ranges([('0', '9')])
}

pub(super) fn word() -> Set {
    Set::from_ranges([('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')])
}

/// Returns a Unicode property, as in `\p{name}` or `\p{key=value}`, or `None` if it does not exist. Names are
/// compared loosely (UAX 44, LM3).
pub(super) fn property(name: &str) -> Option<Set> {
    let is_name = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '=' | ' ' | '-');
    if name.is_empty() || name.len() > 80 || !name.chars().all(is_name) {
        return None;
    }
    class(&format!(r"\p{{{name}}}"))
}

fn class(pattern: &str) -> Option<Set> {
    match regex_syntax::parse(pattern).ok()?.into_kind() {
        HirKind::Class(Class::Unicode(set)) => Some(of_class(&set)),
        HirKind::Class(Class::Bytes(set)) => set.to_unicode_class().as_ref().map(of_class),
        // A class of one character is a literal.
        HirKind::Literal(literal) => std::str::from_utf8(&literal.0).ok().map(among),
        _ => None,
    }
}

pub(super) fn of_class(class: &ClassUnicode) -> Set {
    Set::from_ranges(class.ranges().iter().map(|range| (range.start(), range.end())))
}

fn known(pattern: &str) -> Set {
    class(pattern).unwrap_or_else(Set::empty)
}

/// `\w` of UTS 18, as in the crate `regex`.
pub(super) static UNICODE_WORD: LazyLock<Set> = LazyLock::new(|| known(r"\w"));
/// Python's word characters: letters, numerals and `_`.
pub(super) static PYTHON_WORD: LazyLock<Set> = LazyLock::new(|| known(r"[\p{L}\p{N}_]"));
/// The decimal digits of all scripts.
pub(super) static DECIMALS: LazyLock<Set> = LazyLock::new(|| known(r"\p{Nd}"));
/// Python's white space: the white space of Unicode, and the four ASCII separators.
pub(super) static PYTHON_SPACE: LazyLock<Set> = LazyLock::new(|| known(r"[\s\x1C-\x1F]"));
/// WhiteSpace and LineTerminator of ECMA-262, 12.2 and 12.3.
pub(super) static ECMASCRIPT_SPACE: LazyLock<Set> =
    LazyLock::new(|| known(r"[\t\n\x0B\x0C\r\p{Zs}\x{2028}\x{2029}\x{FEFF}]"));
/// The word characters of XML Schema: all except for punctuation, separators and the category Other.
pub(super) static XSD_WORD: LazyLock<Set> =
    LazyLock::new(|| known(r"[\p{P}\p{Z}\p{C}]").complement());
/// PCRE's word characters with `(*UCP)`, since 10.43.
pub(super) static PCRE_WORD: LazyLock<Set> = LazyLock::new(|| known(r"[\p{L}\p{N}\p{Mn}\p{Pc}]"));
/// PCRE's white space with `(*UCP)`: separators, `\h` and `\v`.
pub(super) static PCRE_SPACE: LazyLock<Set> =
    LazyLock::new(|| known(r"[\p{Z}\t-\r\x{85}\x{180E}]"));

/// The short names of the general categories of Unicode, which are the same in each dialect that has `\p`.
pub(super) const CATEGORIES: [&str; 37] = [
    "C", "Cc", "Cf", "Cn", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn",
    "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm",
    "So", "Z", "Zl", "Zp", "Zs",
];

/// Returns a general category, by its short name. `Cs` contains no characters.
pub(super) fn category(name: &str) -> Option<Set> {
    match name {
        "Cs" => Some(Set::empty()),
        _ if CATEGORIES.contains(&name) => property(&format!("gc={name}")),
        _ => None,
    }
}

/// Returns a script by its name in the Unicode standard, such as `Old_Italic`. `key` is the property `sc` or `scx`.
pub(super) fn script(name: &str, key: &str) -> Option<Set> {
    let is_word = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|first| first.is_ascii_uppercase())
            && letters.all(|one| one.is_ascii_lowercase())
    };
    let is_written_so = name == "SignWriting" || name.split('_').all(is_word);
    if is_written_so { property(&format!("{key}={name}")) } else { None }
}

/// Returns an ASCII POSIX class, `[:name:]`.
pub(crate) fn posix(name: &str) -> Option<Set> {
    const NAMES: [&str; 14] = [
        "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
        "space", "upper", "word", "xdigit",
    ];
    if NAMES.contains(&name) { class(&format!("[[:{name}:]]")) } else { None }
}

// Unicode blocks, with the names that XML Schema, .NET and Java use: those of Unicode 4.0 without spaces
// (.NET's documentation, *Supported named blocks*). `Greek` is the block from U+0370 to U+03FF; the script of
// that name has other characters.

/// The blocks below U+10000 except for the surrogates, with the first and the last code point.
#[rustfmt::skip]
const BLOCKS: [(&str, u32, u32); 105] = [
    ("BasicLatin", 0x0000, 0x007F), ("Latin-1Supplement", 0x0080, 0x00FF), ("LatinExtended-A", 0x0100, 0x017F),
    ("LatinExtended-B", 0x0180, 0x024F), ("IPAExtensions", 0x0250, 0x02AF),
    ("SpacingModifierLetters", 0x02B0, 0x02FF), ("CombiningDiacriticalMarks", 0x0300, 0x036F),
    ("Greek", 0x0370, 0x03FF), ("GreekandCoptic", 0x0370, 0x03FF), ("Cyrillic", 0x0400, 0x04FF),
    ("CyrillicSupplement", 0x0500, 0x052F), ("Armenian", 0x0530, 0x058F), ("Hebrew", 0x0590, 0x05FF),
    ("Arabic", 0x0600, 0x06FF), ("Syriac", 0x0700, 0x074F), ("Thaana", 0x0780, 0x07BF),
    ("Devanagari", 0x0900, 0x097F), ("Bengali", 0x0980, 0x09FF), ("Gurmukhi", 0x0A00, 0x0A7F),
    ("Gujarati", 0x0A80, 0x0AFF), ("Oriya", 0x0B00, 0x0B7F), ("Tamil", 0x0B80, 0x0BFF), ("Telugu", 0x0C00, 0x0C7F),
    ("Kannada", 0x0C80, 0x0CFF), ("Malayalam", 0x0D00, 0x0D7F), ("Sinhala", 0x0D80, 0x0DFF), ("Thai", 0x0E00, 0x0E7F),
    ("Lao", 0x0E80, 0x0EFF), ("Tibetan", 0x0F00, 0x0FFF), ("Myanmar", 0x1000, 0x109F), ("Georgian", 0x10A0, 0x10FF),
    ("HangulJamo", 0x1100, 0x11FF), ("Ethiopic", 0x1200, 0x137F), ("Cherokee", 0x13A0, 0x13FF),
    ("UnifiedCanadianAboriginalSyllabics", 0x1400, 0x167F), ("Ogham", 0x1680, 0x169F), ("Runic", 0x16A0, 0x16FF),
    ("Tagalog", 0x1700, 0x171F), ("Hanunoo", 0x1720, 0x173F), ("Buhid", 0x1740, 0x175F), ("Tagbanwa", 0x1760, 0x177F),
    ("Khmer", 0x1780, 0x17FF), ("Mongolian", 0x1800, 0x18AF), ("Limbu", 0x1900, 0x194F), ("TaiLe", 0x1950, 0x197F),
    ("KhmerSymbols", 0x19E0, 0x19FF), ("PhoneticExtensions", 0x1D00, 0x1D7F),
    ("LatinExtendedAdditional", 0x1E00, 0x1EFF), ("GreekExtended", 0x1F00, 0x1FFF),
    ("GeneralPunctuation", 0x2000, 0x206F), ("SuperscriptsandSubscripts", 0x2070, 0x209F),
    ("CurrencySymbols", 0x20A0, 0x20CF), ("CombiningMarksforSymbols", 0x20D0, 0x20FF),
    ("CombiningDiacriticalMarksforSymbols", 0x20D0, 0x20FF), ("LetterlikeSymbols", 0x2100, 0x214F),
    ("NumberForms", 0x2150, 0x218F), ("Arrows", 0x2190, 0x21FF), ("MathematicalOperators", 0x2200, 0x22FF),
    ("MiscellaneousTechnical", 0x2300, 0x23FF), ("ControlPictures", 0x2400, 0x243F),
    ("OpticalCharacterRecognition", 0x2440, 0x245F), ("EnclosedAlphanumerics", 0x2460, 0x24FF),
    ("BoxDrawing", 0x2500, 0x257F), ("BlockElements", 0x2580, 0x259F), ("GeometricShapes", 0x25A0, 0x25FF),
    ("MiscellaneousSymbols", 0x2600, 0x26FF), ("Dingbats", 0x2700, 0x27BF),
    ("MiscellaneousMathematicalSymbols-A", 0x27C0, 0x27EF), ("SupplementalArrows-A", 0x27F0, 0x27FF),
    ("BraillePatterns", 0x2800, 0x28FF), ("SupplementalArrows-B", 0x2900, 0x297F),
    ("MiscellaneousMathematicalSymbols-B", 0x2980, 0x29FF), ("SupplementalMathematicalOperators", 0x2A00, 0x2AFF),
    ("MiscellaneousSymbolsandArrows", 0x2B00, 0x2BFF), ("CJKRadicalsSupplement", 0x2E80, 0x2EFF),
    ("KangxiRadicals", 0x2F00, 0x2FDF), ("IdeographicDescriptionCharacters", 0x2FF0, 0x2FFF),
    ("CJKSymbolsandPunctuation", 0x3000, 0x303F), ("Hiragana", 0x3040, 0x309F), ("Katakana", 0x30A0, 0x30FF),
    ("Bopomofo", 0x3100, 0x312F), ("HangulCompatibilityJamo", 0x3130, 0x318F), ("Kanbun", 0x3190, 0x319F),
    ("BopomofoExtended", 0x31A0, 0x31BF), ("KatakanaPhoneticExtensions", 0x31F0, 0x31FF),
    ("EnclosedCJKLettersandMonths", 0x3200, 0x32FF), ("CJKCompatibility", 0x3300, 0x33FF),
    ("CJKUnifiedIdeographsExtensionA", 0x3400, 0x4DBF), ("YijingHexagramSymbols", 0x4DC0, 0x4DFF),
    ("CJKUnifiedIdeographs", 0x4E00, 0x9FFF), ("YiSyllables", 0xA000, 0xA48F), ("YiRadicals", 0xA490, 0xA4CF),
    ("HangulSyllables", 0xAC00, 0xD7AF), ("PrivateUse", 0xE000, 0xF8FF), ("PrivateUseArea", 0xE000, 0xF8FF),
    ("CJKCompatibilityIdeographs", 0xF900, 0xFAFF), ("AlphabeticPresentationForms", 0xFB00, 0xFB4F),
    ("ArabicPresentationForms-A", 0xFB50, 0xFDFF), ("VariationSelectors", 0xFE00, 0xFE0F),
    ("CombiningHalfMarks", 0xFE20, 0xFE2F), ("CJKCompatibilityForms", 0xFE30, 0xFE4F),
    ("SmallFormVariants", 0xFE50, 0xFE6F), ("ArabicPresentationForms-B", 0xFE70, 0xFEFF),
    ("HalfwidthandFullwidthForms", 0xFF00, 0xFFEF), ("Specials", 0xFFF0, 0xFFFF),
];

pub(super) fn block(name: &str) -> Option<Set> {
    let (_, first, last) = BLOCKS.iter().find(|(known, ..)| *known == name)?;
    Some(Set::from_code_points([(*first, *last)]))
}

/// The names in `BLOCKS` that XML Schema, part 2, F.1.1 (Unicode 3.1) lacks, or for which it defines another end.
#[rustfmt::skip]
const NOT_OF_A_SCHEMA: [&str; 26] = [
    "CyrillicSupplement", "Tagalog", "Hanunoo", "Buhid", "Tagbanwa", "Limbu", "TaiLe", "KhmerSymbols",
    "PhoneticExtensions", "MiscellaneousMathematicalSymbols-A", "SupplementalArrows-A", "SupplementalArrows-B",
    "MiscellaneousMathematicalSymbols-B", "SupplementalMathematicalOperators", "MiscellaneousSymbolsandArrows",
    "KatakanaPhoneticExtensions", "CJKUnifiedIdeographsExtensionA", "YijingHexagramSymbols", "HangulSyllables",
    "PrivateUse", "PrivateUseArea", "VariationSelectors", "CJKCompatibilityForms", "SmallFormVariants",
    "ArabicPresentationForms-B", "Specials",
];

/// Returns the characters of a block, or `None` if XML Schema lacks the block or defines another end for it.
pub(super) fn block_of_a_schema(name: &str) -> Option<Set> {
    if NOT_OF_A_SCHEMA.contains(&name) { None } else { block(name) }
}

// The case folding of Java and of .NET, whose engines ignore case in inconsistent ways.
//
// The functions return a set with every character that the engine treats as equal to one of the set, or refuse
// the set if the engine treats a character differently in different places. In Java, `(?iu)ß` does not match
// `ẞ`, but `(?iu)ßa` matches `ẞa`.

/// A description of characters that the engine treats inconsistently, for an error.
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

/// Returns the key by which Java compares characters: the character in upper case, then converted to lower case.
fn key(one: char) -> char {
    let upper = upper(one).unwrap_or(one);
    lower(upper).unwrap_or(upper)
}

/// The characters that share their Java [`key`] with other characters. No character above U+1EFFF has case.
static KNOWN: LazyLock<Mates> = LazyLock::new(|| mates('\u{1EFFF}', key));

/// Returns, for each character of the set, the character and all characters with the same Java [`key`]. Characters with
/// a unique key are left out.
fn folded_among(set: &Set) -> Vec<(char, &'static [char])> {
    let within = set.ranges().flat_map(|(first, last)| KNOWN.range(first..=last));
    within.map(|(&one, group)| (one, &group[..])).collect()
}

const UNCLEAR: &str = "a letter whose case Java ignores in some places and not in others with the \
    flags `i` and `u`: write both cases in brackets, without the flag `u`";

/// Returns a set of single characters with their case variants, under Java's flags `i` and `u`. Java compares a
/// character by three rules: one for a character alone, one for a character in a sequence, and one for a character
/// below U+0100 in brackets. If the rules disagree about a character, the set is refused.
pub(super) fn java(set: Set) -> Result<Set, Unclear> {
    let is_clear = |(one, group): (char, &[char])| {
        let alone = upper(one) != Some(key(one)) || group.len() == 1;
        // Java knows about the characters above U+00FF that equal these.
        let has_far = matches!(one, 'ÿ' | 'µ' | 'Å' | 'å');
        let is_near = one.is_ascii() || has_far || one > '\u{FF}' || {
            let cases = [Some(one), upper(one), lower(one)];
            group.iter().all(|&other| cases.contains(&Some(other)))
        };
        alone && is_near && has_cases(one)
    };
    if folded_among(&set).into_iter().all(is_clear) { Ok(close(set, &KNOWN)) } else { Err(UNCLEAR) }
}

/// Returns a set of ranges with its case variants, under Java's flags `i` and `u`. A character is included if the set
/// contains the character, its upper case, or the lower case of its upper case. So `(?iu)[A-Z]` does not contain
/// U+212A, but `(?iu)K` and `(?iu)[a-z]` do.
pub(super) fn java_ranges(set: Set) -> Result<Set, Unclear> {
    if !folded_among(&set).into_iter().all(|(one, _)| has_cases(one)) {
        return Err(UNCLEAR);
    }
    // A character whose upper case or key is in the set shares its key with a member.
    let all = close(set.clone(), &KNOWN);
    let found = folded_among(&all)
        .into_iter()
        .map(|(one, _)| one)
        .filter(|&one| set.contains(upper(one).unwrap_or(one)) || set.contains(key(one)));
    let found: Vec<(char, char)> = found.map(|one| (one, one)).collect();
    Ok(set.union(&Set::from_ranges(found)))
}

fn has_cases(one: char) -> bool {
    upper(one).is_some() && lower(one).is_some()
}

/// Returns a set with its case variants, with .NET's flag `i`. The variants are ASCII letters, and U+212A, the Kelvin
/// sign. A set with `i` or a letter beyond ASCII is refused: the variants depend on the culture or on the version.
pub(super) fn dotnet(set: Set) -> Result<Set, Unclear> {
    if set.contains('i') || set.contains('I') {
        return Err(
            "a set with `i` or `I` where case is ignored, which depends on the culture in .NET: \
             write both cases in brackets, without the flag `i`, as `[A-Za-z]`",
        );
    }
    let beyond = set.intersection(&Set::from_ranges([('\u{80}', char::MAX)]));
    let is_cased = |(first, last)| KNOWN.range(first..=last).next().is_some();
    if beyond.ranges().any(is_cased) || Fold::Simple.of(beyond.clone()) != beyond {
        return Err("a letter beyond ASCII where case is ignored, which differs between versions \
                    of .NET: write both cases in brackets, without the flag `i`");
    }
    let has_k = set.contains('k') || set.contains('K');
    let set = Fold::Ascii.of(set);
    Ok(if has_k { set.union(&Set::single('\u{212A}')) } else { set })
}

// The rules for which characters are equal if case is ignored.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    Ascii,
    Simple,
    /// Python's rule for `str`: characters with the same lower case, or the same upper case.
    Python,
    /// Canonicalize of ECMA-262, 22.2.2.7.3, without the flag `u`: characters with the same upper case, if that
    /// is one code unit and does not turn a non-ASCII character into ASCII.
    UpperCase,
}

impl Fold {
    /// Returns a set with every character that equals one of its characters if case is ignored.
    pub(super) fn of(self, set: Set) -> Set {
        match self {
            Self::Simple => {
                let ranges = set.ranges().map(|(first, last)| ClassUnicodeRange::new(first, last));
                let mut class = ClassUnicode::new(ranges);
                // Without the tables nothing is folded; they are a default feature of the crate.
                let _ = class.try_case_fold_simple();
                of_class(&class)
            }
            Self::Ascii => {
                let letters = set.intersection(&Set::from_ranges([('A', 'Z'), ('a', 'z')]));
                let other = |letter: char| char::from(letter as u8 ^ 0x20);
                let others = letters.ranges().map(|(first, last)| (other(first), other(last)));
                let others = Set::from_ranges(others);
                set.union(&others)
            }
            Self::Python => close(set, &PYTHON),
            Self::UpperCase => close(set, &UPPER_CASE),
        }
    }
}

/// A map from a character to its group: the characters that are equal if case is ignored. Other characters are omitted.
pub(super) type Mates = BTreeMap<char, Vec<char>>;

pub(super) fn close(set: Set, mates: &Mates) -> Set {
    let mut other = Vec::new();
    for (first, last) in set.ranges() {
        for (_, mates) in mates.range(first..=last) {
            other.extend(mates.iter().map(|&one| (one, one)));
        }
    }
    set.union(&Set::from_ranges(other))
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

/// The groups of Python's rule. No character above U+1EFFF has case.
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

    /// Blocks begin and end at rows of sixteen code points, and two blocks share a character only if they have the
    /// same bounds.
    #[test]
    fn blocks_do_not_overlap() {
        for two in BLOCKS.windows(2) {
            let [(name, first, last), (next, begin, end)] = two else { unreachable!() };
            assert!(first % 16 == 0 && last % 16 == 15, "{name}");
            assert!(last < begin || (first, last) == (begin, end), "{name} {next}");
        }
        assert_eq!(block("Greek"), block("GreekandCoptic"));
    }

    #[test]
    fn blocks_that_have_grown_are_not_blocks_of_a_schema() {
        assert!(
            block("HangulSyllables").is_some() && block_of_a_schema("HangulSyllables").is_none()
        );
        assert!(NOT_OF_A_SCHEMA.iter().all(|name| block(name).is_some()));
        assert_eq!(block_of_a_schema("Greek"), block("Greek"));
    }

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
            // Alone, `ß` matches itself; in a sequence, it also matches `ẞ`.
            ("ß", None),
        ] {
            assert_eq!(java(among(one)).ok(), all.map(among), "{one}");
        }
        for (range, more) in [
            (('a', 'z'), "ABCDEFGHIJKLMNOPQRSTUVWXYZ\u{212A}İıſ"),
            // The upper case of U+212A is U+212A, whose lower case is `k`.
            (('A', 'Z'), "abcdefghijklmnopqrstuvwxyzıſ"),
            (('µ', 'µ'), ""),
            (('ẞ', 'ẞ'), ""),
            (('ß', 'ß'), "ẞ"),
        ] {
            let range = Set::from_ranges([range]);
            let all = range.clone().union(&among(more));
            assert_eq!(java_ranges(range), Ok(all), "{more}");
        }
    }

    #[test]
    fn dotnet_refuses_i_and_equates_k_with_the_kelvin_sign() {
        assert_eq!(dotnet(among("k1")), Ok(among("kK1\u{212A}")));
        assert_eq!(dotnet(among("s")), Ok(among("sS")));
        for refused in ["i", "I", "é", "\u{212A}", "ß"] {
            assert!(dotnet(among(refused)).is_err(), "{refused}");
        }
        assert!(dotnet(Set::from_ranges([('一', '三')])).is_ok());
    }

    #[track_caller]
    fn check(fold: Fold, one: &str, all: &str) {
        assert_eq!(fold.of(among(one)), among(all), "{fold:?}");
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
