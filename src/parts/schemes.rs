//! Facts about single schemes for scheme-based normalization (RFC 3986, 6.2.3). Each fact cites the
//! document that states it.
//!
//! A port is in the table only if its scheme has an authority. The schemes `sip` and `stun` have
//! default ports too, but `sip:user@host` and `stun:host` have no authority.

use core::fmt;

/// The facts about a scheme.
#[derive(Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The name, in lowercase.
    pub name: &'static str,
    /// The default ports of the scheme: one entry for each document that states the port.
    ports: &'static [DefaultPort],
    /// Whether an empty path after an authority is the path `/`.
    pub empty_path_is_root: bool,
    /// Whether a URI without an authority, or with an empty host, is invalid.
    pub wants_host: bool,
    /// Whether a missing authority, an empty host, and the host `localhost` all mean the user's own
    /// machine.
    pub local: bool,
}

/// A default port, and the document that states it. `Display` prints the citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DefaultPort {
    /// The number of the port.
    pub number: u16,
    /// The document that states the port.
    pub document: &'static str,
    /// The section that states the port. It is empty if the whole document is about the scheme.
    pub section: &'static str,
}

impl fmt::Display for DefaultPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = if self.section.is_empty() { "" } else { ", " };
        write!(f, "{}{comma}{}", self.document, self.section)
    }
}

impl Scheme {
    /// Returns the default port of the scheme. If `by` names a document, returns only a port that the
    /// document states.
    pub fn default_port(&self, by: Option<&str>) -> Option<DefaultPort> {
        let says = |port: &&DefaultPort| by.is_none_or(|document| port.document == document);
        self.ports.iter().find(says).copied()
    }

    /// Returns whether a port, given as digits, is the default port of the scheme. If `by` names a
    /// document, only a port that the document states is a default port.
    pub fn is_default_port(&self, port: &str, by: Option<&str>) -> bool {
        self.default_port(by).is_some_and(|default| port.parse() == Ok(default.number))
    }

    const fn of(name: &'static str, ports: &'static [DefaultPort]) -> Self {
        Self { name, ports, empty_path_is_root: false, wants_host: false, local: false }
    }

    /// Returns a scheme that is like `http`: its URIs must have a host, and an empty path means `/`.
    const fn like_http(name: &'static str, ports: &'static [DefaultPort]) -> Self {
        Self { empty_path_is_root: true, wants_host: true, ..Self::of(name, ports) }
    }
}

const fn port(number: u16, document: &'static str, section: &'static str) -> DefaultPort {
    DefaultPort { number, document, section }
}

/// The draft that the registrations of `ssh` and `sftp` cite.
const SSH: &str = "draft-ietf-secsh-scp-sftp-ssh-uri-04";

/// The schemes with known facts. The schemes that are like `http` come from RFC 7252 (6.1 to 6.3)
/// and RFC 9110 (4.2). RFC 6455 (3) has the rule for the path of ws and wss, but not for the host.
#[rustfmt::skip]
static SCHEMES: &[Scheme] = &[
    Scheme::like_http("coap", &[port(5683, "RFC 7252", "6.1")]),
    Scheme::like_http("coaps", &[port(5684, "RFC 7252", "6.2")]),
    Scheme::of("dict", &[port(2628, "RFC 2229", "")]),
    Scheme { local: true, ..Scheme::of("file", &[]) }, // RFC 3986, 3.2.2
    Scheme::of("ftp", &[port(21, "RFC 1738", "3.2")]),
    Scheme::of("gopher", &[port(70, "RFC 1738", "3.4.1")]),
    Scheme::like_http("http", &[port(80, "RFC 9110", "4.2.1"), port(80, "RFC 1738", "3.3")]),
    Scheme::like_http("https", &[port(443, "RFC 9110", "4.2.2")]),
    Scheme::of("icap", &[port(1344, "RFC 3507", "")]),
    Scheme::of("imap", &[port(143, "RFC 5092", "")]),
    Scheme::of("ipp", &[port(631, "RFC 3510", "")]),
    Scheme::of("ipps", &[port(631, "RFC 7472", "")]),
    Scheme::of("ldap", &[port(389, "RFC 4516", "2")]),
    Scheme::of("nfs", &[port(2049, "RFC 2224", "")]),
    Scheme::of("nntp", &[port(119, "RFC 1738", "3.7")]),
    Scheme::of("pop", &[port(110, "RFC 2384", "")]),
    Scheme::of("prospero", &[port(1525, "RFC 1738", "3.11")]),
    Scheme::of("rsync", &[port(873, "RFC 5781", "")]),
    Scheme::of("rtsp", &[port(554, "RFC 7826", "4.2")]),
    Scheme::of("sftp", &[port(22, SSH, "")]),
    Scheme::of("snmp", &[port(161, "RFC 4088", "")]),
    Scheme::of("ssh", &[port(22, SSH, "")]),
    Scheme::of("telnet", &[port(23, "RFC 1738", "3.8")]),
    Scheme::of("tftp", &[port(69, "RFC 3617", "")]),
    Scheme::of("vnc", &[port(5900, "RFC 7869", "")]),
    Scheme::of("wais", &[port(210, "RFC 1738", "3.9")]),
    Scheme { empty_path_is_root: true, ..Scheme::of("ws", &[port(80, "RFC 6455", "3")]) },
    Scheme { empty_path_is_root: true, ..Scheme::of("wss", &[port(443, "RFC 6455", "3")]) },
];

