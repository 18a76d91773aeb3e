//! Causes outside the host: scheme, authority, query and fragment, escapes, and characters that are
//! never allowed.

use super::host::inside;
use super::{CauseRow, CauseSection};
use crate::editions::grammar::Role;
use crate::parse::diagnose::failure_point::FailurePoint;
use crate::parts::percent::is_of_iris;
use crate::parts::schemes;
use crate::reference::error::{CauseText, Fault};

// Characters that are never allowed.

/// The causes for characters that are never allowed.
pub(super) const CHARACTER: &[CauseRow] = &[
    CauseRow {
        text: Fault::ByteOrderMark.text(),
        section: CauseSection::NotAscii,
        holds: |place| place.at == 0 && place.found() == Some('\u{FEFF}'),
        mended: Some(|place| Some(place.after().to_owned())),
    },
    CauseRow {
        text: Fault::WhiteSpaceAround.text(),
        section: CauseSection::Around,
        holds: |place| {
            let is_space = |text: &str| text.chars().all(is_white_space);
            place.grammar.characters.around.is_some()
                && place.found().is_some_and(is_white_space)
                && (is_space(place.before()) || is_space(place.after()))
        },
        mended: Some(|place| Some(place.text.trim_matches(is_white_space).to_owned())),
    },
    CauseRow {
        text: Fault::DelimiterAround.text(),
        section: CauseSection::Around,
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
        text: Fault::Space.text(),
        section: CauseSection::Characters,
        holds: |place| place.found() == Some(' '),
        mended: super::BY_ENCODING,
    },
    CauseRow {
        text: Fault::WhiteSpace.text(),
        section: CauseSection::Characters,
        holds: |place| place.found().is_some_and(is_white_space),
        mended: Some(|place| Some(place.text.replace(['\t', '\r', '\n'], ""))),
    },
    CauseRow {
        text: Fault::Control.text(),
        section: CauseSection::Characters,
        holds: |place| place.found().is_some_and(|found| found.is_ascii_control()),
        mended: None,
    },
    CauseRow {
        text: Fault::Iri.text(),
        section: CauseSection::NotAscii,
        // Where an escape is allowed: not in a scheme, a port or an address.
        holds: |place| {
            place.found().is_some_and(is_of_iris)
                && !place.is_of_characters()
                && place.expected().any(|byte| byte == b'%')
        },
        mended: super::BY_ENCODING,
    },
    CauseRow {
        text: CauseText {
            id: "private-use",
            sentence: "{} is a private-use character, allowed only in a query",
        },
        section: CauseSection::NotAscii,
        // Where such characters are allowed: not in a scheme, a port or an address.
        holds: |place| {
            let is_private = |found: char| {
                place.has_beyond_ascii(found) && place.refuses(Role::Fragment, &found.to_string())
            };
            place.found().is_some_and(is_private) && place.expected().any(|byte| byte == b'%')
        },
        mended: super::BY_ENCODING,
    },
    CauseRow {
        text: CauseText { id: "no-character", sentence: "{} is not allowed in a URI" },
        section: CauseSection::NotAscii,
        holds: |place| {
            let is_foreign = |found: char| !found.is_ascii() && !place.has_beyond_ascii(found);
            place.found().is_some_and(is_foreign) && place.is_of_characters()
        },
        mended: super::BY_ENCODING,
    },
    CauseRow {
        text: Fault::NotAscii.text(),
        section: CauseSection::NotAscii,
        holds: |place| place.found().is_some_and(|found| !found.is_ascii()),
        mended: super::BY_ENCODING,
    },
    CauseRow {
        text: Fault::Backslash.text(),
        section: CauseSection::Characters,
        holds: |place| place.found() == Some('\\'),
        mended: Some(without_backslashes),
    },
];

/// The causes for characters that the grammar excludes, checked after the causes for "%", "#" and single schemes.
pub(super) const EXCLUDED: &[CauseRow] = &[
    CauseRow {
        text: CauseText {
            id: "no-ip-literal",
            sentence: "\"[\" is not allowed in a host; only later documents allow an IP address in brackets",
        },
        section: CauseSection::Of(Role::Host),
        holds: |place| {
            place.found() == Some('[')
                && !place.has(Role::Ipv6Address)
                && place.host_port().is_some_and(|range| range.start == place.at)
        },
        mended: None,
    },
    CauseRow {
        text: Fault::Excluded.text(),
        section: CauseSection::Characters,
        holds: |place| {
            let byte = place.text.as_bytes().get(place.at);
            byte.is_some_and(|&byte| byte.is_ascii_graphic() && place.is_nowhere(byte))
                && !place.found().is_some_and(|found| place.is_reserved(found))
        },
        mended: super::BY_ENCODING,
    },
];

