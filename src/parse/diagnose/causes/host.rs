//! What is wrong with a host of an edition that asks for a host name.

use super::{CauseRow, Section};
use crate::editions::grammar::Role;
use crate::parse::diagnose::place::Place;
use crate::reference::error::Saying;

const HOST: Section = Section::Of(Role::Host);
const HOSTNAME: Section = Section::Of(Role::Hostname);

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying { id: "empty-host", sentence: "the host is empty" },
        section: HOST,
        holds: |place| {
            place.ends_or_is("/?#:")
                && place.host_port().is_some_and(|range| range.start == place.at)
                && place.refuses(Role::Host, "")
        },
        mended: None,
    },
    CauseRow {
        says: Saying { id: "host-character", sentence: "{} is no character of a host name" },
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
        says: Saying { id: "empty-label", sentence: "a host name has an empty label" },
        section: HOSTNAME,
        holds: |place| {
            host(place).is_some_and(|(host, _)| host.starts_with('.') || host.contains(".."))
                && place.refuses(Role::Hostname, "a..a")
                && place.refuses(Role::Hostname, ".a")
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "label-hyphen",
            sentence: "a label of a host name begins and ends with a letter or a digit",
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
        says: Saying {
            id: "top-label",
            sentence: "the last label of a host name begins with a letter",
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

/// The host without its port, and whether the place is in the host rather than right after it.
/// There is none if the place is neither.
fn host<'a>(place: &Place<'a>) -> Option<(&'a str, bool)> {
    let range = match place.production.role {
        Role::Hostname => 0..place.text.len(),
        _ => place.host_port()?,
    };
    let text = &place.text[range.clone()];
    let text = &text[..text.find(':').unwrap_or(text.len())];
    let end = range.start + text.len();
    (place.at <= end).then_some((text, place.at < end))
}
