//! The hosts of RFC 3986 that have an inner structure (section 3.2.2): addresses.
//!
//! In: a string, and where a host lies in it or begins. Out: its kind, and of an `IP-literal` where
//! it ends. The automaton decides an `IPvFuture` and an `IPv4address`. An `IPv6address` is counted:
//! an automaton would wait for a load at each of up to 45 bytes. Its nine lines come to this: eight
//! groups, or at most seven and one `::` between, before or after them; two of the groups may be an
//! `IPv4address`, at the end.
//!
//! The surprising case: `::` may stand for one group only. `1:2:3:4:5:6:7::` is an address.

use super::block::{Blocks, Stops};
use crate::editions::automaton::tables::rfc3986::AUTOMATON;
use crate::parts::host::HostKind;
use crate::parts::vector::{any, hexadecimal, is};

const IP_LITERAL: u16 = AUTOMATON.start_of("IP-literal");
const IPV4_ADDRESS: u16 = AUTOMATON.start_of("IPv4address");

/// The kind of a host without brackets, by the "first-match-wins" rule.
#[inline(always)]
pub(super) fn name_or_address(host: &[u8]) -> HostKind {
    let may_be_address = matches!(host, [b'0'..=b'9', .., b'0'..=b'9']);
    if may_be_address && AUTOMATON.derives(IPV4_ADDRESS, host) {
        HostKind::Ipv4Address
    } else {
        HostKind::RegName
    }
}

/// The offset of the last bracket of the `IP-literal` that begins at `start`, and the kind of its
/// address; or the offset from which on the text is not an `IP-literal`.
#[inline(never)]
pub(super) fn ip_literal<const IRI: bool>(
    bytes: &[u8],
    blocks: &mut Blocks<'_, IRI>,
    start: usize,
) -> Result<(usize, HostKind), usize> {
    let is_future = matches!(bytes.get(start + 1), Some(b'v' | b'V'));
    if !is_future && let Some(end) = ipv6_address(bytes, blocks, start + 1) {
        return Ok((end, HostKind::Ipv6Address));
    }
    // Nothing goes on after its last bracket.
    let (length, state) = match AUTOMATON.walk(IP_LITERAL, &bytes[start..]) {
        Ok(state) => (bytes.len() - start, state),
        Err(stopped) => stopped,
    };
    if is_future && AUTOMATON.accepts(state) {
        Ok((start + length - 1, HostKind::IpvFuture))
    } else {
        Err(start + length)
    }
}

/// The end of the `IPv6address` that begins at `start`, if a bracket follows it.
fn ipv6_address<const IRI: bool>(
    bytes: &[u8],
    blocks: &mut Blocks<'_, IRI>,
    start: usize,
) -> Option<usize> {
    let (mut groups, mut is_elided, mut ipv4) = (0_usize, false, None);
    let mut at = start;
    // A "::" at the beginning has no group before it.
    let mut elides = bytes[at..].starts_with(b"::");
    at += usize::from(elides);
    let end = loop {
        if elides {
            if is_elided {
                return None;
            }
            is_elided = true;
            at += 1;
            if bytes.get(at) == Some(&b']') {
                break at;
            }
        }
        let end = blocks.next(at, Stops::Delimiters);
        groups += match end - at {
            1..=4 => 1,
            _ => {
                ipv4 = Some(at);
                2
            }
        };
        match bytes.get(end) {
            Some(b']') => break end,
            Some(b':') if ipv4.is_none() => {}
            _ => return None,
        }
        at = end + 1;
        elides = bytes.get(at) == Some(&b':');
    };
    let fits = if is_elided { groups <= 7 } else { groups == 8 };
    let digits = &bytes[start..ipv4.unwrap_or(end)];
    let is_other = |bytes| is(hexadecimal(bytes) | is(bytes, b':'), 0);
    let is_ipv4 = |at: usize| AUTOMATON.derives(IPV4_ADDRESS, &bytes[at..end]);
    (fits && !any(digits, is_other) && ipv4.is_none_or(is_ipv4)).then_some(end)
}
