//! The properties of Unicode that pest has names for.
//!
//! In: the name of a property, `LETTER` or `HAN`. Out: the ranges of the characters that have it, from
//! pest's own tables, which are what a parser asks. What is forgotten is the version of Unicode: the
//! tables are those of the pest that this library is built with.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Whether pest has a property of that name.
pub(super) fn is_known(name: &str) -> bool {
    pest::unicode::unicode_property_names().any(|property| property == name)
}

/// The characters that have a property, as ranges of which both ends are included. There are none if
/// the property is not known.
pub(super) fn ranges(name: &str) -> Vec<(char, char)> {
    static KNOWN: Mutex<BTreeMap<String, Vec<(char, char)>>> = Mutex::new(BTreeMap::new());
    // A property is asked about a million characters, and a file is lowered many times.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(name.to_owned()).or_insert_with(|| asked(name)).clone()
}

/// The ranges of the characters that have a property, one character after the other.
fn asked(name: &str) -> Vec<(char, char)> {
    let mut ranges: Vec<(char, char)> = Vec::new();
    let Some(has) = pest::unicode::by_name(name) else { return ranges };
    let mut is_open = false;
    for character in '\0'..=char::MAX {
        let is_its = has(character);
        match ranges.last_mut() {
            Some((_, last)) if is_its && is_open => *last = character,
            _ if is_its => ranges.push((character, character)),
            _ => {}
        }
        is_open = is_its;
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_what_the_property_says() {
        assert!(is_known("LETTER") && !is_known("letter") && !is_known("POP"));
        // ASCII has two ranges of upper case letters or one; the next ones are Latin-1's.
        let upper = ranges("UPPERCASE_LETTER");
        assert_eq!(upper[..3], [('A', 'Z'), ('\u{C0}', '\u{D6}'), ('\u{D8}', '\u{DE}')]);
        // U+D800 to U+DFFF are no characters, and stand between no two ranges.
        assert_eq!(ranges("PRIVATE_USE")[0], ('\u{E000}', '\u{F8FF}'));
        assert!(ranges("POP").is_empty());
    }
}
