//! Which address a host is, however it is spelled.
//!
//! In: a host. Out: the address, and what a reader must do to find it. The steps are those that readers
//! are known to take, in their order: tabs and line breaks are removed, escapes decoded, characters
//! mapped by NFKC, the last dot left out, and numbers read as `inet_aton()` reads them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use unicode_normalization::UnicodeNormalization;

use super::characters::is_ignored;
use super::decoded::decoded;
use super::division::is_removed;
use super::subject::Standard;
use crate::parse::whatwg::Host;
use crate::parts::address::inet_aton;

/// An address, and how it was found.
pub(super) struct Spelled {
    pub(super) address: IpAddr,
    /// Whether the host is the address as it stands.
    pub(super) is_plain: bool,
    /// The steps, in words. There is none if only the URL Standard finds the address.
    pub(super) steps: Vec<&'static str>,
    /// The zone identifier, if there is one.
    pub(super) zone: Option<String>,
    /// The address that the URL Standard finds.
    pub(super) browser: Option<IpAddr>,
}

/// The address that a host is. `standard` is what the URL Standard does with the host.
pub(super) fn spelled(host: &str, standard: Standard) -> Option<Spelled> {
    // No address is so long, even with each digit escaped three times.
    if host.len() > 1024 || is_plain_name(host) {
        return None;
    }
    uncut(host, standard).or_else(|| {
        let address = inet_aton(host).filter(|_| host.contains(is_removed))?;
        let steps = vec!["for inet_aton(), which reads up to white space"];
        let address = address.into();
        Some(Spelled { address, is_plain: false, steps, zone: None, browser: None })
    })
}

/// Whether a host is a name for every reader, as nearly all hosts are: nothing in it is decoded, mapped or removed, and
/// its last label begins with no digit and is not in Punycode. An IPv4 address ends in a number for all readers (the URL Standard, "ends in a
/// number checker"; `inet_aton()`), one of IPv6 has a colon.
pub(super) fn is_plain_name(host: &str) -> bool {
    let is_plain = |octet: u8| octet.is_ascii_alphanumeric() || matches!(octet, b'.' | b'-' | b'_');
    let name = host.strip_suffix('.').unwrap_or(host);
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_punycode = last.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("xn--"));
    !is_punycode && !last.starts_with(|c: char| c.is_ascii_digit()) && host.bytes().all(is_plain)
}

/// The address that the whole of a host is.
fn uncut(host: &str, standard: Standard) -> Option<Spelled> {
    let mut steps = Vec::new();
    let mut text = host.to_owned();
    step(&mut text, &mut steps, "without tabs and line breaks", |text| {
        text.chars().filter(|c| !is_removed(*c)).collect()
    });
    let host = match standard {
        Standard::Domain => Host::parse(&text, false),
        Standard::Opaque => Host::parse(&text, true),
        Standard::Other => None,
    };
    let browser = match host {
        Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
        _ => None,
    };
    if let Some((address, zone)) = literal(&text) {
        return Some(Spelled { address, is_plain: steps.is_empty(), steps, zone, browser });
    }
    step(&mut text, &mut steps, "once it is decoded", decoded);
    step(&mut text, &mut steps, "once it is mapped by NFKC", mapped);
    // Whoever decodes or maps may find brackets.
    if let Some((address, zone)) = literal(&text) {
        return Some(Spelled { address, is_plain: false, steps, zone, browser });
    }
    step(&mut text, &mut steps, "without its last dot", |text| {
        text.strip_suffix('.').unwrap_or(text).to_owned()
    });
    let plain = text.parse::<Ipv4Addr>().ok();
    let address = plain.or_else(|| inet_aton(&text).inspect(|_| steps.push("for inet_aton()")));
    if let Some(address) = address {
        let address = address.into();
        return Some(Spelled { address, is_plain: steps.is_empty(), steps, zone: None, browser });
    }
    // `0x` is 0 for the URL Standard alone.
    let address = browser?;
    Some(Spelled { address, is_plain: false, steps: Vec::new(), zone: None, browser })
}

fn step(
    text: &mut String,
    steps: &mut Vec<&'static str>,
    name: &'static str,
    take: impl Fn(&str) -> String,
) {
    let taken = take(text);
    if taken != *text {
        *text = taken;
        steps.push(name);
    }
}

