//! The host, the port and the user: what the URLs on IP have in common in the early editions.
//!
//! In: the trees of `hostport` and `login`. Out: their texts, and the default port of the scheme.
//! The surprising cases: an empty user is a user, and so is an empty password a password (RFC 1738,
//! 3.1); and a port may have any number of digits, though no port is above 65535.

use std::borrow::Cow;

use crate::editions::grammar::Node;
use crate::parts::percent::Decode;

/// A host and a port (RFC 1738, 3.1; RFC 1630, 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Site<'i> {
    /// The host as given: a domain name or four numbers.
    pub host: &'i str,
    /// Whether the host is a `hostnumber` rather than a `hostname`.
    pub is_number: bool,
    /// The digits of the port, if a port is given.
    pub port_text: Option<&'i str>,
    /// The default port that the document gives the scheme, if there is one.
    pub default_port: Option<u16>,
}

impl<'i> Site<'i> {
    pub(super) fn of(hostport: Option<&Node<'i>>, default_port: Option<u16>) -> Self {
        let host = hostport.and_then(|hostport| child(hostport, "host"));
        Self {
            host: host.map_or("", Node::text),
            is_number: host.is_some_and(|host| child(host, "hostnumber").is_some()),
            port_text: hostport.and_then(|hostport| text(hostport, "port")),
            default_port,
        }
    }

    /// The port: the given one, or else the default. There is none if the given port is above
    /// 65535.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let port = |text| match Url::parse(text) {
    ///     Ok(Url::Http(http)) => http.site.port(),
    ///     _ => unreachable!(),
    /// };
    /// assert_eq!(port("http://h/"), Some(80));
    /// assert_eq!(port("http://h:8080/"), Some(8080));
    /// assert_eq!(port("http://h:65536/"), None);
    /// ```
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.port_text.map_or(self.default_port, |digits| digits.parse().ok())
    }
}

/// A site, and the user who logs in there (RFC 1738, 3.1 and 3.8; RFC 1630, 5.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Login<'i> {
    /// The user as given, still encoded.
    pub user: Option<&'i str>,
    /// The password as given, still encoded. Without a user there is none.
    pub password: Option<&'i str>,
    /// The host and the port.
    pub site: Site<'i>,
}

impl<'i> Login<'i> {
    pub(super) fn of(login: Option<&Node<'i>>, default_port: Option<u16>) -> Self {
        let part = |rule| login.and_then(|login| text(login, rule));
        let hostport = login.and_then(|login| child(login, "hostport"));
        let site = Site::of(hostport, default_port);
        Self { user: part("user"), password: part("password"), site }
    }

    /// The user, decoded.
    #[must_use]
    pub fn user_octets(&self) -> Option<Cow<'i, [u8]>> {
        self.user.map(octets)
    }

    /// The password, decoded.
    #[must_use]
    pub fn password_octets(&self) -> Option<Cow<'i, [u8]>> {
        self.password.map(octets)
    }
}

/// The octets that a text of a tree encodes. In a tree every `%` begins an escape.
pub(super) fn octets(text: &str) -> Cow<'_, [u8]> {
    text.decode_octets().unwrap_or(Cow::Borrowed(text.as_bytes()))
}

/// The first child of a node with the production of that name.
pub(super) fn child<'n, 'i>(node: &'n Node<'i>, rule: &str) -> Option<&'n Node<'i>> {
    node.children().iter().find(|child| child.rule() == rule)
}

/// The text of the first child with the production of that name.
pub(super) fn text<'i>(node: &Node<'i>, rule: &str) -> Option<&'i str> {
    child(node, rule).map(Node::text)
}

/// The text of the first child with the production of that name, where the node always has such a
/// child.
pub(super) fn needed<'i>(node: &Node<'i>, rule: &str) -> &'i str {
    text(node, rule).unwrap_or_default()
}
