//! The characters of a class of characters.
//!
//! In: a production that is a class. Out: its characters, as runs of code points in order. What is forgotten:
//! the triplets that a class may have beside its characters.

use super::prose::CharacterRun;
use crate::between::diff::Language;
use crate::editions::grammar::Role;

/// The characters of a class, or none if the production is no class.
pub(super) fn characters(language: &Language) -> Option<Vec<CharacterRun>> {
    let class = language.first();
    (class.production.role == Role::Class).then(|| class.acceptor().characters())
}

/// The characters that are in a class and not in another.
pub(super) fn without(all: &[CharacterRun], others: &[CharacterRun]) -> Vec<CharacterRun> {
    let mut left = Vec::new();
    let mut others = others.iter().peekable();
    for &(first, last) in all {
        let mut from = first;
        while others.next_if(|(_, end)| *end < first).is_some() {}
        for &(begin, end) in others.clone().take_while(|(begin, _)| *begin <= last) {
            if from < begin {
                left.push((from, begin - 1));
            }
            from = end + 1;
        }
        if from <= last {
            left.push((from, last));
        }
    }
    left
}

/// Each character of ASCII, and the first of each run beyond.
pub(super) fn singles(characters: &[CharacterRun]) -> Vec<String> {
    let codes = characters.iter().flat_map(|&(first, last)| {
        let of_ascii = first..=last.min(0x7F);
        let beyond = (last > 0x7F).then_some(first.max(0x80));
        of_ascii.chain(beyond)
    });
    codes.filter_map(char::from_u32).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions::Edition;

    fn of(edition: Edition, rule: &str) -> Vec<CharacterRun> {
        let production = edition.production(rule).map(Language::new);
        production.ok().as_ref().and_then(characters).unwrap_or_default()
    }

    /// RFC 3987, 2.2: `ucschar`, and `iunreserved`, which has it beside what `unreserved` has.
    #[test]
    fn characters_beyond_ascii() {
        let ucschar = of(Edition::Rfc3987, "ucschar");
        let ends = [ucschar[0], ucschar[1], ucschar[2], ucschar[3], ucschar[ucschar.len() - 1]];
        let wanted = [
            (0xA0, 0xD7FF),
            (0xF900, 0xFDCF),
            (0xFDF0, 0xFFEF),
            (0x1_0000, 0x1_FFFD),
            (0xE_1000, 0xE_FFFD),
        ];
        assert_eq!(ends, wanted);
        let unreserved = of(Edition::Rfc3986, "unreserved");
        assert_eq!(without(&of(Edition::Rfc3987, "iunreserved"), &unreserved), ucschar);
        assert_eq!(without(&unreserved, &ucschar), unreserved);
        assert_eq!(singles(&[(0x7E, 0x81), (0xA0, 0xA9)]), ["~", "\u{7F}", "\u{80}", "\u{A0}"]);
    }
}
