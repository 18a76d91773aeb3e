//! Hosts that are addresses, in any spelling.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use unicode_normalization::UnicodeNormalization;
use urispec::internal::inet_aton;
use urispec::percent::Keep;
use urispec::whatwg::Host;

use super::characters::{decoded, is_ignored};
use super::division::{Shown, Standard, TwoReadings, is_removed};
use super::*;
use crate::subject::Excerpt;

// Hosts that are addresses, including those of special-purpose networks.

pub(super) fn look(subject: &TwoReadings<'_>, found: &mut FindingList) {
    for host in subject.hosts().chain(suffix(subject)) {
        // A host that no reader interprets as an address needs no parser of the URL Standard.
        if is_plain_name(host.text) {
            continue;
        }
        let standard = match subject.standard(&host.span()) {
            _ if subject.is_rejected() => Standard::Other,
            standard => standard,
        };
        if let Some(spelled) = spelled(host.text, standard) {
            let letter = subject.letter.authority.map(|authority| authority.host.span());
            say(&host, &spelled, standard, letter == Some(host.span()), found);
        }
    }
}

/// Returns the address at the beginning of a string that lacks its scheme and `//` (RFC 3986, 4.5). An IPv4 address
/// must be in the usual form, or be a long hexadecimal number: a string such as `1` is the name of a file.
fn suffix<'i>(subject: &TwoReadings<'i>) -> Option<Excerpt<'i>> {
    if subject.browser.authority.is_some() {
        return None;
    }
    let first = suffix_host(subject)?;
    let is_address = first.text.parse::<Ipv4Addr>().is_ok() || first.text.starts_with('[');
    // A hexadecimal number of eight digits is not the name of a file either.
    let is_address = is_address || (first.text.len() > 9 && has_prefix(first.text));
    is_address.then_some(first)
}

/// Returns the host of a string that lacks its scheme and `//`: the text before the first `/`, `\`, `?` or `#`, without
/// a port.
pub(super) fn suffix_host<'i>(subject: &TwoReadings<'i>) -> Option<Excerpt<'i>> {
    if subject.letter.authority.is_some() || subject.browser.authority.is_some() {
        return None;
    }
    let text =
        &subject.text[..subject.text.find(['/', '\\', '?', '#']).unwrap_or(subject.text.len())];
    // Some readers accept a sign before a port, and letters after it.
    let is_port = |port: &str| {
        let digits = port.strip_prefix('+').unwrap_or(port);
        digits.is_empty() || digits.starts_with(|digit: char| digit.is_ascii_digit())
    };
    let text = match text.rsplit_once(':') {
        Some((host, port)) if is_port(port) => host,
        _ => text,
    };
    (!text.is_empty()).then_some(Excerpt { text, start: 0 })
}

/// Reports the address that a host denotes. `is_of_letter` is set if RFC 3986, Appendix B, yields the same host.
fn say(
    host: &Excerpt<'_>,
    spelled: &Spelled,
    standard: Standard,
    is_of_letter: bool,
    found: &mut FindingList,
) {
    let Spelled { address, is_plain, has_zone, .. } = spelled;
    let how = how(spelled, standard);
    if !is_plain {
        let is_name = is_of_letter
            && host.text.bytes().all(|octet| octet == b'%' || Keep::RegName.keeps(octet));
        let letter = if is_name { "finds a name" } else { "finds no such host" };
        let message = format!("{} is {address}{how}; RFC 3986 {letter}", Shown(host.text));
        found.say(&DISGUISED, [host.span()], message);
    }
    if *has_zone {
        let tells = "RFC 6874 allows \"%25\" before a zone";
        let message = format!(
            "{tells}, the URL Standard rejects every zone, and other readers ignore the zone"
        );
        found.say(&ZONE, [host.span()], message);
    }
    say_classes(host, *address, &how, None, found);
    let IpAddr::V6(long) = *address else { return };
    if let Some((short, form, citation)) = embedded(long) {
        let message = format!("{address} is the {form} form of {short}");
        found.cite(&EMBEDDED, [host.span()], message, &[citation]);
        let how = format!("{how}, in the {form} form [{address}]");
        say_classes(host, short.into(), &how, Some(citation), found);
    }
}

fn say_classes(
    host: &Excerpt<'_>,
    address: IpAddr,
    how: &str,
    form: Option<Citation>,
    found: &mut FindingList,
) {
    // The brackets separate the address from the colon.
    let shown: Host = match address {
        IpAddr::V4(address) => Host::Ipv4(address),
        IpAddr::V6(address) => Host::Ipv6(address),
    };
    for class in classes(address) {
        let message = format!("the host is {shown}{how}: {}", class.what);
        let citations: Vec<_> = class.citation.into_iter().chain(form).collect();
        found.cite(class.lint, [host.span()], message, &citations);
    }
}

