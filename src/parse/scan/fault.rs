//! Finds the reason why a scan rejected a string.
//!
//! A rejected string is examined once more where the scan stopped, because the string is no longer
//! available when the error is printed. The checks are in the order of the table of causes
//! (`diagnose::causes`), which serves every edition. The functions are `const`, so that the
//! compiler reports an invalid literal with the same message.
//!
//! The fault may be before the offset of the error. `http://h:x/` leaves the language at its last `/`,
//! since `h:x` may begin a userinfo; the fault is the port.

use crate::editions::automaton::tables::rfc3986::AUTOMATON;
use crate::parts::percent::is_of_iris;
use crate::reference::error::{Fault, Reason};

const IPV4_ADDRESS: u16 = AUTOMATON.start_of("IPv4address");
const IPV6_ADDRESS: u16 = AUTOMATON.start_of("IPv6address");

/// The place where a string leaves the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    /// The offset of the first byte that cannot follow the text before it in any string of the language.
    pub(crate) offset: usize,
    /// The part of the reference that contains the offset.
    pub(crate) part: WrongPart,
}

/// The part in which a reference leaves the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrongPart {
    /// The text before the first `:`.
    Scheme,
    /// The authority.
    Authority {
        /// The offset at which the authority begins.
        start: usize,
        /// The offset at which the host begins, unless an `@` follows.
        host: usize,
    },
    /// A percent-encoded triplet, in any part of the reference.
    Triplet,
    /// The path, the query or the fragment.
    Rest,
}

/// Returns the reason why a string leaves the language. `found` is the character at the offset of
/// `wrong`.
#[inline]
pub(crate) const fn reason(bytes: &[u8], wrong: Wrong, found: Option<char>) -> Option<Reason> {
    let Wrong { offset, part } = wrong;
    if offset > u32::MAX as usize {
        return None;
    }
    if let WrongPart::Triplet = part {
        let at = offset - if bytes[offset - 1] == b'%' { 1 } else { 2 };
        return Some(Reason { fault: Fault::Percent, at: at as u32 });
    }
    if let Some(fault) = of_character(bytes, wrong, found) {
        return Some(Reason { fault, at: offset as u32 });
    }
    let (fault, at) = match part {
        WrongPart::Scheme => of_scheme(bytes),
        WrongPart::Authority { start, host } => match of_authority(bytes, start, host, offset) {
            Some(fault) => fault,
            None => return None,
        },
        WrongPart::Triplet | WrongPart::Rest => match byte(bytes, offset) {
            b'#' => (Fault::SecondFragment, offset),
            b'[' | b']' if is_in_scheme(bytes, offset) => of_scheme(bytes),
            b'[' | b']' => (Fault::Bracket, offset),
            _ => return None,
        },
    };
    Some(Reason { fault, at: at as u32 })
}

impl Wrong {
    /// Returns the place where a string leaves the language, given the offset of that place.
    pub(crate) const fn at(bytes: &[u8], offset: usize) -> Self {
        Self { offset, part: part(bytes, offset) }
    }
}

/// Returns the part that contains an offset. The text before the offset must be the beginning of some
/// string of the language.
const fn part(bytes: &[u8], offset: usize) -> WrongPart {
    let is_digit = byte(bytes, offset).is_ascii_hexdigit();
    if offset >= 1 && bytes[offset - 1] == b'%'
        || offset >= 2 && bytes[offset - 2] == b'%' && !is_digit
    {
        return WrongPart::Triplet;
    }
    let first = first_delimiter(bytes);
    let has_colon = byte(bytes, first) == b':';
    if has_colon && offset == first {
        return WrongPart::Scheme;
    }
    let start = if has_colon { first + 1 } else { 0 };
    match tail(bytes, start) {
        [b'/', b'/', rest @ ..] => {
            let start = bytes.len() - rest.len();
            let is_before = offset < start || offset > end_of_authority(bytes, start);
            if is_before {
                return WrongPart::Rest;
            }
            let mut host = offset;
            while host > start && bytes[host - 1] != b'@' {
                host -= 1;
            }
            WrongPart::Authority { start, host }
        }
        _ => WrongPart::Rest,
    }
}

