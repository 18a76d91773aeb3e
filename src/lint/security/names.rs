//! Names that lead to the own machine, to a cloud's metadata, or to an address that they tell.

use std::borrow::Cow;
use std::net::Ipv4Addr;
use std::sync::LazyLock;

use super::address::suffix_host;
use super::decoded::decoded;
use super::division::is_removed;
use super::found::Found;
use super::networks::classes;
use super::readers::Shown;
use super::spelling::mapped;
use super::subject::Subject;
use super::table::*;
use crate::lint::Citation;

/// Names that systems have for the own machine, beside `localhost` and what ends with it.
const LOCAL: &[&str] = &[
    "localhost.localdomain",
    "localhost4",
    "localhost4.localdomain4",
    "localhost6",
    "localhost6.localdomain6",
    "ip6-localhost",
    "ip6-loopback",
    "localdomain",
    "loopback",
];

/// Public names, and all below them, that lead to 127.0.0.1.
const PUBLIC_LOCAL: &[&str] = &[
    "localtest.me",
    "lvh.me",
    "vcap.me",
    "localho.st",
    "localh.st",
    "lacolhost.com",
    "local.gd",
    "fuf.me",
    "smackaho.st",
    "127-0-0-1.org.uk",
    "spoofed.burpcollaborator.net",
    "bugbounty.dod.network",
];

/// Names that a machine has in the containers that it runs, and whose containers they are.
const HOSTS: &[(&str, &str)] = &[
    ("host.docker.internal", "Docker"),
    ("gateway.docker.internal", "Docker"),
    ("host.containers.internal", "Podman"),
];

/// Names of metadata services, as the manuals of the clouds tell them.
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

/// Domains that no public name is below: who knows their names, and the document that sets the domain apart.
const PRIVATE_DOMAINS: &[(&str, &str, Option<Citation>)] = &[
    ("svc.cluster.local", "a cluster of Kubernetes", None),
    ("kubernetes.default.svc", "a cluster of Kubernetes", None),
    ("kubernetes.default", "a cluster of Kubernetes", None),
    ("svc", "a cluster of Kubernetes", None),
    ("consul", "a cluster with Consul", None),
    ("local", "the own link, by multicast", Some(Citation::whole("RFC 6762"))),
    ("home.arpa", "the network of a home", Some(Citation::whole("RFC 8375"))),
    ("internal", "a private network", None),
];

/// Domains whose names resolve to the address that stands in them.
const TELLING: &[&str] =
    &["nip.io", "sslip.io", "xip.io", "xip.name", "traefik.me", "1u.ms", "rbndr.us"];

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    let suffix = suffix_host(subject).filter(|host| {
        let name = host.text.to_ascii_lowercase();
        is_local(&name) || of_container(&name).is_some() || name.starts_with("kubernetes.default")
    });
    for host in subject.hosts().chain(suffix) {
        let name = plain(host.text);
        if is_local(&name) {
            let message = if name == "localhost" || name.ends_with(".localhost") {
                "the name is of the own machine, whatever the DNS says"
            } else {
                "the name is of the own machine on many systems"
            };
            let citations = LOCALHOST.citations();
            let is_special = name == "localhost" || name.ends_with(".localhost");
            let citations = if is_special { citations } else { &[] };
            found.cite(&LOCALHOST, [host.span()], message, citations);
        } else if let Some(domain) = below(&name, PUBLIC_LOCAL) {
            let message = format!("the names of {domain} lead to 127.0.0.1 by the DNS");
            found.cite(&LOCALHOST, [host.span()], message, &[]);
        }
        if let Some(who) = of_container(&name) {
            let message = format!(
                "in a container of {who} the name is of the machine that runs the container"
            );
            found.cite(&LOCALHOST, [host.span()], message, &[]);
        }
        if let Some((_, cloud)) = CLOUDS.iter().find(|(known, _)| *known == name) {
            let message = format!("the name is that of the metadata of {cloud}");
            found.cite(&METADATA, [host.span()], message, &[]);
        } else if let Some((domain, who, citation)) = private(&name) {
            let message = format!("the names of {domain} are known in {who} only");
            found.cite(&PRIVATE_NAME, [host.span()], message, citation.as_slice());
        }
        if let Some(address) = told(&name) {
            let domain = below(&name, TELLING);
            let who = domain.map_or_else(String::new, |known| {
                format!(", and the names of {known} lead to the address in them")
            });
            let class = classes(address.into()).into_iter().next();
            let what = class.map_or("an address", |class| class.what);
            let message = format!("the name {} has {address} in it, {what}{who}", Shown(&name));
            // Where the DNS leads there, the name is one more spelling of the address.
            if let (Some(_), Some(class)) = (domain, class) {
                let citations: Vec<_> = class.citation.into_iter().collect();
                found.cite(class.lint, [host.span()], message.clone(), &citations);
            }
            found.cite(&ADDRESS_IN_NAME, [host.span()], message, &[]);
        }
    }
}

