//! Names that lead elsewhere than they seem to, and names beyond ASCII.

use std::net::Ipv4Addr;

use unicode_security::confusable_detection::skeleton;
use unicode_security::{MixedScript, RestrictionLevel, RestrictionLevelDetection};
use urispec::internal::decode_punycode;
use urispec::whatwg::is_valid_domain;

use super::address::{classes, mapped, spelled, suffix_host};
use super::characters::{decoded, is_host};
use super::division::{Shown, Standard, TwoReadings, is_removed, is_special};
use super::*;
use crate::subject::{Excerpt, span_in};

// Names that lead to the local machine, to a cloud's metadata, or to an address that they contain.

/// Names that systems use for the local machine, in addition to `localhost` and names that end in it.
#[rustfmt::skip]
const LOCAL: &[&str] = &[
    "localhost.localdomain", "localhost4", "localhost4.localdomain4", "localhost6", "localhost6.localdomain6",
    "ip6-localhost", "ip6-loopback", "localdomain", "loopback",
];

/// Public names that lead to 127.0.0.1, with all names below them.
#[rustfmt::skip]
const PUBLIC_LOCAL: &[&str] = &[
    "localtest.me", "lvh.me", "vcap.me", "localho.st", "localh.st", "lacolhost.com", "local.gd", "fuf.me",
    "smackaho.st", "127-0-0-1.org.uk", "spoofed.burpcollaborator.net", "bugbounty.dod.network",
];

/// Names of the host machine in its containers, with the software that defines them.
const HOSTS: &[(&str, &str)] = &[
    ("host.docker.internal", "Docker"),
    ("gateway.docker.internal", "Docker"),
    ("host.containers.internal", "Podman"),
];

/// Names of metadata services, from the manuals of the clouds.
const CLOUDS: &[(&str, &str)] = &[
    ("metadata.google.internal", "Google Cloud"),
    ("metadata.goog", "Google Cloud"),
    ("metadata", "Google Cloud"),
    ("metadata.azure.internal", "Azure"),
    ("metadata.google", "Google Cloud"),
    ("metadata.tencentyun.com", "Tencent Cloud"),
    ("metadata.packet.net", "Equinix Metal"),
    ("metadata.platformequinix.com", "Equinix Metal"),
    ("api.metadata.cloud.ibm.com", "IBM Cloud"),
    ("metadata.ec2.internal", "AWS"),
    ("metadata.service.consul", "a cluster"),
    ("rancher-metadata.rancher.internal", "Rancher"),
    ("instance-data.ec2.internal", "AWS"),
    ("instance-data", "AWS"),
    ("rancher-metadata", "Rancher"),
];

/// Private domains. Each has the network in which its names are known, and the document that reserves it, if any.
const PRIVATE_DOMAINS: &[(&str, &str, Option<Citation>)] = &[
    ("svc.cluster.local", "a cluster of Kubernetes", None),
    ("kubernetes.default.svc", "a cluster of Kubernetes", None),
    ("kubernetes.default", "a cluster of Kubernetes", None),
    ("svc", "a cluster of Kubernetes", None),
    ("consul", "a cluster with Consul", None),
    ("local", "the local link, by multicast", Some(Citation::whole("RFC 6762"))),
    ("home.arpa", "the network of a home", Some(Citation::whole("RFC 8375"))),
    ("internal", "a private network", None),
];

/// Domains whose names resolve to the address that they contain.
const TELLING: &[&str] =
    &["nip.io", "sslip.io", "xip.io", "xip.name", "traefik.me", "1u.ms", "rbndr.us"];

