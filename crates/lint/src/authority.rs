//! Lints of the authority, and of relative references.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use urispec::internal::schemes::DefaultPort;
use urispec::internal::{inet_aton, percent, schemes};
use urispec::percent::Decode;
use urispec::registry::Registry;
use urispec::{HostKind, remove_dot_segments};

use super::Findings;
use super::subject::{Excerpt, LintedReference};
use super::table::*;

// Hosts and ports that are missing, in an unusual form, or easily misread (RFC 3986, 3.2.2, 3.2.3, 7.2 and 7.4).

/// The greatest port that is reserved for a protocol (RFC 3986, 7.2).
const WELL_KNOWN: u32 = 1023;

pub(super) fn look(subject: &LintedReference<'_>, found: &mut Findings) {
    let scheme = subject.scheme.and_then(|scheme| schemes::known(scheme.text));
    let Some(host) = subject.host else {
        if scheme.is_some_and(|scheme| scheme.wants_host) {
            let at = subject.path.start;
            found.add(&HTTP_NO_AUTHORITY, Some(at..at));
        }
        return;
    };
    if subject.lacks_host() {
        found.add(&EMPTY_HOST, [host.span()]);
    }
    match subject.host_kind {
        None | Some(HostKind::RegName | HostKind::Hostname) => name(subject, &host, found),
        Some(HostKind::Ipv6Address) => ipv6(subject, &host, found),
        Some(HostKind::Ipv6Addrz) => {
            ipv6(subject, &host, found);
            zone(subject, found);
        }
        Some(HostKind::IpvFuture) => version(subject, &host, found),
        Some(_) => {}
    }
    if let Some(port) = subject.port.filter(|port| !port.text.is_empty()) {
        let by = found.linter.facts.ladder.ports_by;
        let default = scheme.and_then(|scheme| scheme.default_port(by));
        self::port(subject, &port, default, found);
    }
}

/// Returns the text between the brackets of a host, with its offset.
fn between_brackets<'i>(host: &Excerpt<'i>) -> Option<Excerpt<'i>> {
    let text = host.text.strip_prefix('[')?.strip_suffix(']')?;
    Some(Excerpt { text, start: host.start + 1 })
}

/// Finds an IPv6 address that is not in the form of RFC 5952. Another lint checks the letter case.
fn ipv6(subject: &LintedReference<'_>, host: &Excerpt<'_>, found: &mut Findings) {
    let Some(literal) = between_brackets(host) else { return };
    // The text after "%" is a zone identifier, not part of the address.
    let text = literal.text.split('%').next().unwrap_or_default();
    let zone = &literal.text[text.len()..];
    let address = Excerpt { text, ..literal };
    let Ok(known) = address.text.parse::<Ipv6Addr>() else { return };
    let canonical = known.to_string();
    let is = |form: &str| form.eq_ignore_ascii_case(address.text);
    if !is(&canonical) && !mixed(known).is_some_and(|mixed| is(&mixed)) {
        let message = format!("RFC 5952, 4 writes this address as [{canonical}{zone}]");
        let mended = Some(subject.with(address.span(), &canonical));
        found.say(&IPV6_SPELLING, [address.span()], message, mended);
    }
}

/// Returns the text of an IPv6 address that ends in the form of an IPv4 address (RFC 5952, 5). Returns `None` for the
/// unspecified address and those near it, which embed no IPv4 address.
fn mixed(address: Ipv6Addr) -> Option<String> {
    let [a, b, c, d, e, f, high, low] = address.segments();
    if [a, b, c, d, e, f, high] == [0; 7] {
        return None;
    }
    // The end is not zero, so that the zeros before it are shortened separately.
    let leading = Ipv6Addr::new(a, b, c, d, e, f, 1, 1).to_string();
    let embedded = Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    Some(format!("{}{embedded}", leading.strip_suffix("1:1")?))
}

/// Finds a version flag before an IPv4 or IPv6 address.
///
/// "Implementations must not provide the version flag for the existing IPv4 and IPv6 literal address forms" (RFC 3986,
/// 3.2.2).
fn version(subject: &LintedReference<'_>, host: &Excerpt<'_>, found: &mut Findings) {
    let Some(literal) = between_brackets(host) else { return };
    let Some((flag, address)) = literal.text.split_once('.') else { return };
    let without = if address.parse::<Ipv6Addr>().is_ok() {
        format!("[{address}]")
    } else if address.parse::<Ipv4Addr>().is_ok() {
        address.to_owned()
    } else {
        return;
    };
    let span = literal.start..literal.start + flag.len() + 1;
    found.mend(&IP_LITERAL_VERSION, [span], Some(subject.with(host.span(), &without)));
}

