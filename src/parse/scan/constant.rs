//! Parses a `URI-reference` of RFC 3986 or an `IRI-reference` of RFC 3987 in constant evaluation,
//! one byte at a time, with the same result as the scans.
//!
//! The automaton decides whether a string is accepted, and the delimiters divide an accepted string of
//! at most 4 GiB. Constant evaluation has no vector instructions and no trait methods, and speed
//! matters little there.
//!
//! An accepted string has a scheme if the first of `:`, `/`, `?` and `#` in it is a `:`. So `a:b:c`
//! has the scheme `a`, and `./b:c` has no scheme.

use super::fault::between;
use crate::editions::automaton::Automaton;
use crate::editions::automaton::tables::rfc3986::AUTOMATON;
use crate::parts::host::HostKind;
use crate::reference::Spans;

const IPV4_ADDRESS: u16 = AUTOMATON.start_of("IPv4address");

/// Finds the components of a string that `automaton` accepts from `start`, the start state of its `URI-reference` or
/// `IRI-reference`. The error is the offset at which the string leaves the language.
pub(crate) const fn reference(
    automaton: &Automaton,
    start: u16,
    bytes: &[u8],
) -> Result<Spans, usize> {
    match automaton.offset(start, bytes) {
        None => Ok(components(bytes)),
        Some(offset) => Err(offset),
    }
}

/// Splits a reference at its delimiters (RFC 3986, 3), which are ASCII.
pub(crate) const fn components(bytes: &[u8]) -> Spans {
    let end = bytes.len();
    let first = find(b":/?#", bytes, 0, end);
    let has_scheme = first < end && bytes[first] == b':';
    let (scheme_end, start) = if has_scheme { (first, first + 1) } else { (0, 0) };
    let has_authority = matches!(bytes.split_at(start).1, [b'/', b'/', ..]);
    let (host_start, host_end, host, path_start) =
        if has_authority { authority(bytes, start + 2) } else { (start, start, None, start) };
    let path_end = find(b"?#", bytes, path_start, end);
    let query_end = find(b"#", bytes, path_end, end);
    Spans {
        scheme_end: scheme_end as u32,
        host_start: host_start as u32,
        host_end: host_end as u32,
        path_start: path_start as u32,
        path_end: path_end as u32,
        query_end: query_end as u32,
        host,
        is_opaque: false,
    }
}

/// Splits an authority (RFC 3986, 3.2) that begins at `start`. Returns the beginning, the end and the
/// kind of the host, and the end of the authority.
const fn authority(bytes: &[u8], start: usize) -> (usize, usize, Option<HostKind>, usize) {
    let end = find(b"/?#", bytes, start, bytes.len());
    let at = find(b"@", bytes, start, end);
    let host = if at < end { at + 1 } else { start };
    let (host_end, kind) = match bytes.split_at(host).1 {
        [b'[', b'v' | b'V', ..] => (find(b"]", bytes, host, end) + 1, HostKind::IpvFuture),
        [b'[', ..] => (find(b"]", bytes, host, end) + 1, HostKind::Ipv6Address),
        _ => {
            let host_end = find(b":", bytes, host, end);
            // The "first-match-wins" rule (RFC 3986, 3.2.2).
            let kind = match AUTOMATON.offset(IPV4_ADDRESS, between(bytes, host, host_end)) {
                None => HostKind::Ipv4Address,
                Some(_) => HostKind::RegName,
            };
            (host_end, kind)
        }
    };
    (host, host_end, Some(kind), end)
}

/// Returns the offset of the first of the delimiters in `start..end`, or `end` if there is none.
const fn find(delimiters: &[u8], bytes: &[u8], start: usize, end: usize) -> usize {
    let mut at = start;
    while at < end {
        let mut index = 0;
        while index < delimiters.len() {
            if bytes[at] == delimiters[index] {
                return at;
            }
            index += 1;
        }
        at += 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    // `urispec_compare` links the library as another crate than the one under test.
    use urispec::{Edition, Recognizer};
    use urispec_compare::sample::Sampler;
    use urispec_compare::suite::Suite;

    use super::*;
    use crate::parse::scan::fault::Wrong;
    use crate::parse::scan::rfc3986;

    const URI_REFERENCE: u16 = AUTOMATON.start_of("URI-reference");

    const fn uri_reference(bytes: &[u8]) -> Result<Spans, usize> {
        reference(&AUTOMATON, URI_REFERENCE, bytes)
    }

    fn production() -> Recognizer {
        Edition::Rfc3986.production("URI-reference").unwrap()
    }

    /// Compares the result with the scan's result and, for a rejected string, with the automaton's offset.
    #[track_caller]
    fn agrees(bytes: &[u8]) {
        let found = uri_reference(bytes);
        let text = String::from_utf8_lossy(bytes);
        assert_eq!(found.ok(), rfc3986::uri_reference(bytes).ok(), "{text:?}");
        assert_eq!(found.err(), AUTOMATON.offset(URI_REFERENCE, bytes), "{text:?}");
        // The part that is found again is the part that the scan was in.
        if let Err(wrong) = rfc3986::uri_reference(bytes) {
            assert_eq!(Wrong::at(bytes, wrong.offset), wrong, "{text:?}");
        }
    }

    /// Evaluated at compile time.
    const FOUND: Result<Spans, usize> =
        uri_reference(b"foo://user@example.com:8042/over?name#nose");

    #[test]
    fn a_constant_has_components() {
        let expected = Spans {
            scheme_end: 3,
            host_start: 11,
            host_end: 22,
            path_start: 27,
            path_end: 32,
            query_end: 37,
            host: Some(HostKind::RegName),
            is_opaque: false,
        };
        assert_eq!(FOUND, Ok(expected));
    }

    #[test]
    fn the_complete_suite() {
        Suite::new(production()).cases().for_each(|case| agrees(case.input.as_bytes()));
    }

    #[test]
    fn members_and_near_misses() {
        let mut sampler = Sampler::new(production()).seed(1);
        for _ in 0..2_000 {
            agrees(sampler.member().as_bytes());
            agrees(sampler.near_miss().as_bytes());
        }
    }

    proptest! {
        #[test]
        fn any_bytes(bytes: Vec<u8>) {
            agrees(&bytes);
        }

        #[test]
        fn delimiters_anywhere(bytes in "[a1:/?#@\\[\\]%v.]{0,20}") {
            agrees(bytes.as_bytes());
        }
    }
}
