//! The origin of a URI (RFC 9110, 4.3.1), and comparison of schemes and hosts that ignores their spelling.
//!
//! In: a reference. Out: its [`Origin`], which is equal to another whatever the letter case of the scheme and of
//! the host, and whether the default port is written; or none, where the reference has no scheme, no host, or
//! no port. What is forgotten is the spelling, and all that is not scheme, host or port.
//!
//! The surprising case: `http://h:70000` has no origin, since no port is 70000. So two ports that are too large
//! are never the same, where two errors would be.

use alloc::string::String;
use core::fmt;
use core::net::Ipv6Addr;

use crate::parts::host::Host;
use crate::parts::percent::{is_unreserved, push_triplet, triplet};
use crate::parts::schemes::default_port;
use crate::reference::Reference;

/// The scheme, the host and the port of a URI, each in one spelling (RFC 9110, 4.3.1).
///
/// Origins are equal if their resources are under one authority. `Display` writes the origin as a URI,
/// without a port that is the default of the scheme.
///
/// ```
/// use urispec::Uri;
/// let origin = |text| Uri::parse(text).unwrap().origin();
/// assert_eq!(origin("HTTP://EXAMPLE.com/a"), origin("http://example.com:080/b"));
/// assert_eq!(origin("https://example.com:8443/a").unwrap().to_string(), "https://example.com:8443");
/// assert_eq!(origin("http://example.com:70000/"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    scheme: String,
    host: String,
    port: u16,
}

impl Origin {
    /// The scheme, in lower case.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The host in lower case, with unreserved characters decoded; an address as RFC 5952 writes it, that of
    /// IPv6 in brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port, which is the default of the scheme where none was written.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scheme, host, port } = self;
        write!(f, "{scheme}://{host}")?;
        if default_port(scheme) == Some(*port) { Ok(()) } else { write!(f, ":{port}") }
    }
}

impl Reference<'_> {
    /// Whether the scheme is this one, in whatever letter case: "schemes are case-insensitive" (section 3.1).
    ///
    /// ```
    /// use urispec::Uri;
    /// assert!(Uri::parse("HTTP://h/")?.has_scheme("http"));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn has_scheme(&self, name: &str) -> bool {
        self.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case(name))
    }

    /// The scheme, the host and the port in one spelling (RFC 9110, 4.3.1). There is none without a scheme, with
    /// no host or an empty one, or if there is no [port](Reference::port_or_default) up to 65535.
    #[must_use]
    #[inline]
    pub fn origin(&self) -> Option<Origin> {
        let (scheme, host) = (self.scheme()?, self.host()?);
        let port = self.port_or_default().ok()?;
        if host.as_str().is_empty() {
            return None;
        }
        Some(Origin { scheme: scheme.to_ascii_lowercase(), host: canonical(host.as_str()), port })
    }

    /// Whether both references have an origin, and it is the same (RFC 9110, 4.3.1).
    ///
    /// ```
    /// use urispec::Uri;
    /// let (a, b) = (Uri::parse("https://h/a")?, Uri::parse("HTTPS://H:443/b")?);
    /// assert!(a.same_origin(&b));
    /// let (a, b) = (Uri::parse("http://h:70000/")?, Uri::parse("http://h:80000/")?);
    /// assert!(!a.same_origin(&b));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn same_origin<'o>(&self, other: impl Into<Reference<'o>>) -> bool {
        self.origin().is_some_and(|origin| Some(origin) == other.into().origin())
    }
}

impl Host<'_> {
    /// Whether the host is this name or address, in whatever spelling: the letter case does not count (section
    /// 3.2.2), nor whether an unreserved character is percent-encoded (2.3). An address is equal to an address
    /// with the same bits; the brackets may be left out.
    ///
    /// ```
    /// use urispec::Uri;
    /// assert!(Uri::parse("http://EX%61MPLE.com/")?.host().unwrap().eq_name("example.com"));
    /// assert!(Uri::parse("http://[::0:1]/")?.host().unwrap().eq_name("::1"));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn eq_name(&self, name: &str) -> bool {
        canonical(self.as_str()) == canonical(name)
    }
}