/// Whether a name in lower case may be one that is known here, or below one: the last two labels of a known name, or
/// its only one, end the name. No other name without four digits has a finding.
pub(super) fn may_be_known(name: &str) -> bool {
    static ENDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let lists = [LOCAL, PUBLIC_LOCAL, TELLING, &["localhost"]].concat();
        let hosts = HOSTS.iter().map(|(name, _)| *name);
        let clouds = CLOUDS.iter().map(|(name, _)| *name);
        let domains = PRIVATE_DOMAINS.iter().map(|(name, ..)| *name);
        let all = lists.into_iter().chain(hosts).chain(clouds).chain(domains);
        let mut ends: Vec<_> = all.map(last_two).collect();
        // The length first: few ends are compared letter by letter then.
        ends.sort_unstable_by_key(|end| (end.len(), *end));
        ends
    });
    let two = last_two(name);
    let last = two.split_once('.').map_or(two, |(_, last)| last);
    let is_end = |end: &str| ENDS.binary_search_by_key(&(end.len(), end), |end| (end.len(), end));
    is_end(two).is_ok() || is_end(last).is_ok()
}

/// The last two labels of a name, or the only one.
fn last_two(name: &str) -> &str {
    name.rmatch_indices('.').nth(1).map_or(name, |(at, _)| &name[at + 1..])
}

/// A name as readers take it: decoded, mapped, in lower case and without its last dot.
fn plain(host: &str) -> Cow<'_, str> {
    // Nearly all names are written so.
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

/// Whose containers the name is known in.
fn of_container(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix('.').unwrap_or(name);
    HOSTS.iter().find(|(known, _)| *known == name).map(|(_, who)| *who)
}

/// The domain that only a private network knows and that has the name. The names of containers are not among
/// them, nor is a domain of one label itself.
fn private(name: &str) -> Option<&'static (&'static str, &'static str, Option<Citation>)> {
    let mut known = PRIVATE_DOMAINS.iter().filter(|_| of_container(name).is_none());
    known.find(|(domain, ..)| {
        is_below(name, domain) && (name.len() > domain.len() || domain.contains('.'))
    })
}

/// Whether a name is below a domain, or is the domain.
fn is_below(name: &str, domain: &str) -> bool {
    let rest = name.strip_suffix(domain);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The domain of a list that the name is below, or is.
fn below(name: &str, domains: &'static [&'static str]) -> Option<&'static str> {
    domains.iter().copied().find(|domain| is_below(name, domain))
}

/// The address that stands in a name: four labels that are its numbers, or, below a domain that is known
/// for it, a label with hyphens or eight hexadecimal digits.
fn told(name: &str) -> Option<Ipv4Addr> {
    // Names that lead back from addresses have them in reverse.
    if name.len() > 1024 || name.parse::<Ipv4Addr>().is_ok() || name.ends_with(".arpa") {
        return None;
    }
    let is_telling = below(name, TELLING).is_some();
    // Four numbers have a digit each.
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
    dotted.or_else(hyphens)
}

/// The address in a label such as `app-127-0-0-1` or `app-7f000001`.
fn hyphenated(label: &str) -> Option<Ipv4Addr> {
    let parts: Vec<_> = label.split('-').collect();
    let dotted = parts.windows(4).find_map(|four| four.join(".").parse().ok());
    let last = parts.last().filter(|last| last.len() == 8);
    let digits = last.filter(|last| last.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let hexadecimal = || u32::from_str_radix(digits?, 16).ok().map(Ipv4Addr::from_bits);
    dotted.or_else(hexadecimal)
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
