//! Appendix A, read with one character of lookahead.

use urispec::{HostKind, ParseError, Uri, UriRef};

use crate::strings::{RUNS, all, rows};

/// The components of a reference, and the kind of its host.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Parts<'t> {
    pub(crate) scheme: Option<&'t str>,
    pub(crate) authority: Option<&'t str>,
    userinfo: Option<&'t str>,
    host: Option<(&'t str, HostKind)>,
    port: Option<&'t str>,
    pub(crate) path: &'t str,
    pub(crate) query: Option<&'t str>,
    pub(crate) fragment: Option<&'t str>,
}

fn split(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// Splits a reference by Appendix B, and checks each component by Appendix A.
pub(crate) fn parse(text: &str) -> Option<Parts<'_>> {
    let (rest, fragment) = split(text, '#');
    let (rest, query) = split(rest, '?');
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest)) if !scheme.is_empty() && !scheme.contains('/') => (Some(scheme), rest),
        _ => (None, rest),
    };
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            (Some(&rest[..end]), &rest[end..])
        }
        None => (None, rest),
    };
    let first = path.split('/').next().unwrap_or_default();
    let is_valid = scheme.is_none_or(is_scheme)
        && consists_of(path, "/:@")
        && (scheme.is_some() || authority.is_some() || !first.contains(':'))
        && query.is_none_or(|query| consists_of(query, "/?:@"))
        && fragment.is_none_or(|fragment| consists_of(fragment, "/?:@"));
    let (mut userinfo, mut host, mut port) = (None, None, None);
    if let Some(authority) = authority {
        let rest = match authority.split_once('@') {
            Some((before, after)) => {
                userinfo = Some(before);
                after
            }
            None => authority,
        };
        let end = match rest.starts_with('[') {
            true => rest.find(']')? + 1,
            false => rest.find(':').unwrap_or(rest.len()),
        };
        let (name, after) = rest.split_at(end);
        port = match after {
            "" => None,
            after => Some(after.strip_prefix(':')?),
        };
        host = Some((name, kind(name)?));
        if !userinfo.is_none_or(|userinfo| consists_of(userinfo, ":"))
            || !port.is_none_or(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
        {
            return None;
        }
    }
    is_valid.then_some(Parts { scheme, authority, userinfo, host, port, path, query, fragment })
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|one| one.is_ascii_alphanumeric() || "+-.".contains(one))
}

/// `*( unreserved / pct-encoded / sub-delims / more )`.
fn consists_of(text: &str, more: &str) -> bool {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_plain = first.is_ascii_alphanumeric()
            || "-._~!$&'()*+,;=".contains(first)
            || more.contains(first);
        let digits = rest.as_bytes().get(1..3).filter(|_| first == '%');
        match digits {
            _ if is_plain => rest = &rest[1..],
            Some(digits) if digits.iter().all(u8::is_ascii_hexdigit) => rest = &rest[3..],
            _ => return false,
        }
    }
    true
}

/// 3.2.2: the first match wins.
fn kind(host: &str) -> Option<HostKind> {
    if let Some(literal) = host.strip_prefix('[') {
        let literal = literal.strip_suffix(']')?;
        return match literal.strip_prefix(['v', 'V']) {
            Some(future) => {
                let (version, address) = future.split_once('.')?;
                let is_version =
                    !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_hexdigit());
                let is_address =
                    !address.is_empty() && !address.contains('%') && consists_of(address, ":");
                (is_version && is_address).then_some(HostKind::IpvFuture)
            }
            None => is_ipv6(literal).then_some(HostKind::Ipv6Address),
        };
    }
    match is_ipv4(host) {
        true => Some(HostKind::Ipv4Address),
        false => consists_of(host, "").then_some(HostKind::RegName),
    }
}

pub(crate) fn is_ipv4(text: &str) -> bool {
    let is_octet = |octet: &str| {
        let is_short = octet.len() == 1 || !octet.starts_with('0') && octet.len() <= 3;
        is_short
            && octet.bytes().all(|byte| byte.is_ascii_digit())
            && octet.parse::<u16>().is_ok_and(|octet| octet <= 255)
    };
    text.split('.').count() == 4 && text.split('.').all(is_octet)
}

/// The nine alternatives of `IPv6address`: eight groups, or fewer around one `::`.
pub(crate) fn is_ipv6(text: &str) -> bool {
    let sides: Vec<&str> = text.split("::").collect();
    let count = |side: &str, is_last: bool| -> Option<usize> {
        if side.is_empty() {
            return Some(0);
        }
        let groups: Vec<&str> = side.split(':').collect();
        let mut count = 0;
        for (at, group) in groups.iter().enumerate() {
            count += match group.len() {
                1..=4 if group.bytes().all(|byte| byte.is_ascii_hexdigit()) => 1,
                _ if is_last && at + 1 == groups.len() && is_ipv4(group) => 2,
                _ => return None,
            };
        }
        Some(count)
    };
    match sides[..] {
        [all] => count(all, true) == Some(8),
        [before, after] => match (count(before, false), count(after, true)) {
            (Some(before), Some(after)) => before + after <= 7,
            _ => false,
        },
        _ => false,
    }
}