/// Returns how, and by which readers, the address is found, after a blank. Empty if every reader finds it as written.
fn how(spelled: &Spelled, standard: Standard) -> String {
    let is_of_browser = spelled.browser == Some(spelled.address);
    // A client that connects to an opaque host of four decimal numbers finds the address too.
    let is_of_all = is_of_browser || (standard == Standard::Opaque && spelled.address.is_ipv4());
    if spelled.is_plain && is_of_all {
        return String::new();
    }
    let steps = spelled.steps.join(", ");
    let (and, some) = if steps.is_empty() { ("", "for some readers") } else { (", and ", "") };
    match standard {
        _ if is_of_browser => format!(" {steps}{and}for the URL Standard"),
        Standard::Opaque if spelled.address.is_ipv4() => format!(
            " {steps}{some}, but not for the URL Standard, which reads no IPv4 address under this scheme"
        ),
        _ => format!(" {steps}{some}, but not for the URL Standard"),
    }
}

// Determines the address of a host in any spelling. The steps are those of known readers, in their order.

/// An address, and the steps by which it was found.
pub(super) struct Spelled {
    address: IpAddr,
    /// Whether the host is already the plain address, so that nothing has to be decoded or converted.
    is_plain: bool,
    /// The steps, in words; empty if only the URL Standard finds the address.
    steps: Vec<&'static str>,
    has_zone: bool,
    /// The address that the URL Standard finds.
    browser: Option<IpAddr>,
}

/// Returns the address of a host. `standard` is the URL Standard's treatment of the host.
pub(super) fn spelled(host: &str, standard: Standard) -> Option<Spelled> {
    // No address is longer, even with each digit escaped three times.
    if host.len() > 1024 || is_plain_name(host) {
        return None;
    }
    uncut(host, standard).or_else(|| {
        let address = inet_aton(host).filter(|_| host.contains(is_removed))?;
        let steps = vec!["for inet_aton(), which reads up to white space"];
        let address = address.into();
        Some(Spelled { address, is_plain: false, steps, has_zone: false, browser: None })
    })
}

/// Returns whether a host is a name for every reader, as nearly all hosts are. Nothing in such a host is decoded,
/// mapped or removed. Its last label does not begin with a digit and is not Punycode: for all readers an IPv4 address
/// ends in a number (the URL Standard, "ends in a number checker"; `inet_aton()`). An IPv6 address contains a colon.
pub(super) fn is_plain_name(host: &str) -> bool {
    let is_plain = |octet: u8| octet.is_ascii_alphanumeric() || matches!(octet, b'.' | b'-' | b'_');
    let last = host.strip_suffix('.').unwrap_or(host).rsplit('.').next().unwrap_or_default();
    let is_punycode = last.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("xn--"));
    !is_punycode && !last.starts_with(|c: char| c.is_ascii_digit()) && host.bytes().all(is_plain)
}

