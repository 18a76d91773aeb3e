//! The host that a reader would contact.
//!
//! In: what a reader tells of a string. Out: the host, if the reader has a say: one that rejects the string, that failed
//! over it, or that tells no host contacts nobody. With a base the host is that of the target.

use std::net::Ipv6Addr;

use urispec_compare::parsers::{Component, ParserAnswer, Tell, by_appendix_b};

/// The host that a reader would contact, if the reader tells: that of the target, where there is one.
pub(crate) fn contacted(told: &ParserAnswer<'_>) -> Option<Option<String>> {
    if told.is_valid == Some(false) || told.crash.is_some() {
        return None;
    }
    if let Tell::Is(target) = &told.target {
        let target = by_appendix_b(target, None);
        return Some(target.component(Component::Host).text().map(str::to_owned));
    }
    let host = told.component(Component::Host);
    host.is_told().then(|| host.text().map(str::to_owned))
}

/// Whether a text is a host that a reader may find: an address of IPv6, or labels. A name below which hosts are meant
/// is no address.
pub(crate) fn is_host(host: &str, is_below: bool) -> bool {
    if host.contains(['[', ']', ':']) {
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let address = bare.map(|bare| bare.split_once('%').map_or(bare, |(address, _)| address));
        let is_address = address.is_some_and(|text| text.parse::<Ipv6Addr>().is_ok());
        return is_address && !is_below;
    }
    let is_odd = |c: char| c.is_whitespace() || c.is_control() || r"/\?#@*%".contains(c);
    let labels = host.strip_suffix('.').unwrap_or(host);
    !host.contains(is_odd) && labels.split('.').all(|label| !label.is_empty())
}
