//! A "%" that begins no triplet.
//!
//! Outside its classes of characters every grammar has "%" only at the beginning of an escape. So a
//! "%" that was accepted right before the place, or before one hexadecimal digit, needs digits there.

use super::{CauseRow, Section, mend};
use crate::parse::diagnose::place::Place;
use crate::reference::error::{Fault, Saying};

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying {
            id: "percent-u",
            sentence: "\"%u\" is no escape: \"%\" stands before the two hexadecimal digits of an octet",
        },
        section: Section::Escapes,
        holds: |place| {
            matches!(place.found(), Some('u' | 'U'))
                && place.before().ends_with('%')
                && mend::unit(&place.text.as_bytes()[place.at - 1..]).is_some()
        },
        mended: mend::BY_ENCODING,
    },
    CauseRow {
        says: Fault::Percent.saying(),
        section: Section::Escapes,
        holds: |place| {
            !place.found().is_some_and(|found| found.is_ascii_hexdigit()) && is_in_triplet(place)
        },
        mended: mend::BY_ENCODING,
    },
];

fn is_in_triplet(place: &Place<'_>) -> bool {
    match place.before().as_bytes() {
        [.., b'%'] => true,
        [.., b'%', digit] => digit.is_ascii_hexdigit(),
        _ => false,
    }
}