/// Returns the address that the whole host denotes, if any.
fn uncut(host: &str, standard: Standard) -> Option<Spelled> {
    let mut steps = Vec::new();
    let mut text = host.to_owned();
    step(&mut text, &mut steps, "without tabs and line breaks", |text| {
        text.chars().filter(|c| !is_removed(*c)).collect()
    });
    let browser = match standard.parse(&text) {
        Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
        _ => None,
    };
    if let Some((address, has_zone)) = literal(&text) {
        return Some(Spelled { address, is_plain: steps.is_empty(), steps, has_zone, browser });
    }
    step(&mut text, &mut steps, "once it is decoded", decoded);
    step(&mut text, &mut steps, "once it is mapped by NFKC", mapped);
    // Decoding or mapping may produce brackets.
    if let Some((address, has_zone)) = literal(&text) {
        return Some(Spelled { address, is_plain: false, steps, has_zone, browser });
    }
    step(&mut text, &mut steps, "without its last dot", |text| {
        text.strip_suffix('.').unwrap_or(text).to_owned()
    });
    let plain = text.parse::<Ipv4Addr>().ok();
    let address = plain.or_else(|| inet_aton(&text).inspect(|_| steps.push("for inet_aton()")));
    if let Some(address) = address {
        let address = address.into();
        return Some(Spelled {
            address,
            is_plain: steps.is_empty(),
            steps,
            has_zone: false,
            browser,
        });
    }
    // `0x` is 0 only for the URL Standard.
    let address = browser?;
    Some(Spelled { address, is_plain: false, steps: Vec::new(), has_zone: false, browser })
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

/// Maps a name by UTS 46: removes the characters that UTS 46 ignores, applies NFKC, converts letters to lower case, and
/// replaces each ideographic full stop by a dot. An ASCII name is returned unchanged.
pub(super) fn mapped(name: &str) -> String {
    if name.is_ascii() {
        return name.to_owned();
    }
    let mapped = name.chars().filter(|c| !is_ignored(*c)).nfkc().flat_map(char::to_lowercase);
    mapped.map(|c| if c == '\u{3002}' { '.' } else { c }).collect()
}

/// Reads an address in brackets, or an IPv6 address without brackets. Also returns whether it has a zone identifier.
fn literal(host: &str) -> Option<(IpAddr, bool)> {
    if let Ok(address) = host.parse::<Ipv6Addr>() {
        return Some((address.into(), false));
    }
    let inner = host.strip_prefix('[')?.strip_suffix(']')?;
    let (address, has_zone) =
        inner.split_once('%').map_or((inner, false), |(address, _)| (address, true));
    let flag = address.split_once('.').filter(|(flag, _)| flag.starts_with(['v', 'V']));
    let address = flag.map_or(address, |(_, address)| address);
    Some((address.parse().ok()?, has_zone))
}

/// Returns whether a text is a hexadecimal number in the syntax of C.
pub(super) fn has_prefix(text: &str) -> bool {
    text.len() > 2 && text.is_char_boundary(2) && text[..2].eq_ignore_ascii_case("0x")
}

// Special-purpose networks: private, loopback, link-local and so on, each with its document.

#[derive(Clone, Copy)]
pub(super) struct Class {
    pub(super) lint: &'static Lint,
    /// The kind of the address, such as `a loopback address`.
    pub(super) what: &'static str,
    pub(super) citation: Option<Citation>,
}

type Network4 = ([u8; 4], u32, &'static Lint, &'static str, Option<Citation>);
type Network6 = ([u16; 8], u32, &'static Lint, &'static str, Option<Citation>);

const fn rfc(document: &'static str, section: &'static str) -> Option<Citation> {
    Some(Citation::section_of(document, section))
}

const fn all_of(document: &'static str) -> Option<Citation> {
    Some(Citation::whole(document))
}

/// The metadata addresses, at which clouds give secrets to their machines, followed by networks. Each network comes
/// before the networks that contain it. The manuals of the clouds document the metadata addresses.
#[rustfmt::skip]
static NETWORKS4: &[Network4] = &[
    ([169, 254, 169, 254], 32, &METADATA, "the metadata address of AWS, Azure, Google Cloud and others", all_of("RFC 3927")),
    ([169, 254, 170, 2], 32, &METADATA, "the address of credentials of AWS ECS", all_of("RFC 3927")),
    ([169, 254, 170, 23], 32, &METADATA, "the address of credentials of AWS EKS", all_of("RFC 3927")),
    ([169, 254, 42, 42], 32, &METADATA, "the metadata address of Scaleway", all_of("RFC 3927")),
    ([169, 254, 0, 23], 32, &METADATA, "the metadata address of Tencent Cloud", all_of("RFC 3927")),
    ([100, 100, 100, 200], 32, &METADATA, "the metadata address of Alibaba Cloud", all_of("RFC 6598")),
    ([192, 0, 0, 192], 32, &METADATA, "the metadata address of Oracle Cloud Classic", Some(SPECIAL)),
    ([168, 63, 129, 16], 32, &METADATA, "the platform address of Azure", None),
    ([255, 255, 255, 255], 32, &MULTICAST, "the broadcast address", Some(SPECIAL)),
    ([0, 0, 0, 0], 8, &UNSPECIFIED, "an address of \"this\" network", rfc("RFC 1122", "3.2.1.3")),
    ([10, 0, 0, 0], 8, &PRIVATE, "a private address", rfc("RFC 1918", "3")),
    ([100, 64, 0, 0], 10, &SHARED, "an address shared by providers", all_of("RFC 6598")),
    ([127, 0, 0, 0], 8, &LOOPBACK, "a loopback address", rfc("RFC 1122", "3.2.1.3")),
    ([169, 254, 0, 0], 16, &LINK_LOCAL, "a link-local address", all_of("RFC 3927")),
    ([172, 16, 0, 0], 12, &PRIVATE, "a private address", rfc("RFC 1918", "3")),
    ([192, 168, 0, 0], 16, &PRIVATE, "a private address", rfc("RFC 1918", "3")),
    ([192, 0, 2, 0], 24, &DOCUMENTATION, "an address for examples", rfc("RFC 5737", "3")),
    ([198, 51, 100, 0], 24, &DOCUMENTATION, "an address for examples", rfc("RFC 5737", "3")),
    ([203, 0, 113, 0], 24, &DOCUMENTATION, "an address for examples", rfc("RFC 5737", "3")),
    ([192, 0, 0, 0], 24, &RESERVED, "an address for protocols", Some(SPECIAL)),
    ([198, 18, 0, 0], 15, &RESERVED, "an address for benchmarks", Some(SPECIAL)),
    ([224, 0, 0, 0], 4, &MULTICAST, "a multicast address", all_of("RFC 5771")),
    ([240, 0, 0, 0], 4, &RESERVED, "a reserved address", Some(SPECIAL)),
];

#[rustfmt::skip]
static NETWORKS6: &[Network6] = &[
    ([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254], 128, &METADATA, "the metadata address of AWS", rfc("RFC 4193", "3")),
    ([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23], 128, &METADATA, "the address of credentials of AWS EKS", rfc("RFC 4193", "3")),
    ([0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42], 128, &METADATA, "the metadata address of Scaleway", rfc("RFC 4193", "3")),
    ([0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254], 128, &METADATA, "the metadata address of Google Cloud", rfc("RFC 4193", "3")),
    ([0, 0, 0, 0, 0, 0, 0, 0], 128, &UNSPECIFIED, "the unspecified address", rfc("RFC 4291", "2.5.2")),
    ([0, 0, 0, 0, 0, 0, 0, 1], 128, &LOOPBACK, "the loopback address", rfc("RFC 4291", "2.5.3")),
    ([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7, &UNIQUE_LOCAL, "a unique local address", rfc("RFC 4193", "3")),
    ([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10, &LINK_LOCAL, "a link-local address", rfc("RFC 4291", "2.5.6")),
    ([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10, &PRIVATE, "a site-local address", rfc("RFC 4291", "2.5.7")),
    ([0xff00, 0, 0, 0, 0, 0, 0, 0], 8, &MULTICAST, "a multicast address", rfc("RFC 4291", "2.7")),
    ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32, &DOCUMENTATION, "an address for examples", all_of("RFC 3849")),
    ([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20, &DOCUMENTATION, "an address for examples", all_of("RFC 9637")),
    ([0x100, 0, 0, 0, 0, 0, 0, 0], 64, &RESERVED, "an address whose packets are dropped", all_of("RFC 6666")),
];

/// Returns the classes of an address: as a metadata address, if it is one, and in the narrowest listed network.
pub(super) fn classes(address: IpAddr) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    let mut add = |is_in, lint: &'static Lint, what, citation| {
        // The first network is the narrowest; a metadata address also belongs to its network.
        let is_known = |class: &Class| *class.lint != METADATA || *lint == METADATA;
        if is_in && !classes.iter().any(is_known) {
            classes.push(Class { lint, what, citation });
        }
    };
    match address {
        IpAddr::V4(address) => {
            for (network, length, lint, what, citation) in NETWORKS4 {
                let differ = address.to_bits() ^ Ipv4Addr::from(*network).to_bits();
                add(differ.leading_zeros() >= *length, lint, what, *citation);
            }
        }
        IpAddr::V6(address) => {
            for (network, length, lint, what, citation) in NETWORKS6 {
                let differ = address.to_bits() ^ Ipv6Addr::from(*network).to_bits();
                add(differ.leading_zeros() >= *length, lint, what, *citation);
            }
        }
    }
    classes
}

/// Returns the IPv4 address that an IPv6 address embeds, and the name and the document of the form, such as 6to4.
pub(super) fn embedded(address: Ipv6Addr) -> Option<(Ipv4Addr, &'static str, Citation)> {
    let segments = address.segments();
    let two = |high: u16, low: u16| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    let [.., high, low] = segments;
    let last = two(high, low);
    let form = match segments {
        // The unspecified address and the loopback address embed none (RFC 4291, 2.5.2 and 2.5.3).
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => return None,
        [0, 0, 0, 0, 0, 0, ..] => (last, "IPv4-compatible", "RFC 4291", Some("2.5.5.1")),
        [0, 0, 0, 0, 0, 0xffff, ..] => (last, "IPv4-mapped", "RFC 4291", Some("2.5.5.2")),
        [0, 0, 0, 0, 0xffff, 0, ..] => (last, "IPv4-translated", "RFC 2765", None),
        [0x64, 0xff9b, 0, 0, 0, 0, ..] => (last, "NAT64", "RFC 6052", Some("2.1")),
        [0x64, 0xff9b, 1, ..] => (last, "local NAT64", "RFC 8215", None),
        [0x2002, high, low, ..] => (two(high, low), "6to4", "RFC 3056", Some("2")),
        // The client's address is inverted.
        [0x2001, 0, ..] => (two(!high, !low), "Teredo", "RFC 4380", Some("4")),
        [.., 0 | 0x200, 0x5efe, _, _] => (last, "ISATAP", "RFC 5214", None),
        _ => return None,
    };
    let (address, name, document, section) = form;
    let citation = match section {
        Some(section) => Citation::section_of(document, section),
        None => Citation::whole(document),
    };
    Some((address, name, citation))
}

// Hosts of numbers that are not an address, and the address for readers whose numbers overflow: `425.510.425.510` is
// 169.254.169.254 for a reader that truncates each number.

pub(super) fn overflow(subject: &TwoReadings<'_>, found: &mut FindingList) {
    // Without a scheme and "//" a number alone is a file.
    let suffix = suffix_host(subject).filter(|host| {
        host.text.split('.').count() == 4 || (host.text.len() > 8 && has_prefix(host.text))
    });
    for host in subject.hosts().chain(suffix) {
        if host.text.len() > 1024 || is_plain_name(host.text) {
            continue;
        }
        if spelled(host.text, subject.standard(&host.span())).is_some() {
            continue;
        }
        let kept: String = host.text.chars().filter(|c| !is_removed(*c)).collect();
        let name = mapped(&decoded(&kept));
        let Some(address) = wrapped(name.strip_suffix('.').unwrap_or(&name)) else { continue };
        let class = classes(address.into()).first().map(|class| class.what);
        let class = class.map_or_else(String::new, |what| format!(", {what}"));
        let message = format!(
            "{} is not an IPv4 address: RFC 3986 reads it as a name, and the URL Standard rejects it under a special scheme; but a reader whose numbers overflow, or that knows a prefix of octal such as \"0o\", finds {address}{class}",
            Shown(host.text)
        );
        found.say(&OVERFLOW, [host.span()], message);
    }
}

/// Returns the address that one to four numbers denote if they may overflow. Each number keeps its low eight bits,
/// except that the last number fills the remaining bits of the address with its low bits.
fn wrapped(name: &str) -> Option<Ipv4Addr> {
    let numbers: Vec<u64> = name.split('.').map(number).collect::<Option<_>>()?;
    let (last, before) = numbers.split_last()?;
    if before.len() > 3 {
        return None;
    }
    let high = before.iter().fold(0, |high, number| high << 8 | (number & 0xFF));
    let bits = 8 * (4 - before.len());
    let low = last & ((1 << bits) - 1);
    Some(Ipv4Addr::from_bits((high << bits | low) as u32))
}

/// Returns the low 64 bits of a number: decimal, hexadecimal, or octal with the prefix `0`, `0o`, `o` or `q`.
fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', _, ..] => (&text[2..], 16),
        [b'0', b'o' | b'O', _, ..] => (&text[2..], 8),
        [b'o' | b'O' | b'q' | b'Q', _, ..] => (&text[1..], 8),
        [b'0', _, ..] if text.bytes().all(|digit| matches!(digit, b'0'..=b'7')) => (text, 8),
        _ => (text, 10),
    };
    if digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0_u64, |number, digit| {
        Some(number.wrapping_mul(radix.into()).wrapping_add(digit.to_digit(radix)?.into()))
    })
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

    /// Checks every string of up to five pieces in which a host would be decoded, mapped or read as a number: the
    /// prefilter must agree with the full check on whether it is an address.
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

    #[test]
    fn numbers_wrap() {
        for (name, address) in [
            ("425.510.425.510", Some([169, 254, 169, 254])),
            ("7147006462", Some([169, 254, 169, 254])),
            ("0x41414141A9FEA9FE", Some([169, 254, 169, 254])),
            ("256.256.256.256", Some([0, 0, 0, 0])),
            ("0o177.0.0.1", Some([127, 0, 0, 1])),
            ("383.65537", Some([127, 1, 0, 1])),
            ("1.2.3.4.5", None),
            ("a.1", None),
            ("0x", None),
            ("", None),
        ] {
            assert_eq!(wrapped(name), address.map(Ipv4Addr::from), "{name}");
        }
    }
}
