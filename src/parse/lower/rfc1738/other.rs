//! URLs of other schemes, and those that their scheme does not have (4).

use crate::editions::grammar::Node;
use crate::parse::lower::site::{Login, child, needed};

/// A URL that only `otherurl` derives (4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Other<'i> {
    /// The scheme as given.
    pub scheme: &'i str,
    /// The text after the colon of the scheme.
    pub schemepart: &'i str,
    /// The site and the user, if the schemepart is an `ip-schemepart` (3.1). There is no default
    /// port.
    pub login: Option<Login<'i>>,
    /// The text after the `/` that ends the site, if that `/` is given.
    pub urlpath: Option<&'i str>,
}

impl<'i> Other<'i> {
    pub(super) fn of(otherurl: &Node<'i>) -> Self {
        let url = child(otherurl, "genericurl").unwrap_or(otherurl);
        let schemepart = child(url, "schemepart");
        let ip = schemepart.and_then(|schemepart| child(schemepart, "ip-schemepart"));
        let login = ip.and_then(|ip| child(ip, "login"));
        Self {
            scheme: needed(url, "scheme"),
            schemepart: schemepart.map_or("", Node::text),
            login: login.map(|login| Login::of(Some(login), None)),
            urlpath: ip.and_then(|ip| child(ip, "urlpath")).map(Node::text),
        }
    }

    /// Whether the scheme is experimental: its name begins with `x-` (4).
    #[must_use]
    pub fn is_experimental(&self) -> bool {
        let start = self.scheme.get(..2);
        start.is_some_and(|start| start.eq_ignore_ascii_case("x-"))
    }

    /// The purpose for which section 4 reserves the name of the scheme, in the section's words.
    /// There is none if the section does not list the name.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Other(other)) = Url::parse("nfs://h/a") else { unreachable!() };
    /// assert_eq!(other.reserved_for(), Some("Network File System (NFS) file names"));
    /// ```
    #[must_use]
    pub fn reserved_for(&self) -> Option<&'static str> {
        let found = RESERVED.iter().find(|(name, _)| name.eq_ignore_ascii_case(self.scheme));
        found.map(|(_, purpose)| *purpose)
    }
}

/// The names that section 4 suggests to reserve for future definition.
const RESERVED: [(&str, &str); 7] = [
    ("afs", "Andrew File System global file names"),
    ("mid", "Message identifiers for electronic mail"),
    ("cid", "Content identifiers for MIME body parts"),
    ("nfs", "Network File System (NFS) file names"),
    ("tn3270", "Interactive 3270 emulation sessions"),
    ("mailserver", "Access to data available from mail servers"),
    ("z39.50", "Access to ANSI Z39.50 services"),
];