/// Returns the facts about the scheme with this name, ignoring case (RFC 3986, 3.1).
pub fn known(name: &str) -> Option<&'static Scheme> {
    SCHEMES.iter().find(|scheme| scheme.name.eq_ignore_ascii_case(name))
}

/// Returns the default port of a scheme, if the scheme has an authority and a document states the
/// port (RFC 3986, 3.2.3). The scheme is case-insensitive.
///
/// ```
/// use urispec::default_port;
/// assert_eq!((default_port("https"), default_port("GOPHER")), (Some(443), Some(70)));
/// assert_eq!((default_port("sip"), default_port("x-mine")), (None, None));
/// ```
#[must_use]
pub fn default_port(scheme: &str) -> Option<u16> {
    known(scheme)?.default_port(None).map(|port| port.number)
}

/// The case-insensitive part of a scheme's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caseless {
    /// The domain of each mail address.
    Domains,
    /// The text of the path before the first `:`.
    Namespace,
    /// The host after the `@` of an account.
    AccountHost,
}

/// The schemes whose paths have a case-insensitive part, each with its document.
static CASELESS: &[(&str, Caseless)] = &[
    ("acct", Caseless::AccountHost), // RFC 7565, 4
    ("mailto", Caseless::Domains),   // RFC 3986, 6.2.3; RFC 6068, 2
    ("urn", Caseless::Namespace),    // RFC 8141, 3.1
];

/// Returns the case-insensitive part of the scheme's path, if the scheme's document names one.
pub fn caseless(name: &str) -> Option<Caseless> {
    let found = CASELESS.iter().find(|(scheme, _)| scheme.eq_ignore_ascii_case(name));
    found.map(|(_, part)| *part)
}

/// Schemes without an authority that appear in RFC 3986, 1.1.2, in RFC 1738, 3, or in RFC 1630, 5.
static NAMED: &[&str] = &["cid", "mailto", "mid", "news", "tel", "urn"];

/// Registered schemes in daily use, in addition to [`NAMED`].
static REGISTERED: &[&str] = &[
    "about",
    "acct",
    "blob",
    "data",
    "geo",
    "info",
    "javascript",
    "magnet",
    "sip",
    "sips",
    "sms",
    "tag",
    "view-source",
    "xmpp",
];

/// Returns whether a byte is allowed in a scheme, after its first letter (RFC 3986, 3.1).
pub const fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// Returns whether a text is a scheme (RFC 3986, 3.1).
pub fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(is_of_scheme)
}

/// Strips the prefix `begin`, such as a scheme with its `:`, ignoring case.
pub fn after<'t>(text: &'t str, begin: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(begin.len())?;
    head.eq_ignore_ascii_case(begin).then_some(rest)
}

/// Returns whether the scheme is one of `NAMED`, ignoring case.
pub fn is_named(name: &str) -> bool {
    NAMED.iter().any(|named| named.eq_ignore_ascii_case(name))
}

/// Returns whether the scheme is one of `SCHEMES`, `NAMED` or `REGISTERED`, ignoring case.
pub fn is_common(name: &str) -> bool {
    let is = |common: &&&str| common.eq_ignore_ascii_case(name);
    known(name).is_some() || is_named(name) || REGISTERED.iter().any(|common| is(&common))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 1738 states the default port of seven schemes.
    #[test]
    fn the_ports_of_one_document() {
        let by = |document| {
            let of = move |scheme: &'static Scheme| Some((scheme, scheme.default_port(document)?));
            SCHEMES.iter().filter_map(of)
        };
        let old: Vec<_> = by(Some("RFC 1738")).map(|(one, port)| (one.name, port.number)).collect();
        assert_eq!(
            old,
            [
                ("ftp", 21),
                ("gopher", 70),
                ("http", 80),
                ("nntp", 119),
                ("prospero", 1525),
                ("telnet", 23),
                ("wais", 210),
            ]
        );
        assert_eq!(
            known("HTTP").unwrap().default_port(None).unwrap().to_string(),
            "RFC 9110, 4.2.1"
        );
        assert_eq!(known("tftp").unwrap().default_port(None).unwrap().to_string(), "RFC 3617");
        assert!(SCHEMES.is_sorted_by_key(|scheme| scheme.name));
        let is_one = |one: &Scheme| one.ports.iter().all(|port| port.number == one.ports[0].number);
        assert!(SCHEMES.iter().all(is_one), "documents agree");
    }
}
