//! Classes in brackets, and the sets of characters that they stand for.

use std::sync::OnceLock;

use regex_syntax::hir::{Class, ClassUnicode, HirKind};

use super::super::{CharacterSet, Dialect, Tree};
use super::escape;
use super::escape::Escaped;
use super::facts::{Brackets, ClassInRange};
use super::reader::{PatternFault, PatternReader};

// The sets of characters that classes stand for: tables of Unicode, and the small ASCII ones.
//
// In: a name. Out: a set. The tables are those of `regex-syntax`; what a dialect calls them is said
// where the dialect is read. Only tables are asked of that crate, and no complement: its complement of a
// set that ends with U+D7FF and goes on with U+E000 has both.

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

// Classes in brackets, in the dialects that have `(?…)`.
//
// The surprising case: within brackets `\b` is a backspace in most dialects, and `[]` is a class
// without members in ECMAScript and the beginning of a class elsewhere.

/// A part of a class.
pub(super) enum ClassPart {
    Character(u32),
    Set(Set),
    /// `\E` of PCRE.
    Nothing,
}

/// Whether `:…:]`, `.….]` or `=…=]` stands behind a bracket, as PCRE finds it: no `]` and no other such beginning stands
/// before its end, unless a backslash escapes it.
fn is_posix_syntax(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    let Some(&sign @ (b':' | b'.' | b'=')) = bytes.first() else { return false };
    let mut at = 1;
    while let [one, next, ..] = bytes[at..] {
        match (one, next) {
            (b'\\', b']' | b'\\') => at += 1,
            (b'[', next) if next == sign => return false,
            (b']', _) => return false,
            (one, b']') if one == sign => return true,
            _ => {}
        }
        at += 1;
    }
    false
}

