//! Hosts that are addresses, and which of them are not for strangers.

use std::net::IpAddr;

use super::networks::{classes, embedded};
use super::readers::Shown;
use super::spelling::{Spelled, spelled};
use super::table::*;
use super::{Found, Subject};
use crate::lint::Citation;
use crate::lint::subject::Excerpt;
use crate::percent::Keep;

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    for host in subject.hosts().chain(suffix(subject)) {
        if let Some(spelled) = spelled(host.text) {
            say(&host, &spelled, found);
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

fn say(host: &Excerpt<'_>, spelled: &Spelled, found: &mut Found) {
    let Spelled { address, steps, zone, browser } = spelled;
    let is_plain = steps.is_empty();
    let how = how(spelled);
    if !is_plain {
        let is_name = host.text.bytes().all(|octet| octet == b'%' || Keep::RegName.keeps(octet));
        let letter = if is_name { "finds a name" } else { "has no such host" };
        let message = format!("{} is {address} {how}; RFC 3986 {letter}", Shown(host.text));
        found.add(&DISGUISED, [host.span()], message);
    }
    if zone.is_some() {
        let tells = "RFC 6874 allows \"%25\" before a zone";
        let message = format!("{tells}, the URL Standard rejects each, others ignore what follows");
        found.add(&ZONE, [host.span()], message);
    }
    let how =
        if is_plain && *browser == Some(*address) { String::new() } else { format!(" {how}") };
    say_classes(host, *address, &how, None, found);
    let IpAddr::V6(long) = *address else { return };
    if let Some((short, form, citation)) = embedded(long) {
        let message = format!("{address} is the {form} form of {short}");
        found.cite(&EMBEDDED, [host.span()], message, &[citation]);
        let how = format!("{how}, in the {form} form {address}");
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
    for class in classes(address) {
        let message = format!("the host is {address}{how}: {}", class.what);
        let citations: Vec<_> = class.citation.into_iter().chain(form).collect();
        found.cite(class.lint, [host.span()], message, &citations);
    }
}

/// For whom the host is the address.
fn how(spelled: &Spelled) -> String {
    let mut how = spelled.steps.join(", ");
    if spelled.browser == Some(spelled.address) {
        how += if how.is_empty() { "for the URL Standard" } else { ", and for the URL Standard" };
    } else {
        how += if how.is_empty() { "for some readers" } else { "" };
        how += ", and not for the URL Standard";
    }
    how
}
