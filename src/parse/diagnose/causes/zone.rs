//! What is wrong with the zone identifier of an IPv6 address (RFC 6874, section 2).

use std::ops::Range;

use super::literal::inside;
use super::{CauseRow, Section};
use crate::editions::grammar::Role;
use crate::parse::diagnose::place::Place;
use crate::reference::error::Saying;

const ZONE: Section = Section::Of(Role::Ipv6Addrz);

/// The cause that is asked before any "%" is said to begin no triplet.
pub(super) const PERCENT: &[CauseRow] = &[CauseRow {
    says: Saying {
        id: "zone-percent",
        sentence: "the \"%\" before a zone identifier is written \"%25\"",
    },
    section: ZONE,
    holds: |place| {
        // Right behind the "%", or one byte further.
        let mut before = place.before().bytes().rev().take(2);
        before.any(|byte| byte == b'%')
            && percent(place).is_some_and(|at| place.at < at + "%25".len())
    },
    mended: Some(|place| {
        let (before, after) = place.text.split_at(percent(place)? + "%".len());
        // "a "%" not followed by two valid and meaningful hexadecimal characters" (section 3).
        let digits = after.bytes().take(2).filter(u8::is_ascii_hexdigit).count();
        (digits < 2).then(|| [before, "25", after].concat())
    }),
}];

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying {
            id: "zone-empty",
            sentence: "nothing follows the \"%25\" that begins a zone identifier",
        },
        section: ZONE,
        holds: |place| {
            let is_whole = |at: usize| place.text[at..place.at] == *"%25";
            place.ends_or_is("]/?#") && percent(place).is_some_and(is_whole)
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "zone-character",
            sentence: "a zone identifier has only unreserved characters and escapes",
        },
        section: ZONE,
        holds: |place| {
            let is_after = |at: usize| at + "%25".len() <= place.at;
            place.found().is_some_and(|found| !"]/?#%".contains(found))
                && !place.before().ends_with('%')
                && percent(place).is_some_and(is_after)
        },
        mended: None,
    },
];

/// The offset of the "%" behind an IPv6 address, if the grammar has zone identifiers and the place is
/// behind that "%" and still within the brackets.
fn percent(place: &Place<'_>) -> Option<usize> {
    let within = within(place)?;
    let at = within.start + place.text[within.clone()].find('%')?;
    let address = &place.text[within.start..at];
    (at < place.at && place.derives(Role::Ipv6Address, address)).then_some(at)
}

/// The range of the text that should be an address, with or without a zone.
fn within(place: &Place<'_>) -> Option<Range<usize>> {
    match place.production.role {
        Role::Ipv6Addrz => Some(0..place.text.len()),
        _ => inside(place).filter(|_| place.has(Role::Ipv6Addrz)),
    }
}
