//! What people write in a `geo` URI, and RFC 5870 does not have.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::parse::lower::scheme::GeoParameter;
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
            // The comma may be the first one or the second.
            let is_behind_number = || {
                let before = path(place.before());
                derives(place, "num", before) || derives(place, "coordinates", before)
            };
            is_of_geo(place) && is_comma() && is_behind_number()
        },
        mended: Some(|place| {
            if let Some(behind) = place.rest().strip_prefix(';') {
                return Some(format!("{},{behind}", place.before()));
            }
            let rest = place.rest();
            let (coordinates, parameters) = rest.split_at(rest.find(';').unwrap_or(rest.len()));
            let coordinates = coordinates.replace("%2C", ",").replace("%2c", ",");
            Some(format!("{}{coordinates}{parameters}", place.before()))
        }),
    },
    CauseRow {
        says: Saying {
            id: "crs-place",
            sentence: "the parameter \"crs\" stands first, and its value has letters, digits and \"-\" alone",
        },
        section: Section::Own("3.3"),
        holds: |place| is_too_wide(place) && crs(place).is_some(),
        mended: Some(|place| {
            let (before, one, after) = crs(place)?;
            let (begin, parameters) = before.split_at(before.find(';').unwrap_or(before.len()));
            Some(format!("{begin}{one}{parameters}{after}"))
        }),
    },
    CauseRow {
        says: Saying {
            id: "coordinates-digits",
            sentence: "in WGS-84 a latitude has no more than two digits before its point, and a longitude three",
        },
        section: Section::Own("3.3"),
        holds: is_too_wide,
        mended: None,
    },
];

fn is_of_geo(place: &Place<'_>) -> bool {
    place.grammar.stem() == "rfc5870"
}

/// Whether nothing but the number of digits is wrong in coordinates that are of WGS-84 to the grammar.
fn is_too_wide(place: &Place<'_>) -> bool {
    let path = path(place.text);
    let coordinates = path.split(';').next().unwrap_or_default();
    let rest = &path[coordinates.len()..];
    let begin = &place.text[..place.text.len() - path.len()];
    let narrow = || format!("{begin}0,0{rest}");
    is_of_geo(place) && derives(place, "coordinates", coordinates) && place.accepts(&narrow())
}

/// The only parameter "crs", if it does not name WGS-84: what stands before it, itself with its ";", and the rest.
fn crs<'i>(place: &Place<'i>) -> Option<(&'i str, &'i str, &'i str)> {
    let text = place.text;
    let parameters = text.match_indices(';').map(|(at, _)| {
        let end = text[at + 1..].find(';').map_or(text.len(), |length| at + 1 + length);
        (&text[..at], &text[at..end], &text[end..])
    });
    let parsed = parameters.map(|parts| (parts, GeoParameter::of(&parts.1[1..])));
    let mut all = parsed.filter(|(_, one)| one.is_called("crs"));
    let (parts, one) = all.next()?;
    (all.next().is_none() && one.is_other_crs()).then_some(parts)
}

/// The text without the scheme.
fn path(text: &str) -> &str {
    text.split_once(':').map_or(text, |(_, path)| path)
}

fn derives(place: &Place<'_>, rule: &str, text: &str) -> bool {
    place.grammar.automaton.derives_by(rule, text.as_bytes())
}
