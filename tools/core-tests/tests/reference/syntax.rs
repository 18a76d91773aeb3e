//! Appendix A, read with one character in hand.

use urispec::{HostKind, ParseError, Uri, UriRef};

use crate::strings::{RUNS, all, rows};

/// What a reference has: scheme, userinfo, host with its kind, port, path, query, fragment.
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

fn cut(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// The components by Appendix B, if each is what Appendix A says.
pub(crate) fn read(text: &str) -> Option<Parts<'_>> {
    let (rest, fragment) = cut(text, '#');
    let (rest, query) = cut(rest, '?');
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
    let stands = scheme.is_none_or(is_scheme)
        && of(path, "/:@")
        && (scheme.is_some() || authority.is_some() || !first.contains(':'))
        && query.is_none_or(|query| of(query, "/?:@"))
        && fragment.is_none_or(|fragment| of(fragment, "/?:@"));
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
        if !userinfo.is_none_or(|userinfo| of(userinfo, ":"))
            || !port.is_none_or(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
        {
            return None;
        }
    }
    stands.then_some(Parts { scheme, authority, userinfo, host, port, path, query, fragment })
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|one| one.is_ascii_alphanumeric() || "+-.".contains(one))
}

/// `*( unreserved / pct-encoded / sub-delims / more )`.
fn of(text: &str, more: &str) -> bool {
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

/// 3.2.2, first match wins.
fn kind(host: &str) -> Option<HostKind> {
    if let Some(literal) = host.strip_prefix('[') {
        let literal = literal.strip_suffix(']')?;
        return match literal.strip_prefix(['v', 'V']) {
            Some(future) => {
                let (version, address) = future.split_once('.')?;
                let is_version =
                    !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_hexdigit());
                let is_address = !address.is_empty() && !address.contains('%') && of(address, ":");
                (is_version && is_address).then_some(HostKind::IpvFuture)
            }
            None => is_ipv6(literal).then_some(HostKind::Ipv6Address),
        };
    }
    match is_ipv4(host) {
        true => Some(HostKind::Ipv4Address),
        false => of(host, "").then_some(HostKind::RegName),
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

/// The nine lines of `IPv6address`: eight groups, or fewer around one `::`.
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

/// Whether some string of the language begins so.
pub(crate) fn goes_on(begin: &str) -> bool {
    /// The first is empty.
    const ENDS: &str = " @ a : :a / ] :] ::] 1] 1::] :1] :1:1] 1:1] a] .a] 1.a] \
                        1.1.1.1] .1.1.1] 1.1.1] .1.1] 1.1] .1] 1:1:1:1:1:1:1:1] :1:1:1:1:1:1:1] a@ [::]";
    ["", "1", "41"]
        .iter()
        .any(|digits| ENDS.split(' ').any(|end| read(&[begin, digits, end].concat()).is_some()))
}

/// The offset of the byte after which no string of the language goes on: the first whose prefix nothing
/// completes.
fn offset(text: &str) -> Option<usize> {
    if read(text).is_some() {
        return None;
    }
    let mut places = text.char_indices().map(|(at, one)| (at, at + one.len_utf8()));
    Some(places.find(|&(_, end)| !goes_on(&text[..end])).map_or(text.len(), |(at, _)| at))
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

fn holds(text: &str) {
    let expected = read(text);
    let (found, constant) = (UriRef::parse(text).ok(), UriRef::parse_const(text).ok());
    assert_eq!(found.as_ref().map(parts), expected, "{text:?}");
    assert_eq!(constant.as_ref().map(parts), expected, "{text:?}: when compiling");
    let is_uri = expected.is_some_and(|parts| parts.scheme.is_some());
    assert_eq!(Uri::parse(text).is_ok(), is_uri, "{text:?}");
}

pub(crate) fn stops(text: &str) {
    let place = UriRef::parse(text).err().and_then(|error| error.offset());
    assert_eq!(place, offset(text), "{text:?}");
    let constant = UriRef::parse_const(text).err().map(ParseError::from);
    let constant = constant.and_then(|error| error.offset());
    assert_eq!(constant, offset(text), "{text:?}: when compiling");
}

/// Pieces, between line ends.
const PIECES: &str = "a\nF\n1\n0\n255\n256\n.\n:\n::\n/\n//\n?\n#\n@\n[\n]\n%\n%4\n%41\n%zz\n\
                      [::1]\n[v1.a]\n1.2.3.4\n1:2:3:4:5:6:7\n8\n~\n!\n{\n\u{7F}\né\na:\nx://\n-\n ";

/// The pieces and the runs, and more.
pub(crate) fn pieces<'p>(more: &[&'p str]) -> Vec<&'p str> {
    PIECES.split('\n').chain(RUNS).chain(more.iter().copied()).collect()
}

#[test]
fn short_strings_are_read() {
    all("a1:/?#@[]%.v{", 5).for_each(|text| holds(&text));
}

#[test]
fn short_strings_stop() {
    all("a1:/?#@[]%.{", 4).for_each(|text| stops(&text));
    all(":1.]", 7).for_each(|text| stops(&format!("//[{text}")));
    all("12.:", 7).for_each(|text| holds(&format!("//[::{text}]")));
}

/// Each byte, at each place of three blocks, in each component.
#[test]
fn each_byte_at_each_place() {
    for before in ["", "/", "a:", "//", "//u@", "//h:", "//[", "//[v1.", "?", "#", "//h/"] {
        for length in 0..50 {
            for byte in 0..=127_u8 {
                let text = format!("{before}{}{}b", "1".repeat(length), char::from(byte));
                holds(&text);
            }
        }
    }
}

/// Each triplet, whole or broken, over each border of a block of sixty-four.
#[test]
fn triplets_at_borders() {
    for length in (58..66).chain(122..130) {
        for rest in all("%4/", 6) {
            let text = "a".repeat(length) + &rest;
            holds(&text);
            let place = UriRef::parse(&text).err().and_then(|error| error.offset());
            assert_eq!(place, missing_digit(&text), "{text:?}");
        }
    }
}

/// Where the first triplet lacks a digit, in what is wrong nowhere else.
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
fn authorities_stop() {
    for before in ["//", "//@", "//a:", "//1:", "//a@a:", "//[::]", "//[::]:", "//@[::]"] {
        all("a1:@[{/", 3).for_each(|rest| stops(&format!("{before}{rest}")));
    }
}

#[test]
fn rows_of_groups() {
    let pieces = [
        "1:", ":1", ":", "::", "0:", "ffff", "12345", "g", "1:2:3", ":4:5:6:", "1.2.3.4", "256",
        ".",
    ];
    for row in rows(&pieces, 8, 60_000) {
        holds(&format!("//[{row}]"));
    }
}

#[test]
fn rows_of_pieces_are_read_and_stop() {
    let pieces = pieces(&[]);
    for text in rows(&pieces, 9, 300_000) {
        holds(&text);
    }
    for text in rows(&pieces, 6, 20_000) {
        stops(&text);
    }
}
