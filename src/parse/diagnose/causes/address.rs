//! What is wrong with an IP address.

use std::net::Ipv6Addr;

use super::literal::{address, inside};
use super::{CauseRow, Section};
use crate::editions::grammar::Role;
use crate::parse::diagnose::place::Place;
use crate::reference::error::{Fault, Saying};

const V6: Section = Section::Of(Role::Ipv6Address);

/// An address by the letter of RFC 2373, Appendix B, where `::` is a whole `hexpart` and a `:` stands
/// before an IPv4 address.
const TRIPLE: &str = ":::1.2.3.4";

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Fault::IpFuture.saying(),
        section: Section::Of(Role::IpvFuture),
        holds: |place| match place.production.role {
            Role::IpvFuture => true,
            _ => {
                place.has(Role::IpvFuture)
                    && inside(place).is_some_and(|range| place.text[range].starts_with(['v', 'V']))
            }
        },
        mended: None,
    },
    CauseRow {
        says: Fault::Ipv6Character.saying(),
        section: V6,
        holds: |place| {
            let is_of_addresses = |found: char| found.is_ascii_hexdigit() || ":.]".contains(found);
            // At a "%" after the address the zone identifier begins, where the edition has any.
            let is_zone = |end| place.at == end && place.found() == Some('%');
            address(place).is_some_and(|range| !is_zone(range.end))
                && place.found().is_some_and(|found| !is_of_addresses(found))
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "ipv6-two-elisions",
            sentence: "an IPv6 address has \"::\" at most once",
        },
        section: V6,
        holds: |place| {
            let text = of(place);
            text.is_some_and(|text| text.find("::").is_some_and(|at| text[at + 2..].contains("::")))
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "ipv6-group",
            sentence: "a group of an IPv6 address has at most four hexadecimal digits",
        },
        section: V6,
        holds: |place| {
            let is_long = |text: &str| {
                let is_hexadecimal = text.bytes().all(|byte| byte.is_ascii_hexdigit());
                is_hexadecimal && text.len() > 4
            };
            of(place).is_some_and(|text| text.split(':').any(is_long))
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "ipv6-ipv4",
            sentence: "what has dots in an IPv6 address is at its end an IPv4 address: four numbers from 0 to 255, without leading zeros",
        },
        section: V6,
        holds: |place| {
            of(place).is_some_and(|text| {
                let (before, last) = text.rsplit_once(':').unwrap_or(("", text));
                before.contains('.') || last.contains('.') && place.refuses(Role::Ipv4Address, last)
            }) && place.refuses(Role::Ipv4Address, "256.0.0.0")
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "ipv6-too-many-groups",
            sentence: "an IPv6 address has eight groups, or fewer and \"::\"; here are more",
        },
        section: V6,
        holds: |place| {
            of(place).is_some_and(|text| groups(text) > if text.contains("::") { 7 } else { 8 })
                && place.refuses(Role::Ipv6Address, "1:2:3:4:5:6:7:8:9")
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "ipv6-too-few-groups",
            sentence: "an IPv6 address has eight groups, or fewer and \"::\"; here are fewer",
        },
        section: V6,
        holds: |place| {
            of(place).is_some_and(|text| {
                place.ends_or_is("]%") && groups(text) < 8 && !text.contains("::")
            }) && place.refuses(Role::Ipv6Address, "1:2")
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "ipv6-malformed",
            sentence: "this is no IPv6 address: a \":\" stands between two groups",
        },
        section: V6,
        holds: |place| {
            of(place).is_some_and(|text| {
                let begins = text.starts_with(':') && !text.starts_with("::");
                let ends = text.ends_with(':') && !text.ends_with("::");
                let is_triple = text.contains(":::") && place.refuses(Role::Ipv6Address, TRIPLE);
                begins || ends || is_triple
            })
        },
        mended: None,
    },
    CauseRow {
        says: Fault::Ipv4InBrackets.saying(),
        section: Section::Of(Role::Ipv4Address),
        holds: |place| {
            let inner = inside(place);
            inner.is_some_and(|range| place.derives(Role::Ipv4Address, &place.text[range]))
        },
        mended: Some(|place| {
            let range = inside(place)?;
            let before = place.text[..range.start].strip_suffix('[')?;
            let after = place.text[range.end..].strip_prefix(']')?;
            Some([before, &place.text[range], after].concat())
        }),
    },
    CauseRow {
        says: Fault::Ipv6WithoutBrackets.saying(),
        section: V6,
        holds: |place| {
            // By the letter of RFC 2373, B, a group alone is an address too.
            let host = place.host_port().map(|range| &place.text[range]);
            host.is_some_and(|host| {
                host.parse::<Ipv6Addr>().is_ok() && place.derives(Role::Ipv6Address, host)
            })
        },
        mended: Some(|place| {
            let host = place.host_port()?;
            let [before, after] = [&place.text[..host.start], &place.text[host.end..]];
            Some([before, "[", &place.text[host], "]", after].concat())
        }),
    },
    CauseRow {
        says: Saying {
            id: "ipv4",
            sentence: "an IPv4 address is four numbers from 0 to 255 with \".\" between them",
        },
        section: Section::Of(Role::Ipv4Address),
        holds: |place| {
            place.production.role == Role::Ipv4Address
                && place.refuses(Role::Ipv4Address, "256.0.0.0")
        },
        mended: None,
    },
];

/// The text that should be an IPv6 address.
fn of<'a>(place: &Place<'a>) -> Option<&'a str> {
    address(place).map(|range| &place.text[range])
}

/// The number of groups of 16 bits in an address. An IPv4 address counts as two.
fn groups(text: &str) -> usize {
    let groups = text.split(':').filter(|group| !group.is_empty());
    groups.map(|group| if group.contains('.') { 2 } else { 1 }).sum()
}
