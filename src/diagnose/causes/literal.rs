//! What is wrong with the brackets around an IP address.

use std::ops::Range;

use super::place::Place;
use super::{CauseRow, Section};
use crate::grammar::Role;

const HOST: Section = Section::Of(Role::Host);

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        id: "ip-literal-not-closed",
        sentence: "the \"[\" before an IP address has no \"]\" after it",
        section: HOST,
        holds: |place| {
            place.ends_or_is("/?#") && inside(place).is_some() && !place.rest().contains(']')
        },
        mended: Some(|place| Some([place.before(), "]", place.rest()].concat())),
    },
    CauseRow {
        id: "ip-literal-then",
        sentence: "only a port may follow the \"]\" of an IP address",
        section: HOST,
        holds: |place| {
            let authority = place.in_authority();
            place.before().ends_with(']')
                && authority.is_some_and(|range| range.start < place.at && place.at < range.end)
        },
        mended: None,
    },
    CauseRow {
        id: "ip-literal-empty",
        sentence: "there is no IP address between \"[\" and \"]\"",
        section: HOST,
        holds: |place| {
            inside(place).is_some_and(|range| range.start == place.at && place.found() == Some(']'))
        },
        mended: None,
    },
    CauseRow {
        id: "zone-identifier",
        sentence: "an IPv6 address has no zone identifier here; RFC 6874 allows one after \"%25\"",
        section: HOST,
        holds: |place| {
            place.found() == Some('%')
                && place.after().starts_with(|zone: char| zone != ']')
                && address(place).is_some_and(|range| {
                    place.derives(Role::Ipv6Address, &place.text[range.start..place.at])
                })
        },
        mended: None,
    },
];

/// The range of the text within brackets, up to "]" or the end of the authority, if the place is in
/// it. In an authority "[" stands only before an IP address.
pub(super) fn inside(place: &Place<'_>) -> Option<Range<usize>> {
    let host = place.host_port()?;
    let start = host.start + "[".len();
    let is_open = place.text[host.clone()].starts_with('[') && start <= place.at;
    let inner = place.text.get(start..host.end).filter(|_| is_open)?;
    let end = start + inner.find(']').unwrap_or(inner.len());
    (place.at <= end).then_some(start..end)
}

/// The range of the text that should be an IPv6 address, if the place is in it.
pub(super) fn address(place: &Place<'_>) -> Option<Range<usize>> {
    match place.production.role {
        Role::Ipv6Address => Some(0..place.text.len()),
        _ => inside(place).filter(|_| place.has(Role::Ipv6Address)),
    }
}
