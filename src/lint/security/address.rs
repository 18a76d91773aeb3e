//! Hosts that are addresses, among them those of special-purpose networks.

use std::net::IpAddr;

use super::found::Found;
use super::networks::{classes, embedded};
use super::readers::Shown;
use super::spelling::{Spelled, has_prefix, is_plain_name, spelled};
use super::subject::{Standard, Subject};
use super::table::*;
use crate::lint::Citation;
use crate::lint::subject::Excerpt;
use crate::parse::whatwg::Host;
use crate::parts::percent::Keep;

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    for host in subject.hosts().chain(suffix(subject)) {
        // The URL Standard is not asked about the whole string for a host that is no address for anybody.
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

/// The address that a string without a scheme and `//` begins with (RFC 3986, 4.5). Of IPv4 only the
/// usual form counts: `1` is a file.
fn suffix<'i>(subject: &Subject<'i>) -> Option<Excerpt<'i>> {
    if subject.browser.authority.is_some() {
        return None;
    }
    let first = suffix_host(subject)?;
    let is_address =
        first.text.parse::<std::net::Ipv4Addr>().is_ok() || first.text.starts_with('[');
    // Nor is a hexadecimal number of eight digits a name of anything else.
    let is_address = is_address || (first.text.len() > 9 && has_prefix(first.text));
    is_address.then_some(first)
}

/// What stands where a host would, if the string lacked its scheme and `//`: the text before the first
/// `/`, `?` or `#`, without a port.
pub(super) fn suffix_host<'i>(subject: &Subject<'i>) -> Option<Excerpt<'i>> {
    if subject.letter.authority.is_some() || subject.browser.authority.is_some() {
        return None;
    }
    let text =
        &subject.text[..subject.text.find(['/', '\\', '?', '#']).unwrap_or(subject.text.len())];
    let is_port = |port: &str| port.bytes().all(|digit| digit.is_ascii_digit());
    let text = match text.rsplit_once(':') {
        Some((host, port)) if is_port(port) => host,
        _ => text,
    };
    (!text.is_empty()).then_some(Excerpt { text, start: 0 })
}

/// Says what a host is. It `is_of_letter` if RFC 3986, Appendix B, finds the same host.
fn say(
    host: &Excerpt<'_>,
    spelled: &Spelled,
    standard: Standard,
    is_of_letter: bool,
    found: &mut Found,
) {
    let Spelled { address, is_plain, zone, .. } = spelled;
    let how = how(spelled, standard);
    if !is_plain {
        let is_name = is_of_letter
            && host.text.bytes().all(|octet| octet == b'%' || Keep::RegName.keeps(octet));
        let letter = if is_name { "finds a name" } else { "has no such host" };
        let message = format!("{} is {address}{how}; RFC 3986 {letter}", Shown(host.text));
        found.add(&DISGUISED, [host.span()], message);
    }
    if zone.is_some() {
        let tells = "RFC 6874 allows \"%25\" before a zone";
        let message = format!("{tells}, the URL Standard rejects each, others ignore what follows");
        found.add(&ZONE, [host.span()], message);
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
    found: &mut Found,
) {
    // The brackets divide the address from the colon.
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

/// For whom the host is the address, in words that begin with a blank. There are none if it is for all.
fn how(spelled: &Spelled, standard: Standard) -> String {
    let is_of_browser = spelled.browser == Some(spelled.address);
    // Who connects to an opaque host of four decimal numbers finds the address too.
    let is_of_all = is_of_browser || (standard == Standard::Opaque && spelled.address.is_ipv4());
    if spelled.is_plain && is_of_all {
        return String::new();
    }
    let steps = spelled.steps.join(", ");
    let (and, some) = if steps.is_empty() { ("", "for some readers") } else { (", and ", "") };
    match standard {
        _ if is_of_browser => format!(" {steps}{and}for the URL Standard"),
        Standard::Opaque if spelled.address.is_ipv4() => format!(
            " {steps}{some}, and not for the URL Standard, which reads no IPv4 address under such a \
             scheme"
        ),
        _ => format!(" {steps}{some}, and not for the URL Standard"),
    }
}
