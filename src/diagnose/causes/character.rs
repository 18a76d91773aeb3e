//! Characters that no string has, wherever they stand.

use super::place::Place;
use super::{CauseRow, Section, mend};
use crate::grammar::Role;

/// The causes that are asked first.
pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        id: "byte-order-mark",
        sentence: "the string begins with a byte order mark, which is no part of it",
        section: Section::NotAscii,
        holds: |place| place.at == 0 && place.found() == Some('\u{FEFF}'),
        mended: Some(|place| Some(place.after().to_owned())),
    },
    CauseRow {
        id: "white-space-around",
        sentence: "white space before or after a string is no part of it",
        section: Section::Around,
        holds: |place| {
            let is_space = |text: &str| text.chars().all(is_white_space);
            place.grammar.characters.around.is_some()
                && place.found().is_some_and(is_white_space)
                && (is_space(place.before()) || is_space(place.after()))
        },
        mended: Some(|place| Some(place.text.trim_matches(is_white_space).to_owned())),
    },
    CauseRow {
        id: "delimiter-around",
        sentence: "{} before or after a string delimits it in a text, and is no part of it",
        section: Section::Around,
        holds: |place| {
            place.grammar.characters.around.is_some()
                && matches!(place.found(), Some('"' | '<' | '>'))
                && (place.at == 0 || place.after().is_empty())
        },
        mended: Some(|place| {
            let inner = place.text.trim_matches(['"', '<', '>']);
            Some(inner.strip_prefix("URL:").unwrap_or(inner).to_owned())
        }),
    },
    CauseRow {
        id: "space",
        sentence: "a space is not allowed",
        section: Section::Characters,
        holds: |place| place.found() == Some(' '),
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        id: "white-space",
        sentence: "a tab or a line break is not allowed",
        section: Section::Characters,
        holds: |place| place.found().is_some_and(is_white_space),
        mended: Some(|place| Some(place.text.replace(['\t', '\r', '\n'], ""))),
    },
    CauseRow {
        id: "control",
        sentence: "a control character is not allowed",
        section: Section::Characters,
        holds: |place| place.found().is_some_and(|found| found.is_ascii_control()),
        mended: None,
    },
    CauseRow {
        id: "iri",
        sentence: "{} is not ASCII; an IRI may have it (RFC 3987), and a URI has it percent-encoded",
        section: Section::NotAscii,
        // Where an escape can stand: not in a scheme, a port or an address.
        holds: |place| {
            place.found().is_some_and(is_of_iris) && place.expected().any(|byte| byte == b'%')
        },
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        id: "not-ascii",
        sentence: "{} is not ASCII",
        section: Section::NotAscii,
        holds: |place| place.found().is_some_and(|found| !found.is_ascii()),
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        id: "backslash",
        sentence: "a backslash is not allowed",
        section: Section::Characters,
        holds: |place| place.found() == Some('\\'),
        mended: Some(without_backslashes),
    },
];

/// The causes that are asked when the character is known not to be a delimiter.
pub(super) const EXCLUDED: &[CauseRow] = &[
    CauseRow {
        id: "no-ip-literal",
        sentence: "\"[\" begins an IP address only in later editions",
        section: Section::Of(Role::Host),
        holds: |place| {
            place.found() == Some('[')
                && !place.has(Role::Ipv6Address)
                && place.host_port().is_some_and(|range| range.start == place.at)
        },
        mended: None,
    },
    CauseRow {
        id: "excluded",
        sentence: "{} is not allowed anywhere",
        section: Section::Characters,
        holds: |place| {
            let byte = place.text.as_bytes().get(place.at);
            byte.is_some_and(|&byte| byte.is_ascii_graphic() && place.is_nowhere(byte))
                && !place.found().is_some_and(|found| place.is_reserved(found))
        },
        mended: mend::BY_ENCODING,
    },
];

/// White space that a text may have around or within a URI, to be ignored (Appendix C).
const fn is_white_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

/// Whether a character is a `ucschar` of RFC 3987, and not one that its section 4.1 forbids.
const fn is_of_iris(character: char) -> bool {
    let is_ucschar = matches!(
        character,
        '\u{A0}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFEF}'
    );
    let code = character as u32;
    // A plane but for its last two code points, and of plane 14 what is no tag.
    let is_of_plane = 0x1_0000 <= code && code < 0xF_0000 && code & 0xFFFF < 0xFFFE;
    let is_tag = 0xE_0000 <= code && code < 0xE_1000;
    let is_direction = matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}');
    (is_ucschar || (is_of_plane && !is_tag)) && !is_direction
}

/// The string with "/" for each backslash where the authority begins or ends. A later backslash is
/// data, to be encoded.
fn without_backslashes(place: &Place<'_>) -> Option<String> {
    let (head, delimiter) = place.head();
    let scheme = if delimiter == Some(':') { head.len() + ":".len() } else { 0 };
    let slashes = place.text[scheme..].bytes().take(2);
    let are_slashes = slashes.filter(|byte| b"/\\".contains(byte)).count() == 2;
    let is_before_authority = are_slashes && place.at < scheme + "//".len();
    if !is_before_authority && place.in_authority().is_none() {
        return Some(place.text.to_owned());
    }
    let end = place.text.find(['?', '#']).unwrap_or(place.text.len());
    Some(place.text[..end].replace('\\', "/") + &place.text[end..])
}

#[cfg(test)]
mod tests {
    use super::is_of_iris;

    /// RFC 3987, 2.2: `ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / … /
    /// %xE1000-EFFFD`; 4.1: "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE,
    /// RLE, PDF, LRO, and RLO)".
    #[test]
    fn characters_of_iris() {
        for character in
            "\u{A0}é例\u{D7FF}\u{F900}\u{FDCF}\u{FDF0}\u{FFEF}\u{10000}\u{1FFFD}\u{E1000}\u{EFFFD}"
                .chars()
        {
            assert!(is_of_iris(character), "{character:?}");
        }
        for character in "a\u{80}\u{9F}\u{E000}\u{F8FF}\u{FDD0}\u{FFF0}\u{1FFFE}\u{1FFFF}\u{E0FFF}\u{EFFFE}\u{F0000}\u{200E}\u{202E}".chars() {
            assert!(!is_of_iris(character), "{character:?}");
        }
    }
}
