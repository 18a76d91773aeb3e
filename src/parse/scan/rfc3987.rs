//! `IRI-reference` of RFC 3987 without a tree: what the scan for a `URI-reference` finds, with characters
//! beyond ASCII among those of a path.
//!
//! In: a string. Out: the [`Spans`] that lowering its tree gives, if it is one. Where it is wrong, the
//! automaton says.
//!
//! The surprising case: the first bytes of a block may be the last of a character. A character is
//! looked at where it begins. And most IRIs are URIs, which the other scan finds in fewer steps: a string
//! of ASCII is an `IRI-reference` if it is a `URI-reference`, with the same components (2.2).

use super::block::Blocks;
use super::rfc3986::components;
use super::rfc3986::uri_reference;
use crate::parts::vector::{VECTOR, u8x16};
use crate::reference::Spans;

/// Finds the components of an `IRI-reference` of less than 4 GiB.
#[inline(always)]
pub(crate) fn iri_reference(text: &str) -> Option<Spans> {
    if is_ascii(text) { uri_reference(text.as_bytes()).ok() } else { beyond_ascii(text) }
}

/// Whether the scan for a `URI-reference` does.
#[inline(always)]
pub(crate) fn is_ascii(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(last) = bytes.len().checked_sub(VECTOR) else { return bytes.is_ascii() };
    let at =
        |at: usize| u8x16::new(bytes[at.min(last)..].first_chunk().copied().unwrap_or_default());
    // Most strings are one block, whose vectors may lie over one another.
    let mut all = at(0) | at(VECTOR) | at(2 * VECTOR) | at(last);
    for next in (3 * VECTOR..last).step_by(VECTOR) {
        all = all | at(next);
    }
    all.to_bitmask() == 0
}

/// Finds the components of an `IRI-reference` that may be no `URI-reference`.
#[inline(never)]
pub(crate) fn beyond_ascii(text: &str) -> Option<Spans> {
    let bytes = text.as_bytes();
    let mut blocks = Blocks::<true>::of(bytes);
    let spans = components(bytes, &mut blocks).ok()?;
    let query = (spans.path_end as usize, spans.query_end as usize);
    (blocks.broken().is_none() && blocks.strange().fits(query)).then_some(spans)
}

/// Finds the components of an `IRI`.
pub(crate) fn iri(text: &str) -> Option<Spans> {
    iri_reference(text).filter(|spans| spans.scheme_end > 0)
}

/// Finds the components of an `absolute-IRI`.
pub(crate) fn absolute_iri(text: &str) -> Option<Spans> {
    iri(text).filter(|spans| spans.query_end as usize == text.len())
}

// The characters beyond ASCII that an IRI may have (RFC 3987, 2.2), read from UTF-8.
//
// In: a string of UTF-8, and the offset of a character. Out: whether the character is in `ucschar`, in
// `iprivate`, or in neither. Most characters are in `ucschar` by their first byte alone, so the scan
// looks at few.
//
// The surprising case: `iprivate` may stand in a query, and not in a fragment.

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
    use super::{is_ascii, *};
    use crate::parts::percent::{is_private, is_ucschar};

    #[test]
    fn a_character_beyond_ascii_is_seen_wherever_it_is() {
        for length in 0..70 {
            let text = "a".repeat(length);
            assert!(is_ascii(&text), "{length}");
            for at in 0..=length {
                let mut text = text.clone();
                text.insert(at, 'é');
                assert!(!is_ascii(&text), "{at} of {length}");
            }
        }
    }

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