pub(super) fn look(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let suffix = suffix_host(subject).filter(|host| {
        let name = host.text.to_ascii_lowercase();
        is_local(&name)
            || of_container(&name).is_some()
            || name.starts_with("kubernetes.default")
            || below(&name, PUBLIC_LOCAL).is_some()
            || (below(&name, TELLING).is_some() && told(&name).is_some())
            || (name.contains('.') && CLOUDS.iter().any(|(known, _)| *known == name))
    });
    for host in subject.hosts().chain(suffix) {
        let name = plain(host.text);
        if is_local(&name) {
            let (message, citations) = match name == "localhost" || name.ends_with(".localhost") {
                true => (
                    "the name denotes the local machine, whatever the DNS returns",
                    LOCALHOST.citations,
                ),
                false => ("the name denotes the local machine on many systems", &[][..]),
            };
            found.cite(&LOCALHOST, [host.span()], message, citations);
        } else if let Some(domain) = below(&name, PUBLIC_LOCAL) {
            let message = format!("the names below {domain} lead to 127.0.0.1 in the DNS");
            found.cite(&LOCALHOST, [host.span()], message, &[]);
        }
        if let Some(who) = of_container(&name) {
            let message = format!(
                "in a {who} container the name denotes the machine that runs the container"
            );
            found.cite(&LOCALHOST, [host.span()], message, &[]);
        }
        if let Some((_, cloud)) = CLOUDS.iter().find(|(known, _)| *known == name) {
            let message = format!("the name is the metadata service of {cloud}");
            found.cite(&METADATA, [host.span()], message, &[]);
        } else if let Some((domain, who, citation)) = private(&name) {
            let message = format!("the names below {domain} are known only in {who}");
            found.cite(&PRIVATE_NAME, [host.span()], message, citation.as_slice());
        }
        if let Some(address) = told(&name) {
            let domain = below(&name, TELLING);
            let who = domain.map_or_else(String::new, |known| {
                format!("; a name under {known} resolves to the address that the name contains")
            });
            let class = classes(address.into()).into_iter().next();
            let what = class.map_or("an address", |class| class.what);
            let message = format!("the name {} contains {address}, {what}{who}", Shown(&name));
            // If the DNS leads there, the name is one more spelling of the address.
            if let (Some(_), Some(class)) = (domain, class) {
                let citations: Vec<_> = class.citation.into_iter().collect();
                found.cite(class.lint, [host.span()], message.clone(), &citations);
            }
            found.cite(&ADDRESS_IN_NAME, [host.span()], message, &[]);
        }
    }
}

/// Returns whether a lower-case name may equal a known name or be below one. Such a name ends with the last two labels
/// of a known name, or with a known name of one label. No other name has a finding unless it contains four digits.
pub(super) fn may_be_known(name: &str) -> bool {
    static ENDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let lists = [LOCAL, PUBLIC_LOCAL, TELLING, &["localhost"]].concat();
        let hosts = HOSTS.iter().map(|(name, _)| *name);
        let clouds = CLOUDS.iter().map(|(name, _)| *name);
        let domains = PRIVATE_DOMAINS.iter().map(|(name, ..)| *name);
        let all = lists.into_iter().chain(hosts).chain(clouds).chain(domains);
        let mut ends: Vec<_> = all.map(last_two).collect();
        // The length comes first, so that few endings are compared letter by letter.
        ends.sort_unstable_by_key(|end| (end.len(), *end));
        ends
    });
    let two = last_two(name);
    let last = two.split_once('.').map_or(two, |(_, last)| last);
    let is_end = |end: &str| ENDS.binary_search_by_key(&(end.len(), end), |end| (end.len(), end));
    is_end(two).is_ok() || is_end(last).is_ok()
}

fn last_two(name: &str) -> &str {
    name.rmatch_indices('.').nth(1).map_or(name, |(at, _)| &name[at + 1..])
}

/// Returns a name as readers interpret it: decoded, mapped, in lower case and without its last dot.
fn plain(host: &str) -> Cow<'_, str> {
    // Nearly all names are plain.
    let is_plain = |octet: u8| matches!(octet, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' | b'_');
    if host.bytes().all(is_plain) {
        return Cow::Borrowed(host.strip_suffix('.').unwrap_or(host));
    }
    let host: String = host.chars().filter(|c| !is_removed(*c)).collect();
    let mut name = mapped(&decoded(&host)).to_ascii_lowercase();
    if name.ends_with('.') {
        name.pop();
    }
    Cow::Owned(name)
}

