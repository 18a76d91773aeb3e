//! Causes up to the ":" that ends a scheme, and right after it.

use super::{CauseRow, Section};
use crate::editions::grammar::Role;
use crate::parse::diagnose::place::Place;
use crate::parts::schemes;
use crate::reference::error::{Fault, Saying};

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying { id: "empty", sentence: "the string is empty" },
        section: Section::OfWhole,
        holds: |place| place.text.is_empty(),
        mended: None,
    },
    CauseRow {
        says: Fault::EmptyScheme.saying(),
        section: Section::Of(Role::Scheme),
        holds: |place| is_in_scheme(place) && place.head() == ("", Some(':')),
        mended: Some(as_path),
    },
    CauseRow {
        says: Saying { id: "scheme-not-ascii", sentence: "a scheme has no character beyond ASCII" },
        section: Section::Of(Role::Scheme),
        // Other grammars have such a character nowhere, and it is told where it stands.
        holds: |place| {
            let (head, _) = place.head();
            is_in_scheme(place) && is_scheme(place) && !head.is_ascii() && place.is_of_characters()
        },
        mended: Some(as_path),
    },
    CauseRow {
        says: Fault::SchemeBegins.saying(),
        section: Section::Of(Role::Scheme),
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
        says: Fault::SchemeCharacter.saying(),
        section: Section::Of(Role::Scheme),
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
        says: Saying { id: "other-scheme", sentence: "the scheme is not one of this production" },
        section: Section::OfWhole,
        holds: |place| {
            let (head, delimiter) = place.head();
            is_in_scheme(place) && delimiter == Some(':') && place.derives(Role::Scheme, head)
        },
        mended: None,
    },
    CauseRow {
        says: Saying { id: "no-scheme", sentence: "there is no scheme, and one is needed" },
        section: Section::Of(Role::Scheme),
        holds: |place| {
            let (_, delimiter) = place.head();
            is_in_scheme(place) && delimiter != Some(':') && !place.accepts("a")
        },
        mended: None,
    },
    CauseRow {
        says: Saying { id: "no-slashes", sentence: "\"//\" should follow the scheme" },
        section: Section::OfReading,
        holds: |place| {
            let (head, delimiter) = place.head();
            let scheme = place.before().get(head.len() + 1..).filter(|_| delimiter == Some(':'));
            place.is_of_components()
                && scheme.is_some_and(|slashes| ["", "/"].contains(&slashes))
                && place.expected().eq([b'/'])
                // RFC 8089, 2: a path may stand after the scheme.
                && (scheme == Some("/") || place.expected_after("/") == b"/")
        },
        mended: None,
    },
    CauseRow {
        says: Saying { id: "nothing-after-scheme", sentence: "nothing follows the scheme" },
        section: Section::OfReading,
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

/// Whether the place is where a scheme, or the ":" after it, should be.
fn is_in_scheme(place: &Place<'_>) -> bool {
    place.at <= place.head().0.len()
        && (place.production.role == Role::Scheme || place.begins_with_scheme())
}

/// Whether the text before the first delimiter is meant as a scheme.
fn is_scheme(place: &Place<'_>) -> bool {
    place.production.role == Role::Scheme || place.head().1 == Some(':')
}

/// The string as a relative reference whose first segment has a ":".
///
/// "a path segment that contains a colon character […] must be preceded by a dot-segment" (4.2).
/// A string with "//" after the ":" is meant as a URI, and stays.
fn as_path(place: &Place<'_>) -> Option<String> {
    let after = &place.text[place.head().0.len()..];
    (!after.starts_with("://")).then(|| "./".to_owned() + place.text)
}