/// Returns whether some string of the language begins so.
pub(crate) fn is_prefix(begin: &str) -> bool {
    /// The completions; the first is empty.
    const ENDS: &str = " @ a : :a / ] :] ::] 1] 1::] :1] :1:1] 1:1] a] .a] 1.a] \
                        1.1.1.1] .1.1.1] 1.1.1] .1.1] 1.1] .1] 1:1:1:1:1:1:1:1] :1:1:1:1:1:1:1] a@ [::]";
    ["", "1", "41"]
        .iter()
        .any(|digits| ENDS.split(' ').any(|end| parse(&[begin, digits, end].concat()).is_some()))
}

/// Returns the offset of the first byte that no string of the language can have there.
fn offset(text: &str) -> Option<usize> {
    if parse(text).is_some() {
        return None;
    }
    let mut places = text.char_indices().map(|(at, one)| (at, at + one.len_utf8()));
    Some(places.find(|&(_, end)| !is_prefix(&text[..end])).map_or(text.len(), |(at, _)| at))
}

fn parts<'t>(found: &UriRef<'t>) -> Parts<'t> {
    Parts {
        scheme: found.scheme(),
        authority: found.authority(),
        userinfo: found.userinfo(),
        host: found.host().map(|host| (host.as_str(), host.kind())),
        port: found.port(),
        path: found.path(),
        query: found.query(),
        fragment: found.fragment(),
    }
}

fn check(text: &str) {
    let expected = parse(text);
    let (found, constant) = (UriRef::parse(text).ok(), UriRef::parse_const(text).ok());
    assert_eq!(found.as_ref().map(parts), expected, "{text:?}");
    assert_eq!(constant.as_ref().map(parts), expected, "{text:?}: in a constant");
    let is_uri = expected.is_some_and(|parts| parts.scheme.is_some());
    assert_eq!(Uri::parse(text).is_ok(), is_uri, "{text:?}");
}

pub(crate) fn check_offset(text: &str) {
    let place = UriRef::parse(text).err().and_then(|error| error.offset());
    assert_eq!(place, offset(text), "{text:?}");
    let constant = UriRef::parse_const(text).err().map(ParseError::from);
    let constant = constant.and_then(|error| error.offset());
    assert_eq!(constant, offset(text), "{text:?}: in a constant");
}

/// The pieces, separated by line feeds.
const PIECES: &str = "a\nF\n1\n0\n255\n256\n.\n:\n::\n/\n//\n?\n#\n@\n[\n]\n%\n%4\n%41\n%zz\n\
                      [::1]\n[v1.a]\n1.2.3.4\n1:2:3:4:5:6:7\n8\n~\n!\n{\n\u{7F}\né\na:\nx://\n-\n ";

/// Returns the pieces, the runs, and more.
pub(crate) fn pieces<'p>(more: &[&'p str]) -> Vec<&'p str> {
    PIECES.split('\n').chain(RUNS).chain(more.iter().copied()).collect()
}

#[test]
fn short_strings() {
    all("a1:/?#@[]%.v{", 5).for_each(|text| check(&text));
}

#[test]
fn offsets_in_short_strings() {
    all("a1:/?#@[]%.{", 4).for_each(|text| check_offset(&text));
    all(":1.]", 7).for_each(|text| check_offset(&format!("//[{text}")));
    all("12.:", 7).for_each(|text| check(&format!("//[::{text}]")));
}

/// Each byte at each place of three blocks, in each component.
#[test]
fn each_byte_at_each_place() {
    for before in ["", "/", "a:", "//", "//u@", "//h:", "//[", "//[v1.", "?", "#", "//h/"] {
        for length in 0..50 {
            for byte in 0..=127_u8 {
                let text = format!("{before}{}{}b", "1".repeat(length), char::from(byte));
                check(&text);
            }
        }
    }
}

/// Each triplet, complete or not, across each boundary of a block of sixty-four.
#[test]
fn triplets_at_boundaries() {
    for length in (58..66).chain(122..130) {
        for rest in all("%4/", 6) {
            let text = "a".repeat(length) + &rest;
            check(&text);
            let place = UriRef::parse(&text).err().and_then(|error| error.offset());
            assert_eq!(place, missing_digit(&text), "{text:?}");
        }
    }
}

/// Returns the place where the first triplet lacks a digit, in a string without other errors.
fn missing_digit(text: &str) -> Option<usize> {
    let (mut at, bytes) = (0, text.as_bytes());
    while let Some(first) = bytes.get(at) {
        at += 1;
        for _ in 0..if *first == b'%' { 2 } else { 0 } {
            if !bytes.get(at).is_some_and(u8::is_ascii_hexdigit) {
                return Some(at);
            }
            at += 1;
        }
    }
    None
}

#[test]
fn offsets_in_authorities() {
    for before in ["//", "//@", "//a:", "//1:", "//a@a:", "//[::]", "//[::]:", "//@[::]"] {
        all("a1:@[{/", 3).for_each(|rest| check_offset(&format!("{before}{rest}")));
    }
}

#[test]
fn rows_of_groups() {
    let pieces = [
        "1:", ":1", ":", "::", "0:", "ffff", "12345", "g", "1:2:3", ":4:5:6:", "1.2.3.4", "256",
        ".",
    ];
    for row in rows(&pieces, 8, 60_000) {
        check(&format!("//[{row}]"));
    }
}

#[test]
fn sequences_of_pieces() {
    let pieces = pieces(&[]);
    for text in rows(&pieces, 9, 300_000) {
        check(&text);
    }
    for text in rows(&pieces, 6, 20_000) {
        check_offset(&text);
    }
}
