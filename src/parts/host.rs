//! The host by kind (section 3.2.2).
//!
//! In: the host's text and the production that derived it. Out: its kind and, for an address, the
//! address of the standard library. The surprising case: `1.2.3.256` is a host of RFC 3986, a
//! registered name; of RFC 2396 it is an IPv4address, and yet no address.

use core::cmp::Ordering;
use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The kind of a host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostKind {
    /// An IPv4 address in dotted decimal. RFC 2396 does not limit its numbers.
    Ipv4Address,
    /// An IPv6 address, in brackets.
    Ipv6Address,
    /// An IPv6 address with a zone identifier, in brackets (RFC 6874).
    Ipv6Addrz,
    /// An address of a later version of IP, in brackets.
    IpvFuture,
    /// A registered name. It may be empty.
    #[default]
    RegName,
    /// A domain name, in RFC 2396 and the drafts before and after RFC 2396.
    Hostname,
    /// What url-syntax-05 calls an IPv4 address. The document does not limit the numbers.
    Hostnumber,
}

impl HostKind {
    /// The name of the production for this kind of host, such as `IPv4address` or `reg-name`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ipv4Address => "IPv4address",
            Self::Ipv6Address => "IPv6address",
            Self::Ipv6Addrz => "IPv6addrz",
            Self::IpvFuture => "IPvFuture",
            Self::RegName => "reg-name",
            Self::Hostname => "hostname",
            Self::Hostnumber => "hostnumber",
        }
    }
}

/// A host: its kind and its text. Hosts are equal, and ordered, as their letters are; [`Host::eq_name`]
/// compares what they name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Host<'i> {
    kind: HostKind,
    text: &'i str,
}

impl<'i> Host<'i> {
    pub(crate) const fn new(kind: HostKind, text: &'i str) -> Self {
        Self { kind, text }
    }

    /// The kind of the host.
    #[must_use]
    pub const fn kind(&self) -> HostKind {
        self.kind
    }

    /// The text of the host as given. An address of IPv6 or later keeps its brackets.
    #[must_use]
    pub const fn as_str(&self) -> &'i str {
        self.text
    }

    /// The text between the brackets of the host, or the whole host if it has no brackets.
    #[must_use]
    pub fn unbracketed(&self) -> &'i str {
        self.text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(self.text)
    }

    /// The IP address, if the host is one. A registered name is not an address, whatever a resolver
    /// would make of the name.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let host = |text| UriRef::parse(text).unwrap().host().unwrap();
    /// assert_eq!(host("//127.0.0.1").address(), Some([127, 0, 0, 1].into()));
    /// assert_eq!(host("//[::1]:80").address(), Some(core::net::Ipv6Addr::LOCALHOST.into()));
    /// assert_eq!(host("//127.0.0.256").address(), None);
    /// ```
    ///
    /// For an address with a [zone](Self::zone) the result is the address alone.
    ///
    /// The result is `None` for numbers that an edition derives and that no address has:
    ///
    /// ```
    /// use urispec::{Edition, Reference};
    /// let old = Reference::parse_as(Edition::Rfc2396, "URI-reference", "//127.0.0.256")?;
    /// assert_eq!(old.host().unwrap().kind().name(), "IPv4address");
    /// assert_eq!(old.host().unwrap().address(), None);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn address(&self) -> Option<IpAddr> {
        match self.kind {
            HostKind::Ipv4Address | HostKind::Hostnumber => {
                self.text.parse::<Ipv4Addr>().ok().map(IpAddr::from)
            }
            HostKind::Ipv6Address | HostKind::Ipv6Addrz => {
                let address = self.unbracketed().split('%').next().unwrap_or_default();
                address.parse::<Ipv6Addr>().ok().map(IpAddr::from)
            }
            HostKind::IpvFuture | HostKind::RegName | HostKind::Hostname => None,
        }
    }

    /// The zone identifier of an IPv6 address, as given: with its escapes, and without the `%25` before
    /// it (RFC 6874, 2). It means something only on the host where it was written.
    ///
    /// ```
    /// use urispec::{Edition, Reference};
    /// let link = Reference::parse(Edition::Rfc6874, "http://[fe80::a%25en1]").unwrap();
    /// let host = link.host().unwrap();
    /// assert_eq!((host.kind().name(), host.zone()), ("IPv6addrz", Some("en1")));
    /// assert_eq!(host.address(), "fe80::a".parse().ok());
    /// ```
    #[must_use]
    pub fn zone(&self) -> Option<&'i str> {
        let of_address = || self.unbracketed().split_once("%25").map(|(_, zone)| zone);
        if self.kind == HostKind::Ipv6Addrz { of_address() } else { None }
    }
}

/// The order of the texts, and of one text in the order of [`HostKind`].
impl Ord for Host<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.text, self.kind as u8).cmp(&(other.text, other.kind as u8))
    }
}

impl PartialOrd for Host<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The text of the host as given, letter by letter: [`Host::eq_name`] compares what it names.
impl PartialEq<str> for Host<'_> {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

/// The text of the host as given, letter by letter: [`Host::eq_name`] compares what it names.
impl PartialEq<&str> for Host<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

/// The text of the host as given.
impl AsRef<str> for Host<'_> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

/// The text of the host as given.
impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

/// The last `:` of a host and a port, behind any brackets.
pub fn last_colon(text: &str) -> Option<usize> {
    let after = if text.starts_with('[') { text.find(']')? } else { 0 };
    text[after..].rfind(':').map(|colon| after + colon)
}