/// The one spelling of a host, or of an address of IPv6 without its brackets.
fn canonical(host: &str) -> String {
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    match bare.parse::<Ipv6Addr>() {
        Ok(address) => alloc::format!("[{address}]"),
        Err(_) => lowered(host),
    }
}

/// A text in lower case, with the triplets of unreserved characters decoded, and the digits of the others in
/// upper case (6.2.2.1, 6.2.2.2).
fn lowered(text: &str) -> String {
    let (mut lowered, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(first) = rest.chars().next() {
        let length = match triplet(rest.as_bytes()) {
            Some(octet) if is_unreserved(octet) => {
                lowered.push(char::from(octet).to_ascii_lowercase());
                3
            }
            Some(octet) => {
                push_triplet(octet, &mut lowered);
                3
            }
            None => {
                lowered.push(first.to_ascii_lowercase());
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    lowered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Uri, UriRef};

    fn host(text: &str) -> Host<'_> {
        UriRef::parse(text).unwrap().host().unwrap()
    }

    /// What is one origin, and what is none.
    #[test]
    fn origins() {
        let origin = |text| Uri::parse(text).unwrap().origin().map(|origin| origin.to_string());
        for (text, expected) in [
            ("http://h", Some("http://h")),
            ("HTTP://u:p@H:80/a?b#c", Some("http://h")),
            ("http://h:", Some("http://h")),
            ("http://h:00081", Some("http://h:81")),
            ("https://[::0:1]", Some("https://[::1]")),
            ("http://%41%2f", Some("http://a%2F")),
            ("x://h:0", Some("x://h:0")),
            // No port is known, no port is so large, no host, no authority.
            ("x://h", None),
            ("http://h:65536", None),
            ("http://:80", None),
            ("file:///a", None),
            ("urn:a:b", None),
        ] {
            assert_eq!(origin(text).as_deref(), expected, "{text}");
        }
        assert_eq!(UriRef::parse("//h:80").unwrap().origin(), None);
        let parts = Uri::parse("WS://H/").unwrap().origin().unwrap();
        assert_eq!((parts.scheme(), parts.host(), parts.port()), ("ws", "h", 80));
    }

    #[test]
    fn references_without_an_origin_have_not_the_same() {
        let same = |a: &str, b: &str| Uri::parse(a).unwrap().same_origin(UriRef::parse(b).unwrap());
        assert!(same("http://h/", "http://h:80"));
        for (a, b) in
            [("http://h", "https://h"), ("http://h", "http://i"), ("http://h", "http://h:81")]
        {
            assert!(!same(a, b), "{a} {b}");
        }
        for none in ["urn:a", "http://h:70000", "file:///a"] {
            assert!(!same(none, none), "{none}");
        }
    }

    #[test]
    fn hosts_by_name() {
        for (text, name, is_so) in [
            ("//EXAMPLE.com", "example.COM", true),
            ("//ex%61mple.com", "example.com", true),
            ("//example.com", "ex%61mple.com", true),
            // A delimiter that is encoded is another character than the delimiter (2.2).
            ("//a%2Cb", "a,b", false),
            ("//a%2cb", "a%2Cb", true),
            ("//example.com.", "example.com", false),
            ("//127.0.0.1", "127.0.0.1", true),
            ("//127.0.0.1", "127.0.0.2", false),
            ("//[::1]", "::1", true),
            ("//[0::1]", "[::0:1]", true),
            ("//[::1]", "::2", false),
            ("//127.0.0.256", "127.0.0.256", true),
            // A registered name, and yet equivalent by 6.2.2.2.
            ("//%31.2.3.4", "1.2.3.4", true),
            ("//", "", true),
        ] {
            assert_eq!(host(text).eq_name(name), is_so, "{text} {name}");
        }
    }
}