/// Returns whether a character is white space that a text may have around or within a URI (RFC 3986, Appendix C).
const fn is_white_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

/// Returns the string with "/" in place of each backslash before the query, if a backslash begins or
/// ends the authority. Any other backslash is data, and is left to be encoded.
fn without_backslashes(place: &FailurePoint<'_>) -> Option<String> {
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

// Causes up to the ":" that ends a scheme, and right after it.

pub(super) const SCHEME: &[CauseRow] = &[
    CauseRow {
        text: CauseText { id: "empty", sentence: "the string is empty" },
        section: CauseSection::OfWhole,
        holds: |place| place.text.is_empty(),
        mended: None,
    },
    CauseRow {
        text: Fault::EmptyScheme.text(),
        section: CauseSection::Of(Role::Scheme),
        holds: |place| is_in_scheme(place) && place.head() == ("", Some(':')),
        mended: Some(as_path),
    },
    CauseRow {
        text: CauseText {
            id: "scheme-not-ascii",
            sentence: "a scheme may contain only ASCII characters",
        },
        section: CauseSection::Of(Role::Scheme),
        // In other grammars such a character is never allowed, and another row reports it.
        holds: |place| {
            let (head, _) = place.head();
            is_in_scheme(place) && is_scheme(place) && !head.is_ascii() && place.is_of_characters()
        },
        mended: Some(as_path),
    },
    CauseRow {
        text: Fault::SchemeBegins.text(),
        section: CauseSection::Of(Role::Scheme),
        holds: |place| {
            let (head, _) = place.head();
            is_in_scheme(place)
                && is_scheme(place)
                && !head.starts_with(|first: char| first.is_ascii_alphabetic())
                && place.refuses(Role::Scheme, "1")
        },
        mended: Some(as_path),
    },
    CauseRow {
        text: Fault::SchemeCharacter.text(),
        section: CauseSection::Of(Role::Scheme),
        holds: |place| {
            let (head, _) = place.head();
            is_in_scheme(place)
                && is_scheme(place)
                && !head.bytes().all(schemes::is_of_scheme)
                && place.refuses(Role::Scheme, "a_")
        },
        mended: Some(as_path),
    },
    CauseRow {
        text: CauseText { id: "no-scheme", sentence: "missing scheme" },
        section: CauseSection::Of(Role::Scheme),
        holds: |place| {
            let (_, delimiter) = place.head();
            is_in_scheme(place) && delimiter != Some(':') && !place.accepts("a")
        },
        mended: None,
    },
    CauseRow {
        text: CauseText { id: "no-slashes", sentence: "\"//\" must follow the scheme" },
        section: CauseSection::OfReading,
        holds: |place| {
            let (head, delimiter) = place.head();
            let scheme = place.before().get(head.len() + 1..).filter(|_| delimiter == Some(':'));
            place.is_of_components()
                && scheme.is_some_and(|slashes| ["", "/"].contains(&slashes))
                && place.expected().eq([b'/'])
                // RFC 8089, 2: a path may follow the scheme.
                && (scheme == Some("/") || place.expected_after("/") == b"/")
        },
        mended: None,
    },
    CauseRow {
        text: CauseText { id: "nothing-after-scheme", sentence: "nothing follows the scheme" },
        section: CauseSection::OfReading,
        holds: |place| {
            let (head, delimiter) = place.head();
            delimiter == Some(':')
                && place.at == head.len() + 1
                && place.ends_or_is("#")
                && place.begins_with_scheme()
        },
        mended: None,
    },
];

/// The last row: a scheme that the production does not begin with.
pub(super) const OTHER_SCHEME: &[CauseRow] = &[CauseRow {
    text: CauseText { id: "other-scheme", sentence: "this scheme is not allowed here" },
    section: CauseSection::OfWhole,
    holds: |place| {
        let (head, delimiter) = place.head();
        is_in_scheme(place)
            && delimiter == Some(':')
            && head.starts_with(|first: char| first.is_ascii_alphabetic())
            && head.bytes().all(schemes::is_of_scheme)
            // Another letter case is not another scheme.
            && !place.accepts(&place.text.to_ascii_lowercase())
    },
    mended: None,
}];

/// Returns whether the failure point is where a scheme, or the ":" after a scheme, should be.
fn is_in_scheme(place: &FailurePoint<'_>) -> bool {
    place.at <= place.head().0.len()
        && (place.production.role == Role::Scheme || place.begins_with_scheme())
}

/// Returns whether the text before the first delimiter is intended as a scheme.
fn is_scheme(place: &FailurePoint<'_>) -> bool {
    place.production.role == Role::Scheme || place.head().1 == Some(':')
}

/// Returns the string as a relative reference whose first segment has a ":".
///
/// "a path segment that contains a colon character […] must be preceded by a dot-segment" (RFC 3986,
/// 4.2). Returns `None` if "//" follows the ":", since the string is then intended as a URI. If a port follows the ":", the
/// string is probably a host and a port, which "//" must precede.
fn as_path(place: &FailurePoint<'_>) -> Option<String> {
    let after = &place.text[place.head().0.len()..];
    let port = after.strip_prefix(':').unwrap_or_default();
    let rest = port.trim_start_matches(|one: char| one.is_ascii_digit());
    if rest.len() < port.len() && (rest.is_empty() || rest.starts_with(['/', '?', '#'])) {
        return Some("//".to_owned() + place.text);
    }
    (!after.starts_with("://")).then(|| "./".to_owned() + place.text)
}

// Faults between "//" and the path, except in the host: the userinfo and the port.

pub(super) const AUTHORITY: &[CauseRow] = &[
    CauseRow {
        text: Fault::SecondAt.text(),
        section: CauseSection::Of(Role::Authority),
        holds: |place| {
            let authority = place.in_authority();
            let has_after =
                authority.is_some_and(|range| place.text[place.at..range.end].contains('@'));
            has_after && text_before(place).is_some_and(|text| text.contains('@'))
        },
        mended: Some(with_one_at),
    },
    CauseRow {
        text: CauseText {
            id: "no-userinfo",
            sentence: "a user name is not allowed before the host",
        },
        section: CauseSection::OfWhole,
        holds: |place| {
            let authority = place.in_authority().filter(|_| place.found() == Some('@'));
            authority.is_some_and(|range| {
                let with = |host: &str| [&place.text[..range.start], host].concat();
                !place.accepts(&with("u@h")) && !place.accepts(&with("u@h/"))
            })
        },
        mended: None,
    },
    CauseRow {
        text: Fault::SecondColon.text(),
        section: CauseSection::Of(Role::Authority),
        holds: |place| {
            let is_after = text_before(place).is_some_and(|text| text.contains(':'));
            let is_second = place.found() == Some(':') && is_after && inside(place).is_none();
            is_second
                || place.ends_or_is("/?#:") && ports(place).is_some_and(|text| text.contains(':'))
        },
        mended: None,
    },
    CauseRow {
        text: Fault::PortDigits.text(),
        section: CauseSection::Of(Role::Port),
        holds: |place| match place.production.role {
            Role::Port => place.found().is_some(),
            _ => ports(place).is_some_and(|port| !port.bytes().all(|byte| byte.is_ascii_digit())),
        },
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "empty-port",
            sentence: "missing digits after the \":\" of the port",
        },
        section: CauseSection::Of(Role::Port),
        holds: |place| {
            place.ends_or_is("/?#")
                && ports(place).is_some_and(str::is_empty)
                && place.refuses(Role::Port, "")
        },
        mended: Some(|place| Some(place.before().strip_suffix(':')?.to_owned() + place.rest())),
    },
    CauseRow {
        text: CauseText { id: "no-port", sentence: "a port is not allowed after the host" },
        section: CauseSection::OfWhole,
        holds: |place| {
            let host = place.host_port();
            place.found() == Some(':')
                && host.is_some_and(|range| {
                    place.derives(Role::Host, &place.text[range.start..place.at])
                })
        },
        mended: None,
    },
    CauseRow {
        text: CauseText { id: "no-path", sentence: "\"/\" must follow the host" },
        section: CauseSection::OfWhole,
        holds: |place| {
            let authority = place.in_authority();
            place.ends_or_is("?#")
                && authority.is_some_and(|range| range.end == place.at)
                && place.expected().any(|byte| byte == b'/')
        },
        mended: Some(|place| Some([place.before(), "/", place.rest()].concat())),
    },
];