/// Returns whether the first delimiter of the string is a `:`, and the offset is before it.
const fn is_in_scheme(bytes: &[u8], offset: usize) -> bool {
    let first = first_delimiter(bytes);
    offset < first && byte(bytes, first) == b':'
}

/// Returns the offset of the first delimiter that ends a scheme or a first segment, or the end of the
/// string.
const fn first_delimiter(bytes: &[u8]) -> usize {
    let mut at = 0;
    while at < bytes.len() && !matches!(bytes[at], b':' | b'/' | b'?' | b'#') {
        at += 1;
    }
    at
}

/// Returns the fault of a character that is wrong by itself, whatever is around it.
#[inline]
const fn of_character(bytes: &[u8], wrong: Wrong, found: Option<char>) -> Option<Fault> {
    let Some(found) = found else { return None };
    let Wrong { offset, part } = wrong;
    if !found.is_ascii() {
        let fault = match part {
            _ if found == '\u{FEFF}' && offset == 0 => Fault::ByteOrderMark,
            _ if !is_of_iris(found) => Fault::NotAscii,
            WrongPart::Authority { start, host } if !can_escape(bytes, start, host, offset) => {
                Fault::NotAscii
            }
            _ => Fault::Iri,
        };
        return Some(fault);
    }
    let fault = OF_ASCII[found as usize];
    // The first test answers most cases, so a sequence of tests is faster than a jump table.
    if matches!(found, ' ' | '\t' | '\r' | '\n') {
        if offset == 0 || is_white_space(tail(bytes, offset)) {
            return Some(Fault::WhiteSpaceAround);
        }
    } else if (offset == 0 || offset + 1 == bytes.len()) && matches!(found, '"' | '<' | '>') {
        return Some(Fault::DelimiterAround);
    }
    fault
}

/// The fault of each ASCII character that is never allowed. A single look-up handles most rejected
/// strings.
const OF_ASCII: [Option<Fault>; 128] = {
    let mut faults = [None; 128];
    let mut octet = 0;
    while octet < 128 {
        faults[octet] = match octet as u8 {
            b' ' => Some(Fault::Space),
            b'\t' | b'\r' | b'\n' => Some(Fault::WhiteSpace),
            0..b' ' | 0x7F => Some(Fault::Control),
            b'\\' => Some(Fault::Backslash),
            b'"' | b'<' | b'>' | b'^' | b'`' | b'{' | b'|' | b'}' => Some(Fault::Excluded),
            _ => None,
        };
        octet += 1;
    }
    faults
};

/// Returns the fault of the text before the first `:`, which is not a scheme.
const fn of_scheme(bytes: &[u8]) -> (Fault, usize) {
    if bytes[0] == b':' {
        return (Fault::EmptyScheme, 0);
    }
    if !bytes[0].is_ascii_alphabetic() {
        return (Fault::SchemeBegins, 0);
    }
    let mut at = 1;
    while bytes[at].is_ascii_alphanumeric() || matches!(bytes[at], b'+' | b'-' | b'.') {
        at += 1;
    }
    (Fault::SchemeCharacter, at)
}

/// Returns the fault of the authority that begins at `start`, in which no character is wrong by
/// itself.
const fn of_authority(
    bytes: &[u8],
    start: usize,
    host: usize,
    offset: usize,
) -> Option<(Fault, usize)> {
    let has_userinfo = host > start;
    let (host, end) = rest_of_authority(bytes, host, offset);
    let found = byte(bytes, offset);
    let is_at_end = offset >= bytes.len() || matches!(found, b'/' | b'?' | b'#');
    let is_literal = host <= offset && byte(bytes, host) == b'[';
    let inner = host + 1;
    let inner_end = if is_literal { find(bytes, inner, end, b']') } else { end };
    if is_literal && offset <= inner_end {
        if is_at_end && find(bytes, offset, bytes.len(), b']') == bytes.len() {
            return Some((Fault::IpLiteralNotClosed, host));
        }
        return Some((of_literal(bytes, inner, inner_end, offset), offset));
    }
    if bytes[offset - 1] == b']' {
        return Some((Fault::IpLiteralThen, offset));
    }
    let colon = match host <= offset {
        true => find(bytes, if is_literal { inner_end } else { host }, end, b':'),
        false => end,
    };
    let second = find(bytes, colon + 1, end, b':');
    if second < end && derives(IPV6_ADDRESS, between(bytes, host, end)) {
        return Some((Fault::Ipv6WithoutBrackets, host));
    }
    let second_at = find(bytes, offset, end, b'@');
    if has_userinfo && second_at < end {
        return Some((Fault::SecondAt, second_at));
    }
    if colon < offset {
        if second < end && (is_at_end || found == b':') {
            return Some((Fault::SecondColon, second));
        }
        let mut at = colon + 1;
        while at < end && bytes[at].is_ascii_digit() {
            at += 1;
        }
        if at < end {
            return Some((Fault::PortDigits, at));
        }
    }
    match found {
        b'[' | b']' => Some((Fault::Bracket, offset)),
        _ => None,
    }
}

