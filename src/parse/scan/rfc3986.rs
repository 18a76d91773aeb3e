//! Checks a `URI-reference` of RFC 3986 and finds its components in one pass over its bytes,
//! without a tree.
//!
//! There is one function for each production whose parts are separated only by delimiters. The text
//! between delimiters is read [block](super::block) by block, and hosts with an inner structure have
//! their own functions.
//!
//! Tests compare the scan with the tree, and with the automaton of the printed grammar. Their
//! strings distinguish this automaton from every other automaton with at most as many states.
//!
//! The offset of an error may come after the fault. `//a:b/` fails at its last `/`, and not at its
//! `b`, since an `@` may follow the `b`. `//@a:b/` fails at its `b`.

use super::block::{Blocks, Stops, is_scheme};
use super::fault::{Wrong, WrongPart};
use crate::editions::automaton::tables::rfc3986::AUTOMATON;
use crate::parts::host::HostKind;
use crate::parts::vector::{VECTOR, any, hexadecimal, is, u8x16};
use crate::reference::Spans;

/// Finds the components of a `URI-reference` of less than 4 GiB.
#[inline(never)]
pub(crate) fn uri_reference(bytes: &[u8]) -> Result<Spans, Wrong> {
    let mut blocks = Blocks::<false>::of(bytes);
    let found = components(bytes, &mut blocks);
    match (found, blocks.broken()) {
        (found, None) => found,
        (Err(wrong), Some(broken)) if wrong.offset < broken => Err(wrong),
        (_, Some(offset)) => Err(Wrong { offset, part: WrongPart::Triplet }),
    }
}

/// Finds the components without checking the triplets and the characters beyond ASCII.
#[inline(always)]
pub(super) fn components<const IRI: bool>(
    bytes: &[u8],
    blocks: &mut Blocks<'_, IRI>,
) -> Result<Spans, Wrong> {
    let at = |offset: usize| bytes.get(offset).copied();
    let mut spans = Spans::default();

    // An "@" may be in a segment, but not in a scheme.
    let mut next = blocks.next(0, Stops::Delimiters);
    while at(next) == Some(b'@') {
        next = blocks.next(next + 1, Stops::Delimiters);
    }
    let mut path = 0;
    if at(next) == Some(b':') {
        if !is_scheme(bytes, next) {
            return Err(Wrong { offset: next, part: WrongPart::Scheme });
        }
        spans.scheme_end = next as u32;
        path = next + 1;
        next = path;
    }
    if bytes[path..].starts_with(b"//") {
        let start = path + 2;
        path = authority(bytes, blocks, start, &mut spans).map_err(|(offset, host)| Wrong {
            offset,
            part: WrongPart::Authority { start, host },
        })?;
        next = path;
    } else {
        (spans.host_start, spans.host_end) = (path as u32, path as u32);
    }
    spans.path_start = path as u32;

    let mut end = blocks.next(next, Stops::PathEnds);
    spans.path_end = end as u32;
    // A query and a fragment may contain "?", at which a path ends.
    while at(end) == Some(b'?') {
        end = blocks.next(end + 1, Stops::PathEnds);
    }
    spans.query_end = end as u32;
    if at(end) == Some(b'#') {
        end = blocks.next(end + 1, Stops::PathEnds);
        while at(end) == Some(b'?') {
            end = blocks.next(end + 1, Stops::PathEnds);
        }
    }
    if end == bytes.len() { Ok(spans) } else { Err(Wrong { offset: end, part: WrongPart::Rest }) }
}

/// Finds the components of a `URI`.
pub(crate) fn uri(bytes: &[u8]) -> Result<Spans, Option<Wrong>> {
    // After a scheme and its ":" a reference continues as a URI does.
    let has_scheme = || {
        let end = bytes.iter().position(|byte| b":/?#".contains(byte)).unwrap_or(bytes.len());
        bytes.get(end) == Some(&b':') && is_scheme(bytes, end)
    };
    let spans = uri_reference(bytes).map_err(|wrong| has_scheme().then_some(wrong))?;
    if spans.scheme_end > 0 { Ok(spans) } else { Err(None) }
}

/// Finds the components of an `absolute-URI`.
pub(crate) fn absolute_uri(bytes: &[u8]) -> Result<Spans, Option<Wrong>> {
    // Up to a "#" a URI continues as an absolute one does.
    let spans = uri(bytes).map_err(|wrong| wrong.filter(|_| !bytes.contains(&b'#')))?;
    if spans.query_end as usize == bytes.len() { Ok(spans) } else { Err(None) }
}

/// Reads `[ userinfo "@" ] host [ ":" port ]` from `start` on, and returns the offset of its end. The error has two
/// offsets: of the fault in the authority, and of the host if no `@` follows the fault.
#[inline(always)]
fn authority<const IRI: bool>(
    bytes: &[u8],
    blocks: &mut Blocks<'_, IRI>,
    start: usize,
    spans: &mut Spans,
) -> Result<usize, (usize, usize)> {
    let (mut host_start, mut host_end) = (start, None);
    let mut kind = None;
    // Until there is an "@", text that is valid in a userinfo may continue to one.
    let wrong = |end, host_start, host_end: Option<usize>, kind: Option<HostKind>| {
        let is_decided = host_start != start || kind.is_some();
        let port = host_end.filter(|_| is_decided);
        (port.map_or(end, |port| port_end(bytes, port, end)), host_start)
    };
    let mut end = blocks.next(start, Stops::Delimiters);
    loop {
        match bytes.get(end) {
            None | Some(b'/' | b'?' | b'#') => break,
            Some(b':') => host_end = host_end.or(Some(end)),
            // A userinfo contains no second "@", and none precedes an IP-literal.
            Some(b'@') if host_start == start && kind.is_none() => {
                (host_start, host_end) = (end + 1, None);
            }
            Some(b'[') if end == host_start && kind.is_none() => {
                let (bracket, literal) =
                    ip_literal(bytes, blocks, end).map_err(|offset| (offset, end))?;
                kind = Some(literal);
                host_end = Some(bracket + 1);
                end = bracket;
            }
            _ => return Err(wrong(end, host_start, host_end, kind)),
        }
        end = blocks.next(end + 1, Stops::Delimiters);
    }
    if host_end.is_some_and(|port| port_end(bytes, port, end) < end) {
        return Err(wrong(end, host_start, host_end, kind));
    }
    let host_end = host_end.unwrap_or(end);
    spans.host_start = host_start as u32;
    spans.host_end = host_end as u32;
    spans.host = Some(kind.unwrap_or_else(|| name_or_address(&bytes[host_start..host_end])));
    Ok(end)
}

