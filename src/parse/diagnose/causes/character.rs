//! Characters that no string has, wherever they stand.

use super::{CauseRow, Section, mend};
use crate::editions::grammar::Role;
use crate::parse::diagnose::place::Place;
use crate::parts::percent::is_of_iris;
use crate::reference::error::{Fault, Saying};

/// The causes that are asked first.
pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Fault::ByteOrderMark.saying(),
        section: Section::NotAscii,
        holds: |place| place.at == 0 && place.found() == Some('\u{FEFF}'),
        mended: Some(|place| Some(place.after().to_owned())),
    },
    CauseRow {
        says: Fault::WhiteSpaceAround.saying(),
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
        says: Fault::DelimiterAround.saying(),
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
        says: Fault::Space.saying(),
        section: Section::Characters,
        holds: |place| place.found() == Some(' '),
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        says: Fault::WhiteSpace.saying(),
        section: Section::Characters,
        holds: |place| place.found().is_some_and(is_white_space),
        mended: Some(|place| Some(place.text.replace(['\t', '\r', '\n'], ""))),
    },
    CauseRow {
        says: Fault::Control.saying(),
        section: Section::Characters,
        holds: |place| place.found().is_some_and(|found| found.is_ascii_control()),
        mended: None,
    },
    CauseRow {
        says: Fault::Iri.saying(),
        section: Section::NotAscii,
        // Where an escape can stand: not in a scheme, a port or an address.
        holds: |place| {
            place.found().is_some_and(is_of_iris)
                && !place.is_of_characters()
                && place.expected().any(|byte| byte == b'%')
        },
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        says: Saying {
            id: "private-use",
            sentence: "{} is for private use, and stands only in a query",
        },
        section: Section::NotAscii,
        // Where characters can stand: not in a scheme, a port or an address.
        holds: |place| {
            let is_private = |found: char| {
                place.has_beyond_ascii(found) && place.refuses(Role::Fragment, &found.to_string())
            };
            place.found().is_some_and(is_private) && place.expected().any(|byte| byte == b'%')
        },
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        says: Saying { id: "no-character", sentence: "{} is no character that an IRI may have" },
        section: Section::NotAscii,
        holds: |place| {
            let is_foreign = |found: char| !found.is_ascii() && !place.has_beyond_ascii(found);
            place.found().is_some_and(is_foreign) && place.is_of_characters()
        },
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        says: Fault::NotAscii.saying(),
        section: Section::NotAscii,
        holds: |place| place.found().is_some_and(|found| !found.is_ascii()),
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        says: Fault::Backslash.saying(),
        section: Section::Characters,
        holds: |place| place.found() == Some('\\'),
        mended: Some(without_backslashes),
    },
];

/// The causes that are asked when the character is known not to be a delimiter.
pub(super) const EXCLUDED: &[CauseRow] = &[
    CauseRow {
        says: Saying {
            id: "no-ip-literal",
            sentence: "\"[\" begins an IP address only in later editions",
        },
        section: Section::Of(Role::Host),
        holds: |place| {
            place.found() == Some('[')
                && !place.has(Role::Ipv6Address)
                && place.host_port().is_some_and(|range| range.start == place.at)
        },
        mended: None,
    },
    CauseRow {
        says: Fault::Excluded.saying(),
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
