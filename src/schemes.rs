//! What the documents of single schemes say that scheme-based normalization needs (section 6.2.3).

/// What is known of a scheme.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Scheme {
    pub(crate) name: &'static str,
    /// The port that an undefined or empty one stands for.
    pub(crate) default_port: Option<u16>,
    /// Whether an empty path after an authority is the path `/`.
    pub(crate) empty_path_is_root: bool,
    /// Whether no authority, an empty host and `localhost` are all the user's own machine.
    pub(crate) local: bool,
}

const fn scheme(name: &'static str, port: u16, empty_path_is_root: bool) -> Scheme {
    Scheme { name, default_port: Some(port), empty_path_is_root, local: false }
}

/// Every scheme of which something is known, with where it is said.
#[rustfmt::skip]
static SCHEMES: &[Scheme] = &[
    Scheme { name: "file", default_port: None, empty_path_is_root: false, local: true }, // RFC 3986, 3.2.2
    scheme("ftp", 21, false),      // RFC 1738, 3.2
    scheme("gopher", 70, false),   // RFC 1738, 3.4
    scheme("http", 80, true),      // RFC 3986, 6.2.3
    scheme("https", 443, true),    // RFC 9110, 4.2.2 and 4.2.3
    scheme("ldap", 389, false),    // RFC 4516, 2
    scheme("nntp", 119, false),    // RFC 1738, 3.7
    scheme("prospero", 1525, false), // RFC 1738, 3.11
    scheme("telnet", 23, false),   // RFC 1738, 3.8
    scheme("wais", 210, false),    // RFC 1738, 3.9
    scheme("ws", 80, true),        // RFC 6455, 3
    scheme("wss", 443, true),      // RFC 6455, 3
];

/// What is known of the scheme, whose name is compared without case (section 3.1).
pub(crate) fn known(name: &str) -> Option<&'static Scheme> {
    SCHEMES.iter().find(|scheme| scheme.name.eq_ignore_ascii_case(name))
}

/// A part of a scheme's path that ignores case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caseless {
    /// The domain of each of its mail addresses.
    Domains,
    /// What stands before the first `:`.
    Namespace,
}

/// Every scheme that has such a part, with where it is said.
static CASELESS: &[(&str, Caseless)] = &[
    ("mailto", Caseless::Domains), // RFC 3986, 6.2.3; RFC 6068, 2
    ("urn", Caseless::Namespace),  // RFC 8141, 3.1
];

/// The part of the scheme's path that ignores case, if its document has one.
pub(crate) fn caseless(name: &str) -> Option<Caseless> {
    let found = CASELESS.iter().find(|(scheme, _)| scheme.eq_ignore_ascii_case(name));
    found.map(|(_, part)| *part)
}

/// Schemes without an authority that the documents name (RFC 3986, 1.1.2; RFC 1738, 3; RFC 1630,
/// 5).
static NAMED: &[&str] = &["cid", "mailto", "mid", "news", "tel", "urn"];

/// Others that are registered and in daily use.
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

/// Whether the documents name it, as a scheme without an authority.
pub(crate) fn is_named(name: &str) -> bool {
    NAMED.iter().any(|named| named.eq_ignore_ascii_case(name))
}

/// Whether a reader knows it for a scheme.
pub(crate) fn is_common(name: &str) -> bool {
    let is = |common: &&&str| common.eq_ignore_ascii_case(name);
    known(name).is_some() || is_named(name) || REGISTERED.iter().any(|common| is(&common))
}
