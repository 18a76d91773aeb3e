//! What people write in a `geo` URI, and RFC 5870 does not have.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying {
            id: "coordinates-comma",
            sentence: "a comma divides the coordinates, and is not percent-encoded",
        },
        section: Section::Own("3.5"),
        holds: |place| {
            let after = |first: &str| place.rest().starts_with(first);
            let is_comma = || after("%2C") || after("%2c") || after(";");
            is_of_geo(place) && is_comma() && derives(place, "num", path(place.before()))
        },
        mended: Some(|place| {
            let length = if place.rest().starts_with(';') { 1 } else { "%2C".len() };
            Some(format!("{},{}", place.before(), &place.rest()[length..]))
        }),
    },
    CauseRow {
        says: Saying {
            id: "coordinates-digits",
            sentence: "in WGS-84 a latitude has no more than two digits before its point, and a longitude three",
        },
        section: Section::Own("3.3"),
        holds: |place| {
            let path = path(place.text);
            let coordinates = path.split(';').next().unwrap_or_default();
            let rest = &path[coordinates.len()..];
            let begin = &place.text[..place.text.len() - path.len()];
            let narrow = || format!("{begin}0,0{rest}");
            is_of_geo(place)
                && derives(place, "coordinates", coordinates)
                && place.accepts(&narrow())
        },
        mended: None,
    },
];

fn is_of_geo(place: &Place<'_>) -> bool {
    place.grammar.stem() == "rfc5870"
}

/// The text without the scheme.
fn path(text: &str) -> &str {
    text.split_once(':').map_or(text, |(_, path)| path)
}

fn derives(place: &Place<'_>, rule: &str, text: &str) -> bool {
    let automaton = place.grammar.automaton;
    automaton.start(rule).is_some_and(|start| automaton.derives(start, text.as_bytes()))
}
