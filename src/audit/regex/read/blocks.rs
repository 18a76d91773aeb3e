//! The blocks of Unicode that a schema may name.
//!
//! In: a name, as in `\p{IsGreek}`, without its `Is`. Out: the characters of the block. The names are
//! those of XML Schema, part 2, F.1.1, and the later ones of blocks that have been named anew. A block
//! that has grown since, as `HangulSyllables`, is not here, since processors differ on it.

use super::sets::{self, Set};

/// The characters of a block.
pub(super) fn block(name: &str) -> Option<Set> {
    let known = BLOCKS.iter().find(|(known, ..)| *known == name);
    known.map(|&(_, first, last)| sets::of(&[(first, last)]))
}

const BLOCKS: [(&str, char, char); 79] = [
    ("BasicLatin", '\0', '\u{7F}'),
    ("Latin-1Supplement", '\u{80}', '\u{FF}'),
    ("LatinExtended-A", '\u{100}', '\u{17F}'),
    ("LatinExtended-B", '\u{180}', '\u{24F}'),
    ("IPAExtensions", '\u{250}', '\u{2AF}'),
    ("SpacingModifierLetters", '\u{2B0}', '\u{2FF}'),
    ("CombiningDiacriticalMarks", '\u{300}', '\u{36F}'),
    ("Greek", '\u{370}', '\u{3FF}'),
    ("GreekandCoptic", '\u{370}', '\u{3FF}'),
    ("Cyrillic", '\u{400}', '\u{4FF}'),
    ("Armenian", '\u{530}', '\u{58F}'),
    ("Hebrew", '\u{590}', '\u{5FF}'),
    ("Arabic", '\u{600}', '\u{6FF}'),
    ("Syriac", '\u{700}', '\u{74F}'),
    ("Thaana", '\u{780}', '\u{7BF}'),
    ("Devanagari", '\u{900}', '\u{97F}'),
    ("Bengali", '\u{980}', '\u{9FF}'),
    ("Gurmukhi", '\u{A00}', '\u{A7F}'),
    ("Gujarati", '\u{A80}', '\u{AFF}'),
    ("Oriya", '\u{B00}', '\u{B7F}'),
    ("Tamil", '\u{B80}', '\u{BFF}'),
    ("Telugu", '\u{C00}', '\u{C7F}'),
    ("Kannada", '\u{C80}', '\u{CFF}'),
    ("Malayalam", '\u{D00}', '\u{D7F}'),
    ("Sinhala", '\u{D80}', '\u{DFF}'),
    ("Thai", '\u{E00}', '\u{E7F}'),
    ("Lao", '\u{E80}', '\u{EFF}'),
    ("Tibetan", '\u{F00}', '\u{FFF}'),
    ("Myanmar", '\u{1000}', '\u{109F}'),
    ("Georgian", '\u{10A0}', '\u{10FF}'),
    ("HangulJamo", '\u{1100}', '\u{11FF}'),
    ("Ethiopic", '\u{1200}', '\u{137F}'),
    ("Cherokee", '\u{13A0}', '\u{13FF}'),
    ("UnifiedCanadianAboriginalSyllabics", '\u{1400}', '\u{167F}'),
    ("Ogham", '\u{1680}', '\u{169F}'),
    ("Runic", '\u{16A0}', '\u{16FF}'),
    ("Khmer", '\u{1780}', '\u{17FF}'),
    ("Mongolian", '\u{1800}', '\u{18AF}'),
    ("LatinExtendedAdditional", '\u{1E00}', '\u{1EFF}'),
    ("GreekExtended", '\u{1F00}', '\u{1FFF}'),
    ("GeneralPunctuation", '\u{2000}', '\u{206F}'),
    ("SuperscriptsandSubscripts", '\u{2070}', '\u{209F}'),
    ("CurrencySymbols", '\u{20A0}', '\u{20CF}'),
    ("CombiningMarksforSymbols", '\u{20D0}', '\u{20FF}'),
    ("CombiningDiacriticalMarksforSymbols", '\u{20D0}', '\u{20FF}'),
    ("LetterlikeSymbols", '\u{2100}', '\u{214F}'),
    ("NumberForms", '\u{2150}', '\u{218F}'),
    ("Arrows", '\u{2190}', '\u{21FF}'),
    ("MathematicalOperators", '\u{2200}', '\u{22FF}'),
    ("MiscellaneousTechnical", '\u{2300}', '\u{23FF}'),
    ("ControlPictures", '\u{2400}', '\u{243F}'),
    ("OpticalCharacterRecognition", '\u{2440}', '\u{245F}'),
    ("EnclosedAlphanumerics", '\u{2460}', '\u{24FF}'),
    ("BoxDrawing", '\u{2500}', '\u{257F}'),
    ("BlockElements", '\u{2580}', '\u{259F}'),
    ("GeometricShapes", '\u{25A0}', '\u{25FF}'),
    ("MiscellaneousSymbols", '\u{2600}', '\u{26FF}'),
    ("Dingbats", '\u{2700}', '\u{27BF}'),
    ("BraillePatterns", '\u{2800}', '\u{28FF}'),
    ("CJKRadicalsSupplement", '\u{2E80}', '\u{2EFF}'),
    ("KangxiRadicals", '\u{2F00}', '\u{2FDF}'),
    ("IdeographicDescriptionCharacters", '\u{2FF0}', '\u{2FFF}'),
    ("CJKSymbolsandPunctuation", '\u{3000}', '\u{303F}'),
    ("Hiragana", '\u{3040}', '\u{309F}'),
    ("Katakana", '\u{30A0}', '\u{30FF}'),
    ("Bopomofo", '\u{3100}', '\u{312F}'),
    ("HangulCompatibilityJamo", '\u{3130}', '\u{318F}'),
    ("Kanbun", '\u{3190}', '\u{319F}'),
    ("BopomofoExtended", '\u{31A0}', '\u{31BF}'),
    ("EnclosedCJKLettersandMonths", '\u{3200}', '\u{32FF}'),
    ("CJKCompatibility", '\u{3300}', '\u{33FF}'),
    ("CJKUnifiedIdeographs", '\u{4E00}', '\u{9FFF}'),
    ("YiSyllables", '\u{A000}', '\u{A48F}'),
    ("YiRadicals", '\u{A490}', '\u{A4CF}'),
    ("CJKCompatibilityIdeographs", '\u{F900}', '\u{FAFF}'),
    ("AlphabeticPresentationForms", '\u{FB00}', '\u{FB4F}'),
    ("ArabicPresentationForms-A", '\u{FB50}', '\u{FDFF}'),
    ("CombiningHalfMarks", '\u{FE20}', '\u{FE2F}'),
    ("HalfwidthandFullwidthForms", '\u{FF00}', '\u{FFEF}'),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks begin and end at whole rows of sixteen code points, and no two have a character in common
    /// unless one has two names.
    #[test]
    fn blocks_stand_side_by_side() {
        for two in BLOCKS.windows(2) {
            let [(name, first, last), (next, begin, end)] = two else { unreachable!() };
            assert!(u32::from(*first) % 16 == 0 && u32::from(*last) % 16 == 15, "{name}");
            assert!(last < begin || (first, last) == (begin, end), "{name} {next}");
        }
        assert_eq!(block("Greek"), block("GreekandCoptic"));
        assert_eq!(block("HangulSyllables"), None);
    }
}
