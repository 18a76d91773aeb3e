//! The characters beyond ASCII that an IRI may have (RFC 3987, 2.2), read from UTF-8.
//!
//! In: a string of UTF-8, and the offset of a character. Out: whether the character is in `ucschar`, in
//! `iprivate`, or in neither. Most characters are in `ucschar` by their first byte alone, so the scan
//! looks at few.
//!
//! The surprising case: `iprivate` may stand in a query, and not in a fragment.

/// The characters of a string that are not in `ucschar`.
pub(super) struct Strange {
    /// The offsets of the first and of the last character that is in `iprivate`.
    private: Option<(usize, usize)>,
    /// Whether a character is in neither.
    has_foreign: bool,
}

impl Strange {
    pub(super) const NONE: Self = Self { private: None, has_foreign: false };

    /// Looks at the character at an offset.
    pub(super) fn look_at(&mut self, text: &[u8], at: usize) {
        match class(&text[at..]) {
            Class::Ucschar => {}
            Class::Iprivate => self.private = Some((self.private.map_or(at, |first| first.0), at)),
            Class::Neither => self.has_foreign = true,
        }
    }

    /// Whether every character may stand where it stands, if the query is between these offsets.
    #[inline(always)]
    pub(super) fn fits(&self, query: (usize, usize)) -> bool {
        let is_within = |(first, last): (usize, usize)| query.0 <= first && last < query.1;
        !self.has_foreign && self.private.is_none_or(is_within)
    }
}

/// The class of a character beyond ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Ucschar,
    Iprivate,
    Neither,
}

/// The class of the character beyond ASCII with which a text begins.
const fn class(text: &[u8]) -> Class {
    match text {
        // U+0080 to U+009F.
        [0xC2, 0x80..0xA0, ..] => Class::Neither,
        // U+E000 to U+F8FF.
        [0xEE, ..] | [0xEF, 0x80..=0xA3, ..] => Class::Iprivate,
        // U+FDD0 to U+FDEF, and U+FFF0 to U+FFFF.
        [0xEF, 0xB7, 0x90..=0xAF, ..] | [0xEF, 0xBF, 0xB0..=0xBF, ..] => Class::Neither,
        [first @ 0xF0..=0xFF, second, third, fourth, ..] => {
            let code = (*first as u32 & 0x7) << 18
                | (*second as u32 & 0x3F) << 12
                | (*third as u32 & 0x3F) << 6
                | *fourth as u32 & 0x3F;
            match code {
                // The last two of each plane, and the tags.
                _ if code & 0xFFFF >= 0xFFFE => Class::Neither,
                0xE_0000..0xE_1000 => Class::Neither,
                0xF_0000.. => Class::Iprivate,
                _ => Class::Ucschar,
            }
        }
        _ => Class::Ucschar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::percent::{is_private, is_ucschar};

    /// The class by the bytes of a character is that by the ranges that the document prints.
    #[test]
    fn every_character_beyond_ascii() {
        for character in '\u{80}'..=char::MAX {
            let expected = match character {
                _ if is_ucschar(character) => Class::Ucschar,
                _ if is_private(character) => Class::Iprivate,
                _ => Class::Neither,
            };
            let class = class(character.encode_utf8(&mut [0; 4]).as_bytes());
            assert_eq!(class, expected, "{character:?}");
        }
    }
}