/// A name as readers map it who do as UTS 46 says: NFKC, lower case, a dot for each ideographic full
/// stop, and without what is ignored. Names of ASCII only get lower case where that is no step.
pub(super) fn mapped(name: &str) -> String {
    if name.is_ascii() {
        return name.to_owned();
    }
    let kept = name.chars().filter(|c| !is_ignored(*c));
    let mapped = kept.nfkc().flat_map(char::to_lowercase);
    mapped.map(|c| if c == '\u{3002}' { '.' } else { c }).collect()
}

/// An address in brackets, with its zone identifier, or one of IPv6 that lacks the brackets.
fn literal(host: &str) -> Option<(IpAddr, Option<String>)> {
    if let Ok(address) = host.parse::<Ipv6Addr>() {
        return Some((address.into(), None));
    }
    let inner = host.strip_prefix('[')?.strip_suffix(']')?;
    let (address, zone) = match inner.split_once('%') {
        Some((address, zone)) => {
            (address, Some(zone.strip_prefix("25").unwrap_or(zone).to_owned()))
        }
        None => (inner, None),
    };
    let flag = address.split_once('.').filter(|(flag, _)| flag.starts_with(['v', 'V']));
    let address = flag.map_or(address, |(_, address)| address);
    Some((address.parse().ok()?, zone))
}

/// Whether a text is written as a hexadecimal number of C.
pub(super) fn has_prefix(text: &str) -> bool {
    text.len() > 2 && text.is_char_boundary(2) && text[..2].eq_ignore_ascii_case("0x")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling() {
        for (host, address, count) in [
            ("127.0.0.1", "127.0.0.1", 0),
            ("[::1]", "::1", 0),
            ("::1", "::1", 0),
            ("[fe80::1%25eth0]", "fe80::1", 0),
            ("[v6.fe80::1]", "fe80::1", 0),
            ("[127.0.0.1]", "127.0.0.1", 0),
            ("0177.1", "127.0.0.1", 1),
            ("2130706433", "127.0.0.1", 1),
            ("127.0.0.1.", "127.0.0.1", 1),
            ("%31%32%37.0.0.1", "127.0.0.1", 1),
            ("①②⑦.⓪.⓪.①", "127.0.0.1", 1),
            ("１２７。０。０。１", "127.0.0.1", 1),
            ("%E2%91%A0.1", "1.0.0.1", 3),
            ("12\t7.0.0.1", "127.0.0.1", 1),
            ("1\u{AD}27.0.0.1", "127.0.0.1", 1),
            ("0x.0x", "0.0.0.0", 0),
        ] {
            let found = spelled(host, Standard::Domain)
                .map(|one| (one.address.to_string(), one.steps.len()));
            assert_eq!(found, Some((address.to_owned(), count)), "{host}");
        }
        for host in ["h", "", "1.2.3.4.5", "[h]", "256.256.256.256", "%", "[", "1.2.3.4..", "é"] {
            assert!(spelled(host, Standard::Domain).is_none(), "{host}");
        }
        for (host, standard, found) in [
            ("0x", Standard::Opaque, None),
            ("127.1", Standard::Opaque, Some((false, false))),
            ("127.1", Standard::Other, Some((false, false))),
            ("127.1", Standard::Domain, Some((false, true))),
            ("127.0.0.1", Standard::Opaque, Some((true, false))),
            ("[::1]", Standard::Opaque, Some((true, true))),
        ] {
            let spelled = spelled(host, standard);
            let is = spelled.map(|one| (one.is_plain, one.browser.is_some()));
            assert_eq!(is, found, "{host}");
        }
    }

    /// Every string of up to five of these letters, in which a host would be decoded, mapped or read as a number: whether
    /// a plain name is an address is asked without the short way.
    #[test]
    fn a_plain_name_is_no_address() {
        const OF_HOSTS: [&str; 10] = ["0", "7", "x", "F", "n", ".", "-", "xn--", "%31", "\u{2460}"];
        let (mut texts, mut count) = (vec![String::new()], 0);
        for _ in 0..5 {
            texts = texts
                .iter()
                .flat_map(|text| OF_HOSTS.map(|letter| format!("{text}{letter}")))
                .collect();
            for host in texts.iter().filter(|host| is_plain_name(host)) {
                for standard in [Standard::Domain, Standard::Opaque, Standard::Other] {
                    assert!(uncut(host, standard).is_none(), "{host}");
                }
                assert!(inet_aton(host).is_none(), "{host}");
                count += 1;
            }
        }
        assert!(count > 10_000, "{count}");
        for host in
            ["127.1", "1.0x7f", "a.1.", "a b", "[::1]", "::1", "a.xn--1", "a:b", "%31", "a\t"]
        {
            assert!(!is_plain_name(host), "{host}");
        }
    }
}
