//! What people write in a `tel` URI, and RFC 3966 does not have.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying {
            id: "letter-for-digit",
            sentence: "letters do not stand for the digits of a keypad, since keypads differ",
        },
        section: Section::Own("5.1.2"),
        holds: |place| {
            let is_letter = place.found().is_some_and(|found| found.is_ascii_alphabetic());
            is_of_tel(place) && is_letter && is_in_number(place.before())
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "no-phone-context",
            sentence: "a local number needs a \";phone-context=\" that says where it is valid",
        },
        section: Section::Own("5.1.5"),
        holds: |place| {
            // A context that is there, and is none, is wrong by itself.
            let has_one = || place.text.to_ascii_lowercase().contains(";phone-context=");
            let with_one = || format!("{};phone-context=a", place.text);
            is_of_tel(place) && place.found().is_none() && !has_one() && place.accepts(&with_one())
        },
        mended: None,
    },
];

fn is_of_tel(place: &Place<'_>) -> bool {
    place.grammar.stem() == "rfc3966"
}

/// Whether the text, or what follows its scheme, is the beginning of a number.
fn is_in_number(text: &str) -> bool {
    let number = text.split_once(':').map_or(text, |(_, number)| number);
    let is_of_number = |byte: u8| byte.is_ascii_hexdigit() || b"+*#-.()".contains(&byte);
    number.bytes().any(|byte| byte.is_ascii_digit()) && number.bytes().all(is_of_number)
}