fn name(subject: &LintedReference<'_>, host: &Excerpt<'_>, found: &mut Findings) {
    let length = host.text.len();
    if length > 255 {
        let message = format!("the name has {length} characters, and should have at most 255");
        found.say(&LONG_HOST, [host.span()], message, None);
    }
    found.add(&NOT_DNS, not_labels(host));
    let decoded = host.text.decode();
    if let Some(address) = decoded.ok().and_then(|name| inet_aton(&name)) {
        let message = format!("inet_aton() reads the name as {address}");
        let mended = Some(subject.with(host.span(), &address.to_string()));
        found.say(&RARE_IPV4, [host.span()], message, mended);
    }
}

fn port(
    subject: &LintedReference<'_>,
    port: &Excerpt<'_>,
    default: Option<DefaultPort>,
    found: &mut Findings,
) {
    let number = port.text.parse::<u32>().ok();
    if number.is_none_or(|number| number > u32::from(u16::MAX)) {
        found.add(&HUGE_PORT, [port.span()]);
        return;
    }
    let is_default = |port: DefaultPort| number == Some(u32::from(port.number));
    if default.is_some_and(is_default) {
        return;
    }
    let digits = port.text.trim_start_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    if digits != port.text {
        found.mend(&PORT_ZEROS, [port.span()], Some(subject.with(port.span(), digits)));
    }
    let Some(default) = default else { return };
    let cited = format!("the default port of the scheme is {} ({default})", default.number);
    if number.is_some_and(|number| number <= WELL_KNOWN) {
        let message = format!("the port is reserved for another protocol; {cited}");
        found.say(&FOREIGN_PORT, [port.span()], message, None);
    } else {
        let message = format!("another protocol may answer at this port; {cited}");
        found.say(&NONDEFAULT_PORT, [port.span()], message, None);
    }
}

/// Returns the spans of the labels of a host that are not labels of the DNS. An empty host has no labels. The last
/// label may be empty, since a full name may end in ".".
fn not_labels(host: &Excerpt<'_>) -> Vec<Range<usize>> {
    let name = host.text.strip_suffix('.').unwrap_or(host.text);
    if host.text.is_empty() {
        return Vec::new();
    }
    let labels = Excerpt { text: name, ..*host }.split(&['.']);
    labels.filter(|label| !is_label(label.text)).map(|label| label.span()).collect()
}