impl PatternReader<'_> {
    /// What stands in brackets, behind the bracket at `at`.
    pub(super) fn brackets(&mut self, at: usize) -> Result<Tree, PatternFault> {
        match self.facts.brackets {
            Brackets::Flat => self.class(at),
            Brackets::Java => Ok(tree(self.java_class(at)?)),
            Brackets::DotNet => Ok(tree(self.dotnet_class(at)?)),
            Brackets::Sets => self.class_of_sets(at),
        }
    }

    /// A class, behind the bracket at `at`.
    fn class(&mut self, at: usize) -> Result<Tree, PatternFault> {
        if self.facts.has_branch_reset && is_posix_syntax(self.cursor.rest()) {
            let why = match self.cursor.starts(":") {
                true => "a class of POSIX outside of brackets: write `[[:…:]]`",
                false => r"`[.` and `[=` of POSIX are no part of pcre: write `[\.` or `[\=`",
            };
            return Err(PatternFault::new(at, why));
        }
        self.check_beginning()?;
        let is_negative = self.cursor.eat("^");
        if is_negative {
            self.check_beginning()?;
        }
        let mut set = Set::empty();
        let mut is_first = true;
        let mut ranges = Vec::new();
        let mut has_negative = false;
        loop {
            self.check_blank()?;
            if !(is_first && self.facts.has_first_bracket) && self.cursor.eat("]") {
                break;
            }
            let (place, rest) = (self.cursor.at(), self.cursor.rest());
            let from = self.part(at)?;
            if self.facts.has_branch_reset && !self.has_properties {
                self.note_lost(&rest[..self.cursor.at() - place], &mut has_negative);
            }
            is_first &= matches!(from, ClassPart::Nothing);
            self.check_blank()?;
            let dash = self.cursor.at();
            let is_range = self.cursor.starts("-") && !self.cursor.starts("-]");
            if !is_range {
                match from {
                    ClassPart::Character(code) => ranges.push((code, code, place)),
                    ClassPart::Set(part) => set = set.union(&part),
                    ClassPart::Nothing => {}
                }
                continue;
            }
            let from = match (from, self.facts.class_in_range) {
                (ClassPart::Character(code), _) => code,
                (ClassPart::Set(part), ClassInRange::LiteralAfter) => {
                    set = set.union(&part);
                    continue;
                }
                (ClassPart::Set(part), ClassInRange::Literal) => {
                    set = set.union(&part);
                    self.cursor.next();
                    ranges.push((u32::from('-'), u32::from('-'), dash));
                    self.single(&mut ranges, &mut set, at)?;
                    continue;
                }
                (ClassPart::Set(_), ClassInRange::Fault) => {
                    return Err(PatternFault::new(
                        dash,
                        r"a `-` behind a class: write `\-`, or put it last",
                    ));
                }
                (ClassPart::Nothing, _) => {
                    return Err(PatternFault::new(dash, r"a `-` behind `\E`: write `\-`"));
                }
            };
            self.cursor.next();
            self.check_blank()?;
            match self.part(at)? {
                ClassPart::Character(to) if to < from => {
                    return Err(PatternFault::backwards(place));
                }
                ClassPart::Character(to) => ranges.push((from, to, place)),
                ClassPart::Set(part) if self.facts.class_in_range == ClassInRange::Literal => {
                    ranges.extend([(from, from, place), (u32::from('-'), u32::from('-'), dash)]);
                    set = set.union(&part);
                }
                ClassPart::Set(_) | ClassPart::Nothing => {
                    return Err(PatternFault::new(dash, r"a `-` before a class: write `\-`"));
                }
            }
        }
        let mut characters = Vec::new();
        for (from, to, place) in ranges {
            characters.extend(self.range(from, to, place)?.ranges());
        }
        let mut characters = Set::of(characters);
        if self.flags.ignores_case {
            characters = self.fold(characters);
        }
        let set = set.union(&characters);
        Ok(tree(if is_negative { without(set) } else { set }))
    }

    /// Notes that PCRE2 lost characters of a class before 10.45, where a class of POSIX stands behind a negated one.
    fn note_lost(&mut self, part: &str, has_negative: &mut bool) {
        if *has_negative && part.starts_with("[:") && !part.starts_with("[:^") {
            self.notes.add(
                "a class of POSIX behind one that is negated, as in `[\\D[:digit:]]`: before 10.45, PCRE2 leaves out the \
                 characters above U+FF",
            );
        }
        *has_negative |= [r"\D", r"\S", r"\W", "[:^"].iter().any(|one| part.starts_with(one));
    }

    /// The end of a range behind its `-`, in a dialect where that is a character.
    pub(super) fn range_end(&mut self, open: usize, dash: usize) -> Result<u32, PatternFault> {
        match self.part(open)? {
            ClassPart::Character(to) => Ok(to),
            _ => Err(PatternFault::new(dash, r"a `-` before a class: write `\-`")),
        }
    }

    /// Refuses what PCRE passes over where a class begins: what follows would be its `^` or its `]`.
    fn check_beginning(&self) -> Result<(), PatternFault> {
        let is_quote = self.cursor.starts("\\E") || self.cursor.starts("\\Q");
        if self.facts.has_branch_reset && is_quote {
            let why = r"`\Q` or `\E` at the beginning of a class is not read: leave it out";
            return Err(PatternFault::new(self.cursor.at(), why));
        }
        self.check_blank()
    }

    /// Refuses a blank that the flag `xx` passes over.
    fn check_blank(&self) -> Result<(), PatternFault> {
        let is_blank = self.cursor.starts(" ") || self.cursor.starts("\t");
        if self.flags.is_verbose_in_classes && is_blank {
            let why = "a blank in a class with the flag `xx` is not read: leave it out";
            return Err(PatternFault::new(self.cursor.at(), why));
        }
        Ok(())
    }

    /// A part that is no beginning of a range.
    fn single(
        &mut self,
        ranges: &mut Vec<(u32, u32, usize)>,
        set: &mut Set,
        at: usize,
    ) -> Result<(), PatternFault> {
        let place = self.cursor.at();
        match self.part(at)? {
            ClassPart::Character(code) => ranges.push((code, code, place)),
            ClassPart::Set(part) => *set = std::mem::take(set).union(&part),
            ClassPart::Nothing => {}
        }
        Ok(())
    }

    pub(super) fn part(&mut self, open: usize) -> Result<ClassPart, PatternFault> {
        let at = self.cursor.at();
        if self.facts.has_posix_classes
            && let Some(set) = self.posix_class()?
        {
            return Ok(ClassPart::Set(set));
        }
        match self.cursor.next() {
            None => Err(PatternFault::new(open, "a `[` without its `]`")),
            Some('\\') => match escape::read(self, at, true)? {
                Escaped::Character(code) => Ok(ClassPart::Character(code)),
                Escaped::Set(set) => Ok(ClassPart::Set(set)),
                Escaped::Item(_) => Ok(ClassPart::Nothing),
                Escaped::Quote => {
                    let Some(text) = self.cursor.until("\\E") else {
                        return Err(PatternFault::new(at, r"a `\Q` in brackets without its `\E`"));
                    };
                    let set = among(text);
                    Ok(ClassPart::Set(if self.flags.ignores_case { self.fold(set) } else { set }))
                }
            },
            Some(one) => Ok(ClassPart::Character(u32::from(one))),
        }
    }

    /// `[:alpha:]` or `[:^alpha:]`, if it comes next.
    fn posix_class(&mut self) -> Result<Option<Set>, PatternFault> {
        let at = self.cursor.at();
        let is_pcre = self.facts.has_branch_reset;
        let Some(inner) = self.cursor.rest().strip_prefix('[') else { return Ok(None) };
        // Without its end it is a bracket and a colon. RE2 finds its end anywhere in the pattern.
        let is_whole = match is_pcre {
            true => is_posix_syntax(inner),
            false => inner.starts_with(':') && self.last_class_end.is_some_and(|end| end > at + 1),
        };
        if !is_whole {
            return Ok(None);
        }
        if !inner.starts_with(':') {
            let why = r"`[.` and `[=` of POSIX are no part of pcre: write `\[`";
            return Err(PatternFault::new(at, why));
        }
        if is_pcre && (self.cursor.starts("[:<:]") || self.cursor.starts("[:>:]")) {
            let why = r"`[[:<:]]` and `[[:>:]]` are not read: write `\b(?=\w)` and `\b(?<=\w)`";
            return Err(PatternFault::new(at, why));
        }
        self.cursor.eat("[:");
        let is_negative = self.cursor.eat("^");
        let name = self.cursor.run(16, |one| one.is_ascii_alphabetic());
        if !self.cursor.eat(":]") {
            let why = r"`[:` begins no class that is known: write a class as `[:alpha:]`, or `\[` for the character";
            return Err(PatternFault::new(at, why));
        }
        let ignores_case = self.flags.ignores_case;
        let name = match name {
            "upper" | "lower" if is_pcre && ignores_case && !self.has_properties => "alpha",
            name => name,
        };
        let set = if self.has_properties { self.pcre_posix(name) } else { posix(name) };
        let Some(mut set) = set else {
            let why = match posix(name) {
                Some(_) => "which with `(*UCP)` differs from version to version",
                None => "which is not known",
            };
            return Err(PatternFault::new(at, format!("the class `[:{name}:]`, {why}")));
        };
        if ignores_case && self.facts.folds_classes {
            set = self.fold(set);
        }
        Ok(Some(if is_negative { without(set) } else { set }))
    }

    /// The characters from a code point to another.
    ///
    /// Without the flag `u`, a character above U+FFFF is two code units in ECMAScript, from U+D800 to
    /// U+DFFF. A range that has all of these is read as one that has all those characters, each of
    /// which then counts as one unit; a range that has some of them is refused.
    pub(super) fn range(&mut self, from: u32, to: u32, at: usize) -> Result<Set, PatternFault> {
        let set = Set::of_codes([(from, to)]);
        let has_halves = from <= 0xDFFF && to >= 0xD800;
        let has_all = from <= 0xD800 && to >= 0xDFFF;
        self.has_halves |= has_halves;
        if self.is_in_units {
            if to > 0xFFFF || has_halves && !has_all {
                let what = "half of a character, or one of two code units";
                let why = match self.facts.dialect {
                    Dialect::DotNet => format!("{what}, which are not read in dotnet"),
                    _ => format!("{what}: write `/…/u`"),
                };
                return Err(PatternFault::new(at, why));
            }
            if has_all {
                return Ok(either(set, &Set::of([('\u{10000}', char::MAX)])));
            }
        } else if set.is_empty() {
            self.notes
                .add("half of a character, from U+D800 to U+DFFF, is in no well-formed string");
        }
        Ok(set)
    }
}

