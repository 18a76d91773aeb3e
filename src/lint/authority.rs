//! Hosts and ports that are taken for others (sections 3.2.2, 3.2.3, 7.2 and 7.4).

use std::ops::Range;

use super::address::inet_aton;
use super::subject::{Part, Subject};
use super::{Findings, table};
use crate::host::HostKind;
use crate::percent;
use crate::schemes;

/// The ports that are assigned to protocols (section 7.2).
const WELL_KNOWN: u32 = 1023;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Some(host) = subject.host else { return };
    let scheme = subject.scheme.and_then(|scheme| schemes::known(scheme.text));
    if host.text.is_empty() && scheme.is_some_and(|scheme| scheme.empty_path_is_root) {
        let message = "the host is empty, and the scheme wants one";
        found.add(&table::EMPTY_HOST, [host.span()], message, None);
    }
    if matches!(subject.host_kind, None | Some(HostKind::RegName | HostKind::Hostname)) {
        name(subject, &host, found);
    }
    if let Some(port) = subject.port.filter(|port| !port.text.is_empty()) {
        let default = scheme.and_then(|scheme| scheme.default_port).map(u32::from);
        self::port(&port, default, found);
    }
}

fn name(subject: &Subject<'_>, host: &Part<'_>, found: &mut Findings) {
    let length = host.text.len();
    if length > 255 {
        let message = format!("the name has {length} characters, and should have 255 at most");
        found.add(&table::LONG_HOST, [host.span()], message, None);
    }
    let message = "the label is none of the DNS, whose names should be used";
    found.add(&table::NOT_DNS, not_labels(host), message, None);
    let decoded = percent::decode_utf8(host.text);
    if let Some(address) = decoded.ok().and_then(|name| inet_aton(&name)) {
        let message = format!("inet_aton() takes the name for {address}");
        let mended = Some(subject.with(host.span(), &address.to_string()));
        found.add(&table::RARE_IPV4, [host.span()], message, mended);
    }
}

fn port(port: &Part<'_>, default: Option<u32>, found: &mut Findings) {
    let number = port.text.parse::<u32>().ok();
    if number.is_none_or(|number| number > u32::from(u16::MAX)) {
        let message = "the port is above 65535";
        found.add(&table::HUGE_PORT, [port.span()], message, None);
    }
    if let (Some(number), Some(default)) = (number, default)
        && number <= WELL_KNOWN
        && number != default
    {
        let message = format!("the port is that of another protocol; the scheme has {default}");
        found.add(&table::FOREIGN_PORT, [port.span()], message, None);
    }
}

/// The labels of a name that are none of the DNS. The empty name is no name; a last label may be
/// empty, since a "." may follow a full name.
fn not_labels(host: &Part<'_>) -> Vec<Range<usize>> {
    let name = host.text.strip_suffix('.').unwrap_or(host.text);
    if host.text.is_empty() {
        return Vec::new();
    }
    let mut start = host.start;
    let labels = name.split('.').map(|label| {
        let span = start..start + label.len();
        start = span.end + 1;
        (label, span)
    });
    labels.filter(|(label, _)| !is_label(label)).map(|(_, span)| span).collect()
}

/// Whether it is a `domainlabel` (section 3.2.2 by RFC 1034, 3.5).
pub(super) fn is_label(label: &str) -> bool {
    let is_edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = label.as_bytes();
    bytes.len() <= 63
        && is_edge(bytes.first())
        && is_edge(bytes.last())
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}
