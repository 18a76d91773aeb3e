//! From a string with a fault to one that the production accepts, by percent-encoding.
//!
//! In: a string whose own fault is mended. Out: the string with every character percent-encoded that
//! cannot stand where it does, if the production accepts that. An authority takes only characters
//! outside ASCII so, and only where the grammar has escapes in hosts: a space in a host is no part of
//! any name.

use super::place::Place;
use crate::automaton::Automaton;
use crate::error::boundary;
use crate::grammar::{Charset, Role};
use crate::percent::push_triplet;

/// Mends a string by encoding only.
pub(super) const BY_ENCODING: super::Mended = Some(|place| Some(place.text.to_owned()));

/// The string, encoded where it must be. There is none if the production does not accept the
/// outcome.
pub(super) fn accepted(place: &Place<'_>, text: String) -> Option<String> {
    let is_mended = text != place.text && place.accepts(&text);
    let mended = if is_mended { text } else { encoded(place, &text)? };
    (!mended.is_empty() && mended != place.text).then_some(mended)
}

/// Encodes the characters that cannot stand where they do. There is none if the production does not accept
/// the outcome.
fn encoded(place: &Place<'_>, text: &str) -> Option<String> {
    let automaton = place.grammar.automaton;
    let begin = place.begin_of(text);
    let is_in_authority = |at| begin.authority().is_some_and(|range| range.contains(&at));
    let hosts_have_escapes = || place.derives(Role::Host, "%C3%A9");
    let (length, mut state) = standing(place, text)?;
    let (standing, mut rest) = text.split_at(length);
    let mut has_fragment = standing.contains('#');
    let mut mended = String::with_capacity(text.len() + "%00".len());
    mended.push_str(standing);
    while let Some(character) = rest.chars().next() {
        let at = text.len() - rest.len();
        let (octets, length) = match unit(rest.as_bytes()) {
            Some((character, length)) => (octets(place, character)?, length),
            None if character == '%' && is_triplet(rest.as_bytes()) => (Vec::new(), "%00".len()),
            None if character == '%' => (vec![b'%'], 1),
            None if character.is_ascii() => {
                let stands = automaton.step(state, character as u8) != Automaton::DEAD;
                // The first "#" would be a fragment's.
                let is_data = is_encodable(character) && (character != '#' || has_fragment);
                has_fragment |= character == '#';
                match () {
                    () if stands => (Vec::new(), 1),
                    () if is_data => (vec![character as u8], 1),
                    () => return None,
                }
            }
            None => {
                let length = character.len_utf8();
                let stands = automaton.walk(state, &rest.as_bytes()[..length]).is_ok();
                (if stands { Vec::new() } else { octets(place, character)? }, length)
            }
        };
        let start = mended.len();
        match &octets[..] {
            [] => mended.push_str(&rest[..length]),
            _ if is_in_authority(at) && (character.is_ascii() || !hosts_have_escapes()) => {
                return None;
            }
            octets => octets.iter().for_each(|&octet| push_triplet(octet, &mut mended)),
        }
        state = automaton.walk(state, &mended.as_bytes()[start..]).ok()?;
        rest = &rest[length..];
    }
    automaton.accepts(state).then_some(mended)
}

/// The length of the beginning that stays as it is, and the state after it: up to the first character that
/// cannot stand where it does, or the first "%" that begins no triplet.
fn standing(place: &Place<'_>, text: &str) -> Option<(usize, u16)> {
    let (automaton, bytes) = (place.grammar.automaton, text.as_bytes());
    let (at, state) = match automaton.walk(place.start, bytes) {
        Ok(state) => (text.len(), state),
        Err(stopped) => stopped,
    };
    let length = boundary(text, at);
    let mut percents = memchr::memchr_iter(b'%', &bytes[..length]);
    match percents.find(|&at| !is_triplet(&bytes[at..])).unwrap_or(length) {
        length if length == at => Some((at, state)),
        length => Some((length, automaton.walk(place.start, &bytes[..length]).ok()?)),
    }
}

/// The octets of a character. There are none if the charset of the document lacks the character.
fn octets(place: &Place<'_>, character: char) -> Option<Vec<u8>> {
    match place.grammar.characters.charset {
        Charset::Utf8 => Some(character.to_string().into_bytes()),
        Charset::Latin1 => u8::try_from(character).ok().map(|octet| vec![octet]),
    }
}

/// Whether a character, which one edition or another excludes, is still data where it stands.
const fn is_encodable(character: char) -> bool {
    matches!(
        character,
        ' ' | '"' | '#' | '<' | '>' | '[' | '\\' | ']' | '^' | '`' | '{' | '|' | '}' | '~'
    )
}

fn is_triplet(text: &[u8]) -> bool {
    crate::percent::triplet(text).is_some()
}

/// The character that "%u" and four hexadecimal digits at the beginning stand for, and the length
/// of that notation. Scripts write UTF-16 so.
pub(super) fn unit(text: &[u8]) -> Option<(char, usize)> {
    let code = |text: &[u8]| -> Option<u16> {
        let digits = match text {
            [b'%', b'u' | b'U', digits @ ..] => digits.get(..4)?,
            _ => return None,
        };
        let digits = std::str::from_utf8(digits).ok().filter(|digits| !digits.contains('+'))?;
        u16::from_str_radix(digits, 16).ok()
    };
    let units = [Some(code(text)?), text.get(6..).and_then(code)];
    let character = char::decode_utf16(units.into_iter().flatten()).next()?.ok()?;
    Some((character, 6 * character.len_utf16()))
}

#[cfg(test)]
mod tests {
    use super::unit;

    #[test]
    fn units() {
        assert_eq!(unit(b"%u0041b"), Some(('A', 6)));
        assert_eq!(unit(b"%uD83D%uDE00"), Some(('\u{1F600}', 12)));
        for none in [
            "",
            "%",
            "%u",
            "%u004",
            "%u00g0",
            "%u+041",
            "%uD83D",
            "%uDE00",
            "u0041",
            "p://h/%u0041",
        ] {
            assert_eq!(unit(none.as_bytes()), None, "{none}");
        }
    }
}
