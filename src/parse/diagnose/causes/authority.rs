//! What is wrong between "//" and the path, but for the host: the userinfo and the port.

use super::literal::inside;
use super::{CauseRow, Section};
use crate::editions::grammar::Role;
use crate::parse::diagnose::place::Place;
use crate::reference::error::{Fault, Saying};

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Fault::SecondAt.saying(),
        section: Section::Of(Role::Authority),
        holds: |place| {
            let authority = place.in_authority();
            let has_after =
                authority.is_some_and(|range| place.text[place.at..range.end].contains('@'));
            has_after && text_before(place).is_some_and(|text| text.contains('@'))
        },
        mended: Some(with_one_at),
    },
    CauseRow {
        says: Saying { id: "no-userinfo", sentence: "no user is allowed before the host" },
        section: Section::OfWhole,
        holds: |place| {
            let authority = place.in_authority().filter(|_| place.found() == Some('@'));
            authority.is_some_and(|range| {
                let with = |host: &str| [&place.text[..range.start], host].concat();
                !place.accepts(&with("u@h")) && !place.accepts(&with("u@h/"))
            })
        },
        mended: None,
    },
    CauseRow {
        says: Fault::SecondColon.saying(),
        section: Section::Of(Role::Authority),
        holds: |place| {
            let is_after = text_before(place).is_some_and(|text| text.contains(':'));
            let is_second = place.found() == Some(':') && is_after && inside(place).is_none();
            is_second
                || place.ends_or_is("/?#:") && ports(place).is_some_and(|text| text.contains(':'))
        },
        mended: None,
    },
    CauseRow {
        says: Fault::PortDigits.saying(),
        section: Section::Of(Role::Port),
        holds: |place| match place.production.role {
            Role::Port => place.found().is_some(),
            _ => ports(place).is_some_and(|port| !port.bytes().all(|byte| byte.is_ascii_digit())),
        },
        mended: None,
    },
    CauseRow {
        says: Saying { id: "empty-port", sentence: "no digits follow the \":\" of a port" },
        section: Section::Of(Role::Port),
        holds: |place| {
            place.ends_or_is("/?#")
                && ports(place).is_some_and(str::is_empty)
                && place.refuses(Role::Port, "")
        },
        mended: Some(|place| Some(place.before().strip_suffix(':')?.to_owned() + place.rest())),
    },
    CauseRow {
        says: Saying { id: "no-port", sentence: "no port is allowed after the host" },
        section: Section::OfWhole,
        holds: |place| {
            let host = place.host_port();
            place.found() == Some(':')
                && host.is_some_and(|range| {
                    place.derives(Role::Host, &place.text[range.start..place.at])
                })
        },
        mended: None,
    },
    CauseRow {
        says: Saying { id: "no-path", sentence: "\"/\" should follow the host" },
        section: Section::OfWhole,
        holds: |place| {
            let authority = place.in_authority();
            place.ends_or_is("?#")
                && authority.is_some_and(|range| range.end == place.at)
                && place.expected().any(|byte| byte == b'/')
        },
        mended: Some(|place| Some([place.before(), "/", place.rest()].concat())),
    },
];

/// The text between the beginning of the authority and the place, if the place is in the authority.
fn text_before<'a>(place: &Place<'a>) -> Option<&'a str> {
    place.in_authority().map(|range| &place.text[range.start..place.at])
}

/// The text after the first ":" behind the userinfo and the brackets, if the place is in that text
/// or right after it.
fn ports<'a>(place: &Place<'a>) -> Option<&'a str> {
    let range = place.host_port()?;
    let text = &place.text[range.clone()];
    let address = if text.starts_with('[') { text.find(']')? } else { 0 };
    let colon = address + text[address..].find(':')?;
    (range.start + colon < place.at).then(|| &text[colon + 1..])
}

/// The string with only the last "@" of the authority; those before it are encoded, as data.
fn with_one_at(place: &Place<'_>) -> Option<String> {
    let authority = place.in_authority()?;
    let last = authority.start + place.text[authority.clone()].rfind('@')?;
    let encoded = place.text[authority.start..last].replace('@', "%40");
    Some([&place.text[..authority.start], &encoded, &place.text[last..]].concat())
}