/// Returns the fault of the text between the brackets of a host.
const fn of_literal(bytes: &[u8], start: usize, end: usize, offset: usize) -> Fault {
    let address = between(bytes, start, end);
    match byte(bytes, offset) {
        b']' if offset == start => Fault::IpLiteralEmpty,
        b'%' if offset + 1 < bytes.len()
            && bytes[offset + 1] != b']'
            && derives(IPV6_ADDRESS, between(bytes, start, offset)) =>
        {
            Fault::ZoneIdentifier
        }
        _ if start < end && matches!(bytes[start], b'v' | b'V') => Fault::IpFuture,
        _ if derives(IPV4_ADDRESS, address) => Fault::Ipv4InBrackets,
        found
            if offset < bytes.len()
                && !(found.is_ascii_hexdigit() || matches!(found, b':' | b'.' | b']')) =>
        {
            Fault::Ipv6Character
        }
        _ => Fault::Ipv6Address,
    }
}

/// Returns whether an escape is allowed at an offset of the authority, that is, outside a port and an
/// address.
const fn can_escape(bytes: &[u8], start: usize, host: usize, offset: usize) -> bool {
    // Until an "@" is found, the text after a ":" may be a userinfo.
    let is_port = host > start && find(bytes, host, offset, b':') < offset;
    byte(bytes, host) != b'[' && !is_port
}

/// Returns the offset of the host, which begins after the last `@`, and the offset of the end of the
/// authority. A userinfo has no bracket: text that begins with a bracket is the host, whatever follows.
const fn rest_of_authority(bytes: &[u8], mut host: usize, offset: usize) -> (usize, usize) {
    let is_literal = byte(bytes, host) == b'[';
    let mut at = offset;
    while at < bytes.len() && !matches!(bytes[at], b'/' | b'?' | b'#') {
        if bytes[at] == b'@' && !is_literal {
            host = at + 1;
        }
        at += 1;
    }
    (host, at)
}

const fn end_of_authority(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && !matches!(bytes[at], b'/' | b'?' | b'#') {
        at += 1;
    }
    at
}

/// Returns the offset of the first `wanted` byte in `at..end`, or `end` if there is none.
const fn find(bytes: &[u8], mut at: usize, end: usize, wanted: u8) -> usize {
    while at < end && bytes[at] != wanted {
        at += 1;
    }
    at
}

/// Returns whether a production derives a string.
const fn derives(production: u16, bytes: &[u8]) -> bool {
    AUTOMATON.offset(production, bytes).is_none()
}

/// Returns the byte at an offset, or 0 at the end.
const fn byte(bytes: &[u8], offset: usize) -> u8 {
    if offset < bytes.len() { bytes[offset] } else { 0 }
}

const fn tail(bytes: &[u8], start: usize) -> &[u8] {
    bytes.split_at(start).1
}

pub(super) const fn between(bytes: &[u8], start: usize, end: usize) -> &[u8] {
    tail(bytes.split_at(end).0, start)
}

/// Returns whether all bytes are white space that may surround a URI in a text (RFC 3986, Appendix C).
const fn is_white_space(bytes: &[u8]) -> bool {
    let mut at = 0;
    while at < bytes.len() && matches!(bytes[at], b' ' | b'\t' | b'\r' | b'\n') {
        at += 1;
    }
    at == bytes.len()
}
