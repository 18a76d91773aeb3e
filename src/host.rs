//! The host by kind (section 3.2.2).
//!
//! In: the host's text and the production that derived it. Out: its kind and, for an address, the
//! address of the standard library. The surprising case: `1.2.3.256` is a host, a registered name.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What kind of host it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostKind {
    /// An IPv4 address in dotted decimal.
    Ipv4Address,
    /// An IPv6 address in brackets.
    Ipv6Address,
    /// An address of a later version of IP, in brackets.
    IpvFuture,
    /// A registered name. It may be empty.
    #[default]
    RegName,
}

impl HostKind {
    /// Whether it stands in brackets.
    pub(crate) const fn is_bracketed(self) -> bool {
        matches!(self, Self::Ipv6Address | Self::IpvFuture)
    }

    /// The name of its production, such as `IPv4address` or `reg-name`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ipv4Address => "IPv4address",
            Self::Ipv6Address => "IPv6address",
            Self::IpvFuture => "IPvFuture",
            Self::RegName => "reg-name",
        }
    }
}

/// A host: its kind and its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Host<'i> {
    kind: HostKind,
    text: &'i str,
}

impl<'i> Host<'i> {
    pub(crate) const fn new(kind: HostKind, text: &'i str) -> Self {
        Self { kind, text }
    }

    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> HostKind {
        self.kind
    }

    /// Its text as given, an address of IPv6 or later with its brackets.
    #[must_use]
    pub const fn text(&self) -> &'i str {
        self.text
    }

    /// The text between the brackets, or all of it where there are none.
    #[must_use]
    pub fn unbracketed(&self) -> &'i str {
        self.text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(self.text)
    }

    /// The address, if the host is one. A registered name is none, whatever a resolver would make
    /// of it.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let host = |text| UriRef::parse(text).unwrap().host().unwrap();
    /// assert_eq!(host("//127.0.0.1").address(), Some([127, 0, 0, 1].into()));
    /// assert_eq!(host("//[::1]:80").address(), Some(std::net::Ipv6Addr::LOCALHOST.into()));
    /// assert_eq!(host("//127.0.0.256").address(), None);
    /// ```
    #[must_use]
    pub fn address(&self) -> Option<IpAddr> {
        match self.kind {
            HostKind::Ipv4Address => self.text.parse::<Ipv4Addr>().ok().map(IpAddr::from),
            HostKind::Ipv6Address => self.unbracketed().parse::<Ipv6Addr>().ok().map(IpAddr::from),
            HostKind::IpvFuture | HostKind::RegName => None,
        }
    }
}
