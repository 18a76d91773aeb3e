//! What is wrong with the brackets around an IP address.

use std::net::Ipv6Addr;
use std::ops::Range;

use super::{CauseRow, CauseSection};
use crate::editions::grammar::Role;
use crate::parse::diagnose::place::Place;
use crate::reference::error::Fault;

const HOST: CauseSection = CauseSection::Of(Role::Host);

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Fault::IpLiteralNotClosed.saying(),
        section: HOST,
        holds: |place| {
            place.ends_or_is("/?#") && inside(place).is_some() && !place.rest().contains(']')
        },
        mended: Some(|place| Some([place.before(), "]", place.rest()].concat())),
    },
    CauseRow {
        says: Fault::IpLiteralThen.saying(),
        section: HOST,
        holds: |place| {
            let authority = place.in_authority();
            place.before().ends_with(']')
                && authority.is_some_and(|range| range.start < place.at && place.at < range.end)
        },
        mended: None,
    },
    CauseRow {
        says: Fault::IpLiteralEmpty.saying(),
        section: HOST,
        holds: |place| {
            inside(place).is_some_and(|range| range.start == place.at && place.found() == Some(']'))
        },
        mended: None,
    },
    CauseRow {
        says: Fault::ZoneIdentifier.saying(),
        section: HOST,
        holds: |place| {
            // By the letter of RFC 2373, B, a group alone is an address too; RFC 6874 allows no zone after it.
            let is_address = |text: &str| {
                text.parse::<Ipv6Addr>().is_ok() && place.derives(Role::Ipv6Address, text)
            };
            place.found() == Some('%')
                && place.after().starts_with(|zone: char| zone != ']')
                && address(place)
                    .is_some_and(|range| is_address(&place.text[range.start..place.at]))
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

/// The range of the text that should be an IPv6 address, if the place is in it. A zone identifier is
/// no part of the address.
pub(super) fn address(place: &Place<'_>) -> Option<Range<usize>> {
    let range = match place.production.role {
        Role::Ipv6Address | Role::Ipv6Addrz => 0..place.text.len(),
        _ => inside(place).filter(|_| place.has(Role::Ipv6Address))?,
    };
    let zone = place.text[range.clone()].find('%').filter(|_| place.has(Role::Ipv6Addrz));
    let end = zone.map_or(range.end, |length| range.start + length);
    (place.at <= end).then_some(range.start..end)
}
