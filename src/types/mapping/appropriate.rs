//! Which characters are appropriate in an IRI that is made of a URI (RFC 3987, 3.2, step 4).
//!
//! In: a character beyond ASCII. Out: why it stays encoded, if it does. Sections 2.2 and 4.1 leave no choice.
//! Section 6.1 is advice, "there are some choices when step 4 is applied": "strong visual look-alikes […] should
//! be avoided. This includes the full-width equivalents of Latin characters, half-width Katakana characters for
//! Japanese, and many others. It also includes many look-alikes of "space", "delims", and "unwise", characters
//! excluded in \[RFC3491\]".
//!
//! The surprising case: what decodes to a blank is no blank. `%E3%80%80` is a space to whoever reads the IRI,
//! and a part of the path to whoever fetches it.

use crate::parts::percent::{is_of_iris, is_private};

/// Why a character stays encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It is no `ucschar`, or an `iprivate` outside a query.
    Syntax,
    /// It formats bidirectional text.
    Formatting,
    /// It cannot be told from a blank, a delimiter or nothing.
    Blank,
    /// It is a variant of another character.
    Variant,
}

impl Reason {
    /// The reason of a character, if there is one.
    #[inline]
    pub(super) const fn of(character: char, is_in_query: bool) -> Option<Self> {
        match character {
            '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' => Some(Self::Formatting),
            _ if is_in_query && is_private(character) => None,
            _ if !is_of_iris(character) => Some(Self::Syntax),
            _ if is_blank(character) => Some(Self::Blank),
            _ if is_variant(character) => Some(Self::Variant),
            _ => None,
        }
    }

    #[inline]
    pub(super) const fn section(self) -> &'static str {
        match self {
            Self::Syntax => "2.2",
            Self::Formatting => "4.1",
            Self::Blank | Self::Variant => "6.1",
        }
    }

    /// What step 4 does for the reason.
    #[inline]
    pub(super) const fn does(self) -> &'static str {
        match self {
            Self::Syntax => "encode again what no IRI may have there",
            Self::Formatting => "encode again what formats bidirectional text",
            Self::Blank => "encode again what looks like a blank, a delimiter or nothing",
            Self::Variant => "encode again what is a variant of another character",
        }
    }
}

/// Whether a character looks like a space, a delimiter or nothing: the spaces and the controls that Nameprep
/// prohibits (RFC 3491, 5: tables C.1.2, C.2.2, C.6, C.8 and C.9 of RFC 3454) or maps to nothing (3: B.1), and
/// the slashes, colons and dots of Unicode beyond ASCII.
#[inline]
const fn is_blank(character: char) -> bool {
    matches!(character,
        '\u{A0}' | '\u{AD}' | '\u{34F}' | '\u{1680}' | '\u{1806}' | '\u{180B}'..='\u{180E}'
        | '\u{2000}'..='\u{200D}' | '\u{2028}' | '\u{2029}' | '\u{202F}' | '\u{205F}'..='\u{206F}'
        | '\u{3000}' | '\u{6DD}' | '\u{70F}' | '\u{340}' | '\u{341}' | '\u{2800}' | '\u{3164}'
        | '\u{115F}' | '\u{1160}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFD}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}'
        | '\u{2024}' | '\u{2044}' | '\u{2215}' | '\u{2236}' | '\u{29F8}' | '\u{A789}')
}

/// Whether a character is a variant of form of another: in small, half or full width, of a ligature, in a circle,
/// or a letter in a style of mathematics.
#[inline]
const fn is_variant(character: char) -> bool {
    matches!(character,
        '\u{2460}'..='\u{24FF}' | '\u{FB00}'..='\u{FB06}' | '\u{FE50}'..='\u{FE6B}'
        | '\u{FF01}'..='\u{FFEE}' | '\u{1D400}'..='\u{1D7FF}' | '\u{1F100}'..='\u{1F169}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_section_has_its_characters() {
        for (text, reason) in [
            ("\u{80}\u{9F}\u{E000}\u{FDD0}", Some(Reason::Syntax)),
            ("\u{200E}\u{202E}", Some(Reason::Formatting)),
            // NBSP, the ideographic space, the zero width space, the word joiner, the division slash.
            ("\u{A0}\u{3000}\u{200B}\u{2060}\u{2215}", Some(Reason::Blank)),
            // Full-width "A", half-width katakana, the ligature "fi", a bold "A".
            ("\u{FF21}\u{FF76}\u{FB01}\u{1D400}", Some(Reason::Variant)),
            // "ü", "ぁ", "中", "ำ" of Thai, a face.
            ("\u{FC}\u{3041}\u{4E2D}\u{E33}\u{1F600}", None),
        ] {
            for character in text.chars() {
                assert_eq!(Reason::of(character, false), reason, "U+{:04X}", character as u32);
            }
        }
        assert_eq!(Reason::of('\u{E000}', true), None);
    }
}