/// Returns whether a label is a domain label (RFC 3986, 3.2.2, after RFC 1034, 3.5).
pub(super) fn is_label(label: &str) -> bool {
    let is_edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = label.as_bytes();
    bytes.len() <= 63
        && is_edge(bytes.first())
        && is_edge(bytes.last())
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

// Text that should not precede the `@` (RFC 3986, 3.1, 3.2.1, 7.5 and 7.6).

pub(super) fn userinfo(subject: &LintedReference<'_>, found: &mut Findings) {
    let Some(userinfo) = subject.userinfo else { return };
    // An empty text after ":" means that there is no password (RFC 3986, 3.2.1).
    if let Some((user, password)) = userinfo.text.split_once(':')
        && !password.is_empty()
    {
        let start = userinfo.start + user.len();
        // A password may be ignored (RFC 3986, 7.5), so it can be removed.
        let mended = Some(subject.with(start..userinfo.span().end, ""));
        let span = start + 1..userinfo.span().end;
        found.mend(&PASSWORD, [span], mended);
    }
    if subject.scheme.is_some_and(|scheme| is_http(scheme.text)) {
        let end = userinfo.span().end + 1;
        // Without a host, `http:///x` would remain, and some readers read its path as a host.
        let mended = (!subject.lacks_host()).then(|| subject.with(userinfo.start..end, ""));
        found.mend(&HTTP_USERINFO, Some(userinfo.start..end), mended);
    }
    let length = host_like(userinfo.text);
    if length > 0 {
        let host = subject.host.map_or("", |host| host.text);
        let message = format!("the userinfo looks like a host, but the host is {}", shown(host));
        let part = Excerpt { text: &userinfo.text[..length], ..userinfo };
        found.say(&USERINFO_LIKE_HOST, [part.span()], message, None);
    }
}

fn is_http(scheme: &str) -> bool {
    ["http", "https"].iter().any(|http| scheme.eq_ignore_ascii_case(http))
}

/// Returns the length of the prefix of a userinfo that looks like a host, or 0 if no prefix does. `localhost`, one
/// label before a port, and labels with dots between them look like hosts. Labels may contain characters beyond ASCII,
/// also escaped, and if there are dots, `_`.
pub(super) fn host_like(userinfo: &str) -> usize {
    let mut end = 0;
    while let Some(one) = userinfo[end..].chars().next() {
        let triplet = || percent::triplet(&userinfo.as_bytes()[end..]);
        end += match one {
            '%' if triplet().is_some_and(|octet| !octet.is_ascii()) => 3,
            one if one.is_alphanumeric() || matches!(one, '-' | '.' | '_') => one.len_utf8(),
            _ => break,
        };
    }
    let name = userinfo[..end].trim_end_matches('.');
    let is_label =
        |label: &str| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
    let is_host = match name.contains('.') {
        true => name.split('.').all(is_label),
        false => {
            name.eq_ignore_ascii_case("localhost")
                || is_label(name) && !name.contains('_') && has_port(&userinfo[end..])
        }
    };
    if is_host { name.len() } else { 0 }
}

/// Returns whether the text after a name is a port of two to five digits, and not a password.
fn has_port(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix(':') else { return false };
    let after = rest.trim_start_matches(|one: char| one.is_ascii_digit());
    let port = &rest[..rest.len() - after.len()];
    let is_number = (2..=5).contains(&port.len()) && !port.starts_with('0');
    is_number && port.parse::<u16>().is_ok() && !after.starts_with(char::is_alphanumeric)
}

fn shown(host: &str) -> &str {
    match host {
        "" => "empty",
        // The line with the caret shows the host.
        _ if host.len() > 80 => "the text after the \"@\"",
        _ => host,
    }
}

// Zone identifiers after IPv6 addresses (RFC 6874, sections 2 and 4).

pub(super) fn zone(subject: &LintedReference<'_>, found: &mut Findings) {
    let (Some(zone), Some(host)) = (subject.zone(), subject.reference.host()) else { return };
    let span = zone.start - "%25".len()..zone.span().end;
    let without = subject.with(span.clone(), "");
    found.mend(&LOCAL_ZONE, [span.clone()], Some(without.clone()));
    if !host.address().is_some_and(is_link_local) {
        found.mend(&ZONE_SCOPE, [span], Some(without));
    }
    found.add(&ZONE_ESCAPE, zone.escapes(|octet| !percent::is_unreserved(octet)));
}

/// Returns whether an address is link-local: one of fe80::/10.
fn is_link_local(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(address) if address.is_unicast_link_local())
}

// References that are read as another kind of reference (RFC 3986, 3.3, 4.2, 4.5 and 5.4.2), and names with a meaning
// in file systems.

pub(super) fn look_relative(subject: &LintedReference<'_>, found: &mut Findings) {
    if subject.host.is_some() {
        return;
    }
    if !same_scheme(subject, found) && !suffix(subject, found) {
        first_segment(subject, found);
    }
    like_authority(subject, found);
}

/// Finds a reference like `http:g`, which is a URI for a strict parser and the reference `g` for a lenient one.
fn same_scheme(subject: &LintedReference<'_>, found: &mut Findings) -> bool {
    let Some(scheme) = subject.scheme else { return false };
    // A scheme whose URIs lead to a server requires an authority.
    if schemes::known(scheme.text).is_none_or(|scheme| scheme.default_port(None).is_none()) {
        return false;
    }
    let rest = &subject.text[scheme.text.len() + 1..];
    let first = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let mended = if first.contains(':') { format!("./{rest}") } else { rest.to_owned() };
    // Without a path, the rest would be a reference to the base itself.
    let mended = Some(mended).filter(|_| !subject.path.text.is_empty());
    found.mend(&SAME_SCHEME_RELATIVE, Some(0..scheme.text.len() + 1), mended);
    true
}

