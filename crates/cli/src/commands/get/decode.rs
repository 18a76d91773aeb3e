//! Decoding for people and tables: as far as a line stays a line.
//!
//! In: a component. Out: its text with each escape decoded whose octets are UTF-8 and stand for a
//! character that can be seen. An escape of anything else stays: of a control character, of a line or
//! paragraph separator, of an octet that is not UTF-8.
//!
//! The surprising case: what comes out cannot be encoded back. `%2509` and `%09` both become `%09`.

use std::borrow::Cow;

use memchr::memchr;
use urispec_views::record::is_visible;

/// The text of a component without the escapes that may be decoded.
pub(super) fn decoded(text: &str) -> Cow<'_, str> {
    let Some(first) = memchr(b'%', text.as_bytes()) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut rest = &text[first..];
    let mut octets = Vec::new();
    while !rest.is_empty() {
        let plain = memchr(b'%', rest.as_bytes()).unwrap_or(rest.len());
        let (before, escapes) = rest.split_at(plain);
        out.push_str(before);
        octets.clear();
        while let Some(octet) = octet(escapes.as_bytes().get(3 * octets.len()..)) {
            octets.push(octet);
        }
        let (escapes, after) = escapes.split_at(3 * octets.len());
        characters(&octets, escapes, &mut out);
        // What begins no escape stays.
        let length = after.strip_prefix('%').map_or(0, |_| 1);
        out.push_str(&after[..length]);
        rest = &after[length..];
    }
    Cow::Owned(out)
}

/// The octet that an escape at the beginning of a text stands for.
fn octet(text: Option<&[u8]>) -> Option<u8> {
    let [b'%', high, low, ..] = text? else { return None };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

/// Writes each character of octets that can be seen, and the escapes of all others.
fn characters(octets: &[u8], escapes: &str, out: &mut String) {
    let mut at = 0;
    let mut escaped = |length: usize, out: &mut String, character: Option<char>| {
        match character {
            Some(character) => out.push(character),
            None => out.push_str(&escapes[3 * at..3 * (at + length)]),
        }
        at += length;
    };
    for chunk in octets.utf8_chunks() {
        for character in chunk.valid().chars() {
            escaped(character.len_utf8(), out, Some(character).filter(|c| is_visible(*c)));
        }
        escaped(chunk.invalid().len(), out, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_seen_is_decoded() {
        for (text, expected) in [
            ("", ""),
            ("a", "a"),
            ("a%20b%2Fc", "a b/c"),
            ("%E3%82%A2!", "ア!"),
            ("%e3%82", "%e3%82"),
            ("a%09%0A%7F%00b", "a%09%0A%7F%00b"),
            ("%C2%85%E2%80%AE", "%C2%85%E2%80%AE"),
            ("%41%FF%42", "A%FFB"),
            ("100%", "100%"),
            ("%%41%4", "%A%4"),
            ("%2509", "%09"),
            ("%5C%22", "\\\""),
        ] {
            assert_eq!(decoded(text), expected, "{text}");
        }
    }
}
