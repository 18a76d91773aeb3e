//! Hosts and their kinds (RFC 3986, 3.2.2).
//!
//! A host has a kind. If it is an IP address, it also has the address as a value of
//! `core::net::IpAddr`. `1.2.3.256` is a host of RFC 3986, a registered name. In RFC 2396 it is an
//! IPv4address, but not an actual address.

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
    /// The address that url-syntax-05 calls an IPv4 address. The document does not limit the
    /// numbers.
    Hostnumber,
}

impl HostKind {
    /// Returns the name of the production for this kind of host, such as `IPv4address` or
    /// `reg-name`.
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

/// A host: its kind and its text. Hosts are compared and ordered character by character;
/// [`Host::eq_name`] compares the names or addresses that they represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Host<'i> {
    kind: HostKind,
    text: &'i str,
}

impl<'i> Host<'i> {
    pub(crate) const fn new(kind: HostKind, text: &'i str) -> Self {
        Self { kind, text }
    }

    /// Returns the kind of the host.
    #[must_use]
    pub const fn kind(&self) -> HostKind {
        self.kind
    }

    /// Returns the text of the host as written. An address of IPv6 or later keeps its brackets.
    #[must_use]
    pub const fn as_str(&self) -> &'i str {
        self.text
    }

    /// Returns the text between the brackets of the host, or the whole host if it has no brackets.
    #[must_use]
    pub fn unbracketed(&self) -> &'i str {
        self.text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(self.text)
    }

    /// Returns the IP address, if the host is one. A registered name is not an address, even if a
    /// resolver would read it as one.
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
    /// The result is `None` if an edition allows a number that is too large for an address:
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

    /// Returns the zone identifier of an IPv6 address, as written: with its escapes, and without the `%25` before it
    /// (RFC 6874, 2). A zone identifier has a meaning only on the machine where it was written.
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

/// Orders hosts by their texts, and equal texts in the order of [`HostKind`].
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

/// Compares the text of the host character by character. [`Host::eq_name`] compares the names or
/// addresses.
impl PartialEq<str> for Host<'_> {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

/// Compares the text of the host character by character. [`Host::eq_name`] compares the names or
/// addresses.
impl PartialEq<&str> for Host<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

/// The text of the host as written.
impl AsRef<str> for Host<'_> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

/// The text of the host as written.
impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

/// Returns the offset of the last `:` in the text of a host and a port. Ignores a `:` within brackets.
pub fn last_colon(text: &str) -> Option<usize> {
    let after = if text.starts_with('[') { text.find(']')? } else { 0 };
    text[after..].rfind(':').map(|colon| after + colon)
}

// The strings that `inet_aton()` reads as an IPv4 address, as RFC 3986, 7.4, describes it.
//
// They are one to four numbers separated by dots, each decimal, octal or hexadecimal as in C. The
// last number fills the remaining bytes: `1.2.3` is 1.2.0.3, and `010.0.0.1` is 8.0.0.1. Text after
// white space is ignored.

/// Parses a decoded name as the C function `inet_aton()` does. Ignores text after white space. The
/// character VT counts as white space.
pub fn inet_aton(name: &str) -> Option<Ipv4Addr> {
    let is_space = |c: char| c.is_ascii_whitespace() || c == '\x0B';
    let name = name.split(is_space).next()?;
    let mut address = 0;
    let mut parts = name.split('.').peekable();
    for left in (1..=4_u32).rev() {
        let number = number(parts.next()?)?;
        if parts.peek().is_none() {
            let fits = number < 1 << (8 * left);
            return fits.then(|| Ipv4Addr::from_bits((address | number) as u32));
        }
        if number > 255 {
            return None;
        }
        address |= number << (8 * (left - 1));
    }
    None
}

/// Parses a number in the notation of the C language. Returns `None` for 2^32 or more.
fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    // `from_str_radix` would accept a sign.
    let are_digits = digits.chars().all(|digit| digit.is_digit(radix));
    let number = u32::from_str_radix(digits, radix).ok().filter(|_| are_digits)?;
    Some(u64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (name, address) in [
            ("0x7f.1", [127, 0, 0, 1]),
            ("2130706433", [127, 0, 0, 1]),
            ("1.2.3", [1, 2, 0, 3]),
            ("1.2.65535", [1, 2, 255, 255]),
            ("1.16777215", [1, 255, 255, 255]),
            ("4294967295", [255, 255, 255, 255]),
            ("010.0.0.1", [8, 0, 0, 1]),
            ("0X0a.0xB.014.0", [10, 11, 12, 0]),
            ("0", [0, 0, 0, 0]),
            ("000000000000000000001", [0, 0, 0, 1]),
            ("127.1 x", [127, 0, 0, 1]),
            ("10.0.0.1\x0B", [10, 0, 0, 1]),
        ] {
            assert_eq!(inet_aton(name), Some(address.into()), "{name}");
        }
    }

    #[test]
    fn names() {
        #[rustfmt::skip]
        let names = [
            "", ".", "1.", ".1", "a", "0x", "0xg", "08", "1.2.3.256", "1.2.65536", "256.1",
            "1.16777216", "4294967296", "1.2.3.4.5", "+1", "-1", "1e3", "1_0", "0x-1", " 1", "1.\t2",
        ];
        for name in names {
            assert_eq!(inet_aton(name), None, "{name}");
        }
    }
}