/// Finds a reference like `www.w3.org/Addressing/`, or a reference that begins with a host and a port, so that the host
/// reads as a scheme.
fn suffix(subject: &LintedReference<'_>, found: &mut Findings) -> bool {
    let first = subject.first_segment();
    let (name, end) = match subject.scheme {
        Some(scheme) if is_port(first) => (scheme.text, subject.path.start + first.len()),
        None if first.get(..4).is_some_and(|www| www.eq_ignore_ascii_case("www.")) => {
            (first, first.len())
        }
        _ => return false,
    };
    let is_name = name.contains('.') && name.split('.').all(is_label);
    if !(is_name || name.eq_ignore_ascii_case("localhost")) {
        return false;
    }
    let message = match subject.scheme {
        Some(_) => "the host parses as a scheme, and its port as a path",
        None => "the host parses as a segment of a relative path",
    };
    found.say(&SUFFIX_REFERENCE, Some(0..end), message, Some(format!("//{}", subject.text)));
    true
}

fn is_port(text: &str) -> bool {
    matches!(text.len(), 1..=5) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Finds a reference like `this:that`, a URI whose scheme may be meant as the beginning of a
/// segment.
fn first_segment(subject: &LintedReference<'_>, found: &mut Findings) {
    let mended = || format!("./{}", subject.text);
    let (span, mended) = match subject.scheme {
        Some(scheme) if schemes::is_common(scheme.text) => return,
        Some(scheme) if Registry::Schemes.find(scheme.text).is_some() => return,
        // Only the author knows whether a path is meant, and a path is not equivalent.
        Some(scheme) => (0..scheme.text.len() + 1, None),
        // In RFC 1808 and url-syntax-05 a prefix that is not a scheme begins a path.
        None => {
            let colon = subject.first_segment().find(':');
            (0..colon.map_or(0, |colon| colon + 1), Some(mended()))
        }
    };
    let rest = subject.path.text;
    if !span.is_empty() && !rest.is_empty() && !rest.starts_with('/') {
        found.mend(&COLON_IN_FIRST_SEGMENT, [span], mended);
    }
}

/// Finds a reference like `.//c`, which a base such as `a:/b` turns into `a://c`.
fn like_authority(subject: &LintedReference<'_>, found: &mut Findings) {
    let path = subject.path;
    if !path.text.contains("//") {
        return;
    }
    let merged = match subject.scheme {
        None if !path.text.starts_with('/') => format!("/{}", path.text),
        _ => path.text.to_owned(),
    };
    if remove_dot_segments(&merged).starts_with("//") {
        let message = match subject.scheme {
            None => "if resolved against a base without an authority, the path may read as one",
            Some(_) => "without its dot segments the path reads as an authority",
        };
        found.say(&PATH_LIKE_AUTHORITY, [path.span()], message, None);
    }
}

// Names and characters with a meaning in file systems (RFC 3986, 7.3). "Special device names like ".", "..", "...",
// "aux", "lpt", etc.": the document names some, and leaves the others to implementers. The others here are those of DOS
// and Windows, where an extension is ignored: `aux.txt` is `aux`. Dot segments, and escapes that separate segments, are
// left to other lints.

/// The names of devices. A digit may follow the names of [`NUMBERED`].
const DEVICES: [&str; 5] = ["aux", "con", "lpt", "nul", "prn"];
const NUMBERED: [&str; 2] = ["com", "lpt"];

/// Returns the spans of segments that decode to names of devices, and of escaped special characters in other segments.
pub(super) fn names(subject: &LintedReference<'_>) -> Vec<Range<usize>> {
    // Without a "/" before it, the text after a scheme is not a path of files: `urn:aux`.
    if subject.scheme.is_some() && !subject.path.text.starts_with('/') {
        return Vec::new();
    }
    let spans = subject.segments().flat_map(|segment| match is_device(segment.text) {
        true => vec![segment.span()],
        // A literal ":" is visible anyway.
        false => segment.escapes(|octet| matches!(octet, b':' | b'[' | b']')).collect(),
    });
    spans.collect()
}

pub(super) fn is_device(segment: &str) -> bool {
    // A longer stem need not be decoded: three octets for each character, and an extension.
    let stem = segment.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(segment);
    if stem.len() > 3 * "lpt1".len() {
        return false;
    }
    // Without an escape, only a text of the length of a name needs to be compared.
    if !stem.contains('%') && !matches!(stem.len(), 3 | 4) {
        return false;
    }
    let Ok(name) = stem.decode() else { return false };
    let name = name.to_ascii_lowercase();
    // The dot before an extension may be escaped.
    let stem = name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(&name);
    let numbered = stem.strip_suffix(|digit: char| matches!(digit, '1'..='9'));
    let is_device = |stem| DEVICES.contains(&stem);
    name == "..." || is_device(stem) || numbered.is_some_and(|stem| NUMBERED.contains(&stem))
}
