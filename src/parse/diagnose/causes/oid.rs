//! What people write as an object identifier, and RFC 3061 does not have.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::parts::schemes;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying {
            id: "leading-zero",
            sentence: "a number of an object identifier has no zeros before it",
        },
        section: Section::Own("2"),
        holds: |place| {
            let is_digit = place.found().is_some_and(|found| found.is_ascii_digit());
            let number = place.before().rsplit(['.', ':']).next();
            is_of_oid(place) && is_digit && number == Some("0")
        },
        mended: Some(|place| {
            let start = place.text.rfind(':').map_or(0, |colon| colon + 1);
            let (begin, oid) = place.text.split_at(start);
            let short = |number: &str| match number.trim_start_matches('0') {
                "" if !number.is_empty() => "0".to_owned(),
                short => short.to_owned(),
            };
            Some(begin.to_owned() + &oid.split('.').map(short).collect::<Vec<_>>().join("."))
        }),
    },
    CauseRow {
        says: Saying {
            id: "node-description",
            sentence: "a node of an object identifier is its number, and no description stands in its place",
        },
        section: Section::Own("2"),
        holds: |place| {
            let is_letter = place.found().is_some_and(char::is_alphabetic);
            let is_in_oid = place.production.name == "oid" || is_name(place.before());
            is_of_oid(place) && is_letter && is_in_oid
        },
        mended: None,
    },
];

fn is_of_oid(place: &Place<'_>) -> bool {
    place.grammar.stem() == "rfc3061"
}

/// Whether the text begins as a name of the namespace does.
fn is_name(text: &str) -> bool {
    schemes::after(text, "urn:oid:").is_some()
}
