//! Causes in a PURL, by ECMA-427 and the draft grammars beside it.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::parts::percent::encode_others;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying {
            id: "no-package-name",
            sentence: "a package has a name, after its type and a slash",
        },
        section: Section::Own("name"),
        holds: |place| {
            let after = after_scheme(place).map(|after| after.trim_start_matches('/'));
            let type_alone = after.map(|after| after.strip_suffix('/').unwrap_or(after));
            place.found().is_none()
                && type_alone.is_some_and(|text| !text.is_empty() && !text.contains('/'))
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "package-type-case",
            sentence: "the type of a package is in lower case in a canonical PURL",
        },
        section: Section::Own("type"),
        holds: |place| {
            is_in_type(place)
                && place.production.name == "PURL"
                && place.found().is_some_and(|found| found.is_ascii_uppercase())
        },
        mended: Some(|place| {
            let (scheme, rest) = place.text.split_once(':')?;
            let (package_type, rest) = rest.split_once('/')?;
            Some(format!("{scheme}:{}/{rest}", package_type.to_ascii_lowercase()))
        }),
    },
    CauseRow {
        says: Saying {
            id: "package-type",
            sentence: "the type of a package has a letter first, and then letters, digits, \".\" and \"-\"",
        },
        section: Section::Own("type"),
        holds: |place| is_in_type(place) && place.found().is_some_and(|found| found != '/'),
        mended: None,
    },
    CauseRow {
        says: Saying { id: "not-canonical", sentence: "{} is percent-encoded in a canonical PURL" },
        section: Section::Own("character-encoding"),
        holds: |place| {
            after_scheme(place).is_some_and(|after| after.contains('/'))
                && place.production.name == "PURL"
                && place.found().is_some_and(|found| !is_permitted(found))
        },
        mended: Some(encoded),
    },
];

/// Whether a canonical PURL has the character somewhere ("Permitted characters").
fn is_permitted(character: char) -> bool {
    character.is_ascii_alphanumeric() || ".-_~%:/@?=&#".contains(character)
}

/// The string with each character encoded that a canonical PURL has nowhere.
fn encoded(place: &Place<'_>) -> Option<String> {
    Some(encode_others(place.text.bytes(), |octet| is_permitted(octet.into())))
}

/// What stands between the scheme and the place, if the string is read as a PURL.
fn after_scheme<'a>(place: &Place<'a>) -> Option<&'a str> {
    let is_purl = place.grammar.stem().starts_with("pkg") && place.is_of_components();
    place.before().strip_prefix("pkg:").filter(|_| is_purl)
}

/// Whether the place is in a type, or where one should begin.
fn is_in_type(place: &Place<'_>) -> bool {
    let after = after_scheme(place).map(|after| after.trim_start_matches('/'));
    after.is_some_and(|text| !text.contains('/'))
}