fn is_local(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    name == "localhost" || name.ends_with(".localhost") || LOCAL.contains(&name)
}

/// Returns the software whose containers know the name, if any.
fn of_container(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix('.').unwrap_or(name);
    HOSTS.iter().find(|(known, _)| *known == name).map(|(_, who)| *who)
}

/// Returns the domain of a private network that contains the name. Names that containers use are excluded. A domain of
/// one label does not contain itself.
fn private(name: &str) -> Option<&'static (&'static str, &'static str, Option<Citation>)> {
    let mut known = PRIVATE_DOMAINS.iter().filter(|_| of_container(name).is_none());
    known.find(|(domain, ..)| {
        is_below(name, domain) && (name.len() > domain.len() || domain.contains('.'))
    })
}

/// Returns whether a name is a domain or below it.
fn is_below(name: &str, domain: &str) -> bool {
    let rest = name.strip_suffix(domain);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Returns the first domain of a list that equals or contains the name.
fn below(name: &str, domains: &'static [&'static str]) -> Option<&'static str> {
    domains.iter().copied().find(|domain| is_below(name, domain))
}

/// Returns the address that a name contains: four numeric labels or, below a domain of [`TELLING`], a label with four
/// numbers between hyphens, or with eight hexadecimal digits.
fn told(name: &str) -> Option<Ipv4Addr> {
    // Names for reverse lookups contain addresses in reverse.
    if name.len() > 1024 || name.parse::<Ipv4Addr>().is_ok() || name.ends_with(".arpa") {
        return None;
    }
    let is_telling = below(name, TELLING).is_some();
    // Four numbers have at least one digit each.
    if !is_telling && name.bytes().filter(u8::is_ascii_digit).nth(3).is_none() {
        return None;
    }
    let labels: Vec<_> = name.split('.').collect();
    // Five numbers are a version.
    let is_number = |at: usize| {
        let label = labels.get(at).filter(|label| !label.is_empty());
        label.is_some_and(|label| label.bytes().all(|digit| digit.is_ascii_digit()))
    };
    let dotted = labels.windows(4).enumerate().find_map(|(at, four)| {
        let is_longer = is_number(at + 4) || at.checked_sub(1).is_some_and(is_number);
        four.join(".").parse().ok().filter(|_| !is_longer)
    });
    let hyphens = || labels.iter().find_map(|label| hyphenated(label).filter(|_| is_telling));
    dotted.or_else(hyphens).or_else(|| scanned(name).filter(|_| is_telling))
}

/// Returns an address of numbers between dots and hyphens anywhere in a name, such as `make-1.2.3.4-rebind-127.0.0.1-rr`. An
/// address of a special network is returned first.
fn scanned(name: &str) -> Option<Ipv4Addr> {
    let pieces = name.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
    let addresses = pieces.flat_map(|piece| {
        let numbers: Vec<_> = piece.split(['.', '-']).filter(|number| !number.is_empty()).collect();
        let all: Vec<Ipv4Addr> =
            numbers.windows(4).filter_map(|four| four.join(".").parse().ok()).collect();
        all
    });
    let addresses: Vec<_> = addresses.collect();
    let special = addresses.iter().find(|address| !classes((**address).into()).is_empty());
    special.or(addresses.first()).copied()
}

