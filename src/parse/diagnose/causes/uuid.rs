//! What is wrong with the URN of a UUID (RFC 9562).

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::parts::schemes;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying { id: "uuid-without-urn", sentence: "\"urn:uuid:\" stands before the UUID" },
        section: Section::Own("4"),
        holds: |place| {
            is_urn(place)
                && place.at == 0
                && !place.text.contains(':')
                && digits(place.text).is_some()
        },
        mended: Some(urn),
    },
    CauseRow {
        says: Saying { id: "uuid-braces", sentence: "no braces stand around a UUID here" },
        section: Section::Own("4"),
        holds: |place| {
            is_urn(place)
                && matches!(place.found(), Some('{' | '}'))
                && digits(place.text).is_some()
        },
        mended: Some(urn),
    },
    CauseRow {
        says: Saying {
            id: "uuid-groups",
            sentence: "hyphens divide the digits of a UUID into groups of 8, 4, 4, 4 and 12",
        },
        section: Section::Own("4"),
        holds: |place| is_urn(place) && place.at >= PREFIX.len() && digits(place.text).is_some(),
        mended: Some(urn),
    },
];

const PREFIX: &str = "urn:uuid:";

fn is_urn(place: &Place<'_>) -> bool {
    (place.grammar.stem(), place.production.name()) == ("rfc9562", "uuid-urn")
}

/// The 32 digits of a text that has nothing else but the prefix, hyphens, and braces around (4).
fn digits(text: &str) -> Option<String> {
    let uuid = schemes::after(text, PREFIX).unwrap_or(text);
    let bare = uuid.strip_prefix('{').and_then(|uuid| uuid.strip_suffix('}')).unwrap_or(uuid);
    // A long text has more than these.
    let is_short = bare.len() < 64;
    let digits: String = bare.chars().filter(|character| is_short && *character != '-').collect();
    let are_digits = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    are_digits.then_some(digits)
}

fn urn(place: &Place<'_>) -> Option<String> {
    let digits = digits(place.text)?;
    let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digits[group]);
    Some(PREFIX.to_owned() + &groups.join("-"))
}
