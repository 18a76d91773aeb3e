//! Zone identifiers behind IPv6 addresses (RFC 6874, sections 2 and 4).

use std::net::IpAddr;

use super::subject::Subject;
use super::{Findings, table};
use crate::parts::percent;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let (Some(zone), Some(host)) = (subject.zone(), subject.reference.host()) else { return };
    let span = zone.start - "%25".len()..zone.span().end;
    let without = subject.with(span.clone(), "");
    let message = "the zone is one of this host; leave it out of what is sent to another";
    found.add(&table::LOCAL_ZONE, [span.clone()], message, Some(without.clone()));
    if !host.address().is_some_and(is_link_local) {
        let message = "only an address of fe80::/10 has a use for a zone that is well-defined";
        found.add(&table::ZONE_SCOPE, [span], message, Some(without));
    }
    let escapes = zone.text.match_indices('%').filter_map(|(at, _)| {
        let octet = percent::triplet(&zone.text.as_bytes()[at..])?;
        let at = zone.start + at;
        (!percent::is_unreserved(octet)).then_some(at..at + "%41".len())
    });
    let message = "a zone should have only unreserved characters";
    found.add(&table::ZONE_ESCAPE, escapes, message, None);
}

/// Whether an address is link-local: one of fe80::/10.
fn is_link_local(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(address) if address.is_unicast_link_local())
}