// Blocks of Unicode, by the names that XML Schema, .NET and Java have for them.
//
// The names are those of Unicode 4.0 without their spaces: .NET's documentation, *Supported named blocks*.
// The surprising case: `Greek` is the block from U+0370 to U+03FF, and the name of a script of other
// characters.

/// The blocks below U+10000 but for the surrogates, with the first and the last code point.
const BLOCKS: [(&str, u32, u32); 105] = [
    ("BasicLatin", 0x0000, 0x007F),
    ("Latin-1Supplement", 0x0080, 0x00FF),
    ("LatinExtended-A", 0x0100, 0x017F),
    ("LatinExtended-B", 0x0180, 0x024F),
    ("IPAExtensions", 0x0250, 0x02AF),
    ("SpacingModifierLetters", 0x02B0, 0x02FF),
    ("CombiningDiacriticalMarks", 0x0300, 0x036F),
    ("Greek", 0x0370, 0x03FF),
    ("GreekandCoptic", 0x0370, 0x03FF),
    ("Cyrillic", 0x0400, 0x04FF),
    ("CyrillicSupplement", 0x0500, 0x052F),
    ("Armenian", 0x0530, 0x058F),
    ("Hebrew", 0x0590, 0x05FF),
    ("Arabic", 0x0600, 0x06FF),
    ("Syriac", 0x0700, 0x074F),
    ("Thaana", 0x0780, 0x07BF),
    ("Devanagari", 0x0900, 0x097F),
    ("Bengali", 0x0980, 0x09FF),
    ("Gurmukhi", 0x0A00, 0x0A7F),
    ("Gujarati", 0x0A80, 0x0AFF),
    ("Oriya", 0x0B00, 0x0B7F),
    ("Tamil", 0x0B80, 0x0BFF),
    ("Telugu", 0x0C00, 0x0C7F),
    ("Kannada", 0x0C80, 0x0CFF),
    ("Malayalam", 0x0D00, 0x0D7F),
    ("Sinhala", 0x0D80, 0x0DFF),
    ("Thai", 0x0E00, 0x0E7F),
    ("Lao", 0x0E80, 0x0EFF),
    ("Tibetan", 0x0F00, 0x0FFF),
    ("Myanmar", 0x1000, 0x109F),
    ("Georgian", 0x10A0, 0x10FF),
    ("HangulJamo", 0x1100, 0x11FF),
    ("Ethiopic", 0x1200, 0x137F),
    ("Cherokee", 0x13A0, 0x13FF),
    ("UnifiedCanadianAboriginalSyllabics", 0x1400, 0x167F),
    ("Ogham", 0x1680, 0x169F),
    ("Runic", 0x16A0, 0x16FF),
    ("Tagalog", 0x1700, 0x171F),
    ("Hanunoo", 0x1720, 0x173F),
    ("Buhid", 0x1740, 0x175F),
    ("Tagbanwa", 0x1760, 0x177F),
    ("Khmer", 0x1780, 0x17FF),
    ("Mongolian", 0x1800, 0x18AF),
    ("Limbu", 0x1900, 0x194F),
    ("TaiLe", 0x1950, 0x197F),
    ("KhmerSymbols", 0x19E0, 0x19FF),
    ("PhoneticExtensions", 0x1D00, 0x1D7F),
    ("LatinExtendedAdditional", 0x1E00, 0x1EFF),
    ("GreekExtended", 0x1F00, 0x1FFF),
    ("GeneralPunctuation", 0x2000, 0x206F),
    ("SuperscriptsandSubscripts", 0x2070, 0x209F),
    ("CurrencySymbols", 0x20A0, 0x20CF),
    ("CombiningMarksforSymbols", 0x20D0, 0x20FF),
    ("CombiningDiacriticalMarksforSymbols", 0x20D0, 0x20FF),
    ("LetterlikeSymbols", 0x2100, 0x214F),
    ("NumberForms", 0x2150, 0x218F),
    ("Arrows", 0x2190, 0x21FF),
    ("MathematicalOperators", 0x2200, 0x22FF),
    ("MiscellaneousTechnical", 0x2300, 0x23FF),
    ("ControlPictures", 0x2400, 0x243F),
    ("OpticalCharacterRecognition", 0x2440, 0x245F),
    ("EnclosedAlphanumerics", 0x2460, 0x24FF),
    ("BoxDrawing", 0x2500, 0x257F),
    ("BlockElements", 0x2580, 0x259F),
    ("GeometricShapes", 0x25A0, 0x25FF),
    ("MiscellaneousSymbols", 0x2600, 0x26FF),
    ("Dingbats", 0x2700, 0x27BF),
    ("MiscellaneousMathematicalSymbols-A", 0x27C0, 0x27EF),
    ("SupplementalArrows-A", 0x27F0, 0x27FF),
    ("BraillePatterns", 0x2800, 0x28FF),
    ("SupplementalArrows-B", 0x2900, 0x297F),
    ("MiscellaneousMathematicalSymbols-B", 0x2980, 0x29FF),
    ("SupplementalMathematicalOperators", 0x2A00, 0x2AFF),
    ("MiscellaneousSymbolsandArrows", 0x2B00, 0x2BFF),
    ("CJKRadicalsSupplement", 0x2E80, 0x2EFF),
    ("KangxiRadicals", 0x2F00, 0x2FDF),
    ("IdeographicDescriptionCharacters", 0x2FF0, 0x2FFF),
    ("CJKSymbolsandPunctuation", 0x3000, 0x303F),
    ("Hiragana", 0x3040, 0x309F),
    ("Katakana", 0x30A0, 0x30FF),
    ("Bopomofo", 0x3100, 0x312F),
    ("HangulCompatibilityJamo", 0x3130, 0x318F),
    ("Kanbun", 0x3190, 0x319F),
    ("BopomofoExtended", 0x31A0, 0x31BF),
    ("KatakanaPhoneticExtensions", 0x31F0, 0x31FF),
    ("EnclosedCJKLettersandMonths", 0x3200, 0x32FF),
    ("CJKCompatibility", 0x3300, 0x33FF),
    ("CJKUnifiedIdeographsExtensionA", 0x3400, 0x4DBF),
    ("YijingHexagramSymbols", 0x4DC0, 0x4DFF),
    ("CJKUnifiedIdeographs", 0x4E00, 0x9FFF),
    ("YiSyllables", 0xA000, 0xA48F),
    ("YiRadicals", 0xA490, 0xA4CF),
    ("HangulSyllables", 0xAC00, 0xD7AF),
    ("PrivateUse", 0xE000, 0xF8FF),
    ("PrivateUseArea", 0xE000, 0xF8FF),
    ("CJKCompatibilityIdeographs", 0xF900, 0xFAFF),
    ("AlphabeticPresentationForms", 0xFB00, 0xFB4F),
    ("ArabicPresentationForms-A", 0xFB50, 0xFDFF),
    ("VariationSelectors", 0xFE00, 0xFE0F),
    ("CombiningHalfMarks", 0xFE20, 0xFE2F),
    ("CJKCompatibilityForms", 0xFE30, 0xFE4F),
    ("SmallFormVariants", 0xFE50, 0xFE6F),
    ("ArabicPresentationForms-B", 0xFE70, 0xFEFF),
    ("HalfwidthandFullwidthForms", 0xFF00, 0xFFEF),
    ("Specials", 0xFFF0, 0xFFFF),
];