/// Returns the text of the authority before the failure point. Returns `None` unless the failure
/// point is in the authority or at its end.
fn text_before<'a>(place: &FailurePoint<'a>) -> Option<&'a str> {
    place.in_authority().map(|range| &place.text[range.start..place.at])
}

/// Returns the text of the authority after the first ":" that follows the userinfo and any
/// brackets. Returns `None` unless the failure point is in that text or at its end.
fn ports<'a>(place: &FailurePoint<'a>) -> Option<&'a str> {
    let range = place.host_port()?;
    let text = &place.text[range.clone()];
    let address = if text.starts_with('[') { text.find(']')? } else { 0 };
    let colon = address + text[address..].find(':')?;
    (range.start + colon < place.at).then(|| &text[colon + 1..])
}

/// Returns the string with each "@" of the authority percent-encoded, except the last.
fn with_one_at(place: &FailurePoint<'_>) -> Option<String> {
    let authority = place.in_authority()?;
    let last = authority.start + place.text[authority.clone()].rfind('@')?;
    let encoded = place.text[authority.start..last].replace('@', "%40");
    Some([&place.text[..authority.start], &encoded, &place.text[last..]].concat())
}

// Delimiters in the wrong component, which are checked last.

pub(super) const COMPONENT: &[CauseRow] = &[
    CauseRow {
        text: Fault::Bracket.text(),
        section: CauseSection::Of(Role::Host),
        holds: |place| matches!(place.found(), Some('[' | ']')) && place.has(Role::Ipv6Address),
        mended: super::BY_ENCODING,
    },
    CauseRow {
        text: Fault::Reserved.text(),
        section: CauseSection::Reserved,
        holds: |place| {
            let found = place.found();
            found.is_some_and(|found| place.is_reserved(found))
        },
        mended: None,
    },
];

