//! Causes in a host: names, IP addresses, zone identifiers.

use std::net::Ipv6Addr;
use std::ops::Range;

use super::{CauseRow, CauseSection};
use crate::editions::grammar::Role;
use crate::parse::diagnose::failure_point::FailurePoint;
use crate::reference::error::{CauseText, Fault};

// Faults in a host of an edition that requires host names.

const HOST: CauseSection = CauseSection::Of(Role::Host);
const HOSTNAME: CauseSection = CauseSection::Of(Role::Hostname);

pub(super) const HOSTS: &[CauseRow] = &[
    CauseRow {
        text: CauseText { id: "empty-host", sentence: "the host is empty" },
        section: HOST,
        holds: |place| {
            place.ends_or_is("/?#:")
                && place.host_port().is_some_and(|range| range.start == place.at)
                && place.refuses(Role::Host, "")
        },
        mended: None,
    },
    CauseRow {
        text: CauseText { id: "host-character", sentence: "{} is not allowed in a host name" },
        section: HOSTNAME,
        holds: |place| {
            let is_of_hosts = |found: char| place.derives(Role::Hostname, &format!("a{found}a"));
            host(place).is_some_and(|(_, is_within)| is_within)
                && place.has(Role::Hostname)
                && place.found().is_some_and(|found| !":@./".contains(found) && !is_of_hosts(found))
        },
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "empty-label",
            sentence: "a host name must not contain an empty label",
        },
        section: HOSTNAME,
        holds: |place| {
            host(place).is_some_and(|(host, _)| host.starts_with('.') || host.contains(".."))
                && place.refuses(Role::Hostname, "a..a")
                && place.refuses(Role::Hostname, ".a")
        },
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "label-hyphen",
            sentence: "a label of a host name must begin and end with a letter or a digit",
        },
        section: HOSTNAME,
        holds: |place| {
            let is_cut = |label: &str| label.starts_with('-') || label.ends_with('-');
            host(place).is_some_and(|(host, _)| host.split('.').any(is_cut))
                && place.refuses(Role::Hostname, "-a")
                && place.refuses(Role::Hostname, "a-")
        },
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "top-label",
            sentence: "the last label of a host name must begin with a letter",
        },
        section: HOSTNAME,
        holds: |place| {
            let is_number = |label: &str| label.starts_with(|first: char| first.is_ascii_digit());
            place.ends_or_is("/?#:")
                && host(place)
                    .is_some_and(|(host, _)| host.rsplit('.').next().is_some_and(is_number))
                && place.refuses(Role::Hostname, "a.1a")
        },
        mended: None,
    },
];

/// Returns the host without its port, and whether the failure point is in the host rather than at
/// its end. Returns `None` if the failure point is elsewhere.
fn host<'a>(place: &FailurePoint<'a>) -> Option<(&'a str, bool)> {
    let range = match place.production.role {
        Role::Hostname => 0..place.text.len(),
        _ => place.host_port()?,
    };
    let text = &place.text[range.clone()];
    let text = &text[..text.find(':').unwrap_or(text.len())];
    let end = range.start + text.len();
    (place.at <= end).then_some((text, place.at < end))
}

// Faults in an IP address.

const V6: CauseSection = CauseSection::Of(Role::Ipv6Address);

/// An IPv6 address by the grammar of RFC 2373, Appendix B, where `::` is a whole `hexpart`, and a `:`
/// precedes an IPv4 address.
const TRIPLE: &str = ":::1.2.3.4";

