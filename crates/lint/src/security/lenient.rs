//! A decoder that stands for all the decoders on which an attack counts.
//!
//! It decodes several times. `..%252f` is `../` after two decodings, `..%c0%af` and `..%c0%2f` for decoders that do not
//! check UTF-8, `..%u2216` for decoders of `%u`, and `..0x2f` for decoders of hexadecimal numbers.

use std::borrow::Cow;

use urispec::internal::percent;

/// The number of times that a text is decoded. Programs that decode three times exist, and more decodings prove nothing.
const DECODINGS: usize = 4;

/// Decodes a text leniently until it no longer changes. Also returns the number of decodings.
pub(super) fn decoded_leniently(text: &str) -> (Cow<'_, str>, usize) {
    let mut decoded = Cow::Borrowed(text);
    for count in 0..DECODINGS {
        if is_decoded(&decoded) {
            return (decoded, count);
        }
        let again = decoded_once(&decoded);
        if again == decoded {
            return (decoded, count);
        }
        decoded = Cow::Owned(again);
    }
    (decoded, DECODINGS)
}

/// Returns whether decoding surely leaves a text unchanged.
fn is_decoded(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut zeros = memchr::memchr2_iter(b'%', b'0', bytes);
    text.is_ascii() && zeros.all(|at| bytes[at] == b'0' && hexadecimal(&bytes[at..]).is_none())
}

/// Decodes a text once, as the most lenient of the known decoders do. Octets that are not UTF-8 become U+FFFD.
fn decoded_once(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(one) = text[at..].chars().next() {
        let rest = &bytes[at..];
        let escape = match one {
            '%' => overlong(rest).or_else(|| escaped(rest)).or_else(|| unusual(rest)),
            '0' => hexadecimal(rest),
            _ => None,
        };
        let (character, length) = escape.unwrap_or((one, one.len_utf8()));
        decoded.push(folded(character));
        at += length;
    }
    decoded
}

/// Decodes a character that begins with an escape, in valid UTF-8.
fn escaped(bytes: &[u8]) -> Option<(char, usize)> {
    let first = percent::triplet(bytes)?;
    if first.is_ascii() {
        return Some((first.into(), 3));
    }
    let triplets = (0..4).map_while(|at| percent::triplet(bytes.get(3 * at..)?));
    let mut octets = [0; 4];
    let count = octets.iter_mut().zip(triplets).map(|(to, octet)| *to = octet).count();
    let valid = octets[..count].utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let character = valid.chars().next();
    Some(character.map_or((char::REPLACEMENT_CHARACTER, 3), |one| (one, 3 * one.len_utf8())))
}

/// Decodes `%u002e`; `%2%e`, from which some decoders drop the second `%`; and `%`, a line break and `0a`, from which
/// some filters remove the line break.
fn unusual(bytes: &[u8]) -> Option<(char, usize)> {
    let digit = |at: usize| bytes.get(at).and_then(|digit| char::from(*digit).to_digit(16));
    if matches!(bytes.get(1), Some(b'u' | b'U')) {
        let code = (2..6).try_fold(0, |code, at| Some(code * 16 + digit(at)?))?;
        return char::from_u32(code).map(|character| (character, 6));
    }
    if matches!(bytes.get(1), Some(b'\r' | b'\n')) {
        let octet = (digit(2)? * 16 + digit(3)?) as u8;
        return is_delimiter(octet).then_some((octet.into(), 4));
    }
    let octet = (digit(1)? * 16 + digit(3)?) as u8;
    (bytes.get(2) == Some(&b'%') && is_delimiter(octet)).then_some((octet.into(), 4))
}

/// Decodes `0x2e`, `0x2f` and `0x5c`.
fn hexadecimal(bytes: &[u8]) -> Option<(char, usize)> {
    let character = match bytes.get(1..4)? {
        [b'x' | b'X', b'2', b'e' | b'E'] => '.',
        [b'x' | b'X', b'2', b'f' | b'F'] => '/',
        [b'x' | b'X', b'5', b'c' | b'C'] => '\\',
        _ => return None,
    };
    Some((character, 4))
}

