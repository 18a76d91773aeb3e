//! The characters of a string, those that are escaped among them.
//!
//! In: a string. Out: its characters, each with its place, as they stand or as one decoding of escapes
//! makes them. Escapes that are not UTF-8 are left out.

use std::ops::Range;

use crate::parts::percent;

/// A character, and where it stands.
pub(super) struct Decoded {
    pub(super) character: char,
    pub(super) span: Range<usize>,
    pub(super) is_escaped: bool,
}

/// The characters of a text.
pub(super) fn characters(text: &str) -> impl Iterator<Item = Decoded> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let character = rest.chars().next()?;
            if percent::triplet(rest.as_bytes()).is_none() {
                let span = at..at + character.len_utf8();
                at = span.end;
                return Some(Decoded { character, span, is_escaped: false });
            }
            let mut octets = [0; 4];
            let mut count = 0;
            for (place, octet) in octets.iter_mut().enumerate() {
                let Some(found) = percent::triplet(&rest.as_bytes()[place * 3..]) else { break };
                *octet = found;
                count += 1;
            }
            let length = utf8_length(octets[0]).filter(|length| *length <= count);
            let text = length.and_then(|length| std::str::from_utf8(&octets[..length]).ok());
            if let Some(character) = text.and_then(|text| text.chars().next()) {
                let span = at..at + 3 * character.len_utf8();
                at = span.end;
                return Some(Decoded { character, span, is_escaped: true });
            }
            at += 3;
        }
    })
}

/// How many octets a character has whose first octet is this.
const fn utf8_length(octet: u8) -> Option<usize> {
    match octet {
        0..=0x7F => Some(1),
        0xC2..=0xDF => Some(2),
        0xE0..=0xEF => Some(3),
        0xF0..=0xF4 => Some(4),
        _ => None,
    }
}

/// As much of a text as is decoded to look for a host: no name of one is longer, even with each letter escaped
/// twice. A text that cannot be cut there is taken whole.
pub(super) fn beginning(text: &str) -> &str {
    text.get(..2048).unwrap_or(text)
}

/// A text, decoded once; what is not UTF-8 is left out.
pub(super) fn decoded(text: &str) -> String {
    characters(text).map(|one| one.character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn once_and_in_place() {
        let all = |text| characters(text).map(|one| (one.character, one.span)).collect::<Vec<_>>();
        assert_eq!(all("a%2e"), [('a', 0..1), ('.', 1..4)]);
        assert_eq!(all("%E2%80%AEé%"), [('\u{202E}', 0..9), ('é', 9..11), ('%', 11..12)]);
        assert_eq!(all("%252e"), [('%', 0..3), ('2', 3..4), ('e', 4..5)]);
        assert_eq!(all("%C0%AF%ff%E2%80x"), [('x', 15..16)]);
        assert_eq!(decoded("%E2%82%AC%"), "€%");
    }
}