pub(super) const ADDRESSES: &[CauseRow] = &[
    CauseRow {
        text: Fault::IpFuture.text(),
        section: CauseSection::Of(Role::IpvFuture),
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
        text: Fault::Ipv6Character.text(),
        section: V6,
        holds: |place| {
            let is_of_addresses = |found: char| found.is_ascii_hexdigit() || ":.]".contains(found);
            // A "%" after the address begins the zone identifier, if the edition has zone
            // identifiers.
            let is_zone = |end| place.at == end && place.found() == Some('%');
            address(place).is_some_and(|range| !is_zone(range.end))
                && place.found().is_some_and(|found| !is_of_addresses(found))
        },
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "ipv6-two-elisions",
            sentence: "an IPv6 address may contain \"::\" only once",
        },
        section: V6,
        holds: |place| {
            let text = of(place);
            text.is_some_and(|text| text.find("::").is_some_and(|at| text[at + 2..].contains("::")))
        },
        mended: None,
    },
    CauseRow {
        text: CauseText {
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
        text: CauseText {
            id: "ipv6-ipv4",
            sentence: "an IPv6 address may contain dots only in an IPv4 address at its end, which is four numbers from 0 to 255 without leading zeros",
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
        text: CauseText {
            id: "ipv6-too-many-groups",
            sentence: "too many groups in an IPv6 address; it must have eight, or fewer with \"::\"",
        },
        section: V6,
        holds: |place| {
            of(place).is_some_and(|text| groups(text) > if text.contains("::") { 7 } else { 8 })
                && place.refuses(Role::Ipv6Address, "1:2:3:4:5:6:7:8:9")
        },
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "ipv6-too-few-groups",
            sentence: "too few groups in an IPv6 address; it must have eight, or fewer with \"::\"",
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
        text: CauseText {
            id: "ipv6-malformed",
            sentence: "a single \":\" in an IPv6 address must be between two groups",
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
        text: Fault::Ipv4InBrackets.text(),
        section: CauseSection::Of(Role::Ipv4Address),
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
        text: Fault::Ipv6WithoutBrackets.text(),
        section: V6,
        holds: |place| {
            // By the grammar of RFC 2373, B, a single group is an address too.
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
        text: CauseText {
            id: "ipv4",
            sentence: "an IPv4 address must be four numbers from 0 to 255 separated by \".\"",
        },
        section: CauseSection::Of(Role::Ipv4Address),
        holds: |place| {
            place.production.role == Role::Ipv4Address
                && place.refuses(Role::Ipv4Address, "256.0.0.0")
        },
        mended: None,
    },
];

/// Returns the text that should be an IPv6 address.
fn of<'a>(place: &FailurePoint<'a>) -> Option<&'a str> {
    address(place).map(|range| &place.text[range])
}

/// Returns the number of groups of 16 bits in an IPv6 address. An IPv4 address in it counts as two.
fn groups(text: &str) -> usize {
    let groups = text.split(':').filter(|group| !group.is_empty());
    groups.map(|group| if group.contains('.') { 2 } else { 1 }).sum()
}

// Faults in the zone identifier of an IPv6 address (RFC 6874, section 2).

const ZONE: CauseSection = CauseSection::Of(Role::Ipv6Addrz);

/// The row about an unencoded "%" before a zone identifier. It is checked before other rows about "%".
pub(super) const PERCENT: &[CauseRow] = &[CauseRow {
    text: CauseText {
        id: "zone-percent",
        sentence: "the \"%\" before a zone identifier must be written \"%25\"",
    },
    section: ZONE,
    holds: |place| {
        // Right after the "%", or one byte further.
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

pub(super) const ZONES: &[CauseRow] = &[
    CauseRow {
        text: CauseText { id: "zone-empty", sentence: "missing zone identifier after \"%25\"" },
        section: ZONE,
        holds: |place| {
            let is_whole = |at: usize| place.text[at..place.at] == *"%25";
            place.ends_or_is("]/?#") && percent(place).is_some_and(is_whole)
        },
        mended: None,
    },
    CauseRow {
        text: CauseText {
            id: "zone-character",
            sentence: "a zone identifier may contain only unreserved characters and escapes",
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

/// Returns the offset of the "%" after an IPv6 address. Returns `None` unless the grammar has zone
/// identifiers and the failure point is after that "%", within the brackets.
fn percent(place: &FailurePoint<'_>) -> Option<usize> {
    let within = within(place)?;
    let at = within.start + place.text[within.clone()].find('%')?;
    let address = &place.text[within.start..at];
    (at < place.at && place.derives(Role::Ipv6Address, address)).then_some(at)
}

/// Returns the range of the text that should be an IPv6 address, including any zone identifier.
fn within(place: &FailurePoint<'_>) -> Option<Range<usize>> {
    match place.production.role {
        Role::Ipv6Addrz => Some(0..place.text.len()),
        _ => inside(place).filter(|_| place.has(Role::Ipv6Addrz)),
    }
}

// Faults of the brackets around an IP address.

const LITERAL_HOST: CauseSection = CauseSection::Of(Role::Host);

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        text: Fault::IpLiteralNotClosed.text(),
        section: LITERAL_HOST,
        holds: |place| {
            place.ends_or_is("/?#") && inside(place).is_some() && !place.rest().contains(']')
        },
        mended: Some(|place| Some([place.before(), "]", place.rest()].concat())),
    },
    CauseRow {
        text: Fault::IpLiteralThen.text(),
        section: LITERAL_HOST,
        holds: |place| {
            let authority = place.in_authority();
            place.before().ends_with(']')
                && authority.is_some_and(|range| range.start < place.at && place.at < range.end)
        },
        mended: None,
    },
    CauseRow {
        text: Fault::IpLiteralEmpty.text(),
        section: LITERAL_HOST,
        holds: |place| {
            inside(place).is_some_and(|range| range.start == place.at && place.found() == Some(']'))
        },
        mended: None,
    },
    CauseRow {
        text: Fault::ZoneIdentifier.text(),
        section: LITERAL_HOST,
        holds: |place| {
            // By the grammar of RFC 2373, B, a single group is an address too; RFC 6874 allows no
            // zone after it.
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

/// Returns the range of the text after the "[" of a host, up to "]" or the end of the authority.
/// Returns `None` unless the failure point is in that range or at its end.
pub(super) fn inside(place: &FailurePoint<'_>) -> Option<Range<usize>> {
    let host = place.host_port()?;
    let start = host.start + "[".len();
    let is_open = place.text[host.clone()].starts_with('[') && start <= place.at;
    let inner = place.text.get(start..host.end).filter(|_| is_open)?;
    let end = start + inner.find(']').unwrap_or(inner.len());
    (place.at <= end).then_some(start..end)
}

/// Returns the range of the text that should be an IPv6 address, without a zone identifier. Returns
/// `None` unless the failure point is in that range or at its end.
pub(super) fn address(place: &FailurePoint<'_>) -> Option<Range<usize>> {
    let range = match place.production.role {
        Role::Ipv6Address | Role::Ipv6Addrz => 0..place.text.len(),
        _ => inside(place).filter(|_| place.has(Role::Ipv6Address))?,
    };
    let zone = place.text[range.clone()].find('%').filter(|_| place.has(Role::Ipv6Addrz));
    let end = zone.map_or(range.end, |length| range.start + length);
    (place.at <= end).then_some(range.start..end)
}
