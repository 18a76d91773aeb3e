//! The names of the pairs of an associative array, which has each of them once.
//!
//! In: the pairs that a way tells. Out: pairs whose names differ, and that expand alike; or nothing. Two equal texts
//! are two names only under `+` or `#`, where triplets stand for themselves or for a character that is encoded: `%C3%A9`
//! is that name, and the name `é`.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::parts::percent;
use crate::template::encode;

/// Gives each pair a name of its own. `lets_reserved` says whether the names are texts of `+` or `#`.
pub(super) fn told_apart(
    mut pairs: Vec<(String, String)>,
    lets_reserved: bool,
) -> Option<Vec<(String, String)>> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, _) in &mut pairs {
        let count = counts.entry(name.clone()).or_default();
        if *count > 0 {
            *name = if lets_reserved { spelling(name, *count)? } else { return None };
        }
        *count += 1;
    }
    Some(pairs)
}

/// A name that is this text where triplets stand as they are. The number tells which of its encoded characters the name
/// has itself, by its bits; number 0 is the text.
fn spelling(text: &str, mut number: usize) -> Option<String> {
    let (mut name, mut at) = (String::new(), 0);
    while let Some(next) = text[at..].chars().next() {
        let encoded = if next == '%' { encoded(&text[at..]) } else { None };
        let (length, is_itself) = match &encoded {
            Some((_, length)) => (*length, number & 1 == 1),
            None => (next.len_utf8(), false),
        };
        match encoded {
            Some((character, _)) if is_itself => name.push(character),
            _ => name.push_str(&text[at..at + length]),
        }
        number >>= usize::from(length > next.len_utf8());
        at += length;
    }
    (number == 0).then_some(name)
}

/// The character that is encoded at the beginning of a text, and the number of bytes of its triplets. A `%` before two
/// hexadecimal digits would be a triplet, and is none that is encoded.
fn encoded(text: &str) -> Option<(char, usize)> {
    let (character, length) = (1..=4).find_map(|count| {
        let decoded = percent::characters(text.get(..3 * count)?)?;
        let mut characters = decoded.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Some((character, 3 * count)),
            _ => None,
        }
    })?;
    let mut again = String::new();
    encode::value(character.encode_utf8(&mut [0; 4]), true, &mut again);
    let mut digits = text[length..].bytes().take(2);
    let is_before_digits = digits.len() == 2 && digits.all(|digit: u8| digit.is_ascii_hexdigit());
    (again == text[..length] && !(character == '%' && is_before_digits))
        .then_some((character, length))
}