/// Reads `[ ":" port ]` from `start` on, and returns the offset of its end, which is at most `end`.
fn port_end(bytes: &[u8], start: usize, end: usize) -> usize {
    match &bytes[start..end] {
        [b':', port @ ..] => {
            start + 1 + port.iter().take_while(|byte| byte.is_ascii_digit()).count()
        }
        _ => start,
    }
}

// The hosts of RFC 3986 with an inner structure (section 3.2.2): addresses.
//
// The automaton recognizes an `IPvFuture` and an `IPv4address`. The groups of an `IPv6address` are
// counted, since an automaton would wait for a load at each of up to 45 bytes. The nine lines of the
// production amount to eight groups, or at most seven and one `::` between, before or after them; an
// `IPv4address` at the end may replace two of the groups. `::` may represent a single group:
// `1:2:3:4:5:6:7::` is an address.

const IP_LITERAL: u16 = AUTOMATON.start_of("IP-literal");
const IPV4_ADDRESS: u16 = AUTOMATON.start_of("IPv4address");

/// Returns the kind of a host without brackets, by the "first-match-wins" rule (RFC 3986, 3.2.2).
#[inline(always)]
pub(super) fn name_or_address(host: &[u8]) -> HostKind {
    let may_be_address = matches!(host, [b'0'..=b'9', .., b'0'..=b'9']);
    if may_be_address && AUTOMATON.derives(IPV4_ADDRESS, host) {
        HostKind::Ipv4Address
    } else {
        HostKind::RegName
    }
}

/// Returns the offset of the `]` of the `IP-literal` that begins at `start`, and the kind of its
/// address. The error is the offset at which the text leaves the language of `IP-literal`.
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
    // No string continues after its last bracket.
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

/// Returns the offset at which the `IPv6address` that begins at `start` ends, if `]` follows the address.
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

// `IRI-reference` of RFC 3987 without a tree: the scan for a `URI-reference`, with characters
// beyond ASCII allowed in a path. If the string is wrong, the automaton finds the place.
//
// The first bytes of a block may be the last of a character; a character is decoded where it
// begins. Most IRIs are URIs, which the scan for URIs reads in fewer steps: an ASCII string is an
// `IRI-reference` if it is a `URI-reference`, with the same components (2.2).

/// Finds the components of an `IRI-reference` of less than 4 GiB.
#[inline(always)]
pub(crate) fn iri_reference(text: &str) -> Option<Spans> {
    if is_ascii(text) { uri_reference(text.as_bytes()).ok() } else { beyond_ascii(text) }
}

/// Returns whether the string is ASCII, so that the scan for a `URI-reference` applies.
#[inline(always)]
pub(crate) fn is_ascii(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(last) = bytes.len().checked_sub(VECTOR) else { return bytes.is_ascii() };
    let at =
        |at: usize| u8x16::new(bytes[at.min(last)..].first_chunk().copied().unwrap_or_default());
    // Most strings are one block, whose vectors may overlap.
    let mut all = at(0) | at(VECTOR) | at(2 * VECTOR) | at(last);
    for next in (3 * VECTOR..last).step_by(VECTOR) {
        all = all | at(next);
    }
    all.to_bitmask() == 0
}

/// Finds the components of an `IRI-reference` that may contain characters beyond ASCII.
#[inline(never)]
pub(crate) fn beyond_ascii(text: &str) -> Option<Spans> {
    let bytes = text.as_bytes();
    let mut blocks = Blocks::<true>::of(bytes);
    let spans = components(bytes, &mut blocks).ok()?;
    let query = (spans.path_end as usize, spans.query_end as usize);
    (blocks.broken().is_none() && blocks.strange().fits(query)).then_some(spans)
}

/// Finds the components of an `IRI`.
pub(crate) fn scan_iri(text: &str) -> Option<Spans> {
    iri_reference(text).filter(|spans| spans.scheme_end > 0)
}

/// Finds the components of an `absolute-IRI`.
pub(crate) fn absolute_iri(text: &str) -> Option<Spans> {
    scan_iri(text).filter(|spans| spans.query_end as usize == text.len())
}

#[cfg(test)]
mod tests {
    use super::is_ascii;

    #[test]
    fn a_character_beyond_ascii_is_seen_wherever_it_is() {
        for length in 0..70 {
            let text = "a".repeat(length);
            assert!(is_ascii(&text), "{length}");
            for at in 0..=length {
                let mut text = text.clone();
                text.insert(at, 'é');
                assert!(!is_ascii(&text), "{at} of {length}");
            }
        }
    }
}
