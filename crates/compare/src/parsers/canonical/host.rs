//! One spelling of a host: two hosts have the same if the same host is contacted.
//!
//! In: a host as a reader tells it, with its brackets or without. Out: a name in lower case, or an
//! address of IPv6 in brackets, as RFC 5952 writes it. None where there is no host to contact.
//!
//! Only what section 3.2.2 makes equal is equal here: letter case, the digits of an escape, and the
//! texts of one IPv6 address. Everything else is another host, even if it looks alike: [`alike`] says
//! what two different hosts have in common.

use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};

use urispec::internal::address::inet_aton;
use urispec::internal::percent::{Decode, lowered};

use super::super::difference::Spelling;
use super::escapes::upper;

/// The host as every spelling of it is written, but for the differences in `except`.
pub(super) fn host(text: &str, scheme: Option<&str>, except: Option<Spelling>) -> Option<String> {
    let is_local =
        || scheme.and_then(urispec::internal::schemes::known).is_some_and(|known| known.local);
    if except != Some(Spelling::DefaultHost) && text.eq_ignore_ascii_case("localhost") && is_local()
    {
        return (except == Some(Spelling::EmptyForUndefined)).then(String::new);
    }
    if text.is_empty() {
        return (except == Some(Spelling::EmptyForUndefined)).then(String::new);
    }
    if except != Some(Spelling::Address)
        && let Some(address) = address(text)
    {
        return Some(address);
    }
    let lower = match except {
        Some(Spelling::LetterCase) => Cow::Borrowed(text),
        _ => Cow::Owned(lowered(text)),
    };
    Some(match except {
        Some(Spelling::Escape) => lower.into_owned(),
        _ => upper(&lower),
    })
}

/// An address of IPv6, which may have a zone (RFC 6874, 2), or what else has a ":". No name has a ":",
/// so brackets around one say nothing.
fn address(text: &str) -> Option<String> {
    let bare = bare(text);
    if !bare.contains(':') {
        return None;
    }
    // The zone stays as it is: `%251` is the zone `1` (RFC 6874, 2), and is `251` for who does not decode.
    let (address, zone) = match bare.split_once('%') {
        Some((address, zone)) => (address, Some(zone)),
        None => (bare, None),
    };
    let Ok(address) = address.parse::<Ipv6Addr>() else {
        return (bare.len() < text.len()).then(|| format!("[{}]", upper(&lowered(bare))));
    };
    Some(match zone {
        None => format!("[{address}]"),
        Some(zone) => format!("[{address}%{zone}]"),
    })
}

/// The text without brackets around it.
fn bare(text: &str) -> &str {
    text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text)
}

/// What two hosts, which are not the same, have in common.
pub(in super::super) fn alike(one: &str, other: &str) -> Option<Spelling> {
    let [one, other] = [one, other].map(|host| {
        let host = if host.contains(':') { bare(host) } else { host };
        host.to_ascii_lowercase()
    });
    let decoded = [&one, &other].map(|host| host.decode_lossy().to_ascii_lowercase());
    if decoded[0] == decoded[1] {
        return Some(Spelling::HostEscape);
    }
    let number = |host: &str| -> Option<Ipv4Addr> { inet_aton(&host.decode_lossy()) };
    if let (Some(one), Some(other)) = (number(&one), number(&other))
        && one == other
    {
        return Some(Spelling::Ipv4Form);
    }
    fn without_dot(host: &str) -> &str {
        host.strip_suffix('.').unwrap_or(host)
    }
    if without_dot(&one) == without_dot(&other) {
        return Some(Spelling::TrailingDot);
    }
    is_a_label(&decoded[0], &decoded[1]).then_some(Spelling::ALabel)
}

/// Whether each label of one is the same as the other's, or is beyond ASCII where the other's is an
/// A-label. RFC 3490, 3.1 has four dots.
fn is_a_label(one: &str, other: &str) -> bool {
    let labels = |host: &str| {
        let dots = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];
        host.split(dots).map(str::to_owned).collect::<Vec<_>>()
    };
    let (one, other) = (labels(one), labels(other));
    let goes = |unicode: &str, ascii: &str| !unicode.is_ascii() && ascii.starts_with("xn--");
    one.len() == other.len()
        && one
            .iter()
            .zip(&other)
            .all(|(one, other)| one == other || goes(one, other) || goes(other, one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(text: &str, expected: Option<&str>) {
        assert_eq!(host(text, Some("http"), None).as_deref(), expected, "{text}");
    }

    #[test]
    fn one_spelling_of_a_host() {
        is("", None);
        is("EXAMPLE.com", Some("example.com"));
        is("a%c3B", Some("a%C3b"));
        is("%4a", Some("%4A"));
        is("[::1]", Some("[::1]"));
        is("::1", Some("[::1]"));
        is("[0:0::0001]", Some("[::1]"));
        is("[2001:DB8::0:1]", Some("[2001:db8::1]"));
        is("[::ffff:1.2.3.4]", Some("[::ffff:1.2.3.4]"));
        is("[::ffff:102:304]", Some("[::ffff:1.2.3.4]"));
        is("[fe80::1%25eth0]", Some("[fe80::1%25eth0]"));
        is("fe80::1%25eth0", Some("[fe80::1%25eth0]"));
        is("fe80::1%eth0", Some("[fe80::1%eth0]"));
        is("[fe80::1%25]", Some("[fe80::1%25]"));
        is("[v1.a:B]", Some("[v1.a:b]"));
        // Neither is an address, and who strips brackets does not make it the same as the name.
        is("[v1.a]", Some("[v1.a]"));
        is("[::1", Some("[::1"));
        // RFC 3986 takes them for names: 7.4.
        is("0x7F.1", Some("0x7f.1"));
        is("a.", Some("a."));
        is("É.example", Some("É.example"));
    }

    /// 3.2.2: for file, the empty host and localhost are the user's machine.
    #[test]
    fn the_host_of_a_file() {
        assert_eq!(host("LOCALHOST", Some("file"), None), None);
        assert_eq!(host("localhost", Some("http"), None).as_deref(), Some("localhost"));
        assert_eq!(host("localhost", None, None).as_deref(), Some("localhost"));
    }

    #[test]
    fn what_looks_alike() {
        for (one, other, expected) in [
            ("%31.2.3.4", "1.2.3.4", Some(Spelling::HostEscape)),
            ("a%2Fb", "a/b", Some(Spelling::HostEscape)),
            ("[fe80::1%251]", "fe80::1%1", Some(Spelling::HostEscape)),
            ("0x7f.1", "127.0.0.1", Some(Spelling::Ipv4Form)),
            ("0177.1", "127.0.0.1", Some(Spelling::Ipv4Form)),
            ("0177.1", "177.0.0.1", None),
            ("a.example.", "a.example", Some(Spelling::TrailingDot)),
            ("a.example..", "a.example", None),
            ("bücher.example", "xn--bcher-kva.example", Some(Spelling::ALabel)),
            ("b%C3%BCcher.example", "xn--bcher-kva.example", Some(Spelling::ALabel)),
            ("bücher.example", "xn--bcher-kva.evil", None),
            ("good.com", "evil.com", None),
        ] {
            assert_eq!(alike(one, other), expected, "{one} {other}");
            assert_eq!(alike(other, one), expected, "{one} {other}");
        }
    }
}