// A "%" that does not begin a triplet.
//
// Outside its classes of characters every grammar has "%" only at the beginning of an escape. So a
// "%" right before the place, or before one hexadecimal digit there, must be followed by digits.

pub(super) const PERCENT: &[CauseRow] = &[
    CauseRow {
        text: CauseText {
            id: "percent-u",
            sentence: "\"%u\" is not an escape; \"%\" must be followed by two hexadecimal digits",
        },
        section: CauseSection::Escapes,
        holds: |place| {
            matches!(place.found(), Some('u' | 'U'))
                && place.before().ends_with('%')
                && super::unit(&place.text.as_bytes()[place.at - 1..]).is_some()
        },
        mended: super::BY_ENCODING,
    },
    CauseRow {
        text: Fault::Percent.text(),
        section: CauseSection::Escapes,
        holds: |place| {
            !place.found().is_some_and(|found| found.is_ascii_hexdigit()) && is_in_triplet(place)
        },
        mended: super::BY_ENCODING,
    },
];

fn is_in_triplet(place: &FailurePoint<'_>) -> bool {
    match place.before().as_bytes() {
        [.., b'%'] => true,
        [.., b'%', digit] => digit.is_ascii_hexdigit(),
        _ => false,
    }
}

// A "#" where no fragment may begin, and delimiters with nothing after them.

pub(super) const FRAGMENT: &[CauseRow] = &[
    CauseRow {
        text: Fault::SecondFragment.text(),
        section: CauseSection::Of(Role::Fragment),
        holds: |place| is_hash(place) && place.has(Role::Fragment) && place.before().contains('#'),
        mended: super::BY_ENCODING,
    },
    CauseRow {
        text: CauseText { id: "no-fragment", sentence: "a fragment is not allowed" },
        section: CauseSection::OfWhole,
        holds: |place| is_fragment(place) && place.has(Role::Fragment),
        mended: Some(without_fragment),
    },
    // RFC 1738: "#" delimits a URL from a fragment identifier that may follow.
    CauseRow {
        text: CauseText {
            id: "no-fragment-of-a-url",
            sentence: "\"#\" ends a URI here, and a fragment is not part of it",
        },
        section: CauseSection::Characters,
        holds: |place| is_fragment(place) && place.accepts(place.before()),
        mended: Some(without_fragment),
    },
    CauseRow {
        text: CauseText { id: "empty-fragment", sentence: "nothing follows the \"#\"" },
        section: CauseSection::Of(Role::Fragment),
        holds: |place| place.found().is_none() && place.before().ends_with('#'),
        mended: Some(without_last),
    },
    CauseRow {
        text: CauseText { id: "empty-query", sentence: "nothing follows the \"?\"" },
        section: CauseSection::Of(Role::Query),
        holds: |place| place.ends_or_is("#") && place.before().ends_with('?'),
        mended: Some(|place| Some(place.before().strip_suffix('?')?.to_owned() + place.rest())),
    },
];

fn is_hash(place: &FailurePoint<'_>) -> bool {
    place.found() == Some('#')
}

/// Returns whether a fragment begins at the failure point although the production allows no fragment.
fn is_fragment(place: &FailurePoint<'_>) -> bool {
    is_hash(place) && place.is_of_components() && place.is_never(b'#')
}

fn without_fragment(place: &FailurePoint<'_>) -> Option<String> {
    Some(place.before().to_owned())
}

fn without_last(place: &FailurePoint<'_>) -> Option<String> {
    place.text.strip_suffix('#').map(str::to_owned)
}