/// Returns whether a decoded octet divides a path, ends a line, or ends a string.
const fn is_delimiter(octet: u8) -> bool {
    matches!(octet, b'.' | b'/' | b'\\' | b'\0' | b'\r' | b'\n')
}

/// Decodes overlong UTF-8 of up to six octets without checking it. After `%c0` and `%c1` any octet may follow, of which
/// a decoder keeps the low six bits, with or without the bit of the first octet, or all bits. The digits may be any
/// letters, as in `%c0%qf` and `%bg%qf`.
fn overlong(bytes: &[u8]) -> Option<(char, usize)> {
    let octet = |at: usize| lenient_octet(bytes.get(at..)?);
    let lead = octet(0)?;
    let count = match lead {
        0xC0 | 0xC1 => {
            let literal = bytes.get(3).filter(|next| is_delimiter(**next)).map(|next| (*next, 4));
            let (next, length) = octet(3).map(|next| (next, 6)).or(literal)?;
            let (code, low) = ((lead & 1) << 6 | (next & 0x3F), next & 0x3F);
            let kept = [code, low, next].into_iter().find(|octet| is_delimiter(*octet))?;
            return Some((kept.into(), length));
        }
        0xE0 => 2,
        0xF0 => 3,
        0xF8 => 4,
        0xFC => 5,
        _ => return None,
    };
    let mut code = 0;
    for place in 1..=count {
        let next = octet(3 * place).filter(|next| (0x80..=0xBF).contains(next))?;
        code = code << 6 | u32::from(next & 0x3F);
    }
    let octet = u8::try_from(code).ok().filter(|octet| is_delimiter(*octet))?;
    Some((octet.into(), 3 * (count + 1)))
}

/// Decodes an escape without checking its digits: `q` is 26, and only the low eight bits of the number count.
fn lenient_octet(bytes: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(36);
    let is_escape = bytes.first() == Some(&b'%');
    is_escape.then(|| Some((digit(1)? * 16 + digit(2)?) as u8)).flatten()
}

/// Maps a character that some decoders replace by a dot or a slash, such as U+EFC8 and U+F025 in IIS.
const fn folded(c: char) -> char {
    match c {
        '\u{2024}' | '\u{FE52}' | '\u{FF0E}' => '.',
        '\u{2044}' | '\u{2215}' | '\u{29F8}' | '\u{F025}' | '\u{FF0F}' => '/',
        '\u{2216}' | '\u{EFC8}' | '\u{FE68}' | '\u{FF3C}' => '\\',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lenient_decodings() {
        for (text, decoded, count) in [
            ("../a", "../a", 0),
            ("..%2f", "../", 1),
            ("..%252f", "../", 2),
            ("..%25252f", "../", 3),
            ("..%%32%66", "../", 2),
            ("%%32%65", ".", 2),
            ("..%%32%%66", "../", 2),
            ("..%c0%2f", "../", 1),
            ("..%c0%af", "../", 1),
            ("..%25c0%25af", "../", 2),
            ("..%c0%qf..%c0%9v", "../../", 1),
            ("..%c1%9c..%c1%8s..%c1%pc..%c1%1c", "..\\..\\..\\..\\", 1),
            ("%bg%qf", "/", 1),
            ("..%e0%80%af..%f0%80%80%af", "../../", 1),
            ("..%f8%80%80%80%af..%fc%80%80%80%80%af", "../../", 1),
            ("%c0%ae%c0%2e%c0.", "...", 1),
            ("%uff0e%u002e%u2216%u2215", "..\\/", 1),
            ("0x2e0X2E0x5c", "..\\", 1),
            (".%00.", ".\0.", 1),
            ("%e2%82%ac%ff%", "€\u{FFFD}%", 1),
            ("300x250", "300x250", 0),
        ] {
            assert_eq!(decoded_leniently(text), (decoded.into(), count), "{text}");
        }
    }
}
