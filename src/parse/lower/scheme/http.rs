//! `http` and `https` (RFC 9110, 4.2).

use std::borrow::Cow;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::parts::schemes;
use crate::reference::error::ParseError;

/// A resource that an origin server has.
///
/// ```
/// use urispec::scheme::Http;
/// let http = Http::parse("HTTPS://Example.com?q")?;
/// assert_eq!(http.origin(), Some(("https", "example.com".to_owned(), 443)));
/// assert_eq!(http.target(), "/?q");
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Http<'i> {
    /// Whether the scheme is `https`, and the connection to be secured (4.2.2).
    pub is_secured: bool,
    /// What stands before the host. A sender must not write it (4.2.4).
    pub userinfo: Option<&'i str>,
    /// The host as given. An empty one is invalid (4.2.1, 4.2.2).
    pub host: &'i str,
    /// The digits of the port, if there is a `:`.
    pub port_text: Option<&'i str>,
    /// The path as given.
    pub path: &'i str,
    /// The query, if there is one.
    pub query: Option<&'i str>,
}

impl<'i> Http<'i> {
    /// Parses a whole string as an `http-URI` or an `https-URI`, without a fragment.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`], for the production of the scheme.
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let found = Edition::Rfc9110.deriving(text)?;
        Ok(Self::of(&found.tree(text)?))
    }

    fn of(tree: &Node<'i>) -> Self {
        Self {
            is_secured: tree.rule() == "https-URI",
            userinfo: part(tree, "userinfo"),
            host: part(tree, "host").unwrap_or_default(),
            port_text: part(tree, "port"),
            path: part(tree, "path-abempty").unwrap_or_default(),
            query: part(tree, "query"),
        }
    }

    /// The scheme in lower case.
    #[must_use]
    pub const fn scheme(&self) -> &'static str {
        if self.is_secured { "https" } else { "http" }
    }

    /// The port: the given one, or the default, 80 or 443 (4.2.1, 4.2.2). There is none if the given
    /// one is above 65535.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        match self.port_text {
            None | Some("") => {
                let known = schemes::known(self.scheme())?;
                Some(known.default_port(Some("RFC 9110"))?.number)
            }
            Some(digits) => digits.parse().ok(),
        }
    }

    /// The origin: the scheme, the host in lower case, and the port. There is none if the host is
    /// empty, or the port too large.
    #[must_use]
    pub fn origin(&self) -> Option<(&'static str, String, u16)> {
        let port = self.port().filter(|_| !self.host.is_empty())?;
        Some((self.scheme(), self.host.to_ascii_lowercase(), port))
    }

    /// The request target for the origin server: the path, `/` if it is empty, and the query (4.2.3). The target of
    /// an OPTIONS request with an empty path is another one.
    #[must_use]
    pub fn target(&self) -> Cow<'i, str> {
        let path = if self.path.is_empty() { "/" } else { self.path };
        match self.query {
            None => Cow::Borrowed(path),
            Some(query) => Cow::Owned(format!("{path}?{query}")),
        }
    }

    /// The segments of the path, decoded. Of an empty path and of `/` there is one, which is empty.
    pub fn segments(&self) -> impl Iterator<Item = Cow<'i, [u8]>> + use<'i> {
        self.path.strip_prefix('/').unwrap_or(self.path).split('/').map(octets)
    }
}