/// Returns the address in a label such as `app-127-0-0-1` or `app-7f000001`.
fn hyphenated(label: &str) -> Option<Ipv4Addr> {
    let parts: Vec<_> = label.split('-').collect();
    let dotted = parts.windows(4).find_map(|four| four.join(".").parse().ok());
    let last = parts.last().filter(|last| last.len() == 8);
    let digits = last.filter(|last| last.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let hexadecimal = || u32::from_str_radix(digits?, 16).ok().map(Ipv4Addr::from_bits);
    dotted.or_else(hexadecimal)
}

// Hosts that cannot be DNS names. RFC 3986 allows them, and a program that compares the end or the beginning of a host may
// take `good.example;.evil.example` for a part of `good.example`.

pub(super) fn shape(subject: &TwoReadings<'_>, found: &mut FindingList) {
    for host in subject.hosts() {
        if host.text.starts_with('-') {
            let message = "a program that gives the host to a command passes an option: no DNS name begins with a hyphen";
            found.say(&INVALID_NAME, [host.span()], message);
        }
        // Under other schemes a host is often a name of another kind, or a list.
        let is_domain = match subject.scheme() {
            Some(scheme) => is_special(scheme),
            // Without a scheme, a host of dots is a segment of a path.
            None => is_host(host.text),
        };
        if !is_domain
            || is_dns_name(host.text)
            || host.text.starts_with('[')
            || spelled(host.text, Standard::Domain).is_some()
        {
            continue;
        }
        // A quotation mark at the beginning was copied with the URL.
        let text = without_placeholders(host.text.trim().trim_start_matches(['"', '\'']));
        if let Some(c) = text.chars().find(|c| is_punctuation(*c)) {
            let at = host.text.find(c).unwrap_or_default();
            let what = match c {
                ' ' => "a blank".to_owned(),
                '"' => "a quotation mark".to_owned(),
                c => format!("\"{c}\""),
            };
            let allows = if "!$&'()*+,;=~".contains(c) { ", and RFC 3986 allows it" } else { "" };
            let message = format!(
                "no DNS name has {what} in it{allows}: a reader that ends the host there finds another host"
            );
            let span = host.start + at..host.start + at + c.len_utf8();
            found.say(&INVALID_NAME, [span], message);
        }
        let mut labels: Vec<_> = labels(&host).collect();
        let has_trailing_dot =
            labels.len() > 1 && labels.last().is_some_and(|(text, _)| text.is_empty());
        let last = labels.pop_if(|_| has_trailing_dot);
        let empty = labels.iter().filter(|(text, _)| text.is_empty()).map(|(_, span)| span);
        // The span is of the dot after the label.
        let empty: Vec<_> =
            empty.map(|span| span.start..(span.start + 1).min(host.span().end)).collect();
        if empty.is_empty() {
            found.add(&TRAILING_DOT, last.map(|(_, span)| span.start - 1..span.start));
        }
        let message = "the host has an empty label, between two dots or before the first dot: no DNS name has one, and a \
                       program that compares only the end of a host accepts it";
        found.say(&INVALID_NAME, empty, message);
    }
}

/// Returns whether a host consists of labels of letters, digits, `-` and `_`, with a dot between them.
fn is_dns_name(host: &str) -> bool {
    let mut before = b'.';
    let is_plain = host.bytes().all(|byte| {
        let is_of_label = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_plain = is_of_label || (byte == b'.' && before != b'.');
        before = byte;
        is_plain
    });
    is_plain && before != b'.'
}

/// Returns whether a character is a blank or printable, and neither of a name nor a delimiter of an authority.
fn is_punctuation(c: char) -> bool {
    matches!(c, ' '..='~') && !c.is_ascii_alphanumeric() && !"-._%:@[]\\/?#".contains(c)
}

/// Returns a host without what stands for a name in templates and patterns: `{name}`, `<name>`, `$NAME`, and a `*` as its
/// first label.
fn without_placeholders(host: &str) -> String {
    let mut kept = String::with_capacity(host.len());
    let mut rest = host.strip_prefix("*.").unwrap_or(host);
    while let Some(c) = rest.chars().next() {
        let begins_label = kept.is_empty() || kept.ends_with(['.', '-']);
        match placeholder(rest).filter(|_| begins_label) {
            Some(length) => {
                kept.push('x');
                rest = &rest[length..];
            }
            None => {
                kept.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    kept
}

/// Returns the length of the placeholder that begins a text, if there is one.
fn placeholder(text: &str) -> Option<usize> {
    let forms = [("{{", "}}"), ("${", "}"), ("{", "}"), ("<", ">"), ("$", "")];
    forms.iter().find_map(|(open, close)| {
        let name = text.strip_prefix(open)?;
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let rest = name.trim_start_matches(is_of_name);
        let end = rest.strip_prefix(close).filter(|_| rest.len() < name.len())?;
        Some(text.len() - end.len())
    })
}

// Names beyond ASCII: the text of a label in Punycode, the scripts that it mixes, and what it looks like. `xn--80ak6aa92e.com`
// has a single script, and still looks like `apple.com`.

/// The maximum length of an examined label, in bytes: 63 characters (RFC 1034, 3.1), each as four escaped octets.
const LONGEST: usize = 63 * 3 * 4;

pub(super) fn scripts(subject: &TwoReadings<'_>, found: &mut FindingList) {
    for host in subject.hosts() {
        let standard = subject.standard(&host.span());
        let is_plain = host.text.is_ascii() && !has_punycode(host.text) && !host.text.contains('%');
        if is_plain || host.text.starts_with('[') || spelled(host.text, standard).is_some() {
            continue;
        }
        // A name below a domain in the same script is not mistaken for an ASCII name, and neither is that domain.
        let last = self::labels(&host).filter(|(text, _)| !text.is_empty()).last();
        let last = last.map_or("", |(text, _)| text);
        let is_foreign = last.len() < host.text.len() && (!last.is_ascii() || has_punycode(last));
        for (text, span) in labels(&host) {
            label(text, span, standard, is_foreign, found);
        }
    }
}

fn has_punycode(text: &str) -> bool {
    text.as_bytes().windows(4).any(|four| four.eq_ignore_ascii_case(b"xn--"))
}

/// Returns the labels of a host, with their spans. An ideographic full stop is a separator too (UTS 46).
fn labels<'i>(host: &Excerpt<'i>) -> impl Iterator<Item = (&'i str, Range<usize>)> {
    let is_dot = |c: char| matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}');
    let Excerpt { text, start } = *host;
    text.split(is_dot).map(move |label| {
        let at = start + span_in(text, label).start;
        (label, at..at + label.len())
    })
}

fn label(
    text: &str,
    span: Range<usize>,
    standard: Standard,
    is_foreign: bool,
    found: &mut FindingList,
) {
    if text.len() > LONGEST {
        return;
    }
    let kept: String = text.chars().filter(|c| !is_removed(*c)).collect();
    let name = mapped(&decoded(&kept)).to_ascii_lowercase();
    let Some(code) = name.strip_prefix("xn--") else {
        if !name.is_ascii() {
            let host = match standard.parse(&kept) {
                _ if standard == Standard::Other => "finds no such host".to_owned(),
                Some(host) => format!("reads it as {host}"),
                None => "rejects it".to_owned(),
            };
            let host = format!("the URL Standard {host}");
            let message = format!(
                "{host}; RFC 3986 allows characters beyond ASCII only if they are percent-encoded"
            );
            found.cite(&UNICODE_HOST, [span.clone()], message, cited(&UNICODE_HOST, standard));
            unicode(&name, span, is_foreign, found);
        } else if !text.is_ascii() {
            let message = match name.is_empty() {
                true => "some readers map the host to nothing".to_owned(),
                false => format!("some readers map the host to {}", Shown(&name)),
            };
            found.cite(&UNICODE_HOST, [span], message, cited(&UNICODE_HOST, standard));
        }
        return;
    };
    let decoded = decode_punycode(code).filter(|name| !name.is_ascii());
    let is_rejected = !is_valid_domain(&name);
    let readers = match standard {
        Standard::Domain => {
            "a reader of domain names rejects it; the URL Standard does not consider it a valid domain, but keeps it \
             unchanged in an ASCII name, as RFC 3986 does"
        }
        Standard::Opaque => {
            "a reader of domain names rejects it; RFC 3986 and, under such a scheme, the URL Standard \
             accept it unchanged"
        }
        Standard::Other => "a reader of domain names rejects it, and RFC 3986 accepts it unchanged",
    };
    let citations = cited(&BAD_PUNYCODE, standard);
    let Some(unicode) = decoded else {
        let message = format!("the label is not valid Punycode: {readers}");
        return found.cite(&BAD_PUNYCODE, [span], message, citations);
    };
    if is_rejected {
        let message = format!(
            "the label decodes to {}, which is not a valid name: {readers}",
            Shown(&unicode)
        );
        found.cite(&BAD_PUNYCODE, [span.clone()], message, citations);
    } else {
        let message = format!("the name is {} ({})", Shown(&unicode), points(&unicode));
        found.say(&PUNYCODE_HOST, [span.clone()], message);
    }
    self::unicode(&unicode, span, is_foreign, found);
}

/// Returns the citations of a lint about names. The section "IDNA" of the URL Standard is cited only for domains.
const fn cited(lint: &'static Lint, standard: Standard) -> &'static [Citation] {
    match standard {
        Standard::Domain => lint.citations,
        Standard::Opaque => &[RFC3986_HOST, URL_HOST],
        Standard::Other => &[RFC3986_HOST],
    }
}

/// Reports a label that mixes scripts or looks like ASCII. `is_foreign` is set if the top-level domain is not ASCII.
fn unicode(name: &str, span: Range<usize>, is_foreign: bool, found: &mut FindingList) {
    let is_mixed = !name.is_single_script()
        && letters(name).as_str().detect_restriction_level() > RestrictionLevel::HighlyRestrictive;
    if is_mixed {
        let message = format!("{} mixes scripts ({})", Shown(name), points(name));
        found.say(&MIXED_SCRIPT, [span.clone()], message);
    }
    if let Some(looks) = ascii_look(name).filter(|_| !is_foreign) {
        let message = format!("{} looks like {} ({})", Shown(name), Shown(&looks), points(name));
        found.say(&CONFUSABLE, [span], message);
    }
}

/// Returns only the letters and digits of a label, since an emoji would count as a script.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Returns the ASCII name that a label looks like, if each of its characters looks like an ASCII character.
fn ascii_look(name: &str) -> Option<String> {
    let mut looks = String::new();
    for c in name.chars() {
        if c.is_ascii() {
            looks.push(c);
            continue;
        }
        let start = looks.len();
        looks.extend(skeleton(c.encode_utf8(&mut [0; 4])));
        let scripts = &looks[start..];
        if scripts.is_empty()
            || !scripts.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        {
            return None;
        }
        looks[start..].make_ascii_lowercase();
    }
    Some(looks)
}

const SHOWN: usize = 8;

fn points(name: &str) -> String {
    let beyond: Vec<_> = name.chars().filter(|c| !c.is_ascii()).collect();
    let shown = beyond.iter().take(SHOWN).map(|c| format!("U+{:04X}", *c as u32));
    let more = if beyond.len() > SHOWN { " …" } else { "" };
    shown.collect::<Vec<_>>().join(" ") + more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_name_may_be_known() {
        let lists = [LOCAL, PUBLIC_LOCAL, TELLING, &["localhost"]].concat();
        let domains = PRIVATE_DOMAINS.iter().map(|(domain, ..)| *domain);
        let names = HOSTS.iter().chain(CLOUDS).map(|(name, _)| *name);
        for name in lists.into_iter().chain(domains).chain(names) {
            for name in [name.to_owned(), format!("a.{name}"), format!("a.b.{name}")] {
                assert!(may_be_known(&name), "{name}");
            }
        }
        for name in ["", "a", "example.com", "google.com", "xlocalhost", "local.a", "nip.ioa"] {
            assert!(!may_be_known(name), "{name}");
        }
    }
}