/// The characters of a block. None if the name is not known.
pub(super) fn block(name: &str) -> Option<Set> {
    let (_, first, last) = BLOCKS.iter().find(|(known, ..)| *known == name)?;
    Some(Set::of_codes([(*first, *last)]))
}

/// The blocks that XML Schema, part 2, F.1.1, of Unicode 3.1, does not have, or that have another end there.
const NOT_OF_A_SCHEMA: [&str; 26] = [
    "CyrillicSupplement",
    "Tagalog",
    "Hanunoo",
    "Buhid",
    "Tagbanwa",
    "Limbu",
    "TaiLe",
    "KhmerSymbols",
    "PhoneticExtensions",
    "MiscellaneousMathematicalSymbols-A",
    "SupplementalArrows-A",
    "SupplementalArrows-B",
    "MiscellaneousMathematicalSymbols-B",
    "SupplementalMathematicalOperators",
    "MiscellaneousSymbolsandArrows",
    "KatakanaPhoneticExtensions",
    "CJKUnifiedIdeographsExtensionA",
    "YijingHexagramSymbols",
    "HangulSyllables",
    "PrivateUse",
    "PrivateUseArea",
    "VariationSelectors",
    "CJKCompatibilityForms",
    "SmallFormVariants",
    "ArabicPresentationForms-B",
    "Specials",
];

/// The characters of a block that a schema may name, and all processors take for the same. None if there is
/// no such block.
pub(super) fn block_of_a_schema(name: &str) -> Option<Set> {
    if NOT_OF_A_SCHEMA.contains(&name) { None } else { block(name) }
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

    /// Blocks begin and end at whole rows of sixteen code points, and no two have a character in common
    /// unless one has two names.
    #[test]
    fn blocks_stand_side_by_side() {
        for two in BLOCKS.windows(2) {
            let [(name, first, last), (next, begin, end)] = two else { unreachable!() };
            assert!(first % 16 == 0 && last % 16 == 15, "{name}");
            assert!(last < begin || (first, last) == (begin, end), "{name} {next}");
        }
        assert_eq!(block("Greek"), block("GreekandCoptic"));
    }

    #[test]
    fn a_schema_has_no_block_that_has_grown_since() {
        assert!(
            block("HangulSyllables").is_some() && block_of_a_schema("HangulSyllables").is_none()
        );
        assert!(NOT_OF_A_SCHEMA.iter().all(|name| block(name).is_some()));
        assert_eq!(block_of_a_schema("Greek"), block("Greek"));
    }
}
